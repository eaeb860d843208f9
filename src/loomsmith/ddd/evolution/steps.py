"""The steps of a migration: a closed set of values, their JSON records and their SQL for PostgreSQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.evolution.names import constraint_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.evolution.records import Column, ColumnType, ForeignKey, Index, Table


@dataclass(frozen=True, slots=True)
class CreateTable:
    """A table with its keys and indexes."""

    table: Table


@dataclass(frozen=True, slots=True)
class DropTable:
    """A table and its rows go."""

    name: str
    schema: str | None


@dataclass(frozen=True, slots=True)
class RenameTable:
    """A table under another name."""

    old: str
    new: str
    schema: str | None


@dataclass(frozen=True, slots=True)
class AddColumn:
    """A column, perhaps with a foreign key."""

    table: str
    schema: str | None
    column: Column
    key: ForeignKey | None = None


@dataclass(frozen=True, slots=True)
class DropColumn:
    """A column and its values go."""

    table: str
    schema: str | None
    name: str


@dataclass(frozen=True, slots=True)
class RenameColumn:
    """A column under another name."""

    table: str
    schema: str | None
    old: str
    new: str
    type: ColumnType


@dataclass(frozen=True, slots=True)
class AlterColumnNullable:
    """A column that may, or may no longer, be null."""

    table: str
    schema: str | None
    name: str
    type: ColumnType
    nullable: bool


@dataclass(frozen=True, slots=True)
class AlterColumnType:
    """A column of another type."""

    table: str
    schema: str | None
    name: str
    old: ColumnType
    new: ColumnType


@dataclass(frozen=True, slots=True)
class AddIndex:
    """An index."""

    index: Index
    schema: str | None


@dataclass(frozen=True, slots=True)
class DropIndex:
    """An index goes."""

    table: str
    schema: str | None
    name: str


@dataclass(frozen=True, slots=True)
class RenameIndex:
    """An index under another name."""

    old: str
    new: str
    schema: str | None


@dataclass(frozen=True, slots=True)
class BackfillColumn:
    """A value for the rows that have none."""

    table: str
    schema: str | None
    column: str
    value_sql: str


@dataclass(frozen=True, slots=True)
class SqlExec:
    """SQL that the author wrote."""

    sql: str


@dataclass(frozen=True, slots=True)
class SqlComment:
    """A note for whoever runs the migration."""

    comment: str


@dataclass(frozen=True, slots=True)
class AddForeignKey:
    """A foreign key on a column that is there."""

    table: str
    schema: str | None
    key: ForeignKey


@dataclass(frozen=True, slots=True)
class DropForeignKey:
    """A foreign key goes."""

    table: str
    schema: str | None
    key: ForeignKey


@dataclass(frozen=True, slots=True)
class DropPrimaryKey:
    """A primary key goes; `created_as` is the name under which its table was made."""

    table: str
    schema: str | None
    created_as: str


@dataclass(frozen=True, slots=True)
class AddPrimaryKey:
    """A primary key on columns that are there."""

    table: str
    schema: str | None
    columns: tuple[str, ...]


Step = (
    CreateTable
    | DropTable
    | RenameTable
    | AddColumn
    | DropColumn
    | RenameColumn
    | AlterColumnNullable
    | AlterColumnType
    | AddIndex
    | DropIndex
    | RenameIndex
    | BackfillColumn
    | SqlExec
    | SqlComment
    | AddForeignKey
    | DropForeignKey
    | DropPrimaryKey
    | AddPrimaryKey
)


def op_of(step: Step) -> str:
    """The word for the kind of step in records and answers: `createTable`, `addColumn`, ..."""
    name = type(step).__name__
    return name[0].lower() + name[1:]


# SQL

_TYPES = {
    "text": "TEXT",
    "int": "INTEGER",
    "bigint": "BIGINT",
    "bool": "BOOLEAN",
    "datetime": "TIMESTAMP WITH TIME ZONE",
    "uuid": "UUID",
    "json": "JSONB",
    "bigserial": "BIGSERIAL",
}

_CASTS: dict[str, frozenset[str]] = {
    "text": frozenset(_TYPES) | {"decimal", "array"},
    "int": frozenset({"bigint", "decimal", "bool", "text"}),
    "bigint": frozenset({"int", "decimal", "text"}),
    "decimal": frozenset({"int", "bigint", "text"}),
    "bool": frozenset({"int", "text"}),
    "datetime": frozenset({"text"}),
    "uuid": frozenset({"text"}),
    "json": frozenset({"text", "bool", "int", "bigint", "decimal"}),
    "array": frozenset({"text"}),
    "bigserial": frozenset({"text", "bigint", "int"}),
}
"""Between which kinds PostgreSQL casts directly; where it does not, a cast goes by way of text."""


def type_sql(type_: ColumnType) -> str:
    """A column type in SQL."""
    if type_.kind == "array" and type_.inner is not None:
        return f"{type_sql(type_.inner)}[]"
    if type_.kind == "decimal":
        return f"DECIMAL({type_.precision}, {type_.scale})" if type_.precision is not None else "DECIMAL"
    return _TYPES.get(type_.kind, "TEXT")


def quote(name: str) -> str:
    """A quoted identifier."""
    return '"' + name.replace('"', '""') + '"'


def qualified(schema: str | None, name: str) -> str:
    """A quoted identifier with its schema, if it has one."""
    return f"{quote(schema)}.{quote(name)}" if schema is not None else quote(name)


def text_sql(text: str) -> str:
    """A text as a SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _column_sql(column: Column) -> str:
    nullable = "NULL" if column.nullable else "NOT NULL"
    default = f" DEFAULT {column.default}" if column.default is not None else ""
    return f"{quote(column.name)} {type_sql(column.type)} {nullable}{default}"


def _key_sql(key: ForeignKey, schema: str | None) -> str:
    target = qualified(schema, key.ref_table)
    return f"FOREIGN KEY ({quote(key.column)}) REFERENCES {target} ON DELETE {key.on_delete.upper()}"


def _index_sql(index: Index, schema: str | None) -> str:
    classes = dict(index.opclasses)
    columns = ", ".join(
        quote(column) + (f" {classes[column]}" if column in classes else "") for column in index.columns
    )
    unique = "UNIQUE " if index.unique else ""
    predicate = f" WHERE {index.predicate}" if index.predicate is not None else ""
    table = qualified(schema, index.table)
    return f"CREATE {unique}INDEX {quote(index.name)} ON {table} ({columns}){predicate};"


def _create_table_sql(table: Table) -> str:
    lines = [_column_sql(column) for column in table.columns]
    if table.primary_key:
        lines.append(f"PRIMARY KEY ({', '.join(map(quote, table.primary_key))})")
    lines += [_key_sql(key, table.schema) for key in table.foreign_keys]
    body = ",\n".join(f"  {line}" for line in lines)
    head = [f"CREATE SCHEMA IF NOT EXISTS {quote(table.schema)};"] if table.schema is not None else []
    create = f"CREATE TABLE {qualified(table.schema, table.name)} (\n{body}\n);"
    return "\n".join([*head, create, *(_index_sql(index, table.schema) for index in table.indexes)])


def _casts(old: ColumnType, new: ColumnType) -> bool:
    """Whether PostgreSQL casts one type to the other by itself; arrays go element by element."""
    if old.kind == new.kind:
        return old.inner is None or new.inner is None or _casts(old.inner, new.inner)
    return new.kind in _CASTS.get(old.kind, frozenset())


def _alter_type_sql(step: AlterColumnType) -> str:
    table, name, target = qualified(step.schema, step.table), quote(step.name), type_sql(step.new)
    way = "" if _casts(step.old, step.new) else "::text"
    value = f"{name}{way}::{target}"
    return f"ALTER TABLE {table} ALTER COLUMN {name} TYPE {target} USING {value};"


def sql_of(step: Step) -> str:
    """The SQL of a step, statements on lines of their own, each ended by a semicolon."""
    match step:
        case CreateTable():
            return _create_table_sql(step.table)
        case DropTable():
            return f"DROP TABLE {qualified(step.schema, step.name)};"
        case RenameTable():
            return f"ALTER TABLE {qualified(step.schema, step.old)} RENAME TO {quote(step.new)};"
        case AddColumn():
            table = qualified(step.schema, step.table)
            lines = [f"ALTER TABLE {table} ADD COLUMN {_column_sql(step.column)};"]
            if step.key is not None:
                lines.append(_add_key_sql(step.table, step.schema, step.key))
            return "\n".join(lines)
        case DropColumn():
            return f"ALTER TABLE {qualified(step.schema, step.table)} DROP COLUMN {quote(step.name)};"
        case RenameColumn():
            table = qualified(step.schema, step.table)
            return f"ALTER TABLE {table} RENAME COLUMN {quote(step.old)} TO {quote(step.new)};"
        case AlterColumnNullable():
            change = "DROP NOT NULL" if step.nullable else "SET NOT NULL"
            table = qualified(step.schema, step.table)
            return f"ALTER TABLE {table} ALTER COLUMN {quote(step.name)} {change};"
        case AlterColumnType():
            return _alter_type_sql(step)
        case AddIndex():
            return _index_sql(step.index, step.schema)
        case DropIndex():
            return f"DROP INDEX {qualified(step.schema, step.name)};"
        case RenameIndex():
            return f"ALTER INDEX {qualified(step.schema, step.old)} RENAME TO {quote(step.new)};"
        case BackfillColumn():
            table, column = qualified(step.schema, step.table), quote(step.column)
            return f"UPDATE {table} SET {column} = {step.value_sql} WHERE {column} IS NULL;"
        case SqlExec():
            text = step.sql.rstrip()
            return text if text.endswith(";") else text + ";"
        case SqlComment():
            return f"-- {step.comment}"
        case AddForeignKey():
            return _add_key_sql(step.table, step.schema, step.key)
        case DropForeignKey():
            return _drop_constraints_sql(step.table, step.schema, key_constraints(step.table, step.key))
        case DropPrimaryKey():
            names = dict.fromkeys(constraint_name(at, "", "pkey") for at in (step.created_as, step.table))
            return _drop_constraints_sql(step.table, step.schema, names)
        case AddPrimaryKey():
            table, name = qualified(step.schema, step.table), constraint_name(step.table, "", "pkey")
            columns = ", ".join(map(quote, step.columns))
            return f"ALTER TABLE {table} ADD CONSTRAINT {quote(name)} PRIMARY KEY ({columns});"


def _drop_constraints_sql(table: str, schema: str | None, names: Iterable[str]) -> str:
    place = qualified(schema, table)
    return "\n".join(f"ALTER TABLE {place} DROP CONSTRAINT IF EXISTS {quote(name)};" for name in names)


def key_constraints(table: str, key: ForeignKey) -> list[str]:
    """The names that the constraint of a key may have, by how it and its table were made.

    A key of a created table is named `_fkey` by PostgreSQL, with a number where a table of the schema has a
    constraint of that name; one added later is named `_fk` by us. A rename of the table or the column leaves
    the name as it was.
    """
    at, column = key.created_as or (table, key.column)
    numbered = (f"fkey{number}" for number in range(1, key.numbered + 1))
    return [constraint_name(at, column, suffix) for suffix in ("fkey", "fk", *numbered)]


def _add_key_sql(table: str, schema: str | None, key: ForeignKey) -> str:
    name = quote(constraint_name(table, key.column, "fk"))
    return f"ALTER TABLE {qualified(schema, table)} ADD CONSTRAINT {name} {_key_sql(key, schema)};"


# Records


def step_record(step: Step) -> dict[str, Any]:
    """The JSON record of a step, as committed migrations keep it."""
    found: dict[str, Any] = {"op": op_of(step)}
    schema = getattr(step, "schema", None)
    match step:
        case CreateTable():
            return found | {"table": step.table.to_json()}
        case DropTable():
            found["name"] = step.name
        case RenameTable() | RenameIndex():
            found |= {"from": step.old, "to": step.new}
        case AddColumn():
            found |= {"table": step.table, "column": step.column.to_json()}
            if step.key is not None:
                found["fk"] = step.key.to_json()
        case DropColumn() | DropIndex():
            found |= {"table": step.table, "name": step.name}
        case RenameColumn():
            found |= {"table": step.table, "from": step.old, "to": step.new, "type": step.type.to_json()}
        case AlterColumnNullable():
            found |= {"table": step.table, "name": step.name, "type": step.type.to_json()}
            found["nullable"] = step.nullable
        case AlterColumnType():
            found |= {"table": step.table, "name": step.name}
            found |= {"from": step.old.to_json(), "to": step.new.to_json()}
        case AddIndex():
            found["index"] = step.index.to_json()
        case BackfillColumn():
            found |= {"table": step.table, "column": step.column, "valueSql": step.value_sql}
            found["onlyNull"] = True
        case SqlExec():
            return found | {"sql": step.sql}
        case SqlComment():
            return found | {"comment": step.comment}
        case AddForeignKey() | DropForeignKey():
            found |= {"table": step.table, "fk": step.key.to_json()}
        case DropPrimaryKey():
            found["table"] = step.table
        case AddPrimaryKey():
            found |= {"table": step.table, "columns": list(step.columns)}
    if schema is not None:
        found["schema"] = schema
    return found
