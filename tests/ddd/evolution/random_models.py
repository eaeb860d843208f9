"""Random models and random edits of them, within what a database can follow: for properties over walks.

A sketch is a small picture of a model that can be changed and written as a `.ddd` text. Not every sketch is
valid; `walk` keeps only the steps that are.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ddd.evolution.versions import version_of

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from loomsmith.ddd.evolution.report import Version

NAMES = ("Boat", "Crew", "Harbour", "Trip", "Ticket", "Mooring", "Pilot", "Buoy")
FIELDS = ("title", "berthNo", "openedAt", "price", "rank", "notes", "weightKg", "isOK", "homePort", "tags")
VALUE_OBJECTS = ("Span", "Place")
PARTS = ("Leg", "Deck", "Cabin")
SCALARS = ("string", "int", "long", "decimal", "money", "bool", "datetime", "guid", "json", "Colour")
LISTS = ("string[]", "int[]", "Colour[]", "Span[]", "Place[]")
CAPABILITIES = ("softDeletable", "auditable")
SHAPES = ("", "", "", " shape: embedded", " shape: document")


@dataclass(slots=True)
class Part:
    """An entity inside an aggregate."""

    name: str
    fields: dict[str, str]
    many: bool = True
    inside: str | None = None

    def held(self) -> str:
        """The containment that holds it."""
        return f"contains {self.name.lower()}: {self.name}{'[]' if self.many else ''}"


@dataclass(slots=True)
class Aggregate:
    """An aggregate; `fields` maps names to types as they are written."""

    name: str
    fields: dict[str, str]
    capabilities: list[str] = field(default_factory=list)
    uniques: list[tuple[str, ...]] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    shape: str = ""
    base: str | None = None
    abstract: bool = False
    layout: str = ""
    context: str = "Quay"

    def written(self) -> str:
        """The aggregate as text."""
        head = ("abstract " if self.abstract else "") + f"aggregate {self.name}"
        head += f" extends {self.base}" if self.base else ""
        head += self.shape + self.layout
        head += f" with {', '.join(self.capabilities)}" if self.capabilities else ""
        lines = [f"{name}: {type_}" for name, type_ in self.fields.items()]
        lines += [f"unique ({', '.join(columns)})" for columns in self.uniques]
        names = {part.name for part in self.parts}
        for part in self.parts:
            inner = [other.held() for other in self.parts if other.inside == part.name != other.name]
            inside = "  ".join([*(f"{name}: {type_}" for name, type_ in part.fields.items()), *inner])
            lines.append(f"entity {part.name} {{ {inside} }}")
            if part.inside not in names or part.inside == part.name:
                lines.append(part.held())
        return "\n".join([f"    {head} {{", *(f"      {line}" for line in lines), "    }"])


@dataclass(slots=True)
class Sketch:
    """A model of two modules, and the migration blocks that its history left."""

    aggregates: list[Aggregate] = field(default_factory=list)
    value_objects: dict[str, dict[str, str]] = field(default_factory=dict)
    blocks: list[str] = field(default_factory=list)
    resource: str = ""
    channel: str = ""
    board: dict[str, str] | None = None
    flow: dict[str, str] | None = None

    def signals(self) -> list[str]:
        """An aggregate whose event a projection and a workflow listen to, if they are there."""
        lines = [
            "aggregate Signal { no: int  operation ring() { no := 1  emit Rung { signal: id } } }",
            "event Rung { signal: Signal id }",
            f"channel Bells {{ carries: Rung  {self.channel} }}",
        ]
        if self.board is not None:
            listed = "  ".join(f"{at}: {type_}" for at, type_ in self.board.items())
            on = "on(e: Rung) { signal := e.signal }"
            lines.append(f"projection Board keyed by signal {{ signal: Signal id  {listed}  {on} }}")
        if self.flow is not None:
            listed = "  ".join(f"{at}: {type_}" for at, type_ in self.flow.items())
            lines.append(
                f"workflow Flow {{ signalId: Signal id  {listed}  create(p: Rung) by p.signal {{ }} }}"
            )
        return [f"    {line}" for line in lines]

    def written(self) -> str:
        """The model as text."""
        shared = ["enum Colour { Red, Green, Blue }"]
        for name, fields in self.value_objects.items():
            listed = "  ".join(f"{at}: {type_}" for at, type_ in fields.items())
            shared.append(f"valueobject {name} {{ {listed} }}")
        quay, yard = (
            [aggregate.written() for aggregate in self.aggregates if aggregate.context == context]
            for context in ("Quay", "Yard")
        )
        quay += self.signals() if self.board is not None or self.flow is not None else []
        ledger = [f'migration "m{at}" {{ {step} }}' for at, step in enumerate(self.blocks)]
        return "\n".join(
            [
                *shared,
                "system Port {",
                "  user { id: guid }",
                *("  subdomain Sea { context Quay {", *quay, "  } }"),
                *("  subdomain Land { context Yard {", *yard, "  } }"),
                "  storage pg { type: postgres }",
                f"  resource quayDb {{ for: Quay, kind: state, use: pg{self.resource} }}",
                "  resource yardDb { for: Yard, kind: state, use: pg }",
                "  deployable svc {",
                "    platform: node  contexts: [Quay, Yard]  dataSources: [quayDb, yardDb]  port: 4100",
                "  }",
                "}",
                *ledger,
            ]
        )


def _type(sketch: Sketch, rng: random.Random) -> str:
    targets = [aggregate.name for aggregate in sketch.aggregates]
    kind = rng.random()
    if kind < 0.55 or not targets:
        found = rng.choice(SCALARS)
    elif kind < 0.7:
        found = rng.choice(LISTS)
    elif kind < 0.8:
        found = rng.choice(list(sketch.value_objects))
    elif kind < 0.93:
        found = f"{rng.choice(targets)} id"
    else:
        found = f"{rng.choice(targets)} id[]"
    return found + ("?" if rng.random() < 0.4 else "")


def _scalar(rng: random.Random) -> str:
    return rng.choice(SCALARS) + ("?" if rng.random() < 0.4 else "")


def start(rng: random.Random) -> Sketch:
    """A sketch with a few aggregates."""
    sketch = Sketch()
    sketch.value_objects = {
        name: {at: _scalar(rng) for at in rng.sample(FIELDS, rng.randint(1, 3))} for name in VALUE_OBJECTS
    }
    sketch.aggregates = [Aggregate(name, {}) for name in rng.sample(NAMES, rng.randint(2, 4))]
    for aggregate in sketch.aggregates:
        aggregate.fields = {at: _type(sketch, rng) for at in rng.sample(FIELDS, rng.randint(1, 5))}
        if rng.random() < 0.3:
            aggregate.capabilities = [rng.choice(CAPABILITIES)]
    return sketch


# Edits: each changes the sketch, or leaves it as it is where there is nothing to change


def _add_field(sketch: Sketch, rng: random.Random) -> None:
    rng.choice(sketch.aggregates).fields.setdefault(rng.choice(FIELDS), _type(sketch, rng))


def _add_required_field_with_values(sketch: Sketch, rng: random.Random) -> None:
    aggregate, name = rng.choice(sketch.aggregates), rng.choice(FIELDS)
    if name not in aggregate.fields:
        type_, value = rng.choice((("string", '"none"'), ("int", "7"), ("bool", "true"), ("Colour", "Green")))
        aggregate.fields[name] = type_
        sketch.blocks.append(f"{aggregate.name}.{name} = {value}")


def _drop_field(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.fields:
        name = rng.choice(list(aggregate.fields))
        del aggregate.fields[name]
        aggregate.uniques = [columns for columns in aggregate.uniques if name not in columns]


def _rename_field(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    new = rng.choice(FIELDS)
    if not aggregate.fields or new in aggregate.fields:
        return
    old = rng.choice(list(aggregate.fields))
    aggregate.fields = {new if at == old else at: type_ for at, type_ in aggregate.fields.items()}
    aggregate.uniques = [tuple(new if at == old else at for at in columns) for columns in aggregate.uniques]
    if rng.random() < 0.7:
        sketch.blocks.append(f"{aggregate.name}.{old} -> {new}")


def _change_type(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.fields:
        aggregate.fields[rng.choice(list(aggregate.fields))] = _type(sketch, rng)


def _toggle_optional(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.fields:
        name = rng.choice(list(aggregate.fields))
        type_ = aggregate.fields[name]
        aggregate.fields[name] = type_[:-1] if type_.endswith("?") else type_ + "?"


def _add_aggregate(sketch: Sketch, rng: random.Random) -> None:
    name = rng.choice(NAMES)
    if all(aggregate.name != name for aggregate in sketch.aggregates):
        made = Aggregate(name, {at: _type(sketch, rng) for at in rng.sample(FIELDS, 3)})
        made.shape = rng.choice(SHAPES)
        made.context = rng.choice(("Quay", "Quay", "Yard"))
        sketch.aggregates.append(made)


def _drop_aggregate(sketch: Sketch, rng: random.Random) -> None:
    if len(sketch.aggregates) > 2:
        gone = rng.choice(sketch.aggregates)
        sketch.aggregates.remove(gone)
        for aggregate in sketch.aggregates:
            kept = {at: type_ for at, type_ in aggregate.fields.items() if type_.split()[0] != gone.name}
            aggregate.fields = kept
            aggregate.uniques = [columns for columns in aggregate.uniques if set(columns) <= kept.keys()]


def _rename_aggregate(sketch: Sketch, rng: random.Random) -> None:
    aggregate, new = rng.choice(sketch.aggregates), rng.choice(NAMES)
    if any(other.name == new for other in sketch.aggregates):
        return
    old, aggregate.name = aggregate.name, new
    for other in sketch.aggregates:
        other.base = new if other.base == old else other.base
        for fields in (other.fields, *(part.fields for part in other.parts)):
            for at, type_ in fields.items():
                if type_.split()[0] == old:
                    fields[at] = type_.replace(old, new, 1)
    if rng.random() < 0.7:
        sketch.blocks.append(f"{old} -> {new}")


def _add_unique(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    columns = tuple(at for at in aggregate.fields if rng.random() < 0.5)[:2]
    if columns and columns not in aggregate.uniques:
        aggregate.uniques.append(columns)


def _drop_unique(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.uniques:
        aggregate.uniques.pop()


def _toggle_capability(sketch: Sketch, rng: random.Random) -> None:
    aggregate, name = rng.choice(sketch.aggregates), rng.choice(CAPABILITIES)
    if name in aggregate.capabilities:
        aggregate.capabilities.remove(name)
    else:
        aggregate.capabilities.append(name)


def _change_shape(sketch: Sketch, rng: random.Random) -> None:
    rng.choice(sketch.aggregates).shape = rng.choice(SHAPES)


def _add_part(sketch: Sketch, rng: random.Random) -> None:
    aggregate, name = rng.choice(sketch.aggregates), rng.choice(PARTS)
    taken = {part.name for other in sketch.aggregates for part in other.parts}
    if name not in taken:
        fields = {at: _type(sketch, rng) for at in rng.sample(FIELDS, 2)}
        inside = rng.choice(aggregate.parts).name if aggregate.parts and rng.random() < 0.5 else None
        aggregate.parts.append(Part(name, fields, rng.random() < 0.7, inside))


def _drop_part(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.parts:
        aggregate.parts.remove(rng.choice(aggregate.parts))


def _move_part(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.parts:
        rng.choice(sketch.aggregates).parts.append(aggregate.parts.pop())


def _nest_part(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    if aggregate.parts:
        part = rng.choice(aggregate.parts)
        part.inside = rng.choice(
            [None, *(other.name for other in aggregate.parts if other.inside != part.name)]
        )


def _move_aggregate(sketch: Sketch, rng: random.Random) -> None:
    aggregate = rng.choice(sketch.aggregates)
    aggregate.context = "Yard" if aggregate.context == "Quay" else "Quay"


def _change_value_object(sketch: Sketch, rng: random.Random) -> None:
    fields = rng.choice(list(sketch.value_objects.values()))
    name = rng.choice(FIELDS)
    if name in fields and len(fields) > 1:
        del fields[name]
    else:
        fields[name] = _scalar(rng)


def _change_hierarchy(sketch: Sketch, rng: random.Random) -> None:
    """Put an aggregate under a base, take it out, or change the layout."""
    base = next((aggregate for aggregate in sketch.aggregates if aggregate.abstract), None)
    if base is None:
        free = [name for name in NAMES if all(name != aggregate.name for aggregate in sketch.aggregates)]
        if free:
            sketch.aggregates.append(Aggregate(rng.choice(free), {"label": "string"}, abstract=True))
        return
    if rng.random() < 0.5:
        base.layout = rng.choice(("", " inheritanceUsing: ownTable"))
    other = rng.choice(sketch.aggregates)
    if not other.abstract and not other.shape:
        other.base = base.name if other.base is None else None


def _change_board(sketch: Sketch, rng: random.Random) -> None:
    sketch.board = {at: _type(sketch, rng) for at in rng.sample(FIELDS, 2)} if rng.random() < 0.8 else None


def _change_flow(sketch: Sketch, rng: random.Random) -> None:
    sketch.flow = (
        {at: _optional(_type(sketch, rng)) for at in rng.sample(FIELDS, 2)} if rng.random() < 0.8 else None
    )
    if sketch.flow is not None:
        sketch.flow = {at: type_ for at, type_ in sketch.flow.items() if not type_.endswith(" id?")}


def _optional(type_: str) -> str:
    return type_ if type_.endswith("?") else type_ + "?"


def _change_channel(sketch: Sketch, rng: random.Random) -> None:
    sketch.channel = rng.choice(("", "delivery: queue  retention: work"))


def _change_resource(sketch: Sketch, rng: random.Random) -> None:
    """An index that is asked for, or none; rarely another schema."""
    aggregate = rng.choice(sketch.aggregates)
    columns = [at for at, type_ in aggregate.fields.items() if "[" not in type_ and "Span" not in type_]
    asked = f", index: [{aggregate.name}.{columns[0]}]" if columns and rng.random() < 0.7 else ""
    sketch.resource = asked + (', schema: "docks"' if rng.random() < 0.2 else "")


EDITS = (
    _add_field,
    _add_required_field_with_values,
    _drop_field,
    _rename_field,
    _change_type,
    _toggle_optional,
    _add_aggregate,
    _drop_aggregate,
    _rename_aggregate,
    _add_unique,
    _drop_unique,
    _toggle_capability,
    _change_shape,
    _add_part,
    _drop_part,
    _move_part,
    _nest_part,
    _move_aggregate,
    _change_value_object,
    _change_hierarchy,
    _change_board,
    _change_flow,
    _change_channel,
    _change_resource,
)


def walk(rng: random.Random, steps: int, edits_at_once: int = 3) -> Iterator[tuple[str, Version]]:
    """A model and its successors, `steps` of them at most, each valid: text and resolved model."""
    sketch = start(rng)
    for _ in range(20):
        version = version_of(sketch.written())
        if version is not None:
            break
        sketch = start(rng)
    else:
        return
    yield sketch.written(), version
    for _ in range(steps):
        for _ in range(20):
            tried = copy.deepcopy(sketch)
            for edit in rng.choices(EDITS, k=rng.randint(1, edits_at_once)):
                edit(tried, rng)
            following = version_of(tried.written())
            if following is not None and tried != sketch:
                sketch = tried
                yield sketch.written(), following
                break
