"""Which properties of an aggregate the macros take: to create, to update, to show, to add up."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.syntax.nodes import Aggregate, Entity, IdType, PrimitiveType, Property, TypeRef, Workflow

HIDDEN = frozenset({"internal", "secret"})
_SET_BY_THE_SYSTEM = frozenset({"managed", "token", "internal"})
_SUMMABLE = frozenset({"int", "long", "decimal", "money"})


def properties(aggregate: Aggregate | Entity) -> list[Property]:
    """The properties, contained parts and derived members left out, in member order."""
    return members_of(aggregate, Property)


def create_fields(aggregate: Aggregate, directory: Directory) -> list[Property]:
    """What a caller who creates an aggregate may give."""
    stamped = directory.stamped(aggregate)

    def given(field: Property) -> bool:
        addition = directory.additions.get(field)
        if addition is not None and (addition.by_macro or addition.built_in):
            return False
        return field.name not in stamped and field.access not in _SET_BY_THE_SYSTEM

    return list(filter(given, properties(aggregate)))


def update_fields(aggregate: Aggregate, directory: Directory) -> list[Property]:
    """What a caller may change later: as at creation, without the immutable ones."""
    return [field for field in create_fields(aggregate, directory) if field.access != "immutable"]


def visible_fields(aggregate: Aggregate | Entity) -> list[Property]:
    """What pages and responses may show."""
    return [field for field in properties(aggregate) if field.access not in HIDDEN]


def is_plain(type_: TypeRef) -> bool:
    """Whether a type is one base alone: no union, carrier, `[]` or `?`."""
    atom = type_.head
    return not (type_.alternatives or atom.carriers or atom.array or atom.optional)


def plain_primitive(type_: TypeRef) -> str | None:
    """The word of a type that is exactly one built-in type."""
    base = type_.head.base
    return base.name if is_plain(type_) and isinstance(base, PrimitiveType) else None


def summable_fields(aggregate: Aggregate) -> Iterator[tuple[Property, str]]:
    """The properties that can be added up, each with its type."""
    for field in properties(aggregate):
        word = plain_primitive(field.type)
        if word in _SUMMABLE:
            yield field, word


def day_field(aggregate: Aggregate) -> str | None:
    """The point in time by which records are counted per day: `createdAt`, else the first there is."""
    moments = [field.name for field in properties(aggregate) if plain_primitive(field.type) == "datetime"]
    return "createdAt" if "createdAt" in moments else next(iter(moments), None)


def instance_key(workflow: Workflow) -> Property | None:
    """The property that says which record an instance of a workflow is about, if exactly one does."""
    keys = [
        member
        for member in workflow.members
        if isinstance(member, Property)
        and is_plain(member.type)
        and isinstance(member.type.head.base, IdType)
    ]
    return keys[0] if len(keys) == 1 else None
