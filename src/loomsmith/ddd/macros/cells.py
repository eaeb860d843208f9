"""How the scaffolds show one value of a record: the element for its type, and the rows of a value object."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from loomsmith.ddd.macros.build import call, path
from loomsmith.ddd.macros.directory import Directory, named_type
from loomsmith.ddd.syntax.nodes import (
    Enum,
    Expr,
    IdType,
    PrimitiveType,
    Property,
    StringLiteral,
    Ternary,
    ValueObject,
)
from loomsmith.ddd.vocabulary.naming import humanize

# A value object may hold others, and those again: beyond so many rows an inner one is shown as it is.
_ROWS_PER_FIELD = 100

_PRIMITIVE_CELLS: dict[str, Callable[[Expr], Expr]] = {
    "datetime": lambda value: call("DateDisplay", value),
    "money": lambda value: call("Money", value),
    "bool": lambda value: call("Text", Ternary(value, StringLiteral("Yes"), StringLiteral("No"))),
    "File": lambda value: call("FileLink", value),
}


def value_object_of(field: Property, directory: Directory) -> ValueObject | None:
    """The value object that a field holds."""
    text = named_type(field.type)
    found = directory.type_named(text, field) if text is not None else None
    return found if isinstance(found, ValueObject) else None


def plain_cell(field: Property, receiver: str, directory: Directory) -> Expr | None:
    """The element that shows `receiver.field`, a value object as text; `None` for an array."""
    type_ = field.type
    if type_.head.array:
        return None
    value = path(f"{receiver}.{field.name}")
    base = type_.head.base
    if not type_.alternatives:
        if isinstance(base, IdType):
            return call("IdLink", value, of=path(base.target.text))
        if isinstance(base, PrimitiveType) and base.name in _PRIMITIVE_CELLS:
            return _PRIMITIVE_CELLS[base.name](value)
        text = named_type(type_)
        if text is not None and isinstance(directory.type_named(text, field), Enum):
            return call("EnumBadge", value)
    return call("Text", value)


def cell(field: Property, receiver: str, directory: Directory) -> Expr | None:
    """The element that shows `receiver.field` in one place; `None` for arrays and value objects."""
    if value_object_of(field, directory) is not None:
        return None
    return plain_cell(field, receiver, directory)


def value_object_rows(
    field: Property, value: ValueObject, receiver: str, directory: Directory
) -> Iterator[Expr]:
    """A row per property of a value object, those of inner value objects in the place of these."""
    stack = _leaves(value, humanize(field.name), f"{receiver}.{field.name}", ())
    rows = 0
    while stack:
        leaf, label, through, around = stack.pop()
        label = f"{label} {humanize(leaf.name)}"
        inner = value_object_of(leaf, directory)
        if inner is not None and inner not in around and rows + len(stack) < _ROWS_PER_FIELD:
            stack.extend(_leaves(inner, label, f"{through}.{leaf.name}", around))
            continue
        shown = plain_cell(leaf, through, directory)
        if shown is not None:
            rows += 1
            yield call("KeyValueRow", label, shown)


_Leaf = tuple[Property, str, str, tuple[ValueObject, ...]]


def _leaves(value: ValueObject, label: str, through: str, around: tuple[ValueObject, ...]) -> list[_Leaf]:
    """The properties of a value object, last first, each with what leads to it."""
    inside = (*around, value)
    return [
        (member, label, through, inside) for member in reversed(value.members) if isinstance(member, Property)
    ]
