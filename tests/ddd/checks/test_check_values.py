"""Conditions, defaults and results in declarations, statements of bodies, and how sensitive values travel."""

from __future__ import annotations

import pytest

from checking import told, told_of

FIELDS = "n: int s: string ok: bool tags: string[] spot: Spot maybe: Spot? me: A id contains seat: Seat "
CONTEXT = (
    "valueobject Spot { row: int function wide(n: int): int = n } event E { a: int, b: string? } "
    "abstract aggregate Base { wheels: int function spin(): int = 1 } "
)
PARTS = "entity Seat { row: int function fold(n: int): int = n } derived twice: int = n * 2 "


def in_aggregate(members: str) -> list[tuple[str, str]]:
    """What is told of an aggregate with these members besides the usual ones."""
    return told(f"context C {{ {CONTEXT} aggregate A extends Base {{ {FIELDS} {PARTS} {members} }} }}")


def in_body(statements: str, header: str = "operation o(p: int, t: string)") -> list[tuple[str, str]]:
    return in_aggregate(f"operation act() {{ }} function f(n: int): int = n {header} {{ {statements} }}")


@pytest.mark.parametrize(
    ("members", "wanted"),
    [
        ("a: int check n > 1", []),
        ("a: int check n", [("check-not-bool", "n")]),
        ("a: int check nothing", [("check-not-bool", "nothing"), ("unknown-name", "nothing")]),
        ("a: string mask unless n", [("mask-not-bool", "n")]),
        ("invariant ok when ok", []),
        ("invariant n when s", [("invariant-not-bool", "n"), ("invariant-guard-not-bool", "s")]),
        (
            "invariant match { ok => true else => false }",
            [("invariant-not-bool", "match { ok => true else => false }")],
        ),
        ("a: int = 1 b: long = 1 c: money = 2.5 d: string? = null e: int = n", []),
        ('a: int = "x"', [("default-type", '"x"')]),
        ("a: money = -5", [("default-type", "-5")]),
        ("entity P { a: int = true }", [("default-type", "true")]),
        ("derived a: int = n derived b: long = n", []),
        ("derived a: bool = n", [("derived-type", "n")]),
        ("function g(): int = n function h(): string = n", [("function-return-type", "n")]),
        ("function g(): int { let a = s return a }", [("function-return-type", "a")]),
        ("function g(): int { for t in tags { return 1 } }", [("function-block-no-return", "g")]),
        ("function g(): int { precondition n return 1 }", [("precondition-not-bool", "n")]),
        ('operation o(a: int = "x") { }', [("parameter-default-type", '"x"')]),
        ('create(a: int = "x") { } destroy(a: int = "x") { }', [("parameter-default-type", '"x"')]),
        ("operation o() requires n { n := 1 }", [("requires-not-bool", "n")]),
        ("operation o(a: bool) requires a { n := 1 }", []),
        ("operation o() when n { n := 1 }", [("when-not-bool", "n")]),
        (
            "operation o(n: bool) when n { ok := true }",
            [("when-not-bool", "n"), ("when-uses-parameter", "n")],
        ),
        ("operation o(p: int) when n > p && p > 1 { }", [("when-uses-parameter", "n > p && p > 1")] * 2),
        (
            "private operation o() audited requires ok when ok { n := 1 }",
            [("audited-on-private", "audited"), ("requires-on-private", "ok"), ("when-on-private", "ok")],
        ),
        ('a: int check ok message " "', [("blank-message", '" "')]),
        ('invariant ok message ""', [("blank-message", '""')]),
        ('operation o() { for t in tags { precondition ok message "" } }', [("blank-message", '""')]),
    ],
)
def test_rules_and_values_of_declarations(members: str, wanted: list[tuple[str, str]]) -> None:
    assert in_aggregate(members) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('valueobject V { a: int = "x" check 3 function f(): int = "x" }', [("check-not-bool", "3")]),
        (
            "valueobject V { a: int derived b: bool = a invariant a }",
            [("derived-type", "a"), ("invariant-not-bool", "a")],
        ),
        (
            "aggregate A { n: int } repository R for A { find f(): A? requires n }",
            [("requires-not-bool", "n")],
        ),
        (
            (
                "workflow W { create(a: int) requires a { let x = 1 } handle h(a: int = true) "
                "requires a { let x = 1 } }"
            ),
            [("requires-not-bool", "a"), ("parameter-default-type", "true"), ("requires-not-bool", "a")],
        ),
        ("projection P requires 3 { n: int }", [("requires-not-bool", "3")]),
        (
            (
                "projection P requires isBlank(1) { n: int } workflow W { create(a: int) requires isBlank() "
                "{ } handle h(a: int) requires isBlank(a) { } }"
            ),
            [("call-arg-type", "1"), ("call-arg-count", "()"), ("call-arg-type", "a")],
        ),
        ("workflow W { function f(): int = true }", []),
        ('event E { a: int = "x" check 3 }', []),
    ],
)
def test_rules_and_values_of_other_declarations(text: str, wanted: list[tuple[str, str]]) -> None:
    assert told(f"context C {{ {text} }}") == wanted


def test_results_of_functions_of_the_file_and_of_systems() -> None:
    text = "function f(n: int): string = n system S { function g(n: int): bool = n }"
    assert told_of(text, "function-return-type") == [("function-return-type", "n")] * 2


@pytest.mark.parametrize(
    ("statements", "wanted"),
    [
        ("n := 3 s := t me := this.id spot := Spot { row: 1 } maybe := spot seat.row := 2 spot.row := p", []),
        ("wheels := 3 seat.id := seat.id p := 4 let x = 1 x := 2", []),
        ("n := s", [("assign-type", "s")]),
        ("n := nothing", [("unknown-name", "nothing")]),
        ("wheels := s", [("assign-type", "s")]),
        ("id := 3", [("assign-type", "3")]),
        ("nope := 3", [("assign-unknown-target", "nope")]),
        ("nope += 3", [("assign-unknown-target", "nope"), ("collection-mutation-target", "nope")]),
        ("spot.col := 3", [("assign-unknown-member", "spot.col")]),
        ("maybe.row := 3", [("assign-unknown-member", "maybe.row")]),
        ("me.n := 3", [("assign-unknown-member", "me.n")]),
        ("tags.x := 3", [("assign-unknown-member", "tags.x")]),
        ("twice := 3", [("assign-to-derived", "twice")]),
        ("twice := t", [("assign-to-derived", "twice"), ("assign-type", "t")]),
        ("let twice = 1 twice := 3", []),
        ('tags += t tags -= "x"', []),
        ("tags += p", [("collection-element-type", "p")]),
        ("n += 1", [("collection-mutation-target", "n")]),
        ("n", [("statement-no-effect", "n")]),
        ("spot.row", [("statement-no-effect", "spot.row")]),
        ("act() f(1) spin()", []),
        ("polish()", [("call-unresolved", "polish()")]),
        ("isBlank(t)", [("call-unresolved", "isBlank(t)")]),
        ("o(1, t)", [("operation-self-call", "o(1, t)")]),
        ("f()", [("call-arg-count", "f()")]),
        ("f(t)", [("call-arg-type", "t")]),
        ("seat.fold(1) spot.wide(2)", []),
        ("seat.fold()", [("call-arg-count", "seat.fold()")]),
        ("seat.fold(t)", [("call-arg-type", "t")]),
        ("seat.row()", [("call-not-callable", "seat.row()")]),
        ("seat.nope()", [("call-unknown-member", "seat.nope()")]),
        ("seat.nope.more()", [("call-unknown-member", "seat.nope.more()")]),
        ("tags.push(t)", [("call-unknown-member", "tags.push(t)")]),
        ("s.trim()", [("call-unknown-member", "s.trim()")]),
        ("me.act()", [("call-unknown-member", "me.act()")]),
        ("Service.run(1)", []),
        ("emit E { a: 1, b: null }", []),
        ('emit E { a: t, b: "x", c: 1 }', [("emit-field-type", "t"), ("emit-unknown-field", "c")]),
        ("emit E { a: 1 }", [("emit-missing-field", "E")]),
        ("precondition n requires s", [("precondition-not-bool", "n"), ("requires-not-bool", "s")]),
        # In nested blocks only what holds anywhere is told.
        ("for x in tags { n := s tags += 3 nope() precondition 3 emit E { z: 1 } }", []),
        ("if let x = maybe { n := s } else { n := s }", []),
        ("return s", []),
    ],
)
def test_statements_of_a_body(statements: str, wanted: list[tuple[str, str]]) -> None:
    assert in_body(statements) == wanted


def test_creates_see_their_parameters_in_statements() -> None:
    assert in_body("n := p", "create(p: string)") == [("assign-type", "p")]
    assert in_body("n := p", "create(p: int)") == []
    assert in_body("s := string(this.id)", "create()") == [("this-id-in-create", "id")]


def test_in_a_body_a_let_counts_from_its_statement_on() -> None:
    assert in_body("n := later let later = 1 s := later") == [("assign-type", "later")]


@pytest.mark.parametrize(
    ("members", "where"),
    [
        ("derived a: string = mail", ["mail"]),
        ('derived a: bool = mail == "x" derived b: string = string(mail) derived c: string = `{mail}`', []),
        ("function f(): string = mail", ["mail"]),
        ("function f(): string { return mail }", ["mail"]),
        ("a: string = mail", ["mail"]),
        ("a: string sensitive(pii, home) = mail", []),
        ("a: string sensitive(pii) = mail", ["mail"]),
        ('a: string operation o() { a := mail + "x" }', ['mail + "x"']),
        ("a: string operation o() { let x = mail a := x }", ["x"]),
        ("a: string[] operation o() { a += mail }", ["mail"]),
        ("operation o(p: string = mail) { o(mail) }", []),
        ("operation o() { emit E { a: mail } }", ["mail"]),
        ("v: V operation o() { v := V { text: mail } }", ["mail"]),
        ("a: int v: W operation o() { a := mail v := W { n: mail } }", ["mail", "mail"]),
        ("derived a: string = tags.first", []),
        ("derived a: nope_ = mail", []),
    ],
)
def test_sensitive_values_do_not_go_to_open_places(members: str, where: list[str]) -> None:
    text = (
        "context C { event E { a: string } valueobject V { text: string } valueobject W { n: int } "
        f"aggregate A {{ mail: string sensitive(pii, home) tags: string[] sensitive(pii) {members} }} }}"
    )
    assert [place for _, place in told_of(text, "sensitivity-drop")] == where
