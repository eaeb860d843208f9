"""Requirements, and the solutions and test cases that trace back to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax.nodes import Requirement, RequirementProp, Solution, TestCase
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.expressions import expression
from loomsmith.ddd.syntax.parser.tables import MemberTable
from loomsmith.ddd.syntax.references import REQUIREMENT, TARGETABLE
from loomsmith.ddd.syntax.tokens import STRING, TRACE_ID
from loomsmith.ddd.vocabulary.words import ANY_NAME

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.parser.cursor import Cursor

# What may name a requirement, a solution or a test case besides plain names.
TRACE_NAME: frozenset[str] = frozenset({TRACE_ID})

_KEYS = frozenset({"type", "title"})
_REQUIREMENT = MemberTable("a requirement", _KEYS)


def requirement(c: Cursor) -> Requirement:
    """`requirement US-1 parent US-0 { key: expr }`."""
    start = c.at
    c.at += 1
    name = ""
    parent: Ref | None = None
    spans: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(TRACE_NAME, "a requirement")
        if c.match("parent"):
            parent = c.reference(TRACE_NAME, REQUIREMENT)
    props: list[Any] = block(c, _REQUIREMENT)
    return c.finish(Requirement(name, parent, props), start, **spans)


def _prop(c: Cursor) -> RequirementProp:
    start = c.at
    name = c.name(_KEYS, "a key of a requirement")
    c.expect(":", f"after '{c.word(name)}'")
    return c.finish(RequirementProp(c.word(name), expression(c)), start, name=c.span(name))


def solution(c: Cursor) -> Solution:
    """`solution S for US-1 { title: "..." entitles [...] }`."""
    start, name, requirement_ref, title, targets, spans = _trace(c, "a solution", "for", "entitles")
    return c.finish(Solution(name, requirement_ref, title, targets), start, **spans)


def test_case(c: Cursor) -> TestCase:
    """`testCase TC-1 verifies US-1 { title: "..." covers [...] }`."""
    start, name, requirement_ref, title, targets, spans = _trace(c, "a test case", "verifies", "covers")
    return c.finish(TestCase(name, requirement_ref, title, targets), start, **spans)


def _trace(
    c: Cursor, what: str, relation: str, word: str
) -> tuple[int, str, Ref, str | None, list[Ref], dict[str, Any]]:
    """The parts of a solution or a test case: where it starts, name, requirement, title, targets, spans."""
    start = c.at
    c.at += 1
    index = c.name(TRACE_NAME, what)
    spans: dict[str, Any] = {"name": c.span(index)}
    c.expect(relation, f"and a requirement after the name of {what}")
    requirement_ref = c.reference(TRACE_NAME, REQUIREMENT)
    title: str | None = None
    c.expect("{", f"of {what}")
    if c.match("title"):
        c.expect(":", "after 'title'")
        text = c.expect(STRING, "for the title")
        title, spans["title"] = c.string(text), c.span(text)
    targets: list[Ref] = []
    if c.match(word) and not c.match("[]"):
        targets = c.enclosed("[", "]", _target, trailing=True)
    if c.kinds[c.at] == "title":
        c.fail(f"the title of {what} stands before '{word}'")
    c.expect("}", f"of {what}")
    return start, c.word(index), requirement_ref, title, targets, spans


def _target(c: Cursor) -> Ref:
    return c.dotted(ANY_NAME, TARGETABLE)


_REQUIREMENT.named = _prop
