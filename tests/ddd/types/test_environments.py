"""What names are bound to at each kind of place."""

from __future__ import annotations

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.inference import Typing
from loomsmith.ddd.types.kinds import show
from typed_models import linked


def probe(text: str, *, name: str = "probe") -> str:
    """The type of the value of `let probe = ...` or of the first chain that starts with the name `probe`."""
    links = linked(text)
    typing = Typing(links)
    for let in links.nodes.get(n.Let, ()):
        if let.name == name:
            return show(typing.type_of(let.expr))
    raise AssertionError("the text has no probe")


AGGREGATE = (
    "context C {{ event E {{ q: long }} aggregate A {{ n: int s: string contains ps: P[] "
    "entity P {{ n: string m: bool }} {0} }} {1} }}"
)


@pytest.mark.parametrize(
    ("members", "others", "wanted"),
    [
        # Members, then parameters, then every let of the body, wherever it stands.
        ("operation o(n: string) { let probe = n }", "", "string"),
        ("operation o() { let probe = later let later = 1 }", "", "int"),
        ("operation o() { let n = true let probe = n }", "", "bool"),
        ("operation o() { for x in ps { let inner = 1 let probe = inner } }", "", "unknown"),
        ("operation o() { for x in ps { let probe = x } }", "", "unknown"),
        # Creates bind no parameters here; their members still count.
        ("create(n: string, m: int) { let probe = n }", "", "int"),
        ("create(n: string, m: int) { let probe = m }", "", "unknown"),
        ("destroy(s: int) { let probe = s }", "", "string"),
        # Events of appliers.
        ("apply(e: E) { let probe = e.q }", "", "long"),
        ("apply(n: E) { let probe = n.q }", "", "long"),
        # Workflows have parameters and lets, but no members.
        ("", "workflow W { n: int create(m: int) { let probe = m } }", "int"),
        ("", "workflow W { n: int create(m: int) { let probe = n } }", "unknown"),
        ("", "workflow W { handle h(m: A id) { let a = m let probe = a.s } }", "string"),
        ("", "workflow W { on(e: E) { let probe = e.q } }", "long"),
        # What has no environment of its own.
        ("", "domainService S { operation o(m: int) { let probe = m } }", "unknown"),
        ("", "commandHandler h(m: int) { let probe = m }", "unknown"),
    ],
)
def test_environments_at_the_node(members: str, others: str, wanted: str) -> None:
    assert probe(AGGREGATE.format(members, others)) == wanted


def test_a_part_sees_its_own_fields_and_not_those_of_its_aggregate() -> None:
    links = linked(
        "context C { aggregate A { n: int s: string "
        "entity P { n: bool derived d: bool = n derived e: bool = s } } }"
    )
    typing = Typing(links)
    assert [show(typing.type_of(field.expr)) for field in links.nodes[n.Derived]] == ["bool", "unknown"]


def test_queries_see_the_members_of_their_aggregate() -> None:
    links = linked(
        "context C { aggregate A { n: int } repository R for A { find f(n: string): A? where n == n } "
        "criterion K(m: bool) of A = this.n > 1 && m && n > 1 retrieval Q of A = n > 1 "
        "criterion L of A? = n > 1 }"
    )
    typing = Typing(links)
    names = [show(typing.type_of(name)) for name in links.nodes[n.NameRef]]
    assert names == ["string", "string", "bool", "int", "int", "unknown"]


def test_lambda_parameters_give_way_to_members_and_the_innermost_wins() -> None:
    text = (
        "context C { aggregate A { n: int ps: string[] qs: int[] "
        "derived d: bool = ps.any(x => x.length > 1) derived e: bool = ps.any(n => n > 1) "
        "derived f: bool = ps.any(x => qs.any(x => x > 1)) derived g: bool = nope.any(x => x > 1) } }"
    )
    links = linked(text)
    typing = Typing(links)
    shown = [(name.name, show(typing.type_of(name))) for name in links.nodes[n.NameRef] if name.name in "xn"]
    assert shown == [("x", "string"), ("n", "int"), ("x", "int"), ("x", "unknown")]


def test_the_result_of_an_operation_reads_the_parameter_before_all_else() -> None:
    links = linked("context C { aggregate A { n: int ps: string[] derived d: int = ps.map(n => n) } }")
    assert show(Typing(links).type_of(links.nodes[n.Derived][0].expr)) == "string[]"


def test_in_a_body_a_let_counts_from_its_statement_on() -> None:
    links = linked(
        "context C { aggregate A { n: int create(n: string) { let a = n let n = true let b = n } } }"
    )
    typing = Typing(links)
    create = links.nodes[n.Create][0]
    environment = typing.body_environment(create)
    shown = []
    for let in create.body:
        shown.append(show(typing.type_of(let.expr, environment)))
        environment.bind(let.name, typing.type_of(let.expr, environment))
    assert shown == ["string", "bool", "bool"]
