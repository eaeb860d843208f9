"""The columns that hold the fields of a declaration: their types, flattened value objects, foreign keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.records import Column, ColumnType, ForeignKey
from loomsmith.ddd.model import types as t
from loomsmith.ddd.vocabulary.naming import plural, snake

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.syntax.node import Node

UUID = ColumnType("uuid")
TEXT = ColumnType("text")
INT = ColumnType("int")
JSON = ColumnType("json")
DATETIME = ColumnType("datetime")

_PRIMITIVES = {
    "string": TEXT,
    "int": INT,
    "long": ColumnType("bigint"),
    "decimal": ColumnType("decimal"),
    "money": ColumnType("decimal", precision=19, scale=4),
    "bool": ColumnType("bool"),
    "datetime": DATETIME,
    "guid": UUID,
    "json": JSON,
    "File": JSON,
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a few fields, and the foreign keys on them in column order."""

    columns: tuple[Column, ...]
    keys: tuple[ForeignKey, ...]


def table_name(name: str) -> str:
    """The table of an aggregate, part, workflow or projection."""
    return plural(snake(name))


def reference_target(type_: t.Type) -> t.IdOf | None:
    """The `X id` of a collection of references, `None` for any other type."""
    listed = t.required(type_)
    if isinstance(listed, t.ListOf) and isinstance(listed.element, t.IdOf):
        return listed.element
    return None


def value_collection(type_: t.Type) -> t.ValueObjectOf | None:
    """The value object of a collection of value objects, `None` for any other type."""
    listed = t.required(type_)
    if isinstance(listed, t.ListOf) and isinstance(listed.element, t.ValueObjectOf):
        return listed.element
    return None


def column_type(type_: t.Type) -> ColumnType:
    """The type of the one column that holds a value of this type."""
    inner = t.required(type_)
    match inner:
        case t.Primitive():
            return _PRIMITIVES.get(inner.name, TEXT)
        case t.IdOf():
            return UUID
        case t.EnumOf():
            return TEXT
        case t.ListOf() if isinstance(inner.element, t.Primitive | t.EnumOf | t.IdOf):
            return ColumnType("array", column_type(inner.element))
        case _:
            return JSON


class ColumnBuilder:
    """Turns fields into columns; value objects are looked up in the model."""

    __slots__ = ("value_objects",)

    def __init__(self, model: v.Model) -> None:
        self.value_objects: dict[Node, v.ValueObject] = {}
        for value_objects in (model.value_objects, *(c.value_objects for c in model.contexts())):
            self.value_objects |= {value_object.node: value_object for value_object in value_objects}

    def columns_of(self, fields: Iterable[v.Field]) -> Columns:
        """The columns of several fields; collections that have tables of their own are left out."""
        columns: list[Column] = []
        keys: list[ForeignKey] = []
        for field in fields:
            if reference_target(field.type) or value_collection(field.type):
                continue
            built = self.field_columns(field)
            columns += built.columns
            keys += built.keys
        return Columns(tuple(columns), tuple(keys))

    def field_columns(self, field: v.Field) -> Columns:
        """The columns of one field: flattened for a value object, else one."""
        inner = t.required(field.type)
        if isinstance(inner, t.ValueObjectOf):
            return self.flattened(inner, f"{snake(field.name)}_", field.optional, frozenset())
        column = Column(snake(field.name), column_type(field.type), field.optional)
        if isinstance(inner, t.IdOf):
            return Columns((column,), (ForeignKey(column.name, table_name(inner.target), "restrict"),))
        return Columns((column,), ())

    def flattened(
        self, value_object: t.ValueObjectOf, prefix: str, optional: bool, around: frozenset[Node]
    ) -> Columns:
        """The leaves of a value object as columns; one that contains itself is kept as JSON there."""
        declared = self.value_objects.get(value_object.declaration)
        if declared is None or value_object.declaration in around:
            return Columns((Column(prefix.rstrip("_") or "value", JSON, optional),), ())
        columns: list[Column] = []
        keys: list[ForeignKey] = []
        for field in declared.fields:
            inner = t.required(field.type)
            nullable = optional or field.optional
            name = f"{prefix}{snake(field.name)}"
            if isinstance(inner, t.ValueObjectOf):
                built = self.flattened(inner, f"{name}_", nullable, around | {value_object.declaration})
                columns += built.columns
                keys += built.keys
                continue
            columns.append(Column(name, column_type(field.type), nullable))
            if isinstance(inner, t.IdOf):
                keys.append(ForeignKey(name, table_name(inner.target), "restrict"))
        return Columns(tuple(columns), tuple(keys))
