"""The `loopsmith` command line: what it prints, what it writes, and its exit statuses."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import click
import pytest

from loomsmith.cli.loop_app import app, main
from loomsmith.loop import toolkit
from loomsmith.loop.config import load, loads
from loomsmith.loop.config.loading import Grammar
from loomsmith.loop.scaffold import RefusedFolder, loop_folder, starter_text
from loomsmith.loop.store.records import Checkpoint, GoalState, LedgerEntry
from loomsmith.loop.store.sqlite import Store
from loop.seeding import seed_goal_state

CONFIGS = Path(__file__).parents[1] / "conformance" / "loop" / "configs"
LOOP = """\
name: bakery
pre_execution: [{ step: Baked one loaf by hand, done: true }]
goals: [{ name: bread, description: The bread of the day is baked }]
validations:
  - target: bread
    name: loaf
    mode: objective
    statement: A loaf is there
    detector: { type: file_exists, path: out/loaf.txt, non_empty: true }
  - target: bread
    name: crust
    mode: objective
    statement: The crust is brown
    blocking: false
    detector: { type: regex_match, artifact: loaf, pattern: brown }
  - target: overall
    name: shop
    mode: objective
    statement: The shop opens
    detector: { type: script, command: sh, args: [-c, "echo closed >&2; test -e open"] }
stop_gates: { max_cost_usd: 2 }
graph:
  nodes:
    - { id: mill, role: builder, instruction: Mill the flour of the day, weight: 2 }
    - { id: bake, role: builder, instruction: Bake the bread of the day, depends_on: [mill], goals: [bread] }
    - { id: taste, role: judge, instruction: Taste the bread of the day, depends_on: [bake] }
providers:
  providers: [{ id: a, kind: byok, command: sh }, { id: b, kind: byok, command: cat }]
"""

GRAMMARS: tuple[Grammar, ...] = ("yaml", "markdown")

Shown: TypeAlias = tuple[int, str, str]
Run: TypeAlias = Callable[..., Shown]


@pytest.fixture
def loopsmith(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs `loopsmith` in this process: gives its exit status, standard output and standard error."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Shown:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main("loopsmith", [str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    yield run
    toolkit.close()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "bakery" / "loop.yaml"
    path.parent.mkdir()
    path.write_text(LOOP)
    return path


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


def _record(config: Path) -> None:
    with Store(config.parent / "state") as store:
        for iteration in range(60):
            detail = f"round {iteration} \x1b[31m"
            store.append_ledger(
                LedgerEntry("r1", iteration, "node_succeeded", detail, 1_772_432_100_000, "mill")
            )
        store.save_checkpoint(Checkpoint("r1", 7, ("mill",), 10, 0.5, 1, 2))


def test_a_ledger_shows_its_last_entries_oldest_first(loopsmith: Run, config: Path) -> None:
    _record(config)
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
    _record(config)
    assert loopsmith("status", config, "r1")[1] == "checkpoint: iteration 7\n"
    shown = json.loads(loopsmith("status", "--json", config, "r1")[1])
    assert shown == {"checkpoint_iteration": 7, "goal_states": {}}


def test_a_status_has_a_row_for_each_ruling(loopsmith: Run, config: Path) -> None:
    _record(config)
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
    _record(config)
    assert "Runs there: r1" in loopsmith("status", config, "r2")[1]
    assert json.loads(loopsmith("ledger", "--json", config, "r2")[1]) == []


def test_records_are_read_though_the_config_does_not_load(loopsmith: Run, config: Path) -> None:
    _record(config)
    config.write_text("[")
    assert loopsmith("status", config, "r1")[0] == 0
    assert loopsmith("ledger", config, "r1")[0] == 0


def test_a_state_that_is_no_folder_gives_one(loopsmith: Run, config: Path) -> None:
    (config.parent / "state").write_text("")
    status, out, err = loopsmith("status", config, "r1")
    assert (status, out) == (1, "")
    assert "state" in err


# convert and schema


def test_converting_there_and_back_gives_the_same_loop(loopsmith: Run, config: Path) -> None:
    markdown = config.with_name("loop.md")
    status, out, err = loopsmith("convert", config)
    assert (status, err) == (0, "")
    markdown.write_text(out)
    assert load(str(markdown)) == load(str(config))
    again = config.with_name("again.yaml")
    assert loopsmith("convert", markdown, "-o", again) == (0, "", "")
    assert load(str(again)) == load(str(config))


def test_yaml_stays_yaml_where_asked(loopsmith: Run, config: Path) -> None:
    out = loopsmith("convert", "--to-yaml", config)[1]
    assert loads(out) == load(str(config))


def test_converting_makes_folders_and_says_what_it_leaves_out(loopsmith: Run, config: Path) -> None:
    config.write_text(LOOP.replace("non_empty: true", "nonempty: true"))
    target = config.parent / "a" / "b" / "loop.md"
    status, out, err = loopsmith("convert", config, "--out", target)
    assert (status, out) == (0, "")
    assert err == "left out: validations[0].detector.nonempty, which nothing reads\n"
    assert target.read_text().startswith("# bakery\n")


def test_a_file_that_cannot_be_written_gives_one(loopsmith: Run, config: Path) -> None:
    status, _, err = loopsmith("convert", config, "-o", config / "under-a-file")
    assert status == 1
    assert "cannot be written" in err


def test_the_schema_is_printed(loopsmith: Run, tmp_path: Path) -> None:
    assert json.loads(loopsmith("schema")[1])["$schema"].endswith("2020-12/schema")
    assert loopsmith("schema", "-o", tmp_path / "s.json") == (0, "", "")
    assert json.loads((tmp_path / "s.json").read_text())["required"] == ["name", "goals", "validations"]


# new


@pytest.mark.parametrize("markdown", [False, True])
def test_a_new_loop_is_valid_but_for_the_work_to_be_done_by_hand(
    loopsmith: Run, tmp_path: Path, markdown: bool
) -> None:
    folder = tmp_path / "tide tables"
    purpose = 'Print "tide" tables: daily # and well'
    options = ["--markdown"] if markdown else []
    status, out, _ = loopsmith("new", "-p", folder, "--purpose", purpose, *options)
    assert status == 0
    config = folder / ("loop.md" if markdown else "loop.yaml")
    loop = load(str(config))
    assert (loop.name, loop.description) == ("tide tables", purpose)
    findings = json.loads(loopsmith("validate", "--json", config)[1])["findings"]
    assert [finding["id"] for finding in findings] == ["V10"]
    config.write_text(config.read_text().replace("done: false", "done: true"))
    assert loopsmith("validate", "--strict", config)[0] == 0
    for client in ("Claude Code", "Claude Desktop", "Cursor", "VS Code"):
        assert client in out


def test_a_new_loop_has_its_folders_and_files(loopsmith: Run, tmp_path: Path) -> None:
    loopsmith("new", "-p", tmp_path / "loop", "-n", "Night shift")
    for folder in ("proposals", "state", "logs", "out", "generated-skills", ".claude/skills"):
        assert (tmp_path / "loop" / folder).is_dir()
    for name in (".gitignore", "README.md", "marketplaces.json", "permissions.template.json"):
        assert (tmp_path / "loop" / name).is_file()
    assert (tmp_path / "loop" / "README.md").read_text().startswith("# Night shift\n")
    grant = json.loads((tmp_path / "loop" / ".claude" / "settings.local.json").read_text())
    assert "Bash(claude:*)" in grant["permissions"]["allow"]
    for script in ("check.sh", "compat.sh"):
        path = tmp_path / "loop" / "scripts" / script
        assert path.stat().st_mode & stat.S_IXUSR
        assert subprocess.run(["sh", "-n", path], check=False).returncode == 0
    assert not list((tmp_path / "loop").glob("*.cmd"))


def test_the_check_that_a_new_loop_brings_tells_good_from_bad(loopsmith: Run, tmp_path: Path) -> None:
    folder = tmp_path / "loop"
    loopsmith("new", "-p", folder)
    gate = ("gate", folder / "loop.yaml", "--workdir", folder)
    assert "says next to nothing" in loopsmith(*gate)[1]
    (folder / "out" / "result.md").write_text("# Result\n\nAll that was asked for, at some length.\n")
    assert loopsmith(*gate)[0] == 0
    (folder / "out" / "result.md").write_text("# Result\n\nAll that was asked for, TODO at some length.\n")
    assert "still has open ends" in loopsmith(*gate)[1]


@pytest.mark.parametrize("on_path", [True, False])
def test_the_registration_names_a_command_that_starts(
    loopsmith: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_path: bool
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    if on_path:
        (programs / "loopsmith").write_text("#!/bin/sh\n")
        (programs / "loopsmith").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    status, out, _ = loopsmith("new", "-p", tmp_path / "loop")
    assert status == 0
    server = json.loads((tmp_path / "loop" / ".mcp.json").read_text())["mcpServers"]["loopsmith"]
    assert server["args"][-2:] == ["--state", "./state"]
    if on_path:
        assert server["command"] == "loopsmith"
    else:
        assert os.path.isabs(server["command"])
        assert os.access(server["command"], os.X_OK)
        assert "not on PATH" in out


def test_a_given_config_is_written_unchanged(loopsmith: Run, tmp_path: Path, config: Path) -> None:
    text = "# kept as it is\r\n" + LOOP
    config.write_bytes(text.encode())
    assert loopsmith("new", "-p", tmp_path / "a", "--config-file", config)[0] == 0
    assert (tmp_path / "a" / "loop.yaml").read_bytes() == text.encode()
    assert not (tmp_path / "a" / "scripts" / "check.sh").exists()
    markdown = "# lock\n- goals: []\n- validations: []\n"
    assert loopsmith("new", "-p", tmp_path / "b", "--config-stdin", "--markdown", stdin=markdown)[0] == 0
    assert (tmp_path / "b" / "loop.md").read_text() == markdown
    (tmp_path / "given.md").write_text(markdown)
    assert loopsmith("new", "-p", tmp_path / "c", "--config-file", tmp_path / "given.md")[0] == 0
    assert (tmp_path / "c" / "loop.md").read_text() == markdown


@pytest.mark.parametrize(
    ("stdin", "message"), [("", "is empty"), (" \n", "is empty"), ("[", "not a YAML"), (b"\xff", "UTF-8")]
)
def test_a_given_config_that_does_not_parse_makes_nothing(
    loopsmith: Run, tmp_path: Path, stdin: str | bytes, message: str
) -> None:
    status, _, err = loopsmith("new", "-p", tmp_path / "loop", "--config-stdin", stdin=stdin)
    assert status == 1
    assert message in err
    assert not (tmp_path / "loop").exists()


@pytest.mark.parametrize("path", ["", "  ", "/", "~", "here/.."])
def test_folders_where_no_loop_may_be_are_refused(
    loopsmith: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    status, out, _ = loopsmith("new", "--force", "-p", path)
    assert (status, out) == (1, "")


def test_the_own_source_and_files_are_refused(loopsmith: Run, config: Path) -> None:
    inside = Path(sys.modules["loomsmith"].__file__ or "").parent / "loop"
    assert "inside the source" in loopsmith("new", "-p", inside / "x")[2]
    assert not (inside / "x").exists()
    assert "is a file" in loopsmith("new", "-p", config)[2]


def test_a_folder_with_something_in_it_is_refused_unless_forced(loopsmith: Run, config: Path) -> None:
    folder = config.parent
    assert "not empty" in loopsmith("new", "-p", folder)[2]
    (folder / "README.md").write_text("mine")
    (folder / ".mcp.json").write_text('{"mcpServers": {"other": {"command": "x"}}, "more": 1}')
    (folder / ".claude").mkdir()
    (folder / ".claude" / "settings.local.json").write_text('{"permissions": {"deny": ["Bash"]}}')
    status, out, _ = loopsmith("new", "-p", folder, "--force")
    assert status == 0
    assert f"kept     {folder / 'README.md'}" in out
    assert f"merged   {folder / '.mcp.json'}" in out
    assert (folder / "README.md").read_text() == "mine"
    assert config.read_text() == LOOP
    registrations = json.loads((folder / ".mcp.json").read_text())
    assert list(registrations["mcpServers"]) == ["other", "loopsmith"]
    assert registrations["more"] == 1
    settings = json.loads((folder / ".claude" / "settings.local.json").read_text())
    assert settings["permissions"]["deny"] == ["Bash"]
    assert "Read" in settings["permissions"]["allow"]
    assert "merged" not in loopsmith("new", "-p", folder, "--force")[1]


def test_a_settings_file_that_is_no_json_stops_everything(loopsmith: Run, tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("not json")
    status, _, err = loopsmith("new", "-p", tmp_path, "--force")
    assert status == 1
    assert "nothing was changed" in err
    assert [path.name for path in tmp_path.iterdir()] == [".mcp.json"]


def test_a_home_folder_is_known_by_where_it_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "link").symlink_to(home)
    monkeypatch.setenv("HOME", str(tmp_path / "link"))
    assert loop_folder("~/loop", force=False) == home / "loop"
    with pytest.raises(RefusedFolder, match="cannot be used"):
        loop_folder("a\0b", force=True)


def test_names_with_odd_characters_survive_the_starter() -> None:
    for name in ('a "b": c', "#", "~", "true", "a\nb", "é😀", "@PURPOSE@"):
        for grammar in GRAMMARS:
            loop = loads(starter_text(name, name, grammar), grammar)
            assert (loop.name, loop.description) == (name, name)


# doctor


def test_the_doctor_always_gives_zero_and_names_what_is_missing(
    loopsmith: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.write_text(
        LOOP.replace("command: cat", "command: no-such-program, requires_env: [A_KEY]")
        .replace("command: sh, args", "command: ./check.sh, args")
        .replace("max_cost_usd: 2", "")
    )
    status, out, _ = loopsmith("doctor", config)
    assert status == 0
    assert "'no-such-program' is not on PATH" in out
    assert "check.sh is not there" in out
    assert "0 errors, 1 warning;" in out
    (config.parent / "check.sh").write_text("")
    monkeypatch.setenv("PATH", str(config.parent / "nothing"))
    status, out, _ = loopsmith("doctor", config)
    assert status == 0
    assert "no isolated nodes" in out
    assert "is not executable" in out


def test_the_doctor_survives_what_is_broken(loopsmith: Run, config: Path) -> None:
    config.write_text("[")
    (config.parent / "state").write_text("")
    signs = json.loads(loopsmith("doctor", config, "--json")[1])
    broken = {sign["topic"] for sign in signs if sign["state"] == "problem"}
    assert {"config", "state"} <= broken
    assert all(set(sign) == {"topic", "state", "text"} for sign in signs)


def test_the_doctor_reads_the_state_folder(loopsmith: Run, config: Path) -> None:
    _record(config)
    assert "1 run" in loopsmith("doctor", config)[1]


# as a process


def _process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("loopsmith")
    return subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
        timeout=60,
    )


def test_the_process_gives_the_same_statuses(config: Path) -> None:
    assert _process("validate", str(config)).returncode == 0
    assert _process("gate", str(config)).returncode == 1
    assert _process("gate").returncode == 2
    assert _process("--version").stdout.startswith("loopsmith ")


def test_a_pipe_gets_no_colour_and_utf8_whatever_the_locale(config: Path) -> None:
    done = _process("plan", str(config), LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "mill → bake → taste" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_completion_script_that_completes(loopsmith: Run, shell: str) -> None:
    status, out, _ = loopsmith("completion", shell)
    assert status == 0
    assert f"_LOOPSMITH_COMPLETE={shell}_complete" in out
    words = {"COMP_WORDS": "loopsmith val", "COMP_CWORD": "val" if shell == "fish" else "1"}
    done = _process(**words, _LOOPSMITH_COMPLETE=f"{shell}_complete")
    assert "validate" in done.stdout
