"""From the resolved model to database tables, module by module.

A module is a subdomain that some backend owns. Contexts and aggregates are taken in name order; the tables of
a module stand in name order too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.columns import (
    DATETIME,
    INT,
    JSON,
    TEXT,
    UUID,
    ColumnBuilder,
    reference_target,
    table_name,
    value_collection,
)
from loomsmith.ddd.evolution.framework_tables import framework_tables, has_durable_channel
from loomsmith.ddd.evolution.records import Column, ColumnType, ForeignKey, Index, Schema, Table, name_order
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model.storage import data_source, resource_schema, saving_shape
from loomsmith.ddd.vocabulary.naming import snake
from loomsmith.ddd.vocabulary.platforms import BACKENDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.syntax.node import Node


@dataclass(frozen=True, slots=True)
class Module:
    """The derived schema of one module; `schema` has its tables only, no history."""

    system: str
    name: str
    contexts: tuple[v.Context, ...]
    schema: Schema


def modules(model: v.Model) -> list[Module]:
    """Every module with an owner, systems and subdomains in order."""
    found = []
    for system in model.systems:
        for subdomain in system.subdomains:
            names = {context.name for context in subdomain.contexts}
            if any(d.platform in BACKENDS and names & set(d.contexts) for d in system.deployables):
                derivation = _Derivation(model, system, subdomain)
                found.append(
                    Module(system.name, subdomain.name, tuple(subdomain.contexts), derivation.schema())
                )
    return found


def _index(table: str, *columns: str, unique: bool = False, predicate: str | None = None) -> Index:
    suffix = "uq" if unique else "idx"
    return Index(f"{table}_{'_'.join(columns)}_{suffix}", table, columns, unique, predicate)


def root_base(aggregate: v.Aggregate, context: v.Context) -> v.Aggregate:
    """The topmost base of a hierarchy, the aggregate itself where it has none."""
    seen = {aggregate.name}
    current = aggregate
    while current.base is not None:
        base = context.aggregate(current.base)
        if base is None or base.name in seen:
            break
        seen.add(base.name)
        current = base
    return current


def shared_root(aggregate: v.Aggregate, context: v.Context) -> v.Aggregate | None:
    """The root base whose table an aggregate shares; `None` for one that has a table of its own."""
    if not aggregate.abstract and aggregate.base is None:
        return None
    root = root_base(aggregate, context)
    return root if root.layout == aggregate.layout == "sharedTable" else None


class _Derivation:
    """Derives the tables of one module."""

    def __init__(self, model: v.Model, system: v.System, subdomain: v.Subdomain) -> None:
        self.system = system
        self.subdomain = subdomain
        self.columns = ColumnBuilder(model)
        self.sources: dict[Node, v.Resource | None] = {}
        self.resources: dict[str | None, list[v.Resource]] = {}
        for resource in system.resources:
            self.resources.setdefault(resource.context, []).append(resource)

    def schema(self) -> Schema:
        """The module's tables in name order, foreign keys to other schemas left out."""
        tables: list[Table] = []
        for context in sorted(self.subdomain.contexts, key=lambda c: name_order(c.name)):
            tables += self.context_tables(context)
        tables += framework_tables(self.subdomain.name, self.subdomain.contexts)
        unique: dict[tuple[str | None, str], Table] = {}
        for table in tables:
            unique.setdefault(table.key, table)
        kept = [_sound(table, unique) for table in unique.values()]
        return Schema().with_tables(kept)

    # Where things are kept

    def resource_for(self, aggregate: v.Aggregate) -> v.Resource | None:
        """The resource that keeps an aggregate."""
        if aggregate.node not in self.sources:
            self.sources[aggregate.node] = data_source(self.system, aggregate)
        return self.sources[aggregate.node]

    def context_schema(self, context: v.Context) -> str | None:
        """The schema of a context's event log, workflows and projections."""
        own = self.resources.get(context.name, [])
        state = next((r for r in own if r.kind == "state"), None)
        return resource_schema(state or (own[0] if own else None))

    # Contexts

    def context_tables(self, context: v.Context) -> list[Table]:
        tables: list[Table] = []
        for aggregate in sorted(context.aggregates, key=lambda a: name_order(a.name)):
            if not aggregate.event_sourced:
                tables += self.aggregate_tables(aggregate, context)
        schema = self.context_schema(context)
        if any(a.event_sourced for a in context.aggregates) or any(
            w.event_sourced for w in context.workflows
        ):
            tables.append(self.event_log(context, schema))
        durable = has_durable_channel(self.subdomain.contexts, context)
        for workflow in context.workflows:
            if not workflow.event_sourced and workflow.correlation is not None:
                tables.append(
                    self.state_table(
                        workflow.name, workflow.state, workflow.correlation.name, schema, durable
                    )
                )
        for projection in context.projections:
            if projection.folds:
                tables.append(
                    self.state_table(
                        projection.name, projection.fields, projection.key, schema, False, nullable=True
                    )
                )
        return tables

    def event_log(self, context: v.Context, schema: str | None) -> Table:
        name = f"{snake(context.name)}_events"
        columns = (
            Column("seq", ColumnType("bigserial")),
            Column("stream_type", TEXT),
            Column("stream_id", TEXT),
            Column("version", INT),
            Column("type", TEXT),
            Column("data", JSON),
            Column("occurred_at", DATETIME, default="now()"),
        )
        index = Index(f"{name}_seq_key", name, ("seq",), unique=True)
        key = ("stream_type", "stream_id", "version")
        return Table(name, self.subdomain.name, columns, key, (), (index,), schema)

    def state_table(
        self,
        owner: str,
        fields: list[v.Field],
        key: str | None,
        schema: str | None,
        durable: bool,
        *,
        nullable: bool = False,
    ) -> Table:
        """The table of a workflow's instances or of a folded projection."""
        columns: list[Column] = []
        key_column = snake(key) if key is not None else None
        for field in fields:
            if field.name == key:
                columns.append(Column(snake(field.name), UUID))
            elif reference_target(field.type) or value_collection(field.type):
                columns.append(Column(snake(field.name), JSON, field.optional or nullable))
            else:
                found = self.columns.field_columns(field).columns
                columns += [replace(c, nullable=c.nullable or nullable) for c in found]
        if durable:
            columns.append(Column("last_event_id", TEXT, nullable=True))
        primary = (key_column,) if key_column is not None else ()
        return Table(table_name(owner), self.subdomain.name, tuple(columns), primary, (), (), schema)

    # Aggregates

    def aggregate_tables(self, aggregate: v.Aggregate, context: v.Context) -> list[Table]:
        shared = shared_root(aggregate, context)
        if shared is not None:
            own = [self.shared_table(shared, context)] if aggregate is shared else []
            return [*own, *self.attached(aggregate, shared)]
        if aggregate.abstract:
            return []
        shape = saving_shape(self.system, aggregate)
        if shape == "document":
            return [self.document_table(aggregate)]
        if shape == "embedded":
            return [self.embedded_table(aggregate)]
        table = self.relational_table(aggregate)
        if aggregate.base is not None:
            table = replace(table, inheritance=("ownTable", root_base(aggregate, context).name))
        else:
            table = replace(table, saving_shape=shape)
        return [table, *self.attached(aggregate, aggregate)]

    def relational_table(self, aggregate: v.Aggregate) -> Table:
        name = table_name(aggregate.name)
        built = self.columns.columns_of(aggregate.fields)
        columns = [
            replace(c, default="1") if c.name == "version" and c.type == INT else c for c in built.columns
        ]
        indexes = [*self.unique_indexes(aggregate, name), *(_index(name, key.column) for key in built.keys)]
        table = Table(
            name,
            self.subdomain.name,
            (Column("id", UUID), *columns),
            ("id",),
            built.keys,
            tuple(indexes),
            resource_schema(self.resource_for(aggregate)),
        )
        return self.with_extra_indexes(table, aggregate, [aggregate])

    def unique_indexes(self, aggregate: v.Aggregate, table: str, predicate: str | None = None) -> list[Index]:
        """One unique index for each key, partial on soft-deletable aggregates."""
        if "softDeletable" in aggregate.capabilities:
            deleted = "is_deleted = false"
            predicate = deleted if predicate is None else f"{predicate} AND {deleted}"
        return [
            _index(table, *(snake(column) for column in key.columns), unique=True, predicate=predicate)
            for key in aggregate.uniques
        ]

    def with_extra_indexes(
        self, table: Table, aggregate: v.Aggregate, sharers: Iterable[v.Aggregate]
    ) -> Table:
        """Add tenant indexes if a tenant owns one of the aggregates in the table, then those asked for."""
        indexes = list(table.indexes)
        if any("tenantOwned" in sharer.capabilities for sharer in sharers):
            for column, opclass in (("tenant_id", None), ("data_key", "text_pattern_ops")):
                single = any(index.columns == (column,) for index in indexes)
                if table.column(column) is not None and not single:
                    classes = ((column, opclass),) if opclass is not None else ()
                    indexes.append(replace(_index(table.name, column), opclasses=classes))
        resource = self.resource_for(aggregate)
        for spec in resource.node.indexes if resource is not None else ():
            if table_name(spec.entity) == table.name:
                index = _index(table.name, *(snake(column) for column in spec.columns))
                if all(other.name != index.name for other in indexes):
                    indexes.append(index)
        return replace(table, indexes=tuple(indexes))

    def document_table(self, aggregate: v.Aggregate) -> Table:
        columns = (Column("id", UUID), Column("data", JSON), Column("version", INT))
        return Table(
            table_name(aggregate.name),
            self.subdomain.name,
            columns,
            ("id",),
            schema=resource_schema(self.resource_for(aggregate)),
            saving_shape="document",
        )

    def embedded_table(self, aggregate: v.Aggregate) -> Table:
        name = table_name(aggregate.name)
        columns = [Column("id", UUID)]
        keys: list[ForeignKey] = []
        for field in aggregate.fields:
            inner = t.required(field.type)
            if reference_target(field.type) or isinstance(inner, t.ValueObjectOf):
                columns.append(Column(snake(field.name), JSON, field.optional))
            else:
                built = self.columns.field_columns(field)
                columns += built.columns
                keys += built.keys
        columns += [Column(snake(held.name), JSON, nullable=True) for held in aggregate.containments]
        table = Table(
            name,
            self.subdomain.name,
            tuple(columns),
            ("id",),
            tuple(keys),
            tuple(_index(name, key.column) for key in keys),
            resource_schema(self.resource_for(aggregate)),
            saving_shape="embedded",
        )
        return self.with_extra_indexes(table, aggregate, [aggregate])

    def shared_table(self, root: v.Aggregate, context: v.Context) -> Table:
        """One table for a whole hierarchy, named after its root base."""
        name = table_name(root.name)
        base = self.columns.columns_of(root.fields)
        columns = [Column("id", UUID), Column("kind", TEXT), *base.columns]
        keys = list(base.keys)
        uniques = self.unique_indexes(root, name)
        present = {column.name for column in columns}
        root_fields = {field.name for field in root.fields}
        concretes = self.concretes(root, context)
        for concrete in concretes:
            extra = self.columns.columns_of([f for f in concrete.fields if f.name not in root_fields])
            added = {column.name for column in extra.columns} - present
            columns += [replace(c, nullable=True) for c in extra.columns if c.name in added]
            keys += [key for key in extra.keys if key.column in added]
            present |= added
            taken = {index.name for index in uniques}
            for index in self.unique_indexes(concrete, name, f"kind = '{concrete.name}'"):
                if index.name in taken:
                    index = replace(
                        index, name=_index(name, snake(concrete.name), *index.columns, unique=True).name
                    )
                uniques.append(index)
        table = Table(
            name,
            self.subdomain.name,
            tuple(columns),
            ("id",),
            tuple(keys),
            (*uniques, *(_index(name, key.column) for key in keys)),
            resource_schema(self.resource_for(root)),
            inheritance=("sharedTable", root.name),
        )
        return self.with_extra_indexes(table, root, [root, *concretes])

    def concretes(self, root: v.Aggregate, context: v.Context) -> list[v.Aggregate]:
        """The concrete aggregates of a hierarchy, by name."""
        found = [
            aggregate
            for aggregate in context.aggregates
            if not (aggregate.abstract or aggregate.event_sourced or aggregate is root)
            and shared_root(aggregate, context) is root
        ]
        return sorted(found, key=lambda a: name_order(a.name))

    def attached(self, aggregate: v.Aggregate, owner: v.Aggregate) -> list[Table]:
        """Parts, join tables and value collections; they hang on the table of `owner`.

        An abstract base between the root and its concretes has no parts of its own, since nothing inherits
        them; its collections belong to all its concretes and are kept under its name.
        """
        schema = resource_schema(self.resource_for(aggregate))
        parts = [] if aggregate.abstract and aggregate is not owner else aggregate.parts
        fields = aggregate.fields if aggregate is owner else aggregate.own_fields
        tables = [self.part_table(part, aggregate, owner.name, schema) for part in parts]
        tables += self.joins(aggregate.name, owner.name, fields, schema)
        for part in parts:
            tables += self.joins(part.name, part.name, part.fields, schema)
        tables += self.collections(aggregate.name, owner.name, fields, schema)
        for part in parts:
            tables += self.collections(part.name, part.name, part.fields, schema)
        return tables

    def part_table(self, part: v.Part, aggregate: v.Aggregate, owner: str, schema: str | None) -> Table:
        name = table_name(part.name)
        holder = next(
            (
                other.name
                for other in aggregate.parts
                if other is not part and any(held.part == part.name for held in other.containments)
            ),
            owner,
        )
        if any(held.part == part.name for held in aggregate.containments):
            holder = owner
        parent = f"{snake(holder)}_id"
        built = self.columns.columns_of(part.fields)
        keys = (ForeignKey(parent, table_name(holder), "cascade"), *built.keys)
        table = Table(
            name,
            self.subdomain.name,
            (Column("id", UUID), Column(parent, UUID), *built.columns),
            ("id",),
            keys,
            tuple(_index(name, key.column) for key in keys),
            schema,
        )
        return self.with_extra_indexes(table, aggregate, [aggregate])

    def joins(self, name: str, owner: str, fields: Iterable[v.Field], schema: str | None) -> list[Table]:
        """A join table for each collection of references."""
        tables = []
        for field in fields:
            target = reference_target(field.type)
            if target is None:
                continue
            table = f"{snake(name)}_{snake(field.name)}"
            left, right = f"{snake(owner)}_id", f"{snake(target.target)}_id"
            if left == right:
                left, right = "owner_id", "target_id"
            keys = (
                ForeignKey(left, table_name(owner), "cascade"),
                ForeignKey(right, table_name(target.target), "cascade"),
            )
            columns = (Column(left, UUID), Column(right, UUID))
            tables.append(
                Table(
                    table, self.subdomain.name, columns, (left, right), keys, (_index(table, right),), schema
                )
            )
        return tables

    def collections(
        self, name: str, owner: str, fields: Iterable[v.Field], schema: str | None
    ) -> list[Table]:
        """A table for each collection of value objects."""
        tables = []
        for field in fields:
            value_object = value_collection(field.type)
            if value_object is None:
                continue
            table, parent = f"{snake(name)}_{snake(field.name)}", f"{snake(owner)}_id"
            inner = self.columns.flattened(value_object, "", False, frozenset())
            tables.append(
                Table(
                    table,
                    self.subdomain.name,
                    (Column(parent, UUID), Column("ordinal", INT), *inner.columns),
                    (parent, "ordinal"),
                    (ForeignKey(parent, table_name(owner), "cascade"),),
                    (_index(table, parent),),
                    schema,
                    value_collection=True,
                )
            )
        return tables


def _sound(table: Table, known: dict[tuple[str | None, str], Table]) -> Table:
    """The table as a database can have it.

    Of columns and indexes whose names meet (`aB` and a value object `a` with `b`) the first stays, and so do
    only the indexes on columns that are there, and the foreign keys to tables of the same schema.
    """
    columns = {column.name: column for column in reversed(table.columns)}
    indexes = {index.name: index for index in reversed(table.indexes) if columns.keys() >= set(index.columns)}
    keys = {key.column: key for key in reversed(table.foreign_keys) if (table.schema, key.ref_table) in known}
    return replace(
        table,
        columns=tuple(column for column in table.columns if columns[column.name] is column),
        indexes=tuple(index for index in table.indexes if indexes.get(index.name) is index),
        foreign_keys=tuple(key for key in table.foreign_keys if keys.get(key.column) is key),
    )
