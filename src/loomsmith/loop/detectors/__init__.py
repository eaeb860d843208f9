"""The detectors: each finds out one thing about the evidence, and raises nothing but Cancelled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from loomsmith.loop.config import model
from loomsmith.loop.detectors import file_exists, judge, regex_match, script, threshold
from loomsmith.loop.detectors.outcome import Outcome, Surroundings

_DETECTORS: Final[dict[type, Callable[[Any, Surroundings], Outcome]]] = {
    model.ScriptDetector: script.detect,
    model.FileExistsDetector: file_exists.detect,
    model.RegexMatchDetector: regex_match.detect,
    model.ThresholdDetector: threshold.detect,
    model.JudgeDetector: judge.detect,
}


def detect(detector: model.Detector, around: Surroundings) -> Outcome:
    """The outcome of a detector. Raises Cancelled if the caller gives up while it runs."""
    return _DETECTORS[type(detector)](detector, around)
