"""Which steps lead from one version of a model to the next, in which order, and with which SQL."""

from __future__ import annotations

import pytest

from ddd.evolution.versions import changes, clinic, sound
from loomsmith.ddd.evolution.diffing import parents_first
from loomsmith.ddd.evolution.migrations import Migration
from loomsmith.ddd.evolution.records import ForeignKey, Table
from loomsmith.ddd.evolution.steps import DropForeignKey, op_of, sql_of

NURSE = "aggregate Nurse { name: string }"


def migration(before: str, after: str, ledger: str = "") -> Migration | None:
    """What leads from one content of the context `Visits` to another with these migration blocks."""
    (change,) = changes(sound(clinic(before)), sound(clinic(after, ledger)))
    return change.migration


def steps(before: str, after: str, ledger: str = "") -> list[str]:
    """The SQL of the steps, white space collapsed."""
    found = migration(before, after, ledger)
    return [" ".join(sql_of(step).split()) for step in found.steps] if found is not None else []


def ward(fields: str) -> str:
    return f"{NURSE} aggregate Ward {{ {fields} }}"


def altered(text: str) -> str:
    return f'ALTER TABLE "visits"."wards" {text};'


def test_a_model_needs_nothing_to_become_itself() -> None:
    assert migration(ward("name: string"), ward("name: string")) is None


def test_an_optional_column_comes_with_its_key_and_then_its_index() -> None:
    assert steps(ward("name: string"), ward("name: string  lead: Nurse id?")) == [
        altered('ADD COLUMN "lead" UUID NULL')
        + " "
        + altered(
            'ADD CONSTRAINT "wards_lead_fk" FOREIGN KEY ("lead") '
            'REFERENCES "visits"."nurses" ON DELETE RESTRICT'
        ),
        'CREATE INDEX "wards_lead_idx" ON "visits"."wards" ("lead");',
    ]


def test_a_required_column_comes_empty_with_a_note_where_nothing_fills_it() -> None:
    found = migration(ward("name: string"), ward("name: string  floor: int"))
    assert found is not None
    assert [sql_of(step) for step in found.steps] == [
        altered('ADD COLUMN "floor" INTEGER NULL'),
        "-- TODO backfill visits.wards.floor",
        altered('ALTER COLUMN "floor" SET NOT NULL'),
    ]
    assert found.destructive_code == "loom.migration-destructive"
    assert found.classes() == ["compatible", "compatible", "breaking-for-data"]


def test_a_required_column_that_a_block_fills_loses_nothing() -> None:
    found = migration(
        ward("name: string"), ward("name: string  floor: int"), 'migration "f" { Ward.floor = 3 }'
    )
    assert found is not None
    assert [op_of(step) for step in found.steps] == ["addColumn", "backfillColumn", "alterColumnNullable"]
    assert sql_of(found.steps[1]) == 'UPDATE "visits"."wards" SET "floor" = 3 WHERE "floor" IS NULL;'
    assert not found.destructive


def test_nullability_changes_before_the_type() -> None:
    assert steps(ward("floor: int"), ward("floor: long?")) == [
        altered('ALTER COLUMN "floor" DROP NOT NULL'),
        altered('ALTER COLUMN "floor" TYPE BIGINT USING "floor"::BIGINT'),
    ]


def test_a_column_that_gets_values_of_its_new_type_changes_its_type_first() -> None:
    ledger = 'migration "f" { Ward.floor = true }'
    assert steps(ward("floor: string?"), ward("floor: bool"), ledger) == [
        altered('ALTER COLUMN "floor" TYPE BOOLEAN USING "floor"::BOOLEAN'),
        'UPDATE "visits"."wards" SET "floor" = TRUE WHERE "floor" IS NULL;',
        altered('ALTER COLUMN "floor" SET NOT NULL'),
    ]


def test_precision_and_scale_are_part_of_a_type() -> None:
    assert steps(ward("cost: decimal"), ward("cost: money")) == [
        altered('ALTER COLUMN "cost" TYPE DECIMAL(19, 4) USING "cost"::DECIMAL(19, 4)')
    ]


def test_types_without_a_cast_are_converted_by_way_of_text() -> None:
    assert steps(ward("floor: int"), ward("floor: guid")) == [
        altered('ALTER COLUMN "floor" TYPE UUID USING "floor"::text::UUID')
    ]
    assert steps(ward("marks: guid[]"), ward("marks: int[]")) == [
        altered('ALTER COLUMN "marks" TYPE INTEGER[] USING "marks"::text::INTEGER[]')
    ]


# Renames


def test_one_column_less_and_one_more_of_the_same_type_is_a_rename() -> None:
    assert steps(ward("name: string"), ward("title: string?")) == [
        altered('RENAME COLUMN "name" TO "title"'),
        altered('ALTER COLUMN "title" DROP NOT NULL'),
    ]


def test_where_a_rename_cannot_be_told_a_column_goes_and_another_comes() -> None:
    found = migration(ward("name: string"), ward("title: int?"))
    assert found is not None
    assert [op_of(step) for step in found.steps] == ["dropColumn", "addColumn"]
    assert found.destructive_code == "loom.migration-ambiguous-rename"


def test_declared_renames_are_followed_to_the_end_of_their_chain() -> None:
    ledger = 'migration "a" { Ward.tel -> phone } migration "b" { Ward.phone -> mobile }'
    found = steps(ward("tel: string  x: string"), ward("mobile: string  y: string"), ledger)
    assert found == [altered('RENAME COLUMN "tel" TO "mobile"'), altered('RENAME COLUMN "x" TO "y"')]


def test_an_index_follows_a_declared_rename_but_not_a_guessed_one() -> None:
    before, after = ward("name: string  unique (name)"), ward("title: string  unique (title)")
    assert steps(before, after, 'migration "a" { Ward.name -> title }') == [
        altered('RENAME COLUMN "name" TO "title"'),
        'ALTER INDEX "visits"."wards_name_uq" RENAME TO "wards_title_uq";',
    ]
    assert steps(before, after) == [
        'DROP INDEX "visits"."wards_name_uq";',
        altered('RENAME COLUMN "name" TO "title"'),
        'CREATE UNIQUE INDEX "wards_title_uq" ON "visits"."wards" ("title");',
    ]


def test_a_rename_that_the_database_already_has_does_nothing() -> None:
    ledger = 'migration "a" { Ward.tel -> phone  Clinic -> Ward }'
    assert steps(ward("phone: string"), ward("phone: string"), ledger) == []


def test_a_renamed_aggregate_takes_its_tables_and_the_columns_that_point_at_it_along() -> None:
    before = (
        "aggregate Ward { near: Room id[]  spans: Span[]  contains beds: Bed[]  entity Bed { no: int } }"
        "aggregate Room { wards: Ward id[] } valueobject Span { low: int }"
    )
    after = before.replace("aggregate Ward", "aggregate Unit").replace("Ward id", "Unit id")
    found = migration(before, after, 'migration "a" { Ward -> Unit }')
    assert found is not None
    assert not found.destructive
    assert [" ".join(sql_of(step).split()) for step in found.steps] == [
        'ALTER TABLE "visits"."wards" RENAME TO "units";',
        'ALTER TABLE "visits"."ward_spans" RENAME TO "unit_spans";',
        'ALTER TABLE "visits"."ward_near" RENAME TO "unit_near";',
        'ALTER TABLE "visits"."beds" RENAME COLUMN "ward_id" TO "unit_id";',
        'ALTER TABLE "visits"."room_wards" RENAME COLUMN "ward_id" TO "unit_id";',
        'ALTER TABLE "visits"."unit_near" RENAME COLUMN "ward_id" TO "unit_id";',
        'ALTER TABLE "visits"."unit_spans" RENAME COLUMN "ward_id" TO "unit_id";',
        'ALTER INDEX "visits"."beds_ward_id_idx" RENAME TO "beds_unit_id_idx";',
        'ALTER INDEX "visits"."room_wards_ward_id_idx" RENAME TO "room_wards_unit_id_idx";',
        'ALTER INDEX "visits"."ward_near_room_id_idx" RENAME TO "unit_near_room_id_idx";',
        'ALTER INDEX "visits"."ward_spans_ward_id_idx" RENAME TO "unit_spans_unit_id_idx";',
    ]


def test_a_renamed_heir_gives_its_rows_their_new_kind_and_takes_its_collections_along() -> None:
    before = (
        "abstract aggregate Person { name: string } aggregate Nurse extends Person { wards: Ward id[] }"
        "aggregate Ward { no: int }"
    )
    found = steps(before, before.replace("Nurse", "Carer"), 'migration "a" { Nurse -> Carer }')
    assert found == [
        'ALTER TABLE "visits"."nurse_wards" RENAME TO "carer_wards";',
        'ALTER INDEX "visits"."nurse_wards_ward_id_idx" RENAME TO "carer_wards_ward_id_idx";',
        """UPDATE "visits"."persons" SET "kind" = 'Carer' WHERE "kind" = 'Nurse';""",
    ]


def test_a_rename_to_what_has_no_table_leaves_the_name_to_whatever_bears_it_now() -> None:
    after = (
        "abstract aggregate Trip inheritanceUsing: ownTable { label: string }"
        "aggregate Cruise extends Trip { no: int } aggregate Ticket { no: int }"
    )
    assert steps(after, after, 'migration "a" { Ticket -> Trip }') == []


def test_an_index_gives_its_name_up_before_a_new_table_takes_it() -> None:
    before = f"{NURSE} aggregate Ward {{ lead: Nurse id }}"
    after = f"{NURSE} aggregate Unit {{ lead: Nurse id }} aggregate Ward {{ lead: Nurse id }}"
    found = migration(before, after, 'migration "a" { Ward -> Unit }')
    assert found is not None
    assert [op_of(step) for step in found.steps] == ["renameTable", "renameIndex", "createTable"]


# Keys


def test_a_reference_that_is_none_any_more_loses_its_key_first() -> None:
    assert steps(ward("lead: Nurse id"), ward("lead: guid")) == [
        altered('DROP CONSTRAINT IF EXISTS "wards_lead_fkey"')
        + " "
        + altered('DROP CONSTRAINT IF EXISTS "wards_lead_fk"'),
        'DROP INDEX "visits"."wards_lead_idx";',
    ]


def test_a_column_that_becomes_a_reference_gets_its_key_last() -> None:
    found = migration(ward("lead: guid"), ward("lead: Nurse id"))
    assert found is not None
    assert [op_of(step) for step in found.steps] == ["addIndex", "addForeignKey"]


def test_tables_that_refer_to_each_other_get_the_closing_key_at_the_end_and_lose_it_first() -> None:
    ring = "aggregate Alpha { next: Beta id } aggregate Beta { next: Alpha id }"
    other = "aggregate Other { no: int }"
    come, go = migration(other, other + ring), migration(other + ring, other)
    assert come is not None
    assert go is not None
    assert [op_of(step) for step in come.steps] == ["createTable", "createTable", "addForeignKey"]
    assert [op_of(step) for step in go.steps] == ["dropForeignKey", "dropTable", "dropTable"]


def test_a_key_is_dropped_by_the_name_under_which_it_was_made() -> None:
    key = ForeignKey("lead", "nurses", "restrict", created_as=("wards", "chief"))
    assert sql_of(DropForeignKey("units", None, key)).splitlines() == [
        'ALTER TABLE "units" DROP CONSTRAINT IF EXISTS "wards_chief_fkey";',
        'ALTER TABLE "units" DROP CONSTRAINT IF EXISTS "wards_chief_fk";',
    ]


def test_an_index_that_kept_its_name_but_not_its_shape_is_made_anew() -> None:
    before, after = "aggregate Ward", "aggregate Ward with softDeletable"
    found = steps(f"{before} {{ name: string  unique (name) }}", f"{after} {{ name: string  unique (name) }}")
    assert found[0] == 'DROP INDEX "visits"."wards_name_uq";'
    assert found[-1].endswith('("name") WHERE is_deleted = false;')


def test_a_changed_primary_key_is_dropped_and_added_and_may_lose_rows() -> None:
    board = (
        "aggregate Ward {{ no: int }} event Opened {{ ward: Ward id  by: Ward id }}"
        "channel Moves {{ carries: Opened }}"
        "projection Board keyed by {key} {{ ward: Ward id  by: Ward id"
        "  on(e: Opened) {{ ward := e.ward  by := e.by }} }}"
    )
    found = migration(board.format(key="ward"), board.format(key="by"))
    assert found is not None
    assert [sql_of(step) for step in found.steps] == [
        'ALTER TABLE "visits"."boards" DROP CONSTRAINT IF EXISTS "boards_pkey";',
        'ALTER TABLE "visits"."boards" ALTER COLUMN "ward" DROP NOT NULL;',
        "-- TODO backfill visits.boards.by",
        'ALTER TABLE "visits"."boards" ALTER COLUMN "by" SET NOT NULL;',
        'ALTER TABLE "visits"."boards" ADD CONSTRAINT "boards_pkey" PRIMARY KEY ("by");',
    ]
    assert found.destructive_code == "loom.migration-destructive"


# Reshapes


def test_a_reshaped_table_is_set_aside_without_indexes_and_without_what_pointed_at_it() -> None:
    before = f"{NURSE} aggregate Ward {{ lead: Nurse id }} aggregate Room {{ ward: Ward id }}"
    after = before.replace("aggregate Ward", "aggregate Ward shape: document")
    found = migration(before, after)
    assert found is not None
    assert [op_of(step) for step in found.steps] == [
        "dropForeignKey",
        "dropIndex",
        "renameTable",
        "createTable",
        "addForeignKey",
        "sqlComment",
    ]
    assert sql_of(found.steps[-1]) == "-- TODO reshape: move rows out of visits.wards__pre_reshape"
    assert found.destructive_code == "loom.migration-shape-change"
    backup = next(table for table in found.schema.tables if table.name == "wards__pre_reshape")
    assert (backup.indexes, backup.saving_shape) == ((), None)
    assert [key.ref_table for key in backup.foreign_keys] == ["nurses"]


def test_a_backup_lets_go_of_tables_that_are_dropped() -> None:
    before = f"{NURSE} aggregate Ward {{ lead: Nurse id  no: int }}"
    after = "aggregate Ward shape: document { no: int }"
    found = migration(before, after)
    assert found is not None
    assert op_of(found.steps[0]) == "dropForeignKey"
    (backup,) = [table for table in found.schema.tables if table.name.endswith("__pre_reshape")]
    assert backup.foreign_keys == ()


# Order


def table(name: str, *targets: str) -> Table:
    return Table(name, "", (), ("id",), tuple(ForeignKey(target, target, "cascade") for target in targets))


@pytest.mark.parametrize(
    ("tables", "order"),
    [
        ([table("b"), table("a")], "a b"),
        ([table("a", "c"), table("b"), table("c")], "b c a"),
        ([table("a", "a"), table("b", "a")], "a b"),
        ([table("a", "b"), table("b", "a"), table("c")], "c a b"),
        ([table("a", "gone"), table("a_b"), table("a1")], "a a_b a1"),
    ],
)
def test_parents_come_first_and_else_names_decide(tables: list[Table], order: str) -> None:
    assert " ".join(found.name for found in parents_first(tables)) == order
