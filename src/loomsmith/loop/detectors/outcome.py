"""What a detector is given and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.base.context import CallContext
    from loomsmith.loop.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the check passed, and one line of what was seen. `broken`: the detector could not run."""

    passed: bool
    evidence: str
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a detector may look at besides its own fields.

    `check` is the validation's name; `independent` says whether the judge of a piece of work must be served
    by another provider than its builder. `progress` may be told what share of its time the check has taken.
    """

    context: CallContext
    evidence: Evidence
    check: str
    independent: bool
    progress: Callable[[float], None]


def cannot_run(why: str) -> Outcome:
    """The outcome of a detector that cannot find out: a failure that says so."""
    return Outcome(passed=False, evidence=f"detector error: {why}", broken=True)


def one_line(text: str, most: int = 300) -> str:
    """A text from outside on one line without control characters, cut at `most` characters with a mark."""
    line = "".join(mark if mark.isprintable() else " " for mark in text[: most + 1]).strip()
    return line if len(line) <= most else line[: most - 1] + "…"
