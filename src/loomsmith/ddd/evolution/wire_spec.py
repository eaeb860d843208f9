"""The wire contract of a system: the shapes that its clients see, by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loomsmith.ddd.model import types as t
from loomsmith.ddd.model.wire import wire_shape

if TYPE_CHECKING:
    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.syntax.node import Node

BUCKETS = ("aggregate", "part", "value object")

_FILE = "object(File)"
"""A closed object of its own, told from free JSON although both are shown as `object`."""

_TAGS = {
    "int": "integer",
    "long": "integer",
    "decimal": "number",
    "money": "string(decimal)",
    "string": "string",
    "bool": "boolean",
    "datetime": "string(date-time)",
    "guid": "string(uuid)",
    "json": "object",
    "File": _FILE,
}


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a shape: what its type is, and whether clients always get it."""

    type: str
    required: bool

    @property
    def tag(self) -> str:
        """The type as changes show it: of a file, as of any JSON, that it is an object."""
        return self.type.replace(_FILE, "object")


Shape = dict[str, Property]


@dataclass(slots=True)
class WireSpec:
    """The shapes of a system by bucket and key, and the members of its enums."""

    buckets: dict[str, dict[str, Shape]] = field(default_factory=dict)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Entry:
    bucket: str
    name: str
    context: str | None
    node: Node
    fields: tuple[tuple[str, t.Type, bool], ...]


def wire_spec(model: v.Model, system: v.System) -> WireSpec:
    """The wire contract of one system.

    An entry is keyed by its bare name, unless two contexts have entries of that name in one bucket with
    different shapes: then each is keyed by its context and name.
    """
    entries = list(_entries(model, system))
    qualified = _qualified(entries)
    keys = {entry.node: _key(entry, qualified) for entry in entries}
    spec = WireSpec({bucket: {} for bucket in BUCKETS})
    for entry in entries:
        shape = {name: Property(_tag(type_, keys), required) for name, type_, required in entry.fields}
        spec.buckets[entry.bucket].setdefault(keys[entry.node], shape)
    spec.enums = _enums(model, system)
    return spec


def _entries(model: v.Model, system: v.System) -> list[_Entry]:
    found = []
    for context in system.contexts:
        for aggregate in context.aggregates:
            found.append(
                _Entry("aggregate", aggregate.name, context.name, aggregate.node, _of_wire(aggregate))
            )
            found += [_part(part, aggregate) for part in aggregate.parts]
        found += [_value_object(value_object, context.name) for value_object in context.value_objects]
    found += [_value_object(value_object, None) for value_object in model.value_objects]
    return found


def _of_wire(aggregate: v.Aggregate) -> tuple[tuple[str, t.Type, bool], ...]:
    """The wire fields of an aggregate with their types; the shape says only labels."""
    types: dict[tuple[str, str], t.Type] = {("id", "id"): t.IdOf(aggregate.name)}
    types |= {("property", f.name): f.type for f in reversed(aggregate.fields)}
    types |= {("containment", held.name): _held_type(held, aggregate) for held in aggregate.containments}
    types |= {("derived", d.name): d.type for d in reversed(aggregate.derived)}
    return tuple((f.name, types[f.source, f.name], not f.optional) for f in wire_shape(aggregate))


def _part(part: v.Part, aggregate: v.Aggregate) -> _Entry:
    fields: list[tuple[str, t.Type, bool]] = [("id", t.IdOf(part.name), True)]
    fields += [(f.name, f.type, not f.optional) for f in part.fields]
    for held in part.containments:
        fields.append((held.name, _held_type(held, aggregate), not held.optional or held.many))
    fields += [(d.name, d.type, not isinstance(d.type, t.OptionalOf)) for d in part.derived]
    return _Entry("part", part.name, aggregate.context, part.node, tuple(fields))


def _held_type(held: v.Containment, aggregate: v.Aggregate) -> t.Type:
    """The type of a containment: the part of this aggregate that it names, or a list of them."""
    node = next((part.node for part in aggregate.parts if part.name == held.part), None)
    part: t.Type = t.EntityOf(held.part, node) if node is not None else t.STRING
    return t.ListOf(part) if held.many else part


def _value_object(value_object: v.ValueObject, context: str | None) -> _Entry:
    fields = [(f.name, f.type, not f.optional) for f in value_object.fields]
    fields += [(d.name, d.type, not isinstance(d.type, t.OptionalOf)) for d in value_object.derived]
    return _Entry("value object", value_object.name, context, value_object.node, tuple(fields))


def _qualified(entries: list[_Entry]) -> set[tuple[str, str]]:
    """The (bucket, name) pairs that several contexts use for different shapes."""
    shapes: dict[tuple[str, str], dict[str | None, tuple[tuple[str, str, bool], ...]]] = {}
    for entry in entries:
        shown = tuple((name, t.label(type_), required) for name, type_, required in entry.fields)
        shapes.setdefault((entry.bucket, entry.name), {}).setdefault(entry.context, shown)
    return {key for key, found in shapes.items() if len(set(found.values())) > 1}


def _key(entry: _Entry, qualified: set[tuple[str, str]]) -> str:
    if entry.context is not None and (entry.bucket, entry.name) in qualified:
        return f"{entry.context}.{entry.name}"
    return entry.name


def _tag(type_: t.Type, keys: dict[Node, str]) -> str:
    """The type tag of a property: a reference, an array of a tag, or a JSON type with its format."""
    match type_:
        case t.OptionalOf():
            return _tag(type_.inner, keys)
        case t.ListOf():
            return f"array<{_tag(type_.element, keys)}>"
        case t.Primitive():
            return _TAGS.get(type_.name, "string")
        case t.IdOf():
            return "string(uuid)"
        case t.EnumOf():
            return "string"
        case t.ValueObjectOf():
            return f"#/valueObjects/{keys.get(type_.declaration, type_.name)}"
        case t.EntityOf():
            return f"#/parts/{keys.get(type_.declaration, type_.name)}"
        case _:
            return "object"


def _enums(model: v.Model, system: v.System) -> dict[str, tuple[str, ...]]:
    named: dict[str, list[tuple[str | None, tuple[str, ...]]]] = {}
    for context in system.contexts:
        for enum in context.enums:
            named.setdefault(enum.name, []).append((context.name, enum.values))
    for enum in model.enums:
        named.setdefault(enum.name, []).append((None, enum.values))
    found: dict[str, tuple[str, ...]] = {}
    for name, declared in named.items():
        apart = len({frozenset(values) for _, values in declared}) > 1
        for context_name, values in declared:
            key = f"{context_name}.{name}" if apart and context_name is not None else name
            found.setdefault(key, values)
    return found
