"""Types in places where they may and may not stand."""

from __future__ import annotations

import pytest

from checking import findings, told, told_of

CODES = (
    "bare-aggregate-in-type",
    "self-outside-capability",
    "slot-out-of-position",
    "action-out-of-position",
    "action-nested-marker",
    "generic-position",
    "generic-arg-not-carrier",
    "union-position",
    "union-duplicate-variant",
    "union-variant-not-carrier",
    "entity-field-modifier",
    "entity-field-optional-collection",
    "containment-optional-collection",
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # An aggregate is held by its id.
        ("aggregate B { a: A b: A[] c: A? entity P { d: A } }", ["A", "A", "A", "A"]),
        ("valueobject V { a: A } event E { a: A } payload P { a: A }", ["A", "A", "A"]),
        (
            (
                "aggregate B { operation o(a: A): A { } function f(a: A): A = a create(a: A) { } "
                "destroy(a: A) { } }"
            ),
            ["A", "A", "A", "A"],
        ),
        ("workflow W { a: A create(b: A) { } handle h(c: A) { } }", ["A"]),
        (
            (
                "repository R for A { find f(a: A): A? } criterion K of A = true "
                "extern commandHandler h(a: A);"
            ),
            [],
        ),
        ("aggregate B { a: A id derived d: A = this }", []),
    ],
)
def test_aggregates_are_held_by_id(text: str, wanted: list[str]) -> None:
    found = told_of("context C { aggregate A { n: int } " + text + " }", "bare-aggregate-in-type")
    assert [where for _, where in found] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("aggregate A { x: Self id? }", [("self-outside-capability", "Self id")]),
        (
            "aggregate A { x: slot y: action }",
            [("slot-out-of-position", "slot"), ("action-out-of-position", "action")],
        ),
        ("aggregate A { x: string paged }", [("generic-position", "paged")]),
        ("aggregate A { operation o(n: int option) { } }", [("generic-position", "option")]),
        (
            (
                "aggregate A { } repository R for A { find f(): A paged "
                "find g(): A option? find h(): A envelope }"
            ),
            [],
        ),
        (
            "aggregate A { } repository R for A { find f(): A option envelope }",
            [("generic-arg-not-carrier", "option")],
        ),
        (
            "aggregate A { } repository R for A { find f(): slot envelope }",
            [("slot-out-of-position", "slot"), ("generic-arg-not-carrier", "slot")],
        ),
        (
            "extern queryHandler q(): string paged; extern commandHandler c(): string paged;",
            [("generic-position", "paged")],
        ),
        ("response P { rows: string paged }", []),
        ("aggregate A { x: string or int }", [("union-position", "string or int")]),
        (
            (
                "aggregate A { operation o(): string or int { } } "
                "domainService S { operation o(): int or bool { } }"
            ),
            [],
        ),
        ("payload P { x: string or int }", []),
        ("extern queryHandler q(): string or int;", [("union-position", "string or int")]),
        ("error G { n: int } payload P = G | G", [("union-duplicate-variant", "G")]),
        ("error G { n: int } payload P = G | G? | G[]", []),
        ("payload P { x: string or string }", [("union-duplicate-variant", "string")]),
        (
            "error G { n: int } payload P = G | slot",
            [("slot-out-of-position", "slot"), ("union-variant-not-carrier", "slot")],
        ),
        ("aggregate A { contains x: P[]? entity P { n: int } }", [("containment-optional-collection", "?")]),
        ("aggregate A { contains x: P? contains y: P[] entity P { n: int } }", []),
        ("aggregate A { x: P[]? entity P { n: int } }", [("entity-field-optional-collection", "P[]?")]),
        (
            (
                "aggregate A { entity P { n: int } "
                "x: P provenanced immutable sensitive(a, b) = null check true }"
            ),
            [
                ("entity-field-modifier", "provenanced"),
                ("entity-field-modifier", "immutable"),
                ("entity-field-modifier", "sensitive(a, b)"),
                ("entity-field-modifier", "null"),
                ("entity-field-modifier", "true"),
            ],
        ),
    ],
)
def test_types_in_the_wrong_place_are_told(text: str, wanted: list[tuple[str, str]]) -> None:
    assert sorted(told_of(f"context C {{ {text} }}", *CODES)) == sorted(wanted)


def test_components_take_slots_and_actions() -> None:
    text = 'component K(a: slot, b: slot?, c: action, d: action(string)?) { body: Text { "x" } }'
    assert told(text) == []


@pytest.mark.parametrize(
    ("type_", "wanted"),
    [
        ("action(slot)", [("action-nested-marker", "slot"), ("slot-out-of-position", "slot")]),
        ("action(action)", [("action-nested-marker", "action"), ("action-out-of-position", "action")]),
        ("slot[]", [("slot-out-of-position", "slot")]),
    ],
)
def test_components_take_them_plain(type_: str, wanted: list[tuple[str, str]]) -> None:
    assert told_of(f'component K(a: {type_}) {{ body: Text {{ "x" }} }}', *CODES) == wanted


def test_capabilities_may_speak_of_their_host() -> None:
    assert (
        told_of("capability Tree { parent_: Self id? } context C { aggregate A with Tree { } }", *CODES) == []
    )


@pytest.mark.parametrize(
    ("field", "edits"),
    [
        ("x: P immutable", ["immutable"]),
        ("x: P = null", ["= null"]),
        ('x: P check true message "m"', ['check true message "m"']),
        ("x: P[]?", ["?"]),
    ],
)
def test_repairs_of_part_fields_cut_the_clause_with_its_word(field: str, edits: list[str]) -> None:
    text = f"context C {{ aggregate A {{ {field} entity P {{ n: int }} }} }}"
    hints = [finding.hint for finding in findings(text) if finding.code.startswith("loom.entity-field")]
    cut = [text[start:end] for hint in hints if hint for start, end, _ in hint.edits]  # type: ignore[union-attr]
    assert cut == edits
