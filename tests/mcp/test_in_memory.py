"""The server without a process: messages go in, frames come out, and nothing else is needed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clients.model_session import CALLS, model_session
from clients.raw import MODERN
from loomsmith.base.context import Settings
from loomsmith.mcp.programs import PROGRAMS
from loomsmith.mcp.server import Server
from loomsmith.tools.catalog import Catalog

LEGACY_VERSION, MODERN_VERSION = "2025-11-25", "2026-07-28"
both_eras = pytest.mark.parametrize("version", [LEGACY_VERSION, MODERN_VERSION])


class Connection:
    """A client's side of a server in this process, in one version of the protocol."""

    def __init__(self, version: str, program: str = "ddd-mcp") -> None:
        chosen = PROGRAMS[program]
        self.server = Server(Catalog(chosen.tools(), Settings()), chosen.identity)
        self._modern = version == MODERN_VERSION
        self._last = 0
        if self._modern:
            self.hello = self.request("server/discover")
        else:
            self.hello = self.request("initialize", protocolVersion=version, capabilities={})
            assert self.server.handle({"method": "notifications/initialized"}) is None

    def request(self, method: str, **params: Any) -> Any:
        self._last += 1
        if self._modern:
            params["_meta"] = MODERN
        frame = self.server.handle({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        assert frame is not None
        assert frame.isascii()
        assert "\n" not in frame
        answer = json.loads(frame)
        assert answer["id"] == self._last
        return answer["result"]


@both_eras
def test_a_long_session_needs_no_process(version: str) -> None:
    connection = Connection(version)
    assert connection.hello["instructions"] == PROGRAMS["ddd-mcp"].identity.instructions
    listed = [tool["name"] for tool in connection.request("tools/list")["tools"]]
    calls = model_session()
    assert len(calls) == CALLS
    assert {call.tool for call in calls} == set(listed)
    for call in calls:
        result = connection.request("tools/call", name=call.tool, arguments=call.arguments)
        assert result["content"] == [{"type": "text", "text": call.text}]
        assert result["isError"] is call.is_error
        if isinstance(call.value, dict):
            assert result["structuredContent"] == call.value
        else:
            assert "structuredContent" not in result


def test_servers_in_one_process_do_not_know_of_each_other() -> None:
    first, second = Connection("2024-11-05"), Connection("2025-11-25")
    models, loops = Connection(MODERN_VERSION), Connection(MODERN_VERSION, "loopsmith")
    arguments = {"source": "context C { }"}
    old = first.request("tools/call", name="loom_validate", arguments=arguments)
    new = second.request("tools/call", name="loom_validate", arguments=arguments)
    assert "structuredContent" not in old
    assert new["structuredContent"] == json.loads(old["content"][0]["text"])
    assert loops.request("tools/call", name="loom_validate", arguments=arguments)["isError"]
    assert not models.request("tools/call", name="loom_validate", arguments=arguments)["isError"]
