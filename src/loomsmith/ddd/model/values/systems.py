"""Contexts, and the systems that deploy, store, serve and show them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from loomsmith.ddd.model.expressions import Expr, Stmt
    from loomsmith.ddd.model.types import Type
    from loomsmith.ddd.model.values.aggregates import (
        Aggregate,
        Derived,
        Enum,
        Param,
        Record,
        Test,
        ValueObject,
    )
    from loomsmith.ddd.model.values.processes import (
        Channel,
        Criterion,
        Handler,
        Projection,
        Repository,
        Retrieval,
        SeedData,
        Service,
        Workflow,
    )
    from loomsmith.ddd.syntax import nodes as n


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
