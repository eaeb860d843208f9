"""What stands directly in a ui: handles, functions, stores, menus and what it does when told of events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.duplicates import repeated
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.vocabulary.page_elements import ELEMENTS
from loomsmith.ddd.vocabulary.storages import DEFAULT_DELIVERY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


checks = Family()

LIFETIMES = ("memory", "local", "session", "url")
"""How long what a store holds lives."""

LINK_KEYS = frozenset({"label", "order"})
PAGE_MENU_KEYS = frozenset({"section", "label", "order", "hidden"})


def uis_of(system: n.System, inspection: Inspection) -> Iterator[n.Ui]:
    """The uis of a system, with those at file level if it is the only one."""
    return inspection.links.declarations.in_system(system, n.Ui)


@checks.on(n.System)
def handles_lead_somewhere(system: n.System, inspection: Inspection) -> None:
    for ui in uis_of(system, inspection):
        _handles(ui, inspection)


def _handles(ui: n.Ui, inspection: Inspection) -> None:
    apis = members_of(ui, n.UiApiParam)
    for handle in repeated(apis):
        _duplicate_handle(handle, ui, inspection)
    for handle in apis:
        if handle.api.text and inspection.links.target_of(handle.api) is None:
            message = f"There is no api {handle.api.text!r}: {ui.name} can read nothing by {handle.name!r}."
            inspection.report("loom.ui-unknown-api", handle.api, message)
    taken = {handle.name for handle in apis}
    for handle in members_of(ui, n.UiChannelParam):
        if handle.name in taken:
            _duplicate_handle(handle, ui, inspection)
        taken.add(handle.name)
        channel = inspection.links.target_of(handle.channel)
        if isinstance(channel, n.Channel) and (channel.delivery or DEFAULT_DELIVERY) != DEFAULT_DELIVERY:
            message = f"{channel.name} gives each event to one receiver; a ui listens to broadcast channels."
            inspection.report("loom.ui-channel-not-broadcast", handle.channel, message)


def _duplicate_handle(handle: n.UiApiParam | n.UiChannelParam, ui: n.Ui, inspection: Inspection) -> None:
    message = f"{ui.name} has another handle named {handle.name!r}."
    inspection.report("loom.duplicate-ui-parameter", anchor(handle, "name"), message)


@checks.on(n.System)
def functions_have_names_of_their_own(system: n.System, inspection: Inspection) -> None:
    for ui in uis_of(system, inspection):
        functions = members_of(ui, n.UiFunction)
        for function in functions:
            if function.name in ELEMENTS:
                message = f"{function.name} is a page element, which the function would hide."
                inspection.report("loom.extern-function-shadows-stdlib", anchor(function, "name"), message)
        for function in repeated(functions):
            message = f"{ui.name} has another function named {function.name!r}."
            inspection.report("loom.duplicate-ui-function", anchor(function, "name"), message)


@checks.on(n.System)
def stores_live_for_a_known_time(system: n.System, inspection: Inspection) -> None:
    for ui in uis_of(system, inspection):
        for store in members_of(ui, n.Store):
            if store.lifetime is not None and store.lifetime not in LIFETIMES:
                message = f"A store lives for one of {', '.join(LIFETIMES)}, not for {store.lifetime!r}."
                inspection.report("loom.store-lifetime-invalid", anchor(store, "lifetime"), message)


# Menus


@checks.on(n.System)
def a_ui_has_one_menu(system: n.System, inspection: Inspection) -> None:
    for ui in uis_of(system, inspection):
        menus = members_of(ui, n.Menu)
        for menu in menus[1:]:
            inspection.report("loom.duplicate-menu", menu, f"{ui.name} has another menu: merge the two.")
        for menu in menus:
            for section in menu.sections:
                for link in section.links:
                    known_menu_keys(link.entries, LINK_KEYS, "A link", inspection)


def known_menu_keys(
    entries: Iterable[n.MenuEntry], known: frozenset[str], what: str, inspection: Inspection
) -> None:
    """Tell the keys of a menu that mean nothing."""
    for entry in entries:
        if entry.name not in known:
            message = f"{what} in a menu has {', '.join(sorted(known))}, and no {entry.name!r}."
            inspection.report("loom.menu-unknown-key", anchor(entry, "name"), message)


# Notifications


@checks.on(n.System)
def notifications_tell_and_refetch(system: n.System, inspection: Inspection) -> None:
    for ui in uis_of(system, inspection):
        for notification in members_of(ui, n.UiNotification):
            for statement in notification.body:
                _effect(statement, inspection)


def _effect(statement: n.Stmt, inspection: Inspection) -> None:
    call = ""
    if isinstance(statement, n.AssignOrCall) and statement.call and len(statement.path) == 1:
        call = statement.path[0]
    if call == "toast" and isinstance(statement, n.AssignOrCall) and len(statement.args) == 1:
        return
    if call != "refetch" or not isinstance(statement, n.AssignOrCall):
        message = "On an event a ui shows `toast(message)` or reads again by `refetch(Aggregate)`."
        inspection.report("loom.ui-handler-statement-unknown", statement, message)
        return
    if not statement.args:
        message = "Say what to read again: `refetch(Aggregate)`."
        inspection.report("loom.ui-handler-refetch-target", statement, message)
    declarations = inspection.links.declarations
    for argument in statement.args:
        if (
            not isinstance(argument, n.NameRef)
            or declarations.global_name(argument.name, n.Aggregate) is None
        ):
            message = "`refetch` takes the names of aggregates."
            inspection.report("loom.ui-handler-refetch-target", argument, message)
