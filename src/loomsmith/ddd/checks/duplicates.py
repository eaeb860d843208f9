"""Names declared twice where one name must mean one thing. The first keeps quiet, each later one is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loomsmith.ddd.syntax.node import Node

checks = Family()


def repeated(declarations: Iterable[Any]) -> Iterator[Any]:
    """Those of some named nodes whose name an earlier one has; nameless ones do not count."""
    seen: set[str] = set()
    for declaration in declarations:
        name = declaration.name
        if name in seen:
            yield declaration
        elif name:
            seen.add(name)


def _report(inspection: Inspection, code: str, found: Iterable[Any], what: str) -> None:
    for declaration in found:
        inspection.report(
            code, anchor(declaration, "name"), f"There is another {what} named {declaration.name!r}."
        )


@checks.on(n.Context)
def one_type_per_name(context: n.Context, inspection: Inspection) -> None:
    types = members_of(context, n.Aggregate, n.ValueObject, n.Event, n.Enum)
    _report(inspection, "loom.duplicate-context-type", repeated(types), f"type in {context.name}")


@checks.on(n.Aggregate, n.ValueObject)
def one_field_per_name(record: n.Aggregate | n.ValueObject, inspection: Inspection) -> None:
    fields = members_of(record, n.Property, n.Derived, n.Containment)
    _report(inspection, "loom.duplicate-field", repeated(fields), f"field in {record.name}")


@checks.on(n.Event)
def one_event_field_per_name(event: n.Event, inspection: Inspection) -> None:
    _report(inspection, "loom.duplicate-field", repeated(event.fields), f"field in {event.name}")


@checks.on(n.Enum)
def one_value_per_name(enum: n.Enum, inspection: Inspection) -> None:
    _report(inspection, "loom.duplicate-enum-value", repeated(enum.values), f"value in {enum.name}")


@checks.on(n.Operation, n.Function, n.Create, n.Destroy, n.Handler)
def one_parameter_per_name(owner: Any, inspection: Inspection) -> None:
    _report(inspection, "loom.duplicate-parameter", repeated(owner.params), "parameter")


@checks.on(n.Context)
def one_handler_per_name(context: n.Context, inspection: Inspection) -> None:
    taken = {
        member.name
        for workflow in members_of(context, n.Workflow)
        for member in workflow.members
        if isinstance(member, n.Handle)
    }
    for handler in members_of(context, n.Handler):
        if handler.name in taken:
            message = f"Another handler of {context.name} is named {handler.name!r}."
            inspection.report("loom.duplicate-handler", anchor(handler, "name"), message)
        elif handler.name:
            taken.add(handler.name)


@checks.on(n.Aggregate)
def one_part_per_name(aggregate: n.Aggregate, inspection: Inspection) -> None:
    parts = repeated(members_of(aggregate, n.Entity))
    _report(inspection, "loom.duplicate-entity-part", parts, f"part in {aggregate.name}")


@checks.on(n.Context)
def payload_names_are_free(context: n.Context, inspection: Inspection) -> None:
    taken = {member.name: "value object" for member in members_of(context, n.ValueObject)}
    taken |= {member.name: "event" for member in members_of(context, n.Event)}
    for payload in members_of(context, n.Payload):
        other = taken.get(payload.name)
        if other is not None:
            message = f"{context.name} has another {other} named {payload.name!r}."
            inspection.report("loom.payload-name-conflict", anchor(payload, "name"), message)
        elif payload.name:
            taken[payload.name] = "payload"


@checks.on(n.Payload)
def one_payload_field_per_name(payload: n.Payload, inspection: Inspection) -> None:
    if isinstance(payload.parent, n.Context):
        fields = repeated(payload.fields)
        _report(inspection, "loom.payload-duplicate-field", fields, f"field in {payload.name}")


@checks.on(n.File)
def part_references_are_clear(_: n.File, inspection: Inspection) -> None:
    owners: dict[str, set[str]] = {}
    for part in inspection.links.declarations.of_kind(n.Entity):
        if isinstance(part.parent, n.Aggregate):
            owners.setdefault(part.name, set()).add(part.parent.name)
    shared = {name: sorted(around)[:2] for name, around in owners.items() if len(around) > 1}
    for identity in inspection.links.declarations.of_kind(n.IdType):
        target = inspection.links.target_of(identity.target)
        if isinstance(target, n.Entity) and target.name in shared:
            first, second = shared[target.name]
            message = f"{target.name!r} is a part of {first} and of {second}: name one of them differently."
            inspection.report("loom.ambiguous-part-ref", identity.target, message)


_SYSTEM_NAMES: tuple[tuple[type[Node], str, str], ...] = (
    (n.Ui, "loom.duplicate-ui", "ui"),
    (n.Api, "loom.duplicate-api", "api"),
    (n.Storage, "loom.duplicate-storage", "storage"),
    (n.Resource, "loom.duplicate-resource", "resource"),
)


@checks.on(n.System)
def one_system_member_per_name(system: n.System, inspection: Inspection) -> None:
    for kind, code, what in _SYSTEM_NAMES:
        members = inspection.links.declarations.in_system(system, kind)
        _report(inspection, code, repeated(members), f"{what} in {system.name}")
