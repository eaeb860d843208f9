"""The surroundings of a loop command, and the options that several of them take."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from loomsmith.base.context import CallContext, Settings, wall_clock

SCRIPT_TIMEOUT = 600.0
"""How many seconds a script detector may take where no option says otherwise."""

_Command = TypeVar("_Command", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON value instead of text.")
run_argument = click.argument("run_id", metavar="RUN")


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
