"""How a connection ends while calls still run, seen without a process around it."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from clients import fixture_tools
from loomsmith.base.context import Settings
from loomsmith.mcp import stdio
from loomsmith.mcp.protocol import Identity
from loomsmith.mcp.server import Server
from loomsmith.tools.catalog import Catalog

if TYPE_CHECKING:
    from pathlib import Path

CATALOG = Catalog(fixture_tools.TOOLS, Settings())


def serve(messages: list[dict[str, Any]], written: list[bytes]) -> None:
    reads = iter([b"".join(json.dumps(message).encode() + b"\n" for message in messages), b""])
    server = Server(CATALOG, Identity("fixtures", "1", "Fixtures", "Only for tests."))
    stdio.serve(server, lambda: next(reads), written.append)


def call(name: str, arguments: dict[str, Any], request_id: int) -> dict[str, Any]:
    return {"id": request_id, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_a_call_that_never_ends_is_given_up_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stdio, "DRAIN_SECONDS", 0.2)
    written: list[bytes] = []
    gate = tmp_path / "gate"
    serve([call("deaf", {"path": str(gate)}, 1), call("echo", {"text": "x"}, 2)], written)
    assert written == []
    gate.touch()


def test_a_thousand_calls_are_answered_in_order_by_two_threads() -> None:
    written: list[bytes] = []
    before = threading.active_count()
    serve([call("echo", {"text": str(n)}, n) for n in range(1_000)], written)
    assert [json.loads(frame)["id"] for frame in written] == list(range(1_000))
    assert threading.active_count() <= before + 2


def test_a_connection_without_calls_ends_with_its_input() -> None:
    written: list[bytes] = []
    serve([{"id": 1, "method": "ping"}], written)
    serve([], written)
    assert [json.loads(frame)["id"] for frame in written] == [1]
