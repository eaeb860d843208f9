"""What a change means to clients."""

from __future__ import annotations

import pytest

from ddd.evolution.versions import SYSTEM, clinic, sound
from loomsmith.ddd.evolution.report import Evolution, evolve


def compared(before: str, after: str) -> Evolution:
    return evolve(sound(clinic(after)), sound(clinic(before)), None)


def told(before: str, after: str) -> list[str]:
    """The changes in short: entity, field, kind, from, to."""
    return [
        " ".join(filter(None, (c.entity, c.field, c.kind, c.before and f"{c.before} ->", c.after)))
        for c in compared(before, after).wire
    ]


def ward(fields: str) -> str:
    return f"valueobject Span {{ low: int }} valueobject Size {{ low: int }} aggregate Ward {{ {fields} }}"


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ("no: int", "no: long", []),
        ("no: int", "no: decimal", ["no property-type-changed integer -> number"]),
        ("no: decimal", "no: money", ["no property-type-changed number -> string(decimal)"]),
        ("no: guid", "no: string", ["no property-type-changed string(uuid) -> string"]),
        ("no: guid", "no: Ward id", []),
        ("no: int", "no: int[]", ["no property-type-changed integer -> array<integer>"]),
        ("no: Span", "no: Size", ["no property-type-changed #/valueObjects/Span -> #/valueObjects/Size"]),
        ("no: int", "no: int?", ["no property-made-optional required -> optional"]),
        (
            "no: int?",
            "no: string",
            [
                "no property-type-changed integer -> string",
                "no property-made-required optional -> required",
            ],
        ),
        ("no: int", "no: int  at: datetime", ["at property-added-required string(date-time)"]),
        ("no: int", "no: int  at: datetime?", ["at property-added-optional string(date-time)"]),
        ("no: int  at: bool", "no: int", ["at property-removed boolean ->"]),
        ("no: int  at: bool", "at: bool  no: int", []),
        ("no: int", "no: int internal", []),
        ("no: int", "derived no: int = 1", []),
    ],
)
def test_fields_are_compared_by_their_type_and_whether_they_are_required(
    before: str, after: str, changes: list[str]
) -> None:
    assert told(ward(before), ward(after)) == [f"aggregate Ward {change}" for change in changes]


def test_a_file_is_not_free_json_although_both_are_objects() -> None:
    bucket = "storage disk { type: localDisk } resource files { for: Visits, kind: objectStore, use: disk }"
    system = SYSTEM.replace("deployable", f"{bucket} deployable").replace("[visitsDb]", "[visitsDb, files]")
    before, after = (
        sound(clinic(f"aggregate Ward {{ plan: {type_} }}").replace(SYSTEM, system))
        for type_ in ("json", "File")
    )
    assert [(c.kind, c.before, c.after) for c in evolve(after, before, None).wire] == [
        ("property-type-changed", "object", "object")
    ]


def test_entities_come_in_the_order_of_their_buckets() -> None:
    held = "contains beds: Bed[]  entity Bed { no: int }"
    before = f"aggregate Ward {{ no: int  {held} }} valueobject Span {{ low: int }}"
    after = "aggregate Unit { no: int } valueobject Size { low: int }"
    assert told(before, after) == [
        "aggregate Unit entity-added",
        "aggregate Ward entity-removed",
        "part Bed entity-removed",
        "value object Size entity-added",
        "value object Span entity-removed",
    ]


def test_a_part_that_holds_parts_refers_to_them() -> None:
    before = (
        "aggregate Ward { contains a: Bed[]  entity Bed { no: int  contains b: Sheet }"
        "  entity Sheet { no: int } }"
    )
    after = before.replace("contains b: Sheet", "contains b: Sheet[]")
    assert told(before, after) == [
        "part Bed b property-type-changed #/parts/Sheet -> array<#/parts/Sheet>",
    ]


def test_members_of_enums_are_compared_last_and_their_order_does_not_matter() -> None:
    before = "enum Tone { Low, High } aggregate Ward { tone: Tone }"
    after = "enum Tone { High, Loud } aggregate Ward { tone: Tone  no: int? }"
    assert told(before, after) == [
        "aggregate Ward no property-added-optional integer",
        "enum Tone Loud enum-member-added",
        "enum Tone Low enum-member-removed",
    ]
    found = compared(before, after)
    assert found.wire[-1].to_json()["also"] == ["breaking-for-data"]
    assert found.breaking_for_data
    assert told(before, before.replace("Low, High", "High, Low")) == []


def test_an_enum_that_comes_or_goes_is_no_change_of_members() -> None:
    assert told("aggregate Ward { no: int }", "enum Tone { Low } aggregate Ward { no: int }") == []


def two_contexts(visits: str, wards: str) -> str:
    return clinic(visits).replace("subdomain Care {", f"subdomain Care {{ context Wards {{ {wards} }} ")


def test_one_name_for_two_shapes_is_qualified_by_the_context_and_so_are_references() -> None:
    one = "valueobject Span { low: int } aggregate Check { span: Span }"
    before = sound(two_contexts(one, "aggregate Room { no: int }"))
    same = sound(two_contexts(one, "aggregate Room { no: int } valueobject Span { low: int }"))
    other = sound(two_contexts(one, "aggregate Room { no: int } valueobject Span { high: int }"))
    assert evolve(same, before, None).wire == []
    assert [(c.entity, c.kind, c.after) for c in evolve(other, before, None).wire] == [
        ("aggregate Check", "property-type-changed", "#/valueObjects/Visits.Span"),
        ("value object Span", "entity-removed", None),
        ("value object Visits.Span", "entity-added", None),
        ("value object Wards.Span", "entity-added", None),
    ]


def test_a_declared_rename_is_still_a_change_for_clients() -> None:
    before = sound(clinic("aggregate Ward { no: int }"))
    after = sound(clinic("aggregate Ward { nr: int }", 'migration "m" { Ward.no -> nr }'))
    found = evolve(after, before, None)
    assert [change.kind for change in found.wire] == ["property-removed", "property-added-required"]
    assert (found.breaking_for_clients, found.breaking_for_data) == (True, False)


def test_systems_that_come_and_go_are_listed_and_one_that_goes_breaks_everything() -> None:
    one, other = clinic("aggregate Ward { no: int }"), clinic("aggregate Ward { no: int }")
    found = evolve(sound(other.replace("Clinic", "Surgery")), sound(one), None)
    assert (found.systems_added, found.systems_removed) == (["Surgery"], ["Clinic"])
    assert (found.breaking_for_clients, found.breaking_for_data, found.wire) == (True, True, [])
    assert [migration.name for migration in found.migrations] == ["Initial"]
