"""When progress is told: to whom it was promised, not too early, not too often, and only when it rises."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clients.in_memory import as_frames, fresh_server, served
from loomsmith.mcp import stdio
from loomsmith.mcp.server import Call
from loomsmith.tools.catalog import Tool
from loomsmith.tools.parameters import Integer

STEPS = Tool(
    "steps",
    "Take steps",
    "reads",
    "Reports each step that it takes.",
    (Integer("count", "How many steps to take."),),
    "clients.fixture_tools:steps",
)


def request(meta: Any) -> dict[str, Any]:
    params = {"name": "steps", "arguments": {"count": 3}, "_meta": meta}
    return {"id": 1, "method": "tools/call", "params": params}


def frames(meta: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a client hears of a call, progress being due at any time."""
    monkeypatch.setattr(stdio, "PROGRESS_AFTER", 0.0)
    monkeypatch.setattr(stdio, "PROGRESS_EVERY", 0.0)
    return [json.loads(frame) for frame in served([as_frames(request(meta))], [STEPS])]


@pytest.mark.parametrize("token", ["t", "", 0, 7, -1])
def test_progress_carries_the_token_and_comes_before_the_answer(
    token: str | int, monkeypatch: pytest.MonkeyPatch
) -> None:
    *told, answer = frames({"progressToken": token}, monkeypatch)
    assert answer["id"] == 1
    assert [frame["params"] for frame in told] == [
        {"progressToken": token, "progress": step} for step in (1.0, 2.0, 3.0)
    ]
    assert all(frame["method"] == "notifications/progress" and "id" not in frame for frame in told)


@pytest.mark.parametrize(
    "meta",
    [
        None,
        {},
        5,
        {"progressToken": None},
        {"progressToken": True},
        {"progressToken": 1.5},
        {"progressToken": []},
    ],
)
def test_progress_is_sent_only_where_it_was_asked_for(meta: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [frame["id"] for frame in frames(meta, monkeypatch)] == [1]


def test_progress_is_told_after_half_a_second_and_four_times_a_second_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(stdio, "monotonic", lambda: now)
    call = fresh_server([STEPS]).receive(request({"progressToken": "t"}))
    assert isinstance(call, Call)
    ticket = stdio.Ticket(call, None)
    told: list[tuple[float, float]] = []
    reporter = stdio.Reporter(
        ticket, "t", lambda frame: told.append((now, json.loads(frame)["params"]["progress"]))
    )
    for step in range(1, 129):  # powers of two, so that sums of times are exact
        now = step / 64
        reporter.report(float(step))
        reporter.report(float(step) - 1)
    assert [at for at, _ in told] == [0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0]
    assert [step for _, step in told] == [32.0, 48.0, 64.0, 80.0, 96.0, 112.0, 128.0]


@pytest.mark.parametrize("end", ["closed", "cancelled"])
def test_nothing_is_told_once_the_call_has_ended(end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "PROGRESS_AFTER", 0.0)
    call = fresh_server([STEPS]).receive(request({"progressToken": "t"}))
    assert isinstance(call, Call)
    ticket = stdio.Ticket(call, None)
    told: list[str] = []
    reporter = stdio.Reporter(ticket, "t", told.append)
    setattr(reporter if end == "closed" else ticket, end, True)
    reporter.report(1.0)
    assert told == []
