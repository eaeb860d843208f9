"""The console scripts. A server is started before anything else is imported: its clients wait for it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_LOOMSMITH_USAGE = """\
Usage: loomsmith COMMAND [ARGUMENTS]

Typed domain models and agent loops, for coding agents and for people.

Commands:
  mcp   Serve all tools over the Model Context Protocol.
  loop  Work with agent loops, as `loopsmith` does.
  ddd   Work with .ddd models, as `ddd` does.

Options:
  --help     Show this text and exit.
  --version  Show the version and exit.
"""


def loopsmith() -> int:
    """`loopsmith`: agent loops on the command line; `loopsmith mcp` serves their tools."""
    if sys.argv[1:2] == ["mcp"]:
        return _serve("loopsmith", "loopsmith mcp", 2)
    return _loop_commands("loopsmith")


def ddd() -> int:
    """`ddd`: .ddd models on the command line; `ddd mcp` is `ddd-mcp`."""
    if sys.argv[1:2] == ["mcp"]:
        return _serve("ddd-mcp", "ddd mcp", 2)
    return _ddd_commands("ddd")


def ddd_mcp() -> int:
    """`ddd-mcp`: serves the tools for .ddd models."""
    return _serve("ddd-mcp", "ddd-mcp", 1)


def loomsmith() -> int:
    """`loomsmith`: both command lines under one name; `loomsmith mcp` serves every tool."""
    word = sys.argv[1] if len(sys.argv) > 1 else "--help"
    if word == "mcp":
        return _serve("loomsmith", "loomsmith mcp", 2)
    if word in _GROUPS:
        del sys.argv[1]
        return _GROUPS[word](f"loomsmith {word}")
    if word == "--version":
        from loomsmith import __version__

        sys.stdout.write(f"loomsmith {__version__}\n")
        return 0
    if word in ("--help", "-h"):
        sys.stdout.write(_LOOMSMITH_USAGE)
        return 0
    sys.stderr.write(f"loomsmith: there is no command {word}.\n\n{_LOOMSMITH_USAGE}")
    return 2


def _serve(program: str, command: str, words: int) -> int:
    from loomsmith.mcp.start import main

    return main(program, sys.argv[words:], command)


def _loop_commands(name: str) -> int:
    from loomsmith.cli.loop_app import main

    return main(name)


def _ddd_commands(name: str) -> int:
    from loomsmith.cli.ddd_app import main

    return main(name)


_GROUPS: dict[str, Callable[[str], int]] = {"loop": _loop_commands, "ddd": _ddd_commands}
