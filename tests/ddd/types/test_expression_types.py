"""The type of each kind of expression."""

from __future__ import annotations

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.inference import Typing
from loomsmith.ddd.types.kinds import show
from typed_models import linked, type_in

FIELDS = (
    "miles: int far: long weight: decimal cost: money plate: string open: bool since: datetime "
    "note: string? tags: string[] spot: Spot other: Van id contains seats: Seat[] contains wheel: Wheel "
    "entity Seat { row: int price: money label: string function wide(): bool = true } "
    "entity Wheel { size: decimal } "
    "derived total: money = cost function double(n: int): long = n operation go() { }"
)
CONTEXT = (
    "enum Hue { Red, Blue } valueobject Spot { row: int name: string derived label: string = name "
    "function wide(by: int): int = row } criterion Far(n: int) of Van = miles > n "
    "criterion Near of Van = miles < 3 policy May(n: int): bool = n > 3 "
    "repository Vans for Van { find nearest(): Van? find heavy(): Van[] find some(): Van paged }"
)
AROUND = "function twice(n: int): decimal = n * 2.0 valueobject Root { n: int }"


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        ('"x"', "string"), ("`{miles}`", "string"), ("1", "int"), ("1.5", "decimal"), ('money("1")', "money"),
        ("true", "bool"), ("null", "null"), ("now()", "datetime"), ("long(cost)", "long"),
        ("string(seats)", "string"), ("(miles)", "int"), ("-cost", "money"), ("!miles", "bool"),
        ("miles", "int"), ("note", "string?"), ("tags", "string[]"), ("spot", "Spot"), ("other", "Van id"),
        ("seats", "Seat[]"), ("wheel", "Wheel"), ("total", "money"), ("id", "Van id"), ("this", "Van"),
        ("nothing", "unknown"), ("go", "unknown"), ("Hue", "unknown"), ("Red", "unknown"),
        ("Hue.Red", "unknown"), ("Near", "bool"), ("Far(3)", "bool"), ("May(3)", "bool"),
        ("permissions", "unknown"), ("currentUser", "unknown"),
        ("miles == 3", "bool"), ("miles + 1 > nothing", "bool"), ("miles / 2", "decimal"),
        ("miles + far", "long"), ("plate + miles", "string"), ("cost * 2", "money"), ("cost + 1", "money"),
        ("1 + cost", "money"), ("since - since", "duration"), ("since + days(2)", "datetime"),
        ("miles + nothing", "unknown"), ("plate * 2", "unknown"),
        ("open ? miles : far", "long"), ('open ? note : "x"', "string?"), ("open ? null : miles", "int?"),
        ('open ? miles : "x"', "int"), ("open ? miles : nothing", "unknown"),
        ("match { open => 1 else => 2 }", "unknown"), ("x => x", "unknown"), ("[1, 2]", "unknown"),
        ("{ a: 1 }", "unknown"),
        ("Spot { row: 1 }", "Spot"), ("Van { miles: 1 }", "Van"), ("Seat { row: 1 }", "Seat"),
        ("Root { n: 1 }", "unknown"), ("Nope { n: 1 }", "unknown"),
        ("double(1)", "long"), ("twice(1)", "decimal"), ("Spot(1)", "Spot"), ("isBlank(plate)", "bool"),
        ("clamp(1, 2, 3)", "int"), ("hours(3)", "duration"), ("nope(1)", "unknown"),
        ("Van.create({ miles: 1 })", "Van"), ("Nope.create({ n: 1 })", "unknown"),
        ("Vans.nearest()", "Van?"), ("Vans.heavy()", "Van[]"), ("Vans.some()", "Van"),
        ("Vans.getById(id)", "Van"), ("Vans.findById(id)", "Van"), ("Vans.findAll()", "Van[]"),
        ("Vans.all()", "Van[]"), ("Vans.other()", "unknown"),
        ("spot.row", "int"), ("spot.label", "string"), ("spot.wide(1)", "unknown"), ("spot.id", "unknown"),
        ("other.miles", "int"), ("other.id", "Van id"), ("other.id.plate", "string"),
        ("wheel.id", "Wheel id"), ("wheel.size", "decimal"), ("this.seats", "Seat[]"),
        ("this.nope", "unknown"), ("this.go()", "unknown"),
        ("note.length", "unknown"), ("plate.length", "int"), ("plate.length()", "int"),
        ('plate.matches("a")', "bool"), ("plate.trim()", "string"), ("plate.trim", "unknown"),
        ('plate.split(",")', "string[]"), ("miles.abs()", "int"), ("miles.divTrunc(2)", "int"),
        ("weight.round(1)", "decimal"), ("cost.floor()", "money"), ("since.startOfDay()", "datetime"),
        ("open.abs()", "unknown"), ("miles.round()", "unknown"), ("weight.divTrunc(2)", "unknown"),
        ("seats.count", "int"), ("seats.count()", "int"), ("seats.sum(s => s.price)", "money"),
        ("seats.sum(s => s.row)", "int"), ("seats.avg(s => s.price)", "money?"),
        ("seats.avg(s => s.row)", "decimal?"), ("seats.min(s => s.label)", "string?"),
        ("seats.first", "Seat"), ("seats.firstOrNull", "Seat?"), ("seats.any(s => s.row > 1)", "bool"),
        ("seats.map(s => s.row)", "int[]"), ("seats.where(s => s.row > 1)", "Seat[]"),
        ("seats.where(s => s.row > 1).map(s => s.label).count", "int"), ("tags.join(\",\")", "string"),
        ("tags.contains(\"x\")", "bool"), ("tags.take(2).skip(1).distinct", "string[]"),
        ("tags.sortBy(t => t)", "string[]"), ("seats.map(miles => miles.row)", "int[]"),
        ("tags.length", "unknown"), ("tags.map", "string[]"), ("seats.first.row", "int"),
        ("double(1)(2)", "unknown"), ("this.seats(1)", "Seat[]"),
    ],
)  # fmt: skip
def test_expressions_have_these_types(expression: str, wanted: str) -> None:
    assert type_in(FIELDS, expression, AROUND, CONTEXT) == wanted


def test_the_current_user_is_known_in_a_system_that_declares_one() -> None:
    text = (
        "system S {{ {block} context C {{ aggregate A {{ derived a: string = currentUser.age "
        "derived b: string = currentUser.orgPath derived c: string = currentUser.whatever }} }} }} {root}"
    )
    for block, root in (("user { age: int }", ""), ("", "user { age: int }")):
        links = linked(text.format(block=block, root=root))
        typing = Typing(links)
        assert [show(typing.type_of(field.expr)) for field in links.nodes[n.Derived]] == [
            "int",
            "string",
            "string",
        ]
    typing = Typing(links := linked(text.format(block="", root="")))
    assert show(typing.type_of(links.nodes[n.Derived][0].expr)) == "unknown"


def test_carriers_and_alternatives_do_not_count() -> None:
    members = "operation go(): string or Gone { } a: string paged b: Van id? c: Hue[]?"
    context = "error Gone { n: int } enum Hue { Red }"
    assert type_in(members, "a", context=context) == "string"
    assert type_in(members, "b", context=context) == "Van id?"
    assert type_in(members, "c", context=context) == "Hue[]?"


def test_ids_of_enums_and_value_objects_are_accepted_and_untyped() -> None:
    context = "enum Hue { Red } valueobject Spot { n: int }"
    assert type_in("h: Hue id s: Spot id", "h", context=context) == "unknown"
    assert type_in("h: Hue id s: Spot id", "s", context=context) == "unknown"


def test_an_inherited_field_is_unknown_where_it_is_read() -> None:
    context = "abstract aggregate Base { wheels: int }"
    text = f"context C {{ {context} aggregate A extends Base {{ derived probe: string = wheels }} }}"
    links = linked(text)
    assert show(Typing(links).type_of(links.nodes[n.Derived][0].expr)) == "unknown"


def test_sensitivity_goes_with_fields_and_choices_and_is_washed_off_by_conversions() -> None:
    members = "mail: string sensitive(pii, home) open: bool tags: string[] sensitive(pii) "
    for expression, tags in [
        ("mail", {"pii", "home"}), ('mail + "x"', {"pii", "home"}), ('open ? "x" : mail', {"pii", "home"}),
        ("(this.mail)", {"pii", "home"}), ("string(mail)", set()), ("`{mail}`", set()),
        ("mail.trim()", set()),
        ("tags", {"pii"}), ("tags.first", set()), ('mail == "x"', set()), ("-mail", {"pii", "home"}),
    ]:  # fmt: skip
        links = linked(f"context C {{ aggregate A {{ {members} derived probe: string = {expression} }} }}")
        assert Typing(links).type_of(links.nodes[n.Derived][0].expr).tags == tags, expression
