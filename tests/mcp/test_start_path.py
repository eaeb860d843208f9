"""What a server imports before it answers: every module there is paid for at each start of each client."""

from __future__ import annotations

import subprocess
import sys

import pytest

ALLOWED = "__future__, gc, sys, os, json, threading, queue, signal"
FRAMES = "".join(
    line + "\n"
    for line in (
        '{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
        '{"id":2,"method":"tools/list"}',
        '{"id":3,"method":"ping"}',
        '{"id":4,"method":"tools/call","params":{"name":"no_such_tool"}}',
    )
)
OURS = {"base", "tools", "mcp"}


def modules(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", code], input=FRAMES, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("entry", ["loomsmith", "loopsmith", "ddd"])
def test_serving_imports_only_what_the_start_can_afford(entry: str) -> None:
    show = "sys.stderr.write(' '.join(sys.modules))"
    bare = modules(f"import {ALLOWED}; {show}")
    serving = modules(
        "import sys; from loomsmith.base.shutdown import before_exit;"
        f"before_exit(lambda: {show});"
        f"from loomsmith.cli.entry import {entry}; sys.argv = ['{entry}', 'mcp']; sys.exit({entry}())"
    )
    beyond = serving - bare
    assert {name for name in beyond if not name.startswith("loomsmith")} == set()
    ours = {name.split(".")[1] for name in beyond if name.startswith("loomsmith.")}
    assert ours - {"cli"} == OURS
    assert {name for name in beyond if name.startswith("loomsmith.cli.")} == {"loomsmith.cli.entry"}
