"""What goes over the wire, frame by frame, seen by a client that sends raw bytes to the real process."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from clients.raw import MODERN, RawClient

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


def error(code: int, **id_member: Any) -> Callable[[Any], None]:
    """The answer is an error of that code, with exactly that id member."""

    def check(answer: Any) -> None:
        assert answer["jsonrpc"] == "2.0"
        assert answer["error"]["code"] == code
        assert isinstance(answer["error"]["message"], str)
        assert {key: answer[key] for key in answer if key == "id"} == id_member

    return check


def result(request_id: Any, **members: Any) -> Callable[[Any], None]:
    """The answer is a result with that id; `...` asks for the member, anything else for its value."""

    def check(answer: Any) -> None:
        assert list(answer) == ["jsonrpc", "id", "result"]
        assert answer["id"] == request_id
        assert type(answer["id"]) is type(request_id)
        for key, wanted in members.items():
            assert key in answer["result"]
            assert wanted is ... or answer["result"][key] == wanted

    return check


def request(method: str, params: Any = ..., request_id: Any = 1) -> bytes:
    message = {"jsonrpc": "2.0", "id": request_id, "method": method}
    if params is not ...:
        message["params"] = params
    return json.dumps(message).encode() + b"\n"


def modern(method: str, _meta: dict[str, Any] = MODERN, **params: Any) -> bytes:
    return request(method, {**params, "_meta": _meta})


ONE_FRAME: list[tuple[str, bytes, Callable[[Any], None] | None]] = [
    ("broken JSON", b"{not json\n", error(-32700)),
    ("blank line", b"\n", None),
    ("spaces", b"   \n", None),
    ("carriage return", b"\r\n", None),
    ("byte order mark alone", b"\xef\xbb\xbf\n", None),
    ("number", b"42\n", error(-32700)),
    ("string", b'"x"\n', error(-32700)),
    ("null", b"null\n", error(-32700)),
    ("empty array", b"[]\n", error(-32700)),
    ("array outside its version", b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', error(-32700)),
    ("no method", b'{"jsonrpc":"2.0","id":7}\n', error(-32700, id=7)),
    ("no method and no id", b'{"jsonrpc":"2.0"}\n', error(-32700)),
    ("no method, id of another type", b'{"jsonrpc":"2.0","id":true}\n', error(-32700)),
    ("method is a number", b'{"jsonrpc":"2.0","id":7,"method":5}\n', error(-32700, id=7)),
    ("method is null", b'{"jsonrpc":"2.0","id":"7","method":null,"result":1}\n', error(-32700, id="7")),
    ("response", b'{"jsonrpc":"2.0","id":7,"result":{}}\n', None),
    ("error response", b'{"jsonrpc":"2.0","id":7,"error":{}}\n', None),
    ("no jsonrpc", b'{"id":1,"method":"tools/list"}\n', result(1, tools=...)),
    ("odd jsonrpc and extra members", b'{"jsonrpc":3,"x":1,"id":1,"method":"ping"}\n', result(1)),
    ("id 0", b'{"jsonrpc":"2.0","id":0,"method":"ping"}\n', result(0)),
    ("id empty", b'{"jsonrpc":"2.0","id":"","method":"ping"}\n', result("")),
    ("id 1.5", b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', result(1.5)),
    ("id 1.0", b'{"jsonrpc":"2.0","id":1.0,"method":"ping"}\n', result(1.0)),
    ("id true", b'{"jsonrpc":"2.0","id":true,"method":"ping"}\n', result(True)),
    ("id an object", b'{"jsonrpc":"2.0","id":{"a":[1]},"method":"ping"}\n', result({"a": [1]})),
    ("id null", b'{"jsonrpc":"2.0","id":null,"method":"ping"}\n', None),
    ("notification", b'{"jsonrpc":"2.0","method":"tools/list"}\n', None),
    ("call without id", b'{"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}\n', None),
    ("unknown notification", b'{"jsonrpc":"2.0","method":"no/such"}\n', None),
    ("initialized", b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n', None),
    ("initialized with an id", request("notifications/initialized"), result(1)),
    ("unknown method", request("no/such"), error(-32601, id=1)),
    ("resources/list", request("resources/list"), error(-32601, id=1)),
    ("prompts/list", request("prompts/list"), error(-32601, id=1)),
    ("logging/setLevel", request("logging/setLevel"), error(-32601, id=1)),
    ("params null", request("ping", None), result(1)),
    ("params of a wrong type", request("ping", [1]), result(1)),
    ("initialize {}", request("initialize", {}), result(1, protocolVersion="2024-11-05")),
    ("initialize without params", request("initialize"), result(1, protocolVersion="2024-11-05")),
    (
        "version a number",
        request("initialize", {"protocolVersion": 5}),
        result(1, protocolVersion="2024-11-05"),
    ),
    *(
        (f"version {v}", request("initialize", {"protocolVersion": v}), result(1, protocolVersion=v))
        for v in VERSIONS
    ),
    *(
        (
            f"version {v}",
            request("initialize", {"protocolVersion": v}),
            result(1, protocolVersion="2025-11-25"),
        )
        for v in ("2026-07-28", "1.0.0", "")
    ),
    (
        "initialize with modern meta",
        modern("initialize", protocolVersion="2025-06-18"),
        result(1, protocolVersion="2025-06-18"),
    ),
    ("unknown tool", request("tools/call", {"name": "ecko", "arguments": {}}), result(1, isError=True)),
    ("call without name", request("tools/call", {}), error(-32602, id=1)),
    ("name of a wrong type", request("tools/call", {"name": 5}), error(-32602, id=1)),
    ("call with a list", request("tools/call", ["x"]), error(-32602, id=1)),
    ("call without params", request("tools/call"), error(-32602, id=1)),
    ("no arguments", request("tools/call", {"name": "echo"}), result(1, isError=True)),
    ("arguments a list", request("tools/call", {"name": "echo", "arguments": [1]}), result(1, isError=True)),
    (
        "arguments a string",
        request("tools/call", {"name": "echo", "arguments": '{"text":"v"}'}),
        result(1, isError=False, content=[{"type": "text", "text": '{\n  "text": "v"\n}'}]),
    ),
    ("cursor", request("tools/list", {"cursor": "x"}), error(-32602, id=1)),
    ("cursor null", request("tools/list", {"cursor": None}), result(1, tools=...)),
    ("cursor empty", request("tools/list", {"cursor": ""}), result(1, tools=...)),
    (
        "discover",
        modern("server/discover"),
        result(
            1,
            supportedVersions=["2026-07-28"],
            capabilities={"tools": {}},
            resultType="complete",
            ttlMs=3_600_000,
            cacheScope="public",
            instructions="Only for tests.",
            _meta={
                "io.modelcontextprotocol/serverInfo": {
                    "name": "fixtures",
                    "version": "1",
                    "title": "Fixtures",
                }
            },
        ),
    ),
    ("discover without meta", request("server/discover"), error(-32602, id=1)),
    (
        "modern list",
        modern("tools/list"),
        result(1, resultType="complete", ttlMs=3_600_000, cacheScope="public", tools=..., _meta=...),
    ),
    (
        "modern call",
        modern("tools/call", name="echo", arguments={"text": "x"}),
        result(
            1, resultType="complete", isError=False, content=..., structuredContent={"text": "x"}, _meta=...
        ),
    ),
    (
        "modern call, input_required leftovers",
        modern("tools/call", name="fails", inputResponses=5),
        result(1),
    ),
    ("modern ping", modern("ping"), error(-32601, id=1)),
    ("modern initialized", modern("notifications/initialized"), error(-32601, id=1)),
    ("modern resources", modern("resources/list"), error(-32601, id=1)),
    (
        "modern without capabilities",
        modern("tools/list", {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}),
        error(-32602, id=1),
    ),
    (
        "modern version a number",
        modern("tools/list", {**MODERN, "io.modelcontextprotocol/protocolVersion": 2026}),
        error(-32602, id=1),
    ),
    (
        "modern version unknown",
        modern("no/such", {**MODERN, "io.modelcontextprotocol/protocolVersion": "1900-01-01"}),
        error(-32022, id=1),
    ),
    (
        "modern log level",
        modern("tools/list", {**MODERN, "io.modelcontextprotocol/logLevel": "notice"}),
        result(1),
    ),
    (
        "modern log level unknown",
        modern("tools/list", {**MODERN, "io.modelcontextprotocol/logLevel": "loud"}),
        error(-32602, id=1),
    ),
    ("invalid UTF-8", b'{"id":1,"method":"\xff"}\n', error(-32700)),
    ("UTF-8 surrogates", b'{"id":1,"method":"\xed\xa0\x80"}\n', error(-32700)),
    ("UTF-16", '{"id":1,"method":"ping"}'.encode("utf-16-le") + b"\n", error(-32700)),
    ("byte order mark", b"\xef\xbb\xbf" + request("ping"), result(1)),
    ("carriage return and line feed", request("ping")[:-1] + b"\r\n", result(1)),
    (
        "NaN",
        b'{"id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":NaN}}}\n',
        error(-32700),
    ),
    ("Infinity", b'{"id":Infinity,"method":"ping"}\n', error(-32700)),
    ("overflow", b'{"id":1e999,"method":"ping"}\n', error(-32700)),
    ("integer of 5,000 digits", b'{"id":' + b"9" * 5000 + b',"method":"ping"}\n', error(-32700)),
    ("100,000 nested objects", b'{"a":' * 100_000 + b"1" + b"}" * 100_000 + b"\n", error(-32700)),
    (
        "1,000 nested arrays as id",
        b'{"method":"ping","id":' + b"[" * 1000 + b"]" * 1000 + b"}\n",
        error(-32700),
    ),
    ("duplicate keys", b'{"id":1,"id":2,"method":"x","method":"ping"}\n', result(2)),
    ("line separator inside a string", '{"id":"\u2028","method":"ping"}\n'.encode(), result("\u2028")),
    ("65 MiB", b'{"id":1,"method":"' + b"x" * (65 * 2**20) + b'"}\n', error(-32700)),
]


@pytest.mark.parametrize(
    ("frame", "expected"), [pytest.param(frame, expected, id=name) for name, frame, expected in ONE_FRAME]
)
def test_one_frame_gets_its_answer_and_the_server_lives(
    frame: bytes, expected: Callable[[Any], None] | None
) -> None:
    with RawClient() as client:
        client.send_bytes(frame)
        if expected is None:
            assert client.before_pong() == []
        else:
            expected(client.message())
            assert client.before_pong() == []
        client.hang_up()
        assert client.end() == (0, [])
        assert client.stderr == b""


def test_a_refused_modern_version_names_what_is_supported() -> None:
    with RawClient() as client:
        client.send_bytes(
            modern("tools/list", {**MODERN, "io.modelcontextprotocol/protocolVersion": "1900-01-01"})
        )
        assert client.message()["error"]["data"] == {"supported": ["2026-07-28"], "requested": "1900-01-01"}


def test_missing_keys_are_named_in_the_error_data() -> None:
    with RawClient() as client:
        assert client.ask("server/discover")["error"]["data"] == {"missing": list(MODERN)}
        client.send_bytes(modern("ping", {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}))
        assert client.message()["error"]["data"] == {
            "missing": ["io.modelcontextprotocol/clientCapabilities"]
        }
        assert client.ask("tools/call", {})["error"]["data"] == {"missing": ["name"]}
        assert client.ask("no/such")["error"]["data"] == {"method": "no/such"}


def test_both_eras_are_served_interleaved() -> None:
    with RawClient() as client:
        client.send_bytes(modern("tools/list"))
        assert client.message()["result"]["resultType"] == "complete"
        assert client.initialize("2025-11-25")["protocolVersion"] == "2025-11-25"
        third = client.ask("tools/list")["result"]
        assert "resultType" not in third
        assert "tools" in third
        client.send_bytes(modern("server/discover"))
        assert client.message()["result"]["supportedVersions"] == ["2026-07-28"]


def test_a_second_initialize_replaces_the_version() -> None:
    with RawClient() as client:
        client.initialize("2025-11-25")
        assert "title" in client.ask("tools/list")["result"]["tools"][0]
        client.initialize("2024-11-05")
        assert "title" not in client.ask("tools/list")["result"]["tools"][0]


PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@pytest.fixture
def batching() -> Any:
    with RawClient() as client:
        client.initialize("2025-03-26")
        yield client


def test_an_empty_batch_is_one_error(batching: RawClient) -> None:
    batching.send([])
    error(-32600)(batching.message())
    assert batching.before_pong() == []


def test_a_batch_is_answered_by_one_array(batching: RawClient) -> None:
    batching.send([PING, NOTE, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}])
    answers = batching.message()
    assert {answer["id"] for answer in answers} == {1, 2}
    assert batching.before_pong() == []


def test_a_malformed_member_of_a_batch_is_an_invalid_request(batching: RawClient) -> None:
    batching.send([5])
    (answer,) = batching.message()
    error(-32600)(answer)
    batching.send([{"id": 3}, {"id": 4, "result": {}}])
    (answer,) = batching.message()
    error(-32600)(answer)


def test_a_refused_call_does_not_keep_a_batch_waiting(batching: RawClient) -> None:
    batching.send([{"id": 1, "method": "tools/call", "params": {}}, batching.call("echo", {"text": "x"}, 2)])
    answers = {answer["id"]: answer for answer in batching.message()}
    error(-32602, id=1)(answers[1])
    assert answers[2]["result"]["isError"] is False


def test_initialize_is_refused_in_a_batch(batching: RawClient) -> None:
    batching.send([{"id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}])
    (answer,) = batching.message()
    error(-32600, id=1)(answer)
    batching.send([PING])
    assert isinstance(batching.message(), list)


def test_a_batch_of_notifications_is_not_answered(batching: RawClient) -> None:
    batching.send([NOTE, NOTE])
    assert batching.before_pong() == []


def test_a_cancelled_call_does_not_keep_a_batch_waiting(batching: RawClient, tmp_path: Path) -> None:
    batching.send([batching.call("wait", {"path": str(tmp_path / "f")}, 8), PING])
    batching.send({"method": "notifications/cancelled", "params": {"requestId": 8}})
    (answer,) = batching.message()
    result(1)(answer)
    assert batching.before_pong() == []


def test_a_batch_whose_only_call_is_cancelled_is_not_answered(batching: RawClient, tmp_path: Path) -> None:
    batching.send([batching.call("wait", {"path": str(tmp_path / "f")}, 8)])
    batching.send({"method": "notifications/cancelled", "params": {"requestId": 8}})
    assert batching.before_pong() == []


@pytest.mark.parametrize("version", [v for v in VERSIONS if v != "2025-03-26"])
def test_arrays_are_refused_in_every_other_version(version: str) -> None:
    with RawClient() as client:
        client.initialize(version)
        client.send([PING])
        error(-32700)(client.message())


def test_answers_too_long_for_one_array_go_out_in_several(batching: RawClient) -> None:
    batching.send([batching.call("huge", {"size": 3 * 2**20}, n) for n in range(4)] + [PING])
    arrays: list[list[Any]] = []
    while sum(map(len, arrays)) < 5:
        frame = batching.frame()
        assert len(frame) <= 8 * 2**20 + 1
        arrays.append(json.loads(frame))
    assert sorted(answer["id"] for array in arrays for answer in array) == [0, 1, 1, 2, 3]
    assert batching.before_pong() == []


def test_what_would_have_to_be_echoed_at_length_is_cut_or_refused() -> None:
    with RawClient() as client:
        error(-32700)(client.ask("ping", request_id="x" * 100_000))
        answer = client.ask("x" * 100_000)
        error(-32601, id=1)(answer)
        assert len(json.dumps(answer)) < 1_000
        client.send_bytes(
            modern("ping", {**MODERN, "io.modelcontextprotocol/protocolVersion": "x" * 100_000})
        )
        assert len(json.dumps(client.message())) < 1_000
        client.send(client.call("echo", {"text": "x"}, _meta={"progressToken": "x" * 100_000}))
        assert client.message()["result"]["isError"] is False
        assert client.ask("ping", request_id="x" * 60_000)["result"] == {}


def test_ten_megabytes_are_an_argument_like_any_other() -> None:
    with RawClient() as client:
        text = "é" * 5_000_000
        client.send_bytes(
            json.dumps(client.call("echo", {"text": text, "typo": 1}), ensure_ascii=False).encode() + b"\n"
        )
        assert "typo" in client.message()["result"]["content"][0]["text"]


def test_odd_characters_leave_as_one_ascii_frame() -> None:
    with RawClient() as client:
        client.initialize("2025-06-18")
        client.send(client.call("strange"))
        frame = client.frame()
        assert frame.isascii()
        answer = json.loads(frame)["result"]
        expected = {"text": "\u2028|é|😀|\ufffd|\ufffd\ufffd", "\ufffd": 1}
        assert answer["structuredContent"] == expected
        assert json.loads(answer["content"][0]["text"]) == expected
        assert "😀" in answer["content"][0]["text"]


def test_lone_surrogates_in_arguments_and_ids_become_replacement_characters() -> None:
    with RawClient() as client:
        client.initialize("2025-06-18")
        # json.dumps writes lone surrogates as escapes.
        client.send(client.call("echo", {"text": "a\udc00b"}, "\ud800"))
        answer = client.message()
        assert answer["id"] == "\ufffd"
        assert answer["result"]["structuredContent"] == {"text": "a\ufffdb"}


def test_an_answer_beyond_what_clients_take_becomes_a_failure_that_says_how_to_narrow_it() -> None:
    with RawClient() as client:
        client.send(client.call("huge", {"size": 9 * 2**20}))
        answer = client.message()["result"]
        assert answer["isError"] is True
        assert "`size`" in answer["content"][0]["text"]
        assert "bytes" in answer["content"][0]["text"]
        client.send(client.call("huge", {"size": 2**20}))
        assert client.message()["result"]["isError"] is False
