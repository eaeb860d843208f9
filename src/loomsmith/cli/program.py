"""What both command lines share: commands imported on demand, how failures are told, terminal manners."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

import click

from loomsmith.base import jsontext
from loomsmith.base.failures import Failure
from loomsmith.base.nearest import nearest_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INTERRUPTED = 130


class Commands(click.Group):
    """A group that imports its commands when they are asked for, and lists them in their own order.

    `modules` maps a command to the module of `loomsmith.cli` that has it, as `NAME_command`.
    """

    modules: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = self.modules.get(cmd_name)
        if module is None:
            return None
        command: click.Command = getattr(import_module(f"loomsmith.cli.{module}"), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.modules and not args[0].startswith("-"):
            near = nearest_names(args[0], self.modules)
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"There is no command '{args[0]}'.{meant}")
        return super().resolve_command(ctx, args)


def run(app: click.Group, name: str, arguments: Sequence[str] | None, failed: int) -> int:
    """Runs a command line and returns its exit status; `failed` is the status of a `Failure`.

    A failure is told on standard error, or as `{"error": {"message"}}` on standard output with `--json`.
    """
    write_utf8()
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        status = app.main(given, prog_name=name, standalone_mode=False, color=wants_colour())
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Failure as failure:
        if "--json" in given:
            write_json({"error": {"message": str(failure)}})
        else:
            click.echo(f"{name}: {failure}", err=True)
        return failed
    except BrokenPipeError:
        # The reader has seen enough. What is still buffered must not be tried again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0


def records(value: object) -> list[dict[str, object]]:
    """A list of objects within a tool's answer, which types know as plain data only; else none."""
    return value if isinstance(value, list) else []


def write_json(value: object, sort_keys: bool = False) -> None:
    """One JSON value on standard output, indented."""
    sys.stdout.write(jsontext.pretty(value, sort_keys) + "\n")


def server_command(program: str, command: str, about: str) -> click.Command:
    """The command `mcp`, which serves a program's tools; the server reads its options itself.

    `command` is how it is started, `about` says what it does.
    """

    @click.command(
        "mcp",
        help=f"{about}\n\n`{command} --help` lists the options.",
        context_settings={"ignore_unknown_options": True, "help_option_names": []},
        add_help_option=False,
    )
    @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
    def serve(arguments: tuple[str, ...]) -> int:
        from loomsmith.mcp.start import main

        return main(program, list(arguments), command)

    return serve


_SCRIPT_PLACES = {
    "bash": "~/.local/share/bash-completion/completions/{program}",
    "zsh": '"${{fpath[1]}}/_{program}"',
    "fish": "~/.config/fish/completions/{program}.fish",
}
"""Where each shell looks for the completion of a program."""


def shell_completion_command(app: click.Command, program: str) -> click.Command:
    """The command `completion`, which prints the script by which a shell completes a program's words."""
    lines = [
        f"{f'{shell}:':<6} {program} completion {shell} > {place.format(program=program)}"
        for shell, place in _SCRIPT_PLACES.items()
    ]

    @click.command(
        "completion", help="\n".join(["Print the completion script of a shell.", "", "\b", *lines])
    )
    @click.argument("shell", type=click.Choice(list(_SCRIPT_PLACES)))
    def complete(shell: str) -> None:
        from click.shell_completion import get_completion_class

        script = get_completion_class(shell)
        if script is not None:
            text = script(app, {}, program, f"_{program.upper()}_COMPLETE").source()
            sys.stdout.write(text + "\n")

    return complete


def wants_colour() -> bool | None:
    """No colour where the environment forbids it; else what each stream is decides."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return None


def write_utf8() -> None:
    """Texts are UTF-8 whatever the locale; what a stream cannot encode is escaped instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace", newline="")
