"""Expressions, loosest first: lambda and match, ternary, binary operators, unary, postfix chain, primary.

Binary operators are read by one loop with a stack of open chains, so that neither their levels nor long
chains cost any recursion; each chain of operators of one level is one flat node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    Arg,
    Builder,
    CallSuffix,
    Chain,
    Ignoring,
    MemberSuffix,
    Missing,
    NamedValue,
    NameRef,
    Postfix,
    Ternary,
    Unary,
)
from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.parser.cursor import Unexpected
from loomsmith.ddd.syntax.tokens import (
    DURATION,
    INT,
    NAME,
    STRING,
    TRACE_ID,
)
from loomsmith.ddd.vocabulary.words import ANY_NAME, MEMBER_NAME, PLAIN_NAME, REF_NAME

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.text import Span

# What reads a primary expression, by its first token, and the forms that are whole expressions: these hold
# what in turn holds expressions, so the modules that define them put them in.
PRIMARIES: dict[str, Callable[[Cursor], Any]] = {}
FORMS: dict[str, Callable[[Cursor, int], Expr]] = {}

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
        node = FORMS["=>"](c, tail)
    elif kind == "match":
        node = FORMS["match"](c, tail)
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
    primary = PRIMARIES.get(kind)
    if (kind is NAME and (kinds[at + 1] != "{" or not _builder_ahead(c, tail))) or tail & CHAIN:
        c.at = at + 1
        span = (starts[at], ends[at])
        head = NameRef(c.text[span[0] : span[1]])
        head.span = span
        head.spans = {"name": span}
    elif primary is not None:
        head = primary(c)
    elif kind in REF_NAME:
        head = name_ref(c)
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
                    suffix = MemberSuffix(c.text[span[0] : span[1]], True, args(c, ")", "an argument", False))
                else:
                    suffix = MemberSuffix(c.text[span[0] : span[1]])
                suffix.span = (starts[at], ends[c.at - 1])
                suffix.spans = {"member": span}
                suffixes.append(suffix)
            elif kind == "(":
                call = CallSuffix(args(c, ")", "an argument", False))
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


def args(c: Cursor, closing: str, what: str, trailing: bool) -> list[Arg]:
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


def named_values(c: Cursor) -> list[NamedValue]:
    """From the brace: `"{" list,(AnyName ":" Expression)? "}"`."""
    kinds = c.kinds
    c.expect("{", "and the fields, as in '{ name: value }'")
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


def name_chain(c: Cursor) -> Expr:
    """`RefName Suffix*`: a name or a chain on it, never a wider expression, so that a `{` opens the body."""
    kind = c.kinds[c.at]
    if kind == "this" and c.kinds[c.at + 1] == ".":
        c.report(c.at, "a chain that stands before a body starts with a name: leave out the 'this.'")
        c.at += 2
        kind = c.kinds[c.at]
    if kind is not NAME and kind not in REF_NAME:
        if not wording.is_word(kind):
            c.fail("expected a name or a chain such as 'order.lines' (a 'let' keeps any other value)")
        at = c.name(REF_NAME, "a value")
        c.at = at
    return _operand(c, CHAIN)


# Primary expressions


def name_ref(c: Cursor) -> Expr:
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
        builder(c)
    except Unexpected:
        return False
    finally:
        c.trying = False
        c.at, c.depth = at, depth
    return True


def builder(c: Cursor) -> Expr:
    start = c.at
    c.at += 1
    entries = args(c, "}", "an entry", True)
    return c.finish(Builder(c.word(start), entries), start, type=c.span(start))


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
