"""Expressions and statements of the resolved model: every name has its kind, every expression its type.

Criteria and policy functions are replaced by their bodies where they are used. A run of operators of one
level stays one flat `Chain`. Nodes are built once and never changed; one may stand in several places, since
an inlined body is shared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import types as t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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


def _values(arguments: list[Argument]) -> list[Expr]:
    return [argument.value for argument in arguments]


def _lambda_parts(expr: Lambda) -> list[Expr]:
    """The body, or the expressions of the statements of the block."""
    if expr.block is None:
        return [expr.body] if expr.body is not None else []
    return [root for statement in all_statements(expr.block) for root in own_exprs(statement)]


def _match_parts(expr: Match) -> list[Expr]:
    found = [expr.subject] if expr.subject is not None else []
    for arm in expr.arms:
        if arm.condition is not None:
            found.append(arm.condition)
        found.append(arm.value)
    return found if expr.otherwise is None else [*found, expr.otherwise]


_PARTS: dict[type[Expr], Callable[[Any], Sequence[Expr]]] = {
    Member: lambda expr: (expr.receiver,),
    Call: lambda expr: _values(expr.args),
    MethodCall: lambda expr: [expr.receiver, *_values(expr.args)],
    Record: lambda expr: _values(expr.fields),
    ObjectValue: lambda expr: _values(expr.fields),
    ListValue: lambda expr: expr.elements,
    Unary: lambda expr: (expr.operand,),
    Chain: lambda expr: [expr.head, *expr.rest],
    Ternary: lambda expr: (expr.condition, expr.then, expr.otherwise),
    Paren: lambda expr: (expr.inner,),
    Convert: lambda expr: (expr.value,),
    Lambda: _lambda_parts,
    Match: _match_parts,
    Template: lambda expr: expr.holes,
    RetrievalValue: lambda expr: (expr.where,),
}
"""The direct sub-expressions by class; the other classes have none."""


def parts(expr: Expr) -> Sequence[Expr]:
    """The direct sub-expressions: lambda bodies and blocks, arguments, fields and arms included."""
    found = _PARTS.get(type(expr))
    return found(expr) if found is not None else ()


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
    """The expressions and everything below them, lambda blocks included, in the order written."""
    stack = [root for root in reversed(roots) if root is not None]
    pop, push, tables = stack.pop, stack.extend, _PARTS.get
    while stack:
        expr = pop()
        yield expr
        below = tables(type(expr))
        if below is not None:
            push(below(expr)[::-1])


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
