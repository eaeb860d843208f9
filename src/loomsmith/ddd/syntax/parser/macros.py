"""`with` clauses: the macro calls in the header of a context, an aggregate, an api or a ui."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import MacroArg, MacroCall, MacroRef
from loomsmith.ddd.syntax.tokens import INT, NAME, STRING
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.parser.cursor import Cursor


def with_clause(c: Cursor) -> list[MacroCall]:
    """`"with" list(MacroCall)`, or nothing."""
    return c.items(macro_call) if c.match("with") else []


def macro_call(c: Cursor) -> MacroCall:
    """`name(arg: value)`, or the name alone."""
    name = c.name(PLAIN_NAME, "a macro or a capability")
    args = c.enclosed("(", ")", _arg) if c.kinds[c.at] == "(" else []
    return c.finish(MacroCall(c.word(name), args), name, name=c.span(name))


def _arg(c: Cursor) -> MacroArg:
    start = c.at
    if c.kinds[start + 1] != ":":
        c.fail("the arguments of a macro are named, as in 'limit: 10'")
    name = c.name(ANY_NAME, "an argument")
    c.at += 1
    at = c.at
    kind = c.kinds[at]
    value: str | int | bool | MacroRef | list[MacroRef]
    if kind is STRING:
        value = c.string(at)
    elif kind is INT:
        value = c.number(at)
    elif kind in ("true", "false"):
        value = kind == "true"
    elif kind == "[":
        value = c.enclosed("[", "]", _ref)
        return c.finish(MacroArg(c.word(name), value), start, name=c.span(name), value=c.span_from(at))
    elif kind == "[]":
        value = []
    else:
        if kind is not NAME:
            c.name(PLAIN_NAME, "the value of a macro's argument")
            c.at = at
        value = _ref(c)
        return c.finish(MacroArg(c.word(name), value), start, name=c.span(name), value=c.span(at))
    c.at = at + 1
    return c.finish(MacroArg(c.word(name), value), start, name=c.span(name), value=c.span(at))


def _ref(c: Cursor) -> MacroRef:
    name = c.name(PLAIN_NAME, "a declaration or a property")
    return c.finish(MacroRef(c.word(name)), name, text=c.span(name))
