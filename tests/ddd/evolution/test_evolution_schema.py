"""Which tables a model has."""

from __future__ import annotations

import pytest

from ddd.evolution.versions import clinic, only_module, sound
from loomsmith.ddd.evolution.records import Table
from loomsmith.ddd.evolution.schema import modules
from loomsmith.ddd.evolution.steps import type_sql


def tables(visits: str, around: str = "") -> dict[str, Table]:
    return {table.name: table for table in only_module(clinic(visits, around)).schema.tables}


def columns(table: Table) -> list[str]:
    """The columns in short: name, type, `?` where it may be null, default."""
    return [
        f"{c.name} {type_sql(c.type)}{'?' if c.nullable else ''}{' = ' + c.default if c.default else ''}"
        for c in table.columns
    ]


def keys(table: Table) -> list[str]:
    return [f"{key.column} -> {key.ref_table} {key.on_delete}" for key in table.foreign_keys]


def indexes(table: Table) -> list[str]:
    return [
        f"{'unique ' if i.unique else ''}{i.name} ({', '.join(i.columns)})"
        + (f" where {i.predicate}" if i.predicate else "")
        for i in table.indexes
    ]


@pytest.mark.parametrize(
    ("written", "column"),
    [
        ("string", "TEXT"),
        ("int", "INTEGER"),
        ("long", "BIGINT"),
        ("decimal", "DECIMAL"),
        ("money", "DECIMAL(19, 4)"),
        ("bool", "BOOLEAN"),
        ("datetime", "TIMESTAMP WITH TIME ZONE"),
        ("guid", "UUID"),
        ("json", "JSONB"),
        ("Tone", "TEXT"),
        ("Tone[]", "TEXT[]"),
        ("long[]", "BIGINT[]"),
        ("money[]?", "DECIMAL(19, 4)[]?"),
        ("string?", "TEXT?"),
    ],
)
def test_each_type_has_its_column_type(written: str, column: str) -> None:
    table = tables(f"enum Tone {{ Low, High }} aggregate Ward {{ field: {written} }}")["wards"]
    assert columns(table) == ["id UUID", f"field {column}", "version INTEGER = 1"]


def test_a_table_is_keyed_by_its_id_and_lies_in_the_schema_of_its_context() -> None:
    table = tables("aggregate Ward { name: string }")["wards"]
    assert (table.schema, table.primary_key, table.saving_shape) == ("visits", ("id",), "relational")


def test_defaults_and_derived_values_of_the_model_never_reach_the_database() -> None:
    table = tables('aggregate Ward { name: string = "North"  derived label: string = name }')["wards"]
    assert columns(table) == ["id UUID", "name TEXT", "version INTEGER = 1"]


def test_a_reference_is_a_key_with_an_index() -> None:
    table = tables("aggregate Ward { lead: Nurse id? } aggregate Nurse { name: string }")["wards"]
    assert columns(table)[1] == "lead UUID?"
    assert keys(table) == ["lead -> nurses restrict"]
    assert indexes(table) == ["wards_lead_idx (lead)"]


def test_a_value_object_is_flattened_and_optional_all_the_way_down() -> None:
    table = tables(
        "valueobject Span { low: int  high: int? } valueobject Pulse { span: Span  by: Nurse id }"
        "aggregate Nurse { name: string } aggregate Check { pulse: Pulse?  limits: Span }"
    )["checks"]
    assert columns(table)[1:-1] == [
        "pulse_span_low INTEGER?",
        "pulse_span_high INTEGER?",
        "pulse_by UUID?",
        "limits_low INTEGER",
        "limits_high INTEGER?",
    ]
    assert keys(table) == ["pulse_by -> nurses restrict"]


def test_of_columns_whose_names_meet_the_first_stays() -> None:
    table = tables("valueobject Span { low: int } aggregate Check { span: Span  spanLow: string? }")["checks"]
    assert columns(table) == ["id UUID", "span_low INTEGER", "version INTEGER = 1"]


def test_a_collection_of_value_objects_is_an_ordered_table_of_its_own() -> None:
    found = tables("valueobject Dose { grams: int  note: string? } aggregate Plan { doses: Dose[]? }")
    assert columns(found["plans"]) == ["id UUID", "version INTEGER = 1"]
    table = found["plan_doses"]
    assert columns(table) == ["plan_id UUID", "ordinal INTEGER", "grams INTEGER", "note TEXT?"]
    assert (table.primary_key, table.value_collection) == (("plan_id", "ordinal"), True)
    assert (keys(table), indexes(table)) == (
        ["plan_id -> plans cascade"],
        ["plan_doses_plan_id_idx (plan_id)"],
    )


def test_a_collection_of_references_is_a_join_table() -> None:
    found = tables("aggregate Ward { nurses: Nurse id[]  near: Ward id[] } aggregate Nurse { name: string }")
    table = found["ward_nurses"]
    assert columns(table) == ["ward_id UUID", "nurse_id UUID"]
    assert table.primary_key == ("ward_id", "nurse_id")
    assert keys(table) == ["ward_id -> wards cascade", "nurse_id -> nurses cascade"]
    assert indexes(table) == ["ward_nurses_nurse_id_idx (nurse_id)"]
    assert columns(found["ward_near"]) == ["owner_id UUID", "target_id UUID"]


def test_parts_hang_on_their_owner_and_keep_their_own_collections() -> None:
    found = tables(
        "aggregate Nurse { name: string } valueobject Dose { grams: int }"
        "aggregate Stay { contains days: Day[]  entity Note { text: string }"
        "  entity Day { contains notes: Note[]  seen: Nurse id[]  doses: Dose[] } }"
    )
    assert columns(found["days"]) == ["id UUID", "stay_id UUID"]
    assert keys(found["days"]) == ["stay_id -> stays cascade"]
    assert columns(found["notes"]) == ["id UUID", "day_id UUID", "text TEXT"]
    assert columns(found["day_seen"]) == ["day_id UUID", "nurse_id UUID"]
    assert columns(found["day_doses"]) == ["day_id UUID", "ordinal INTEGER", "grams INTEGER"]
    assert indexes(found["notes"]) == ["notes_day_id_idx (day_id)"]


def test_unique_keys_come_before_the_indexes_of_references() -> None:
    table = tables(
        "aggregate Nurse { name: string }"
        "aggregate Ward { lead: Nurse id  floor: int  name: string  unique (floor, name)  unique (name) }"
    )["wards"]
    assert indexes(table) == [
        "unique wards_floor_name_uq (floor, name)",
        "unique wards_name_uq (name)",
        "wards_lead_idx (lead)",
    ]


def test_what_was_deleted_softly_does_not_count_for_unique_keys() -> None:
    table = tables("aggregate Ward with softDeletable { name: string  unique (name) }")["wards"]
    assert indexes(table) == ["unique wards_name_uq (name) where is_deleted = false"]


SHARED = """
  abstract aggregate Person { name: string  unique (name) }
  abstract aggregate Staff extends Person { wards: Ward id[] }
  aggregate Nurse extends Staff { grade: int  unique (grade)  notes: Dose[] }
  aggregate Doctor extends Staff { grade: int  field: string  unique (grade)  contains shifts: Shift[]
    entity Shift { since: datetime } }
  aggregate Ward { lead: Person id  nurse: Nurse id }
  valueobject Dose { grams: int }
"""


def test_a_hierarchy_shares_the_table_of_its_root_base() -> None:
    table = tables(SHARED)["persons"]
    assert columns(table) == [
        "id UUID",
        "kind TEXT",
        "name TEXT",
        "version INTEGER",
        "grade INTEGER?",
        "field TEXT?",
    ]
    assert table.inheritance == ("sharedTable", "Person")


def test_unique_keys_of_heirs_hold_for_their_kind_alone() -> None:
    assert indexes(tables(SHARED)["persons"]) == [
        "unique persons_name_uq (name)",
        "unique persons_grade_uq (grade) where kind = 'Doctor'",
        "unique persons_nurse_grade_uq (grade) where kind = 'Nurse'",
    ]


def test_what_heirs_and_bases_collect_is_kept_under_their_names_and_hangs_on_the_shared_table() -> None:
    found = tables(SHARED)
    assert keys(found["staff_wards"]) == ["person_id -> persons cascade", "ward_id -> wards cascade"]
    assert keys(found["nurse_notes"]) == ["person_id -> persons cascade"]
    assert keys(found["shifts"]) == ["person_id -> persons cascade"]


def test_a_reference_to_an_heir_has_an_index_but_no_key_and_one_to_the_base_has_both() -> None:
    table = tables(SHARED)["wards"]
    assert keys(table) == ["lead -> persons restrict"]
    assert indexes(table) == ["wards_lead_idx (lead)", "wards_nurse_idx (nurse)"]


def test_heirs_with_tables_of_their_own_merge_what_they_inherit() -> None:
    found = tables(
        "abstract aggregate Person inheritanceUsing: ownTable { name: string }"
        "aggregate Nurse extends Person { grade: int }"
    )
    assert list(found) == ["nurses"]
    assert columns(found["nurses"]) == ["id UUID", "name TEXT", "grade INTEGER", "version INTEGER = 1"]
    assert found["nurses"].inheritance == ("ownTable", "Person")


def test_a_document_is_one_column_of_data() -> None:
    table = tables("aggregate Ward shape: document { name: string  beds: Bed[]  entity Bed { no: int } }")[
        "wards"
    ]
    assert columns(table) == ["id UUID", "data JSONB", "version INTEGER"]
    assert table.saving_shape == "document"


def test_an_embedded_aggregate_keeps_its_parts_and_collections_as_json() -> None:
    found = tables(
        "valueobject Span { low: int } aggregate Nurse { name: string }"
        "aggregate Ward shape: embedded { span: Span?  nurses: Nurse id[]  lead: Nurse id"
        "  contains beds: Bed[]  entity Bed { no: int } }"
    )
    assert columns(found["wards"]) == [
        "id UUID",
        "span JSONB?",
        "nurses JSONB",
        "lead UUID",
        "version INTEGER",
        "beds JSONB?",
    ]
    assert sorted(found) == ["nurses", "wards"]


def test_a_subdomain_that_no_backend_hosts_is_no_module() -> None:
    text = clinic("aggregate Ward { name: string }").replace(
        "subdomain Care",
        "subdomain Idle { context Notes { aggregate Note { text: string } } } subdomain Care",
    )
    assert [module.name for module in modules(sound(text).model)] == ["Care"]


@pytest.mark.parametrize("marked", ["operation open() audited { name := name }", ""])
def test_audited_actions_need_a_table_of_records(marked: str) -> None:
    found = tables(f"aggregate Ward {{ name: string {marked} }}")
    assert ("audit_records" in found) is bool(marked)


def test_provenanced_fields_need_a_table_of_records_whether_written_or_not() -> None:
    found = tables("aggregate Ward { beds: int? provenanced }")
    assert found["provenance_records"].schema is None
