"""The members of types: what stands after a dot, what it is, and of which type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.kinds import (
    BOOL,
    DECIMAL,
    INT,
    MONEY,
    PRIMITIVES,
    STRING,
    UNKNOWN,
    Array,
    Declared,
    IdOf,
    Optional,
    Primitive,
    Record,
    Type,
)
from loomsmith.ddd.vocabulary.intrinsics import (
    COLLECTION_OPERATIONS,
    INTRINSICS,
    STRING_LENGTH,
    STRING_MATCHES,
    Intrinsic,
)

if TYPE_CHECKING:
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Node

FIELDS = (n.Property, n.Derived, n.Containment)
"""The members that hold or give a value."""

NAMED_MEMBERS = (
    *FIELDS, n.Function, n.Operation, n.Create, n.Destroy, n.Entity, n.TestBlock,
)  # fmt: skip
"""Every kind of member of a record that has a name."""


def record_of(kind: Type) -> Record | None:
    """The declaration whose members a value of this type has: ids count as what they identify."""
    if isinstance(kind, IdOf):
        return kind.target
    if isinstance(kind, Declared) and not isinstance(kind.declaration, n.Enum):
        return kind.declaration
    return None


def has_identity(record: Record) -> bool:
    """Whether values of the record have an `id`."""
    return isinstance(record, n.Aggregate | n.Entity)


def field_of(record: Record, name: str, links: Links, *, inherited: bool = False) -> Node | None:
    """The property, derived value or containment `name` of a record, its own unless `inherited`."""
    declarations = links.declarations
    if inherited and isinstance(record, n.Aggregate):
        for base in links.with_bases(record):
            found = declarations.member(base, name, *FIELDS)
            if found is not None:
                return found
        return None
    return declarations.member(record, name, *FIELDS)


def member_of(record: Record, name: str, links: Links) -> Node | None:
    """Any member named `name` of a record, inherited ones included."""
    declarations = links.declarations
    if isinstance(record, n.Aggregate):
        for base in links.with_bases(record):
            found = declarations.member(base, name, *NAMED_MEMBERS)
            if found is not None:
                return found
        return None
    return declarations.member(record, name, *NAMED_MEMBERS)


def intrinsic(kind: Type, name: str) -> Intrinsic | None:
    """The built-in method `name` of a primitive type."""
    return INTRINSICS.get(kind.name, {}).get(name) if isinstance(kind, Primitive) else None


def written(word: str, receiver: Type) -> Type:
    """The type that a word of the intrinsics' table means for a receiver."""
    if word == "self":
        return receiver
    if word.endswith("[]"):
        return Array(PRIMITIVES[word[:-2]])
    return PRIMITIVES[word]


def primitive_member(kind: Primitive, name: str, called: bool) -> Type:
    """The type of a member of a primitive value; unknown where there is none."""
    if kind == STRING and name == STRING_LENGTH:
        return INT
    if not called:
        return UNKNOWN
    if kind == STRING and name == STRING_MATCHES:
        return BOOL
    method = intrinsic(kind, name)
    return written(method.result, PRIMITIVES[kind.name]) if method is not None else UNKNOWN


def collection_member(name: str, element: Type, value: Type) -> Type:
    """The type of a collection operation; `value` is what its lambda gives, the element if there is none."""
    match COLLECTION_OPERATIONS.get(name):
        case "int":
            return INT
        case "bool":
            return BOOL
        case "string":
            return STRING
        case "value":
            return value
        case "optional value":
            return Optional(value)
        case "average":
            return Optional(MONEY if value == MONEY else DECIMAL)
        case "element":
            return element
        case "optional element":
            return Optional(element)
        case "elements":
            return Array(element)
        case "values":
            return Array(value)
        case _:
            return UNKNOWN
