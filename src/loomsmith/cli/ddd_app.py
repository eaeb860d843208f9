"""The `ddd` command line: what the `loom_*` tools do, for people and their scripts.

Exit status: 0 when all is well, 1 when a model has errors (or the question has no answer), 2 when the command
itself could not be carried out: usage, files that cannot be read or written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import click

from loomsmith import __version__
from loomsmith.base.collector import Paused
from loomsmith.cli.program import Commands, run, server_command, shell_completion_command

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE, FAULTY, USAGE = 0, 1, 2


class _ModelCommands(Commands):
    modules: ClassVar = {
        "parse": "ddd_reports",
        "outline": "ddd_reports",
        "dump": "ddd_reports",
        "model": "ddd_reports",
        "diagram": "ddd_diagrams",
        "explain": "ddd_reports",
        "guide": "ddd_reports",
        "format": "ddd_edits",
        "patch": "ddd_edits",
        "fix": "ddd_edits",
        "unfold": "ddd_edits",
        "find": "ddd_navigation",
        "references": "ddd_navigation",
        "hover": "ddd_navigation",
        "rename": "ddd_navigation",
        "diff": "ddd_evolution",
        "migrate": "ddd_migrations",
        "snapshot": "ddd_evolution",
        "mcp": "ddd_app",
        "completion": "ddd_app",
    }


@click.group(
    cls=_ModelCommands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 all is well, 1 a model has errors, 2 the command could not be carried out.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def app() -> None:
    """Work with typed domain models, written in .ddd files.

    FILE may be `-` for standard input. `ddd mcp` serves the same tools over the Model Context Protocol.
    """


mcp_command = server_command("ddd-mcp", "ddd mcp", "Serve the tools for models to an MCP client.")
completion_command = shell_completion_command(app, "ddd")


def main(name: str = "ddd", arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status."""
    with Paused():
        return run(app, name, arguments, failed=USAGE)
