"""What a context declares: types, events, policies, aggregates and their members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.nodes.base import Expr, Stmt
    from loomsmith.ddd.syntax.nodes.structure import MacroCall
    from loomsmith.ddd.syntax.nodes.types import TypeAtom, TypeRef


class Capability(Node):
    """`capability Cap { ... }`."""

    name: str
    members: list[Node] = []


class Filter(Node):
    """`filter expr`."""

    expr: Expr


class Stamp(Node):
    """`stamp onCreate { ... }`."""

    event: str
    body: list[Stmt] = []


class Implements(Node):
    """`implements Cap`."""

    capability: str


class Enum(Node):
    """`enum E { A, B }`."""

    name: str
    values: list[EnumValue] = []


class EnumValue(Node):
    """A value of an enum."""

    name: str


class Event(Node):
    """`event E { field: T }`."""

    name: str
    fields: list[Property] = []


class Payload(Node):
    """`payload`, `command`, `query`, `response` or `error`: a record or a union."""

    keyword: str
    name: str
    fields: list[Property] = []
    variants: list[TypeAtom] = []
    is_union: bool = False


class Channel(Node):
    """`channel L { carries: E }`."""

    name: str
    carries: list[Ref] = []
    delivery: str | None = None
    retention: str | None = None
    key: str | None = None


class PolicyRules(Node):
    """`policy P { allow ... deny ... }`."""

    name: str | None = None
    rules: list[PolicyRule] = []


class PolicyRule(Node):
    """`allow write local on X` or `deny on X`."""

    effect: str
    write: bool
    level: str | None
    target: str


class PolicyFunction(Node):
    """`policy P(a: T): bool = expr`."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    body: Expr


class Aggregate(Node):
    """`aggregate A ... { ... }`."""

    name: str
    abstract: bool = False
    extends: Ref | None = None
    persisted_as: str | None = None
    shape: str | None = None
    inheritance_using: str | None = None
    cross_tenant: bool = False
    audited: bool = False
    with_calls: list[MacroCall] = []
    members: list[Node] = []


class Entity(Node):
    """A part of an aggregate."""

    name: str
    members: list[Node] = []


class ValueObject(Node):
    """`valueobject V { ... }`."""

    name: str
    members: list[Node] = []


class Property(Node):
    """`name: T` with its modifiers, default, check and mask."""

    name: str
    type: TypeRef
    provenanced: bool = False
    sensitivity: list[str] = []
    access: str | None = None
    default: Expr | None = None
    check: Expr | None = None
    check_message: str | None = None
    mask_unless: Expr | None = None


class Containment(Node):
    """`contains x: Part[]`."""

    name: str
    part: Ref
    many: bool = False
    optional: bool = False


class Derived(Node):
    """`derived x: T = expr`."""

    name: str
    type: TypeRef
    expr: Expr


class Invariant(Node):
    """`invariant expr when guard message "..."`."""

    server_only: bool
    expr: Expr
    guard: Expr | None = None
    message: str | None = None


class Unique(Node):
    """`unique (a, b)`."""

    columns: list[str] = []


class Function(Node):
    """`function f(a: T): U = expr`, or with a block; exactly one of the two is there."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    expr: Expr | None = None
    block: list[Stmt] | None = None


class Parameter(Node):
    """A parameter, perhaps with a default."""

    name: str
    type: TypeRef
    default: Expr | None = None


class Operation(Node):
    """`operation o(a: T) requires ... when ... { ... }`."""

    name: str
    private: bool = False
    params: list[Parameter] = []
    extern: bool = False
    audited: bool = False
    return_type: TypeRef | None = None
    requires: Expr | None = None
    when: Expr | None = None
    body: list[Stmt] = []


class Create(Node):
    """`create name(a: T) { ... }` of an aggregate."""

    name: str | None = None
    params: list[Parameter] = []
    audited: bool = False
    body: list[Stmt] = []


class Destroy(Node):
    """`destroy name(a: T) { ... }`."""

    name: str | None = None
    params: list[Parameter] = []
    audited: bool = False
    body: list[Stmt] = []


class Apply(Node):
    """`apply(e: Event) { ... }`."""

    param: str
    event: Ref
    body: list[Stmt] = []
