"""Types that may not stand where they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.hints import cut, replace_in_member, replace_property
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.syntax.node import Node, Span

checks = Family()

_BY_IDENTITY = (n.Operation, n.Function, n.Create, n.Destroy)


@checks.on(n.Property, n.UserField, n.Parameter)
def aggregates_are_named_by_id(
    holder: n.Property | n.UserField | n.Parameter, inspection: Inspection
) -> None:
    """An aggregate is no value: fields and parameters hold its id."""
    if isinstance(holder, n.Parameter) and not isinstance(holder.parent, _BY_IDENTITY):
        return
    base = holder.type.head.base
    if not isinstance(base, n.NamedType):
        return
    target = inspection.links.target_of(base.target)
    if not isinstance(target, n.Aggregate):
        return
    hint = None
    if base.span is not None:
        end = base.span[1]
        hint = replace_in_member(holder, f"write `{target.name} id`", [(end, end, " id")])
    message = f"An aggregate is held by its id: write `{target.name} id`."
    inspection.report("loom.bare-aggregate-in-type", base.target, message, hint=hint)


@checks.on(n.SelfIdType)
def self_is_for_capabilities(base: n.SelfIdType, inspection: Inspection) -> None:
    if enclosing(base, n.Capability) is None:
        message = "`Self id` means the host of a capability; outside of one, name the aggregate."
        inspection.report("loom.self-outside-capability", base, message)


def _component_parameter(base: Node) -> bool:
    """Whether a base is the whole type, but for a `?`, of a parameter of a component."""
    atom = base.parent
    written = atom.parent if isinstance(atom, n.TypeAtom) and not atom.array else None
    if not isinstance(written, n.TypeRef) or written.alternatives:
        return False
    return isinstance(written.parent, n.Parameter) and isinstance(written.parent.parent, n.Component)


@checks.on(n.SlotType)
def slots_are_for_components(base: n.SlotType, inspection: Inspection) -> None:
    if not _component_parameter(base):
        message = "Only a parameter of a component can be a slot."
        inspection.report("loom.slot-out-of-position", base, message)


@checks.on(n.ActionType)
def actions_are_for_components(base: n.ActionType, inspection: Inspection) -> None:
    if not _component_parameter(base):
        message = "Only a parameter of a component can be an action."
        inspection.report("loom.action-out-of-position", base, message)
    elif base.arg is not None and isinstance(base.arg.head.base, n.SlotType | n.ActionType):
        message = "An action takes a value; it cannot take a slot or an action."
        inspection.report("loom.action-nested-marker", base.arg, message)


# Carriers


def _may_carry(atom: n.TypeAtom) -> bool:
    """Whether carriers may stand here: in what finds and query handlers return, and in fields of payloads."""
    written = atom.parent
    if not isinstance(written, n.TypeRef):
        return isinstance(written, n.Payload)
    owner = written.parent
    if isinstance(owner, n.Find):
        return True
    if isinstance(owner, n.Handler):
        return owner.kind == "query" and owner.return_type is written
    return isinstance(owner, n.Property) and isinstance(owner.parent, n.Payload)


@checks.on(n.TypeAtom)
def carriers_have_their_place(atom: n.TypeAtom, inspection: Inspection) -> None:
    if not atom.carriers:
        return
    first = anchor(atom, "carriers")
    if not _may_carry(atom):
        message = (
            f"`{atom.carriers[0]}` says how an answer travels: it stands in what finds and query handlers "
            "return, and in the fields of payloads."
        )
        inspection.report("loom.generic-position", first, message)
    if len(atom.carriers) > 1:
        message = "One carrier cannot hold another: keep one of them."
        inspection.report("loom.generic-arg-not-carrier", first, message)
    elif isinstance(atom.base, n.SlotType):
        inspection.report("loom.generic-arg-not-carrier", atom.base, "A slot cannot be carried.")


# Unions


def _may_be_union(written: n.TypeRef) -> bool:
    owner = written.parent
    if isinstance(owner, n.Property):
        return isinstance(owner.parent, n.Payload)
    return isinstance(owner, n.Find | n.Operation | n.ServiceOperation)


def _signature(atom: n.TypeAtom) -> tuple[object, ...]:
    """What makes two alternatives the same."""
    base = atom.base
    name: object = type(base)
    if isinstance(base, n.NamedType | n.IdType):
        name = base.target.text
    elif isinstance(base, n.PrimitiveType):
        name = base.name
    elif isinstance(base, n.ActionType) and base.arg is not None:
        name = _signature(base.arg.head)
    return (type(base), name, tuple(atom.carriers), atom.array, atom.optional)


def _variants(atoms: Iterable[n.TypeAtom], inspection: Inspection) -> None:
    seen: set[tuple[object, ...]] = set()
    for atom in atoms:
        if isinstance(atom.base, n.SlotType):
            message = "A slot is no value and cannot be one of several."
            inspection.report("loom.union-variant-not-carrier", atom.base, message)
        signature = _signature(atom)
        if signature in seen:
            inspection.report("loom.union-duplicate-variant", atom, "This alternative stands here twice.")
        seen.add(signature)


@checks.on(n.TypeRef)
def unions_have_their_place(written: n.TypeRef, inspection: Inspection) -> None:
    if not written.alternatives:
        return
    if not _may_be_union(written):
        message = (
            "Alternatives joined by `or` stand in what finds and operations return and in the fields of "
            "payloads; elsewhere declare `payload X = A | B`."
        )
        inspection.report("loom.union-position", written, message)
    _variants((written.head, *written.alternatives), inspection)


@checks.on(n.Payload)
def payload_variants_differ(payload: n.Payload, inspection: Inspection) -> None:
    if payload.is_union:
        _variants(payload.variants, inspection)


# Parts


@checks.on(n.Property)
def parts_take_no_modifiers(field: n.Property, inspection: Inspection) -> None:
    """A property that holds a part is a containment, and has none of what belongs to values."""
    head = field.type.head
    base = head.base
    if not isinstance(base, n.NamedType) or not isinstance(inspection.links.target_of(base.target), n.Entity):
        return
    for what, where, removed in _modifiers(field):
        hint = replace_property(field, f"drop the {what}", [cut(removed)]) if removed else None
        message = f"{field.name!r} holds a part, which takes no {what}: put it on a field of the part."
        inspection.report("loom.entity-field-modifier", where, message, hint=hint)
    if head.array and head.optional:
        mark = anchor(head, "optional")
        hint = replace_property(field, "drop the `?`", [cut(mark)]) if mark else None
        message = "A list of parts is empty rather than absent: drop the `?`."
        inspection.report("loom.entity-field-optional-collection", field.type, message, hint=hint)


def _modifiers(field: n.Property) -> list[tuple[str, Span | None, Span | None]]:
    """The modifiers of a property in words, each with its place and all that goes with it."""
    found: list[tuple[str, Span | None, Span | None]] = []
    if field.provenanced:
        place = anchor(field, "provenanced")
        found.append(("`provenanced`", place, place))
    if field.access is not None:
        place = anchor(field, "access")
        found.append((f"`{field.access}`", place, place))
    if field.default is not None:
        place = field.default.span
        found.append(("default", place, _from_word(field, "default_sign", place)))
    if field.sensitivity:
        place = anchor(field, "sensitive")
        found.append(("`sensitive`", place, place))
    if field.check is not None:
        place = field.check.span
        removed = _from_word(field, "check_word", place)
        if removed is not None and field.check_message is not None:
            message = anchor(field, "check_message")
            removed = (removed[0], message[1]) if message is not None else removed
        found.append(("`check`", place, removed))
    return found


def _from_word(field: n.Property, name: str, value: Span | None) -> Span | None:
    """The span of a clause from its word or sign to its value."""
    word = field.spans.get(name)
    return (word[0], value[1]) if word is not None and value is not None else None


@checks.on(n.Containment)
def contained_lists_are_not_optional(containment: n.Containment, inspection: Inspection) -> None:
    if containment.many and containment.optional:
        message = "A list of parts is empty rather than absent: drop the `?`."
        inspection.report("loom.containment-optional-collection", anchor(containment, "optional"), message)
