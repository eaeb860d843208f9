"""What reads and changes aggregates: repositories, workflows, handlers, projections, services, seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loomsmith.ddd.model.expressions import Expr, Stmt
    from loomsmith.ddd.model.types import Type
    from loomsmith.ddd.model.values.aggregates import Applier, Field, Function, Param
    from loomsmith.ddd.syntax import nodes as n


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
