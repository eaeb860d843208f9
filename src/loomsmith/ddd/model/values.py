"""The resolved model as immutable values: what a source says once every name is known.

Each value keeps the `node` it was built from, so that a message can point at the source where the contract
allows; one that nobody wrote (an implicit repository, a synthesised find) has `None` there. Lists keep the
order that the answers show. Nothing here is changed after `resolve` has returned it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


@dataclass(slots=True, eq=False)
class Find:
    """A find of a repository; `synthesised` ones nobody wrote (`all`, and those of query handlers)."""

    node: n.Find | None
    name: str
    params: list[Param]
    returns: Type
    gate: Expr | None
    where: Expr | None
    ignoring: list[str] | None
    synthesised: bool = False


@dataclass(slots=True, eq=False)
class Repository:
    """A repository, written or implied. `history` marks the read of audited changes, `gate` that of `all`."""

    node: n.Repository | None
    name: str
    aggregate: str
    finds: list[Find]
    history: bool = False

    def find(self, name: str) -> Find | None:
        """The first find of that name, implied ones included."""
        return next((f for f in self.finds if f.name == name), None)


@dataclass(slots=True, eq=False)
class Criterion:
    """A named condition on the candidates of a type."""

    node: n.Criterion
    name: str
    params: int
    target: Type


@dataclass(slots=True, eq=False)
class Retrieval:
    """A named query."""

    node: n.Retrieval
    name: str
    target: Type
    where: Expr


@dataclass(slots=True, eq=False)
class Starter:
    """A create, handle or `on` of a workflow; `by` and `event` say what correlates it."""

    node: n.WorkflowCreate | n.Handle | n.EventHandler
    kind: str
    name: str
    canonical: bool
    params: list[Param]
    event: str | None
    by: Expr | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Workflow:
    """A workflow. `correlation` is its only id-typed state field; with one it is observable."""

    node: n.Workflow
    name: str
    event_sourced: bool
    transactional: bool
    gate: Expr | None
    state: list[Field]
    id_fields: list[Field]
    creates: list[Starter]
    handles: list[Starter]
    handlers: list[Starter]
    appliers: list[Applier]
    functions: list[Function]

    @property
    def correlation(self) -> Field | None:
        """The state field that identifies an instance."""
        return self.id_fields[0] if len(self.id_fields) == 1 else None

    @property
    def primary(self) -> list[Stmt]:
        """The body of the first canonical command create, else of the first create."""
        commands = [c for c in self.creates if c.canonical and c.event is None]
        chosen = commands or self.creates
        return chosen[0].body if chosen else []

    def consumers(self) -> list[Starter]:
        """What an event starts or continues: `on` handlers and creates triggered by an event."""
        return [*(c for c in self.creates if c.event is not None), *self.handlers]


@dataclass(slots=True, eq=False)
class Handler:
    """A command or query handler; `result` is the value of its `return`."""

    node: n.Handler
    kind: str
    name: str
    extern: bool
    params: list[Param]
    returns: Type | None
    body: list[Stmt]
    result: Expr | None


@dataclass(slots=True, eq=False)
class Select:
    """A select of a projection; `aggregation` names count, sum, avg, min or max where it is one."""

    node: n.Select
    field: str
    expr: Expr
    aggregation: str | None
    argument: Expr | None


@dataclass(slots=True, eq=False)
class Fold:
    """An `on` of a projection."""

    node: n.EventHandler
    event: str
    by: Expr | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Projection:
    """A projection: folded from events, or a query over an aggregate, a workflow or a projection."""

    node: n.Projection
    name: str
    key: str | None
    gate: Expr | None
    fields: list[Field]
    folds: list[Fold]
    source_kind: str | None
    source: str | None
    where: Expr | None
    ignoring: list[str] | None
    joins: list[str]
    group_by: list[Expr]
    selects: list[Select]
    from_macro: bool

    @property
    def query_time(self) -> bool:
        """Whether it is computed when read."""
        return self.node.source is not None and not self.folds

    @property
    def shorthand(self) -> bool:
        """Whether it shows its source as it is."""
        return self.query_time and not self.fields and not self.selects

    @property
    def readable(self) -> bool:
        """Whether a ui can read it: computed when read, and unkeyed."""
        return self.query_time and self.key is None


@dataclass(slots=True, eq=False)
class ServiceOperation:
    """An operation of a domain service."""

    node: n.ServiceOperation
    name: str
    params: list[Param]
    returns: Type | None
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Service:
    """A domain service."""

    node: n.DomainService
    name: str
    operations: list[ServiceOperation]


@dataclass(slots=True, eq=False)
class Channel:
    """A channel and the names of the events that it carries."""

    node: n.Channel
    name: str
    events: list[str]


@dataclass(slots=True, eq=False)
class SeedData:
    """A seed block with its rows: the aggregate's name and the columns."""

    node: n.Seed
    rows: list[tuple[str, list[tuple[str, Expr]]]]


@dataclass(slots=True, eq=False)
class Context:
    """A bounded context; what it declares, in order. `system` is `None` for a loose one."""

    node: n.Context
    name: str
    system: str | None
    subdomain: str | None
    aggregates: list[Aggregate] = field(default_factory=list)
    value_objects: list[ValueObject] = field(default_factory=list)
    enums: list[Enum] = field(default_factory=list)
    events: list[Record] = field(default_factory=list)
    payloads: list[Record] = field(default_factory=list)
    repositories: list[Repository] = field(default_factory=list)
    workflows: list[Workflow] = field(default_factory=list)
    criteria: list[Criterion] = field(default_factory=list)
    retrievals: list[Retrieval] = field(default_factory=list)
    projections: list[Projection] = field(default_factory=list)
    services: list[Service] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    channels: list[Channel] = field(default_factory=list)
    policies: list[n.PolicyRule] = field(default_factory=list)
    tests: list[Test] = field(default_factory=list)
    seeds: list[SeedData] = field(default_factory=list)
    _named: dict[str, Aggregate] = field(default_factory=dict)
    _counted: int = 0

    def aggregate(self, name: str) -> Aggregate | None:
        """The first aggregate of that name in this context."""
        if self._counted != len(self.aggregates):
            for aggregate in self.aggregates[self._counted :]:
                self._named.setdefault(aggregate.name, aggregate)
            self._counted = len(self.aggregates)
        return self._named.get(name)


@dataclass(slots=True, eq=False)
class Subdomain:
    """A subdomain; `_default` (without node) holds the contexts written directly in a system."""

    node: n.Subdomain | None
    name: str
    contexts: list[Context]
    permissions: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Deployable:
    """A deployable, its references resolved to names; see the platform table for what a platform can do."""

    node: n.Deployable
    name: str
    platform: str
    port: int
    contexts: list[str]
    data_sources: list[str]
    channels: list[str]
    serves: list[str]
    target: str | None
    auth: str | None
    ui: str | None
    hosted_uis: list[str]
    framework: str | None
    persistence: str | None

    @property
    def mounted_uis(self) -> list[str]:
        """The hosted uis, or when there are none the ui."""
        return self.hosted_uis or ([self.ui] if self.ui is not None else [])


@dataclass(slots=True, eq=False)
class Resource:
    """A resource: what a context may use, backed by a storage or by an api."""

    node: n.Resource
    name: str
    context: str | None
    kind: str | None
    storage: str | None
    api: str | None


@dataclass(slots=True, eq=False)
class ChannelSource:
    """A binding of a channel to a storage; `context` is the one that declares the channel."""

    node: n.ChannelSource
    name: str
    channel: str
    context: str | None


@dataclass(slots=True, eq=False)
class TimerSource:
    """A timer and the event that it raises."""

    node: n.TimerSource
    name: str
    event: str
    context: str | None


@dataclass(slots=True, eq=False)
class Api:
    """An api, the subdomain that it is made from, and its routes."""

    node: n.Api
    name: str
    subdomain: str | None


@dataclass(slots=True, eq=False)
class ActionModel:
    """An action of a page, a component or a store."""

    node: n.Action
    name: str
    params: list[Param]
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class StateFieldModel:
    """A state field of a page, a component or a store."""

    node: n.StateField
    name: str
    type: Type
    init: Expr | None


@dataclass(slots=True, eq=False)
class View:
    """A page or a component, whichever `kind` says."""

    node: n.Page | n.Component
    kind: str
    name: str
    params: list[Param]
    state: list[StateFieldModel]
    derived: list[Derived]
    actions: list[ActionModel]
    body: Expr | None
    title: Expr | None = None
    gate: Expr | None = None
    route: str = "/"


@dataclass(slots=True, eq=False)
class Store:
    """A store of a ui; its lifetime is memory, local, session or url."""

    node: n.Store
    name: str
    lifetime: str
    state: list[StateFieldModel]
    actions: list[ActionModel]


@dataclass(slots=True, eq=False)
class Ui:
    """A ui with the pages of all its areas."""

    node: n.Ui
    name: str
    framework: str | None
    pages: list[View]
    components: list[View]
    stores: list[Store]


@dataclass(slots=True, eq=False)
class EndToEndTest:
    """An end-to-end test; `kinds` are `api`, `ui` or both by the platform that it runs against."""

    node: n.TestE2E
    name: str
    deployable: Deployable | None
    kinds: tuple[str, ...]
    body: list[Stmt]
    expects: list[Expr]


@dataclass(slots=True, eq=False)
class System:
    """A system, with what stood at the root of a source that has only one."""

    node: n.System
    name: str
    subdomains: list[Subdomain]
    user: Mapping[str, Type] | None
    user_node: n.UserBlock | None
    auth: n.AuthBlock | None
    tenancy: n.Tenancy | None
    deployables: list[Deployable]
    storages: list[n.Storage]
    resources: list[Resource]
    channel_sources: list[ChannelSource]
    timer_sources: list[TimerSource]
    apis: list[Api]
    uis: list[Ui]
    e2e_tests: list[EndToEndTest]
    _sources: dict[tuple[str | None, str | None], Resource] | None = None

    def resource_for(self, context: str, kind: str) -> Resource | None:
        """The first resource of a kind for a context."""
        if self._sources is None:
            self._sources = {(r.context, r.kind): r for r in reversed(self.resources)}
        return self._sources.get((context, kind))

    @property
    def contexts(self) -> list[Context]:
        """All contexts, subdomain by subdomain."""
        return [context for subdomain in self.subdomains for context in subdomain.contexts]


@dataclass(slots=True, eq=False)
class Model:
    """A whole source, resolved."""

    node: n.File
    systems: list[System]
    loose: list[Context]
    value_objects: list[ValueObject]
    enums: list[Enum]
    payloads: list[Record]
    components: list[View]
    migrations: list[n.Migration]

    def contexts(self) -> Iterator[Context]:
        """All contexts: system by system, subdomain by subdomain, then the loose ones."""
        for system in self.systems:
            yield from system.contexts
        yield from self.loose
