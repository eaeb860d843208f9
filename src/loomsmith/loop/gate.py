"""The gate: evidence in, verdicts out. It alone decides that a goal is satisfied.

It reads the disk anew at every evaluation and remembers nothing, so that what was satisfied once is so only
as long as the evidence is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from loomsmith.base.failures import Cancelled
from loomsmith.loop.config.model import OVERALL
from loomsmith.loop.detectors import detect
from loomsmith.loop.detectors.outcome import Surroundings, one_line
from loomsmith.loop.rulings import Check, Ruling, TargetVerdict, _pronounce

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loomsmith.base.context import CallContext
    from loomsmith.loop.config.model import Config
    from loomsmith.loop.evidence import Evidence

MAX_EVIDENCE_CHARACTERS: Final = 2_000
"""The longest evidence of a check; names in it come from files and configs and may be of any length."""


def evaluate(context: CallContext, config: Config, target: str, evidence: Evidence) -> TargetVerdict:
    """What the evidence says about one target now: a goal's name or `overall`.

    Runs every validation of the target in the config's order and reports each as progress. A target that
    no validation names is no error: nothing speaks for it, so it is not satisfied.
    Raises Cancelled between checks and inside a script.
    """
    return _evaluate(context, config, [target], evidence)[target]


def evaluate_all(context: CallContext, config: Config, evidence: Evidence) -> dict[str, TargetVerdict]:
    """`evaluate` for every goal and for `overall`: target to verdict, targets ascending."""
    targets = sorted({goal.name for goal in config.goals} | {OVERALL})
    return _evaluate(context, config, targets, evidence)


def rule(context: CallContext, config: Config, evidence: Evidence, iteration: int) -> dict[str, Ruling]:
    """Rules on every target at a point of a run: target to ruling, targets ascending.

    This is the only place where rulings come from, and rulings are all that a store takes as goal states.
    """
    now = context.clock()
    verdicts = evaluate_all(context, config, evidence)
    return {target: _pronounce(verdict, iteration, now) for target, verdict in verdicts.items()}


def _evaluate(
    context: CallContext, config: Config, targets: Sequence[str], evidence: Evidence
) -> dict[str, TargetVerdict]:
    checks: dict[str, list[Check]] = {target: [] for target in targets}
    # A validation is run where its target comes, so that checks of one target are run one after another.
    agenda = [found for target in targets for found in config.validations if found.target == target]
    for done, validation in enumerate(agenda):
        if context.cancelled():
            raise Cancelled("The call was cancelled between two checks.")
        progress = _within(context, done, len(agenda), f"{validation.target}: {validation.name}")
        progress(0.0)
        independent = config.providers.enforce_judge_independence
        around = Surroundings(context, evidence, validation.name, independent, progress)
        outcome = detect(validation.detector, around)
        checks[validation.target].append(
            Check(
                name=validation.name,
                text=validation.statement,
                passed=outcome.passed,
                blocking=validation.blocking,
                evidence=one_line(outcome.evidence, MAX_EVIDENCE_CHARACTERS),
                broken=outcome.broken,
            )
        )
    return {target: TargetVerdict(target, tuple(found), evidence.ignored) for target, found in checks.items()}


def _within(context: CallContext, done: int, total: int, name: str) -> Callable[[float], None]:
    """Tells the caller how far the check after the `done` first ones has come, as a share of it."""
    return lambda share: context.progress(round(done + share, 4), total, name)
