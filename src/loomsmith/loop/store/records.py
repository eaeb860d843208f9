"""What a store keeps, as plain values. All times are milliseconds since 1970, UTC."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

LedgerKind = Literal[
    "run_started",
    "iteration_started",
    "node_dispatched",
    "node_succeeded",
    "node_failed",
    "gate_evaluated",
    "goal_satisfied",
    "goal_revoked",
    "skill_acquired",
    "proposal_written",
    "stop_gate_triggered",
    "run_finished",
]
ProposalKind = Literal["try_skill", "adopt_skill", "drop_skill", "reshape_graph", "change_criteria"]

LEDGER_KINDS: Final = frozenset(get_args(LedgerKind))

_DAY_MS: Final = 24 * 60 * 60 * 1000
PROPOSAL_LIFETIMES_MS: Final[Mapping[ProposalKind, int | None]] = {
    "try_skill": 7 * _DAY_MS,
    "adopt_skill": 30 * _DAY_MS,
    "drop_skill": 30 * _DAY_MS,
    "reshape_graph": 30 * _DAY_MS,
    "change_criteria": None,
}
"""How long a proposal of each kind stays current, in milliseconds; None: for ever."""


@dataclass(frozen=True, slots=True)
class Episode:
    """What a node produced in one dispatch, and who produced it."""

    run_id: str
    iteration: int
    node_id: str
    role: str
    provider_id: str
    output: str
    created_ms: int
    prompt_digest: str = ""
    tokens: int | None = None
    cost_usd: float | None = None
    duration_ms: int | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One event of a run; `detail` is one line for people."""

    run_id: str
    iteration: int
    kind: LedgerKind
    detail: str
    created_ms: int
    node_id: str | None = None
    tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class GoalState:
    """The last ruling on a target, as read back. There is no way to hand one to a store."""

    target: str
    satisfied: bool
    passed: int
    failed: int
    total: int
    reason: str
    iteration: int
    updated_ms: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run stands, enough to resume it.

    `completed_nodes` has one entry per successful dispatch, repeats included. The fields with a default may
    be missing in what an older version wrote.
    """

    run_id: str
    iteration: int
    completed_nodes: tuple[str, ...]
    tokens_used: int
    cost_usd: float
    started_ms: int
    updated_ms: int
    revisions: Mapping[str, int] = field(default_factory=dict)
    stale_iterations: int = 0
    last_signature: str = ""
    verdicts_json: str | None = None


@dataclass(frozen=True, slots=True)
class IterationSummary:
    """What one iteration came to: facts, and perhaps a narrative that has no effect on any ruling."""

    run_id: str
    iteration: int
    headline: str
    created_ms: int
    facts: tuple[str, ...] = ()
    narrative: str | None = None


@dataclass(frozen=True, slots=True)
class SkillTrial:
    """How the goals of a node fared while it had a skill. Trials are shared by all runs of a store."""

    run_id: str
    iteration: int
    node_id: str
    skill: str
    source: str
    pass_rate: float
    satisfied: bool
    created_ms: int
    tokens: int | None = None


@dataclass(frozen=True, slots=True)
class SkillScore:
    """The trials of one skill taken together."""

    skill: str
    source: str
    trials: int
    satisfied: int
    mean_pass_rate: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """Advice of a run to the person who owns the loop; nothing applies it."""

    run_id: str
    iteration: int
    kind: ProposalKind
    subject: str
    rationale: str
    created_ms: int
    patch: str | None = None
    expires_ms: int | None = None

    def expired(self, now_ms: int) -> bool:
        """Whether the proposal is stale: from the very instant `expires_ms` on."""
        return self.expires_ms is not None and now_ms >= self.expires_ms


def expiry(kind: ProposalKind, created_ms: int) -> int | None:
    """When a proposal of this kind, made at `created_ms`, goes stale; None: never."""
    lifetime = PROPOSAL_LIFETIMES_MS[kind]
    return None if lifetime is None else created_ms + lifetime


Record = (
    Episode | LedgerEntry | GoalState | Checkpoint | IterationSummary | SkillTrial | SkillScore | Proposal
)


def as_json(record: Record) -> dict[str, Any]:
    """The record as a JSON object: every field by its name, an absent value as null."""
    return {part.name: _plain(getattr(record, part.name)) for part in fields(record)}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def rank(trials: list[SkillTrial]) -> list[SkillScore]:
    """Skills, best first: by share of satisfied trials, then by number of trials, then by name.

    A skill's source is that of its first trial, its mean pass rate the sum in recorded order over the count.
    """
    grouped: dict[str, list[SkillTrial]] = {}
    for trial in trials:
        grouped.setdefault(trial.skill, []).append(trial)
    # `sum` compensates rounding from Python 3.12 on; the mean is to be the same everywhere.
    scores = [
        SkillScore(
            skill=skill,
            source=group[0].source,
            trials=len(group),
            satisfied=sum(trial.satisfied for trial in group),
            mean_pass_rate=reduce(add, (trial.pass_rate for trial in group), 0.0) / len(group),
        )
        for skill, group in grouped.items()
    ]
    return sorted(scores, key=lambda score: (-score.satisfied / score.trials, -score.trials, score.skill))
