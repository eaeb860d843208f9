"""Wire shapes: what clients see of each aggregate, and the view of a model that answers show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import types as t

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.model.values import Aggregate, Context, Deployable, Model


@dataclass(frozen=True, slots=True)
class WireField:
    """A field as clients see it; `source` is id, property, containment or derived."""

    name: str
    type: str
    optional: bool
    source: str


def wire_shape(aggregate: Aggregate) -> list[WireField]:
    """The wire fields of an aggregate: its id, its fields, its containments, its derived properties.

    Access, defaults, masks, saving shape and event sourcing do not change the list.
    """
    shape = [WireField("id", f"{aggregate.name} id", False, "id")]
    hidden = "dataKey" if "tenantOwned" in aggregate.capabilities else None
    shape += [
        WireField(field.name, t.label(field.type), field.optional, "property")
        for field in aggregate.fields
        if field.name != hidden
    ]
    shape += [
        WireField(
            held.name,
            f"{held.part}[]" if held.many else held.part,
            held.optional and not held.many,
            "containment",
        )
        for held in aggregate.containments
    ]
    shape += [
        WireField(derived.name, t.label(derived.type), isinstance(derived.type, t.OptionalOf), "derived")
        for derived in aggregate.derived
        if derived.name != "inspect"
    ]
    return shape


def manifest(deployables: Iterable[Deployable]) -> list[dict[str, Any]]:
    """Deployables as answers show them: name, platform, port."""
    return [{"name": d.name, "platform": d.platform, "port": d.port} for d in deployables]


def _aggregates(contexts: Iterable[Context]) -> list[dict[str, Any]]:
    return [
        {
            "name": aggregate.name,
            "context": context.name,
            "wire": [
                {"name": f.name, "type": f.type, "optional": f.optional, "source": f.source}
                for f in wire_shape(aggregate)
            ],
        }
        for context in contexts
        for aggregate in context.aggregates
    ]


def model_view(model: Model) -> dict[str, Any]:
    """The model as `loom_read_model` answers it: systems with their aggregates, then the loose contexts."""
    return {
        "systems": [
            {
                "name": system.name,
                "deployables": manifest(system.deployables),
                "aggregates": _aggregates(system.contexts),
            }
            for system in model.systems
        ],
        "contexts": [{"name": context.name, "aggregates": _aggregates([context])} for context in model.loose],
    }
