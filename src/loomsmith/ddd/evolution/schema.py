"""From the resolved model to database tables, module by module.

A module is a subdomain that some backend owns. Contexts and aggregates are taken in name order; the tables of
a module stand in name order too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.framework_tables import framework_tables, has_durable_channel
from loomsmith.ddd.evolution.records import Column, ColumnType, ForeignKey, Index, Schema, Table, name_order
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model.storage import data_source, resource_schema, saving_shape
from loomsmith.ddd.vocabulary.naming import plural, snake
from loomsmith.ddd.vocabulary.platforms import BACKENDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.syntax.node import Node

UUID = ColumnType("uuid")
TEXT = ColumnType("text")
INT = ColumnType("int")
JSON = ColumnType("json")
DATETIME = ColumnType("datetime")

_PRIMITIVES = {
    "string": TEXT,
    "int": INT,
    "long": ColumnType("bigint"),
    "decimal": ColumnType("decimal"),
    "money": ColumnType("decimal", precision=19, scale=4),
    "bool": ColumnType("bool"),
    "datetime": DATETIME,
    "guid": UUID,
    "json": JSON,
    "File": JSON,
}


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


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of a few fields, and the foreign keys on them in column order."""

    columns: tuple[Column, ...]
    keys: tuple[ForeignKey, ...]


def _index(table: str, *columns: str, unique: bool = False, predicate: str | None = None) -> Index:
    suffix = "uq" if unique else "idx"
    return Index(f"{table}_{'_'.join(columns)}_{suffix}", table, columns, unique, predicate)


def table_name(name: str) -> str:
    """The table of an aggregate, part, workflow or projection."""
    return plural(snake(name))


def reference_target(type_: t.Type) -> t.IdOf | None:
    """The `X id` of a collection of references, `None` for any other type."""
    listed = t.required(type_)
    if isinstance(listed, t.ListOf) and isinstance(listed.element, t.IdOf):
        return listed.element
    return None


def value_collection(type_: t.Type) -> t.ValueObjectOf | None:
    """The value object of a collection of value objects, `None` for any other type."""
    listed = t.required(type_)
    if isinstance(listed, t.ListOf) and isinstance(listed.element, t.ValueObjectOf):
        return listed.element
    return None


def column_type(type_: t.Type) -> ColumnType:
    """The type of the one column that holds a value of this type."""
    inner = t.required(type_)
    match inner:
        case t.Primitive():
            return _PRIMITIVES.get(inner.name, TEXT)
        case t.IdOf():
            return UUID
        case t.EnumOf():
            return TEXT
        case t.ListOf() if isinstance(inner.element, t.Primitive | t.EnumOf | t.IdOf):
            return ColumnType("array", column_type(inner.element))
        case _:
            return JSON


class _Derivation:
    """Derives the tables of one module."""

    def __init__(self, model: v.Model, system: v.System, subdomain: v.Subdomain) -> None:
        self.model = model
        self.system = system
        self.subdomain = subdomain
        self.value_objects: dict[Node, v.ValueObject] = {}
        for value_objects in (model.value_objects, *(c.value_objects for c in model.contexts())):
            self.value_objects |= {value_object.node: value_object for value_object in value_objects}

    def schema(self) -> Schema:
        """The module's tables in name order, foreign keys to other schemas left out."""
        tables: list[Table] = []
        for context in sorted(self.subdomain.contexts, key=lambda c: name_order(c.name)):
            tables += self.context_tables(context)
        tables += framework_tables(self.subdomain.name, self.subdomain.contexts)
        unique: dict[tuple[str | None, str], Table] = {}
        for table in tables:
            unique.setdefault(table.key, table)
        kept = [_with_known_keys(table, unique) for table in unique.values()]
        return Schema().with_tables(kept)

    # Where things are kept

    def resource_for(self, aggregate: v.Aggregate) -> v.Resource | None:
        """The resource that keeps an aggregate."""
        return data_source(self.system, aggregate)

    def context_schema(self, context: v.Context) -> str | None:
        """The schema of a context's event log, workflows and projections."""
        own = [r for r in self.system.resources if r.context == context.name]
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
                found = self.field_columns(field).columns
                columns += [replace(c, nullable=c.nullable or nullable) for c in found]
        if durable:
            columns.append(Column("last_event_id", TEXT, nullable=True))
        primary = (key_column,) if key_column is not None else ()
        return Table(table_name(owner), self.subdomain.name, tuple(columns), primary, (), (), schema)

    # Aggregates

    def aggregate_tables(self, aggregate: v.Aggregate, context: v.Context) -> list[Table]:
        root = self.root_base(aggregate, context)
        hierarchy = root is not None and (aggregate.abstract or aggregate.base is not None)
        if hierarchy and root is not None and aggregate.layout == "sharedTable":
            if aggregate is root:
                return [self.shared_table(root, context), *self.attached(root, root.name, context)]
            return self.attached(aggregate, root.name, context)
        if aggregate.abstract:
            return []
        shape = saving_shape(self.system, aggregate)
        if shape == "document":
            return [self.document_table(aggregate)]
        if shape == "embedded":
            return [self.embedded_table(aggregate, context)]
        table = self.relational_table(aggregate, context)
        if hierarchy and root is not None:
            table = replace(table, inheritance=("ownTable", root.name))
        else:
            table = replace(table, saving_shape=shape)
        return [table, *self.attached(aggregate, aggregate.name, context)]

    def root_base(self, aggregate: v.Aggregate, context: v.Context) -> v.Aggregate | None:
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

    def relational_table(self, aggregate: v.Aggregate, context: v.Context) -> Table:
        name = table_name(aggregate.name)
        built = self.columns_of(aggregate.fields)
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
        return self.with_extra_indexes(table, aggregate)

    def unique_indexes(self, aggregate: v.Aggregate, table: str, predicate: str | None = None) -> list[Index]:
        """One unique index for each key, partial on soft-deletable aggregates."""
        if "softDeletable" in aggregate.capabilities:
            deleted = "is_deleted = false"
            predicate = deleted if predicate is None else f"{predicate} AND {deleted}"
        return [
            _index(table, *(snake(column) for column in key.columns), unique=True, predicate=predicate)
            for key in aggregate.uniques
        ]

    def with_extra_indexes(self, table: Table, aggregate: v.Aggregate) -> Table:
        """Add tenant indexes, then those that the aggregate's resource asks for."""
        indexes = list(table.indexes)
        if "tenantOwned" in aggregate.capabilities:
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

    def embedded_table(self, aggregate: v.Aggregate, context: v.Context) -> Table:
        name = table_name(aggregate.name)
        columns = [Column("id", UUID)]
        keys: list[ForeignKey] = []
        for field in aggregate.fields:
            inner = t.required(field.type)
            if reference_target(field.type) or isinstance(inner, t.ValueObjectOf):
                columns.append(Column(snake(field.name), JSON, field.optional))
            else:
                built = self.field_columns(field)
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
        return self.with_extra_indexes(table, aggregate)

    def shared_table(self, root: v.Aggregate, context: v.Context) -> Table:
        """One table for a whole hierarchy, named after its root base."""
        name = table_name(root.name)
        base = self.columns_of(root.fields)
        columns = [Column("id", UUID), Column("kind", TEXT), *base.columns]
        keys = list(base.keys)
        uniques = self.unique_indexes(root, name)
        present = {column.name for column in columns}
        root_fields = {field.name for field in root.fields}
        for concrete in self.concretes(root, context):
            extra = self.columns_of([f for f in concrete.fields if f.name not in root_fields])
            added = {column.name for column in extra.columns} - present
            columns += [replace(c, nullable=True) for c in extra.columns if c.name in added]
            keys += [key for key in extra.keys if key.column in added]
            present |= added
            uniques += self.unique_indexes(concrete, name, f"kind = '{concrete.name}'")
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
        return self.with_extra_indexes(table, root)

    def concretes(self, root: v.Aggregate, context: v.Context) -> list[v.Aggregate]:
        """The concrete aggregates of a hierarchy, by name."""
        found = [
            aggregate
            for aggregate in context.aggregates
            if not aggregate.abstract and aggregate is not root and self.root_base(aggregate, context) is root
        ]
        return sorted(found, key=lambda a: name_order(a.name))

    def attached(self, aggregate: v.Aggregate, owner: str, context: v.Context) -> list[Table]:
        """Parts, join tables and value collections; `owner` names the table that they hang on."""
        if aggregate.abstract and owner != aggregate.name:
            return []
        schema = resource_schema(self.resource_for(aggregate))
        fields = aggregate.own_fields if aggregate.name != owner else aggregate.fields
        tables = [self.part_table(part, aggregate, owner, schema) for part in aggregate.parts]
        tables += self.joins(aggregate.name, owner, fields, schema)
        for part in aggregate.parts:
            tables += self.joins(part.name, part.name, part.fields, schema)
        tables += self.collections(aggregate.name, owner, fields, schema)
        for part in aggregate.parts:
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
        built = self.columns_of(part.fields)
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
        return self.with_extra_indexes(table, aggregate)

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
            inner = self.flattened(value_object, "", False, frozenset())
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

    # Fields

    def columns_of(self, fields: Iterable[v.Field]) -> _Columns:
        columns: list[Column] = []
        keys: list[ForeignKey] = []
        for field in fields:
            if reference_target(field.type) or value_collection(field.type):
                continue
            built = self.field_columns(field)
            columns += built.columns
            keys += built.keys
        return _Columns(tuple(columns), tuple(keys))

    def field_columns(self, field: v.Field) -> _Columns:
        """The columns of one field: flattened for a value object, else one."""
        inner = t.required(field.type)
        if isinstance(inner, t.ValueObjectOf):
            return self.flattened(inner, f"{snake(field.name)}_", field.optional, frozenset())
        column = Column(snake(field.name), column_type(field.type), field.optional)
        if isinstance(inner, t.IdOf):
            return _Columns((column,), (ForeignKey(column.name, table_name(inner.target), "restrict"),))
        return _Columns((column,), ())

    def flattened(
        self, value_object: t.ValueObjectOf, prefix: str, optional: bool, around: frozenset[Node]
    ) -> _Columns:
        """The leaves of a value object as columns; one that contains itself is kept as JSON there."""
        declared = self.value_objects.get(value_object.declaration)
        if declared is None or value_object.declaration in around:
            return _Columns((Column(prefix.rstrip("_") or "value", JSON, optional),), ())
        columns: list[Column] = []
        keys: list[ForeignKey] = []
        for field in declared.fields:
            inner = t.required(field.type)
            nullable = optional or field.optional
            name = f"{prefix}{snake(field.name)}"
            if isinstance(inner, t.ValueObjectOf):
                built = self.flattened(inner, f"{name}_", nullable, around | {value_object.declaration})
                columns += built.columns
                keys += built.keys
                continue
            columns.append(Column(name, column_type(field.type), nullable))
            if isinstance(inner, t.IdOf):
                keys.append(ForeignKey(name, table_name(inner.target), "restrict"))
        return _Columns(tuple(columns), tuple(keys))


def _with_known_keys(table: Table, known: dict[tuple[str | None, str], Table]) -> Table:
    """The table with only those foreign keys whose target stands in the same schema of the module."""
    kept = tuple(key for key in table.foreign_keys if (table.schema, key.ref_table) in known)
    return table if len(kept) == len(table.foreign_keys) else replace(table, foreign_keys=kept)
