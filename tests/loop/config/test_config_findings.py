"""Each rule, broken alone in a config that has no findings otherwise."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from loomsmith.loop.config import loads
from loomsmith.loop.config.findings import findings, is_acceptable

Change = Callable[[dict[str, Any]], object]


def clean() -> dict[str, Any]:
    """A config without findings, as data."""
    return {
        "name": "tide-tables",
        "pre_execution": [{"step": "Wrote one table by hand", "done": True}],
        "goals": [
            {"name": "table", "description": "The table for next year is complete"},
            {"name": "sheet", "description": "A printed sheet shows the table", "depends_on": ["table"]},
        ],
        "validations": [
            _check("table", "file", {"type": "file_exists", "path": "out/table.csv"}),
            _check("sheet", "header", {"type": "regex_match", "artifact": "table", "pattern": "^Date,"}),
            _check("overall", "reads", {"type": "judge", "standard": "the almanac's style"}, "subjective"),
            _check("table", "rows", {"type": "threshold", "metric": "rows", "op": "gte", "value": 365}),
            _check("table", "script", {"type": "script", "command": "./check.sh"}),
        ],
        "success": [_scenario("overall")],
        "stop_gates": {"max_tokens": 1000},
        "schedules": [
            {"type": "cron", "expr": "0 6 * * 1"},
            {"type": "goal_satisfied", "goal": "table"},
            {"type": "interval", "seconds": 60},
        ],
        "execution_guidelines": {
            "items": [
                {"name": "reckon", "guideline": "Compute, and print nothing yet"},
                {"name": "print", "guideline": "Lay out what was computed"},
            ],
            "dependency": ["reckon -> print"],
        },
        "default_skills": [{"name": "kit", "source": "github", "url": "https://example.org/kit"}],
        "constraints": {"per_node": {"reckoner": {"max_seconds": 5}}},
        "graph": {
            "nodes": [
                _node("reckoner", "builder", goals=["table"], stage="reckon", provider="one"),
                _node("printer", "builder", depends_on=["reckoner"]),
                _node("reader", "judge", depends_on=["printer"]),
            ]
        },
        "providers": {
            "providers": [
                {"id": "one", "kind": "byok", "command": "one", "usage_regex": "used=([0-9]+)"},
                {"id": "two", "kind": "byok", "command": "two"},
            ],
            "cascade": {"cheap": ["one"]},
        },
        "context": {"summary_provider": "two"},
    }


def _check(target: str, name: str, detector: dict[str, Any], mode: str = "objective") -> dict[str, Any]:
    return {"target": target, "name": name, "mode": mode, "statement": "it holds", "detector": detector}


def _scenario(target: str, mode: str = "percentage", threshold: float | None = 1.0) -> dict[str, Any]:
    return {"target": target, "name": "all", "mode": mode, "statement": "it holds", "threshold": threshold}


def _node(name: str, role: str, **fields: Any) -> dict[str, Any]:
    return {"id": name, "role": role, "instruction": "Do the work as agreed upon", **fields}


def put(value: Any, *path: str | int) -> Change:
    """A change that sets the value at a path."""

    def change(config: dict[str, Any]) -> None:
        holder: Any = config
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value

    return change


def add(value: Any, *path: str | int) -> Change:
    """A change that appends a value to the list at a path."""

    def change(config: dict[str, Any]) -> None:
        holder: Any = config
        for key in path:
            holder = holder[key]
        holder.append(value)

    return change


def found_after(*changes: Change) -> list[tuple[str, str, str]]:
    """The (id, severity, field) of the findings of the clean config, changed."""
    config = clean()
    for change in changes:
        change(config)
    return [(each.id, each.severity, each.field) for each in findings(loads(json.dumps(config)))]


def test_the_clean_config_has_no_findings() -> None:
    assert found_after() == []


E, W = "error", "warning"
GOAL = {"name": "extra", "description": "Something more is true"}
EXTRA_CHECK = add(_check("extra", "x", {"type": "file_exists", "path": "x"}), "validations")
PHASE = {"name": "print", "guideline": "Print it twice"}
NO_WORKERS = {"mode": "fixed", "max_parallel": 0}
NO_PATH = {"type": "file_exists", "path": " "}
EMPTY = "^(Date,)?"
NODES = ("graph", "nodes")
PHASES = ("execution_guidelines", "items")
CHAINS = ("execution_guidelines", "dependency")
PROVIDERS = ("providers", "providers")
TWICE = add(_check("table", "reads", {"type": "judge", "standard": "s"}, "subjective"), "validations")

CASES: list[tuple[str, str, str, list[Change]]] = [
    ("V1", E, "name", [put("\u3000 ", "name")]),
    ("V4", E, "goals[2].name", [add(GOAL | {"name": "overall"}, "goals")]),
    ("V5", E, "goals[2].name", [add(GOAL | {"name": "table"}, "goals")]),
    ("V6", W, "goals[0].description", [put(" ééééé ", "goals", 0, "description")]),
    ("V7", E, "goals[1].depends_on", [put(["tabel"], "goals", 1, "depends_on")]),
    ("V8", E, "goals[1].depends_on", [put(["sheet"], "goals", 1, "depends_on")]),
    ("V9", W, "pre_execution", [put([], "pre_execution")]),
    ("V10", E, "pre_execution", [add({"step": "Read it aloud"}, "pre_execution")]),
    ("V11", E, "validations[5].target", [EXTRA_CHECK]),
    ("V12", E, "validations[0].statement", [put(" ", "validations", 0, "statement")]),
    ("V13", E, "validations[4].detector.command", [put("\t", "validations", 4, "detector", "command")]),
    ("V14", E, "validations[3].detector.metric", [put("", "validations", 3, "detector", "metric")]),
    ("V15", E, "validations[1].detector.artifact", [put("sheet", "validations", 1, "detector", "artifact")]),
    ("V16", E, "validations[2].detector.standard", [put("", "validations", 2, "detector", "standard")]),
    ("V17", W, "validations[2]", [put("objective", "validations", 2, "mode")]),
    ("V18", E, "validations[target=extra]", [add(GOAL, "goals")]),
    ("V19", W, "validations[target=overall]", [put(False, "validations", 2, "blocking")]),
    ("V20", E, "success[1].target", [add(_scenario("beyond"), "success")]),
    ("V21", E, "success[0].threshold", [put(None, "success", 0, "threshold")]),
    ("V21", E, "success[0].threshold", [put(1.5, "success", 0, "threshold")]),
    ("V22", E, "stop_gates.max_iterations", [put(0, "stop_gates", "max_iterations")]),
    ("V23", W, "stop_gates.max_iterations", [put(101, "stop_gates", "max_iterations")]),
    ("V24", W, "stop_gates.no_progress_iterations", [put(0, "stop_gates", "no_progress_iterations")]),
    ("V26", W, "stop_gates", [put({}, "stop_gates")]),
    ("V27", E, "execution_guidelines.items[2].name", [add(PHASE | {"name": ""}, *PHASES)]),
    ("V28", E, "execution_guidelines.items[2].name", [add(PHASE, *PHASES)]),
    ("V29", W, "execution_guidelines.items[0].guideline", [put("Compute", *PHASES, 0, "guideline")]),
    ("V31", E, "execution_guidelines.dependency", [put(["reckon ->", "->"], *CHAINS)]),
    ("V32", E, "execution_guidelines.dependency", [put(["reckon -> bind"], *CHAINS)]),
    ("V34", E, "execution_guidelines.dependency", [put(["reckon -> print -> reckon"], *CHAINS)]),
    ("V35", E, "graph.nodes[0].stage", [put("reckn", *NODES, 0, "stage")]),
    ("V38", W, "graph.nodes[0].instruction", [put("Do it", *NODES, 0, "instruction")]),
    ("V39", E, "graph.nodes[0].weight", [put(0, *NODES, 0, "weight")]),
    ("V40", E, "graph.nodes[2].depends_on", [put(["prnter"], *NODES, 2, "depends_on")]),
    ("V40", E, "graph.nodes[1].depends_on", [put(["printer"], *NODES, 1, "depends_on")]),
    ("V41", E, "graph.nodes[0].goals", [put(["tabel"], *NODES, 0, "goals")]),
    ("V42", E, "graph.nodes[0].provider", [put("three", *NODES, 0, "provider")]),
    ("V43", W, "graph.nodes", [put("manager", *NODES, 2, "role")]),
    ("V44", E, "graph.concurrency.max_parallel", [put(NO_WORKERS, "graph", "concurrency")]),
    ("V45", W, "graph.nodes[].isolated", [put([], *NODES, 1, "depends_on")]),
    ("V47", E, "providers.providers[2].id", [add({"id": "one", "kind": "mcp", "command": "c"}, *PROVIDERS)]),
    ("V48", E, "providers.providers[0].command", [put(" ", *PROVIDERS, 0, "command")]),
    ("V49", E, "providers.cascade.turbo", [put([], "providers", "cascade", "turbo")]),
    ("V50", E, "providers.cascade.cheap", [add("three", "providers", "cascade", "cheap")]),
    ("X1", E, "graph.nodes", [put(["reader"], *NODES, 0, "depends_on")]),
    ("X2", E, "schedules[0].expr", [put("@daily", "schedules", 0, "expr")]),
    ("X3", W, "schedules[1].goal", [put("tabel", "schedules", 1, "goal")]),
    ("X4", E, "validations[1].detector.pattern", [put("(?=x)", "validations", 1, "detector", "pattern")]),
    ("X4", W, "providers.providers[0].usage_regex", [put("([", *PROVIDERS, 0, "usage_regex")]),
    ("X5", W, "validations[0].detector.nonempty", [put(True, "validations", 0, "detector", "nonempty")]),
    ("X5", W, "graph.concurrency.cap", [put({"mode": "sequential", "cap": 2}, "graph", "concurrency")]),
    ("X6", W, "context.summary_provider", [put("three", "context", "summary_provider")]),
    ("X7", W, "goals", [put(["sheet"], "goals", 0, "depends_on")]),
    ("X8", E, "default_skills[0].url", [put("http://example.org/kit", "default_skills", 0, "url")]),
    ("X8", E, "default_skills[0].url", [put(None, "default_skills", 0, "url")]),
    ("X8", E, "default_skills[0].name", [put("../up", "default_skills", 0, "name")]),
    ("X8", E, "default_skills[0].name", [put("password-kit", "default_skills", 0, "name")]),
    ("X9", W, "validations[5].name", [TWICE]),
    ("X10", W, "constraints.per_node.ghost", [put({}, "constraints", "per_node", "ghost")]),
    ("X11", E, "graph.nodes[3].id", [add(_node(" ", "manager"), *NODES)]),
    ("X11", E, "providers.providers[2].id", [add({"id": "", "kind": "mcp", "command": "c"}, *PROVIDERS)]),
    ("X12", E, "schedules[2].seconds", [put(0, "schedules", 2, "seconds")]),
    ("X13", E, "validations[5].detector.path", [add(_check("table", "p", NO_PATH), "validations")]),
    ("X14", W, "validations[1].detector.pattern", [put(EMPTY, "validations", 1, "detector", "pattern")]),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "severity", "field", "changes"), CASES, ids=[case[0] for case in CASES])
def test_rule_is_found_alone(rule: str, severity: str, field: str, changes: list[Change]) -> None:
    assert found_after(*changes) == [(rule, severity, field)]


def _ids(*changes: Change) -> list[str]:
    return [rule for rule, _, _ in found_after(*changes)]


def test_v2_no_goals_comes_with_all_that_speaks_of_them() -> None:
    assert _ids(put([], "goals"))[0] == "V2"


def test_v3_a_blank_goal_name_is_found_though_a_check_targets_it() -> None:
    check = add(_check("", "x", {"type": "file_exists", "path": "x"}), "validations")
    assert found_after(add(GOAL | {"name": ""}, "goals"), check) == [("V3", "error", "goals[2].name")]


def test_lengths_are_counted_in_bytes_of_utf8() -> None:
    assert _ids(put("éééééé", "goals", 0, "description")) == []
    assert _ids(put("éééééééé", *NODES, 0, "instruction")) == []


def test_v7_and_v40_report_each_entry_and_v8_the_goal() -> None:
    assert _ids(put(["a", "b", "sheet", "sheet"], "goals", 1, "depends_on")) == ["V7", "V7", "V8"]
    assert _ids(put(["a", "printer", "b"], *NODES, 1, "depends_on")) == ["V40", "V40", "V40"]


@pytest.mark.parametrize(("patience", "limit"), [(0, 3), (2, 0), (3, 3), (4, 3)])
def test_v25_perturbation_must_come_before_the_end(patience: int, limit: int) -> None:
    gates = {"max_tokens": 1, "no_progress_iterations": limit, "no_progress_iterations_randomness": patience}
    assert [rule for rule in _ids(put(gates, "stop_gates")) if rule != "V24"] == ["V25"]


def test_v30_chains_without_phases_end_the_phase_block() -> None:
    assert _ids(put([], *PHASES)) == ["V30"]


def test_v35_a_stage_without_any_phases_is_found() -> None:
    assert _ids(put([], *PHASES), put([], *CHAINS)) == ["V35"]


def test_v33_a_phase_that_waits_for_itself_is_a_cycle_too() -> None:
    assert _ids(put(["print -> print"], *CHAINS)) == ["V33", "V34"]


def test_a_phase_given_twice_is_no_cycle() -> None:
    assert _ids(add({"name": "print", "guideline": "Print once more"}, *PHASES)) == ["V28"]


def test_v36_and_v46_end_their_blocks() -> None:
    emptied = (put([], *NODES), put([], *PROVIDERS))
    assert _ids(*emptied) == ["V36", "V46", "X6", "X10"]


def test_v37_and_v40_silence_the_cycle() -> None:
    cycle = put(["reader"], *NODES, 0, "depends_on")
    assert "X1" not in _ids(cycle, add(_node("reader", "manager"), *NODES))
    assert "X1" not in _ids(cycle, put(["ghost"], *NODES, 1, "depends_on"))


def test_v45_nodes_on_or_behind_a_cycle_have_no_wave() -> None:
    circle = [_node("a", "builder", depends_on=["b"]), _node("b", "builder", depends_on=["a"])]
    behind = [_node("c", "builder", depends_on=["a"]), _node("d", "builder", depends_on=["a"])]
    found = _ids(lambda config: config["graph"]["nodes"].extend([*circle, *behind]))
    assert found == ["X1"]


def test_v45_is_silent_when_nodes_run_one_by_one() -> None:
    assert _ids(put([], *NODES, 1, "depends_on"), put({"mode": "sequential"}, "graph", "concurrency")) == []


def test_v51_two_entries_of_one_id_are_one_provider() -> None:
    single = [{"id": "one", "kind": "byok", "command": "one"}] * 2
    changes = (put(single, *PROVIDERS), put(None, "context", "summary_provider"))
    assert _ids(*changes) == ["V47", "V51"]
    assert _ids(*changes, put(False, "providers", "enforce_judge_independence")) == ["V47"]


def test_a_misspelt_name_is_answered_with_the_near_one() -> None:
    config = clean()
    config["goals"][1]["depends_on"] = ["tables"]
    [finding] = findings(loads(json.dumps(config)))
    assert "did you mean 'table'?" in finding.message
    assert finding.as_json() == {
        "id": "V7", "severity": "error", "field": "goals[1].depends_on", "message": finding.message,
    }  # fmt: skip


def test_warnings_matter_only_when_strict() -> None:
    config = clean()
    config["stop_gates"] = {}
    found = findings(loads(json.dumps(config)))
    assert is_acceptable(found, strict=False)
    assert not is_acceptable(found, strict=True)


def test_a_large_config_full_of_mistakes_is_examined_in_reasonable_work() -> None:
    config = clean()
    config["graph"]["nodes"] = [_node(f"n{i}", "builder", depends_on=[f"m{i}"]) for i in range(8_000)]
    found = findings(loads(json.dumps(config)))
    assert sum(finding.id == "V40" for finding in found) == 8_000
