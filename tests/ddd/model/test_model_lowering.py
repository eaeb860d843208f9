"""What names, calls and statements of a text become in the resolved model."""

from __future__ import annotations

import pytest

from ddd.model.model_helpers import aggregate_of, context_of, resolved
from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t

# Types


@pytest.mark.parametrize(
    ("written", "label", "tag"),
    [
        ("string", "string", "string"),
        ("File", "File", "File"),
        ("B id", "B id", "BId"),
        ("Lost id", "Lost id", "LostId"),
        ("Lost", "string", "string"),
        ("Lost[]", "string[]", "stringList"),
        ("Self id", "string", "string"),
        ("Size", "Size", "Size"),
        ("Spot[]?", "Spot[]?", "SpotList"),
        ("B or Size", "union", "BOrSize"),
        ("B option", "union", "BOrnone"),
        ("B paged", "genericInstance", "BPaged"),
        ("User id", "guid", "guid"),
    ],
)
def test_types_have_labels_and_tags(written: str, label: str, tag: str) -> None:
    model = resolved(
        "system S { user { id: guid } subdomain D { context X { enum Size { S, L } valueobject "
        "Spot { row: int } "
        f"aggregate A {{ f: {written} }} aggregate B {{ n: int }} }} }} }}"
    )
    (context,) = model.contexts()
    found = context.aggregates[0].fields[0].type
    assert (t.label(found), t.tag(found)) == (label, tag)


def test_an_id_of_the_user_stays_one_where_nothing_is_known_of_users() -> None:
    assert t.label(aggregate_of("context X { aggregate A { by: User id } }").fields[0].type) == "User id"


def test_a_name_that_does_not_link_is_looked_for_from_the_nearest_place() -> None:
    model = resolved(
        "context Y { valueobject Spot { row: int } event Gone { n: int } } "
        "context X { aggregate A { s: Spot g: Gone } }"
    )
    fields = list(model.contexts())[1].aggregates[0].fields
    assert [t.label(field.type) for field in fields] == ["Spot", "string", "int"]


# Names


def kinds(derived: str, members: str = "", more: str = "") -> list[tuple[str, str]]:
    aggregate = aggregate_of(
        "enum Root { red, blue } context X { enum Size { small, red } "
        f"aggregate A {{ n: int {members} derived d: int = {derived} function own(a: int): int = "
        f"a }} {more} }}"
    )
    expr = next(d.expr for d in aggregate.derived if d.name == "d")
    return [(found.kind, found.name) for found in e.deep(expr) if isinstance(found, e.Name | e.Call)]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("n", [("this-prop", "n")]),
        ("d", [("this-derived", "d")]),
        ("own", [("own-fn", "own")]),
        ("own(n)", [("function", "own"), ("this-prop", "n")]),
        ("small", [("enum-value", "small")]),
        ("blue", [("enum-value", "blue")]),
        ("Root.blue", [("enum-value", "blue")]),
        ("lost", [("unknown", "lost")]),
        ("permissions.go", [("unknown", "permissions")]),
        ("days(n)", [("duration", "days"), ("this-prop", "n")]),
        ("lost(n)", [("free", "lost"), ("this-prop", "n")]),
        ("Lost { a: n }", [("free", "Lost"), ("this-prop", "n")]),
    ],
)
def test_bare_names_and_calls_have_kinds(written: str, found: list[tuple[str, str]]) -> None:
    assert kinds(written) == found


def test_an_inherited_field_is_not_found_by_its_bare_name() -> None:
    context = context_of(
        "context X { abstract aggregate B { base: int } aggregate A extends B { derived d: int = base } }"
    )
    expr = next(d.expr for d in context.aggregates[1].derived if d.name == "d")
    assert isinstance(expr, e.Name)
    assert expr.kind == "unknown"


def test_criteria_and_functions_are_put_in_place_with_their_arguments() -> None:
    context = context_of(
        "function twice(k: int): int = k * 2 context X { aggregate A { n: int derived d: int = twice(n) } "
        "criterion Big(least: int) of A as a = a.n > least criterion Huge of A = Big(100) "
        "repository As for A { find f(m: int): A? where Big(m) find g(): A? where Huge } }"
    )
    derived = context.aggregates[0].derived[0].expr
    assert isinstance(derived, e.Paren)
    assert derived.type == t.INT
    for find, kind in zip(context.repositories[0].finds[1:], (e.Name, e.Literal), strict=True):
        inner = find.where
        while isinstance(inner, e.Paren):
            inner = inner.inner
        assert isinstance(inner, e.Chain)
        assert isinstance(inner.head, e.Member)
        assert isinstance(inner.head.receiver, e.This)
        assert isinstance(inner.rest[0], kind)


def test_a_permission_is_its_runtime_string_or_a_marker() -> None:
    model = resolved(
        "system S { user { ps: string[] } subdomain Sales { permissions { sell } context X { "
        "aggregate A { n: int "
        "operation go() { requires currentUser.ps.contains(permissions.sell) } "
        "operation no() { requires currentUser.ps.contains(permissions.buy) } } } } }"
    )
    (context,) = model.contexts()
    go, no = (operation.body[0] for operation in context.aggregates[0].operations)
    assert isinstance(go, e.Requires)
    assert isinstance(no, e.Requires)
    assert "sales.sell" in [x.text for x in e.deep(go.expr) if isinstance(x, e.Literal)]
    assert ("unknown-permission", "buy") in [
        (x.kind, x.name) for x in e.deep(no.expr) if isinstance(x, e.Name)
    ]


# Calls on lists, and types of expressions


@pytest.mark.parametrize(
    ("written", "type_"),
    [
        ("n + 1", "int"),
        ("n / 2", "decimal"),
        ("m * 2", "money"),
        ("m / m", "decimal"),
        ('"a" + n', "string"),
        ("n > 1 && b", "bool"),
        ("now() - at", "duration"),
        ("at + days(1)", "datetime"),
        ("b ? n : m", "int"),
        ("xs.count", "int"),
        ("xs.map(x => x > 1)", "bool[]"),
        ("xs.first", "int"),
        ("xs.firstOrNull", "int?"),
        ("xs.max(x => x)", "int?"),
        ("xs.where(x => x > 1)", "int[]"),
        ("s.length", "int"),
        ('s.split(",")', "string[]"),
        ("other.name", "string"),
        ("other.id", "B id"),
        ("spot.row", "int"),
        ("lost.what", "string"),
    ],
)
def test_expressions_have_types(written: str, type_: str) -> None:
    aggregate = aggregate_of(
        "context X { valueobject Spot { row: int } aggregate A { n: int m: money b: bool at: "
        "datetime xs: int[] "
        f"s: string other: B id spot: Spot derived d: int = {written} }} aggregate B {{ name: string }} }}"
    )
    expr = aggregate.derived[0].expr
    assert expr is not None
    assert t.label(expr.type) == type_


def test_an_average_is_the_sum_divided_by_the_count() -> None:
    expr = (
        aggregate_of("context X { aggregate A { xs: int[] derived d: decimal = xs.avg(x => x) } }")
        .derived[0]
        .expr
    )
    assert isinstance(expr, e.Chain)
    assert isinstance(expr.head, e.MethodCall)
    assert (expr.head.name, expr.ops) == ("sum", ["/"])
    assert isinstance(expr.rest[0], e.Member)
    assert expr.rest[0].name == "count"


def test_what_a_string_can_do_is_no_collection_operation() -> None:
    aggregate = aggregate_of(
        "context X { aggregate A { s: string xs: int[] derived a: bool = s.contains(s) derived "
        "b: bool = xs.contains(1) } }"
    )
    flags = [d.expr.collection for d in aggregate.derived if isinstance(d.expr, e.MethodCall)]
    assert flags == [False, True]


# Statements


def forms(body: str, workflow: bool = True) -> list[str]:
    place = (
        f"workflow W {{ a: A id n: int list: int[] create(p: A id, k: int) {{ {body} }} }}"
        if workflow
        else f"commandHandler H(p: A id, k: int) {{ {body} }}"
    )
    model = resolved(
        "system S { subdomain D { context X { event Gone { n: int } error Full { n: int } "
        "aggregate A { n: int operation go() { n := 1 } } repository As for A { find one(k: "
        "int): A? where this.n == k } "
        "criterion C of A = n > 1 retrieval Q(k: int) of A { where: this.n > k } "
        f"domainService V {{ operation rate(a: A, k: int): int {{ return k }} }} {place} }} }} "
        "storage disk { type: localDisk } resource files { for: X kind: objectStore use: disk } }"
    )
    (context,) = model.contexts()
    statements = context.workflows[0].primary if workflow else context.handlers[0].body
    return [type(statement).__name__ for statement in statements]


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("precondition k > 1", "Precondition"),
        ("emit Gone { n: 1 }", "Emit"),
        ("let x = A.create({ n: 1 })", "Factory"),
        ("let x = A.create(k)", "Let"),
        ("let x = As.run(Q(k), page: { offset: 0, limit: 5 })", "Run"),
        ("let x = As.run(C)", "Run"),
        ("let x = As.findAll(C)", "Run"),
        ("let x = As.getById(p)", "Load"),
        ("let x = As.one(k)", "Load"),
        ("let x = k + 1", "Let"),
        ("let x = files.get(k)", "ResourceCall"),
        ("for x in k { }", "Loop"),
        ("if let x = As.find(C) { }", "Branch"),
        ("files.put(k, k)", "ResourceCall"),
        ("V.rate(p, k)", "ServiceCall"),
        ("As.delete(p)", "Delete"),
        ("As.delete()", "OperationCall"),
        ("As.archive(p)", "OperationCall"),
        ("x.go()", "OperationCall"),
        ("n := 2", "OwnAssign"),
        ("n += 2", "OwnAssign"),
        ("list := k", "OwnAssign"),
        ("list += k", "Unrecognised"),
        ("k := 2", "Unrecognised"),
        ("go()", "Unrecognised"),
    ],
)
def test_statements_of_workflows_have_forms(written: str, form: str) -> None:
    assert forms(written) == [form]


def test_the_result_of_a_handler_is_no_statement() -> None:
    assert forms("let x = As.getById(p) return x", workflow=False) == ["Load"]
    assert forms("n := 1", workflow=False) == ["Unrecognised"]


def test_a_header_requires_is_the_first_statement() -> None:
    model = resolved(
        "system S { user { ok: bool } subdomain D { context X { aggregate A { n: int "
        "operation go() requires currentUser.ok { n := 1 } } "
        "workflow W { create(k: int) requires currentUser.ok { let x = A.create({ n: k }) } } } } }"
    )
    (context,) = model.contexts()
    assert isinstance(context.aggregates[0].operations[0].body[0], e.Requires)
    assert isinstance(context.workflows[0].primary[0], e.Requires)


def test_the_main_body_of_a_workflow_is_that_of_its_first_canonical_command() -> None:
    context = context_of(
        "context X { event Gone { a: A id } aggregate A { n: int } workflow W { a: A id n: int "
        "create(g: Gone) by g.a { n := 1 } create late(k: int) { n := 2 } create(k: int) { n := 3 } } }"
    )
    (statement,) = context.workflows[0].primary
    assert isinstance(statement, e.OwnAssign)
    assert isinstance(statement.value, e.Literal)
    assert statement.value.text == "3"
    assert [create.event for create in context.workflows[0].creates] == ["Gone", None, None]
