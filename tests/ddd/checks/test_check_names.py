"""Unknown names and members, and names declared twice."""

from __future__ import annotations

import pytest

from checking import told, told_of
from loomsmith.ddd.toolkit import validate

A = "context C {{ aggregate A {{ title: string {0} }} {1} }}"


@pytest.mark.parametrize(
    ("members", "others"),
    [
        ("operation o() { let x = wibble }", ""),
        ("create() { let x = wibble }", ""),
        ("destroy { let x = wibble }", ""),
        ("function f(): int = wibble + 1", ""),
        ("derived d: bool = wibble == 1", ""),
        ("invariant wibble == 1", ""),
        ("n: int = wibble", ""),
        ("n: int check wibble == 1", ""),
        ("n: int mask unless wibble == 1", ""),
        ("operation o() { for t in title { title := wibble } }", ""),
        ("", "workflow W { create() { let x = wibble } }"),
        ("", "workflow W { handle h() { let x = wibble } }"),
        ("", "event E { n: int } workflow W { on(e: E) { let x = wibble } }"),
        ("", "event E { n: int } workflow W eventSourced { n: int apply(e: E) { n := wibble } }"),
        ("", "valueobject V { n: int = wibble }"),
    ],
)
def test_names_that_nothing_declares_are_told(members: str, others: str) -> None:
    assert told_of(A.format(members, others), "unknown-name") == [("unknown-name", "wibble")]


@pytest.mark.parametrize(
    ("members", "others"),
    [
        ("", "repository R for A { find f(t: string): A? where wibble == t }"),
        ("", "criterion K of A = wibble == 1"),
        ("", "policy P(n: int): bool = wibble == n"),
        ("", "domainService S { operation o() { let x = wibble } }"),
        ("", "commandHandler h() { let x = wibble }"),
        ("", "event E { n: int } projection P { n: int on(e: E) { n := wibble } }"),
        ("apply(e: E) { title := wibble }", "event E { n: int }"),
        ("stamp onCreate { title := wibble } filter wibble == 1", ""),
        # A name that occurs anywhere, however it is meant there, is known.
        ("derived d: bool = wibble == 1", "event E { wibble: int }"),
        ("derived d: bool = wibble == 1", "workflow W { create(wibble: int) { } }"),
        ("derived d: bool = wibble == 1", "enum E { wibble }"),
        ("derived d: bool = wibble == 1 derived e: bool = title.any(wibble => true)", ""),
        ("derived d: bool = datetime_ == 1 datetime_: datetime", ""),
        # Words of the language, and what every model has.
        ("derived d: bool = currentUser == permissions && isBlank(title) && days(1) == hours(2)", ""),
    ],
)
def test_names_in_other_places_and_known_ones_are_not(members: str, others: str) -> None:
    assert told_of(A.format(members, others), "unknown-name") == []


def test_nothing_is_told_of_names_in_uis_and_end_to_end_tests() -> None:
    text = (
        "system S { ui U { page P { state { n: int = wibble } body: Text { wibble } } } "
        'deployable d { platform: node } test e2e "t" against d { expect(wibble).toBe(1) } }'
    )
    assert told_of(text, "unknown-name") == []


def test_a_reserved_word_in_place_of_a_name_is_told_by_the_parser_alone() -> None:
    text = A.format("operation o() { for t in index { title := t } }", "")
    assert [finding["code"] for finding in validate(text)["diagnostics"]] == ["loom.parse-error"]


def test_nothing_is_told_of_names_while_a_reference_is_unresolved() -> None:
    assert told_of(A.format("derived d: bool = wibble == 1 x: Nope", ""), "unknown-name") == []


@pytest.mark.parametrize(
    ("member", "offered"),
    [
        ("derived d: string = titel", True),
        ("create() { let x = titel }", True),
        ("destroy { let x = titel }", True),
        ("entity P { derived d: string = titel }", True),
        ('invariant titel == "x"', False),
        ("create() { let x = titel } create() { let y = 1 }", False),
    ],
)
def test_a_near_name_comes_with_a_repair_in_members_that_a_patch_can_name(member: str, offered: bool) -> None:
    report = validate(A.format(member, ""))
    found = [row for row in report["diagnostics"] if row["code"] == "loom.unknown-name"]  # type: ignore[attr-defined]
    assert "'title'" in found[0]["message"]
    assert ("fixHint" in found[0]) == offered


@pytest.mark.parametrize(
    ("expression", "where"),
    [
        ("spot.rwo", ["rwo"]),
        ("spot.row", []),
        ("other.nope.more", ["nope"]),
        ("other.id", []),
        ("spot.id", ["id"]),
        ("maybe.rwo", ["rwo"]),
        ("this.nope", ["nope"]),
        ("this.go", []),
        ("id.nope", ["nope"]),
        ("this.wheels", []),
        ("spot.toBe(1)", []),
        ("tags.nope", []),
        ("seats.first.nope", ["nope"]),
        ("seats.map(s => s.nope)", ["nope"]),
        ("title.nope", []),
        ("spot.wide(1).nope", []),
    ],
)
def test_members_that_a_record_does_not_have_are_told(expression: str, where: list[str]) -> None:
    text = (
        "context C { valueobject Spot { row: int function wide(n: int): int = n } "
        "abstract aggregate Base { wheels: int } aggregate A extends Base { title: string spot: Spot "
        "maybe: Spot? other: A id tags: string[] contains seats: Seat[] entity Seat { n: int } "
        f"operation go() {{ let x = {expression} }} }} }}"
    )
    assert [place for _, place in told_of(text, "unknown-member")] == where


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "context C { aggregate X { } valueobject X { n: int } event X { n: int } enum X { A } }",
            ["duplicate-context-type"] * 3,
        ),
        (
            "context C { aggregate A { x: int derived x: int = 1 contains x: P entity P { n: int } } }",
            ["duplicate-field"] * 2,
        ),
        (
            "context C { valueobject V { x: int derived x: int = 1 } event E { a: int, a: int } }",
            ["duplicate-field"] * 2,
        ),
        ("context C { aggregate A { entity P { n: int n: int } } }", []),
        ("context C { enum E { A, B, A, A } }", ["duplicate-enum-value"] * 2),
        (
            (
                "context C { aggregate A { create(a: int, a: int) { } destroy(a: int, a: int) { } "
                "operation o(a: int, a: int) { } function f(a: int, a: int): int = 1 } "
                "extern commandHandler h(a: int, a: int); }"
            ),
            ["duplicate-parameter"] * 5,
        ),
        (
            (
                "context C { aggregate A { } repository R for A { find f(a: int, a: int): A? } "
                "workflow W { create(a: int, a: int) { } } }"
            ),
            [],
        ),
        (
            (
                "context C { extern commandHandler h(); extern queryHandler h(): int; "
                "workflow W { handle g() { } } extern commandHandler g(); }"
            ),
            ["duplicate-handler"] * 2,
        ),
        ("context C { aggregate A { entity P { n: int } entity P { n: int } } }", ["duplicate-entity-part"]),
        (
            (
                "context C { event E { n: int } valueobject V { n: int } payload E { n: int } "
                "command V { n: int } query Q { n: int } response Q { n: int } }"
            ),
            ["payload-name-conflict"] * 3,
        ),
        (
            "context C { payload P { a: int, a: int } } payload Q { a: int, a: int }",
            ["payload-duplicate-field"],
        ),
        (
            "context C { aggregate A { entity P { n: int } } aggregate B { entity P { n: int } x: P id } }",
            ["ambiguous-part-ref"],
        ),
        (
            "system S { ui U { } storage s { type: redis } api A } ui U { } storage s { type: redis } api A",
            ["duplicate-api", "duplicate-storage", "duplicate-ui"],
        ),
    ],
)
def test_each_later_declaration_of_a_name_is_told(text: str, wanted: list[str]) -> None:
    codes = {
        "duplicate-context-type", "duplicate-field", "duplicate-enum-value", "duplicate-parameter",
        "duplicate-handler", "duplicate-entity-part", "payload-name-conflict", "payload-duplicate-field",
        "ambiguous-part-ref", "duplicate-ui", "duplicate-api", "duplicate-storage", "duplicate-resource",
    }  # fmt: skip
    assert sorted(code for code, _ in told_of(text, *codes)) == sorted(wanted)


def test_names_of_different_contexts_and_aggregates_do_not_meet() -> None:
    text = (
        "context C { aggregate A { x: int entity P { n: int } } enum E { X } } "
        "context D { aggregate A { x: int entity P { n: int } } enum E { X } }"
    )
    assert told(text) == []
