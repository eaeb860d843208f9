"""What judges said about a check, and whether their word may count."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from loomsmith.loop.detectors.outcome import Outcome, Surroundings, one_line

if TYPE_CHECKING:
    from loomsmith.loop.config.model import JudgeDetector
    from loomsmith.loop.evidence import Judgment


def detect(detector: JudgeDetector, around: Surroundings) -> Outcome:
    """Passes on the judgments named like the check: by their mean score, or if all of them passed.

    While independence is asked for, one judgment by the builder's own provider, or of work whose builder is
    not known, refuses the lot. Otherwise independent judgments are preferred to the others.
    """
    judgments = [found for found in around.evidence.judgments if found.validation == around.check]
    if not judgments:
        return Outcome(False, f"no judgment of {around.check} has been made")
    if around.independent:
        for judgment in judgments:
            if not judgment.builder_provider_id.strip():
                return Outcome(
                    False,
                    f"refused: the builder is not known, so {judgment.provider_id} may be judging itself",
                )
            if judgment.provider_id == judgment.builder_provider_id:
                return Outcome(False, f"refused: {judgment.provider_id} judged its own work")
    pool = [found for found in judgments if found.provider_id != found.builder_provider_id] or judgments
    return _by_score(pool, detector.min_score) if detector.min_score is not None else _by_verdict(pool)


def _by_score(pool: list[Judgment], least: float) -> Outcome:
    scores = [judgment.score for judgment in pool if judgment.score is not None]
    if not scores:
        return Outcome(False, f"no judge gave a score, wanted a mean of at least {least!r}")
    # `sum` compensates rounding from Python 3.12 on; the mean is to be the same everywhere.
    mean = reduce(add, scores, 0.0) / len(scores)
    return Outcome(mean >= least, f"mean of {len(scores)} scores is {mean!r}, wanted at least {least!r}")


def _by_verdict(pool: list[Judgment]) -> Outcome:
    against = [judgment for judgment in pool if not judgment.passed]
    if against:
        first = against[0]
        said = f": {one_line(first.evidence)}" if first.evidence.strip() else ""
        return Outcome(False, f"{len(against)} of {len(pool)} judges say no; {first.provider_id}{said}")
    return Outcome(True, f"all {len(pool)} judges say yes ({', '.join(found.provider_id for found in pool)})")
