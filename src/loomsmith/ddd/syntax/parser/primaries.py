"""Primary expressions: literals, builders, objects, lists, conversions, templates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    BoolLiteral,
    CallSuffix,
    Conversion,
    DecimalLiteral,
    Hole,
    IdExpr,
    IntLiteral,
    ListLiteral,
    MoneyLiteral,
    NameRef,
    Now,
    NullLiteral,
    Object,
    Paren,
    Postfix,
    RetrievalLiteral,
    StringLiteral,
    TemplateString,
    This,
)
from loomsmith.ddd.syntax.parser import retrievals
from loomsmith.ddd.syntax.parser.expressions import (
    PRIMARIES,
    args,
    builder,
    expression,
    name_ref,
    named_values,
)
from loomsmith.ddd.syntax.tokens import (
    DECIMAL,
    FORMAT,
    INT,
    NAME,
    STRING,
    TEMPLATE,
    TEMPLATE_END,
    TEMPLATE_MIDDLE,
    TEMPLATE_START,
)

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor


def object_literal(c: Cursor) -> Object:
    """`"{" list,(AnyName ":" Expression)? "}"`."""
    start = c.at
    return c.finish(Object(named_values(c)), start)


def _paren(c: Cursor) -> Expr:
    start = c.at
    c.at += 1
    inner = expression(c)
    if c.kinds[c.at] != ")":
        c.fail(f"expected the ')' of the '(' on line {c.source.line_of(c.starts[start]) + 1}")
    c.at += 1
    return c.finish(Paren(inner), start)


def _list(c: Cursor) -> Expr:
    start = c.at
    c.at += 1
    elements: list[Expr] = []
    while c.kinds[c.at] != "]":
        elements.append(expression(c))
        if not c.match(",") and c.kinds[c.at] != "]":
            c.fail("expected ',' or ']' after an element")
    c.at += 1
    return c.finish(ListLiteral(elements), start)


def _empty_list(c: Cursor) -> Expr:
    c.at += 1
    return c.finish(ListLiteral(), c.at - 1)


def _string(c: Cursor) -> Expr:
    at = c.at
    c.at = at + 1
    node = StringLiteral(c.string(at))
    node.span = c.span(at)
    node.spans = {"value": node.span}
    return node


def _integer(c: Cursor) -> Expr:
    at = c.at
    c.at = at + 1
    node = IntLiteral(c.word(at))
    node.span = c.span(at)
    node.spans = {"text": node.span}
    return node


def _decimal(c: Cursor) -> Expr:
    at = c.at
    c.at = at + 1
    node = DecimalLiteral(c.word(at))
    node.span = c.span(at)
    node.spans = {"text": node.span}
    return node


def _truth(c: Cursor) -> Expr:
    at = c.at
    c.at = at + 1
    return c.finish(BoolLiteral(c.kinds[at] == "true"), at, value=c.span(at))


def _null(c: Cursor) -> Expr:
    c.at += 1
    return c.finish(NullLiteral(), c.at - 1)


def _this(c: Cursor) -> Expr:
    c.at += 1
    return c.finish(This(), c.at - 1)


def _id(c: Cursor) -> Expr:
    c.at += 1
    return c.finish(IdExpr(), c.at - 1)


def _now(c: Cursor) -> Expr:
    start = c.at
    c.at += 1
    c.expect("(", "after 'now': the current time is written 'now()'")
    c.expect(")")
    return c.finish(Now(), start)


def _conversion(c: Cursor) -> Expr:
    """`string(x)`, `long(x)`, `decimal(x)`: exactly one argument without a name."""
    start = c.at
    c.at += 1
    c.expect("(", f"after '{c.kinds[start]}', which converts a value")
    inner = expression(c)
    c.expect(")", f"after the one value that '{c.kinds[start]}' converts")
    return c.finish(Conversion(c.kinds[start], inner), start, target=c.span(start))


def _money(c: Cursor) -> Expr:
    """A literal `money("4.50")`, a conversion `money(x)`, or the name `money`."""
    start = c.at
    kinds = c.kinds
    if kinds[start + 1] != "(":
        return name_ref(c)
    if kinds[start + 2] == STRING and kinds[start + 3] == ")":
        c.at = start + 4
        text = start + 2
        return c.finish(MoneyLiteral(c.string(text)), start, text=c.span(text))
    c.at = start + 1
    given = args(c, ")", "an argument", False)
    if len(given) == 1 and given[0].name is None:
        return c.finish(Conversion("money", given[0].value), start, target=c.span(start))
    head = NameRef("money")
    head.span = c.span(start)
    head.spans = {"name": head.span}
    call = CallSuffix(given)
    call.span = c.span_from(start + 1)
    return c.finish(Postfix(head, [call]), start)


def _retrieval(c: Cursor) -> Expr:
    """`retrieval { where: ... }`, or the name `retrieval`."""
    start = c.at
    if c.kinds[start + 1] != "{":
        return name_ref(c)
    c.at += 1
    where, sort, loads = retrievals.body(c)
    return c.finish(RetrievalLiteral(where, sort, loads), start)


# Templates


_TEMPLATE_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_TEMPLATE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


def _template(c: Cursor) -> Expr:
    at = c.at
    c.at = at + 1
    return c.finish(TemplateString([_template_text(c, at)]), at, texts=[c.span(at)])


def _template_with_holes(c: Cursor) -> Expr:
    kinds = c.kinds
    start = c.at
    texts = [_template_text(c, start)]
    spans = [c.span(start)]
    holes: list[Hole] = []
    while True:
        at = c.at = c.at + 1
        if kinds[at] in (TEMPLATE_MIDDLE, TEMPLATE_END):
            c.fail("a hole of a template needs an expression; write '\\{' for a plain brace")
        value = expression(c)
        if kinds[c.at] is FORMAT:
            c.at += 1
            holes.append(c.finish(Hole(value, c.word(c.at - 1)), at, format=c.span(c.at - 1)))
        else:
            holes.append(c.finish(Hole(value), at))
        kind = kinds[c.at]
        if kind not in (TEMPLATE_MIDDLE, TEMPLATE_END):
            c.fail("expected the '}' that ends the hole of the template")
        texts.append(_template_text(c, c.at))
        spans.append(c.span(c.at))
        if kind is TEMPLATE_END:
            c.at += 1
            return c.finish(TemplateString(texts, holes), start, texts=spans)


def _template_text(c: Cursor, at: int) -> str:
    """The text part of a template token, without the marks around it, escapes applied."""
    written = c.word(at)[1:-1]
    return _TEMPLATE_ESCAPE.sub(_unescape, written) if "\\" in written else written


def _unescape(found: re.Match[str]) -> str:
    return _TEMPLATE_ESCAPES.get(found[1], found[1])


PRIMARIES.update(
    {
        NAME: builder,
        "retrieval": _retrieval,
        "{": object_literal,
        "(": _paren,
        "[]": _empty_list,
        "[": _list,
        TEMPLATE: _template,
        TEMPLATE_START: _template_with_holes,
        STRING: _string,
        INT: _integer,
        DECIMAL: _decimal,
        "true": _truth,
        "false": _truth,
        "null": _null,
        "money": _money,
        "string": _conversion,
        "long": _conversion,
        "decimal": _conversion,
        "now": _now,
        "this": _this,
        "id": _id,
    }
)
