"""`loopsmith doctor`: what this machine has, what that stops, and what a loop lacks here."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import click

from loomsmith import __version__
from loomsmith.base.failures import Failure
from loomsmith.base.wording import counted
from loomsmith.cli.loop_context import json_option
from loomsmith.cli.program import write_json
from loomsmith.loop.commands import broken_detectors, why_unusable
from loomsmith.loop.config import Config, load
from loomsmith.loop.registration import PROGRAM
from loomsmith.loop.store.sqlite import Store

State: TypeAlias = Literal["ok", "note", "problem"]

_TOOLS = ("git", "sh", "sed", "awk", "curl")
_SCHEDULERS: Mapping[str, tuple[str, ...]] = {
    "Darwin": ("launchctl", "crontab"),
    "Windows": ("schtasks", "crontab"),
}
_OTHER_SCHEDULERS = ("crontab", "systemctl")
_PATIENCE = 5
"""Seconds that a tool may take to say its version."""

_OLDEST_BASH = 4
"""Scripts written for bash commonly need this major version; macOS comes with 3."""


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing the doctor has looked at."""

    topic: str
    state: State
    text: str


@click.command("doctor")
@click.argument("config_path", metavar="[CONFIG]", required=False, type=click.Path())
@json_option
def doctor_command(config_path: str | None, as_json: bool) -> None:
    """Look at this installation, and what a loop lacks here.

    Always exits 0.
    """
    signs = [*_installation(), *_machine(), *_state(config_path)]
    if config_path is not None:
        signs += _loop(config_path)
    if as_json:
        write_json([{"topic": sign.topic, "state": sign.state, "text": sign.text} for sign in signs])
    else:
        _show(signs)


def _show(signs: list[Sign]) -> None:
    from loomsmith.cli.rendering import BAD, DOUBTFUL, GOOD, console, show_table, styled

    colours = {"ok": GOOD, "note": DOUBTFUL, "problem": BAD}
    rows = [(styled(sign.state, colours[sign.state]), sign.topic, sign.text) for sign in signs]
    out = console()
    show_table(out, ("", "what", "found"), rows)
    problems = sum(sign.state == "problem" for sign in signs)
    out.print(counted(problems, "problem") if problems else "No problems found.")


def _installation() -> Iterator[Sign]:
    yield Sign(PROGRAM, "ok", f"{__version__}, {os.path.dirname(os.path.dirname(__file__))}")
    good = sys.version_info >= (3, 11)
    yield Sign("python", "ok" if good else "problem", f"{platform.python_version()}, {sys.executable}")
    found = shutil.which(PROGRAM)
    missing = f"{PROGRAM} is not there: clients need its absolute path ({PROGRAM} new writes it)"
    yield Sign("PATH", "ok" if found else "note", found or missing)
    yield _libyaml()


def _libyaml() -> Sign:
    import yaml

    if hasattr(yaml, "CSafeLoader"):
        return Sign("libyaml", "ok", f"PyYAML {yaml.__version__}")
    return Sign(
        "libyaml", "problem", f"PyYAML {yaml.__version__} lacks it: configs cannot be read; install a wheel"
    )


def _machine() -> Iterator[Sign]:
    yield Sign("system", "ok", platform.platform())
    sed = _said("sed", "--version")
    yield Sign(
        "userland", "ok", "GNU" if sed and "GNU" in sed else "BSD or another (scripts/compat.sh helps)"
    )
    yield _bash()
    shell = os.path.realpath("/bin/sh")
    yield Sign(
        "/bin/sh", "ok" if os.path.exists(shell) else "problem", shell if os.path.exists(shell) else "missing"
    )
    candidates = _SCHEDULERS.get(platform.system(), _OTHER_SCHEDULERS)
    scheduler = next((name for name in candidates if shutil.which(name)), None)
    yield Sign(
        "scheduler", "ok" if scheduler else "note", scheduler or "none found: nothing starts a loop by itself"
    )
    stops = {"git": ": no isolated nodes, no skills from github"}
    for tool in _TOOLS:
        found = shutil.which(tool)
        yield Sign(tool, "ok" if found else "note", found or f"not found{stops.get(tool, '')}")


def _bash() -> Sign:
    words = (_said("bash", "--version") or "").split()
    version = words[words.index("version") + 1] if "version" in words[:-1] else ""
    if not version:
        return Sign("bash", "note", "not found: scripts must be for sh")
    major = version.partition(".")[0]
    old = major.isdigit() and int(major) < _OLDEST_BASH
    return Sign("bash", "note" if old else "ok", f"{version}{' is old' if old else ''}")


def _said(*command: str) -> str | None:
    """What a tool prints about itself, or None."""
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace")


def _state(config_path: str | None) -> Iterator[Sign]:
    """The state folder beside the config, or that of the working directory."""
    folder = os.path.join(
        os.path.dirname(os.path.abspath(config_path)) if config_path else os.getcwd(), "state"
    )
    if not os.path.isdir(folder):
        there = os.path.lexists(folder)
        yield Sign(
            "state",
            "problem" if there else "ok",
            f"{folder} {'is no folder' if there else 'is made when needed'}",
        )
        return
    try:
        with Store(folder) as store:
            runs = store.runs()
    except Failure as failure:
        yield Sign("state", "problem", str(failure).partition("\n")[0])
        return
    writable = os.access(folder, os.W_OK | os.X_OK)
    text = f"{folder}, {counted(len(runs), 'run')}"
    yield Sign("state", "ok" if writable else "problem", text if writable else f"{text}, not writable")


def _loop(config_path: str) -> Iterator[Sign]:
    """What a config says, and what of it cannot work on this machine."""
    try:
        config = load(config_path)
    except Failure as failure:
        yield Sign("config", "problem", str(failure).partition("\n")[0])
        return
    yield _findings(config, config_path)
    root = os.path.dirname(os.path.abspath(config_path))
    for name, problem in broken_detectors(config, root, os.environ):
        yield Sign(f"check {name}", "problem", problem)
    if any(skill.source == "github" for skill in config.default_skills) and not shutil.which("git"):
        yield Sign("default skills", "problem", "those from github need git")
    for provider in config.providers.providers:
        reason = why_unusable(provider, root, os.environ)
        yield Sign(f"provider {provider.id}", "problem" if reason else "ok", reason or provider.command)


def _findings(config: Config, config_path: str) -> Sign:
    from loomsmith.loop.config.findings import findings

    found = findings(config)
    errors = sum(finding.severity == "error" for finding in found)
    state: State = "problem" if errors else "note" if found else "ok"
    counts = f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}"
    return Sign(
        "config", state, f"{config_path}: {f'{counts}; see {PROGRAM} validate' if found else 'valid'}"
    )
