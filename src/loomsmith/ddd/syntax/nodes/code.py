"""Statements and expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node
from loomsmith.ddd.syntax.nodes.base import Expr, Stmt

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.nodes.processes import Ignoring, LoadPath, SortItem
    from loomsmith.ddd.syntax.nodes.types import TypeAtom


# Statements


class Precondition(Stmt):
    """`precondition expr message "..."`."""

    expr: Expr
    message: str | None = None


class Requires(Stmt):
    """`requires expr`."""

    expr: Expr


class Let(Stmt):
    """`let x = expr`."""

    name: str
    expr: Expr


class Emit(Stmt):
    """`emit E { a: 1 }`."""

    event: Ref
    fields: list[NamedValue] = []


class For(Stmt):
    """`for x in xs { ... }`."""

    var: str
    source: Expr
    body: list[Stmt] = []


class IfLet(Stmt):
    """`if let x = source { ... } else { ... }`."""

    var: str
    source: Expr
    then_body: list[Stmt] = []
    else_body: list[Stmt] | None = None


class Return(Stmt):
    """`return expr`."""

    value: Expr


class MatchStatement(Stmt):
    """`match subject { T x => ... else => ... }`."""

    subject: Expr
    arms: list[StmtArm] = []
    else_body: list[Stmt] | None = None


class StmtArm(Node):
    """An arm of a match statement."""

    variant: TypeAtom
    binding: str | None = None
    body: list[Stmt] = []


class AssignOrCall(Stmt):
    """`a.b := x`, `a.b += x`, `a.b -= x`, `a.b(x)`, or a bare target that a check refuses."""

    path: list[str]
    call: bool = False
    args: list[Expr] = []
    op: str | None = None
    value: Expr | None = None


class Expect(Stmt):
    """`expect expr` of a test."""

    expr: Expr


# Expressions


class Lambda(Expr):
    """`x => expr` or `x => { ... }`; exactly one of the two is there."""

    param: str
    expr: Expr | None = None
    block: list[Stmt] | None = None


class Match(Expr):
    """`match { cond => value }` or `match subject { T x => value }`."""

    subject: Expr | None
    arms: list[Arm | VariantArm] = []
    else_expr: Expr | None = None


class Arm(Node):
    """`condition => value`."""

    condition: Expr
    value: Expr


class VariantArm(Node):
    """`T x => value`."""

    variant: TypeAtom
    binding: str | None
    value: Expr


class Await(Expr):
    """`await chain`, only as the subject of a match."""

    inner: Expr


class Ternary(Expr):
    """`c ? a : b`."""

    condition: Expr
    then_expr: Expr
    else_expr: Expr


class Chain(Expr):
    """Operands of one precedence level, folded from the left: `head ops[0] rest[0] ops[1] ...`."""

    head: Expr
    ops: list[str]
    rest: list[Expr]


class Unary(Expr):
    """`!x` or `-x`."""

    op: str
    operand: Expr


class Postfix(Expr):
    """A head with member and call suffixes."""

    head: Expr
    suffixes: list[MemberSuffix | CallSuffix]
    ignoring: Ignoring | None = None


class MemberSuffix(Node):
    """`.member` or `.member(args)`."""

    member: str
    call: bool = False
    args: list[Arg] = []


class CallSuffix(Node):
    """`(args)`."""

    args: list[Arg] = []


class Arg(Node):
    """A positional or named argument, or a builder entry."""

    name: str | None
    value: Expr


class Builder(Expr):
    """`Name { ... }`; what the name denotes is decided later."""

    type: str
    entries: list[Arg] = []


class Object(Expr):
    """`{ a: 1 }`."""

    fields: list[NamedValue] = []


class NamedValue(Node):
    """`name: expr` of an object, an `emit` or a seed row."""

    name: str
    value: Expr


class Paren(Expr):
    """`(expr)`."""

    inner: Expr


class ListLiteral(Expr):
    """`[a, b]`."""

    elements: list[Expr] = []


class TemplateString(Expr):
    """Text between backticks; `texts` has one element more than `holes`."""

    texts: list[str]
    holes: list[Hole] = []


class Hole(Node):
    """`{expr, format}` of a template; the format is kept verbatim, its comma included."""

    value: Expr
    format: str | None = None


class StringLiteral(Expr):
    """A string, unescaped."""

    value: str


class IntLiteral(Expr):
    """Digits as written; the value is read when needed."""

    text: str


class DecimalLiteral(Expr):
    """Digits, a dot and digits as written."""

    text: str


class BoolLiteral(Expr):
    """`true` or `false`."""

    value: bool


class NullLiteral(Expr):
    """`null`."""


class MoneyLiteral(Expr):
    """`money("4.50")`."""

    text: str


class Conversion(Expr):
    """`string(x)`, `long(x)`, `decimal(x)` or `money(x)`."""

    target: str
    value: Expr


class Now(Expr):
    """`now()`."""


class This(Expr):
    """`this`."""


class IdExpr(Expr):
    """`id`, the identity of `this`."""


class NameRef(Expr):
    """A bare name."""

    name: str


class RetrievalLiteral(Expr):
    """`retrieval { where: ... }`."""

    where: Expr
    sort: list[SortItem] = []
    loads: list[LoadPath] = []


class Missing(Expr):
    """Stands where an expression was wanted and none could be read; a syntax fault tells why."""
