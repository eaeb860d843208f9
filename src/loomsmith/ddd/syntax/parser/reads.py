"""How a context is read: repositories, criteria, projections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import Criterion, EventHandler, Find, Join, Projection, Repository, Select
from loomsmith.ddd.syntax.parser import statements
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.expressions import (
    IGNORING,
    expression,
    expression_or_missing,
    ignoring,
    name_chain,
)
from loomsmith.ddd.syntax.parser.members import optional_requires, parameters, parameters_if_any, return_colon
from loomsmith.ddd.syntax.parser.tables import PROJECTION, REPOSITORY
from loomsmith.ddd.syntax.parser.types import type_ref
from loomsmith.ddd.syntax.references import AGGREGATE, EVENT, PROJECTION_SOURCE
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from typing import Any

    from loomsmith.ddd.syntax.node import Node, Ref
    from loomsmith.ddd.syntax.nodes import Expr, Parameter
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.text import Span


def repository(c: Cursor) -> Node:
    """`repository R for A { find ... }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    aggregate = c.no_reference(AGGREGATE)
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a repository")
        c.expect("for", "and the aggregate that the repository holds")
        aggregate = c.reference(PLAIN_NAME, AGGREGATE)
        c.expect_body("a repository")
    finds: list[Any] = block(c, REPOSITORY)
    return c.finish(Repository(name, aggregate, finds), start, **spans)


def find(c: Cursor) -> Node:
    """`find f(a: T): U requires ... where ... ignoring ...`."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a find")
    params = parameters(c)
    if not return_colon(c):
        c.fail("expected ':' and the type that the find returns")
    return_type = type_ref(c)
    values: dict[str, Any] = {}
    if c.match("requires"):
        values["requires"] = expression_or_missing(c)
    if c.match("where"):
        values["where"] = expression_or_missing(c, IGNORING)
    if c.kinds[c.at] == "ignoring":
        values["ignoring"] = ignoring(c)
    node = Find(c.word(name), params, return_type, **values)
    return c.finish(node, start, name=c.span(name))


def criterion(c: Cursor) -> Node:
    """`criterion K(a: T) of A as a = expr`."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a criterion")
    params = parameters_if_any(c)
    c.expect("of", "and the aggregate that the criterion looks at")
    target = type_ref(c)
    spans = {"name": c.span(name)}
    alias = None
    if c.match("as"):
        alias, spans["alias"] = c.named(PLAIN_NAME, "an alias")
    c.expect("=", "and the condition")
    return c.finish(Criterion(c.word(name), params, target, alias, expression_or_missing(c)), start, **spans)


def projection(c: Cursor) -> Node:
    """`projection P(a: T) keyed by k requires ... { members, then the clauses of a query }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Any] = {}
    name = ""
    params: list[Parameter] = []
    values: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a projection")
        params = parameters_if_any(c)
        if c.match("keyed"):
            c.expect("by", "after 'keyed'")
            key = c.name(ANY_NAME, "the key")
            values["key"], spans["key"] = c.word(key), c.span(key)
        values["requires"] = optional_requires(c)
        c.expect_body("a projection")

    def tail(c: Cursor) -> None:
        _query(c, values, spans)

    members = block(c, PROJECTION, tail)
    return c.finish(Projection(name, params, members=members, **values), start, **spans)


def _query(c: Cursor, values: dict[str, Any], spans: dict[str, Any]) -> None:
    """The clauses of a query, after the members of a projection, in fixed order and without commas."""
    if c.match("from"):
        values["source"] = c.reference(PLAIN_NAME, PROJECTION_SOURCE)
        if c.match("as"):
            alias = c.name(PLAIN_NAME, "an alias")
            values["source_alias"], spans["source_alias"] = c.word(alias), c.span(alias)
    if c.match("where"):
        values["where"] = expression(c, IGNORING)
    if c.kinds[c.at] == "ignoring":
        values["ignoring"] = ignoring(c)
    joins: list[Join] = []
    while c.kinds[c.at] == "join":
        joins.append(_join(c))
    if joins:
        values["joins"] = joins
    if c.match("group"):
        c.expect("by", "after 'group'")
        values["group_by"] = c.items(expression)
    if c.match("select"):
        values["selects"] = c.items(_select)
    if c.kinds[c.at] == ",":
        c.fail("the clauses of a query take no comma")
    if c.kinds[c.at] != "}":
        c.fail(
            "expected '}': the clauses of a query stand at the end of the projection, after its members, in "
            "the order 'from', 'where', 'ignoring', 'join', 'group by', 'select'"
        )


def _join(c: Cursor) -> Join:
    start = c.at
    c.at += 1
    aggregate = c.reference(PLAIN_NAME, AGGREGATE)
    c.expect("as", "and an alias")
    alias = c.name(PLAIN_NAME, "an alias")
    c.expect("on", "and the condition of the join")
    return c.finish(Join(aggregate, c.word(alias), expression(c)), start, alias=c.span(alias))


def _select(c: Cursor) -> Select:
    start = c.at
    field = c.name(ANY_NAME, "a selected field")
    c.expect("=", f"and the value of '{c.word(field)}'")
    return c.finish(Select(c.word(field), expression(c)), start, field=c.span(field))


def on_event(c: Cursor) -> Node:
    """`on(e: Event) by chain { ... }` of a workflow or a projection."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    param = ""
    event: Ref = c.no_reference(EVENT)
    by: Expr | None = None
    with c.header():
        c.expect("(", "after 'on'")
        param, spans["param"] = c.named(ANY_NAME, "the event")
        c.expect(":", "before the event")
        event = c.reference(PLAIN_NAME, EVENT)
        c.expect(")", "after the event")
        if c.match("by"):
            by = name_chain(c)
        c.expect_body("an event handler")
    body = statements.block(c, "an event handler")
    return c.finish(EventHandler(param, event, by, body), start, **spans)
