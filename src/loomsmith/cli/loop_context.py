"""The surroundings of a loop command, and the options that several of them take."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import click

from loomsmith.base.context import CallContext, Settings, wall_clock
from loomsmith.base.failures import Failure

SCRIPT_TIMEOUT = 600.0
"""How many seconds a script detector may take where no option says otherwise."""

_Command = TypeVar("_Command", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON value instead of text.")


def _known_runs(config_path: str) -> Iterable[str]:
    from loomsmith.loop.store.sqlite import Store

    with Store(loop_context(config_path).settings.state) as store:
        return store.runs()


def _known_targets(config_path: str) -> Iterable[str]:
    from loomsmith.loop.config import load
    from loomsmith.loop.config.model import OVERALL

    return [*(goal.name for goal in load(config_path).goals), OVERALL]


def _offered(
    known: Callable[[str], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """What a shell is offered: names that are known of the config before; none where it cannot be read."""

    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
        # While an option lacks its value, click keeps the arguments before it to itself.
        config_path = ctx.params.get("config_path") or next(iter(ctx.args), None)
        try:
            names = known(config_path) if config_path else ()
        except Failure:
            return []
        return [name for name in names if name.startswith(typed)]

    return complete


run_argument = click.argument("run_id", metavar="RUN", shell_complete=_offered(_known_runs))
target_option = click.option(
    "--target",
    metavar="NAME",
    default="overall",
    show_default=True,
    help="A goal's name, or `overall`.",
    shell_complete=_offered(_known_targets),
)


def config_argument(command: _Command) -> _Command:
    """The argument CONFIG, completed to file names by the shell."""
    return click.argument("config_path", metavar="CONFIG", type=click.Path())(command)


def loop_context(
    config_path: str, scripts: bool = True, script_timeout: float = SCRIPT_TIMEOUT
) -> CallContext:
    """The context of a command on a loop: its records are in `state` beside the config."""
    folder = os.path.dirname(os.path.abspath(config_path))
    settings = Settings(
        state=os.path.join(folder, "state"),
        project=os.getcwd(),
        scripts=scripts,
        script_timeout=script_timeout,
    )
    return CallContext(settings, wall_clock)
