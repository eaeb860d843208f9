#!/usr/bin/env python3
"""audit.py BEFORE AFTER: counts what a clean-up lost, left doubled or left malformed.

Both are CSV files with the columns id, name, email; AFTER has merged_from too, ids separated by blanks.
Writes metrics.json. Exit status: 0 all is well, 1 it is not, 2 that cannot be told.
"""

import csv
import json
import re
import sys
from collections import Counter
from pathlib import Path

ADDRESS = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s.]{2,}")


def rows(path: str) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main(before: str, after: str) -> int:
    try:
        given, cleaned = rows(before), rows(after)
    except OSError as error:
        print(f"cannot check: {error}", file=sys.stderr)
        return 2
    kept = {row["id"] for row in cleaned}.union(*(row["merged_from"].split() for row in cleaned))
    addresses = Counter(row["email"].strip().lower() for row in cleaned if row["email"].strip())
    malformed = [address for address in addresses if not ADDRESS.fullmatch(address)]
    found = {
        "rows_lost": len({row["id"] for row in given} - kept),
        "duplicates": sum(count - 1 for count in addresses.values()),
        "malformed_share": len(malformed) / max(len(addresses), 1),
    }
    Path("metrics.json").write_text(json.dumps(found))
    good = found["rows_lost"] == 0 and found["duplicates"] == 0 and found["malformed_share"] <= 0.01
    if not good:
        print(f"the audit found: {found}", file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
