"""Expressions, loosest first: lambda and match, ternary, binary operators, unary, postfix chain, primary.

Binary operators are read by one loop with a stack of open chains, so that neither their levels nor long
chains cost any recursion; each chain of operators of one level is one flat node.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    Arg,
    Arm,
    Await,
    BoolLiteral,
    Builder,
    CallSuffix,
    Chain,
    Conversion,
    DecimalLiteral,
    Hole,
    IdExpr,
    Ignoring,
    IntLiteral,
    Lambda,
    ListLiteral,
    Match,
    MemberSuffix,
    Missing,
    MoneyLiteral,
    NamedValue,
    NameRef,
    Now,
    NullLiteral,
    Object,
    Paren,
    Postfix,
    RetrievalLiteral,
    StringLiteral,
    TemplateString,
    Ternary,
    This,
    Unary,
    VariantArm,
)
from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.parser.cursor import Unexpected
from loomsmith.ddd.syntax.parser.types import type_atom
from loomsmith.ddd.syntax.tokens import (
    DECIMAL,
    DURATION,
    END,
    FORMAT,
    INT,
    NAME,
    STRING,
    TEMPLATE,
    TEMPLATE_END,
    TEMPLATE_MIDDLE,
    TEMPLATE_START,
    TRACE_ID,
)
from loomsmith.ddd.vocabulary.words import ANY_NAME, MEMBER_NAME, PLAIN_NAME, REF_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.text import Span

# How tightly the binary operators bind.
LEVELS = {
    "||": 1,
    "&&": 2,
    "==": 3,
    "!=": 3,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    "+": 5,
    "-": 5,
    "*": 6,
    "/": 6,
    "%": 6,
}

# What may follow an expression, where that changes how it is read.
BODY = 1  # A body: `Name {` may be a name and the brace of the body.
IGNORING = 2  # The `ignoring` clause of a find or projection: it is not the chain's.
CHAIN = 4  # A body, behind what may only be a name or a chain on one.


def expression(c: Cursor, tail: int = 0, lambdas: bool = True) -> Expr:
    """A whole expression.

    `tail` says what may follow (`BODY`, `IGNORING`, or both); `lambdas` is false for the condition of an arm,
    where `name =>` is a condition and the arrow of the arm.
    """
    start = c.at
    kind = c.kinds[start]
    c.descend()
    node: Expr
    if kind is NAME and lambdas and c.kinds[start + 1] == "=>":
        node = _lambda(c, start, tail)
    elif kind == "match":
        node = match(c)
    else:
        node = _operand(c, tail)
        following = c.kinds[c.at]
        if following in LEVELS:
            node = _chains(c, start, node, tail)
            following = c.kinds[c.at]
        if following == "?":
            node = _ternary(c, start, node, tail)
        elif following == "=>" and lambdas:
            _refuse_arrow(c)
    c.depth -= 1
    return node


def _chains(c: Cursor, start: int, operand: Expr, tail: int) -> Expr:
    """The binary operators after a first operand.

    An open chain is its level, its first token, its head, operators, their spans, and further operands; on
    the stack the levels rise, so each operator closes the chains that bind more tightly.
    """
    kinds, starts, ends = c.kinds, c.starts, c.ends
    open_chains: list[tuple[int, int, Expr, list[str], list[Span], list[Expr]]] = []
    current = operand
    while True:
        at = c.at
        operator = kinds[at]
        level = LEVELS.get(operator, 0)
        begin = start
        while open_chains and open_chains[-1][0] > level:
            _, begin, head, ops, spans, rest = open_chains.pop()
            rest.append(current)
            current = Chain(head, ops, rest)
            current.span = (starts[begin], ends[at - 1])
            current.spans = {"ops": spans}
        if level == 0:
            return current
        if open_chains and open_chains[-1][0] == level:
            chain = open_chains[-1]
            chain[5].append(current)
            chain[3].append(operator)
            chain[4].append((starts[at], ends[at]))
        else:
            open_chains.append((level, begin, current, [operator], [(starts[at], ends[at])], []))
        start = c.at = at + 1
        current = _operand(c, tail)


def _ternary(c: Cursor, start: int, condition: Expr, tail: int) -> Expr:
    c.at += 1
    then = expression(c)
    c.expect(":", "between the two values of '?'")
    return c.finish(Ternary(condition, then, expression(c, tail)), start)


def _lambda(c: Cursor, start: int, tail: int) -> Expr:
    c.at = start + 2
    param = c.span(start)
    if c.kinds[c.at] == "{" and not _object_ahead(c):
        node = Lambda(c.word(start), None, statements.block(c, "a lambda"))
    else:
        node = Lambda(c.word(start), expression(c, tail))
    return c.finish(node, start, param=param)


def _object_ahead(c: Cursor) -> bool:
    """Whether a `{` opens an object rather than a block: no statement starts with a name and a colon."""
    following = c.kinds[c.at + 1]
    return following == "}" or ((following is NAME or following in ANY_NAME) and c.kinds[c.at + 2] == ":")


def _refuse_arrow(c: Cursor) -> None:
    """Name the slip where an arrow follows something other than a bare name at the start of an expression."""
    previous = c.kinds[c.at - 1]
    if previous == ")":
        c.fail("a lambda has one parameter without parentheses: write 'x => ...'")
    if wording.is_word(previous) and previous not in ("this", "true", "false", "null"):
        c.fail(f"'{previous}' is a word of the language and cannot be the parameter of a lambda", c.at - 1)
    if previous is NAME:
        c.fail("a lambda cannot be an operand; put it in parentheses")


# Operands


def _operand(c: Cursor, tail: int) -> Expr:
    """`("!" | "-")? Primary (Suffix+ Ignoring?)?`.

    The hottest function of the parser, and one frame of the few that a level of nesting may take: hence
    names, signs and suffixes are read right here.
    """
    kinds, starts, ends = c.kinds, c.starts, c.ends
    start = at = c.at
    kind = kinds[at]
    sign = ""
    if kind == "!" or kind == "-":
        sign = kind
        start = c.at = at = at + 1
        kind = kinds[at]
        if kind == "!" or kind == "-":
            c.fail(f"a second sign needs parentheses: write '{sign}({kind}x)'")
    head: Expr
    primary = _PRIMARIES.get(kind)
    if (kind is NAME and (kinds[at + 1] != "{" or not _builder_ahead(c, tail))) or tail & CHAIN:
        c.at = at + 1
        span = (starts[at], ends[at])
        head = NameRef(c.text[span[0] : span[1]])
        head.span = span
        head.spans = {"name": span}
    elif primary is not None:
        head = primary(c)
    elif kind in REF_NAME:
        head = _name_ref(c)
    else:
        _refuse_operand(c, kind)
    at = c.at
    kind = kinds[at]
    if kind == "." or kind == "(":
        suffixes: list[MemberSuffix | CallSuffix] = []
        if isinstance(head, Postfix):
            # A call of `money` as a function: the chain goes on from there.
            suffixes = head.suffixes
            head = head.head
        while True:
            if kind == ".":
                member = kinds[at + 1]
                if member is not NAME and member not in MEMBER_NAME:
                    c.at = at + 1
                    c.name(MEMBER_NAME, "a member")
                c.at = at + 2
                span = (starts[at + 1], ends[at + 1])
                if kinds[at + 2] == "(":
                    suffix = MemberSuffix(
                        c.text[span[0] : span[1]], True, _args(c, ")", "an argument", False)
                    )
                else:
                    suffix = MemberSuffix(c.text[span[0] : span[1]])
                suffix.span = (starts[at], ends[c.at - 1])
                suffix.spans = {"member": span}
                suffixes.append(suffix)
            elif kind == "(":
                call = CallSuffix(_args(c, ")", "an argument", False))
                call.span = (starts[at], ends[c.at - 1])
                suffixes.append(call)
            else:
                break
            at = c.at
            kind = kinds[at]
        ignored = ignoring(c) if kind == "ignoring" and not tail & (IGNORING | CHAIN) else None
        head = Postfix(head, suffixes, ignored)
        head.span = (starts[start], ends[c.at - 1])
    if not sign:
        return head
    unary = Unary(sign, head)
    unary.span = (starts[start - 1], ends[c.at - 1])
    unary.spans = {"op": (starts[start - 1], ends[start - 1])}
    return unary


def ignoring(c: Cursor) -> Ignoring:
    """`"ignoring" ("*" | list(Id))`; a comma that no name follows belongs to the list around."""
    start = c.at
    c.at += 1
    if c.kinds[c.at] == "*":
        star = c.span(c.at)
        c.at += 1
        return c.finish(Ignoring(True), start, all=star)
    names = [_capability(c)]
    while c.kinds[c.at] == "," and c.kinds[c.at + 1] is NAME:
        c.at += 1
        names.append(_capability(c))
    return c.finish(
        Ignoring(False, [c.word(i) for i in names]), start, capabilities=[c.span(i) for i in names]
    )


def _capability(c: Cursor) -> int:
    return c.name(PLAIN_NAME, "a capability")


def _args(c: Cursor, closing: str, what: str, trailing: bool) -> list[Arg]:
    """From an opening bracket: `list((AnyName ":")? Expression)? closing`; `trailing` allows a last comma."""
    kinds, starts, ends = c.kinds, c.starts, c.ends
    c.at += 1
    found: list[Arg] = []
    if kinds[c.at] == closing:
        c.at += 1
        return found
    while True:
        at = c.at
        kind = kinds[at]
        if kinds[at + 1] == ":" and (kind is NAME or kind in ANY_NAME):
            c.at = at + 2
            span = (starts[at], ends[at])
            arg = Arg(c.text[span[0] : span[1]], expression(c))
            arg.spans = {"name": span}
        else:
            arg = Arg(None, expression(c))
        arg.span = (starts[at], ends[c.at - 1])
        found.append(arg)
        kind = kinds[c.at]
        if kind == ",":
            c.at += 1
            if kinds[c.at] == closing:
                if trailing:
                    c.at += 1
                    return found
                c.fail(f"no comma after {what} that is the last")
        elif kind == closing:
            c.at += 1
            return found
        else:
            c.fail(f"expected ',' or '{closing}' after {what}")


def name_chain(c: Cursor) -> Expr:
    """`RefName Suffix*`: a name or a chain on it, never a wider expression, so that a `{` opens the body."""
    at = c.at
    kind = c.kinds[at]
    if kind is not NAME and kind not in REF_NAME:
        c.name(REF_NAME, "a value: a name, or a chain such as 'order.lines',")
        c.at = at
    return _operand(c, CHAIN)


# Primary expressions


def _name_ref(c: Cursor) -> Expr:
    at = c.at
    c.at = at + 1
    node = NameRef(c.word(at))
    node.span = c.span(at)
    node.spans = {"name": node.span}
    return node


def _builder_ahead(c: Cursor, tail: int) -> bool:
    """Whether the brace after the current name opens a builder rather than the body that may follow.

    Only where a body may follow is that a question, and then it is answered by reading the builder once
    without keeping it. Inside it no body can follow, so that one try never holds another.
    """
    if not tail & BODY:
        return True
    if c.trying:
        return True
    at, depth = c.at, c.depth
    c.trying = True
    try:
        _builder(c)
    except Unexpected:
        return False
    finally:
        c.trying = False
        c.at, c.depth = at, depth
    return True


def _builder(c: Cursor) -> Expr:
    start = c.at
    c.at += 1
    entries = _args(c, "}", "an entry", True)
    return c.finish(Builder(c.word(start), entries), start, type=c.span(start))


def object_literal(c: Cursor) -> Object:
    """`"{" list,(AnyName ":" Expression)? "}"`."""
    start = c.at
    return c.finish(Object(named_values(c)), start)


def named_values(c: Cursor) -> list[NamedValue]:
    """From the brace: `"{" list,(AnyName ":" Expression)? "}"`."""
    kinds = c.kinds
    c.expect("{")
    found: list[NamedValue] = []
    while kinds[c.at] != "}":
        start = c.at
        if kinds[start] is STRING:
            c.fail("the keys of an object are names without quotes")
        c.name(ANY_NAME, "a field")
        c.expect(":", f"between '{c.word(start)}' and its value")
        found.append(c.finish(NamedValue(c.word(start), expression(c)), start, name=c.span(start)))
        if not c.match(",") and kinds[c.at] != "}":
            c.fail("expected ',' or '}' after a field")
    c.at += 1
    return found


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
        return _name_ref(c)
    if kinds[start + 2] == STRING and kinds[start + 3] == ")":
        c.at = start + 4
        text = start + 2
        return c.finish(MoneyLiteral(c.string(text)), start, text=c.span(text))
    c.at = start + 1
    args = _args(c, ")", "an argument", False)
    if len(args) == 1 and args[0].name is None:
        return c.finish(Conversion("money", args[0].value), start, target=c.span(start))
    head = NameRef("money")
    head.span = c.span(start)
    head.spans = {"name": head.span}
    call = CallSuffix(args)
    call.span = c.span_from(start + 1)
    return c.finish(Postfix(head, [call]), start)


def _retrieval(c: Cursor) -> Expr:
    """`retrieval { where: ... }`, or the name `retrieval`."""
    start = c.at
    if c.kinds[start + 1] != "{":
        return _name_ref(c)
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


# Match


def match(c: Cursor) -> Expr:
    """`match { condition => value ... else => value }` or `match subject { Type name => value ... }`."""
    start = c.at
    c.at += 1
    subject = None if c.kinds[c.at] == "{" else scrutinee(c)
    c.expect("{", "that opens the arms of 'match'")
    arm: Callable[[Cursor], Arm | VariantArm] = _condition_arm if subject is None else _variant_arm
    arms: list[Arm | VariantArm] = []
    otherwise: Expr | None = None
    kinds = c.kinds
    while kinds[c.at] != "}":
        if kinds[c.at] == "else":
            c.at += 1
            c.expect("=>", "after 'else'")
            otherwise = expression(c)
            c.match(",")
            if kinds[c.at] != "}":
                c.fail("'else' is the last arm of 'match': expected '}'")
            break
        arms.append(arm(c))
        c.match(",")
    c.expect("}")
    return c.finish(Match(subject, arms, otherwise), start)


def scrutinee(c: Cursor) -> Expr:
    """`"await"? NameChain`."""
    start = c.at
    # `await` is no name here, whatever follows.
    if c.match("await"):
        return c.finish(Await(name_chain(c)), start)
    return name_chain(c)


def _condition_arm(c: Cursor) -> Arm:
    start = c.at
    condition = expression(c, lambdas=False)
    c.expect("=>", "between a condition and its value")
    return c.finish(Arm(condition, expression(c)), start)


def _variant_arm(c: Cursor) -> VariantArm:
    start = c.at
    variant, binding, spans = variant_head(c)
    return c.finish(VariantArm(variant, binding, expression(c)), start, **spans)


def variant_head(c: Cursor) -> Any:
    """`TypeAtom Id? "=>"`: the type, the binding or `None`, and the spans to give the arm."""
    variant = type_atom(c)
    at = c.at
    if c.kinds[at] == "=>":
        c.at += 1
        return variant, None, {}
    name = c.name(PLAIN_NAME, "the value of the arm")
    c.expect("=>", "after the type of the arm")
    return variant, c.word(name), {"binding": c.span(name)}


# What cannot be an operand


def _refuse_operand(c: Cursor, kind: str) -> Any:
    """Raise the fault for a token that starts no operand, naming the slip where it is a common one."""
    if kind == "match":
        c.fail("'match' cannot be an operand; put it in parentheses")
    if kind is TRACE_ID:
        text = c.word(c.at)
        left, _, right = text.rpartition("-")
        c.fail(f"'{text}' reads as one id; write '{left} - {right}', with blanks, for a subtraction")
    if kind is DURATION:
        c.fail("a duration stands only behind 'every:' of a timer source; write a number")
    if kind == "=":
        c.fail("expected an expression; equality is written '=='")
    if kind == "." and c.kinds[c.at + 1] == INT:
        c.fail("a decimal number has digits on both sides of the dot, as in 0.5")
    if kind in ("int", "bool", "datetime", "guid"):
        c.fail(f"there is no conversion '{kind}(x)'; expected an expression")
    if wording.is_word(kind):
        c.fail(f"'{kind}' is a word of the language and no expression; expected an expression")
    if kind == END:
        c.fail("expected an expression")
    c.fail("expected an expression")


def expression_or_missing(c: Cursor, tail: int = 0) -> Expr:
    """An expression, or `Missing` after recording the fault: for parts that a node cannot be without."""
    start = c.at
    depth = c.depth
    try:
        return expression(c, tail)
    except Unexpected as fault:
        c.caught(fault, depth)
        c.leave(start)
        return missing(c, start)


def missing(c: Cursor, index: int) -> Missing:
    """What stands for an expression that could not be read: without width, before token `index`."""
    offset = c.ends[index - 1] if index else 0
    node = Missing()
    node.span = (offset, offset)
    return node


_PRIMARIES: dict[str, Callable[[Cursor], Any]] = {
    NAME: _builder,
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


# At the end, since these modules take names from this one: expressions hold statements and retrievals, which
# hold expressions.
from loomsmith.ddd.syntax.parser import retrievals, statements  # noqa: E402
