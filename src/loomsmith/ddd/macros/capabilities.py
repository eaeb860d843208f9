"""Capabilities: bundles of fields, filters and stamps that aggregates get copies of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from loomsmith.ddd.macros.build import assign, copy_of, id_of, now, operators, path, primitive, prop
from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.syntax.node import Node, Ref
from loomsmith.ddd.syntax.nodes import (
    Capability,
    Filter,
    IdType,
    Property,
    SelfIdType,
    Stamp,
    TypeAtom,
    TypeRef,
    Unary,
)
from loomsmith.ddd.syntax.references import IDENTITY

VERSIONED = "versioned"


def _auditable() -> list[Node]:
    return [
        prop("createdAt", primitive("datetime"), "managed"),
        prop("updatedAt", primitive("datetime"), "managed"),
        prop("createdBy", id_of("User"), "managed"),
        prop("updatedBy", id_of("User"), "managed"),
        Stamp("onCreate", [assign("createdAt", now()), assign("createdBy", path("currentUser"))]),
        Stamp("onUpdate", [assign("updatedAt", now()), assign("updatedBy", path("currentUser"))]),
    ]


def _soft_deletable() -> list[Node]:
    return [
        prop("isDeleted", primitive("bool"), "internal"),
        prop("deletedAt", primitive("datetime", optional=True), "managed"),
        Filter(Unary("!", path("this.isDeleted"))),
    ]


def _tenant_owned() -> list[Node]:
    tenant, unit = path("currentUser.tenantId"), path("currentUser.orgPath")
    return [
        prop("tenantId", primitive("string"), "internal"),
        prop("dataKey", primitive("string", optional=True), "internal"),
        Stamp("onCreate", [assign("tenantId", tenant), assign("dataKey", unit)]),
        Filter(operators(path("this.tenantId"), ("==", path("currentUser.tenantId")))),
    ]


def _tenant_registry() -> list[Node]:
    own_id = TypeRef(TypeAtom(SelfIdType(), optional=True))
    return [
        prop("parent", own_id, "immutable"),
        prop("dataKey", primitive("string", optional=True), "managed"),
    ]


def _versioned() -> list[Node]:
    return [prop("version", primitive("int"), "token", 1)]


_BUILT_IN: Mapping[str, Callable[[], list[Node]]] = {
    "auditable": _auditable,
    "softDeletable": _soft_deletable,
    "tenantOwned": _tenant_owned,
    "tenantRegistry": _tenant_registry,
    VERSIONED: _versioned,
}


@cache
def built_in() -> Mapping[str, Capability]:
    """The capabilities that every file has, unless it declares others of these names."""
    return {name: Capability(name, members()) for name, members in _BUILT_IN.items()}


def capability_named(name: str, directory: Directory) -> Capability | None:
    """The capability that a name means: a declared one before a built-in one."""
    return directory.capabilities.get(name) or built_in().get(name)


def copies_for(capability: Capability, aggregate: str) -> list[Node]:
    """Copies of the members of a capability, `Self id` made the identity of `aggregate`."""
    if is_built_in(capability):
        copies = _BUILT_IN[capability.name]()  # building them is quicker than copying
    else:
        copies = [copy_of(member) for member in capability.members]
    for copied in copies:
        if isinstance(copied, Property):
            for atom in (copied.type.head, *copied.type.alternatives):
                if isinstance(atom.base, SelfIdType):
                    atom.base = IdType(Ref(aggregate, IDENTITY))
                    atom.base.parent = atom
    return copies


def is_built_in(capability: Capability) -> bool:
    """Whether a capability is one that every file has."""
    return built_in().get(capability.name) is capability


def version_of(members: list[Node]) -> Property | None:
    """The property `version` among the members of an aggregate."""
    return next(
        (member for member in members if isinstance(member, Property) and member.name == "version"), None
    )
