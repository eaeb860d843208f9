"""Assignability, promotion, comparability and joins."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.kinds import (
    ANY,
    BOOL,
    DATETIME,
    DECIMAL,
    GUID,
    INT,
    LONG,
    MONEY,
    NEVER,
    NULL,
    PRIMITIVES,
    SLOT,
    STRING,
    UNKNOWN,
    Array,
    Declared,
    IdOf,
    Optional,
    Type,
    show,
    tagged,
)
from loomsmith.ddd.types.relations import assignable, comparable, fits, join

ENUM, OTHER = Declared(n.Enum("Hue")), Declared(n.Enum("Tone"))
BOAT, CAR = n.Aggregate("Boat"), n.Aggregate("Car")
LEAVES = [*PRIMITIVES.values(), ENUM, OTHER, Declared(BOAT), IdOf(BOAT), IdOf(CAR), SLOT, NULL]
TYPES: st.SearchStrategy[Type] = st.recursive(
    st.sampled_from(LEAVES), lambda inner: st.builds(Array, inner) | st.builds(Optional, inner), max_leaves=3
)

WIDER = [(INT, LONG), (INT, DECIMAL), (LONG, DECIMAL), (GUID, STRING), (STRING, GUID)]


def test_among_plain_types_only_widening_and_guids_cross() -> None:
    plain = [kind for kind in LEAVES if kind != NULL]
    crossing = [(a, b) for a, b in itertools.permutations(plain, 2) if assignable(a, b)]
    assert sorted(crossing, key=str) == sorted(WIDER, key=str)


@pytest.mark.parametrize(
    ("value", "target", "wanted"),
    [
        (NULL, Optional(INT), True),
        (NEVER, Optional(INT), True),
        (INT, Optional(LONG), True),
        (Optional(INT), Optional(LONG), True),
        (Optional(INT), INT, False),
        (Array(INT), Array(LONG), False),
        (Array(INT), Array(INT), True),
        (INT, Array(INT), False),
        (DECIMAL, MONEY, False),
        (MONEY, DECIMAL, False),
        (STRING, DATETIME, False),
        (NULL, INT, False),
        (ANY, INT, True),
        (INT, ANY, True),
    ],
)
def test_assignability(value: Type, target: Type, wanted: bool) -> None:
    assert assignable(value, target) is wanted


@examples(200)
@given(TYPES)
def test_every_type_is_assignable_to_itself_and_to_its_optional(kind: Type) -> None:
    assert assignable(kind, kind)
    assert assignable(kind, Optional(kind))
    assert assignable(tagged(kind, frozenset({"pii"})), kind)


@examples(200)
@given(TYPES, TYPES)
def test_comparing_is_symmetric_and_lets_null_and_optionals_through(left: Type, right: Type) -> None:
    assert comparable(left, right) == comparable(right, left)
    assert comparable(left, left)
    assert comparable(left, NULL)
    assert comparable(left, right) == comparable(Optional(left), right)


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (INT, DECIMAL, True),
        (LONG, INT, True),
        (MONEY, INT, False),
        (MONEY, MONEY, True),
        (GUID, STRING, True),
        (STRING, INT, False),
        (ENUM, OTHER, False),
        (IdOf(BOAT), IdOf(CAR), False),
        (BOOL, BOOL, True),
        (Array(INT), Array(INT), True),
        (Array(INT), Array(LONG), False),
    ],
)
def test_comparability(left: Type, right: Type, wanted: bool) -> None:
    assert comparable(left, right) is wanted


@examples(200)
@given(TYPES, TYPES)
def test_both_branches_fit_into_their_join(left: Type, right: Type) -> None:
    found = join(left, right)
    assert (found is None) == (join(right, left) is None)
    if found is not None:
        assert assignable(left, found)
        assert assignable(right, found)


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [(INT, LONG, "long"), (LONG, INT, "long"), (STRING, NULL, "string?"), (NULL, INT, "int?"),
     (Optional(STRING), STRING, "string?"), (INT, UNKNOWN, "unknown"), (NULL, NULL, "null")],
)  # fmt: skip
def test_joins(left: Type, right: Type, wanted: str) -> None:
    found = join(left, right)
    assert found is not None
    assert show(found) == wanted


def test_bare_literals_are_promoted_and_nothing_else_is() -> None:
    whole, fraction = n.IntLiteral("5"), n.DecimalLiteral("2.5")
    assert [show(target) for target in PRIMITIVES.values() if fits(whole, INT, target)] == [
        "int", "long", "decimal", "money",
    ]  # fmt: skip
    assert [show(target) for target in PRIMITIVES.values() if fits(fraction, DECIMAL, target)] == [
        "decimal", "money",
    ]  # fmt: skip
    assert not fits(n.Paren(whole), INT, MONEY)
    assert not fits(n.Unary("-", whole), INT, MONEY)
    assert not fits(whole, INT, Optional(MONEY))


def test_unknown_types_fit_everywhere() -> None:
    assert fits(n.NameRef("x"), UNKNOWN, INT)
    assert fits(n.IntLiteral("1"), INT, UNKNOWN)
