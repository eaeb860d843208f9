"""Calls that run while other messages come: order, cancellation, progress, and tools that misbehave."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from clients.raw import PATIENCE, RawClient


def appears(path: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.005)


def cancelled(request_id: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": request_id}}


def test_a_ping_is_answered_while_a_tool_runs(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with RawClient() as client:
        client.send(client.call("wait", {"path": str(gate)}))
        assert client.before_pong() == []
        assert "tools" in client.ask("tools/list", request_id=3)["result"]
        gate.touch()
        assert client.message()["id"] == 1


def test_calls_are_answered_in_the_order_asked(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with RawClient() as client:
        client.send(
            client.call("wait", {"path": str(gate)}, "slow"), client.call("echo", {"text": "x"}, "quick")
        )
        assert client.before_pong() == []
        gate.touch()
        assert [client.message()["id"] for _ in range(2)] == ["slow", "quick"]


def test_a_cancelled_call_stops_and_is_never_answered(tmp_path: Path) -> None:
    with RawClient() as client:
        client.send(client.call("wait", {"path": str(tmp_path / "gate")}))
        appears(tmp_path / "gate.started")
        client.send(cancelled(1))
        client.send(client.call("echo", {"text": "next"}, 2))
        assert client.message()["id"] == 2
        assert client.before_pong() == []


def test_a_call_that_ends_after_its_cancellation_is_not_answered(tmp_path: Path) -> None:
    with RawClient() as client:
        client.send(client.call("deaf", {"path": str(tmp_path / "gate")}))
        appears(tmp_path / "gate.started")
        client.send(cancelled(1))
        assert client.before_pong() == []
        (tmp_path / "gate").touch()
        client.send(client.call("echo", {"text": "next"}, 2))
        assert client.message()["id"] == 2


def test_a_call_cancelled_in_the_queue_never_runs(tmp_path: Path) -> None:
    with RawClient() as client:
        client.send(client.call("wait", {"path": str(tmp_path / "first")}, 1))
        client.send(client.call("wait", {"path": str(tmp_path / "second")}, 2), cancelled(2))
        assert client.before_pong() == []
        (tmp_path / "first").touch()
        assert client.message()["id"] == 1
        assert client.before_pong() == []
        assert not (tmp_path / "second.started").exists()


@pytest.mark.parametrize("other", ["1", 1.0, True, None, 2, [1]])
def test_ids_are_compared_with_their_type(tmp_path: Path, other: Any) -> None:
    gate = tmp_path / "gate"
    with RawClient() as client:
        client.send(client.call("wait", {"path": str(gate)}, 1), cancelled(other))
        assert client.before_pong() == []
        gate.touch()
        assert client.message()["id"] == 1


@pytest.mark.parametrize("params", [None, [], {}, {"requestId": 99}])
def test_a_cancellation_that_names_no_call_is_ignored(params: Any) -> None:
    with RawClient() as client:
        client.send({"method": "notifications/cancelled", "params": params})
        assert client.before_pong() == []


def test_calls_may_share_an_id_and_all_are_answered(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with RawClient() as client:
        client.send(*[client.call("wait", {"path": str(gate)})] * 2)
        assert client.before_pong() == []
        gate.touch()
        assert [client.message()["id"] for _ in range(2)] == [1, 1]


def test_a_cancellation_hits_all_calls_with_its_id(tmp_path: Path) -> None:
    with RawClient() as client:
        client.send(*[client.call("wait", {"path": str(tmp_path / "gate")})] * 3, cancelled(1))
        client.send(client.call("echo", {"text": "x"}, 2))
        assert client.message()["id"] == 2


def test_an_id_may_be_used_again_after_its_answer(tmp_path: Path) -> None:
    with RawClient() as client:
        for _ in range(3):
            client.send(client.call("echo", {"text": "x"}))
            assert client.message()["id"] == 1
        client.send(cancelled(1), client.call("echo", {"text": "x"}))
        assert client.message()["id"] == 1


def test_progress_is_told_while_a_call_runs_and_never_after_its_answer(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with RawClient() as client:
        client.initialize("2025-06-18")
        client.send(client.call("report", {"path": str(gate)}, _meta={"progressToken": "t"}))
        told = [client.message(), client.message()]
        gate.touch()
        while "id" not in (answer := client.message()):
            told.append(answer)
        assert answer["result"]["isError"] is False
        assert all(message["method"] == "notifications/progress" for message in told)
        steps = [message["params"]["progress"] for message in told]
        assert steps == sorted(set(steps))
        assert [message["params"]["message"] for message in told] == [f"step {int(step)}" for step in steps]
        assert client.before_pong() == []


def test_whatever_a_tool_prints_stays_out_of_the_frames() -> None:
    with RawClient() as client:
        client.send(client.call("noisy"))
        assert client.message()["result"]["isError"] is False
        client.hang_up()
        assert client.end() == (0, [])
        for noise in (b"a print", b"a write", b"a library", b"a child"):
            assert noise in client.stderr


def test_no_tool_can_eat_the_input() -> None:
    with RawClient() as client:
        client.initialize("2025-06-18")
        client.send(client.call("thirsty"), client.call("echo", {"text": "still here"}, 2))
        assert client.message()["result"]["structuredContent"] == {"drunk": ""}
        assert client.message()["id"] == 2


def test_a_failure_is_a_result_with_its_text_and_nothing_else() -> None:
    with RawClient() as client:
        client.initialize("2025-06-18")
        client.send(client.call("fails"))
        text = "the well is dry\nTry another well."
        assert client.message()["result"] == {"content": [{"type": "text", "text": text}], "isError": True}
        assert client.before_pong() == []
        assert client.stderr == b""


def test_a_long_failure_is_cut_and_says_so() -> None:
    with RawClient() as client:
        client.send(client.call("verbose_failure"))
        text = client.message()["result"]["content"][0]["text"]
        assert text.startswith("too much to say\n")
        assert len(text) <= 4_000
        assert text.endswith("(50016 characters in all, the rest is left out)")


@pytest.mark.parametrize(
    ("tool", "named"),
    [
        ("breaks", "ZeroDivisionError: by nothing ✓"),
        ("leaves", "SystemExit: 3"),
        ("not_a_number", "ValueError"),
        ("absent", "AttributeError"),
    ],
)
def test_a_defect_of_a_tool_is_a_failure_that_names_it(tool: str, named: str) -> None:
    with RawClient(env={"PYTHONIOENCODING": "ascii"}) as client:
        client.send(client.call(tool), client.call("echo", {"text": "x"}, 2))
        answer = client.message()["result"]
        assert answer["isError"] is True
        assert named in answer["content"][0]["text"]
        assert "Traceback" not in answer["content"][0]["text"]
        assert client.message()["result"]["isError"] is False
        client.hang_up()
        assert client.end()[0] == 0
        assert b"Traceback" in client.stderr
        assert named.encode() in client.stderr


def test_a_list_is_text_only() -> None:
    with RawClient() as client:
        client.initialize("2025-11-25")
        client.send(client.call("listing"))
        answer = client.message()["result"]
        assert set(answer) == {"content", "isError"}
        assert answer["content"][0]["text"] == '[\n  {\n    "a": 1.0,\n    "b": 1\n  }\n]'
        assert json.loads(answer["content"][0]["text"]) == [{"a": 1.0, "b": 1}]
