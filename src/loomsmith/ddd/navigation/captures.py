"""What a new name runs into: declarations beside the renamed one, and names that would change sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import DECLARATIONS, own_name
from loomsmith.ddd.model.lower_reads import AGGREGATIONS
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.navigation.dependants import looked_for
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, children, members_of
from loomsmith.ddd.vocabulary.intrinsics import MAGIC_NAMES, PRELUDE
from loomsmith.ddd.vocabulary.naming import plural, snake
from loomsmith.ddd.vocabulary.page_elements import ELEMENTS
from loomsmith.ddd.vocabulary.platforms import PLATFORMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.types.resolution import Resolution, Use

# Seen from the whole file by their bare names.
_SHARED = (n.Aggregate, n.Entity, n.ValueObject, n.Enum, n.DomainService, n.Context)
# What a brace may follow: their names compete with those of page elements.
_BUILT = (n.ValueObject, n.Entity, n.Payload, n.Component, n.Aggregate)
_MACRO_ARGUMENTS = (n.Aggregate, n.Context, n.Subdomain, n.Workflow, n.Criterion)
_NAMED = (DECLARATIONS | {n.Parameter, n.UserField}) - {n.TestBlock, n.TestE2E, n.Migration}
# Names that the language has given away for declarations of a kind.
_TAKEN: dict[type[Node], frozenset[str]] = {
    n.Find: frozenset(name for platform in PLATFORMS.values() for name in platform.find_names),
    n.Layout: frozenset({"default", "none"}),
    n.UiFunction: frozenset(ELEMENTS),
}
_BUILT_IN = frozenset({*MAGIC_NAMES, *PRELUDE})


def in_the_way(node: Node, name: str, links: Links, resolution: Resolution) -> list[Node] | None:
    """The nodes that keep `node` from being called `name`; None if nothing does.

    The list is empty where a name of the language itself is in the way.
    """
    beside = [
        other
        for other in _beside(node, links, resolution)
        if other is not node and type(other) in _NAMED and _same(other, name)
    ]
    if isinstance(node, n.Workflow):
        # A workflow is not called like a repository either, written or implied.
        beside += [
            other
            for other in links.nodes.get(n.Aggregate, ())
            if f"{other.name}s" == name and context_of(other) is context_of(node)
        ]
    taken = name in _TAKEN.get(type(node), ())
    if (taken or looked_for(node, name)) and node.parent is not None:
        beside.append(node.parent)
    if beside:
        return beside
    if name == "currentUser":
        return []
    uses = resolution.uses_of(node)
    if name in _BUILT_IN and not isinstance(node, n.Function) and any(map(_is_bare, uses)):
        return []
    lost = [found for use in uses for found in _hidden(use, node, name, links, resolution)]
    if lost:
        return lost
    if isinstance(node, _BUILT) and name in ELEMENTS:
        builders = links.nodes.get(n.Builder, ())
        if any(builder.type in (name, own_name(node)) for builder in builders):
            return []
    return _captured(node, name, links, resolution)


# Declarations of one scope


def _same(other: Node, name: str) -> bool:
    """Whether a declaration has that name, or another from which the same table or service name is made."""
    own = own_name(other)
    if isinstance(other, n.Aggregate):
        return snake(plural(own)) == snake(plural(name))
    if isinstance(other, n.Deployable):
        return snake(own) == snake(name)
    return own == name


def _beside(node: Node, links: Links, resolution: Resolution) -> Iterator[Node]:
    """The declarations among which a name must be the only one of its kind."""
    parent = node.parent
    if isinstance(node, n.EnumValue):
        context = context_of(node)
        enums = members_of(context or links.file, n.Enum)
        for enum in enums:
            yield from enum.values
    elif isinstance(parent, n.State):
        yield from _page_names(parent.parent)
    elif isinstance(parent, n.Aggregate):
        for relative in family(parent, links):
            yield from relative.members
        context = context_of(node)
        yield from (r for r in links.nodes.get(n.Resource, ()) if links.target_of(r.context) is context)
    elif parent is not None:
        yield from children(parent)
    if isinstance(parent, n.Capability):
        # Its fields stand among those of each aggregate that has it.
        for given in links.nodes.get(n.Property, ()):
            if given.span is None and resolution.as_written(given) is node and given.parent is not None:
                yield from given.parent.members
    if isinstance(parent, n.System | n.File):
        # Of a single system those at the root of the file are members too.
        system = links.declarations.single_system
        if system is not None:
            yield from system.members
            yield from links.file.members
    if isinstance(node, n.Resource):
        # Inside its context the name of a resource hides all others.
        hidden_in = links.target_of(node.context)
        for bound in (n.Property, n.Containment, n.Derived, n.Parameter):
            yield from (m for m in links.nodes.get(bound, ()) if context_of(m) is hidden_in)
    if isinstance(node, n.Context | n.Subdomain):
        yield from links.nodes.get(type(node), ())
    if isinstance(node, _SHARED):
        for kind in _SHARED:
            for other in links.nodes.get(kind, ()):
                everywhere = isinstance(node, n.Aggregate) and isinstance(other, n.Aggregate)
                if everywhere or context_of(other) is context_of(node) or links.references_to(other):
                    yield other


def _page_names(owner: Node | None) -> Iterator[Node]:
    if owner is None:
        return
    for child in children(owner):
        if isinstance(child, n.State):
            yield from child.fields
        else:
            yield child


def family(aggregate: n.Aggregate, links: Links) -> list[n.Aggregate]:
    """An aggregate with all that it extends and all that extend it: their members see each other."""
    heirs: dict[Node, list[n.Aggregate]] = {}
    for other in links.nodes.get(n.Aggregate, ()):
        base = links.target_of(other.extends)
        if base is not None:
            heirs.setdefault(base, []).append(other)
    # As keys, so that each stands there once.
    found = {aggregate: None}
    base = links.target_of(aggregate.extends)
    while isinstance(base, n.Aggregate) and base not in found:
        found[base] = None
        base = links.target_of(base.extends)
    below = [aggregate]
    while below:
        for heir in heirs.get(below.pop(), ()):
            if heir not in found:
                found[heir] = None
                below.append(heir)
    return list(found)


# Uses of the declaration that would come to mean something else


def _hidden(use: Use, node: Node, name: str, links: Links, resolution: Resolution) -> Iterator[Node]:
    """What `name` means already where the declaration is used."""
    if use.field in type(use.node).REF_FIELDS:
        found = links.would_mean(use.node, use.field, _exchanged(_reference(use), use.segment, name))
        if found is not None and found is not node:
            yield found
    elif isinstance(use.node, n.Builder):
        found = resolution.typing.built(use.node, name)
        if found is not None:
            yield found
    elif isinstance(use.node, n.MacroRef):
        for kind in _MACRO_ARGUMENTS:
            yield from (other for other in links.nodes.get(kind, ()) if own_name(other) == name)
    elif _is_bare(use):
        yield from filter(None, resolution.scopes.levels(use.node, name))
    else:
        found = resolution.member_if(use, name)
        if found is not None:
            yield found


def _is_bare(use: Use) -> bool:
    """Whether a use is a name in an expression, or the first of an assignment or call statement."""
    return isinstance(use.node, n.NameRef) or (isinstance(use.node, n.AssignOrCall) and use.item == 0)


def _reference(use: Use) -> Ref:
    value = getattr(use.node, use.field)
    found: Ref = value[use.item] if isinstance(value, list) else value
    return found


def _exchanged(ref: Ref, segment: int, name: str) -> str:
    """The text of a reference with one segment exchanged."""
    if not ref.segments:
        return name
    parts = ref.text.split(".")
    parts[segment] = name
    return ".".join(parts)


# Uses of something else that would come to mean the declaration


def _captured(node: Node, name: str, links: Links, resolution: Resolution) -> list[Node] | None:
    """What is called `name` elsewhere and would lose a use to the declaration; None if nothing would."""
    found: list[Node] = []
    for use in resolution.named(name):
        meant = resolution.meaning(use)
        if meant is None and _is_bare(use):
            # What meant nothing may come to mean something, but not what the language means.
            totals = name in AGGREGATIONS and _wins(node, use, name, links, resolution)
            if name in _BUILT_IN or totals:
                found.append(use.node)
        elif meant is not node and _wins(node, use, name, links, resolution):
            found.append(meant if meant is not None else use.node)
    if isinstance(node, n.Capability):
        found += [call for call in links.nodes.get(n.MacroCall, ()) if call.name == name]
        found += [member for member in links.nodes.get(n.Implements, ()) if member.capability == name]
    return found or None


def _wins(node: Node, use: Use, name: str, links: Links, resolution: Resolution) -> bool:
    """Whether the declaration, were it called `name`, would be what a use of that name means."""
    old = own_name(node)
    if use.field in type(use.node).REF_FIELDS:
        return links.would_mean(use.node, use.field, _exchanged(_reference(use), use.segment, old)) is node
    if isinstance(use.node, n.Builder):
        return resolution.typing.built(use.node, old) is node
    if isinstance(use.node, n.MacroRef):
        return isinstance(node, _MACRO_ARGUMENTS)
    if not _is_bare(use):
        return resolution.member_if(use, old) is node
    if isinstance(node, n.Criterion | n.PolicyFunction) and context_of(use.node) is context_of(node):
        # Checks take a bare name for the rule first.
        return True
    scopes = resolution.scopes
    for ours, theirs in zip(scopes.levels(use.node, old), scopes.levels(use.node, name), strict=True):
        if ours is node:
            return True
        if theirs is not None:
            return False
    return False
