"""Expressions and statements of the resolved model: every name has its kind, every expression its type.

Criteria and policy functions are replaced by their bodies where they are used. A run of operators of one
level stays one flat `Chain`. Nodes are built once and never changed; one may stand in several places, since
an inlined body is shared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loomsmith.ddd.model import types as t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.syntax.node import Node


@dataclass(slots=True, eq=False)
class Expr:
    """Any expression. `type` is what checks may rely on; what cannot be typed is a string.

    `origin` is the written expression; the inner steps of a chain of suffixes have none.
    """

    type: t.Type
    origin: Node | None = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Literal(Expr):
    """A literal: `kind` is string, int, decimal, money, bool, null or now; `text` as written."""

    kind: str
    text: str


@dataclass(slots=True, eq=False)
class Name(Expr):
    """A bare name.

    `kind` is one of: param, let, lambda, binding, current-user, resource, this-prop, this-vo-prop,
    this-derived, own-fn, workflow-fn, action, enum-value, unknown-permission, unknown.
    """

    kind: str
    name: str


@dataclass(slots=True, eq=False)
class This(Expr):
    """`this`, or an alias of it."""


@dataclass(slots=True, eq=False)
class Id(Expr):
    """`id`, the identity of the owner."""


@dataclass(slots=True, eq=False)
class Member(Expr):
    """`receiver.name` without a call."""

    receiver: Expr
    name: str


@dataclass(slots=True, eq=False)
class Call(Expr):
    """`name(args)`, or `owner.name(args)` where the owner is no value.

    `kind` is one of: function, workflow-fn, private-operation, constructor, duration, free, builder,
    domain-service, store-action, remote-api-op, resource-op, repo-read. `owner` names the service, store,
    resource or repository. `builder` marks the form `Name { ... }` of a free call (a page element).
    """

    kind: str
    name: str
    args: list[Argument]
    owner: str = ""
    builder: bool = False
    declaration: Node | None = None


@dataclass(slots=True, eq=False)
class Argument:
    """An argument, named or not."""

    name: str | None
    value: Expr


@dataclass(slots=True, eq=False)
class MethodCall(Expr):
    """`receiver.name(args)`; `collection` marks the operations of lists."""

    receiver: Expr
    name: str
    args: list[Argument]
    collection: bool = False


@dataclass(slots=True, eq=False)
class Record(Expr):
    """`Name { a: 1 }` of a value object (`constructor`), a part (`construction`) or a payload (`object`)."""

    kind: str
    name: str
    fields: list[Argument]


@dataclass(slots=True, eq=False)
class ObjectValue(Expr):
    """`{ a: 1 }`."""

    fields: list[Argument]


@dataclass(slots=True, eq=False)
class ListValue(Expr):
    """`[a, b]`."""

    elements: list[Expr]


@dataclass(slots=True, eq=False)
class Unary(Expr):
    """`!x` or `-x`."""

    op: str
    operand: Expr


@dataclass(slots=True, eq=False)
class Chain(Expr):
    """`head ops[0] rest[0] ops[1] rest[1] ...`, folded from the left."""

    head: Expr
    ops: list[str]
    rest: list[Expr]


@dataclass(slots=True, eq=False)
class Ternary(Expr):
    """`condition ? then : otherwise`."""

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class Paren(Expr):
    """`(inner)`; inlined bodies stand in parentheses too."""

    inner: Expr


@dataclass(slots=True, eq=False)
class Convert(Expr):
    """`string(x)`, `long(x)`, `decimal(x)` or `money(x)`."""

    target: str
    value: Expr


@dataclass(slots=True, eq=False)
class Lambda(Expr):
    """`x => body`, or with a block; exactly one of the two is there."""

    param: str
    body: Expr | None
    block: list[Stmt] | None


@dataclass(slots=True, eq=False)
class MatchArm:
    """An arm: a condition, or a variant type with perhaps a binding; and the value."""

    condition: Expr | None
    variant: t.Type | None
    variant_name: str
    value: Expr


@dataclass(slots=True, eq=False)
class Match(Expr):
    """`match { ... }` or `match subject { ... }`; `awaited` marks `match await`."""

    subject: Expr | None
    awaited: bool
    arms: list[MatchArm]
    otherwise: Expr | None


@dataclass(slots=True, eq=False)
class Template(Expr):
    """A template; the values of its holes."""

    holes: list[Expr]


@dataclass(slots=True, eq=False)
class RetrievalValue(Expr):
    """An inline `retrieval { where: ... }`."""

    where: Expr


@dataclass(slots=True, eq=False)
class Stmt:
    """Any statement; `node` is the written one."""

    node: Node


@dataclass(slots=True, eq=False)
class Precondition(Stmt):
    """`precondition expr`."""

    expr: Expr


@dataclass(slots=True, eq=False)
class Requires(Stmt):
    """`requires expr`, of the body or of the header."""

    expr: Expr


@dataclass(slots=True, eq=False)
class Let(Stmt):
    """`let name = expr`, where no form of a workflow takes it."""

    name: str
    expr: Expr


@dataclass(slots=True, eq=False)
class Assign(Stmt):
    """`path op value` with `:=`, `+=` or `-=`; `head_kind` is the kind of the path's first name."""

    path: list[str]
    op: str
    value: Expr
    head_kind: str
    target_type: t.Type | None


@dataclass(slots=True, eq=False)
class Emit(Stmt):
    """`emit Event { ... }`; `event` is the declaration, or `None` where it did not resolve."""

    name: str
    event: Node | None
    fields: list[Argument]


@dataclass(slots=True, eq=False)
class Return(Stmt):
    """`return value`."""

    value: Expr


@dataclass(slots=True, eq=False)
class CallStmt(Stmt):
    """A bare call: of a function, an action or a private operation."""

    kind: str
    name: str
    args: list[Argument]


@dataclass(slots=True, eq=False)
class ExprStmt(Stmt):
    """A call through a receiver, or a bare target."""

    expr: Expr


@dataclass(slots=True, eq=False)
class StmtArm:
    """An arm of a match statement."""

    variant: t.Type | None
    variant_name: str
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class MatchStmt(Stmt):
    """`match subject { T => ... }` as a statement; `awaited` marks `match await`."""

    subject: Expr
    awaited: bool
    arms: list[StmtArm]
    otherwise: list[Stmt] | None


@dataclass(slots=True, eq=False)
class Loop(Stmt):
    """`for var in source { ... }`; `element` is the name of the aggregate looped over, if it is known."""

    var: str
    source: Expr
    element: str | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Branch(Stmt):
    """`if let var = source { ... } else { ... }`; over a criterion where the source is `R.find(C(...))`."""

    var: str
    source: Expr
    repository: str | None
    criterion: str | None
    arguments: int
    then: list[Stmt]
    otherwise: list[Stmt]


@dataclass(slots=True, eq=False)
class Factory(Stmt):
    """`let name = A.create({ ... })` of a workflow or a handler."""

    name: str
    aggregate: str
    fields: list[Argument]


@dataclass(slots=True, eq=False)
class Load(Stmt):
    """`let name = R.method(args)` of a workflow or a handler."""

    name: str
    repository: str
    method: str
    args: list[Argument]


@dataclass(slots=True, eq=False)
class Run(Stmt):
    """`let name = R.run(Q(args))` or `R.findAll(C(args))`.

    Exactly one of `retrieval`, `criterion` and `inline` is there; `ignoring` holds the bypassed capability
    names, or `None`.
    """

    name: str
    repository: str
    retrieval: str | None
    criterion: str | None
    inline: Expr | None
    arguments: int
    paged: bool
    ignoring: list[str] | None


@dataclass(slots=True, eq=False)
class ResourceCall(Stmt):
    """`resource.verb(args)` as a statement, or as the whole value of a `let` (then `name` is its name)."""

    call: Call
    name: str | None


@dataclass(slots=True, eq=False)
class ServiceCall(Stmt):
    """`service.operation(args)` of a domain service as a statement."""

    call: Call


@dataclass(slots=True, eq=False)
class Delete(Stmt):
    """`R.delete(x)` and its like: a write through a repository."""

    repository: str
    method: str
    args: list[Argument]


@dataclass(slots=True, eq=False)
class OperationCall(Stmt):
    """`binding.operation(args)`."""

    binding: str
    operation: str
    args: list[Argument]


@dataclass(slots=True, eq=False)
class OwnAssign(Stmt):
    """An assignment to a state field of the workflow itself."""

    field: str
    op: str
    value: Expr


@dataclass(slots=True, eq=False)
class Unrecognised(Stmt):
    """A statement of a workflow that has none of its forms."""

    exprs: list[Expr]


def parts(expr: Expr) -> Iterator[Expr]:
    """The direct sub-expressions, lambda bodies, arguments, fields and arms included; blocks are not."""
    match expr:
        case Member():
            yield expr.receiver
        case Call():
            for argument in expr.args:
                yield argument.value
        case MethodCall():
            yield expr.receiver
            for argument in expr.args:
                yield argument.value
        case Record() | ObjectValue():
            for argument in expr.fields:
                yield argument.value
        case ListValue():
            yield from expr.elements
        case Unary():
            yield expr.operand
        case Chain():
            yield expr.head
            yield from expr.rest
        case Ternary():
            yield expr.condition
            yield expr.then
            yield expr.otherwise
        case Paren():
            yield expr.inner
        case Convert():
            yield expr.value
        case Lambda():
            if expr.body is not None:
                yield expr.body
        case Match():
            if expr.subject is not None:
                yield expr.subject
            for arm in expr.arms:
                if arm.condition is not None:
                    yield arm.condition
                yield arm.value
            if expr.otherwise is not None:
                yield expr.otherwise
        case Template():
            yield from expr.holes
        case RetrievalValue():
            yield expr.where


def own_exprs(stmt: Stmt) -> Iterator[Expr]:
    """The expressions written directly in a statement, nested blocks aside."""
    match stmt:
        case Precondition() | Requires() | Let() | ExprStmt():
            yield stmt.expr
        case Assign() | Return() | OwnAssign():
            yield stmt.value
        case Emit() | Factory():
            for argument in stmt.fields:
                yield argument.value
        case CallStmt() | Load() | Delete() | OperationCall():
            for argument in stmt.args:
                yield argument.value
        case MatchStmt():
            yield stmt.subject
        case Loop() | Branch():
            yield stmt.source
        case Run():
            if stmt.inline is not None:
                yield stmt.inline
        case ResourceCall() | ServiceCall():
            yield stmt.call
        case Unrecognised():
            yield from stmt.exprs


def blocks(stmt: Stmt) -> Iterator[list[Stmt]]:
    """The statement lists nested directly in a statement."""
    match stmt:
        case MatchStmt():
            for arm in stmt.arms:
                yield arm.body
            if stmt.otherwise is not None:
                yield stmt.otherwise
        case Loop():
            yield stmt.body
        case Branch():
            yield stmt.then
            yield stmt.otherwise


def deep(*roots: Expr | None) -> Iterator[Expr]:
    """The expressions and everything below them: lambda blocks and their statements included."""
    stack = [root for root in reversed(roots) if root is not None]
    while stack:
        expr = stack.pop()
        yield expr
        below = list(parts(expr))
        if isinstance(expr, Lambda) and expr.block is not None:
            for stmt in all_statements(expr.block):
                below.extend(own_exprs(stmt))
        stack.extend(reversed(below))


def all_statements(body: list[Stmt]) -> Iterator[Stmt]:
    """The statements of a body and of its nested blocks, in order; lambda blocks are not."""
    stack = list(reversed(body))
    while stack:
        stmt = stack.pop()
        yield stmt
        for block in reversed(list(blocks(stmt))):
            stack.extend(reversed(block))


def deep_exprs(body: list[Stmt]) -> Iterator[Expr]:
    """Every expression in a body, at any depth."""
    for stmt in all_statements(body):
        for expr in own_exprs(stmt):
            yield from deep(expr)
