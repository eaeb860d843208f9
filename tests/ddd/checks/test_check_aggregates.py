"""How aggregates begin and end, keep events, extend each other, and what workflows make of events."""

from __future__ import annotations

import pytest

from checking import findings, told, told_of


def of(text: str) -> list[tuple[str, str]]:
    return told(f"context C {{ event E {{ n: int }} event F {{ n: int }} {text} }}")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("aggregate A { create() { } create x() { } destroy { } destroy x { } }", []),
        (
            "aggregate A { create() { } create() { } destroy { } destroy() { } }",
            [("canonical-create-conflict", "create"), ("canonical-destroy-conflict", "destroy")],
        ),
        (
            "aggregate A { create x() { } create x() { } destroy x { } destroy x { } }",
            [("create-name-conflict", "x"), ("destroy-name-conflict", "x")],
        ),
        ("aggregate A audited { private operation o() { } }", [("audited-no-commands", "audited")]),
        ("aggregate A audited { operation o() { } } aggregate B audited { create() { } }", []),
        (
            "aggregate A { n: int derived display: int = n derived inspect: int? = n }",
            [("derived-display-not-string", "int"), ("derived-inspect-not-string", "int?")],
        ),
        (
            'valueobject V { derived display: string = "x" derived inspect: string = "x" }',
            [("reserved-derived-on-vo", "display"), ("reserved-derived-on-vo", "inspect")],
        ),
        (
            "aggregate A { v: string? token } valueobject V { v: string? token }",
            [("token-nullable", "token")],
        ),
        ("aggregate A { n: int provenanced }", [("provenanced-never-written", "provenanced")]),
        ("aggregate A { n: int provenanced ys: int[] operation o() { for x in ys { n := 1 } } }", []),
        ("aggregate A { n: int provenanced operation o() extern { } }", []),
        (
            "aggregate A { n: int s: string[] unique (n, n, s, x, version) }",
            [
                ("unique-duplicate-column", "n"),
                ("unique-collection-field", "s"),
                ("unique-unknown-field", "x"),
            ],
        ),
        (
            "aggregate A shape: document { n: int unique (n, n) }",
            [("unique-on-event-sourced", "unique (n, n)")],
        ),
        # Events that are kept.
        (
            "aggregate A { n: int apply(e: E) { n := e.n } }",
            [("applier-on-non-event-sourced", "apply(e: E) { n := e.n }")],
        ),
        (
            (
                "aggregate A persistedAs: eventLog { n: int create() { emit E { n: 1 } } apply(e: E) "
                "{ n := e.n } }"
            ),
            [],
        ),
        (
            "aggregate A persistedAs: eventLog { create() { } create x() { } create y() { } }",
            [
                ("event-sourced-multiple-creates", "create x() { }"),
                ("event-sourced-multiple-creates", "create y() { }"),
            ],
        ),
        (
            "aggregate A persistedAs: eventLog { apply(e: E) { } apply(f: E) { } apply(g: F) { } }",
            [("duplicate-applier", "E"), ("duplicate-applier", "E")],
        ),
        (
            (
                "aggregate A persistedAs: eventLog { n: int ys: int[] operation o() { n := 1 for "
                "x in ys { n := 2 } "
                "emit E { n: 1 } } }"
            ),
            [("event-sourced-command-mutation", "n := 1"), ("emitted-event-no-applier", "emit E { n: 1 }")],
        ),
        (
            (
                "aggregate A persistedAs: eventLog { n: int function f(): int = 1 apply(e: E) { "
                "n := 1 let x = 1 "
                "f() emit F { n: 1 } precondition true } }"
            ),
            [
                ("applier-impure", "f()"),
                ("applier-impure", "emit F { n: 1 }"),
                ("applier-impure", "precondition true"),
            ],
        ),
        # Workflows.
        (
            "workflow W { on(e: E) { } on(f: E) { } on(g: F) { } }",
            [("on-duplicate-subscription", "E"), ("on-duplicate-subscription", "E")],
        ),
        (
            "workflow W { n: int apply(e: E) { n := 1 } }",
            [("workflow-applier-on-non-event-sourced", "apply(e: E) { n := 1 }")],
        ),
        (
            (
                "workflow W eventSourced { n: int create() { n := 1 emit F { n: 1 } } on(e: E) { "
                "n := 1 emit F { n: 1 } } "
                "handle h() { n := 2 emit E { n: 1 } } apply(e: E) { n := 1 } }"
            ),
            [
                ("workflow-event-sourced-mutation", "n := 1"),
                ("workflow-emitted-event-no-applier", "emit F { n: 1 }"),
                ("workflow-event-sourced-mutation", "n := 2"),
            ],
        ),
        (
            "workflow W eventSourced { apply(e: E) { } apply(f: E) { } }",
            [("workflow-duplicate-applier", "E"), ("workflow-duplicate-applier", "E")],
        ),
        (
            "workflow W transactional { on(e: E) { } handle h() { } create() { } }",
            [
                ("transactional-with-continuations", "on(e: E) { }"),
                ("transactional-with-continuations", "handle h() { }"),
            ],
        ),
        # Families.
        ("abstract aggregate A extends A { }", [("extends-self", "A")]),
        ("aggregate A { } aggregate B extends A { }", [("extends-non-abstract", "A")]),
        (
            (
                "abstract aggregate A extends C1 { } abstract aggregate B extends A { } "
                "abstract aggregate C1 extends B { }"
            ),
            [("extends-cycle", "C1")],
        ),
        ("aggregate A inheritanceUsing: ownTable { }", [("inheritance-modifier-misplaced", "ownTable")]),
        (
            "abstract aggregate A { operation o() { } create() { } destroy { } function f(): int = 1 }",
            [
                ("abstract-aggregate-behavior", "operation o() { }"),
                ("abstract-aggregate-behavior", "create() { }"),
                ("abstract-aggregate-behavior", "destroy { }"),
            ],
        ),
        (
            "abstract aggregate A { } aggregate B extends A shape: document { }",
            [("es-tph-forced-own-table", "B")],
        ),
        (
            (
                "abstract aggregate A { } aggregate B extends A persistedAs: eventLog "
                "inheritanceUsing: sharedTable { }"
            ),
            [("es-tph-forced-own-table", "sharedTable")],
        ),
        (
            "abstract aggregate A { } aggregate B extends A inheritanceUsing: ownTable { }",
            [("tph-own-override-unsupported", "ownTable")],
        ),
        ("abstract aggregate A inheritanceUsing: ownTable { } aggregate B extends A shape: document { }", []),
        ("abstract aggregate A { } repository R for A { }", [("abstract-repository", "A")]),
        (
            (
                "abstract aggregate A inheritanceUsing: ownTable { } aggregate B extends A { } event "
                "G { a: A id }"
            ),
            [("polymorphic-id-ref-unsupported", "A")],
        ),
        (
            (
                "abstract aggregate A { } aggregate B extends A shape: document "
                "inheritanceUsing: ownTable { } "
                "event G { a: A id b: B id }"
            ),
            [("polymorphic-id-ref-mixed-strategy", "A")],
        ),
    ],
)
def test_structure(text: str, wanted: list[tuple[str, str]]) -> None:
    assert of(text) == wanted


def test_double_display_is_told_twice_over() -> None:
    text = 'aggregate A { derived display: string = "x" derived display: string = "y" }'
    assert of(text) == [("derived-display-duplicate", "display"), ("duplicate-field", "display")]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("aggregate A { apply(e: E) { } }", True),
        ("aggregate A persistedAs: state { apply(e: E) { } }", False),
        ("aggregate A with crudish { apply(e: E) { } }", False),
        ("workflow W { apply(e: E) { } }", True),
        ("workflow W transactional { apply(e: E) { } }", False),
        ("workflow W requires true { apply(e: E) { } }", False),
        ("abstract aggregate A { } aggregate B extends A shape: document { }", True),
        (
            (
                "abstract aggregate A { } aggregate B extends A shape: document inheritanceUsing: "
                "sharedTable { }"
            ),
            False,
        ),
        ("aggregate A { v: int? token }", True),
        ("aggregate A { entity P { v: int? token } }", None),
        ('valueobject V { derived display: string = "x" }', True),
    ],
)
def test_repairs_are_offered_where_one_clause_cures(text: str, offered: bool | None) -> None:
    codes = {
        "applier-on-non-event-sourced",
        "workflow-applier-on-non-event-sourced",
        "es-tph-forced-own-table",
        "token-nullable",
        "reserved-derived-on-vo",
    }
    found = findings(f"context C {{ event E {{ n: int }} {text} }}")
    hints = [finding.hint is not None for finding in found if finding.code.removeprefix("loom.") in codes]
    assert hints == ([] if offered is None else [offered])


def test_added_members_count_as_columns_and_as_writers() -> None:
    text = "context C { aggregate A with auditable { n: int unique (createdAt, n) } }"
    assert told_of(text, "unique-unknown-field") == []
