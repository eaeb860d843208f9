"""A long session on a realistic model, held by real clients with the real server process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from clients.driving import DRIVERS, Driver
from clients.environments import program
from clients.model_session import CALLS, model_session

if TYPE_CHECKING:
    from pathlib import Path

CLIENTS = [driver for driver in DRIVERS if driver.name in ("mcp 2 auto", "ts sdk 1")]


@pytest.mark.parametrize("driver", CLIENTS, ids=lambda driver: driver.name)
def test_two_hundred_calls_are_answered_as_in_this_process(driver: Driver, tmp_path: Path) -> None:
    calls = model_session()
    assert len(calls) == CALLS
    report = driver.hold(program("ddd-mcp"), [], tmp_path, [(call.tool, call.arguments) for call in calls])
    assert report["server"] == "ddd-mcp"
    assert {call.tool for call in calls} == set(report["tools"])
    for call, answer in zip(calls, report["results"], strict=True):
        assert (answer["text"], answer["isError"]) == (call.text, call.is_error), call.tool
        assert answer["structured"] == call.value
    assert list(tmp_path.iterdir()) == [], "nothing is stored"
