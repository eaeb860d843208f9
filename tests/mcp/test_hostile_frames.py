"""Any bytes whatever, cut in any way: nothing but specified answers comes back, and the server lives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from clients.in_memory import served
from loomsmith.mcp import stdio

if TYPE_CHECKING:
    from collections.abc import Sequence

PING = b'{"jsonrpc":"2.0","id":"last","method":"ping"}\n'
PONG = b'{"jsonrpc":"2.0","id":"last","result":{}}\n'
FRAGMENTS = st.sampled_from(
    [
        b"{", b"}", b"[", b"]", b'"', b":", b",", b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", b"\xff", b"\\ud800",
        b"null", b"NaN", b"1e999", b'"id"', b'"method"', b'"ping"', b'"params"', b'"tools/call"',
        b'{"id":1,"method":"ping"}',
        b'{"id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"x"}}}', b'[{"id":1}]',
        b'{"id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}\n', b"[]",
    ]
)  # fmt: skip
BYTES = st.lists(FRAGMENTS | st.binary(max_size=6), max_size=25).map(b"".join)


def cut(data: bytes, places: Sequence[int]) -> list[bytes]:
    ends = sorted({place % (len(data) + 1) for place in places})
    return [data[a:b] for a, b in zip([0, *ends], [*ends, len(data)], strict=True)]


@examples(300)
@given(BYTES, st.lists(st.integers(0, 200), max_size=5))
def test_any_bytes_get_well_formed_frames_and_the_server_lives(data: bytes, places: list[int]) -> None:
    written = served([*cut(data, places), b"\n", PING])
    assert PONG in written
    for frame in written:
        assert frame.endswith(b"\n")
        assert frame.count(b"\n") == 1
        assert frame.isascii()
        answer = json.loads(frame)
        for one in answer if isinstance(answer, list) else [answer]:
            assert one["jsonrpc"] == "2.0"
            assert ("result" in one) != ("error" in one)
            if "error" in one:
                assert one["error"]["code"] in (-32700, -32600, -32601, -32602)


@examples(200)
@given(BYTES, st.lists(st.integers(0, 200), max_size=8))
def test_frames_do_not_depend_on_how_the_bytes_are_cut(data: bytes, places: list[int]) -> None:
    whole = iter([data, b""]) if data else iter([b""])
    pieces = iter([*(piece for piece in cut(data, places) if piece), b""])
    assert list(stdio.frames(lambda: next(pieces))) == list(stdio.frames(lambda: next(whole)))


@examples(200)
@given(BYTES, st.lists(st.integers(0, 200), max_size=8), st.integers(1, 12))
def test_a_line_is_given_up_exactly_when_it_is_too_long(data: bytes, places: list[int], longest: int) -> None:
    pieces = iter([*(piece for piece in cut(data, places) if piece), b""])
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    expected = [line if len(line) <= longest else None for line in lines]
    assert list(stdio.frames(lambda: next(pieces), longest)) == expected
