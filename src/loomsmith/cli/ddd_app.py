"""The `ddd` command line: what the `loom_*` tools do, for people and their scripts.

Exit status: 0 when all is well, 1 when a model has errors (or the question has no answer), 2 when the command
itself could not be carried out: usage, files that cannot be read or written.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from loomsmith import __version__
from loomsmith.base.collector import CollectorPaused
from loomsmith.base.failures import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE, FAULTY, USAGE = 0, 1, 2

# Command: the module that has it. Each is imported when it is first wanted, so that `ddd --help` is quick.
_COMMANDS = {
    "parse": "ddd_reports",
    "outline": "ddd_reports",
    "dump": "ddd_reports",
    "model": "ddd_reports",
    "explain": "ddd_reports",
    "format": "ddd_edits",
    "patch": "ddd_edits",
}


class _Commands(click.Group):
    """A group that imports its commands when they are asked for, and lists them in their own order."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = _COMMANDS.get(cmd_name)
        if module is None:
            return None
        from importlib import import_module

        command: click.Command = getattr(import_module(f"loomsmith.cli.{module}"), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from loomsmith.base.nearest import nearest_names

            near = nearest_names(args[0], _COMMANDS)
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"There is no command '{args[0]}'.{meant}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 all is well, 1 a model has errors, 2 the command could not be carried out.",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def app() -> None:
    """Work with typed domain models, written in .ddd files.

    FILE may be `-` for standard input. `ddd mcp` serves the same tools over the Model Context Protocol.
    """


def main(name: str = "ddd", arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and returns its exit status."""
    _write_utf8()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        with CollectorPaused():
            status = app.main(given, prog_name=name, standalone_mode=False, color=_wants_colour())
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except click.Abort:
        return 130
    except Failure as failure:
        click.echo(f"{name}: {failure}", err=True)
        return USAGE
    except BrokenPipeError:
        # The reader has seen enough. What is still buffered must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    return status if isinstance(status, int) else FINE


def _wants_colour() -> bool | None:
    """No colour where the environment forbids it; else what each stream is decides."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return None


def _write_utf8() -> None:
    """Models are UTF-8 whatever the locale; what a stream cannot encode is escaped instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="")
