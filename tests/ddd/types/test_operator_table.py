"""What arithmetic gives, operator by operator."""

from __future__ import annotations

import itertools

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.kinds import (
    BOOL,
    DURATION,
    PRIMITIVES,
    UNKNOWN,
    Array,
    Declared,
    IdOf,
    Optional,
    Type,
    show,
    tagged,
)
from loomsmith.ddd.types.operators import arithmetic, step, stringifiable

SHOWN = n.Aggregate(
    "Shown", members=[n.Derived("display", n.TypeRef(n.TypeAtom(n.PrimitiveType("string"))), n.This())]
)
OPERANDS: dict[str, Type] = {
    **PRIMITIVES,
    "duration": DURATION,
    "enum": Declared(n.Enum("Hue")),
    "id": IdOf(n.Aggregate("Boat")),
    "plain": Declared(n.Aggregate("Boat")),
    "shown": Declared(SHOWN),
    "value": Declared(n.ValueObject("Spot")),
    "list": Array(PRIMITIVES["string"]),
    "optional": Optional(PRIMITIVES["int"]),
}  # fmt: skip

# operator: left right -> result, one combination a line; nothing else has a result.
TABLE = """
+: string string|int|long|decimal|money|bool|enum|id|shown -> string
+: int|long|decimal|money|bool|enum|id|shown string -> string
+-: money money -> money
*/: money int|long|decimal -> money
*: int|long|decimal money -> money
+-: datetime duration -> datetime
+: duration datetime -> datetime
-: datetime datetime -> duration
+-: duration duration -> duration
*: duration int -> duration
*: int duration -> duration
+-*%: int int -> int
+-*%: int|long long -> long
+-*%: long int -> long
+-*%: int|long|decimal decimal -> decimal
+-*%: decimal int|long -> decimal
/: int|long|decimal int|long|decimal -> decimal
"""


def _wanted() -> dict[tuple[str, str, str], str]:
    wanted: dict[tuple[str, str, str], str] = {}
    for line in TABLE.strip().splitlines():
        operators, rest = line.split(": ")
        operands, result = rest.split(" -> ")
        lefts, rights = operands.split(" ")
        for operator, left, right in itertools.product(operators, lefts.split("|"), rights.split("|")):
            wanted[left, operator, right] = result
    return wanted


def test_arithmetic_gives_what_the_table_says_and_nothing_else() -> None:
    found = {
        (left, operator, right): show(result)
        for left, operator, right in itertools.product(OPERANDS, "+-*/%", OPERANDS)
        if (result := arithmetic(operator, OPERANDS[left], OPERANDS[right])) is not None
    }
    assert found == _wanted()


def test_sensitivity_flows_through_arithmetic_from_both_sides() -> None:
    left = tagged(PRIMITIVES["string"], frozenset({"pii"}))
    right = tagged(PRIMITIVES["string"], frozenset({"health"}))
    result = arithmetic("+", left, right)
    assert result is not None
    assert result.tags == {"pii", "health"}
    unknown = arithmetic("+", left, UNKNOWN)
    assert unknown is not None
    assert unknown.tags == {"pii"}


def test_literals_count_as_money_only_where_they_must() -> None:
    money, two = PRIMITIVES["money"], n.IntLiteral("2")
    whole = PRIMITIVES["int"]
    assert step("*", money, None, whole, two) == (money, None)
    assert step("+", money, None, whole, two) == (money, None)
    assert step("+", whole, two, money, n.NameRef("fee")) == (money, None)
    assert step(">", money, None, whole, two) == (BOOL, None)
    assert step("+", money, None, whole, n.Paren(two)) == (UNKNOWN, "loom.operator-operand-types")
    assert step("<", whole, None, money, n.NameRef("fee")) == (BOOL, "loom.operator-incomparable")


def test_unknown_operands_are_never_refused() -> None:
    for operator in ("+", "<", "&&"):
        assert step(operator, UNKNOWN, None, PRIMITIVES["int"], n.NameRef("x")).refusal is None


def test_only_aggregates_that_say_so_become_text() -> None:
    assert [name for name, kind in OPERANDS.items() if stringifiable(kind)] == [
        "int", "long", "decimal", "money", "bool", "enum", "id", "shown",
    ]  # fmt: skip
