"""What the gate says: checks, the verdict that follows from them, and the ruling that alone may be stored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NoReturn


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of one validation. `broken`: its detector could not run at all, so it proves nothing."""

    name: str
    text: str
    passed: bool
    blocking: bool
    evidence: str
    broken: bool = False

    def as_json(self) -> dict[str, Any]:
        """The five public members; that a detector is broken is said in `evidence`."""
        return {
            "name": self.name,
            "text": self.text,
            "passed": self.passed,
            "blocking": self.blocking,
            "evidence": self.evidence,
        }


@dataclass(frozen=True, slots=True)
class TargetVerdict:
    """What follows from the checks of one target. Nothing in it can be set: all of it is derived.

    `ignored_evidence` names what a caller gave as evidence that is none, by kind; None if all of it counted.
    """

    target: str
    checks: tuple[Check, ...]
    ignored_evidence: dict[str, list[str]] | None = field(default=None, compare=False)

    @property
    def blocking(self) -> list[Check]:
        """The checks that decide."""
        return [check for check in self.checks if check.blocking]

    @property
    def satisfied(self) -> bool:
        """Whether there is a blocking check and every one passed: silence is not success."""
        blocking = self.blocking
        return bool(blocking) and all(check.passed for check in blocking)

    @property
    def passed(self) -> int:
        """How many of all checks passed, advisory ones included."""
        return sum(check.passed for check in self.checks)

    @property
    def failed(self) -> int:
        """How many of all checks failed, advisory ones included."""
        return self.total - self.passed

    @property
    def total(self) -> int:
        """How many checks there are."""
        return len(self.checks)

    @property
    def reason(self) -> str:
        """Which of the three it is: nothing to decide by, everything passed, or what failed, by name."""
        blocking = self.blocking
        if not blocking:
            advisory = f" ({self.total} advisory only)" if self.total else ""
            return f"no blocking check targets {self.target}{advisory}: silence is not success"
        failing = [check.name for check in blocking if not check.passed]
        alone = len(blocking) == 1
        if not failing:
            return (
                "the only blocking check passed" if alone else f"all {len(blocking)} blocking checks passed"
            )
        share = "the only blocking check" if alone else f"{len(failing)} of {len(blocking)} blocking checks"
        return f"{share} failed: {', '.join(failing)}"

    def as_json(self) -> dict[str, Any]:
        """The verdict as a JSON object."""
        verdict: dict[str, Any] = {
            "target": self.target,
            "satisfied": self.satisfied,
            "checks": [check.as_json() for check in self.checks],
            "passed": self.passed,
            "failed": self.failed,
            "total": self.total,
            "reason": self.reason,
        }
        if self.ignored_evidence is not None:
            verdict["ignored_evidence"] = self.ignored_evidence
        return verdict


class Ruling:
    """A verdict of the gate at a point of a run: the one thing that a store keeps as a goal state.

    There is no constructor for others. The gate makes rulings from evidence it has just judged, so holding
    one means that the gate has ruled. `iteration` counts from 0, `updated_ms` is milliseconds since 1970.
    """

    __slots__ = ("iteration", "updated_ms", "verdict")

    verdict: TargetVerdict
    iteration: int
    updated_ms: int

    def __init__(self) -> None:
        raise TypeError("a ruling is made by the gate alone, from evidence")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name}: a ruling cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name}: a ruling cannot be changed")

    def __repr__(self) -> str:
        word = "satisfied" if self.verdict.satisfied else "not satisfied"
        return f"<Ruling {self.verdict.target!r} {word} in iteration {self.iteration}>"


def _pronounce(verdict: TargetVerdict, iteration: int, updated_ms: int) -> Ruling:
    """Makes a ruling. For the gate, and for nobody else: a test looks for other callers."""
    ruling = object.__new__(Ruling)
    for name, value in (("verdict", verdict), ("iteration", iteration), ("updated_ms", updated_ms)):
        object.__setattr__(ruling, name, value)
    return ruling
