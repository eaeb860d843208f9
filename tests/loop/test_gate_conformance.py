"""The gate cases that come with the configs: evidence in, verdicts and success out."""

import json
from pathlib import Path
from typing import Any

import pytest

from loomsmith.base.context import CallContext, Settings
from loomsmith.loop import gate
from loomsmith.loop.config import load
from loomsmith.loop.evidence import Evidence, Judgment, given
from loomsmith.loop.success import blocking_pass_rate, overall_success, scenarios_met

CONFIGS = Path(__file__).parents[1] / "conformance" / "loop" / "configs"


def _cases() -> list[Any]:
    loops = [json.loads(path.read_text("utf-8")) for path in sorted(CONFIGS.glob("*.expected.json"))]
    found = [
        pytest.param(config, case, id=f"{config}-{case['case']}")
        for loop in loops
        for config in filter(None, [loop["config"], loop.get("twin")])
        for case in loop.get("gate", [])
    ]
    assert len(found) > 30
    return found


def _lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(("config_name", "case"), _cases())
def test_gate_case(config_name: str, case: dict[str, Any], tmp_path: Path) -> None:
    _lay(tmp_path, case["files"])
    passed = given(tmp_path, case.get("metrics"), case.get("artifacts"))
    judgments = tuple(Judgment(**judgment) for judgment in case.get("judgments", []))
    evidence = Evidence(
        passed.workdir, passed.artifacts, passed.metrics, judgments=judgments, ignored=passed.ignored
    )
    config = load(str(CONFIGS / config_name))
    verdicts = gate.evaluate_all(CallContext(Settings(), lambda: 0), config, evidence)
    expect = case["expect"]

    assert list(verdicts) == sorted(verdicts)
    assert verdicts.keys() == expect["verdicts"].keys()
    for target, verdict in verdicts.items():
        shown = verdict.as_json()
        assert isinstance(shown.pop("reason"), str)
        assert shown.pop("ignored_evidence", None) == expect.get("ignored_evidence")
        for check in shown["checks"]:
            assert check.pop("evidence")
        assert shown == expect["verdicts"][target]
    rates = {target: blocking_pass_rate(verdict) for target, verdict in verdicts.items()}
    assert rates == expect["blocking_pass_rate"]
    met = {f"{scenario.target}/{scenario.name}": met for scenario, met in scenarios_met(config, verdicts)}
    assert met == expect["success_met"]
    assert overall_success(config, verdicts) is expect["overall_success"]
