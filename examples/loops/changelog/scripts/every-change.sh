#!/bin/sh
# every-change.sh CHANGELOG: does its newest section name just the changes (#123) merged since the last tag?
# Exit status: 0 yes, 1 no, 2 that cannot be told. What is wrong is said on standard error.
changelog=${1:-CHANGELOG.md}
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  echo "cannot check: this is no Git work tree" >&2
  exit 2
fi
if [ ! -f "$changelog" ]; then
  echo "there is no $changelog" >&2
  exit 1
fi
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

tag=$(git describe --tags --match 'v*' --abbrev=0 2>/dev/null)
numbers() { grep -o '#[0-9][0-9]*' | sort -u; }
git log --format=%s%n%b "${tag:+$tag..}HEAD" | numbers >"$work/merged"
awk '/^## /{ sections++ } sections == 1' "$changelog" | numbers >"$work/named"

missing=$(comm -23 "$work/merged" "$work/named" | tr '\n' ' ')
invented=$(comm -13 "$work/merged" "$work/named" | tr '\n' ' ')
[ -z "$missing" ] || echo "missing: $missing" >&2
[ -z "$invented" ] || echo "not merged since ${tag:-the beginning}: $invented" >&2
[ -z "$missing$invented" ]
