"""Repositories and queries, workflows, services and handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.nodes.base import Expr, Stmt
    from loomsmith.ddd.syntax.nodes.domain import Parameter
    from loomsmith.ddd.syntax.nodes.types import TypeRef


# Reads


class Repository(Node):
    """`repository R for A { ... }`."""

    name: str
    aggregate: Ref
    finds: list[Find] = []


class Find(Node):
    """`find f(a: T): U where ...`."""

    name: str
    params: list[Parameter]
    return_type: TypeRef
    requires: Expr | None = None
    where: Expr | None = None
    ignoring: Ignoring | None = None


class Ignoring(Node):
    """`ignoring *` (all) or `ignoring A, B`."""

    all: bool = False
    capabilities: list[str] = []


class Criterion(Node):
    """`criterion K(a: T) of A as a = expr`."""

    name: str
    params: list[Parameter]
    target: TypeRef
    alias: str | None
    body: Expr


class Retrieval(Node):
    """`retrieval R(a: T) of A { where: ... sort: ... loads: ... }`."""

    name: str
    params: list[Parameter]
    target: TypeRef
    where: Expr
    sort: list[SortItem] = []
    loads: list[LoadPath] = []


class SortItem(Node):
    """A path and its direction."""

    path: LoadPath
    direction: str | None = None


class LoadPath(Node):
    """`this.a.b[]`."""

    from_this: bool
    segments: list[LoadSegment]


class LoadSegment(Node):
    """One step of a load path."""

    name: str
    many: bool = False


class Projection(Node):
    """`projection P { ... }`: folded from events, or a query."""

    name: str
    params: list[Parameter] = []
    key: str | None = None
    requires: Expr | None = None
    members: list[Node] = []
    source: Ref | None = None
    source_alias: str | None = None
    where: Expr | None = None
    ignoring: Ignoring | None = None
    joins: list[Join] = []
    group_by: list[Expr] = []
    selects: list[Select] = []


class Join(Node):
    """`join A as a on expr`."""

    aggregate: Ref
    alias: str
    on: Expr


class Select(Node):
    """`field = expr`."""

    field: str
    expr: Expr


class EventHandler(Node):
    """An `on(e: Event)` of a workflow or a projection."""

    param: str
    event: Ref
    by: Expr | None = None
    body: list[Stmt] = []


# Processes


class Workflow(Node):
    """`workflow W { ... }`."""

    name: str
    event_sourced: bool = False
    transactional: bool = False
    isolation: str | None = None
    requires: Expr | None = None
    members: list[Node] = []


class WorkflowCreate(Node):
    """`create name(a: T) by ... { ... }` of a workflow."""

    name: str | None = None
    params: list[Parameter] = []
    by: Expr | None = None
    requires: Expr | None = None
    body: list[Stmt] = []


class Handle(Node):
    """`handle h(a: T) { ... }`."""

    name: str
    params: list[Parameter] = []
    requires: Expr | None = None
    body: list[Stmt] = []


class DomainService(Node):
    """`domainService S { ... }`."""

    name: str
    members: list[Node] = []


class ServiceOperation(Node):
    """`operation o(a: T): U { ... }` of a domain service."""

    name: str
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    body: list[Stmt] = []


class Handler(Node):
    """`commandHandler` or `queryHandler`; `body` is `None` when a `;` stands in its place."""

    kind: str
    name: str
    extern: bool = False
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    body: list[Stmt] | None = None
