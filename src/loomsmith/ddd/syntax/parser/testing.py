"""Tests of the domain, and end-to-end tests against a deployable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax.nodes import Expect, TestBlock, TestE2E
from loomsmith.ddd.syntax.parser import statements
from loomsmith.ddd.syntax.parser.expressions import expression
from loomsmith.ddd.syntax.parser.trace import TRACE_NAME
from loomsmith.ddd.syntax.references import DEPLOYABLE, TEST_CASE, TEST_SUBJECT
from loomsmith.ddd.syntax.tokens import STRING
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.syntax.parser.statements import StatementParser


def any_test(c: Cursor) -> TestBlock | TestE2E:
    """A test or an end-to-end test, where both may stand."""
    return e2e_test(c) if c.kinds[c.at + 1] == "e2e" else test(c)


def test(c: Cursor) -> TestBlock:
    """`test "name" for Subject verifies TC-1 { statements }`."""
    start = c.at
    c.at += 1
    name = ""
    spans: dict[str, Any] = {}
    target: Ref | None = None
    verifies: Ref | None = None
    with c.header():
        index = c.expect(STRING, "for the name of the test")
        name, spans["name"] = c.string(index), c.span(index)
        if c.match("for"):
            target = c.reference(PLAIN_NAME, TEST_SUBJECT)
        verifies = _verifies(c)
    body = statements.block(c, "a test", TEST_STATEMENTS)
    return c.finish(TestBlock(name, target, verifies, body), start, **spans)


def e2e_test(c: Cursor) -> TestE2E:
    """`test e2e "name" against deployable verifies TC-1 { statements }`."""
    start = c.at
    c.at += 1
    c.expect("e2e", "after 'test': the other tests stand in a file, a context or what they test")
    name = c.expect(STRING, "for the name of the test")
    c.expect("against", "and the deployable that is tested")
    deployable = c.reference(ANY_NAME, DEPLOYABLE)
    verifies: Ref | None = None
    with c.header():
        verifies = _verifies(c)
    body = statements.block(c, "a test", TEST_STATEMENTS)
    return c.finish(TestE2E(c.string(name), deployable, verifies, body), start, name=c.span(name))


def _verifies(c: Cursor) -> Ref | None:
    return c.reference(TRACE_NAME, TEST_CASE) if c.match("verifies") else None


def _expect(c: Cursor) -> Expect:
    start = c.at
    c.at += 1
    return c.finish(Expect(expression(c)), start)


TEST_STATEMENTS: dict[str, StatementParser] = {
    "expect": _expect,
    "precondition": statements.precondition,
    "let": statements.let,
    "emit": statements.emit,
}
