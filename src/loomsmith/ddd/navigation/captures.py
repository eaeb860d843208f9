"""What a new name runs into: declarations beside the renamed one, and names that would change sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import DECLARATIONS, own_name
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, children, references
from loomsmith.ddd.vocabulary.intrinsics import MAGIC_NAMES, PRELUDE
from loomsmith.ddd.vocabulary.page_elements import ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.types.resolution import Resolution, Use

# Seen from the whole file by their bare names.
_SHARED = (n.Aggregate, n.Entity, n.ValueObject, n.Enum, n.DomainService, n.Context)
# What a brace may follow: their names compete with those of page elements.
_BUILT = (n.ValueObject, n.Entity, n.Payload, n.Component, n.Aggregate)
_NAMED = (DECLARATIONS | {n.Parameter, n.UserField}) - {n.TestBlock, n.TestE2E, n.Migration}
_BUILT_IN = frozenset({*MAGIC_NAMES, *PRELUDE})


def in_the_way(node: Node, name: str, links: Links, resolution: Resolution) -> list[Node] | None:
    """The nodes that keep `node` from being called `name`; None if nothing does.

    The list is empty where a name of the language itself is in the way.
    """
    beside = [
        other
        for other in _beside(node, links)
        if other is not node and type(other) in _NAMED and own_name(other) == name
    ]
    if beside:
        return beside
    if name == "currentUser":
        return []
    uses = resolution.uses_of(node)
    lost = [found for use in uses for found in _hidden(use, node, name, links, resolution)]
    if lost:
        return lost
    if isinstance(node, _BUILT) and name in ELEMENTS:
        builders = links.nodes.get(n.Builder, ())
        if any(builder.type in (name, own_name(node)) for builder in builders):
            return []
    return _captured(node, name, links, resolution)


# Declarations of one scope


def _beside(node: Node, links: Links) -> Iterator[Node]:
    """The declarations among which a name must be the only one of its kind."""
    parent = node.parent
    if isinstance(node, n.EnumValue):
        context = context_of(node)
        enums = [m for m in (context or links.file).members if isinstance(m, n.Enum)]
        for enum in enums:
            yield from enum.values
    elif isinstance(parent, n.State):
        yield from _page_names(parent.parent)
    elif isinstance(parent, n.Aggregate):
        for relative in _family(parent, links):
            yield from relative.members
    elif parent is not None:
        yield from children(parent)
    if isinstance(parent, n.System | n.File):
        # Of a single system those at the root of the file are members too.
        system = links.declarations.single_system
        if system is not None:
            yield from system.members
            yield from links.file.members
    if isinstance(node, n.Context | n.Subdomain):
        yield from links.nodes.get(type(node), ())
    if isinstance(node, _SHARED):
        for kind in _SHARED:
            for other in links.nodes.get(kind, ()):
                if context_of(other) is context_of(node) or links.references_to(other):
                    yield other


def _page_names(owner: Node | None) -> Iterator[Node]:
    if owner is None:
        return
    for child in children(owner):
        if isinstance(child, n.State):
            yield from child.fields
        else:
            yield child


def _family(aggregate: n.Aggregate, links: Links) -> list[n.Aggregate]:
    """An aggregate with all that it extends and all that extend it: their members see each other."""
    family = [aggregate]
    base = links.target_of(aggregate.extends)
    while isinstance(base, n.Aggregate) and base not in family:
        family.append(base)
        base = links.target_of(base.extends)
    below = [aggregate]
    while below:
        current = below.pop()
        for other in links.nodes.get(n.Aggregate, ()):
            if links.target_of(other.extends) is current and other not in family:
                family.append(other)
                below.append(other)
    return family


# Uses of the declaration that would come to mean something else


def _hidden(use: Use, node: Node, name: str, links: Links, resolution: Resolution) -> Iterator[Node]:
    """What `name` means already where the declaration is used."""
    for field, ref in references(use.node):
        if ref.span is None or not ref.span[0] <= use.span[0] < ref.span[1]:
            continue
        found = links.would_mean(use.node, field, _with_segment(ref, use, name))
        if found is not None and found is not node:
            yield found
        return
    if isinstance(use.node, n.Builder):
        found = links.declarations.member(context_of(use.node), name, *_BUILT)
        if found is not None:
            yield found
        return
    if isinstance(use.node, n.NameRef) or _is_head(use):
        for found in resolution.typing.scopes.levels(use.node, name):
            if found is not None:
                yield found
                return


def _is_head(use: Use) -> bool:
    """Whether a use is the first name of an assignment or call statement."""
    if not isinstance(use.node, n.AssignOrCall):
        return False
    spans = use.node.spans.get("path") or [None]
    return bool(spans[0] == use.span)


def _with_segment(ref: Ref, use: Use, name: str) -> str:
    """The text of a reference with the segment of the use exchanged."""
    if not ref.segments:
        return name
    parts = ref.text.split(".")
    return ".".join(
        name if span == use.span else part for span, part in zip(ref.segments, parts, strict=True)
    )


# Uses of something else that would come to mean the declaration


def _captured(node: Node, name: str, links: Links, resolution: Resolution) -> list[Node] | None:
    """What is called `name` elsewhere and would lose that use to the declaration; None if nothing would."""
    old = own_name(node)
    found: list[Node] = []
    built_in = False
    for place in links.nodes.get(n.NameRef, ()):
        if place.name == name and place.span is not None:
            meant = resolution.at(place, "name")
            if _wins(node, old, name, place, resolution):
                built_in = built_in or (meant is None and name in _BUILT_IN)
                found += [meant] if meant is not None else []
    for statement in links.nodes.get(n.AssignOrCall, ()):
        if statement.path[0] == name and statement.span is not None:
            meant = resolution.at(statement, "path", 0)
            if meant is not None and _wins(node, old, name, statement, resolution):
                found.append(meant)
    if isinstance(node, _BUILT):
        for builder in links.nodes.get(n.Builder, ()):
            meant = resolution.at(builder, "type") if builder.type == name else None
            if meant is not None and context_of(builder) is context_of(node):
                found.append(meant)
    for holder, field, ref in _references_named(name, links):
        text = ".".join(old if part == name else part for part in ref.text.split("."))
        if links.would_mean(holder, field, text) is node:
            found.append(links.target_of(ref) or holder)
    if isinstance(node, n.Capability):
        found += [call for call in links.nodes.get(n.MacroCall, ()) if call.name == name]
        found += [member for member in links.nodes.get(n.Implements, ()) if member.capability == name]
    return found or ([] if built_in else None)


def _wins(node: Node, old: str, name: str, place: Node, resolution: Resolution) -> bool:
    """Whether the declaration, were it called `name`, would be nearer to a place than what `name` means."""
    scopes = resolution.typing.scopes
    for ours, theirs in zip(scopes.levels(place, old), scopes.levels(place, name), strict=True):
        if ours is node:
            return True
        if theirs is not None:
            return False
    return False


def _references_named(name: str, links: Links) -> Iterator[tuple[Node, str, Ref]]:
    """The written references with a segment `name`, those that mean nothing included."""
    for ref, holder in links.holders.items():
        if ref.span is not None and holder.span is not None and name in ref.text.split("."):
            field = next((field for field, other in references(holder) if other is ref), None)
            if field is not None:
                yield holder, field, ref
    for holder, field, ref in links.unresolved:
        if ref.span is not None and holder.span is not None and name in ref.text.split("."):
            yield holder, field, ref
