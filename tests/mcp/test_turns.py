"""How a connection ends while calls still run, seen without a process around it."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from clients.in_memory import as_frames, served
from loomsmith.mcp import stdio

if TYPE_CHECKING:
    from pathlib import Path


def call(name: str, arguments: dict[str, Any], request_id: int) -> dict[str, Any]:
    return {"id": request_id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_a_call_that_never_ends_is_given_up_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "DRAIN_SECONDS", 0.2)
    gate = tmp_path / "gate"
    calls = as_frames(call("deaf", {"path": str(gate)}, 1), call("echo", {"text": "x"}, 2))
    assert served([calls]) == []
    gate.touch()


def test_a_thousand_calls_are_answered_in_order_by_two_threads() -> None:
    before = threading.active_count()
    written = served([as_frames(*(call("echo", {"text": str(n)}, n) for n in range(1_000)))])
    assert [json.loads(frame)["id"] for frame in written] == list(range(1_000))
    assert threading.active_count() <= before + 2


def test_a_connection_without_calls_ends_with_its_input() -> None:
    assert [json.loads(frame)["id"] for frame in served([as_frames({"id": 1, "method": "ping"})])] == [1]
    assert served([]) == []
