"""The outline of a model: its systems, contexts and their declarations, as addresses.

    {"systems":  [{"name", "contexts": [CONTEXT], "deployables": [address]}],
     "contexts": [CONTEXT]}
    CONTEXT = {"name", "aggregates": [DECLARATION], "valueObjects": [DECLARATION], "workflows": [address],
               "pages": [], "enums": [address], "events": [address], "repositories": [address]}
    DECLARATION = {"node": address, "members": [address]}

Everything stands in document order, members that macros added after the written ones. A declaration whose
name could not be read is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import address, addressed
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.syntax.node import Node

    Json = dict[str, object]

_LISTS: dict[type[Node], str] = {
    n.Aggregate: "aggregates",
    n.ValueObject: "valueObjects",
    n.Workflow: "workflows",
    n.Enum: "enums",
    n.Event: "events",
    n.Repository: "repositories",
}
_WITH_MEMBERS = (n.Aggregate, n.ValueObject)


def outline(file: n.File) -> Json:
    """The outline of an expanded file, in the shape that the module describes. Any tree has one."""
    return {
        "systems": [
            _system(system) for system in file.members if isinstance(system, n.System) and system.name
        ],
        "contexts": [_context(context) for context in members_of(file, n.Context) if context.name],
    }


def contexts_of(system: n.System) -> Iterator[n.Context]:
    """The contexts of a system and of its subdomains, in member order."""
    for member in system.members:
        if isinstance(member, n.Context):
            yield member
        elif isinstance(member, n.Subdomain):
            yield from members_of(member, n.Context)


def addressed_members(owner: n.Aggregate | n.ValueObject) -> Iterator[tuple[str, Node]]:
    """The direct members that have an address of their own, each with it; duplicates stay."""
    own = address(owner)
    return ((found, member) for found, member in addressed(owner.members) if found != own)


def _system(system: n.System) -> Json:
    deployables = [member for member in system.members if isinstance(member, n.Deployable) and member.name]
    return {
        "name": system.name,
        "contexts": [_context(context) for context in contexts_of(system) if context.name],
        "deployables": [address(deployable) for deployable in deployables],
    }


def _context(context: n.Context) -> Json:
    lists: dict[str, list[object]] = {
        "aggregates": [],
        "valueObjects": [],
        "workflows": [],
        "pages": [],
        "enums": [],
        "events": [],
        "repositories": [],
    }
    for member in context.members:
        key = _LISTS.get(type(member))
        if key is None or not getattr(member, "name", ""):
            continue
        if isinstance(member, _WITH_MEMBERS):
            lists[key].append(
                {"node": address(member), "members": [found for found, _ in addressed_members(member)]}
            )
        else:
            lists[key].append(address(member))
    return {"name": context.name, **lists}
