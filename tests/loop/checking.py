"""Small helpers for tests of detectors and the gate."""

import os
import time
from pathlib import Path
from typing import Any

from loomsmith.base.context import CallContext, Settings
from loomsmith.loop.config.model import Config, Detector, Goal, Validation
from loomsmith.loop.detectors import detect
from loomsmith.loop.detectors.outcome import Outcome, Surroundings
from loomsmith.loop.evidence import Evidence

PATIENCE = 30.0
"""Seconds to wait for what must come; only a failing test waits so long."""


def context(**settings: Any) -> CallContext:
    """A context whose clock stands still; settings as given."""
    return CallContext(Settings(**settings), lambda: 1_700_000_000_000)


def found_by(
    detector: Detector, evidence: Evidence, around: CallContext | None = None, independent: bool = True
) -> Outcome:
    """What a detector finds out, as the check named `check`."""
    return detect(detector, Surroundings(around or context(), evidence, "check", independent, lambda _: None))


def loop_of(*validations: Validation, goals: tuple[str, ...] = ("goal",)) -> Config:
    """A config with these goals and validations and all defaults."""
    named = tuple(Goal(name, f"{name} is reached in full") for name in goals)
    return Config("loop", goals=named, validations=validations)


def content(path: Path) -> str:
    """The text of a file that a script is about to write, as soon as it is there and not empty."""
    deadline = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_text().endswith("\n")):
        assert time.monotonic() < deadline, f"{path} was never written"
        time.sleep(0.002)
    return path.read_text()


def is_running(pid: int) -> bool:
    """Whether the process lives; one that only waits to be reaped by its parent does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] not in ("Z", "X") if state.exists() else True
    except OSError:
        return False


def ends(pid: int) -> bool:
    """Whether the process ends without further ado."""
    deadline = time.monotonic() + PATIENCE
    while is_running(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.002)
    return True
