"""JSON is read strictly and written as the standard library would, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.jsontext import MAX_DEPTH, compact, parse, pretty, scrub, well_formed

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5),
    max_leaves=20,
)
SURROGATES = st.text(st.characters() | st.characters(categories=["Cs"]))


@examples(200)
@given(VALUES, st.booleans())
def test_pretty_text_is_what_the_standard_library_writes(value: Any, sort_keys: bool) -> None:
    assert pretty(value, sort_keys) == json.dumps(value, indent=2, ensure_ascii=False, sort_keys=sort_keys)


@examples(200)
@given(VALUES)
def test_what_is_written_is_read_back(value: Any) -> None:
    assert parse(compact(value)) == value
    assert parse(pretty(value)) == value
    assert compact(value).isascii()
    assert "\n" not in compact(value)


@examples(200)
@given(SURROGATES)
def test_only_lone_surrogates_are_replaced(text: str) -> None:
    clean = well_formed(text)
    clean.encode("utf-8")
    assert json.loads(compact({text: text})) == {clean: clean}
    if not any("\ud800" <= character <= "\udfff" for character in text):
        assert clean == text


def test_surrogates_that_make_a_pair_are_joined() -> None:
    assert well_formed("\ud83d\ude00\ud83d") == "😀\ufffd"
    assert scrub({"\ud800": ["\ud83d\ude00", 1, None]}) == {"\ufffd": ["😀", 1, None]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "NaN",
        "[Infinity]",
        "-Infinity",
        "1e999",
        "-1e999",
        "01",
        "'a'",
        "[1,]",
        "{} {}",
        '"\x00"',
        "9" * 5_000,
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
    ],
    ids=lambda text: text[:12],
)
def test_what_is_no_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


def test_the_deepest_allowed_text_is_read() -> None:
    parse("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    parse('{"a":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH)


def test_brackets_in_strings_and_side_by_side_do_not_count_as_depth() -> None:
    assert parse(json.dumps("[" * 10_000)) == "[" * 10_000
    assert parse("[" + ",".join(["[{}]"] * 10_000) + "]") == [[{}]] * 10_000


def test_the_last_of_two_equal_keys_counts() -> None:
    assert parse('{"a":1,"a":2}') == {"a": 2}


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")], {"a": float("nan")}])
def test_numbers_that_are_not_finite_are_never_written(value: Any) -> None:
    with pytest.raises(ValueError):
        pretty(value)
    with pytest.raises(ValueError):
        compact(value)


@pytest.mark.parametrize("value", [object(), {1, 2}, [b"x"], {"a": object()}])
def test_what_is_no_json_data_is_never_written(value: Any) -> None:
    with pytest.raises(TypeError):
        pretty(value)
    with pytest.raises(TypeError):
        compact(value)


def test_floats_keep_their_decimal_point() -> None:
    assert pretty([1.0, 0.1, 1e16]) == "[\n  1.0,\n  0.1,\n  1e+16\n]"
