"""What the operators give, and which operands they refuse."""

from __future__ import annotations

from typing import NamedTuple

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.kinds import (
    BOOL,
    DATETIME,
    DECIMAL,
    DURATION,
    INT,
    LONG,
    MONEY,
    STRING,
    UNKNOWN,
    Declared,
    IdOf,
    Primitive,
    Type,
    tagged,
)
from loomsmith.ddd.types.relations import comparable, promotes
from loomsmith.ddd.vocabulary.intrinsics import STRINGIFIABLE

LOGICAL = frozenset({"&&", "||"})
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
ARITHMETIC = frozenset({"+", "-", "*", "/", "%"})

_WIDTH: dict[Type, int] = {INT: 0, LONG: 1, DECIMAL: 2}
_NUMBERS = (INT, LONG, DECIMAL)

_RESULTS: dict[tuple[Type, str, Type], Type] = {
    (MONEY, "+", MONEY): MONEY,
    (MONEY, "-", MONEY): MONEY,
    **{(MONEY, operator, number): MONEY for operator in "*/" for number in _NUMBERS},
    **{(number, "*", MONEY): MONEY for number in _NUMBERS},
    (DATETIME, "+", DURATION): DATETIME,
    (DATETIME, "-", DURATION): DATETIME,
    (DURATION, "+", DATETIME): DATETIME,
    (DATETIME, "-", DATETIME): DURATION,
    (DURATION, "+", DURATION): DURATION,
    (DURATION, "-", DURATION): DURATION,
    (DURATION, "*", INT): DURATION,
    (INT, "*", DURATION): DURATION,
    **{
        (left, operator, right): DECIMAL if operator == "/" else max(left, right, key=_WIDTH.__getitem__)
        for operator in "+-*/%"
        for left in _NUMBERS
        for right in _NUMBERS
    },
}
"""The results of arithmetic on primitive types; text has rules of its own in `arithmetic`."""

_PROMOTING = frozenset({LONG, DECIMAL, MONEY})


def has_display(aggregate: n.Aggregate) -> bool:
    """Whether the aggregate itself says how it is shown."""
    return any(isinstance(member, n.Derived) and member.name == "display" for member in aggregate.members)


def stringifiable(kind: Type) -> bool:
    """Whether `+` and templates make text of it: numbers, money, bool, enums, ids, shown aggregates."""
    if isinstance(kind, Primitive):
        return kind.name in STRINGIFIABLE
    if isinstance(kind, Declared):
        declaration = kind.declaration
        return isinstance(declaration, n.Enum) or (
            isinstance(declaration, n.Aggregate) and has_display(declaration)
        )
    return isinstance(kind, IdOf)


def arithmetic(operator: str, left: Type, right: Type) -> Type | None:
    """The type of `left operator right`, with the tags of both; `None` where there is no such operation.

    Unknown operands give unknown.
    """
    tags = left.tags | right.tags
    if UNKNOWN in (left, right):
        return tagged(UNKNOWN, tags)
    result = _RESULTS.get((left, operator, right))
    if (
        result is None
        and operator == "+"
        and STRING in (left, right)
        and all(kind == STRING or stringifiable(kind) for kind in (left, right))
    ):
        result = STRING
    return tagged(result, tags) if result is not None else None


def refused(operator: str, left: Type, right: Type) -> str | None:
    """Why known operands do not fit, as the code of the finding; `None` if they do."""
    if operator in LOGICAL:
        return None if left == BOOL and right == BOOL else "loom.operator-not-bool"
    if operator in COMPARISONS:
        return None if comparable(left, right) else "loom.operator-incomparable"
    return None if arithmetic(operator, left, right) is not None else "loom.operator-operand-types"


class Step(NamedTuple):
    """One operator of a chain: the type up to here, and why its right operand is refused, if it is."""

    result: Type
    refusal: str | None


def step(operator: str, left: Type, left_literal: n.Expr | None, right: Type, right_literal: n.Expr) -> Step:
    """Fold one operator and its right operand into a chain.

    `left_literal` is the left expression while the left side consists of it alone. Where the operands do not
    fit as they are, a bare literal on either side is read as the `long`, `decimal` or `money` of the other.
    After an unknown operand nothing is known of the rest of the chain.
    """
    if UNKNOWN in (left, right):
        return Step(tagged(UNKNOWN, left.tags | right.tags), None)
    refusal = refused(operator, left, right)
    if refusal is not None:
        if left in _PROMOTING and promotes(right_literal, left):
            right = tagged(left, right.tags)
        elif right in _PROMOTING and left_literal is not None and promotes(left_literal, right):
            left = tagged(right, left.tags)
        refusal = refused(operator, left, right)
    if operator not in ARITHMETIC:
        return Step(BOOL, refusal)
    result = arithmetic(operator, left, right)
    return Step(result if result is not None else tagged(UNKNOWN, left.tags | right.tags), refusal)
