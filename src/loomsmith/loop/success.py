"""Success scenarios: how much of what the gate found is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.loop.config.model import OVERALL
from loomsmith.loop.rulings import TargetVerdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loomsmith.loop.config.model import Config, Success


def blocking_pass_rate(verdict: TargetVerdict) -> float:
    """Passed blocking checks over blocking checks; 0 where there are none."""
    blocking = verdict.blocking
    return sum(check.passed for check in blocking) / len(blocking) if blocking else 0.0


def is_met(scenario: Success, verdict: TargetVerdict) -> bool:
    """Whether a scenario holds for the verdict on its target.

    `percentage` asks for a share of the blocking checks (all of them unless it says how many), and for at
    least one such check; the other modes ask for a satisfied target.
    """
    if scenario.mode != "percentage":
        return verdict.satisfied
    wanted = 1.0 if scenario.threshold is None else scenario.threshold
    return bool(verdict.blocking) and blocking_pass_rate(verdict) >= wanted


def scenarios_met(config: Config, verdicts: Mapping[str, TargetVerdict]) -> list[tuple[Success, bool]]:
    """Every scenario in the config's order, and whether it is met; one of an unknown target never is."""
    return [
        (scenario, is_met(scenario, verdicts.get(scenario.target) or TargetVerdict(scenario.target, ())))
        for scenario in config.success
    ]


def overall_success(config: Config, verdicts: Mapping[str, TargetVerdict]) -> bool:
    """Whether the loop has succeeded: all scenarios of `overall` are met or, without one, `overall` itself.

    `verdicts` holds one for each goal and for `overall`, as `gate.evaluate_all` gives them.
    """
    of_overall = [met for scenario, met in scenarios_met(config, verdicts) if scenario.target == OVERALL]
    return all(of_overall) if of_overall else verdicts[OVERALL].satisfied
