"""The `loopsmith` command line: what the `loopsmith_*` tools do, for people and their scripts.

Exit status: 0 good, 1 failed or bad news, 2 wrong usage.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import click

from loomsmith import __version__
from loomsmith.cli.program import Commands, run, server_command, shell_completion_command

if TYPE_CHECKING:
    from collections.abc import Sequence

GOOD, BAD = 0, 1


class _LoopCommands(Commands):
    modules: ClassVar = {
        "new": "loop_files",
        "validate": "loop_checks",
        "plan": "loop_checks",
        "gate": "loop_checks",
        "status": "loop_records",
        "ledger": "loop_records",
        "convert": "loop_files",
        "schema": "loop_files",
        "doctor": "loop_doctor",
        "mcp": "loop_app",
        "completion": "loop_app",
    }


@click.group(
    cls=_LoopCommands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 good, 1 failed or bad news (an unsatisfied gate, an invalid loop), 2 wrong usage.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def app() -> None:
    """Work with agent loops: what must hold, who works on it, and what the gate says.

    CONFIG is the loop's file, YAML or Markdown. RUN is the id of a run, as the ledger knows it.
    """


mcp_command = server_command("loopsmith", "loopsmith mcp", "Serve the loop's tools to an MCP client.")
completion_command = shell_completion_command(app, "loopsmith")


def main(name: str = "loopsmith", arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status."""
    return run(app, name, arguments, failed=BAD)
