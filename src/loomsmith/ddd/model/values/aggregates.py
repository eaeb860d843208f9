"""Aggregates, their parts and members, value objects, enums, events and payloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loomsmith.ddd.model.expressions import Expr, Stmt
    from loomsmith.ddd.model.types import Type
    from loomsmith.ddd.syntax import nodes as n
    from loomsmith.ddd.syntax.node import Node


@dataclass(slots=True, eq=False)
class Param:
    """A parameter of an action, a find, a handler or a page."""

    name: str
    type: Type


@dataclass(slots=True, eq=False)
class Field:
    """A stored field. `access` is `editable` where nothing is written; `inherited` marks a base's field."""

    node: n.Property
    name: str
    type: Type
    optional: bool
    access: str
    default: Expr | None
    mask: Expr | None
    check: Expr | None
    sensitivity: tuple[str, ...]
    provenanced: bool
    inherited: bool = False


@dataclass(slots=True, eq=False)
class Containment:
    """Parts held by an aggregate or a part; also a plain property whose type is a part of the aggregate."""

    node: Node
    name: str
    part: str
    many: bool
    optional: bool


@dataclass(slots=True, eq=False)
class Derived:
    """A computed property; the synthesised `inspect` has no node and no expression."""

    node: n.Derived | None
    name: str
    type: Type
    expr: Expr | None


@dataclass(slots=True, eq=False)
class Invariant:
    """A rule with its guard; one per `check` of a field follows the declared ones."""

    node: Node
    expr: Expr
    guard: Expr | None


@dataclass(slots=True, eq=False)
class Function:
    """A function: of an expression or of a block."""

    node: n.Function
    name: str
    params: list[Param]
    returns: Type
    expr: Expr | None
    block: list[Stmt] | None


@dataclass(slots=True, eq=False)
class Operation:
    """An operation; a header `requires` is the first statement."""

    node: n.Operation
    name: str
    private: bool
    extern: bool
    audited: bool
    params: list[Param]
    returns: Type | None
    when: Expr | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Lifecycle:
    """A create or destroy of an aggregate; `name` is `create` or `destroy` for the canonical one."""

    node: n.Create | n.Destroy
    name: str
    canonical: bool
    audited: bool
    params: list[Param]
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Applier:
    """The fold of one event into an event-sourced aggregate or workflow."""

    node: n.Apply
    event: str
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Filter:
    """A standing filter of an aggregate. `capability` says which one brought it; `access` is read or write.

    `scope` names a derived filter: floor, subtree, root, registry or deny; `None` for a written one. A
    `subtree` filter reads the current user.
    """

    expr: Expr | None
    capability: str | None
    access: str = "read"
    scope: str | None = None


@dataclass(slots=True, eq=False)
class Stamp:
    """Assignments made on creation (`onCreate`) or on every change (`onUpdate`)."""

    node: n.Stamp
    event: str
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Test:
    """A test of an aggregate, a value object, a service or a context, with its lowered statements."""

    node: n.TestBlock
    name: str
    body: list[Stmt]
    expects: list[Expr]


@dataclass(slots=True, eq=False)
class Part:
    """An entity inside an aggregate."""

    node: n.Entity
    name: str
    fields: list[Field]
    containments: list[Containment]
    derived: list[Derived]
    invariants: list[Invariant]
    functions: list[Function]


@dataclass(slots=True, eq=False)
class Aggregate:
    """An aggregate with inherited fields merged in and implicit members in place.

    `fields` are those of the base first, then its own; `own_fields` only its own. `layout` is `sharedTable`
    or `ownTable`; `header_shape` the shape written in the header, if any.
    """

    node: n.Aggregate
    name: str
    context: str
    abstract: bool
    base: str | None
    layout: str
    event_sourced: bool
    header_shape: str | None
    cross_tenant: bool
    audited: bool
    capabilities: frozenset[str]
    fields: list[Field]
    own_fields: list[Field]
    containments: list[Containment]
    derived: list[Derived]
    invariants: list[Invariant]
    functions: list[Function]
    uniques: list[n.Unique]
    operations: list[Operation]
    creates: list[Lifecycle]
    destroys: list[Lifecycle]
    appliers: list[Applier]
    parts: list[Part]
    filters: list[Filter]
    stamps: list[Stamp]
    tests: list[Test]

    def field(self, name: str) -> Field | None:
        """The field of that name, inherited ones included."""
        return next((f for f in self.fields if f.name == name), None)

    def audited_actions(self) -> list[Operation | Lifecycle]:
        """The actions whose runs are kept: marked themselves, or public ones of an audited aggregate."""
        actions: list[Operation | Lifecycle] = [
            op for op in self.operations if op.audited or (self.audited and not op.private)
        ]
        actions += [act for act in (*self.creates, *self.destroys) if act.audited or self.audited]
        return actions


@dataclass(slots=True, eq=False)
class ValueObject:
    """A value object."""

    node: n.ValueObject
    name: str
    fields: list[Field]
    derived: list[Derived]
    invariants: list[Invariant]
    functions: list[Function]
    tests: list[Test]


@dataclass(slots=True, eq=False)
class Enum:
    """An enum and its values."""

    node: n.Enum
    name: str
    values: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Record:
    """An event or a payload; `variants` are the types of a union payload, which has no fields."""

    node: n.Event | n.Payload
    keyword: str
    name: str
    fields: list[Field]
    variants: list[Type] | None = None
