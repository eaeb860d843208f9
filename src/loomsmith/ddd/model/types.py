"""Types of the resolved model: small values, their labels on the wire and their variant tags.

A type that names a declaration carries it as `declaration`, so that members can be looked up without a second
resolution; it takes no part in equality, since names are what answers show.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node


@dataclass(frozen=True, slots=True)
class Primitive:
    """`string`, `int`, `long`, `decimal`, `money`, `bool`, `datetime`, `guid`, `json` or `File`."""

    name: str


@dataclass(frozen=True, slots=True)
class IdOf:
    """`X id`; `declaration` is `None` where `X` did not resolve."""

    target: str
    declaration: Node | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EnumOf:
    """An enum."""

    name: str
    declaration: Node = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ValueObjectOf:
    """A value object."""

    name: str
    declaration: Node = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EntityOf:
    """An aggregate, a part, an event or a payload."""

    name: str
    declaration: Node = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ListOf:
    """`T[]`."""

    element: Type


@dataclass(frozen=True, slots=True)
class OptionalOf:
    """`T?`."""

    inner: Type


@dataclass(frozen=True, slots=True)
class UnionOf:
    """`A or B`, or `A option`, which is `A or none`; nested unions are flattened, repeats kept."""

    variants: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class CarrierOf:
    """`T paged` or `T envelope`."""

    carrier: str
    inner: Type


@dataclass(frozen=True, slots=True)
class SlotOf:
    """`slot`, a parameter of a component."""


@dataclass(frozen=True, slots=True)
class ActionOf:
    """`action` or `action(T)`, a parameter of a component."""

    argument: Type | None = None


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The empty variant of an `option`."""


Type = (
    Primitive
    | IdOf
    | EnumOf
    | ValueObjectOf
    | EntityOf
    | ListOf
    | OptionalOf
    | UnionOf
    | CarrierOf
    | SlotOf
    | ActionOf
    | NoneOf
)

STRING = Primitive("string")
INT = Primitive("int")
LONG = Primitive("long")
DECIMAL = Primitive("decimal")
MONEY = Primitive("money")
BOOL = Primitive("bool")
DATETIME = Primitive("datetime")
DURATION = Primitive("duration")
GUID = Primitive("guid")
NUMERIC = ("int", "long", "decimal")


def label(type_: Type) -> str:
    """The type as answers show it: `Deck[]`, `Ferry id?`; unions and carriers only by what they are."""
    match type_:
        case IdOf():
            return f"{type_.target} id"
        case ListOf():
            return label(type_.element) + "[]"
        case OptionalOf():
            return label(type_.inner) + "?"
        case UnionOf():
            return "union"
        case CarrierOf():
            return "genericInstance"
        case SlotOf():
            return "slot"
        case ActionOf():
            return "action"
        case NoneOf():
            return "none"
        case _:
            return type_.name


def tag(type_: Type) -> str:
    """The variant tag of a type, as a match names it and a union payload is named after."""
    match type_:
        case IdOf():
            return f"{type_.target}Id"
        case ListOf():
            return tag(type_.element) + "List"
        case OptionalOf():
            return tag(type_.inner)
        case UnionOf():
            return "Or".join(tag(variant) for variant in type_.variants)
        case CarrierOf():
            return tag(type_.inner) + type_.carrier.capitalize()
        case SlotOf() | ActionOf() | NoneOf():
            return label(type_)
        case _:
            return type_.name


def required(type_: Type) -> Type:
    """The type without a `?` around it."""
    return type_.inner if isinstance(type_, OptionalOf) else type_


def element(type_: Type) -> Type:
    """The type without `?` and `[]` around it."""
    while isinstance(type_, OptionalOf | ListOf):
        type_ = type_.inner if isinstance(type_, OptionalOf) else type_.element
    return type_


def union(variants: list[Type]) -> Type:
    """A union of these variants with nested unions flattened; one variant alone is itself."""
    flat: list[Type] = []
    for variant in variants:
        flat.extend(variant.variants if isinstance(variant, UnionOf) else (variant,))
    return flat[0] if len(flat) == 1 else UnionOf(tuple(flat))
