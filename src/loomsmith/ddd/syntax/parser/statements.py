"""Statements, which need no separators: one ends where the next token cannot continue it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    AssignOrCall,
    Emit,
    For,
    IfLet,
    Lambda,
    Let,
    MatchStatement,
    Precondition,
    Requires,
    Return,
    Stmt,
    StmtArm,
)
from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.parser.blocks import report_unclosed
from loomsmith.ddd.syntax.parser.cursor import UNFINISHED, Unexpected
from loomsmith.ddd.syntax.parser.expressions import (
    FORMS,
    expression,
    expression_or_missing,
    missing,
    name_chain,
    named_values,
)
from loomsmith.ddd.syntax.parser.matches import scrutinee, variant_head
from loomsmith.ddd.syntax.parser.tables import is_landmark
from loomsmith.ddd.syntax.references import EVENT
from loomsmith.ddd.syntax.tokens import END, NAME, STRING
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME, TARGET_NAME, VERB_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.text import Span

    StatementParser = Callable[[Cursor], Stmt]

_ASSIGNMENTS = frozenset({":=", "+=", "-="})


def block(c: Cursor, owner: str, parsers: Mapping[str, StatementParser] | None = None) -> list[Stmt]:
    """`{ Statement* }`. Faults in statements are recorded, and the next statement is sought.

    `owner` names the block in messages ("an operation"). `parsers` maps first tokens to statements where not
    all of them are allowed; assignments and calls always are. A `{` that is missing is reported, and the
    block is empty.
    """
    kinds = c.kinds
    found: list[Stmt] = []
    if kinds[c.at] != "{":
        message = f"expected the '{{' of the body of {owner}"
        if c.trying:
            c.fail(message)
        c.report(c.at, f"{message}, found {c.found(c.at)}")
        return found
    table = STATEMENTS if parsers is None else parsers
    opening = c.at
    depth = c.depth
    c.descend()
    c.at = opening + 1
    last = at = opening
    while True:
        last, at = at, c.at
        kind = kinds[at]
        if kind == "}":
            c.at = at + 1
            break
        if kind == END:
            report_unclosed(c, owner, opening)
            break
        parser = table.get(kind)
        try:
            if parser is not None:
                found.append(parser(c))
            elif kind is NAME or kind in TARGET_NAME:
                found.append(assign_or_call(c))
            elif kind in _ASSIGNMENTS and last < at - 1 and kinds[at - 1] is NAME and c.starts_line(at - 1):
                # The target of this assignment was taken for the rest of an expression.
                c.report(at, wording.unfinished(c.word(at - 1), kind))
                c.at = at - 1
            else:
                _refuse_statement(c, kind, owner, table)
        except Unexpected as fault:
            c.caught(fault, depth + 1)
            if _resume(c, at, table):
                break
        else:
            if c.lost:
                c.lost = False
                kind = kinds[c.at]
                if kind not in table and kind not in ("}", END) and not c.starts_line(c.at):
                    _resume(c, c.at, table)
    c.depth = depth
    return found


def _resume(c: Cursor, start: int, table: Mapping[str, StatementParser]) -> bool:
    """Skip to the next statement of the block, or to its end; whether the block ends without its brace."""
    for kind in c.skipped(start):
        if kind in table:
            break
        if c.starts_line(c.at):
            if is_landmark(kind):
                # A declaration: the brace of this block is missing.
                c.silence()
                return True
            if (kind is NAME or kind in TARGET_NAME) and c.kinds[c.at - 1] not in UNFINISHED:
                break
    c.silence()
    return False


def _refuse_statement(c: Cursor, kind: str, owner: str, table: Mapping[str, StatementParser]) -> None:
    """Raise the fault for a token that starts no statement."""
    if kind == "this" and c.kinds[c.at + 1] == ".":
        c.fail("a target has no 'this.': write 'name := value'")
    if kind in (",", ";"):
        c.fail(f"statements need no separator; remove the '{kind}'")
    if kind == "if":
        c.fail("'if' cannot stand here")
    allowed = wording.listed([f"'{word}'" for word in table])
    c.fail(f"expected a statement in {owner}: an assignment, a call, or {allowed}")


# The statements


def precondition(c: Cursor) -> Stmt:
    """`precondition expr message "..."`."""
    start = c.at
    c.at += 1
    node = Precondition(expression(c))
    c.finish(node, start)
    if c.match("message"):
        text = c.expect(STRING, "after 'message'")
        node.message = c.string(text)
        c.finish(node, start, message=c.span(text))
    return node


def requires(c: Cursor) -> Stmt:
    """`requires expr`."""
    start = c.at
    c.at += 1
    return c.finish(Requires(expression(c)), start)


def let(c: Cursor) -> Stmt:
    """`let x = expr`."""
    start = c.at
    c.at += 1
    name = c.name(VERB_NAME, "a 'let'")
    if c.kinds[c.at] == ":":
        c.fail("a 'let' has no type: write 'let name = value'")
    if c.kinds[c.at] == ":=":
        c.report(c.at, "a 'let' takes '=': ':=' assigns to what exists already")
        c.at += 1
    else:
        c.expect("=", "after the name")
    return c.finish(Let(c.word(name), expression_or_missing(c)), start, name=c.span(name))


def emit(c: Cursor) -> Stmt:
    """`emit E { a: 1 }`."""
    start = c.at
    c.at += 1
    event = c.reference(PLAIN_NAME, EVENT)
    return c.finish(Emit(event, named_values(c)), start)


def for_each(c: Cursor) -> Stmt:
    """`for x in xs { ... }`."""
    start = c.at
    c.at += 1
    var = source = None
    with c.header():
        if c.kinds[c.at] == "(":
            c.fail("a loop takes no parentheses: write 'for x in xs { }'")
        var = c.name(PLAIN_NAME, "a loop variable")
        c.expect("in", "after the loop variable")
        source = name_chain(c)
        _expect_body(c, "a loop runs over a name or a chain such as 'order.lines'; use a 'let' for others")
    return _with_var(c, start, var, For(_word(c, var), source or missing(c, c.at), block(c, "a loop")))


def if_let(c: Cursor) -> Stmt:
    """`if let x = source { ... } else { ... }`."""
    start = c.at
    if c.kinds[start + 1] != "let":
        c.at += 1
        c.fail("there is no plain 'if': write 'precondition', 'match', 'c ? a : b', or 'if let x = optional'")
    c.at += 2
    var = source = None
    with c.header():
        var = c.name(VERB_NAME, "an 'if let'")
        c.expect("=", "after the name")
        source = name_chain(c)
        _expect_body(c, "'if let' looks into a name or a chain such as 'order.note'; use a 'let' for others")
    then_body = block(c, "an 'if let'")
    else_body = None
    if c.match("else"):
        if c.kinds[c.at] == "if":
            c.fail("there is no 'else if': put the 'if' into the braces of the 'else'")
        else_body = block(c, "an 'else'")
    return _with_var(c, start, var, IfLet(_word(c, var), source or missing(c, c.at), then_body, else_body))


def _expect_body(c: Cursor, advice: str) -> None:
    if c.kinds[c.at] != "{":
        c.fail(f"expected '{{': {advice}")


def _word(c: Cursor, index: int | None) -> str:
    return "" if index is None else c.word(index)


def _with_var(c: Cursor, start: int, var: int | None, node: Stmt) -> Stmt:
    c.finish(node, start)
    if var is not None:
        node.spans = {"var": c.span(var)}
    return node


def give(c: Cursor) -> Stmt:
    """`return expr`."""
    start = c.at
    c.at += 1
    if c.kinds[c.at] == "}":
        c.fail("'return' needs a value")
    return c.finish(Return(expression(c)), start)


def match_statement(c: Cursor) -> Stmt:
    """`match subject { Type name => statement else => statement }`."""
    start = c.at
    c.at += 1
    subject: Expr | None = None
    with c.header():
        if c.kinds[c.at] == "{":
            c.fail("a 'match' statement needs a subject; conditions stand in a 'match' expression")
        subject = scrutinee(c)
        _expect_body(c, "a 'match' looks at a name or a chain such as 'order.state'; use a 'let' for others")
    if not c.match("{"):
        return c.finish(MatchStatement(subject or missing(c, start + 1)), start)
    c.descend()
    arms: list[StmtArm] = []
    else_body: list[Stmt] | None = None
    kinds = c.kinds
    while kinds[c.at] != "}":
        if kinds[c.at] == "else":
            c.at += 1
            c.expect("=>", "after 'else'")
            else_body = _arm_body(c)
            c.match(",")
            if kinds[c.at] != "}":
                c.fail("'else' is the last arm of 'match': expected '}'")
            break
        arms.append(_arm(c))
        c.match(",")
    c.expect("}")
    c.depth -= 1
    return c.finish(MatchStatement(subject or missing(c, start + 1), arms, else_body), start)


def _arm(c: Cursor) -> StmtArm:
    start = c.at
    variant, binding, spans = variant_head(c)
    return c.finish(StmtArm(variant, binding, _arm_body(c)), start, **spans)


def _arm_body(c: Cursor) -> list[Stmt]:
    """A block, or one statement."""
    kind = c.kinds[c.at]
    if kind == "{":
        return block(c, "an arm")
    parser = STATEMENTS.get(kind)
    if parser is not None:
        c.descend()
        found = parser(c)
        c.depth -= 1
        return [found]
    if kind is NAME or kind in TARGET_NAME:
        return [assign_or_call(c)]
    _refuse_statement(c, kind, "an arm", STATEMENTS)
    return []


def assign_or_call(c: Cursor) -> Stmt:
    """`a.b := x`, `a.b += x`, `a.b -= x`, `a.b(x)`; or a bare target, which a later check refuses."""
    kinds, starts, ends = c.kinds, c.starts, c.ends
    start = c.at
    path: list[str] = []
    spans: list[Span] = []
    while True:
        at = c.at
        if kinds[at] is not NAME and kinds[at] not in TARGET_NAME:
            c.name(TARGET_NAME, "a target")
        span = (starts[at], ends[at])
        path.append(c.text[span[0] : span[1]])
        spans.append(span)
        at = c.at = at + 1
        kind = kinds[at]
        if kind != ".":
            break
        c.at = at + 1
    call = kind == "("
    args: list[Expr] = []
    if call:
        args = _positional(c)
        kind = kinds[c.at]
    if kind in _ASSIGNMENTS:
        at = c.at
        c.at = at + 1
        node = AssignOrCall(path, call, args, kind, expression(c))
        return c.finish(node, start, path=spans, op=(starts[at], ends[at]))
    node = AssignOrCall(path, call, args)
    node.span = (starts[start], ends[c.at - 1])
    node.spans = {"path": spans}
    if kind in _SLIPS:
        _refuse_continuation(c, kind, path)
    return node


_SLIPS = frozenset({"=", ".", "*", "/", "%", "==", "[", "<", "+", "-", "->"})


def _refuse_continuation(c: Cursor, kind: str, path: list[str]) -> None:
    """Name the slip where a target goes on as in other languages."""
    name = ".".join(path)
    if kind == "=":
        c.fail(f"an assignment is written '{name} := value'; '=' stands in 'let' and in declarations")
    if kind in ("*", "/", "%") and c.kinds[c.at + 1] == "=":
        c.fail(f"there is no '{kind}='; write '{name} := {name} {kind} value'")
    if kind in ("+", "-") and c.kinds[c.at + 1] == kind:
        c.fail(f"there is no '{kind}{kind}'; write '{name} {kind}= 1'")
    if kind == ".":
        c.fail("a call statement ends at its arguments; keep the result with 'let x = ...' to go on from it")
    if kind == "[":
        c.fail("there is no access by index; use the collection operations, such as 'first(x => ...)'")
    c.fail("expected ':=', '+=', '-=', '(' or the next statement")


def _positional(c: Cursor) -> list[Expr]:
    """`"(" list(Expression)? ")"`: the arguments of a call statement, which have no names."""
    kinds = c.kinds
    c.at += 1
    found: list[Expr] = []
    if c.match(")"):
        return found
    while True:
        found.append(expression(c))
        kind = kinds[c.at]
        if kind == ":":
            c.fail(
                "the arguments of a call statement have no names; 'let x = call(name: value)' may name them"
            )
        if kind == ")":
            c.at += 1
            return found
        c.expect(",", "or ')' after an argument")


def _lambda(c: Cursor, tail: int) -> Expr:
    """`x => expr`, `x => { a: 1 }` (an object), or `x => { statements }`."""
    start = c.at
    c.at = start + 2
    param = c.span(start)
    if c.kinds[c.at] == "{" and not _object_ahead(c):
        node = Lambda(c.word(start), None, block(c, "a lambda"))
    else:
        node = Lambda(c.word(start), expression(c, tail))
    return c.finish(node, start, param=param)


def _object_ahead(c: Cursor) -> bool:
    """Whether a `{` opens an object rather than a block: no statement starts with a name and a colon."""
    following = c.kinds[c.at + 1]
    return following == "}" or ((following is NAME or following in ANY_NAME) and c.kinds[c.at + 2] == ":")


STATEMENTS: dict[str, StatementParser] = {
    "precondition": precondition,
    "requires": requires,
    "let": let,
    "emit": emit,
    "for": for_each,
    "if": if_let,
    "return": give,
    "match": match_statement,
}

# The bodies that take assignments and calls alone.
ASSIGNMENTS_ALONE: dict[str, StatementParser] = {}

FORMS["=>"] = _lambda
