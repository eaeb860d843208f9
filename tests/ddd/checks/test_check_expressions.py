"""Operators, choices, conversions, members and templates, wherever they stand."""

from __future__ import annotations

import pytest

from checking import told, told_of

FIELDS = (
    "n: int far: long rate: decimal fee: money s: string ok: bool at: datetime maybe: int? tags: string[] "
    "key_: guid spot: Spot me: A id contains seats: Seat[] entity Seat { row: int label: string } "
)


def of(expression: str, *codes: str) -> list[tuple[str, str]]:
    """What is told of an expression, in the order of the text."""
    text = (
        f"context C {{ enum Hue {{ Red }} valueobject Spot {{ row: int }} aggregate A {{ {FIELDS} "
        f'operation o() {{ let x = {expression} }} }} aggregate Shown {{ derived display: string = "x" }} }}'
    )
    return told_of(text, *codes) if codes else told(text)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("n + far * rate - 1", []), ("s + n + ok + me", []), ("fee + 1 - 2.5", []), ("1 + fee", []),
        ("fee * rate / n", []), ("at - days(2) < now()", []), ("at - at > hours(3) * 2", []),
        ("fee + rate", [("operator-operand-types", "rate")]),
        ("n + s", []), ("s - n", [("operator-operand-types", "n")]),
        ("s + spot", [("operator-operand-types", "spot")]), ("s + at", [("operator-operand-types", "at")]),
        ("maybe + 1", [("operator-operand-types", "1")]), ("fee * fee", [("operator-operand-types", "fee")]),
        ("n + (2) + s - s", [("operator-operand-types", "s")]),
        ("n < 3 < 9", [("operator-incomparable", "9")]), ("fee > 3", []), ("3 < fee", []),
        ("fee > rate", [("operator-incomparable", "rate")]), ("s == null", []), ("maybe == 3", []),
        ('n == "x"', [("operator-incomparable", '"x"')]), ("me == spot", [("operator-incomparable", "spot")]),
        ("n == nothing", []), ("key_ == s", []), ("ok && n > 1 || ok", []),
        ("ok && n", [("operator-not-bool", "n")]), ("s || ok", [("operator-not-bool", "ok")]),
        ("!n", []), ("-s", []),
        # Operands that are chains of the next tighter level are no places of their own, but their heads are.
        ("at + hours(2) * rate", [("operator-operand-types", "hours(2)")]),
        ("n + s * n", [("operator-operand-types", "s")]),
        ("s * n + n", [("operator-operand-types", "n")]),
        ("n + (s * n)", [("operator-operand-types", "n")]),
        ("n == s * n", [("operator-operand-types", "n")]),
        ("n + n * n * s", [("operator-operand-types", "n")]),
        ("ok + n * n", [("operator-operand-types", "ok + n * n")]),
        ("ok + n * n + far", [("operator-operand-types", "far")]),
        ("n + n * n + ok", [("operator-operand-types", "ok")]),
        ("n + n * n + ok + s", [("operator-operand-types", "s")]),
        ("ok && n == s", [("operator-incomparable", "n")]),
        ("ok && n < s", [("operator-incomparable", "s")]),
        ("n < ok + far", [("operator-operand-types", "ok")]),
    ],
)  # fmt: skip
def test_operands_that_do_not_fit_are_told(expression: str, wanted: list[tuple[str, str]]) -> None:
    codes = ("operator-operand-types", "operator-incomparable", "operator-not-bool")
    assert of(expression.replace("nothing", "row"), *codes) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("ok ? n : far", []), ("ok ? n : null", []), ("ok ? maybe : n", []),
        ("n ? 1 : 2", [("ternary-condition", "n ? 1 : 2")]), ("row ? 1 : 2", []),
        ('ok ? n : "x"', [("ternary-branches", '"x"')]), ("ok ? n : row", []),
        ('ok ? n : ok ? 1 : "x"', [("ternary-branches", '"x"')]),
    ],
)  # fmt: skip
def test_choices_need_a_condition_and_a_common_type(expression: str, wanted: list[tuple[str, str]]) -> None:
    assert of(expression, "ternary-condition", "ternary-branches") == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("string(n)", []), ("string(fee)", []), ("string(ok)", []), ("string(me)", []), ("string(s)", []),
        ("long(n)", []), ("decimal(fee)", []), ("money(rate)", []), ("string(row)", []),
        ("string(at)", [("convert-unsupported", "string(at)")]),
        ("long(rate)", [("convert-unsupported", "long(rate)")]),
        ("money(s)", [("convert-unsupported", "money(s)")]),
        ("string(maybe)", [("convert-source-kind", "maybe")]),
        ("string(spot)", [("convert-source-kind", "spot")]),
        ("string(tags)", [("convert-source-kind", "tags")]),
        ("long(me)", [("convert-source-kind", "me")]),
        ("string(null)", [("convert-source-kind", "null")]),
        ("string(this)", [("convert-no-display", "this")]),
        ("long(this)", [("convert-source-kind", "this")]),
    ],
)  # fmt: skip
def test_conversions_take_what_the_table_says(expression: str, wanted: list[tuple[str, str]]) -> None:
    assert of(expression, "convert-unsupported", "convert-source-kind", "convert-no-display") == wanted


def test_an_aggregate_that_says_how_it_is_shown_can_be_text() -> None:
    text = (
        'context C { aggregate A { derived display: string = "x" derived d: string = string(this) '
        'derived e: string = `{this}` derived f: string = "y" + this } }'
    )
    assert told(text) == []


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("s.trim().length", []), ('s.replace("a", "b")', []), ("s.substring(1)", []), ("rate.round()", []),
        ("n.min(2)", []), ("far.max(2)", []), ("fee.min(2)", []), ("s.contains(s)", []),
        ("s.trim", [("intrinsic-bare", "trim")]), ("s.trim.length.x", [("intrinsic-bare", "trim")]),
        ("s.trim(1)", [("intrinsic-arity", "1")]), ("s.substring()", [("intrinsic-arity", ".substring()")]),
        ("s.substring(1, 2, 3)", [("intrinsic-arity", "1")]),
        ('s.startsWith(x: "a")', [("intrinsic-named-arg", "x")]),
        ("s.replace(a: 1, 2)", [("intrinsic-named-arg", "a")]),
        ("s.replace(1, 2)", [("intrinsic-arg-type", "1"), ("intrinsic-arg-type", "2")]),
        ("n.min(rate)", [("intrinsic-arg-type", "rate")]),
        ("s.length()", [("intrinsic-unknown", "length")]), ("n.round()", [("intrinsic-unknown", "round")]),
        ("rate.divTrunc(2)", [("intrinsic-unknown", "divTrunc")]), ("s.nope", []),
        ("s.nope()", [("intrinsic-unknown", "nope")]), ("ok.abs()", [("intrinsic-unknown", "abs")]),
        ("maybe.abs()", []), ("row.abs()", []), ("days(1).abs()", [("intrinsic-unknown", "abs")]),
        ("s.toBe()", []),
    ],
)  # fmt: skip
def test_built_in_members_are_held_to_their_table(expression: str, wanted: list[tuple[str, str]]) -> None:
    codes = ("intrinsic-bare", "intrinsic-arity", "intrinsic-named-arg", "intrinsic-arg-type",
             "intrinsic-unknown")  # fmt: skip
    assert of(expression, *codes) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("seats.sum(s => s.row)", []), ("tags.count", []), ("tags.first.trim()", []),
        ("seats.sum", [("bare-collection-accessor", "sum")]),
        ("seats.min.nope", [("bare-collection-accessor", "min")]),
        ("seats.avg(s => s.label)", [("avg-non-numeric", "avg")]), ("seats.avg(s => s.nope)", []),
        ("seats.avg()", []), ("tags.where(t => 3)", []), ("tags.contains(3)", []), ("tags.size()", []),
    ],
)  # fmt: skip
def test_collections_are_only_checked_where_it_matters(
    expression: str, wanted: list[tuple[str, str]]
) -> None:
    assert of(expression, "bare-collection-accessor", "avg-non-numeric", "collection-op-in-ui") == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("days(n)", []), ("hours(row)", []), ("days()", [("duration-arity", "days()")]),
        ("days(x: 1)", [("duration-arity", "x: 1")]), ("minutes(1, 2, 3)", [("duration-arity", "2")]),
        ("days(far)", [("duration-arg-type", "far")]), ('days("x")', [("duration-arg-type", '"x"')]),
    ],
)  # fmt: skip
def test_durations_take_one_number(expression: str, wanted: list[tuple[str, str]]) -> None:
    assert of(expression, "duration-arity", "duration-arg-type") == wanted


@pytest.mark.parametrize(
    "declared",
    [
        "context C {{ aggregate A {{ function days(): int = 1 {use} }} }}",
        "function days(): int = 1 context C {{ aggregate A {{ {use} }} }}",
        "context C {{ valueobject days {{ n: int }} aggregate A {{ {use} }} }}",
        "context C {{ criterion days of A = true aggregate A {{ {use} }} }}",
    ],
)
def test_a_declaration_takes_the_name_of_a_duration(declared: str) -> None:
    text = declared.format(use="operation o() { let x = days() }")
    assert told_of(text, "duration-arity") == []


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("`{s} {n} {ok} {me} {fee}`", []), ("`{row, nope}`", []), ("`{n, number, ::x}`", []),
        ("`{at, date, short} {at, time}`", []), ("`{s, select, a {x} other {y}}`", []),
        ("`{at}`", [("interp-hole-type", "at")]), ("`{maybe}`", [("interp-hole-type", "maybe")]),
        ("`{tags}`", [("interp-hole-type", "tags")]),
        ("`{s, number}`", [("interp-hole-type", "s, number")]),
        ("`{n, date}`", [("interp-hole-type", "n, date")]),
        ("`{n, roman}`", [("interp-format-unknown", "n, roman")]),
    ],
)  # fmt: skip
def test_holes_take_what_their_format_shows(template: str, wanted: list[tuple[str, str]]) -> None:
    assert of(template, "interp-hole-type", "interp-format-unknown") == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('s.matches("[a-z]+")', []), ("s.matches()", [("matches-arity", ".matches()")]),
        ('s.matches("a", "b")', [("matches-arity", '"a"')]),
        ('s.matches(p: "a")', [("matches-named-arg", "p")]),
        ("s.matches(s)", [("matches-not-literal", "s")]),
        ('s.matches("[a-")', [("matches-invalid-pattern", '"[a-"')]),
        ("row.matches(s)", [("matches-not-literal", "s")]), ("s.matches", []),
    ],
)  # fmt: skip
def test_patterns_are_literal_and_well_formed(expression: str, wanted: list[tuple[str, str]]) -> None:
    codes = ("matches-arity", "matches-named-arg", "matches-not-literal", "matches-invalid-pattern")
    assert of(expression, *codes) == wanted


def test_pages_take_no_averages() -> None:
    text = (
        "system S { ui U { component K(marks: int[]) { body: Text { string(marks.avg(m => m)) } } } } "
        "context C { aggregate A { marks: int[] derived d: decimal? = marks.avg(m => m) } }"
    )
    assert told_of(text, "collection-op-in-ui") == [("collection-op-in-ui", "avg")]
