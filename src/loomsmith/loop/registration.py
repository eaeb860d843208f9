"""How an MCP client is told of the server: the command that starts it, and where it is to be written."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from typing import Any

PROGRAM = "loopsmith"


@dataclass(frozen=True, slots=True)
class Registration:
    """The command that starts a loop's server; `on_path` says whether its bare name finds it here."""

    command: str
    arguments: tuple[str, ...]
    on_path: bool

    def entry(self) -> dict[str, Any]:
        """The command as MCP clients write it down."""
        return {"command": self.command, "args": list(self.arguments)}

    def line(self) -> str:
        """The command as typed in a shell."""
        return shlex.join([self.command, *self.arguments])


def registration(state: str, absolute: bool = False) -> Registration:
    """The command for a state folder: by its bare name where that is on PATH, else by its absolute path.

    With `absolute`, always by its path, for clients that are not started from a shell.
    """
    found = shutil.which(PROGRAM)
    if found and not absolute:
        return Registration(PROGRAM, ("mcp", "--state", state), True)
    beside = shutil.which(PROGRAM, path=os.path.dirname(os.path.abspath(sys.executable)))
    program = found or beside
    if program:
        return Registration(os.path.abspath(program), ("mcp", "--state", state), bool(found))
    return Registration(sys.executable, ("-m", "loomsmith.mcp", "--state", state), False)


def instructions(folder: str) -> list[tuple[str, str]]:
    """For each client, how to register the server of the loop in a folder."""
    state = os.path.join(os.path.abspath(folder), "state")
    here = registration(state)
    anywhere = registration(state, absolute=True)
    added = f"claude mcp add {PROGRAM} -- {here.line()}"
    servers = _json({"mcpServers": {PROGRAM: anywhere.entry()}})
    visual_studio = _json({"servers": {PROGRAM: {"type": "stdio", **anywhere.entry()}}})
    return [
        ("Claude Code", f"reads .mcp.json when it is started in {folder}; from elsewhere:\n{added}"),
        ("Claude Desktop", f"Settings, Developer, Edit Config (claude_desktop_config.json):\n{servers}"),
        ("Cursor", f".cursor/mcp.json in the project, or ~/.cursor/mcp.json:\n{servers}"),
        ("VS Code", f".vscode/mcp.json in the workspace:\n{visual_studio}"),
    ]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
