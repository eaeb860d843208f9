"""What a change of the model means to clients: the two wire contracts compared, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.evolution.migrations import BREAKS_DATA, COMPATIBLE
from loomsmith.ddd.evolution.wire_spec import BUCKETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.evolution.wire_spec import Property, Shape, WireSpec

BREAKS_CLIENTS = "breaking-for-clients"

BREAKING = {
    "entity-removed": True,
    "entity-added": False,
    "property-removed": True,
    "property-added-required": True,
    "property-added-optional": False,
    "property-type-changed": True,
    "property-made-required": True,
    "property-made-optional": False,
    "enum-member-removed": True,
    "enum-member-added": False,
}
"""Every kind of change, and whether it breaks clients."""


@dataclass(frozen=True, slots=True)
class WireChange:
    """One change; `before` and `after` are type tags, or `optional` and `required`."""

    entity: str
    kind: str
    detail: str
    field: str | None = None
    before: str | None = None
    after: str | None = None

    @property
    def breaking(self) -> bool:
        """Whether it breaks clients."""
        return BREAKING[self.kind]

    @property
    def also(self) -> tuple[str, ...]:
        """Further classes: rows may hold an enum member that is gone."""
        return (BREAKS_DATA,) if self.kind == "enum-member-removed" else ()

    def to_json(self) -> dict[str, Any]:
        """The change as answers show it."""
        found: dict[str, Any] = {"entity": self.entity}
        if self.field is not None:
            found["field"] = self.field
        found |= {
            "kind": self.kind,
            "breaking": self.breaking,
            "class": BREAKS_CLIENTS if self.breaking else COMPATIBLE,
        }
        if self.also:
            found["also"] = list(self.also)
        if self.before is not None:
            found["from"] = self.before
        if self.after is not None:
            found["to"] = self.after
        return found | {"detail": self.detail}


def wire_changes(before: WireSpec, after: WireSpec) -> list[WireChange]:
    """Every change between two wire contracts, in the order of buckets, entities and fields."""
    found: list[WireChange] = []
    for bucket in BUCKETS:
        old, new = before.buckets.get(bucket, {}), after.buckets.get(bucket, {})
        for key in sorted(old.keys() | new.keys(), key=_code_units):
            entity = f"{bucket} {key}"
            if key not in new:
                found.append(WireChange(entity, "entity-removed", f"Clients no longer get {entity}."))
            elif key not in old:
                found.append(WireChange(entity, "entity-added", f"Clients can read {entity} from now on."))
            else:
                found += _property_changes(entity, old[key], new[key])
    found += _enum_changes(before.enums, after.enums)
    return found


def _property_changes(entity: str, old: Shape, new: Shape) -> Iterator[WireChange]:
    for name in sorted(old.keys() | new.keys(), key=_code_units):
        before, after = old.get(name), new.get(name)
        if before is None and after is not None:
            yield _added(entity, name, after)
        elif after is None and before is not None:
            detail = f"{entity} no longer has {name}."
            yield WireChange(entity, "property-removed", detail, name, before=before.tag)
        elif before is not None and after is not None:
            if before.type != after.type:
                detail = f"{name} of {entity} is {after.tag}, and was {before.tag}."
                yield WireChange(entity, "property-type-changed", detail, name, before.tag, after.tag)
            if before.required != after.required:
                words = ("optional", "required")
                was, now = words[before.required], words[after.required]
                detail = f"{name} of {entity} is {now}, and was {was}."
                yield WireChange(entity, f"property-made-{now}", detail, name, was, now)


def _added(entity: str, name: str, added: Property) -> WireChange:
    word = "required" if added.required else "optional"
    detail = f"{entity} has {name} from now on, {word}."
    return WireChange(entity, f"property-added-{word}", detail, name, after=added.tag)


def _enum_changes(
    before: dict[str, tuple[str, ...]], after: dict[str, tuple[str, ...]]
) -> Iterator[WireChange]:
    for name in sorted(before.keys() & after.keys(), key=_code_units):
        old, new = set(before[name]), set(after[name])
        for member in sorted(old ^ new, key=_code_units):
            kind = "enum-member-removed" if member in old else "enum-member-added"
            says = f"{member} is gone from" if member in old else f"{member} is new in"
            yield WireChange(f"enum {name}", kind, f"{says} enum {name}.", member)


def _code_units(text: str) -> bytes:
    """The order of UTF-16 code units."""
    return text.encode("utf-16-be", errors="surrogatepass")
