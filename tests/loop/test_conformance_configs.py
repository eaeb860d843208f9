"""The conformance configs: what loads, to which model, with which findings, plan and permissions."""

import json
from pathlib import Path
from typing import Any

import pytest

from loomsmith.loop.config import ConfigError, load, loads
from loomsmith.loop.config.findings import findings, is_acceptable
from loomsmith.loop.config.markdown_writer import to_markdown
from loomsmith.loop.config.yaml_writer import to_yaml
from loomsmith.loop.permissions import grant
from loomsmith.loop.plan import PlanError, plan_graph

CONFIGS = Path(__file__).parents[1] / "conformance" / "loop" / "configs"


def _cases(load_result: str) -> list[Any]:
    expected = [json.loads(path.read_text("utf-8")) for path in sorted(CONFIGS.glob("*.expected.json"))]
    return [
        pytest.param(str(CONFIGS / case[key]), case, id=case[key])
        for case in expected
        if case["load"] == load_result
        for key in ("config", "twin")
        if key in case
    ]


@pytest.mark.parametrize(("path", "expected"), _cases("error"))
def test_config_is_refused_naming_the_place(path: str, expected: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as refusal:
        load(path)
    text = str(refusal.value)
    assert text.startswith(path)
    for word in expected["error_mentions"]:
        assert word in text


@pytest.mark.parametrize(("path", "expected"), _cases("ok"))
def test_config_loads_to_the_model_and_survives_both_forms(path: str, expected: dict[str, Any]) -> None:
    config = load(path)
    assert config.as_json() == expected["model"]
    assert loads(to_yaml(config)) == config
    assert loads(to_markdown(config), "markdown") == config


@pytest.mark.parametrize(("path", "expected"), _cases("ok"))
def test_config_has_the_findings(path: str, expected: dict[str, Any]) -> None:
    found = findings(load(path))
    told = [(finding.id[0], finding.severity, finding.field) for finding in found]
    wanted = [("V", finding["severity"], finding["field"]) for finding in expected["findings"]]
    assert [finding for finding in told if finding[0] == "V"] == wanted
    assert told[: len(wanted)] == wanted
    further = told[len(wanted) :]
    for finding in expected.get("findings_beyond_loopsmith", []):
        assert ("X", finding["severity"], finding["field"]) in further
    exits = {"plain": int(not is_acceptable(found, False)), "strict": int(not is_acceptable(found, True))}
    assert exits == expected["validate_exit"]


@pytest.mark.parametrize(("path", "expected"), _cases("ok"))
def test_config_has_the_plan(path: str, expected: dict[str, Any]) -> None:
    wanted = expected["plan"]
    graph = load(path).graph
    if "error" in wanted:
        with pytest.raises(PlanError) as refusal:
            plan_graph(graph)
        assert refusal.value.kind == wanted["error"]
        for node in wanted["nodes"]:
            assert node in str(refusal.value)
        return
    plan = plan_graph(graph).as_json()
    assert [wave["index"] for wave in plan["waves"]] == list(range(len(plan["waves"])))
    plan["waves"] = [wave["nodes"] for wave in plan["waves"]]
    assert plan == wanted


@pytest.mark.parametrize(("path", "expected"), _cases("ok"))
def test_config_needs_the_permissions(path: str, expected: dict[str, Any]) -> None:
    assert grant(load(path)) == expected["permissions"]
