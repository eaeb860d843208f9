"""What `loopsmith` says of a loop and its runs: validate, plan, gate, status, ledger."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from cli.bakery import LOOP, Run, record_run
from loomsmith.cli.loop_app import app
from loomsmith.loop.store.records import GoalState
from loop.seeding import seed_goal_state

CONFIGS = Path(__file__).parents[1] / "conformance" / "loop" / "configs"


def _bad(config: Path) -> Path:
    config.write_text(LOOP.replace("target: bread", "target: bred"))
    return config


# validate


def test_a_valid_loop_gives_zero_and_one_line(loopsmith: Run, config: Path) -> None:
    assert loopsmith("validate", config) == (0, f"{config} is valid.\n", "")


def test_findings_are_shown_with_their_counts_and_errors_give_one(loopsmith: Run, config: Path) -> None:
    status, out, err = loopsmith("validate", _bad(config))
    assert (status, err) == (1, "")
    assert "error      V11    validations[0].target" in out
    assert "'bred' is neither a goal nor 'overall'; did you mean 'bread'?" in out
    assert out.endswith("3 errors, 0 warnings\n")


def test_warnings_give_one_only_when_strict(loopsmith: Run, config: Path) -> None:
    config.write_text(LOOP.replace("max_cost_usd: 2", ""))
    assert loopsmith("validate", config)[0] == 0
    status, out, _ = loopsmith("validate", config, "--strict")
    assert status == 1
    assert out.endswith("0 errors, 1 warning\n")


def test_findings_as_json(loopsmith: Run, config: Path) -> None:
    status, out, _ = loopsmith("validate", "--json", _bad(config))
    assert status == 1
    shown = json.loads(out)
    assert (shown["errors"], shown["warnings"]) == (3, 0)
    assert shown["findings"][0]["id"] == "V11"
    assert set(shown["findings"][0]) == {"id", "severity", "field", "message"}


def test_every_conformance_config_has_its_exit_status(loopsmith: Run) -> None:
    for path in sorted(CONFIGS.glob("*.expected.json")):
        expected = json.loads(path.read_text("utf-8"))
        exits = expected.get("validate_exit", {"plain": 1, "strict": 1})
        for name in filter(None, (expected["config"], expected.get("twin"))):
            assert loopsmith("validate", CONFIGS / name)[0] == exits["plain"], name
            assert loopsmith("validate", "--strict", CONFIGS / name)[0] == exits["strict"], name


# failures and usage


@pytest.mark.parametrize("command", ["validate", "plan", "gate", "convert"])
def test_a_config_that_cannot_be_loaded_gives_one_and_its_place(
    loopsmith: Run, config: Path, command: str
) -> None:
    config.write_text(LOOP + "stop_gate: {}\n")
    status, out, err = loopsmith(command, config)
    assert (status, out) == (1, "")
    line = LOOP.count("\n") + 1
    assert (
        err.splitlines()[0]
        == f"loopsmith: {config}:{line}:1: stop_gate: unknown key; did you mean stop_gates?"
    )


@pytest.mark.parametrize("command", ["validate", "plan", "gate"])
def test_a_failure_as_json_is_an_error_object(loopsmith: Run, tmp_path: Path, command: str) -> None:
    status, out, err = loopsmith(command, "--json", tmp_path / "nowhere.yaml")
    assert (status, err) == (1, "")
    assert "it does not exist" in json.loads(out)["error"]["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("valdate", "x"), ("validate",), ("plan", "--jsn", "x"), ("ledger", "x", "r", "--limit", "-1"),
        ("gate", "x", "--script-timeout", "0"), ("new",), ("status", "x"),
        ("new", "-p", "x", "--config-stdin", "--config-file", "y"), ("completion", "tcsh"),
    ],
)  # fmt: skip
def test_wrong_usage_gives_two(loopsmith: Run, arguments: tuple[str, ...]) -> None:
    status, out, err = loopsmith(*arguments)
    assert (status, out) == (2, "")
    assert "Error: " in err


def test_a_misspelt_command_is_answered_with_the_near_one(loopsmith: Run) -> None:
    assert "Did you mean validate?" in loopsmith("valdate")[2]


def test_every_command_has_help_that_fits_its_line(loopsmith: Run) -> None:
    status, out, _ = loopsmith("--help")
    assert status == 0
    assert "..." not in out.partition("Commands:")[2]
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert command is not None
        assert command.help, name


# plan


def test_a_plan_is_drawn_as_waves(loopsmith: Run, config: Path) -> None:
    status, out, err = loopsmith("plan", config)
    assert (status, err) == (0, "")
    lines = [line.rstrip() for line in out.splitlines()]
    assert lines[0] == "bakery: 3 nodes in 3 waves"
    assert "   0       1   ● mill (2)" in lines
    assert "critical path mill → bake → taste" in lines
    assert "its cost      4 of 4 in total" in lines
    assert "parallel      p = 0.000" in lines
    assert "speedup       1.00, ceiling 1.00" in lines


def test_builders_that_may_collide_are_named(loopsmith: Run, config: Path) -> None:
    config.write_text(LOOP.replace("depends_on: [mill], ", ""))
    assert "may collide: mill, bake" in loopsmith("plan", config)[1]


def test_a_plan_as_json_is_the_tool_result(loopsmith: Run) -> None:
    for path in sorted(CONFIGS.glob("*.expected.json")):
        expected = json.loads(path.read_text("utf-8"))
        if "error" in expected.get("plan", {"error": 1}):
            continue
        status, out, _ = loopsmith("plan", "--json", CONFIGS / expected["config"])
        plan = json.loads(out)
        plan["waves"] = [wave["nodes"] for wave in plan["waves"]]
        assert (status, plan) == (0, expected["plan"])


def test_a_graph_that_cannot_be_planned_gives_one(loopsmith: Run) -> None:
    status, out, err = loopsmith("plan", CONFIGS / "aquarium-cycle.yaml")
    assert (status, out) == (1, "")
    assert "eels, rays, report" in err


def test_an_unbounded_ceiling_and_an_empty_graph_are_said_in_words(loopsmith: Run, config: Path) -> None:
    assert "ceiling 1.00" in loopsmith("plan", CONFIGS / "tide-gauge-minimal.yaml")[1]
    config.write_text(LOOP.partition("graph:")[0])
    assert "bakery: 0 nodes in 0 waves" in loopsmith("plan", config)[1]


def test_a_vast_plan_is_shown_in_part(loopsmith: Run, config: Path) -> None:
    nodes = [f"{{id: n{i}, role: builder, instruction: i, depends_on: [n{i // 2}]}}" for i in range(1, 500)]
    chain = [f"{{id: c{i}, role: judge, instruction: i, depends_on: [c{i - 1}]}}" for i in range(1, 200)]
    roots = ["{id: n0, role: builder, instruction: i}", "{id: c0, role: builder, instruction: i}"]
    head = LOOP.partition("graph:")[0]
    config.write_text(head + f"graph: {{nodes: [{', '.join(roots + nodes + chain)}]}}\n")
    status, out, _ = loopsmith("plan", config)
    assert status == 0
    assert "… and 100 more waves" in out
    assert "(200 nodes)" in out


# gate


def test_the_gate_gives_one_until_the_evidence_is_there(
    loopsmith: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(config.parent)
    status, out, err = loopsmith("gate", "loop.yaml", "--target", "bread")
    assert status == 1
    assert out.startswith("bread: not satisfied\n")
    assert "FAIL   loaf" in out
    assert "not evidence: artifact out/loaf.txt" in err
    (config.parent / "out").mkdir()
    (config.parent / "out" / "loaf.txt").write_text("brown\n")
    status, out, err = loopsmith("gate", "loop.yaml", "--target", "bread")
    assert (status, err) == (0, "")
    assert out.startswith("bread: satisfied\n")
    assert "crust (advisory)" in out
    assert not (config.parent / "state").exists()


def test_a_gate_verdict_as_json_is_the_tool_result(loopsmith: Run, config: Path) -> None:
    (config.parent / "open").touch()
    status, out, _ = loopsmith("gate", "--json", "--workdir", config.parent, config)
    verdict = json.loads(out)
    assert status == 0
    assert list(verdict) == ["checks", "failed", "passed", "reason", "satisfied", "target", "total"]
    assert (verdict["satisfied"], verdict["total"]) == (True, 1)


def test_scripts_can_be_kept_from_running_and_are_limited_in_time(loopsmith: Run, config: Path) -> None:
    (config.parent / "open").touch()
    status, out, _ = loopsmith("gate", config, "--workdir", config.parent, "--no-scripts")
    assert status == 1
    assert "scripts are switched off here" in out
    config.write_text(LOOP.replace("echo closed >&2; test -e open", "sleep 60"))
    status, out, _ = loopsmith("gate", config, "--script-timeout", "0.2")
    assert status == 1
    assert "was killed after 0.2 s" in out


def test_a_target_that_nothing_checks_is_answered_with_near_ones(loopsmith: Run, config: Path) -> None:
    status, out, err = loopsmith("gate", config, "--target", "bred")
    assert status == 1
    assert "no blocking check targets bred" in out
    assert "Did you mean --target bread?" in err


# status and ledger


def test_a_ledger_shows_its_last_entries_oldest_first(loopsmith: Run, config: Path) -> None:
    record_run(config)
    status, out, _ = loopsmith("ledger", config, "r1")
    lines = out.splitlines()
    assert status == 0
    assert len(lines) == 52
    assert lines[2].startswith("2026-03-02 06:15:00          10   node_succeeded   mill   round 10")
    assert "\x1b" not in out
    assert len(loopsmith("ledger", config, "r1", "--limit", "3")[1].splitlines()) == 5
    shown = json.loads(loopsmith("ledger", config, "r1", "--limit", "2", "--json")[1])
    assert [entry["iteration"] for entry in shown] == [58, 59]


def test_a_status_shows_rulings_and_the_checkpoint(loopsmith: Run, config: Path) -> None:
    record_run(config)
    assert loopsmith("status", config, "r1")[1] == "checkpoint: iteration 7\n"
    shown = json.loads(loopsmith("status", "--json", config, "r1")[1])
    assert shown == {"checkpoint_iteration": 7, "goal_states": {}}


def test_a_status_has_a_row_for_each_ruling(loopsmith: Run, config: Path) -> None:
    record_run(config)
    state = config.parent / "state"
    seed_goal_state(state, "r1", GoalState("bread", True, 2, 0, 2, "all 2 blocking checks passed", 6, 1))
    seed_goal_state(state, "r1", GoalState("overall", False, 1, 2, 3, "2 of 3 failed", 7, 1))
    status, out, _ = loopsmith("status", config, "r1")
    assert status == 0
    rows = [line.split("  ") for line in out.splitlines()]
    assert [[cell.strip() for cell in row if cell] for row in rows[2:4]] == [
        ["bread", "satisfied", "2/2", "6", "all 2 blocking checks passed"],
        ["overall", "not satisfied", "1/3", "7", "2 of 3 failed"],
    ]
    shown = json.loads(loopsmith("status", "--json", config, "r1")[1])
    assert shown["goal_states"]["bread"]["satisfied"] is True


def test_an_unknown_run_is_said_to_be_unknown_and_gives_zero(loopsmith: Run, config: Path) -> None:
    for command in ("status", "ledger"):
        status, out, _ = loopsmith(command, config, "r2")
        assert status == 0
        assert out.startswith("Nothing is recorded of a run 'r2'")
    assert not (config.parent / "state").exists()
    record_run(config)
    assert "Runs there: r1" in loopsmith("status", config, "r2")[1]
    assert json.loads(loopsmith("ledger", "--json", config, "r2")[1]) == []


def test_records_are_read_though_the_config_does_not_load(loopsmith: Run, config: Path) -> None:
    record_run(config)
    config.write_text("[")
    assert loopsmith("status", config, "r1")[0] == 0
    assert loopsmith("ledger", config, "r1")[0] == 0


def test_a_state_that_is_no_folder_gives_one(loopsmith: Run, config: Path) -> None:
    (config.parent / "state").write_text("")
    status, out, err = loopsmith("status", config, "r1")
    assert (status, out) == (1, "")
    assert "state" in err
