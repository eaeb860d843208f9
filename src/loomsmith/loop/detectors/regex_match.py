"""Whether a pattern occurs in an artifact's text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.loop.detectors.outcome import Outcome, Surroundings, cannot_run, one_line
from loomsmith.loop.patterns import PatternError, compile_pattern

if TYPE_CHECKING:
    from loomsmith.loop.config.model import RegexMatchDetector


def detect(detector: RegexMatchDetector, around: Surroundings) -> Outcome:
    """Passes if the pattern matches anywhere in the artifact; one that was not collected fails."""
    try:
        pattern = compile_pattern(detector.pattern)
    except PatternError as error:
        return cannot_run(str(error))
    text = around.evidence.artifacts.get(detector.artifact)
    if text is None:
        why = around.evidence.missing.get(detector.artifact)
        return Outcome(
            False, f"artifact {detector.artifact} was not {f'collected: {why}' if why else 'reported'}"
        )
    found = pattern.found_in(text)
    verb = "matches" if found else "does not match"
    return Outcome(
        found, f"artifact {detector.artifact} ({len(text)} characters) {verb} {one_line(detector.pattern)}"
    )
