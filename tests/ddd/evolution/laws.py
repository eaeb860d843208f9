"""The laws that a migration keeps in a database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

from ddd.evolution.rows import Renaming, contents, fill, lost, renaming
from ddd.evolution.versions import first_steps, script
from loomsmith.ddd.evolution import steps as s
from loomsmith.ddd.evolution.diffing import BACKUP_SUFFIX

if TYPE_CHECKING:
    from ddd.evolution.databases import Catalog, Database
    from ddd.evolution.versions import Change


def comparable(catalog: Catalog) -> Catalog:
    """The catalog without the tables that a reshape set aside.

    Nor does it show the default of `version`, which only tables with rows of one kind have: a default is part
    of making a column, and no later migration touches it.
    """
    found: Catalog = {}
    for name, table in catalog.items():
        if BACKUP_SUFFIX not in name:
            columns = {
                c: (*told[:2], told[2] if c != "version" else None) for c, told in table["columns"].items()
            }
            found[name] = {**table, "columns": columns}
    return found


def catalog_after(database: Database, *scripts: str) -> Catalog:
    """The catalog that scripts leave in an empty database."""
    with database.fresh():
        for text in scripts:
            if text:
                database.run(text)
        return database.catalog()


def leads_to_the_new_schema(database: Database, change: Change) -> None:
    """The old tables and the migration give what the new model gives from nothing."""
    first = script(first_steps(change.before))
    migrated = comparable(catalog_after(database, first, script(change.steps)))
    made = comparable(catalog_after(database, script(first_steps(change.after))))
    assert migrated == made, script(change.steps)


def keeps_rows(database: Database, change: Change) -> None:
    """A migration that is not flagged keeps every row and every value."""
    if change.migration is None or change.migration.destructive:
        return
    if any(isinstance(step, s.SqlExec) for step in change.steps):
        return
    try:
        _keeps_rows(database, change, 2)
    except psycopg.errors.UniqueViolation:
        _keeps_rows(database, change, 1)  # two rows got the same value for a column that is unique now


def _keeps_rows(database: Database, change: Change, count: int) -> None:
    tables = change.before.schema.tables
    with database.fresh():
        first = script(first_steps(change.before))
        if not first:
            return
        database.run(first)
        if not fill(database, change, count):
            return
        before = contents(database, tables, Renaming({}, {}))
        database.run(script(change.steps))
        after = contents(database, tables, renaming(change))
    assert lost(before, after, tables) == [], script(change.steps)


def loses_what_it_says(database: Database, change: Change) -> None:
    """What a migration says it drops is not there afterwards, unless it also makes something of that name."""
    dropped = [step for step in change.steps if isinstance(step, s.DropTable | s.DropColumn)]
    if not dropped:
        return
    assert change.migration is not None
    assert change.migration.destructive
    catalog = catalog_after(database, script(first_steps(change.before)), script(change.steps))
    renamed = renaming(change)
    made = {step.table.name for step in change.steps if isinstance(step, s.CreateTable)}
    made |= set(renamed.tables.values())
    added = {(step.table, step.column.name) for step in change.steps if isinstance(step, s.AddColumn)}
    for step in dropped:
        if isinstance(step, s.DropTable):
            assert step.name in made or _shown(step.schema, step.name) not in catalog
        else:
            table = renamed.table(step.table)
            if (table, step.name) not in added and (found := catalog.get(_shown(step.schema, table))):
                assert step.name not in found["columns"]


def _shown(schema: str | None, name: str) -> str:
    return f"{schema}.{name}" if schema is not None else name
