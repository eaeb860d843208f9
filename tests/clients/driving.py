"""The clients that people use, each behind a script that holds a conversation it is given."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clients.environments import HERE, mcp1_python, node

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Driver:
    """A client: the script that holds the conversation, and how it negotiates."""

    name: str
    script: str
    mode: str = ""
    structured: bool = True

    def interpreter(self) -> str:
        if self.script.endswith(".mjs"):
            return node()
        return mcp1_python() if self.script == "mcp1.py" else sys.executable

    def hold(self, command: str, args: list[str], folder: Path, calls: Sequence[tuple[str, Any]]) -> Any:
        """Start the server, list its tools, make the calls in order and close; the driver's report."""
        environment = {k: v for k, v in os.environ.items() if k != "CLAUDE_PROJECT_DIR"}
        task = {"command": command, "args": args, "env": environment, "cwd": str(folder)}
        done = subprocess.run(
            [self.interpreter(), str(HERE / "drivers" / self.script)],
            # Not as an argument: those are bounded, and a conversation may hold whole models.
            input=json.dumps(task | {"mode": self.mode, "calls": calls}),
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
            cwd=HERE,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.strip().rsplit("\n", 1)[-1])


DRIVERS = [
    Driver("mcp 2 legacy", "mcp2.py", "legacy"),
    Driver("mcp 2 auto", "mcp2.py", "auto"),
    Driver("mcp 2 pinned", "mcp2.py", "2026-07-28"),
    Driver("mcp 1", "mcp1.py"),
    Driver("fastmcp 4", "fastmcp4.py"),
    Driver("ts sdk 1", "sdk1.mjs"),
    Driver("ts client 2 legacy", "client2.mjs", "legacy"),
    Driver("ts client 2 auto", "client2.mjs", "auto"),
    Driver("ts client 2 pinned", "client2.mjs", "2026-07-28"),
]
