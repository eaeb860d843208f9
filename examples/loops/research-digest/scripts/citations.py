#!/usr/bin/env python3
"""citations.py DIGEST FOLDER: is each quotation `"…" [file]` in its file, and is each file cited?

Exit status: 0 yes, 1 no, 2 that cannot be told. What is wrong is said on standard error.
"""

import re
import sys
from pathlib import Path

QUOTATION = re.compile(r'["“]([^"“”]+)["”]\s*\[([^\]\s]+)\]')


def folded(text: str) -> str:
    """The text with every stretch of white space as one blank: line breaks are no part of a quotation."""
    return " ".join(text.split())


def main(digest: str, folder: str) -> int:
    sources = {path.name: folded(path.read_text(encoding="utf-8")) for path in Path(folder).glob("*.txt")}
    if not sources:
        print(f"cannot check: there are no sources in {folder}", file=sys.stderr)
        return 2
    try:
        quotations = QUOTATION.findall(Path(digest).read_text(encoding="utf-8"))
    except OSError as error:
        print(f"there is no digest: {error}", file=sys.stderr)
        return 1
    faults = [f"{name} is not among the sources" for _, name in quotations if name not in sources]
    faults += [
        f"not in {name}: {folded(quoted)!r}"
        for quoted, name in quotations
        if name in sources and folded(quoted) not in sources[name]
    ]
    faults += [f"{name} is never cited" for name in sorted(sources.keys() - {name for _, name in quotations})]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
