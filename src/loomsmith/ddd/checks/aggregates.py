"""The structure of aggregates: how they begin and end, what is shown and kept, and how events change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.hints import cut, insert_in_header, replace_property
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.syntax.node import Node

checks = Family()


def keyword(node: Node, word: str) -> tuple[int, int] | None:
    """The offsets of the keyword that a node starts with."""
    return (node.span[0], node.span[0] + len(word)) if node.span is not None else None


# Creates and destroys

_LIFECYCLE: tuple[tuple[type[n.Create | n.Destroy], str], ...] = (
    (n.Create, "create"),
    (n.Destroy, "destroy"),
)


@checks.on(n.Aggregate)
def lifecycle_names_differ(aggregate: n.Aggregate, inspection: Inspection) -> None:
    for kind, word in _LIFECYCLE:
        seen: set[str | None] = set()
        for member in members_of(aggregate, kind):
            name = member.name or None
            if name in seen and name is None:
                message = f"{aggregate.name} has another `{word}` without a name: name one of them."
                inspection.report(f"loom.canonical-{word}-conflict", keyword(member, word), message)
            elif name in seen:
                message = f"{aggregate.name} has another `{word} {name}`."
                inspection.report(f"loom.{word}-name-conflict", anchor(member, "name"), message)
            seen.add(name)


@checks.on(n.Aggregate)
def audited_aggregates_have_commands(aggregate: n.Aggregate, inspection: Inspection) -> None:
    if not aggregate.audited:
        return
    if not any(
        isinstance(member, n.Create | n.Destroy) or (isinstance(member, n.Operation) and not member.private)
        for member in aggregate.members
    ):
        message = f"{aggregate.name} has no public operation, create or destroy that could be audited."
        inspection.report("loom.audited-no-commands", anchor(aggregate, "audited"), message)


# What is shown


_SHOWN = ("display", "inspect")


def _is_string(written: n.TypeRef) -> bool:
    return isinstance(written.head.base, n.PrimitiveType) and written.head.base.name == "string"


@checks.on(n.Aggregate)
def shown_values_are_text(aggregate: n.Aggregate, inspection: Inspection) -> None:
    seen: set[str] = set()
    for field in members_of(aggregate, n.Derived):
        if field.name not in _SHOWN:
            continue
        if not _is_string(field.type):
            message = f"`derived {field.name}` says how {aggregate.name} is shown: it is a string."
            inspection.report(f"loom.derived-{field.name}-not-string", field.type, message)
        if field.name in seen:
            message = f"{aggregate.name} has another `derived {field.name}`."
            inspection.report(f"loom.derived-{field.name}-duplicate", anchor(field, "name"), message)
        seen.add(field.name)


@checks.on(n.ValueObject)
def value_objects_are_not_shown(record: n.ValueObject, inspection: Inspection) -> None:
    for field in members_of(record, n.Derived):
        if field.name in _SHOWN:
            place = keyword(field, "derived")
            hint = replace_property(field, "make it a property", [cut(place)]) if place else None
            message = f"`{field.name}` says how an aggregate is shown; a value object has none."
            inspection.report("loom.reserved-derived-on-vo", anchor(field, "name"), message, hint=hint)


# Access, provenance and keys


@checks.on(n.Property)
def tokens_are_always_there(field: n.Property, inspection: Inspection) -> None:
    head = field.type.head
    if field.access != "token" or not head.optional or not isinstance(field.parent, n.Aggregate):
        return
    mark = anchor(head, "optional")
    hint = replace_property(field, "drop the `?`", [cut(mark)]) if mark and head.span else None
    message = "A token is compared at every write: it cannot be absent."
    inspection.report("loom.token-nullable", anchor(field, "access"), message, hint=hint)


@checks.on(n.Aggregate)
def provenanced_fields_are_written(aggregate: n.Aggregate, inspection: Inspection) -> None:
    kept = [field for field in members_of(aggregate, n.Property) if field.provenanced]
    if not kept or any(operation.extern for operation in members_of(aggregate, n.Operation)):
        return
    written = {
        node.path[0]
        for member in aggregate.members
        if not isinstance(member, n.Property | n.Derived | n.Containment)
        for node in walk(member)
        if isinstance(node, n.AssignOrCall) and node.op is not None and len(node.path) == 1
    }
    for field in kept:
        if field.name not in written:
            message = f"Nothing ever assigns {field.name!r}, so that it has no provenance."
            inspection.report("loom.provenanced-never-written", anchor(field, "provenanced"), message)


@checks.on(n.Unique)
def unique_columns_exist(unique: n.Unique, inspection: Inspection) -> None:
    aggregate = unique.parent
    if not isinstance(aggregate, n.Aggregate):
        return
    if aggregate.persisted_as == "eventLog" or aggregate.shape in ("document", "embedded"):
        message = f"{aggregate.name} has no table of its own in which values could be unique."
        inspection.report("loom.unique-on-event-sourced", unique, message)
        return
    seen: set[str] = set()
    for place, column in enumerate(unique.columns):
        where = anchor(unique, "columns", place)
        if column in seen:
            inspection.report("loom.unique-duplicate-column", where, f"{column!r} is listed before.")
            continue
        seen.add(column)
        field = inspection.links.declarations.member(aggregate, column, n.Property)
        if field is None:
            message = f"{aggregate.name} has no property {column!r}."
            inspection.report("loom.unique-unknown-field", where, message)
        elif field.type.head.array:
            message = f"{column!r} is a list, and lists cannot be unique."
            inspection.report("loom.unique-collection-field", where, message)


# Event sourcing


@checks.on(n.Aggregate)
def event_sourcing_holds_together(aggregate: n.Aggregate, inspection: Inspection) -> None:
    appliers = members_of(aggregate, n.Apply)
    if aggregate.persisted_as != "eventLog":
        for applier in appliers:
            hint = None
            if aggregate.persisted_as is None and not aggregate.with_calls:
                hint = insert_in_header(aggregate, "persistedAs: eventLog")
            message = f"{aggregate.name} keeps no events: it has nothing to apply."
            inspection.report("loom.applier-on-non-event-sourced", applier, message, hint=hint)
        return
    for create in members_of(aggregate, n.Create)[1:]:
        message = f"{aggregate.name} keeps events, which begin in one way: it can have one create."
        inspection.report("loom.event-sourced-multiple-creates", create, message)
    applied = repeated_events("loom.duplicate-applier", "`apply`", appliers, inspection)
    commands = members_of(aggregate, n.Operation, n.Create, n.Destroy)
    codes = "loom.event-sourced-command-mutation", "loom.emitted-event-no-applier"
    _events_alone_change_state(commands, applied, codes, inspection)
    for applier in appliers:
        for statement in applier.body:
            if isinstance(statement, n.Emit | n.Precondition) or (
                isinstance(statement, n.AssignOrCall) and statement.op is None
            ):
                message = "An `apply` only assigns: it runs again whenever the events are read."
                inspection.report("loom.applier-impure", statement, message)


def repeated_events(code: str, what: str, handlers: list[Any], inspection: Inspection) -> set[str]:
    """Tell each handler of an event that several handle; the names of all events handled."""
    counts: dict[str, int] = {}
    for handler in handlers:
        counts[handler.event.text] = counts.get(handler.event.text, 0) + 1
    for handler in handlers:
        if counts[handler.event.text] > 1:
            message = f"There is more than one {what} for {handler.event.text!r}."
            inspection.report(code, handler.event, message)
    return set(counts)


def _events_alone_change_state(
    commands: Iterable[Any], applied: set[str], codes: tuple[str, str], inspection: Inspection
) -> None:
    """Tell direct assignments by the first code, and emitted events that nothing applies by the second."""
    assigned, unapplied = codes
    for command in commands:
        for statement in command.body:
            if isinstance(statement, n.AssignOrCall) and statement.op is not None:
                message = "State changes by events alone: emit one, and assign in its `apply`."
                inspection.report(assigned, statement, message)
            elif isinstance(statement, n.Emit) and statement.event.text not in applied:
                name = statement.event.text
                message = f"Nothing applies {name!r}: add `apply(e: {name})`."
                inspection.report(unapplied, statement, message)


# Workflows


@checks.on(n.Workflow)
def workflows_hold_together(workflow: n.Workflow, inspection: Inspection) -> None:
    handlers = members_of(workflow, n.EventHandler)
    repeated_events("loom.on-duplicate-subscription", "`on`", handlers, inspection)
    appliers = members_of(workflow, n.Apply)
    if workflow.transactional:
        for member in members_of(workflow, n.EventHandler, n.Handle):
            message = "A transactional workflow runs from beginning to end at once: it has no continuations."
            inspection.report("loom.transactional-with-continuations", member, message)
    if not workflow.event_sourced:
        for applier in appliers:
            hint = None
            if not workflow.transactional and workflow.requires is None:
                hint = insert_in_header(workflow, "eventSourced")
            message = f"{workflow.name} is not eventSourced: it has nothing to apply."
            inspection.report("loom.workflow-applier-on-non-event-sourced", applier, message, hint=hint)
        return
    applied = repeated_events("loom.workflow-duplicate-applier", "`apply`", appliers, inspection)
    codes = "loom.workflow-event-sourced-mutation", "loom.workflow-emitted-event-no-applier"
    _events_alone_change_state(members_of(workflow, n.EventHandler, n.Handle), applied, codes, inspection)
