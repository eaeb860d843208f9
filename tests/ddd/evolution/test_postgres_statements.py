"""Single statements that a real database has to accept: casts, names, keys after renames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg
import pytest

from ddd.evolution.versions import clinic, script, sound
from loomsmith.ddd.evolution import steps as s
from loomsmith.ddd.evolution.chain import read_chain, render
from loomsmith.ddd.evolution.records import Column, ColumnType, ForeignKey, Table
from loomsmith.ddd.evolution.report import evolve

if TYPE_CHECKING:
    from ddd.evolution.databases import Database

pytestmark = pytest.mark.postgres

TYPES = {
    "text": ColumnType("text"),
    "int": ColumnType("int"),
    "bigint": ColumnType("bigint"),
    "decimal": ColumnType("decimal"),
    "money": ColumnType("decimal", precision=19, scale=4),
    "bool": ColumnType("bool"),
    "datetime": ColumnType("datetime"),
    "uuid": ColumnType("uuid"),
    "json": ColumnType("json"),
    "texts": ColumnType("array", ColumnType("text")),
    "ints": ColumnType("array", ColumnType("int")),
    "uuids": ColumnType("array", ColumnType("uuid")),
}


def one_column(type_: ColumnType) -> str:
    return s.sql_of(s.CreateTable(Table("wards", "", (Column("no", type_),), ())))


@pytest.mark.parametrize("old", TYPES)
@pytest.mark.parametrize("new", TYPES)
def test_every_change_of_type_is_accepted_and_goes_by_text_only_where_it_must(
    database: Database, old: str, new: str
) -> None:
    if TYPES[old] == TYPES[new]:
        return
    statement = s.sql_of(s.AlterColumnType("wards", None, "no", TYPES[old], TYPES[new]))
    with database.fresh():
        database.run(one_column(TYPES[old]))
        database.run(statement)
    if "::text::" in statement:
        with database.fresh():
            database.run(one_column(TYPES[old]))
            with pytest.raises(psycopg.errors.CannotCoerce):
                database.run(statement.replace("::text::", "::"))


def test_values_of_numbers_and_texts_survive_a_change_of_type(database: Database) -> None:
    with database.fresh():
        database.run(one_column(TYPES["int"]) + "INSERT INTO wards VALUES (7);")
        for old, new in (("int", "bigint"), ("bigint", "money"), ("money", "text"), ("text", "decimal")):
            database.run(s.sql_of(s.AlterColumnType("wards", None, "no", TYPES[old], TYPES[new])))
        assert [str(value) for (value,) in database.rows("SELECT no FROM wards")] == ["7.0000"]


def keys_of(database: Database, table: str) -> list[str]:
    return [
        name
        for (name,) in database.rows(
            "SELECT conname::text FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass", table
        )
    ]


@pytest.mark.parametrize("made", ["with its table", "later"])
def test_a_key_is_found_by_its_old_name_after_its_table_and_column_were_renamed(
    database: Database, made: str
) -> None:
    nurse = "aggregate Nurse { name: string }"
    first = f"{nurse} aggregate Ward {{ no: int }}"
    second = f"{nurse} aggregate Ward {{ no: int  lead: Nurse id? }}"
    renamed = f"{nurse} aggregate Unit {{ no: int  head: Nurse id? }}"
    ledger = 'migration "m" { Ward -> Unit  Unit.lead -> head }'
    versions = [
        *([clinic(first)] if made == "later" else []),
        clinic(second),
        clinic(renamed, ledger),
        clinic(renamed.replace("Nurse id?", "guid?"), ledger),
    ]
    files: list[tuple[str, str]] = []
    with database.fresh():
        for text in versions:
            (migration,) = evolve(sound(text), None, read_chain(files)).migrations
            if text is versions[-1]:
                assert len(keys_of(database, "visits.units")) == 1
            database.run(script(migration.steps))
            files += render(migration, several_systems=False)
        assert keys_of(database, "visits.units") == []


def test_a_new_key_may_have_the_name_that_a_renamed_column_left_behind(database: Database) -> None:
    nurse = "aggregate Nurse { name: string }"
    ledger = 'migration "m" { Ward.lead -> head }'
    versions = [
        clinic(f"{nurse} aggregate Ward {{ no: int }}"),
        clinic(f"{nurse} aggregate Ward {{ no: int  lead: Nurse id? }}"),
        clinic(f"{nurse} aggregate Ward {{ no: int  head: Nurse id? }}", ledger),
        clinic(f"{nurse} aggregate Ward {{ no: int  head: Nurse id?  lead: Nurse id? }}", ledger),
        clinic(f"{nurse} aggregate Ward {{ no: int  head: guid?  lead: Nurse id? }}", ledger),
    ]
    files: list[tuple[str, str]] = []
    with database.fresh():
        for text in versions:
            (migration,) = evolve(sound(text), None, read_chain(files)).migrations
            database.run(script(migration.steps))
            files += render(migration, several_systems=False)
        assert keys_of(database, "visits.wards") == ["wards_lead_fk"]


@pytest.mark.parametrize("table", ["w" * 40, "w" * 63, "ward_" * 20])
@pytest.mark.parametrize("column", ["c" * 40, "c" * 70, "é" * 30])
def test_keys_with_names_that_the_database_shortens_are_dropped_all_the_same(
    database: Database, table: str, column: str
) -> None:
    target = Table("nurses", "", (Column("id", ColumnType("uuid")),), ("id",))
    key = ForeignKey(column, "nurses", "cascade")
    made = Table(table, "", (Column(column, ColumnType("uuid")),), (), (key,))
    with database.fresh():
        database.run(s.sql_of(s.CreateTable(target)) + s.sql_of(s.CreateTable(made)))
        for _ in range(2):
            database.run(s.sql_of(s.DropForeignKey(table, None, key)))
            left = database.rows("SELECT 1 FROM pg_constraint WHERE contype = 'f'")
            assert left == []
            database.run(s.sql_of(s.AddForeignKey(table, None, key)))


def test_a_key_that_the_database_numbered_after_a_reshape_is_dropped(database: Database) -> None:
    nurse = "aggregate Nurse { name: string }"
    versions = [
        clinic(f"{nurse} aggregate Ward {{ lead: Nurse id }}"),
        clinic(f"{nurse} aggregate Ward shape: embedded {{ lead: Nurse id }}"),
        clinic(f"{nurse} aggregate Ward shape: embedded {{ lead: guid }}"),
    ]
    files: list[tuple[str, str]] = []
    with database.fresh():
        for text in versions:
            (migration,) = evolve(sound(text), None, read_chain(files)).migrations
            database.run(script(migration.steps))
            files += render(migration, several_systems=False)
        assert keys_of(database, "visits.wards") == []
