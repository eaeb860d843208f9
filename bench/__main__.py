"""`python -m bench [AREA ...]` measures all areas, or the named ones, and prints their tables."""

from __future__ import annotations

import os
import platform
import sys
from importlib import import_module

AREAS = {
    "navigation": "bench.navigation",
    "parse": "bench.parse",
    "evolution": "bench.evolution",
    "plan": "bench.plan",
    "server": "bench.server",
    "store": "bench.store",
    "validation": "bench.validation",
}
"""Name of an area, and the module whose `measure()` returns its tables."""


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in AREAS]
    if unknown:
        print(f"no such area: {', '.join(unknown)}; there are {', '.join(AREAS)}", file=sys.stderr)
        return 2
    print(
        f"Python {platform.python_version()}, {platform.system()}, {os.cpu_count()} processors\n", flush=True
    )
    for name in names or AREAS:
        for table in import_module(AREAS[name]).measure():
            print(table.markdown(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
