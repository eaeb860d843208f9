"""What goes by the name of a declaration without naming it: found by its text, or named after it.

Such a declaration cannot be renamed by editing its uses: what follows from its name would follow no longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import DECLARATIONS, own_name
from loomsmith.ddd.macros.macro import Add
from loomsmith.ddd.model.checks.aggregates import BUILT_IN_STATUSES
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing, walk
from loomsmith.ddd.vocabulary.naming import lower_first, plural, snake, upper_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.macros.expander import Expansion
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.types.resolution import Resolution

# What end-to-end tests can address by name.
_IN_TESTS = (
    n.Aggregate, n.Workflow, n.Projection, n.Operation, n.Find, n.Create, n.Destroy, n.Handle,
    n.WorkflowCreate, n.Property, n.Containment, n.Derived,
)  # fmt: skip
# Declarations that the language itself looks for by name.
_LOOKED_FOR: dict[type[Node], frozenset[str]] = {
    n.Derived: frozenset({"display", "inspect"}),
    n.Property: frozenset({"version"}),
    n.Find: frozenset({"all", "history"}),
}


def dependants(node: Node, links: Links, resolution: Resolution, expansion: Expansion) -> list[Node]:
    """The nodes that depend on the name of a declaration, in no particular order."""
    return [
        *_special(node, links),
        *_for_each_aggregate(node, links),
        *_remote(node, links, resolution),
        *_instead_of_added(node, expansion),
        *_added_uses(node, links),
        *_implicit_repository(node, links, resolution),
        *_keyed(node, links),
        *_named_after(node, links, resolution),
        *_in_tests(node, links, resolution),
    ]


def looked_for(node: Node, name: str) -> bool:
    """Whether the language itself would look for a declaration like `node` by that name."""
    owner = node.parent
    if isinstance(node, n.Payload):
        return node.keyword == "error" and name in BUILT_IN_STATUSES
    if isinstance(owner, n.Payload):
        return owner.keyword == "error" and name == "resource"
    return name in _LOOKED_FOR.get(type(node), ())


def _special(node: Node, links: Links) -> Iterator[Node]:
    """The owner of what the language looks for by name; what is told by a timer."""
    owner, name = node.parent, own_name(node)
    if owner is not None and looked_for(node, name):
        yield owner
    if isinstance(owner, n.Event) and name == "at":
        yield from (t for t in links.nodes.get(n.TimerSource, ()) if links.target_of(t.event) is owner)


def _for_each_aggregate(node: Node, links: Links) -> Iterator[Node]:
    """The filters and stamps of a context, which mean a field of each of its aggregates by its name."""
    if not isinstance(node, n.Property | n.Derived) or not isinstance(node.parent, n.Aggregate):
        return
    context = context_of(node)
    for kind in (n.Filter, n.Stamp):
        for rule in links.nodes.get(kind, ()):
            if rule.parent is context and rule.span is not None and _mentions(rule, node.name):
                yield rule


def _mentions(rule: Node, name: str) -> bool:
    return any(
        name in (getattr(place, "member", None), getattr(place, "name", None))
        or name in (getattr(place, "path", None) or ())
        for place in walk(rule)
    )


def _remote(node: Node, links: Links, resolution: Resolution) -> Iterator[Node]:
    """Calls of another system's api, whose operations are named after its declarations."""
    if not isinstance(node, n.Aggregate | n.Operation | n.Find | n.Create | n.Destroy):
        return
    name = own_name(node).lower()
    for chain in links.nodes.get(n.Postfix, ()):
        first = chain.suffixes[0] if chain.suffixes else None
        if not isinstance(chain.head, n.NameRef) or not isinstance(first, n.MemberSuffix):
            continue
        if name in first.member.lower() and chain.span is not None:
            resource = resolution.at(chain.head, "name")
            if isinstance(resource, n.Resource) and isinstance(links.target_of(resource.use), n.Api):
                yield chain


def _instead_of_added(node: Node, expansion: Expansion) -> Iterator[Node]:
    """The owner, where a macro or capability would add a member of this name if there were none."""
    owner = node.parent
    if not isinstance(owner, n.Aggregate | n.Context | n.Ui | n.Area):
        return
    for steps in expansion.steps.values():
        for step in steps:
            added = step.members if isinstance(step, Add) and step.host is owner else ()
            if any(own_name(member) == own_name(node) for member in added):
                yield owner


def _added_uses(node: Node, links: Links) -> Iterator[Node]:
    """The declarations to which a capability has added a member that refers to this one by name."""
    for ref in links.references_to(node):
        holder = links.holder_of(ref)
        if holder is None or holder.span is not None:
            continue
        member = holder
        while member.parent is not None and member.parent.span is None:
            member = member.parent
        # A member made from a written one follows it; one of a capability is the same for every host.
        given = isinstance(member, n.Property) and isinstance(member.origin, n.MacroCall | n.Implements)
        if given and member.parent not in (None, node):
            yield member.parent


def _implicit_repository(node: Node, links: Links, resolution: Resolution) -> Iterator[Node]:
    """The places that use the repository which an aggregate without one has."""
    if not isinstance(node, n.Aggregate):
        return
    implied = f"{node.name}s"
    for place in links.nodes.get(n.NameRef, ()):
        unknown = place.name == implied and resolution.at(place, "name") is None
        if unknown and place.span is not None and context_of(place) is context_of(node):
            yield place


def _keyed(node: Node, links: Links) -> Iterator[Node]:
    """Projections, workflows and channels that find a field of several records by its name."""
    if not isinstance(node, n.Property):
        return
    owner, name = node.parent, node.name
    for channel in links.nodes.get(n.Channel, ()):
        carried = [links.target_of(ref) for ref in channel.carries]
        if channel.key == name and owner in carried and len(carried) > 1:
            yield channel
    for handler in links.nodes.get(n.EventHandler, ()):
        folder = handler.parent
        if handler.by is not None or not isinstance(folder, n.Projection | n.Workflow):
            continue
        event = links.target_of(handler.event)
        if _key(folder) != name or not isinstance(event, n.Event):
            continue
        if owner is event or (owner is folder and any(field.name == name for field in event.fields)):
            yield folder if owner is event else event


def _key(folder: n.Projection | n.Workflow) -> str | None:
    """The field by which events are told to belong to a record: the key, or the only id of a workflow."""
    if isinstance(folder, n.Projection):
        return folder.key
    ids = [m.name for m in folder.members if isinstance(m, n.Property) and _is_id(m.type)]
    return ids[0] if len(ids) == 1 else None


def _is_id(written: n.TypeRef) -> bool:
    return isinstance(written.head.base, n.IdType)


def _named_after(node: Node, links: Links, resolution: Resolution) -> Iterator[Node]:
    """Added declarations that are used by name and have it from this declaration: pages, handlers, routes."""
    if isinstance(node, n.Area):
        yield from (page for page in walk(node) if page.span is None and resolution.uses_of(page))
        return
    kinds = (n.Aggregate, n.Workflow, n.Criterion, n.Operation, n.Find, n.Create, n.Destroy)
    if not isinstance(node, kinds):
        return
    forms = {form.lower() for form in _forms(own_name(node))}
    for added in (node for kind in DECLARATIONS for node in links.nodes.get(kind, ()) if node.span is None):
        # Pages stand in an area named after the aggregate, which may be written by hand.
        area = own_name(added.parent) if isinstance(added.parent, n.Area) else ""
        named = f"{own_name(added)} {area}".lower()
        if any(form in named for form in forms) and resolution.uses_of(added):
            yield added


def _forms(name: str) -> set[str]:
    """The forms of a name that other names are made from."""
    return {
        name,
        lower_first(name),
        upper_first(name),
        snake(name),
        plural(name),
        lower_first(plural(name)),
        snake(plural(name)),
    }


def _in_tests(node: Node, links: Links, resolution: Resolution) -> Iterator[Node]:
    """End-to-end tests that address the running system by a form of the name."""
    tests = links.nodes.get(n.TestE2E, ())
    if not tests or not isinstance(node, _IN_TESTS) or enclosing(node, n.Ui, n.TestE2E) is not None:
        return
    forms = _forms(own_name(node))
    for test in tests:
        for place in walk(test):
            if isinstance(place, n.MemberSuffix):
                word, field = place.member, "member"
            elif isinstance(place, n.NamedValue | n.Arg | n.NameRef):
                word, field = place.name or "", "name"
            else:
                continue
            if word in forms and resolution.at(place, field) is None:
                yield test
                break
