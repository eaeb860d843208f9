"""Whether a reported number compares as asked."""

from __future__ import annotations

import operator
import sys
from typing import TYPE_CHECKING, Final

from loomsmith.loop.detectors.outcome import Outcome, Surroundings

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.loop.config.model import ThresholdDetector
    from loomsmith.loop.config.words import Operator


def _equal(metric: float, value: float) -> bool:
    return abs(metric - value) < sys.float_info.epsilon


_COMPARISONS: Final[dict[Operator, tuple[str, Callable[[float, float], bool]]]] = {
    "gt": (">", operator.gt),
    "gte": ("≥", operator.ge),
    "lt": ("<", operator.lt),
    "lte": ("≤", operator.le),
    "eq": ("=", _equal),
}


def detect(detector: ThresholdDetector, around: Surroundings) -> Outcome:
    """Passes if *metric op value* holds; equal means: nearer than 2⁻⁵². A metric not reported fails."""
    metric = around.evidence.metrics.get(detector.metric)
    sign, holds = _COMPARISONS[detector.op]
    wanted = f"wanted {sign} {detector.value!r}"
    if metric is None:
        return Outcome(False, f"metric {detector.metric} was not reported as a number, {wanted}")
    return Outcome(holds(metric, detector.value), f"metric {detector.metric} is {metric!r}, {wanted}")
