"""Rows for the tables of a module, made so that they satisfy its keys, and what is left of them later."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from psycopg import sql

from loomsmith.ddd.evolution import steps as s

if TYPE_CHECKING:
    from ddd.evolution.databases import Database
    from ddd.evolution.versions import Change
    from loomsmith.ddd.evolution.records import Column, ColumnType, Table

Row = dict[str, str | None]
Rows = dict[str, list[Row]]
"""Rows by table; values as the text that the database shows."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """Where tables and columns of the old schema are found in the new one."""

    tables: dict[str, str]
    columns: dict[tuple[str, str], str]

    def table(self, name: str) -> str:
        """The new name of a table."""
        return self.tables.get(name, name)

    def column(self, table: str, name: str) -> str:
        """The new name of a column; `table` is the old name of its table."""
        return self.columns.get((self.table(table), name), name)


def renaming(change: Change) -> Renaming:
    """The renames of a migration."""
    return Renaming(
        {step.old: step.new for step in change.steps if isinstance(step, s.RenameTable)},
        {(step.table, step.old): step.new for step in change.steps if isinstance(step, s.RenameColumn)},
    )


def identity(table: str, row: int) -> str:
    """The id of a row."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{table}/{row}"))


def fill(database: Database, change: Change, count: int) -> bool:
    """Put rows into every table of the old schema; only the first row has values where null would do.

    False where no rows can satisfy the new keys: a required column that comes to point at a new table.
    """
    new_names = renaming(change)
    old_tables = {new_names.table(table.name): table.name for table in change.before.schema.tables}
    added = {
        (step.table, step.key.column): step.key.ref_table
        for step in change.steps
        if isinstance(step, s.AddForeignKey)
    }
    # Rows are put in without checks, since tables may refer to each other in a circle; the rows that are
    # there in the end satisfy every key, or adding a key would fail.
    database.run("SET LOCAL session_replication_role = replica;")
    for table in change.before.schema.tables:
        keys = {key.column: key.ref_table for key in table.foreign_keys}
        for column in table.columns:
            place = (new_names.table(table.name), new_names.column(table.name, column.name))
            if place in added:
                target = old_tables.get(added[place])
                if target is None and not column.nullable:
                    return False
                keys[column.name] = target or ""
        for row in range(count):
            values = [_value(table, column, row, keys.get(column.name)) for column in table.columns]
            _insert(database, table, values)
    database.run("SET LOCAL session_replication_role = origin;")
    return True


def _value(table: Table, column: Column, row: int, target: str | None) -> object:
    if column.name == "id":
        return identity(table.name, row)
    if target == "" or (row and column.nullable):
        return None
    return identity(target, row) if target is not None else _sample(column.name, column.type, row)


def _sample(name: str, type_: ColumnType, row: int) -> object:
    """A value of a type, another one for each row."""
    match type_.kind:
        case "int" | "bigint" | "bigserial":
            return row + 1
        case "decimal":
            return row + 0.25
        case "bool":
            return row == 0
        case "datetime":
            return f"2026-01-0{row + 1}T12:00:00Z"
        case "uuid":
            return identity(name, row)
        case "json":
            return json.dumps({name: row})
        case "array" if type_.inner is not None:
            return [_sample(name, type_.inner, row)]
        case _:
            return f"{name} 'of' {row}"


def _insert(database: Database, table: Table, values: list[object]) -> None:
    columns = sql.SQL(", ").join(sql.Identifier(column.name) for column in table.columns)
    places = sql.SQL(", ").join(sql.Placeholder() for _ in values)
    statement = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(_place(table, table.name), columns, places)
    database.connection.execute(statement, values)


def _place(table: Table, name: str) -> sql.Identifier:
    return sql.Identifier(table.schema, name) if table.schema is not None else sql.Identifier(name)


def contents(database: Database, tables: tuple[Table, ...], names: Renaming) -> Rows:
    """The rows of the old schema's tables, by the names of that schema, wherever they are now."""
    found: Rows = {}
    for table in tables:
        columns = [column.name for column in table.columns]
        shown = [sql.SQL("{}::text").format(sql.Identifier(names.column(table.name, c))) for c in columns]
        query = sql.SQL("SELECT {} FROM {}").format(
            sql.SQL(", ").join(shown), _place(table, names.table(table.name))
        )
        rows: list[tuple[Any, ...]] = database.rows(query)
        found[table.name] = sorted((dict(zip(columns, row, strict=True)) for row in rows), key=repr)
    return found


def lost(before: Rows, after: Rows, tables: tuple[Table, ...]) -> list[str]:
    """What is not there any more: rows by their keys, and values that were not null."""
    faults: list[str] = []
    for table in tables:
        kept = {tuple(row[c] for c in table.primary_key): row for row in after[table.name]}
        for row in before[table.name]:
            now = kept.get(tuple(row[c] for c in table.primary_key))
            if now is None:
                faults.append(f"a row of {table.name}: {row}")
                continue
            gone = [c for c, value in row.items() if value is not None and now[c] != value]
            faults += [f"{table.name}.{c}: {row[c]} became {now[c]}" for c in gone]
    return faults
