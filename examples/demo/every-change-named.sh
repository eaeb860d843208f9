# Exits 1, naming the first change of changes.txt that notes.md does not mention.
test -f notes.md || { echo "there is no notes.md" >&2; exit 1; }
while read -r change title; do
    grep -q -F -- "$change" notes.md || { echo "$change is missing: $title" >&2; exit 1; }
done < changes.txt
