"""Whether a command ends with the wanted exit status."""

from __future__ import annotations

import os
import shlex
import time
from typing import TYPE_CHECKING

from loomsmith.loop.detectors import processes
from loomsmith.loop.detectors.outcome import Outcome, Surroundings, cannot_run, one_line

if TYPE_CHECKING:
    from loomsmith.loop.config.model import ScriptDetector


def detect(detector: ScriptDetector, around: Surroundings) -> Outcome:
    """Passes if the command, run in the working directory, exits with `expect_exit` (0 when absent).

    A command with a slash is taken from the working directory, a bare word is looked up on PATH. What runs
    longer than the operator allows is killed and has failed. Raises Cancelled.
    """
    settings = around.context.settings
    shown = one_line(shlex.join([detector.command, *detector.args]))
    if not settings.scripts:
        return cannot_run(f"{shown} was not run: scripts are switched off here")
    if not detector.command.strip():
        return cannot_run("the command is blank, so there is nothing to run")
    folder = str(around.evidence.workdir)
    executable = os.path.join(folder, detector.command) if "/" in detector.command else None
    started = time.monotonic()

    def given_up() -> bool:
        around.progress(min((time.monotonic() - started) / settings.script_timeout, 1.0))
        return around.context.cancelled()

    try:
        finished = processes.run(
            [detector.command, *detector.args],
            executable,
            folder,
            settings.script_timeout,
            given_up,
        )
    except (OSError, ValueError) as error:
        return cannot_run(f"{shown} cannot be started in {folder}: {_why(error, folder)}")
    said = _last_line(finished.stderr)
    tail = f"; standard error ends: {said}" if said else ""
    if finished.timed_out:
        return cannot_run(f"{shown} was killed after {settings.script_timeout:g} s{tail}")
    wanted = detector.expect_exit or 0
    ended = "was killed by a signal (status -1)" if finished.status == -1 else f"exited {finished.status}"
    return Outcome(finished.status == wanted, f"{shown} {ended}, wanted {wanted}{tail}")


def _why(error: OSError | ValueError, folder: str) -> str:
    if isinstance(error, OSError):
        if not os.path.isdir(folder):
            return "that is no folder"
        return error.strerror or str(error)
    return str(error)


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return one_line(lines[-1]) if lines else ""
