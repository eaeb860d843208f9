"""The tables that a module needs besides those of its own declarations: outbox, audit, provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.records import Column, ColumnType, Index, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.model import values as v

_TEXT = ColumnType("text")
_JSON = ColumnType("json")
_DATETIME = ColumnType("datetime")

DURABLE = frozenset({"log", "work"})
"""The retentions of channels whose events are kept until they have been delivered."""


def has_durable_channel(contexts: Iterable[v.Context], only: v.Context | None = None) -> bool:
    """Whether some channel of the contexts (or of the one given) keeps its events."""
    return any(
        channel.node.retention in DURABLE and channel.events
        for context in contexts
        if only is None or context is only
        for channel in context.channels
    )


def framework_tables(module: str, contexts: list[v.Context]) -> list[Table]:
    """The tables that these contexts need, at most one of each; none has a schema."""
    tables = []
    if has_durable_channel(contexts):
        tables.append(_outbox(module))
    aggregates = [aggregate for context in contexts for aggregate in context.aggregates]
    if any(aggregate.audited_actions() for aggregate in aggregates):
        tables.append(_audit(module))
    fields = [field for aggregate in aggregates for field in aggregate.fields]
    fields += [field for aggregate in aggregates for part in aggregate.parts for field in part.fields]
    if any(field.provenanced for field in fields):
        tables.append(_provenance(module))
    return tables


def _texts(*names: str, nullable: bool = False) -> tuple[Column, ...]:
    return tuple(Column(name, _TEXT, nullable) for name in names)


def _outbox(module: str) -> Table:
    columns = (
        Column("id", ColumnType("uuid"), default="gen_random_uuid()"),
        Column("occurred_at", _DATETIME, default="now()"),
        Column("type", _TEXT),
        Column("payload", _JSON),
        Column("dispatched_at", _DATETIME, nullable=True),
        Column("attempts", ColumnType("int"), default="0"),
    )
    return Table("__loom_outbox", module, columns, ("id",))


def _audit(module: str) -> Table:
    name = "audit_records"
    columns = (
        *_texts("audit_id", "operation_id", "action", "target_type", "target_id"),
        *(Column(column, _JSON, nullable=True) for column in ("actor", "before", "after")),
        Column("at", _DATETIME),
        *_texts("status"),
        *_texts("correlation_id", "scope_id", "parent_id", nullable=True),
    )
    indexes = (
        Index(f"{name}_target_idx", name, ("target_type", "target_id")),
        Index(f"{name}_correlation_idx", name, ("correlation_id",)),
    )
    return Table(name, module, columns, ("audit_id",), (), indexes)


def _provenance(module: str) -> Table:
    name = "provenance_records"
    columns = (
        *_texts("trace_id", "snapshot_id", "target_type", "field"),
        Column("inputs", _JSON),
        Column("computed_value", _JSON, nullable=True),
        Column("at", _DATETIME),
        *_texts("correlation_id", "scope_id", "actor_id", "parent_id", nullable=True),
    )
    indexes = (
        Index(f"{name}_target_idx", name, ("target_type", "field")),
        Index(f"{name}_correlation_idx", name, ("correlation_id",)),
    )
    return Table(name, module, columns, ("trace_id",), (), indexes)
