"""A recorded session of tool calls against one store, step by step."""

import json
from pathlib import Path
from typing import Any

import pytest

from loomsmith.loop import toolkit
from loomsmith.loop.store.records import GoalState, LedgerEntry
from loomsmith.loop.store.sqlite import Store
from loop.calling import Caller
from loop.seeding import seed_goal_state

SESSION = Path(__file__).parents[1] / "conformance" / "loop" / "vectors" / "mcp-session.json"


def same(want: Any, got: Any) -> bool:
    """Whether a value is as wanted; "*" stands for any, and 1 and True are two things."""
    if want == "*":
        return True
    if isinstance(want, bool) or isinstance(got, bool):
        return want is got
    if isinstance(want, dict) and isinstance(got, dict):
        return want.keys() == got.keys() and all(same(want[key], got[key]) for key in want)
    if isinstance(want, list) and isinstance(got, list):
        return len(want) == len(got) and all(map(same, want, got))
    return bool(want == got)


def lay(folder: Path, session: dict[str, Any]) -> None:
    for name, text in session["files"].items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    with Store(folder / "state") as store:
        for row in session["store"]["ledger"]:
            store.append_ledger(LedgerEntry(**row))
    for run_id, states in session["store"]["goal_states"].items():
        for state in states:
            seed_goal_state(folder / "state", run_id, GoalState(**state))


def test_the_session_goes_as_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = json.loads(SESSION.read_text(encoding="utf-8"))
    lay(tmp_path, session)
    monkeypatch.chdir(tmp_path)
    caller = Caller(Path())
    last = -1
    for number, step in enumerate(session["cases"]):
        result = caller.call(step["tool"], step["arguments"])
        expect, told = step["expect"], f"step {number}: {step} gave {result.text}"
        assert result.is_error is expect["isError"], told
        if result.is_error:
            assert all(word in result.text for word in expect["mentions"]), told
            continue
        value, want = json.loads(result.text), expect["result"]
        if isinstance(value, dict) and isinstance(value.get("seq"), int):
            assert want["seq"] != ">" or value["seq"] > last, told
            last = value["seq"]
            want = {**want, "seq": "*"}
        assert same(want, value), told
    assert number > 40
    toolkit.close()
