"""Constructions `Name { ... }`, factories `Agg.create({ ... })`, and the older forms they replace."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing
from loomsmith.ddd.types.kinds import BOOL, Declared, IdOf, Optional, Primitive, Type, is_numeric, show
from loomsmith.ddd.types.members import field_of
from loomsmith.ddd.vocabulary.page_elements import ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.ddd.syntax.node import Node

checks = Family()

_SHOWN = 5
"""How many missing fields a message names."""

Constructible = n.ValueObject | n.Entity | n.Payload


def field_to_fill(
    record: Constructible, name: str, inspection: Inspection
) -> n.Property | n.Containment | None:
    """The field of that name which is given a value when a record is made."""
    declarations = inspection.links.declarations
    return declarations.member(record, name, n.Property) or declarations.member(record, name, n.Containment)


def building_context(node: Node, inspection: Inspection) -> n.Context | None:
    """The context whose records can be built: that around the node, else that of the subject of its test."""
    context = context_of(node)
    if context is None:
        test = enclosing(node, n.TestBlock)
        subject = inspection.links.target_of(test.target) if test is not None else None
        context = context_of(subject) if subject is not None else None
    return context


def is_page_element(node: Node, name: str, inspection: Inspection) -> bool:
    """Whether a name inside a page or component is that of an element or component."""
    ui = enclosing(node, n.Ui)
    if ui is None and enclosing(node, n.Component) is None:
        return False
    return name in ELEMENTS or is_component(node, name, inspection)


def is_component(node: Node, name: str, inspection: Inspection) -> bool:
    """Whether a component of the ui around the node, or one at file level, has the name."""
    declarations = inspection.links.declarations
    return (
        declarations.member(enclosing(node, n.Ui), name, n.Component) is not None
        or declarations.member(inspection.file, name, n.Component) is not None
    )


def constructed(builder: n.Builder, inspection: Inspection) -> Constructible | None:
    """The record that `Name { ... }` makes: of the context around it, or of the file."""
    name = builder.type
    if is_page_element(builder, name, inspection):
        return None
    declarations = inspection.links.declarations
    context = building_context(builder, inspection)
    if context is not None:
        record: Constructible | None = (
            declarations.member(context, name, n.ValueObject)
            or inspection.typing.part_of(context, name)
            or declarations.member(context, name, n.Payload)
        )
        if record is not None and not (isinstance(record, n.Payload) and record.is_union):
            return record
    shared = declarations.member(inspection.file, name, n.ValueObject, n.Payload)
    if isinstance(shared, n.ValueObject) or (isinstance(shared, n.Payload) and not shared.is_union):
        return shared
    return None


@checks.on(n.Builder)
def builders_are_known(builder: n.Builder, inspection: Inspection) -> None:
    name = builder.type
    if not name or constructed(builder, inspection) is not None:
        return
    if name in ELEMENTS or is_component(builder, name, inspection):
        return
    if known_aggregate(builder, name, inspection) is not None:
        message = f"An aggregate is made by one of its creates: write `{name}.create({{ ... }})`."
        inspection.report("loom.aggregate-not-a-builder", anchor(builder, "type"), message)
        return
    message = f"There is no value object, part, payload, component or page element named {name!r} here."
    inspection.report("loom.unknown-builder-type", anchor(builder, "type"), message)


def known_aggregate(node: Node, name: str, inspection: Inspection) -> n.Aggregate | None:
    """An aggregate of the context around the node, else the first of a context at file level."""
    declarations = inspection.links.declarations
    found = declarations.member(building_context(node, inspection), name, n.Aggregate)
    if found is not None:
        return found
    for context in inspection.file.members:
        if isinstance(context, n.Context):
            found = declarations.member(context, name, n.Aggregate)
            if found is not None:
                return found
    return None


@checks.on(n.Builder)
def constructions_are_complete(builder: n.Builder, inspection: Inspection) -> None:
    record = constructed(builder, inspection)
    if record is None:
        return
    for entry in builder.entries:
        if entry.name is not None and field_to_fill(record, entry.name, inspection) is None:
            message = f"{record.name} has no field {entry.name!r}."
            inspection.report("loom.unknown-construction-field", anchor(entry, "name"), message)
    if any(entry.name is None for entry in builder.entries):
        return
    given = {entry.name for entry in builder.entries}
    members: Sequence[Node] = record.fields if isinstance(record, n.Payload) else record.members
    required = (
        member.name
        for member in members
        if isinstance(member, n.Property) and member.name not in given and _is_required(member, inspection)
    )
    missing = list(islice(required, _SHOWN + 1))
    if missing:
        more = " and more" if len(missing) > _SHOWN else ""
        message = f"{record.name} needs {', '.join(missing[:_SHOWN])}{more} as well."
        inspection.report("loom.construction-missing-field", anchor(builder, "type"), message)


def _is_required(field: n.Property, inspection: Inspection) -> bool:
    if field.default is not None or field.provenanced:
        return False
    head = field.type.head
    if head.optional:
        return False
    base = head.base
    return not (
        isinstance(base, n.NamedType) and isinstance(inspection.links.target_of(base.target), n.Entity)
    )


# Older forms


@checks.on(n.Postfix)
def records_are_built_with_braces(chain: n.Postfix, inspection: Inspection) -> None:
    head = chain.head
    if not isinstance(head, n.NameRef) or not chain.suffixes:
        return
    if not isinstance(chain.suffixes[0], n.CallSuffix) or is_page_element(chain, head.name, inspection):
        return
    typing = inspection.typing
    name = head.name
    if typing.own_function(name, typing.environment_at(chain)) is not None:
        return
    declarations = inspection.links.declarations
    context = building_context(chain, inspection)
    shared = declarations.member(inspection.file, name, n.ValueObject, n.Payload)
    if declarations.member(context, name, n.ValueObject) is not None or (
        shared is not None and not (isinstance(shared, n.Payload) and shared.is_union)
    ):
        message = f"A record is made with braces: write `{name} {{ field: value }}`."
        inspection.report("loom.legacy-vo-call", chain, message)
    elif context is not None and typing.part_of(context, name) is not None:
        message = f"A part is made with braces: write `{name} {{ field: value }}`."
        inspection.report("loom.legacy-part-call", chain, message)


# Factories

_SERVER_ACCESS = frozenset({"managed", "token", "internal"})


@checks.on(n.Postfix)
def factories_fill_known_fields(chain: n.Postfix, inspection: Inspection) -> None:
    head, first = chain.head, chain.suffixes[0] if chain.suffixes else None
    if not isinstance(head, n.NameRef) or not isinstance(first, n.MemberSuffix):
        return
    if first.member != "create" or not first.call or len(first.args) != 1:
        return
    literal = first.args[0].value
    if not isinstance(literal, n.Object):
        return
    aggregate = known_aggregate(chain, head.name, inspection)
    if aggregate is None:
        return
    for entry in literal.fields:
        field = field_of(aggregate, entry.name, inspection.links, inherited=True)
        if not isinstance(field, n.Property):
            message = f"{aggregate.name} has no property {entry.name!r}."
            inspection.report("loom.create-unknown-field", anchor(entry, "name"), message)
        elif field.access in _SERVER_ACCESS:
            message = f"{entry.name!r} is {field.access}: it is set by the server, not by who creates."
            inspection.report("loom.create-server-field", anchor(entry, "name"), message)
        else:
            wanted = inspection.typing.member(field)
            found = inspection.typing.type_of(entry.value)
            families = _family(wanted), _family(found)
            if None not in families and families[0] != families[1]:
                message = f"{aggregate.name}.{entry.name} is {show(wanted)}, not {show(found)}."
                inspection.report("loom.create-field-type", entry.value, message)


def _family(kind: Type) -> str | None:
    """Whether values of a type are numbers, truth values or text; `None` for all others."""
    if isinstance(kind, Optional):
        return _family(kind.inner)
    if is_numeric(kind):
        return "number"
    if kind == BOOL:
        return "bool"
    if isinstance(kind, Primitive):
        if kind.name == "money":
            return "number"
        return "text" if kind.name in ("string", "datetime", "guid") else None
    if isinstance(kind, IdOf) or (isinstance(kind, Declared) and isinstance(kind.declaration, n.Enum)):
        return "text"
    return None


# Single rules


@checks.on(n.Postfix)
def what_is_being_created_has_no_id(chain: n.Postfix, inspection: Inspection) -> None:
    first = chain.suffixes[0] if chain.suffixes else None
    if (
        isinstance(chain.head, n.This)
        and isinstance(first, n.MemberSuffix)
        and first.member == "id"
        and enclosing(chain, n.Create) is not None
    ):
        message = "The id is given after the create has run: it cannot be read here."
        inspection.report("loom.this-id-in-create", anchor(first, "member"), message)


@checks.on(n.RetrievalLiteral)
def retrievals_name_a_criterion(literal: n.RetrievalLiteral, inspection: Inspection) -> None:
    where = literal.where
    named = isinstance(where, n.NameRef) or (
        isinstance(where, n.Postfix)
        and isinstance(where.head, n.NameRef)
        and len(where.suffixes) == 1
        and isinstance(where.suffixes[0], n.CallSuffix)
    )
    if not named and not isinstance(where, n.Missing):
        message = "A retrieval names a criterion, with arguments if it takes any; declare one for this."
        inspection.report("loom.retrieval-where-not-criterion", where, message)
