"""How arguments are read: what is taken as meant, what is refused, and what the refusal says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from clients.fixture_tools import TOOLS
from loomsmith.base.context import CallContext, Settings
from loomsmith.tools.catalog import Catalog, ToolResult
from loomsmith.tools.parameters import (
    MAX_SAFE_INTEGER,
    Boolean,
    Integer,
    Mapping,
    Number,
    Parameter,
    Records,
    Text,
    read_fields,
)

CATALOG = Catalog(TOOLS, Settings(), on_defect=lambda name, defect: None)
CONTEXT = CallContext(CATALOG.settings, lambda: 0)


def call(name: str, arguments: object = None) -> ToolResult:
    return CATALOG.call(name, arguments, CONTEXT)


def read(parameter: Parameter, value: object) -> Any:
    """The value as taken, or the one fault as a string starting with "!"."""
    faults: list[tuple[str, str]] = []
    taken = read_fields([parameter], {parameter.name: value}, "", faults)
    if faults:
        ((place, fault),) = faults
        return f"!{place} {fault}"
    return taken[parameter]


WHOLE = Integer("n", "A number.", minimum=-5, maximum=10)
REAL = Number("x", "A number.", minimum=0.0)
SWITCH = Boolean("b", "A switch.")
NAMES = Mapping("m", "A mapping.")
WORDS = Text("w", "A word.", choices=("add", "remove"))
STEPS = Records("steps", "Steps.", (WORDS, Integer("n", "How often.", required=False)))


@pytest.mark.parametrize(
    ("parameter", "value", "taken"),
    [
        (WHOLE, 3, 3),
        (WHOLE, 3.0, 3),
        (WHOLE, "3", 3),
        (WHOLE, "-5", -5),
        (WHOLE, "3.0", 3),
        (WHOLE, 0, 0),
        (REAL, 0, 0.0),
        (REAL, 2.5, 2.5),
        (REAL, "0.9", 0.9),
        (REAL, "1e2", 100.0),
        (SWITCH, True, True),
        (SWITCH, False, False),
        (SWITCH, "true", True),
        (SWITCH, "false", False),
        (NAMES, {"a": "1"}, {"a": "1"}),
        (NAMES, '{"a": "0.9", "b": true}', {"a": "0.9", "b": True}),
        (NAMES, {}, {}),
        (Text("t", "A text."), '{"a": 1}', '{"a": 1}'),
        (Text("t", "A text."), "  3\n", "  3\n"),
        (Text("t", "A text."), "", ""),
        (WORDS, "add", "add"),
        (STEPS, [], []),
        (STEPS, [{"w": "add", "n": "2"}], [{"w": "add", "n": 2}]),
        (STEPS, '[{"w": "add", "n": null}]', [{"w": "add"}]),
        (STEPS, ['{"w": "remove"}'], [{"w": "remove"}]),
    ],
)
def test_what_is_meant_beyond_doubt_is_taken(parameter: Parameter, value: object, taken: object) -> None:
    got = read(parameter, value)
    assert got == taken
    assert type(got) is type(taken)


@pytest.mark.parametrize(
    ("parameter", "value", "words"),
    [
        (WHOLE, 11, "n must be an integer from -5 to 10, not the number 11"),
        (WHOLE, 2.5, "not the number 2.5"),
        (WHOLE, True, "not the boolean true"),
        (WHOLE, "true", 'not the string "true"'),
        (WHOLE, "three", 'not the string "three"'),
        (WHOLE, "", 'not the string ""'),
        (WHOLE, [], "not a list"),
        (WHOLE, {}, "not an object"),
        (WHOLE, None, "not null"),
        (WHOLE, 10**400, "not the number 1000"),
        pytest.param(WHOLE, 10**5000, "not the number of thousands of digits", id="huge"),
        (WHOLE, "NaN", 'not the string "NaN"'),
        (REAL, -0.5, "x must be a number of at least 0, not the number -0.5"),
        (REAL, False, "not the boolean false"),
        (REAL, "much", 'not the string "much"'),
        (REAL, 10**400, "must be a number"),
        (REAL, "1e999", "must be a number"),
        (SWITCH, 1, "b must be true or false, not the number 1"),
        (SWITCH, "yes", 'not the string "yes"'),
        (NAMES, [], "m must be an object, not a list"),
        (NAMES, "[]", 'not the string "[]"'),
        (NAMES, "{", 'not the string "{"'),
        (WORDS, 5, "w must be a string, not the number 5"),
        (WORDS, "ad", 'w must be one of `add`, `remove`, not the string "ad"; did you mean `add`?'),
        (WORDS, "x" * 500, "x…"),
        (STEPS, {}, "steps must be a list of objects, not an object"),
        (STEPS, ["add"], 'steps[0] must be an object, not the string "add"'),
        (STEPS, [{"w": "add"}, {"w": "addd"}], "steps[1].w must be one of"),
        (STEPS, [{}], "steps[0].w is missing; it must be a string."),
        (STEPS, [{"w": "add", "m": 1}], "steps[0].m is not known; did you mean `w`, `n`? Accepted here: `w`"),
    ],
)
def test_what_is_wrong_is_named_with_what_is_wanted(parameter: Parameter, value: object, words: str) -> None:
    fault = read(parameter, value)
    assert isinstance(fault, str)
    assert fault.startswith("!" + parameter.name)
    assert words in fault


def test_an_optional_null_is_as_good_as_absent() -> None:
    result = call(
        "every_kind", {"text": "t", "choice": None, "whole": None, "mapping": None, "records": None}
    )
    assert result.value == call("every_kind", {"text": "t"}).value
    assert not result.is_error


def test_a_required_null_is_of_the_wrong_type() -> None:
    assert "`text` must be a string, not null" in call("echo", {"text": None}).text


def test_one_fault_stands_on_the_first_line() -> None:
    first, second = call("echo", {"txt": "x", "text": "y"}).text.split("\n")
    assert first == "echo: `txt` is not known; did you mean `text`?"
    assert second == "echo takes: text (a string, required)."


def test_several_faults_come_in_one_answer() -> None:
    result = call("every_kind", {"whole": "many", "choice": "lef", "swich": True, "records": [{"op": "ad"}]})
    assert result.is_error
    lines = result.text.split("\n")
    assert lines[0] == "every_kind: 5 arguments are wrong: text, choice, whole, records[0].op, swich."
    assert lines[1] == "- `text` is missing; it must be a string."
    assert lines[2].startswith("- `choice` must be one of `left`, `right`")
    assert lines[4].startswith("- `records[0].op` must be one of `add`, `remove`")
    assert "did you mean `switch`?" in lines[5]
    assert lines[6].startswith("every_kind takes: text (a string, required), choice (a string), ")


def test_a_flood_of_faults_stays_readable() -> None:
    result = call("echo", {f"argument number {n} " + "x" * 300: n for n in range(5_000)})
    assert len(result.text) <= 4_000
    assert len(result.text.split("\n")[0]) <= 200


@pytest.mark.parametrize("arguments", [[1], 5, True, "text", "[1]", '"x"', "{", 1.5])
def test_arguments_that_are_no_object_are_refused(arguments: object) -> None:
    result = call("echo", arguments)
    assert result.is_error
    assert result.text.startswith("echo: `arguments` must be an object, not ")
    assert "text (a string, required)" in result.text


@pytest.mark.parametrize("arguments", [{"text": "v"}, '{"text": "v"}', ' {"text":"v"} '])
def test_arguments_may_come_as_the_text_of_an_object(arguments: object) -> None:
    assert call("echo", arguments).value == {"text": "v"}


def test_an_unknown_tool_is_told_with_near_names_first_and_then_all() -> None:
    result = call("ecko")
    assert result.is_error
    first, second = result.text.split("\n")
    assert first == "There is no tool `ecko`. Did you mean `echo`?"
    assert all(tool.name in second for tool in TOOLS)


def test_surrogates_are_replaced_in_names_and_values_of_arguments() -> None:
    value = {"text": "a\ud800", "mapping": {"k\udc00": ["\ud83d\ude00", "\ud83d"]}}
    assert call("every_kind", value).value == {
        **call("every_kind", {"text": "t"}).value,  # type: ignore[dict-item]
        "text": "a\ufffd",
        "mapping": {"k\ufffd": ["😀", "\ufffd"]},
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KNOWN = st.sampled_from(["text", "choice", "whole", "real", "switch", "mapping", "records", "op", "note"])
ARGUMENTS = st.dictionaries(
    KNOWN | st.text(max_size=6), JSON | st.text(alphabet='{}[]":0truefals ', max_size=9)
)


@examples(300)
@given(ARGUMENTS)
def test_any_arguments_are_either_taken_or_told(arguments: dict[str, Any]) -> None:
    before = json.dumps(arguments)
    result = call("every_kind", arguments)
    assert len(result.text) <= 4_000 or not result.is_error
    assert len(result.text.split("\n")[0]) <= 200
    assert json.dumps(arguments) == before
    if not result.is_error:
        taken = result.value
        assert isinstance(taken, dict)
        assert isinstance(taken["text"], str)
        assert taken["choice"] in ("left", "right")
        assert type(taken["whole"]) is int
        assert -5 <= taken["whole"] <= 10
        assert taken["real"] is None or type(taken["real"]) is float
        assert taken["switch"] in (None, True, False)
    else:
        assert "unexpectedly" not in result.text


def test_the_default_bounds_of_an_integer_are_what_json_keeps_exactly() -> None:
    assert Integer("n", "A number.").schema() == {
        "type": "integer",
        "description": "A number.",
        "minimum": 0,
        "maximum": MAX_SAFE_INTEGER,
    }
