"""How types relate: what may be assigned, compared, promoted and joined."""

from __future__ import annotations

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.kinds import (
    ANY,
    DECIMAL,
    GUID,
    INT,
    LONG,
    MONEY,
    NEVER,
    STRING,
    UNKNOWN,
    Optional,
    Type,
    is_numeric,
)

_WIDENING = frozenset({(INT, LONG), (INT, DECIMAL), (LONG, DECIMAL), (GUID, STRING), (STRING, GUID)})
_PROMOTIONS: dict[type[n.Expr], frozenset[Type]] = {
    n.IntLiteral: frozenset({MONEY, LONG, DECIMAL}),
    n.DecimalLiteral: frozenset({MONEY}),
}


def assignable(value: Type, target: Type) -> bool:
    """Whether a value of one type may stand where the other is wanted; both must be known.

    Equal types; anything with `any`; a value or `null` into an optional; `int` into `long` and `decimal`,
    `long` into `decimal`; `guid` and `string` into each other. Arrays are invariant.
    """
    if value == target or ANY in (value, target):
        return True
    if isinstance(target, Optional):
        if value == NEVER:
            return True
        if isinstance(value, Optional) and (value.inner == NEVER or assignable(value.inner, target.inner)):
            return True
        return assignable(value, target.inner)
    return (value, target) in _WIDENING


def promotes(expression: n.Expr, target: Type) -> bool:
    """Whether a bare literal also counts as `target`: whole as money, long, decimal; fractional as money."""
    return target in _PROMOTIONS.get(type(expression), ())


def fits(expression: n.Expr, value: Type, target: Type) -> bool:
    """Whether an expression of type `value` may stand where `target` is wanted; unknown types always may."""
    if UNKNOWN in (value, target):
        return True
    return assignable(value, target) or promotes(expression, target)


def comparable(left: Type, right: Type) -> bool:
    """Whether `==` or `<` between two known types makes sense.

    Equal types of any kind; `null` with anything, and optionals by what they hold; `int`, `long` and
    `decimal` among each other; `guid` with `string`.
    """
    while isinstance(left, Optional) or isinstance(right, Optional):
        if isinstance(left, Optional):
            left = left.inner
        if isinstance(right, Optional):
            right = right.inner
        if NEVER in (left, right):
            return True
    if left == right or ANY in (left, right) or NEVER in (left, right):
        return True
    if is_numeric(left) and is_numeric(right):
        return True
    return {left, right} == {GUID, STRING}


def join(left: Type, right: Type) -> Type | None:
    """The type of a value that is one or the other; `None` if there is none; unknown if either is."""
    if UNKNOWN in (left, right):
        return UNKNOWN
    if assignable(left, right):
        return right
    if assignable(right, left):
        return left
    for null, other in ((left, right), (right, left)):
        if null == NEVER or (isinstance(null, Optional) and null.inner == NEVER):
            return other if isinstance(other, Optional) else Optional(other)
    return None
