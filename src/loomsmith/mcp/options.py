"""The server's command line: one table, read by hand since a parser library costs more than the server."""

from __future__ import annotations

import os

from loomsmith.base.context import Settings
from loomsmith.base.failures import Failure
from loomsmith.base.nearest import nearest_names
from loomsmith.mcp.log import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OPTIONS = (
    ("--state", "DIR", "State folder of the loop (default: state)."),
    (
        "--root",
        "DIR",
        "Only use configs and files below DIR; may be repeated. Relative paths start at the first.",
    ),
    ("--read-only", None, "Offer nothing that records, and run no scripts."),
    ("--tools", "NAME,...", "Offer only these tools."),
    ("--no-scripts", None, "Run no script detectors: their checks fail."),
    ("--script-timeout", "SECONDS", "Time limit of each script detector (default: 50)."),
    ("--log-level", "LEVEL", f"How much to log: {', '.join(LEVELS)} (default: error)."),
    ("--log-file", "FILE", "Append the log to FILE instead of writing it to stderr."),
    ("--help", None, "Show this text and exit."),
    ("--version", None, "Show the version and exit."),
)
"""Flag, name of its value (None: it takes none), and help."""


class Options:
    """A command line as it was read. `root` may be repeated; of any other option the last counts."""

    __slots__ = (
        "help", "log_file", "log_level", "no_scripts", "read_only", "root", "script_timeout", "state",
        "tools", "version",
    )  # fmt: skip

    def __init__(self) -> None:
        self.state = "state"
        self.root: list[str] = []
        self.read_only = False
        self.tools: list[str] | None = None
        self.no_scripts = False
        self.script_timeout = 50.0
        self.log_level: str | None = None
        self.log_file: str | None = None
        self.help = False
        self.version = False


def read_options(arguments: Sequence[str]) -> Options:
    """The options of a command line, `--flag VALUE` or `--flag=VALUE`. Raises Failure for a wrong one."""
    values = {flag: value for flag, value, _ in OPTIONS}
    options = Options()
    rest = list(arguments)
    while rest:
        flag, equals, value = rest.pop(0).partition("=")
        if flag not in values:
            near = nearest_names(flag, values)
            raise Failure(f"unknown option {flag}" + (f" (did you mean {near[0]}?)" if near else ""))
        if values[flag] is None:
            if equals:
                raise Failure(f"{flag} takes no value")
            setattr(options, _attribute(flag), True)
            continue
        if not equals:
            if not rest:
                raise Failure(f"{flag} needs a value: {flag} {values[flag]}")
            value = rest.pop(0)
        if not value.strip():
            raise Failure(f"{flag} needs a value: {flag} {values[flag]}")
        _store(options, flag, value)
    return options


def _attribute(flag: str) -> str:
    return flag[2:].replace("-", "_")


def _store(options: Options, flag: str, value: str) -> None:
    if flag == "--root":
        options.root.append(value)
    elif flag == "--tools":
        options.tools = [name.strip() for name in value.split(",") if name.strip()]
        if not options.tools:
            raise Failure("--tools needs at least one name")
    elif flag == "--script-timeout":
        options.script_timeout = _seconds(value)
    elif flag == "--log-level" and value not in LEVELS:
        raise Failure(f"--log-level must be one of {', '.join(LEVELS)}, not {value}")
    else:
        setattr(options, _attribute(flag), value)


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds < float("inf"):
        raise Failure(f"--script-timeout must be a number of seconds above 0, not {value}")
    return seconds


def settings_of(options: Options, environment: Mapping[str, str]) -> Settings:
    """The settings that the options and the environment amount to, with absolute folders.

    Relative paths start at the first `--root`, else at the folder CLAUDE_PROJECT_DIR names, else at the
    working directory, which a client may have set to anything.
    """
    here = _working_folder()
    roots = [os.path.normpath(os.path.join(here, root)) for root in options.root]
    hinted = environment.get("CLAUDE_PROJECT_DIR", "")
    project = os.path.normpath(os.path.join(here, hinted)) if os.path.isdir(hinted) else here
    base = roots[0] if roots else project
    return Settings(
        state=os.path.join(base, options.state),
        roots=roots,
        project=project,
        scripts=not options.no_scripts,
        script_timeout=options.script_timeout,
        read_only=options.read_only,
    )


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        # It was removed under us; only relative paths mind.
        return os.sep


def usage(command: str) -> str:
    """The help text of a server that is started by `command`."""
    left = [flag if value is None else f"{flag} {value}" for flag, value, _ in OPTIONS]
    width = max(map(len, left))
    lines = [f"  {shown:<{width}}  {text}" for shown, (_, _, text) in zip(left, OPTIONS, strict=True)]
    return (
        f"Usage: {command} [OPTIONS]\n\n"
        "Serves tools over the Model Context Protocol on standard input and output.\n\nOptions:\n"
        + "\n".join(lines)
        + "\n"
    )
