"""Retrievals, declared and in place, with their sort items and load paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import LoadPath, LoadSegment, Retrieval, SortItem
from loomsmith.ddd.syntax.parser.expressions import expression, expression_or_missing
from loomsmith.ddd.syntax.parser.members import parameters_if_any
from loomsmith.ddd.syntax.parser.types import type_ref
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor

    T = TypeVar("T")


def retrieval(c: Cursor) -> Retrieval:
    """`retrieval R(a: T) of A = criterion`, or with a body in braces."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a retrieval")
    params = parameters_if_any(c)
    c.expect("of", "and the aggregate that is retrieved")
    target = type_ref(c)
    if c.kinds[c.at] == "{":
        where, sort, loads = body(c)
    else:
        c.expect("=", "or '{' before what is retrieved")
        where, sort, loads = expression_or_missing(c), [], []
    node = Retrieval(c.word(name), params, target, where, sort, loads)
    return c.finish(node, start, name=c.span(name))


def body(c: Cursor) -> tuple[Expr, list[SortItem], list[LoadPath]]:
    """`{ where: ... sort: [...] loads: [...] }`, in this order and without commas."""
    c.expect("{")
    c.expect("where", "that starts the body of a retrieval")
    c.expect(":", "after 'where'")
    where = expression(c)
    sort: list[SortItem] = []
    loads: list[LoadPath] = []
    if c.match("sort"):
        c.expect(":", "after 'sort'")
        sort = _bracketed(c, _sort_item)
    if c.match("loads"):
        c.expect(":", "after 'loads'")
        loads = _bracketed(c, _load_path)
    if c.kinds[c.at] in ("where", "sort"):
        c.fail("the clauses of a retrieval stand in the order 'where', 'sort', 'loads', each at most once")
    if c.kinds[c.at] == ",":
        c.fail("the clauses of a retrieval take no comma")
    c.expect("}", "of the retrieval")
    return where, sort, loads


def _bracketed(c: Cursor, item: Callable[[Cursor], T]) -> list[T]:
    return [] if c.match("[]") else c.enclosed("[", "]", item)


def _sort_item(c: Cursor) -> SortItem:
    start = c.at
    path = _load_path(c)
    at = c.at
    if c.kinds[at] in ("asc", "desc"):
        c.at += 1
        return c.finish(SortItem(path, c.kinds[at]), start, direction=c.span(at))
    return c.finish(SortItem(path), start)


def _load_path(c: Cursor) -> LoadPath:
    start = c.at
    from_this = c.match("this")
    spans = {"from_this": c.span(start)} if from_this else {}
    if from_this:
        c.expect(".", "after 'this'")
    segments = [_segment(c)]
    while c.match("."):
        segments.append(_segment(c))
    return c.finish(LoadPath(from_this, segments), start, **spans)


def _segment(c: Cursor) -> LoadSegment:
    name = c.name(ANY_NAME, "a step of a path")
    spans = {"name": c.span(name)}
    many = c.match("[]")
    if many:
        spans["many"] = c.span(name + 1)
    return c.finish(LoadSegment(c.word(name), many), name, **spans)
