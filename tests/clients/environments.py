"""Where the client tests find the programs they drive, and what a missing one means."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODULES = HERE / "node_modules"
MCP1_PYTHON = ROOT / ".cache" / "mcp1" / "bin" / "python"


def program(name: str) -> str:
    """The path of one of our console scripts, from the environment that runs the tests."""
    return str(Path(sys.executable).with_name(name))


def missing(what: str) -> None:
    """Skip where a person runs the tests; fail where CI does, since there nothing may go untested."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing: CI must test with it")
    pytest.skip(f"{what} is missing: run `make setup` with Node.js 20 or newer")


def node() -> str:
    """Node.js 22 as the test clients pin it; skips or fails where the clients are not installed."""
    pinned = MODULES / ".bin" / "node"
    if not pinned.exists() or not (MODULES / "@modelcontextprotocol" / "sdk").exists():
        missing("a Node.js test client (tests/clients/node_modules)")
    if subprocess.run([pinned, "--version"], capture_output=True, check=False).returncode == 0:
        return str(pinned)
    found = shutil.which("node")
    if found is None:
        missing("Node.js")
    return str(found)


def mcp1_python() -> str:
    """The interpreter of the environment that holds version 1 of the official SDK."""
    if not MCP1_PYTHON.exists():
        missing("the environment with mcp 1.x (.cache/mcp1)")
    return str(MCP1_PYTHON)
