"""Pages: their names, what they have once, their layouts, and what their bodies read of an api."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.duplicates import repeated
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.uis import PAGE_MENU_KEYS, known_menu_keys, uis_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loomsmith.ddd.syntax.node import Node

checks = Family()

RESERVED_LAYOUTS = frozenset({"default", "none"})
"""What a page may name as its layout without any being declared."""

_ONCE: dict[type[Node], str] = {
    n.RouteProp: "route",
    n.TitleProp: "title",
    n.RequiresProp: "requires",
    n.BodyProp: "body",
    n.PageMenu: "menu",
    n.LayoutProp: "layout",
    n.DescriptionProp: "description",
    n.OgImageProp: "ogImage",
    n.CanonicalProp: "canonical",
}

_READS = frozenset({"all", "byId", "create", "update", "delete"})
"""What an api offers for every aggregate."""


def _blocks(ui: n.Ui) -> Iterator[n.Ui | n.Area]:
    """The ui and all its areas."""
    stack: list[n.Ui | n.Area] = [ui]
    while stack:
        block = stack.pop()
        yield block
        stack.extend(member for member in reversed(block.members) if isinstance(member, n.Area))


def pages_of(ui: n.Ui) -> Iterator[n.Page]:
    """The pages of a ui, those in areas included."""
    for block in _blocks(ui):
        yield from members_of(block, n.Page)


@checks.on(n.System)
def pages_have_names_of_their_own(system: n.System, inspection: Inspection) -> None:
    for ui in uis_of(system, inspection):
        for block in _blocks(ui):
            for page in repeated(members_of(block, n.Page)):
                message = f"{block.name} has another page named {page.name!r}."
                inspection.report("loom.duplicate-page", anchor(page, "name"), message)


@checks.on(n.System)
def pages_are_well_made(system: n.System, inspection: Inspection) -> None:
    layouts = {member.name for member in members_of(system, n.Layout)} | RESERVED_LAYOUTS
    for ui in uis_of(system, inspection):
        for page in pages_of(ui):
            _properties(page, layouts, inspection)
            told_if_actions_repeat(page.props, f"the page {page.name}", inspection)


def _properties(page: n.Page, layouts: set[str], inspection: Inspection) -> None:
    seen: set[type[Node]] = set()
    told: set[type[Node]] = set()
    for prop in page.props:
        kind = type(prop)
        if kind in seen and kind in _ONCE and kind not in told:
            told.add(kind)
            message = f"The page {page.name} has more than one `{_ONCE[kind]}`: keep one."
            inspection.report("loom.duplicate-page-property", anchor(page, "name"), message)
        seen.add(kind)
        if isinstance(prop, n.LayoutProp) and prop.value and prop.value not in layouts:
            message = f"The system has no layout {prop.value!r}."
            inspection.report("loom.page-unknown-layout", anchor(prop, "value"), message)
        elif isinstance(prop, n.PageMenu):
            known_menu_keys(prop.entries, PAGE_MENU_KEYS, "A page", inspection)


def told_if_actions_repeat(members: Iterable[Node], where: str, inspection: Inspection) -> None:
    """Tell each action of a page or component that is named like an earlier one."""
    for action in repeated(member for member in members if isinstance(member, n.Action)):
        message = f"There is another action named {action.name!r} in {where}."
        inspection.report("loom.duplicate-action", anchor(action, "name"), message)


# What pages read


@checks.on(n.System)
def what_pages_read_is_offered(system: n.System, inspection: Inspection) -> None:
    offers = _Offers(inspection)
    for ui in uis_of(system, inspection):
        handles: dict[str, n.Subdomain] = {}
        for member in ui.members:
            if isinstance(member, n.UiApiParam):
                api = inspection.links.target_of(member.api)
                source = inspection.links.target_of(api.source) if isinstance(api, n.Api) else None
                if isinstance(source, n.Subdomain):
                    handles.setdefault(member.name, source)
        if not handles:
            continue
        for page in pages_of(ui):
            for node in walk(page):
                if isinstance(node, n.Postfix) and len(node.suffixes) > 1:
                    _read(node, handles, offers, inspection)


def _read(chain: n.Postfix, handles: dict[str, n.Subdomain], offers: _Offers, inspection: Inspection) -> None:
    """Check `handle.Aggregate.read`."""
    head, first, second = chain.head, chain.suffixes[0], chain.suffixes[1]
    if not isinstance(head, n.NameRef) or head.name not in handles:
        return
    if not isinstance(first, n.MemberSuffix) or not isinstance(second, n.MemberSuffix):
        return
    subdomain = handles[head.name]
    aggregate = offers.aggregates(subdomain).get(first.member)
    if aggregate is None:
        message = f"{subdomain.name} has no aggregate {first.member!r}."
        inspection.report("loom.page-unknown-aggregate", anchor(first, "member"), message)
    elif second.member not in offers.reads(aggregate):
        message = f"{aggregate.name} offers no {second.member!r}: no read of its repository, no operation."
        inspection.report("loom.page-unknown-read", anchor(second, "member"), message)


class _Offers:
    """What apis offer, collected once a subdomain and an aggregate."""

    __slots__ = ("_aggregates", "_inspection", "_reads")

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._aggregates: dict[n.Subdomain, dict[str, n.Aggregate]] = {}
        self._reads: dict[n.Aggregate, set[str]] = {}

    def aggregates(self, subdomain: n.Subdomain) -> dict[str, n.Aggregate]:
        """The aggregates of a subdomain by name; what can be read of them is collected as well."""
        known = self._aggregates.get(subdomain)
        if known is None:
            known = self._aggregates[subdomain] = {}
            for context in self._inspection.links.declarations.contexts_of(subdomain):
                self._collect(context, known)
        return known

    def reads(self, aggregate: n.Aggregate) -> set[str]:
        """What can be asked of an aggregate of a subdomain looked at before."""
        return self._reads[aggregate]

    def _collect(self, context: n.Context, aggregates: dict[str, n.Aggregate]) -> None:
        for member in context.members:
            if isinstance(member, n.Aggregate):
                aggregates.setdefault(member.name, member)
                operations = members_of(member, n.Operation)
                self._reads[member] = {other.name for other in operations if not other.private}
                self._reads[member] |= _READS
        for member in context.members:
            if isinstance(member, n.Repository):
                aggregate = self._inspection.links.target_of(member.aggregate)
                if isinstance(aggregate, n.Aggregate) and aggregate in self._reads:
                    self._reads[aggregate].update(find.name for find in member.finds)
