"""Types as written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node
from loomsmith.ddd.syntax.nodes.base import TypeBase

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref


class TypeRef(Node):
    """A type; with `alternatives` a union written with `or`."""

    head: TypeAtom
    alternatives: list[TypeAtom] = []


class TypeAtom(Node):
    """A base type with carriers (`paged`, `envelope`, `option`, inside out), then `[]`, then `?`."""

    base: TypeBase
    carriers: list[str] = []
    array: bool = False
    optional: bool = False


class PrimitiveType(TypeBase):
    """`int`, `string` and their like."""

    name: str


class SlotType(TypeBase):
    """`slot`."""


class ActionType(TypeBase):
    """`action` or `action(T)`."""

    arg: TypeRef | None = None


class SelfIdType(TypeBase):
    """`Self id`."""


class IdType(TypeBase):
    """`Name id`: a reference by identity."""

    target: Ref


class NamedType(TypeBase):
    """`Name`."""

    target: Ref


class MissingType(TypeBase):
    """Stands where a type was wanted and none could be read; a syntax fault tells why."""
