#!/usr/bin/env python3
"""measure.py FOLDER: writes metrics.json with the longest function and the longest module, in lines."""

import ast
import json
import sys
from pathlib import Path


def main(folder: str) -> None:
    functions = modules = 0
    for path in sorted(Path(folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        modules = max(modules, len(text.splitlines()))
        for node in ast.walk(ast.parse(text, str(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions = max(functions, (node.end_lineno or node.lineno) - node.lineno + 1)
    Path("metrics.json").write_text(json.dumps({"longest_function": functions, "longest_module": modules}))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "src")
