"""Which field is sent in which version of the protocol, asked of the server without a transport."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from clients import fixture_tools
from clients.raw import MODERN
from loomsmith.base.context import Settings
from loomsmith.mcp.protocol import Identity
from loomsmith.mcp.server import Server
from loomsmith.tools.catalog import Catalog

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
LEGACY = VERSIONS[:-1]
CATALOG = Catalog(fixture_tools.TOOLS, Settings(), on_defect=lambda name, defect: None)

FIRST_VERSION = {
    "name": "2024-11-05",
    "description": "2024-11-05",
    "inputSchema": "2024-11-05",
    "annotations": "2025-03-26",
    "title": "2025-06-18",
    "_meta": "2025-06-18",
}


def server() -> Server:
    return Server(CATALOG, Identity("fixtures", "1", "Fixtures", "Only for tests."))


def ask(server: Server, version: str, method: str, **params: Any) -> Any:
    """The result of a request made in a version of the protocol."""
    if version in LEGACY:
        server.handle({"id": 0, "method": "initialize", "params": {"protocolVersion": version}})
    else:
        params["_meta"] = MODERN
    frame = server.handle({"id": 1, "method": method, "params": params})
    assert frame is not None
    return json.loads(frame)["result"]


@pytest.mark.parametrize("version", VERSIONS)
def test_tools_have_exactly_the_fields_their_version_defines(version: str) -> None:
    tools = ask(server(), version, "tools/list")["tools"]
    assert [tool["name"] for tool in tools] == [tool.name for tool in fixture_tools.TOOLS]
    expected = {field for field, since in FIRST_VERSION.items() if since <= version}
    for tool in tools:
        assert set(tool) | {"_meta"} == expected | {"_meta"}
    assert ("_meta" in tools[11]) == (version >= "2025-06-18")
    if "_meta" in tools[11]:
        assert tools[11]["_meta"] == {"anthropic/maxResultSizeChars": 200_000}


@pytest.mark.parametrize("version", VERSIONS)
def test_structured_content_is_sent_where_it_is_defined(version: str) -> None:
    success = ask(server(), version, "tools/call", name="echo", arguments={"text": "x"})
    assert ("structuredContent" in success) == (version >= "2025-06-18")
    assert json.loads(success["content"][0]["text"]) == {"text": "x"}
    failure = ask(server(), version, "tools/call", name="fails")
    assert "structuredContent" not in failure


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
def test_modern_members_are_sent_in_the_modern_version_only(version: str, method: str) -> None:
    result = ask(server(), version, method, name="echo", arguments={"text": "x"})
    modern = {"resultType", "_meta"} | ({"ttlMs", "cacheScope"} if method == "tools/list" else set())
    assert set(result) & {"resultType", "_meta", "ttlMs", "cacheScope"} == (
        modern if version == "2026-07-28" else set()
    )


@pytest.mark.parametrize("version", LEGACY)
def test_initialize_has_exactly_the_members_of_its_version(version: str) -> None:
    result = ask(server(), version, "initialize", protocolVersion=version)
    assert result["capabilities"] == {"tools": {}}
    assert list(result) == ["protocolVersion", "capabilities", "serverInfo", "instructions"]
    assert ("title" in result["serverInfo"]) == (version >= "2025-06-18")


def test_the_list_does_not_depend_on_what_was_asked_before() -> None:
    one = server()
    first = ask(one, "2025-11-25", "tools/list")
    for version in VERSIONS:
        ask(one, version, "tools/list")
        ask(one, version, "tools/call", name="no_such")
    assert ask(one, "2025-11-25", "tools/list") == first == ask(server(), "2025-11-25", "tools/list")


def test_before_any_initialize_the_oldest_version_is_spoken() -> None:
    frame = server().handle({"id": 1, "method": "tools/list"})
    assert frame is not None
    assert "annotations" not in json.loads(frame)["result"]["tools"][0]


def test_a_defect_of_the_server_is_an_internal_error_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = server()
    monkeypatch.setattr(one.catalog, "describe", lambda: 1 / 0)
    frame = one.handle({"id": 1, "method": "tools/list"})
    assert frame is not None
    error = json.loads(frame)["error"]
    assert (error["code"], error["data"]) == (-32603, {"type": "ZeroDivisionError"})
    monkeypatch.undo()
    assert one.handle({"id": 1, "method": "ping"}) == '{"jsonrpc":"2.0","id":1,"result":{}}'


def test_every_frame_has_its_keys_in_the_same_order() -> None:
    one = server()
    for message in (
        {"id": 1, "method": "ping"},
        {"id": 1, "method": "x"},
        {"id": 1},
        {"id": 1, "method": "tools/call"},
    ):
        frame = one.handle(message)
        assert frame is not None
        assert list(json.loads(frame))[:2] == ["jsonrpc", "id"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
METHODS = st.sampled_from(
    ["initialize", "ping", "tools/list", "tools/call", "server/discover", "notifications/cancelled", "x"]
)
META = st.dictionaries(
    st.sampled_from([*MODERN, "io.modelcontextprotocol/logLevel", "progressToken"]),
    st.sampled_from(["2026-07-28", "1900-01-01", "info", {}, 0, None]) | JSON,
)
PARAMS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["echo", "fails", "huge", "listing"]) | JSON,
        "arguments": st.fixed_dictionaries({"text": st.text()}) | JSON,
        "protocolVersion": st.sampled_from(VERSIONS) | JSON,
        "cursor": JSON,
        "_meta": META | JSON,
    },
)
MESSAGES = (
    st.fixed_dictionaries(
        {}, optional={"id": JSON, "method": METHODS | JSON, "params": PARAMS | JSON, "result": JSON}
    )
    | JSON
)
CODES = {-32700, -32601, -32602, -32022}


@examples(400)
@given(st.lists(MESSAGES, max_size=4))
def test_any_message_gets_one_well_formed_answer_or_none(messages: list[Any]) -> None:
    one = server()
    for message in messages:
        frame = one.handle(message)
        if frame is None:
            assert isinstance(message, dict)
            assert message.get("id") is None or ("method" not in message and "result" in message)
            continue
        assert frame.isascii()
        assert "\n" not in frame
        answer = json.loads(frame)
        assert answer["jsonrpc"] == "2.0"
        assert ("result" in answer) != ("error" in answer)
        if "id" in answer:
            assert isinstance(message, dict)
            assert answer["id"] == message["id"]
        if "error" in answer:
            assert answer["error"]["code"] in CODES
        assert one.handle({"id": 9, "method": "ping"}) == '{"jsonrpc":"2.0","id":9,"result":{}}'
