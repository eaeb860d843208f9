"""Calls in expressions, constructions and factories."""

from __future__ import annotations

import pytest

from checking import told, told_of

CONTEXT = (
    'valueobject Spot { row: int name: string? side: string = "l" function wide(n: int): int = n } '
    "payload Note { text: string more: int? } criterion Far(n: int) of A = n > 1 policy May(n: "
    "int): bool = n > 1 "
    "aggregate Other with crudish { n: int } "
)
FIELDS = (
    "n: int s: string spot: Spot me: A id contains seats: Seat[] "
    "entity Seat { row: int label: string function fold(n: int): int = n } "
    'function f(a: int, b: string = "x"): int = a operation go(a: int) { } '
)
AROUND = "function twice(n: int): int = n * 2 valueobject Root { n: int } payload Sheet { n: int }"
RECORDS = (
    "call-arg-count",
    "call-arg-type",
    "unknown-builder-type",
    "aggregate-not-a-builder",
    "unknown-construction-field",
    "construction-missing-field",
    "construction-field-type",
    "legacy-vo-call",
    "legacy-part-call",
    "create-unknown-field",
    "create-server-field",
    "create-field-type",
    "retrieval-where-not-criterion",
)


def of(expression: str) -> list[tuple[str, str]]:
    """What is told of the expression of a derived value."""
    aggregate = f"aggregate A {{ {FIELDS} derived d: int = {expression} }}"
    return told_of(f"context C {{ {CONTEXT} {aggregate} }} {AROUND}", *RECORDS)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('f(1, "x")', []),
        ("f(1)", [("call-arg-count", "(1)")]),
        ("f(s, n)", [("call-arg-type", "s"), ("call-arg-type", "n")]),
        ("twice(s)", [("call-arg-type", "s")]),
        ("twice()", [("call-arg-count", "()")]),
        ("isBlank(n)", [("call-arg-type", "n")]),
        ("isBlank()", [("call-arg-count", "()")]),
        ("Far(s)", [("call-arg-type", "s")]),
        ("Far()", []),
        ("May(s)", [("call-arg-type", "s")]),
        ("spot.wide(s)", [("call-arg-type", "s")]),
        ("spot.wide()", [("call-arg-count", ".wide()")]),
        ("this.go()", [("call-arg-count", ".go()")]),
        ("me.go()", []),
        ("seats.first.fold()", [("call-arg-count", ".fold()")]),
        ("nope(1)", []),
        ("f(1).x(2)", [("call-arg-count", "(1)")]),
        ('f(twice(s), "x")', [("call-arg-type", "s")]),
        ("Spot { row: 1 }.wide()", [("call-arg-count", ".wide()")]),
    ],
)
def test_calls_are_held_to_their_parameters(expression: str, wanted: list[tuple[str, str]]) -> None:
    assert of(expression) == wanted


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ("Spot { row: 1 }", []),
        ("Spot { row: 1, name: null, side: s }", []),
        ("Spot { 1 }", []),
        ("Spot { }", [("construction-missing-field", "Spot")]),
        ("Spot { row: s }", [("construction-field-type", "s")]),
        ("Spot { row: 1, col: 2 }", [("unknown-construction-field", "col")]),
        ("Seat { row: 1 }", [("construction-missing-field", "Seat")]),
        ("Note { text: n }", [("construction-field-type", "n")]),
        ("Root { n: s }", [("construction-field-type", "s")]),
        ("Sheet { m: 1 }", [("construction-missing-field", "Sheet"), ("unknown-construction-field", "m")]),
        ("Nope { n: 1 }", [("unknown-builder-type", "Nope")]),
        ("Other { n: 1 }", [("aggregate-not-a-builder", "Other")]),
        ("Text { n: 1 }", []),
        ("Spot(1)", [("legacy-vo-call", "Spot(1)")]),
        ("Root(1)", [("legacy-vo-call", "Root(1)")]),
        ("Sheet(1)", [("legacy-vo-call", "Sheet(1)")]),
        ("Seat(1).row", [("legacy-part-call", "Seat(1).row")]),
        ("Note(1)", []),
        ("Other.create({ n: 1 })", []),
        ("Other.create({ m: 1 })", [("create-unknown-field", "m")]),
        ("Other.create({ n: s })", [("create-field-type", "s")]),
        ("Other.create({ version: 1 })", [("create-server-field", "version")]),
        ("Other.create(n, s)", []),
        ("Nope.create({ n: 1 })", []),
        ("retrieval { where: Far(1) }", []),
        ("retrieval { where: Far }", []),
        ("retrieval { where: n > 1 }", [("retrieval-where-not-criterion", "n > 1")]),
    ],
)
def test_records_are_built_with_what_they_have(expression: str, wanted: list[tuple[str, str]]) -> None:
    assert of(expression) == wanted


def test_arguments_and_values_are_checked_only_where_types_are_known_to_matter() -> None:
    members = (
        "n: int s: string function f(a: int): int = a a: int check f(s) > 1 mask unless f(s) > 1 "
        "operation o() requires f(s) > 1 when f(s) > 1 { let x = f(s) precondition f(s) > 1 n := f(s) }"
    )
    found = told_of(f"context C {{ aggregate A {{ {members} }} }}", "call-arg-type")
    assert len(found) == 4


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("repository R for A { find g(n: int): A? where Is(n) }", ["n"]),
        ("retrieval Q(n: int) of A = Is(n)", ["n"]),
        ("criterion K(n: int) of A = Is(n)", ["n"]),
        ("policy P(n: int): bool = Is(n)", ["n"]),
        ("workflow W { create(n: int) { let x = Is(n) for i in y { let z = Is(n) } } }", ["n", "n"]),
        ("workflow W { handle h(a: A) { a.go(true) } create(b: A id) { b.go(true) } }", ["true"]),
        ("workflow W { create(s: string) { let a = A.create({ s: s }) a.go(s) emit E { n: s } } }", ["s"]),
        ("domainService S { operation o(n: int) { let x = Is(n) } }", []),
    ],
)
def test_calls_in_queries_and_workflows(text: str, wanted: list[str]) -> None:
    text = (
        'context C { event E { n: int } criterion Is(s: string) of A = s == "x" '
        f"aggregate A with crudish {{ s: string operation go(n: int) {{ }} }} aggregate B {{ }} {text} }}"
    )
    assert [where for _, where in told_of(text, "call-arg-type")] == wanted


def test_workflows_check_the_events_that_they_emit_at_any_depth() -> None:
    text = (
        "context C { event E { n: int } workflow W { create(s: string) { emit E { n: s } "
        "for x in y { emit E { m: s } } } } }"
    )
    codes = ("emit-field-type", "emit-unknown-field", "emit-missing-field")
    assert told_of(text, *codes) == [
        ("emit-field-type", "s"),
        ("emit-missing-field", "E"),
        ("emit-unknown-field", "m"),
    ]


def test_pages_build_elements_before_records() -> None:
    text = (
        'valueobject Badge { n: int } component Chip(a: int) { body: Text { "x" } } '
        'system S { ui U { component Tile(a: int) { body: Text { "x" } } page P { body: '
        'Stack { Badge { "x", testid: "b" }, Chip { a: 1 }, Tile { a: 1 }, Nope { } } } } }'
    )
    assert told_of(text, "unknown-builder-type", "unknown-construction-field", "legacy-vo-call") == [
        ("unknown-builder-type", "Nope")
    ]


def test_tests_at_file_level_build_the_records_of_their_subject() -> None:
    text = (
        "context C { valueobject Spot { row: int } aggregate A { n: int } } "
        'test "t" for A { let s = Spot { row: 1 } }'
    )
    assert told_of(text, "unknown-builder-type") == []


def test_a_factory_is_known_in_contexts_of_the_file() -> None:
    text = (
        "context C { aggregate A with crudish { n: int } } "
        "context D { workflow W { create() { let a = A.create({ m: 1 }) } } } "
        "system S { context E { aggregate B with crudish { n: int } } "
        "context F { workflow W { create() { let b = B.create({ m: 1 }) } } } }"
    )
    assert told_of(text, "create-unknown-field") == [("create-unknown-field", "m")]


def test_a_model_that_does_everything_right_is_told_nothing() -> None:
    text = (
        "context C { valueobject Spot { row: int } event Moved { row: int } "
        'aggregate Van { plate: string spot: Spot derived display: string = plate + " " + spot.row '
        'invariant spot.row > 0 message "rows start at 1" function ahead(n: int): int = spot.row + n '
        "operation move(n: int) { precondition n > 0 let next = ahead(n) spot := Spot { row: next } "
        "emit Moved { row: next } } } }"
    )
    assert told(text) == []
