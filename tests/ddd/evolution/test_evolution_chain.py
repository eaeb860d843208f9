"""Committed migrations: records, the chain that they form, versions and names."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ddd.evolution.versions import CASES, clinic, sound, version_of
from loomsmith.ddd.evolution.chain import ChainInvalid, canonical_json, digest, read_chain, render
from loomsmith.ddd.evolution.migrations import migration_name
from loomsmith.ddd.evolution.records import (
    Column,
    ColumnType,
    ForeignKey,
    Index,
    Table,
    name_order,
    read_schema,
)
from loomsmith.ddd.evolution.report import evolve
from loomsmith.ddd.evolution.schema import modules
from loomsmith.ddd.evolution.steps import (
    AddColumn,
    AddForeignKey,
    AddIndex,
    AlterColumnNullable,
    BackfillColumn,
    CreateTable,
    DropColumn,
    DropIndex,
    DropTable,
    RenameColumn,
    RenameIndex,
    RenameTable,
    SqlComment,
    SqlExec,
    Step,
)

Files = list[tuple[str, str]]
TEXTS = [
    clinic("aggregate Ward { name: string }"),
    clinic("aggregate Ward { name: string  floor: int? }"),
    clinic("aggregate Ward { name: string  floor: int?  open: bool? }"),
]


def committed(*texts: str, start: Files | None = None) -> Files:
    """The files that these versions leave, one after the other."""
    files = list(start or [])
    for text in texts:
        for migration in evolve(sound(text), None, read_chain(files)).migrations:
            files += render(migration, several_systems=False)
    return files


def changed(files: Files, at: int, **values: Any) -> Files:
    """The files with values of one record changed, its hash and its name made to fit."""
    records = [place for place, (name, _) in enumerate(files) if name.endswith(".json")]
    record = json.loads(files[records[at]][1]) | values
    record["sha256"] = digest(record)
    stem = f"{record['version']}_{record['module']}_{record['name']}"
    result = [file for place, file in enumerate(files) if place // 2 != records[at] // 2]
    return [*result, (f"{stem}.json", json.dumps(record)), (f"{stem}.sql", "")]


# Records


@pytest.mark.parametrize("path", sorted((CASES / "schema").glob("*.ddd")), ids=lambda path: path.stem)
def test_a_schema_is_read_back_as_it_was_written(path: Path) -> None:
    version = version_of(path.read_text())
    for module in modules(version.model) if version is not None else ():
        record = module.schema.to_json()
        read = read_schema(json.loads(json.dumps(record)))
        assert (read, read.to_json()) == (module.schema, record)


def test_what_is_not_known_is_ignored_and_stand_in_columns_are_left_out() -> None:
    column = {"name": "id", "type": {"kind": "uuid"}, "nullable": False, "voGroup": "x"}
    stand_in = {"name": "doses", "type": {"kind": "json"}, "nullable": True, "valueArrayChildTable": "d"}
    table = {"name": "wards", "columns": [column, stand_in], "primaryKey": ["id"], "colour": "red"}
    schema = read_schema({"schemaVersion": 1, "tables": [table], "more": 1})
    assert schema.tables == (Table("wards", "", (Column("id", ColumnType("uuid")),), ("id",)),)


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ({"schemaVersion": 2, "tables": []}, "snapshot.schemaVersion is not 1"),
        ({"schemaVersion": 1}, "snapshot.tables is not a list"),
        ({"schemaVersion": 1, "tables": [3]}, r"snapshot.tables\[0\] is not an object"),
        ({"schemaVersion": 1, "tables": [], "lastVersion": "1e9"}, "snapshot.lastVersion is no number"),
        ({"schemaVersion": 1, "tables": [{"columns": [], "name": 1}]}, r"tables\[0\].name is not a text"),
    ],
)
def test_an_imported_record_that_does_not_read_is_told_by_its_key(record: Any, fault: str) -> None:
    with pytest.raises(ChainInvalid, match=fault):
        read_chain([("Care.snapshot.json", json.dumps(record))])


# The chain


def test_a_record_is_hashed_over_its_canonical_form() -> None:
    assert canonical_json({"b": [1, None], "a": "é"}) == '{"a":"é","b":[1,null]}'
    (name, content), (script, _) = committed(TEXTS[0])
    record = json.loads(content)
    assert (name, script) == ("20260101000000_Care_Initial.json", "20260101000000_Care_Initial.sql")
    assert content == json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    assert record["sha256"] == digest(record)
    assert list(record) == [
        "format",
        "system",
        "module",
        "version",
        "name",
        "parent",
        "steps",
        "snapshot",
        "sha256",
    ]


def test_versions_count_up_from_the_middle_of_a_block() -> None:
    files = committed(*TEXTS)
    assert [name for name, _ in files if name.endswith(".json")] == [
        "20260101000000_Care_Initial.json",
        "20260101500001_Care_AddFloorToWards.json",
        "20260101500002_Care_AddOpenToWards.json",
    ]
    records = [json.loads(text) for name, text in files if name.endswith(".json")]
    assert [record["parent"] for record in records] == [None, "20260101000000", "20260101500001"]
    assert records[-1]["snapshot"]["migrationHistory"][-1] == {
        "version": "20260101500002",
        "name": "AddOpenToWards",
    }


def test_the_order_of_files_the_folder_and_edited_scripts_do_not_matter() -> None:
    files = [
        (f"db/{name}", text if name.endswith(".json") else "-- ours") for name, text in committed(*TEXTS)
    ]
    chain = read_chain([*reversed(files), ("README.md", "notes")])
    head = chain.head("Clinic", "Care")
    assert head is not None
    assert (head.version, head.schema.last_version) == ("20260101500002", "20260101500002")
    assert evolve(sound(TEXTS[-1]), None, chain).migrations == []


def test_a_new_module_gets_the_block_after_the_largest_in_use() -> None:
    files = committed(TEXTS[0])
    other = TEXTS[0].replace("Care", "Ache")
    assert [name for name, _ in committed(other, start=files)[2:]] == [
        "20260102000000_Ache_Initial.json",
        "20260102000000_Ache_Initial.sql",
    ]


def test_an_imported_snapshot_is_the_root_of_its_module() -> None:
    schema = read_schema(json.loads(committed(TEXTS[0])[0][1])["snapshot"]).to_json()
    imported = [("Care.snapshot.json", json.dumps(schema))]
    files = committed(*TEXTS, start=imported)
    records = [json.loads(text) for name, text in files[1:] if name.endswith(".json")]
    assert [(record["version"], record["parent"]) for record in records] == [
        ("20260101500001", "20260101500000"),
        ("20260101500002", "20260101500001"),
    ]


def test_an_imported_snapshot_without_a_version_starts_in_the_module_s_block() -> None:
    schema = read_schema(json.loads(committed(TEXTS[0])[0][1])["snapshot"]).to_json()
    for key in ("lastVersion", "versionBlock", "migrationHistory"):
        del schema[key]
    files = committed(TEXTS[1], start=[("Care.snapshot.json", json.dumps(schema))])
    assert files[1][0] == "20260101500001_Care_AddFloorToWards.json"
    assert evolve(sound(TEXTS[1]), None, read_chain(files)).migrations == []


CHAIN = committed(*TEXTS)
NAME = "20260101500001_Care_AddFloorToWards.json"


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ([("a.json", "{")], "a.json: not JSON"),
        ([("a.json", "[" * 100_000)], "a.json: not JSON"),
        ([("a.json", "[]")], "a.json: not a JSON object"),
        ([("a.json", "{}")], "a.json: the record has no 'format'"),
        (changed(CHAIN, 1, format="loom-migration/2"), f"{NAME}: the format is not"),
        (changed(CHAIN, 1, steps={}), f"{NAME}: 'parent' is no version, or 'steps' is no list"),
        (changed(CHAIN, 1, parent="later"), f"{NAME}: 'parent' is no number"),
        (changed(CHAIN, 1, snapshot=[]), f"{NAME}: 'snapshot' is no object"),
        (
            [(name.replace("AddFloor", "Add"), text) for name, text in CHAIN],
            "20260101500001_Care_AddToWards.json: the record calls for the name " + NAME,
        ),
        (
            [(name, text.replace('"nullable": true', '"nullable": false')) for name, text in CHAIN],
            f"{NAME}: the hash does not fit",
        ),
        (changed(CHAIN, 1, parent=None), "module Care has 2 first migrations, not one"),
        (CHAIN[2:], "module Care has 0 first migrations, not one"),
        ([*CHAIN[:2], *CHAIN[4:]], "its parent 20260101500001 is missing"),
        (changed(CHAIN, 2, parent="20260101000000"), "another record has the same parent 20260101000000"),
        (
            changed(CHAIN, 2, version="20260101500001", name="Other"),
            "(another record has the same version|not greater than)",
        ),
        (changed(CHAIN, 1, version="20260100000000"), "(not greater than|is missing)"),
        ([*CHAIN, ("9_Care_Extra.sql", "")], "9_Care_Extra.sql: there is no record 9_Care_Extra.json"),
        ([("Care.snapshot.sql", "")], "Care.snapshot.sql: there is no record"),
        ([*CHAIN, ("old/" + CHAIN[1][0], "")], re.escape(CHAIN[1][0]) + ": the name occurs twice"),
    ],
)
def test_files_that_form_no_chain_are_refused_with_the_file_and_the_reason(files: Files, fault: str) -> None:
    with pytest.raises(ChainInvalid, match=fault):
        read_chain(files)


def test_the_first_rule_that_is_broken_is_told_and_then_the_first_file() -> None:
    broken = [("z.json", "{"), *((name, text.replace("Care", "Cure")) for name, text in CHAIN)]
    with pytest.raises(ChainInvalid, match=r"z\.json: not JSON"):
        read_chain(broken)


# Names

TABLE = Table("__loom_outbox", "", (), ())
COLUMN = Column("due_on", ColumnType("text"))


@pytest.mark.parametrize(
    ("steps", "name"),
    [
        ([CreateTable(TABLE)], "CreateLoomOutbox"),
        ([DropTable("ward_beds", None)], "DropWardBeds"),
        ([RenameTable("wards", "units", None)], "RenameWardsToUnits"),
        ([AddColumn("wards", None, COLUMN)], "AddDueOnToWards"),
        ([DropColumn("wards", None, "due_on")], "RemoveDueOnFromWards"),
        ([AlterColumnNullable("wards", None, "due_on", COLUMN.type, True)], "AlterDueOnOnWards"),
        ([AddIndex(Index("wards_no_uq", "wards", ("no",)), None)], "AddIndexWardsNoUq"),
        ([DropIndex("wards", None, "wards_no_uq")], "DropIndexWardsNoUq"),
        ([RenameIndex("wards_no_uq", "wards_nr_uq", None)], "RenameIndexWardsNoUqToWardsNrUq"),
        ([BackfillColumn("wards", None, "due_on", "1")], "BackfillDueOnOnWards"),
        ([SqlExec("SELECT 1")], "DataMigration"),
        ([RenameColumn("wards", None, "a", "b", COLUMN.type)], "Migrate"),
        ([SqlComment("x")], "Migrate"),
        ([DropTable("a", None), DropTable("b", None)], "Migrate"),
    ],
)
def test_a_migration_is_named_after_its_only_step(steps: list[Step], name: str) -> None:
    assert migration_name(steps) == name


def test_an_added_key_alone_has_no_name_of_its_own() -> None:
    assert migration_name([AddForeignKey("a", None, ForeignKey("b", "c", "cascade"))]) == "Migrate"


def test_names_order_underscores_digits_letters_and_case_last() -> None:
    names = ["b", "a", "A", "a1", "a_", "aa", "", "ab"]
    assert sorted(names, key=name_order) == ["", "a", "A", "a_", "a1", "aa", "ab", "b"]
