"""User interfaces: pages, components, stores, menus, layouts and themes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax.nodes import (
    Action,
    Area,
    BodyProp,
    CanonicalProp,
    Component,
    DescriptionProp,
    Layout,
    LayoutMainSlot,
    LayoutNamedSlot,
    LayoutProp,
    Menu,
    MenuEntry,
    MenuLink,
    MenuSection,
    OgImageProp,
    Page,
    PageMenu,
    RequiresProp,
    RouteProp,
    State,
    StateField,
    Store,
    Theme,
    ThemeProp,
    TitleProp,
    Ui,
    UiApiParam,
    UiChannelParam,
    UiFunction,
    UiNotification,
)
from loomsmith.ddd.syntax.parser import statements
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.expressions import expression, expression_or_missing
from loomsmith.ddd.syntax.parser.macros import with_clause
from loomsmith.ddd.syntax.parser.members import derived, parameters, parameters_if_any
from loomsmith.ddd.syntax.parser.tables import (
    AREA,
    COMPONENT,
    LAYOUT,
    MENU,
    PAGE,
    STATE,
    STORE,
    UI,
    MemberTable,
)
from loomsmith.ddd.syntax.parser.types import type_ref
from loomsmith.ddd.syntax.references import API, CHANNEL, CHANNEL_HANDLE, CONTEXT, EVENT
from loomsmith.ddd.syntax.references import PAGE as PAGE_REFERENCE
from loomsmith.ddd.syntax.tokens import END, STRING
from loomsmith.ddd.vocabulary.platforms import FRAMEWORK_WORDS
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME, STATE_NAME, VERB_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.nodes import Expr, MacroCall, Parameter
    from loomsmith.ddd.syntax.parser.cursor import Cursor

_PAGE_MENU = MemberTable("the menu of a page", ANY_NAME, separators=True)
_MENU_SECTION = MemberTable("a menu section", separators=True)
_MENU_LINK = MemberTable("a menu link", ANY_NAME, separators=True)
_THEME = MemberTable("a theme", ANY_NAME)


# The ui and what stands directly in it


def ui(c: Cursor) -> Ui:
    """`ui U with a { framework: f members }`."""
    start = c.at
    c.at += 1
    name = ""
    calls: list[MacroCall] = []
    spans: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a ui")
        calls = with_clause(c)
    framework = None
    # The block reads the clause and checks its place; here it is only looked at.
    word = c.at + 3
    if c.kinds[c.at : word] == ["{", "framework", ":"] and c.kinds[word] in FRAMEWORK_WORDS:
        framework, spans["framework"] = c.kinds[word], c.span(word)
    members = block(c, UI)
    return c.finish(Ui(name, calls, framework, members), start, **spans)


def _framework(c: Cursor) -> None:
    """`framework: word`, which `ui` has looked at already."""
    if c.kinds[c.at - 1] != "{":
        c.report(c.at, "'framework' stands first in a ui; move it to the top of the block")
    c.at += 1
    c.expect(":", "after 'framework'")
    c.choice(FRAMEWORK_WORDS, "a framework")
    c.match(",")


def _api_param(c: Cursor) -> UiApiParam:
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "the handle of an api")
    c.expect(":", "after the handle: it is written 'api handle: Api'")
    return c.finish(UiApiParam(c.word(name), c.reference(PLAIN_NAME, API)), start, name=c.span(name))


def _channel_param(c: Cursor) -> UiChannelParam:
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "the handle of a channel")
    c.expect(":", "after the handle: it is written 'channel handle: Context.Channel'")
    context = c.reference(PLAIN_NAME, CONTEXT)
    c.expect(".", "and the channel of the context")
    channel = c.reference(PLAIN_NAME, CHANNEL)
    return c.finish(UiChannelParam(c.word(name), context, channel), start, name=c.span(name))


def _notification(c: Cursor) -> UiNotification:
    start = c.at
    c.at += 1
    param = c.reference(PLAIN_NAME, CHANNEL_HANDLE)
    c.expect(".", "and the event: a notification is written 'on handle.Event(name) { }'")
    event = c.reference(PLAIN_NAME, EVENT)
    c.expect("(", "and a name for the event")
    bind = c.name(PLAIN_NAME, "the event")
    c.expect(")", "after the name for the event")
    body = statements.block(c, "a notification", statements.ASSIGNMENTS_ALONE)
    return c.finish(UiNotification(param, event, c.word(bind), body), start, bind=c.span(bind))


def _function(c: Cursor) -> UiFunction:
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a function")
    params = parameters(c)
    c.expect(":", "and the type that the function returns")
    return_type = type_ref(c)
    c.expect("extern", "since the functions of a ui come from a file: 'extern from \"path\"'")
    c.expect("from", "after 'extern'")
    path = c.expect(STRING, "after 'from'")
    node = UiFunction(c.word(name), params, return_type, c.string(path))
    return c.finish(node, start, name=c.span(name), path=c.span(path))


def _area(c: Cursor) -> Area:
    start = c.at
    c.at += 1
    name, spans = _header_name(c, "an area")
    return c.finish(Area(name, block(c, AREA)), start, **spans)


def _header_name(c: Cursor, what: str) -> tuple[str, dict[str, Any]]:
    """The name in a header that has nothing more, with its span under `name`; `""` if there is none."""
    spans: dict[str, Any] = {}
    name = ""
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, what)
    return name, spans


def _store(c: Cursor) -> Store:
    start = c.at
    c.at += 1
    name = ""
    lifetime = None
    spans: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a store")
        if c.match("persist"):
            c.expect(":", "after 'persist'")
            lifetime, spans["lifetime"] = c.named(ANY_NAME, "the lifetime of a store")
    return c.finish(Store(name, lifetime, block(c, STORE)), start, **spans)


# Pages


def page(c: Cursor) -> Page:
    """`page P(a: T) { properties }`."""
    start = c.at
    c.at += 1
    name = ""
    params: list[Parameter] = []
    spans: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a page")
        params = parameters_if_any(c)
    return c.finish(Page(name, params, block(c, PAGE)), start, **spans)


def _text_prop(kind: Callable[[str], Node]) -> Callable[[Cursor], Node]:
    """The parse function for `word: "text"`."""

    def prop(c: Cursor) -> Node:
        start = c.at
        c.at += 1
        c.expect(":", f"after '{c.word(start)}'")
        value = c.expect(STRING, f"after '{c.word(start)}:'")
        return c.finish(kind(c.string(value)), start, value=c.span(value))

    return prop


def _expression_prop(kind: Callable[[Expr], Node]) -> Callable[[Cursor], Node]:
    """The parse function for `word: expression`."""

    def prop(c: Cursor) -> Node:
        start = c.at
        c.at += 1
        c.expect(":", f"after '{c.word(start)}'")
        return c.finish(kind(expression_or_missing(c)), start)

    return prop


def _requires(c: Cursor) -> RequiresProp:
    start = c.at
    c.at += 1
    if c.kinds[c.at] == ":":
        c.fail("'requires' of a page takes no colon: write 'requires expression'")
    return c.finish(RequiresProp(expression(c)), start)


def _layout_prop(c: Cursor) -> LayoutProp:
    start = c.at
    c.at += 1
    c.expect(":", "after 'layout'")
    value = c.name(PLAIN_NAME, "a layout")
    return c.finish(LayoutProp(c.word(value)), start, value=c.span(value))


def _page_menu(c: Cursor) -> PageMenu:
    start = c.at
    c.at += 1
    entries: list[Any] = block(c, _PAGE_MENU)
    return c.finish(PageMenu(entries), start)


def _menu_entry(c: Cursor) -> MenuEntry:
    start = c.at
    name = c.name(ANY_NAME, "a menu entry")
    c.expect(":", f"after '{c.word(name)}'")
    return c.finish(MenuEntry(c.word(name), expression(c)), start, name=c.span(name))


def _state(c: Cursor) -> State:
    start = c.at
    c.at += 1
    fields: list[Any] = block(c, STATE)
    return c.finish(State(fields), start)


def _state_field(c: Cursor) -> StateField:
    start = c.at
    name = c.name(STATE_NAME, "a state field")
    c.expect(":", f"after '{c.word(name)}': a state field is written 'name: type = value'")
    type_ = type_ref(c)
    if c.kinds[c.at] == ":=":
        c.report(c.at, "a state field takes '='; ':=' assigns in actions")
        c.at += 1
        init: Expr | None = expression(c)
    else:
        init = expression(c) if c.match("=") else None
    return c.finish(StateField(c.word(name), type_, init), start, name=c.span(name))


def _action(c: Cursor) -> Action:
    start = c.at
    c.at += 1
    name = ""
    params: list[Parameter] = []
    spans: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(VERB_NAME, "an action")
        if c.kinds[c.at] == "{":
            c.fail(f"an action has parentheses even without parameters: write '{name}()'")
        params = parameters(c)
    body = statements.block(c, "an action")
    return c.finish(Action(name, params, body), start, **spans)


# Components


def component(c: Cursor) -> Component:
    """`component K(a: T) { declarations body: expr }`, or `extern from "path"`."""
    start = c.at
    c.at += 1
    name = ""
    params: list[Parameter] = []
    extern = False
    path = body = None
    spans: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a component")
        if c.kinds[c.at] == "{":
            c.fail(f"a component has parentheses even without parameters: write '{name}()'")
        params = parameters(c)
        extern = c.match("extern")
        if extern:
            spans["extern"] = c.span(c.at - 1)
            c.expect("from", "after 'extern'")
            index = c.expect(STRING, "after 'from'")
            path, spans["path"] = c.string(index), c.span(index)
    node = Component(name, params, extern, path, [], body)
    if c.kinds[c.at] == "{":

        def tail(c: Cursor) -> None:
            c.at += 1
            c.expect(":", "after 'body'")
            node.body = expression_or_missing(c)
            node.body.parent = node
            if c.kinds[c.at] not in ("}", END):
                c.report(c.at, "the body of a component is the last thing in its block")

        node.decls = block(c, COMPONENT, tail)
        for decl in node.decls:
            decl.parent = node
    return c.finish(node, start, **spans)


# Menus, layouts, themes


def _menu(c: Cursor) -> Menu:
    start = c.at
    c.at += 1
    sections: list[Any] = block(c, MENU)
    return c.finish(Menu(sections), start)


def _menu_section(c: Cursor) -> MenuSection:
    start = c.at
    c.at += 1
    label = ""
    spans: dict[str, Any] = {}
    with c.header():
        index = c.expect(STRING, "for the label of the section")
        label, spans["label"] = c.string(index), c.span(index)
    links: list[Any] = block(c, _MENU_SECTION)
    return c.finish(MenuSection(label, links), start, **spans)


def _menu_link(c: Cursor) -> MenuLink:
    start = c.at
    c.at += 1
    if c.kinds[c.at] is STRING:
        label = c.at
        c.at += 1
        c.expect("->", "and a url after the label")
        url = c.expect(STRING, "for the url")
        node = MenuLink(label=c.string(label), url=c.string(url))
        return c.finish(node, start, label=c.span(label), url=c.span(url))
    target = c.dotted(ANY_NAME, PAGE_REFERENCE)
    entries: list[Any] = block(c, _MENU_LINK) if c.kinds[c.at] == "{" else []
    return c.finish(MenuLink(target, entries), start)


def layout(c: Cursor) -> Layout:
    """`layout L { main header { ... } }`."""
    start = c.at
    c.at += 1
    name, spans = _header_name(c, "a layout")
    if c.kinds[c.at] == "{" and c.kinds[c.at + 1] == "}":
        c.report(c.at + 1, "a layout has at least one slot; write 'main' where the page goes")
    slots: list[Any] = block(c, LAYOUT)
    return c.finish(Layout(name, slots), start, **spans)


def _main_slot(c: Cursor) -> LayoutMainSlot:
    c.at += 1
    return c.finish(LayoutMainSlot(), c.at - 1)


def _named_slot(c: Cursor) -> LayoutNamedSlot:
    start = c.at
    c.at += 1
    name = c.kinds[start]
    c.expect("{", f"after '{name}'")
    body = expression(c)
    c.expect("}", f"after the body of '{name}'")
    return c.finish(LayoutNamedSlot(name, body), start, name=c.span(start))


def theme(c: Cursor) -> Theme:
    """`theme { name: "value" }`."""
    start = c.at
    c.at += 1
    props: list[Any] = block(c, _THEME)
    return c.finish(Theme(props), start)


def _theme_prop(c: Cursor) -> ThemeProp:
    start = c.at
    name = c.name(ANY_NAME, "a theme property")
    c.expect(":", f"after '{c.word(name)}'")
    value = c.expect(STRING, "for the value of a theme property")
    node = ThemeProp(c.word(name), c.string(value))
    return c.finish(node, start, name=c.span(name), value=c.span(value))


UI.parsers.update(
    {
        "framework": _framework,
        "api": _api_param,
        "channel": _channel_param,
        "on": _notification,
        "function": _function,
        "page": page,
        "component": component,
        "store": _store,
        "area": _area,
        "menu": _menu,
    }
)
AREA.parsers.update({"page": page, "area": _area})
STORE.parsers.update({"state": _state, "action": _action})
PAGE.parsers.update(
    {
        "route": _text_prop(RouteProp),
        "title": _expression_prop(TitleProp),
        "requires": _requires,
        "body": _expression_prop(BodyProp),
        "layout": _layout_prop,
        "description": _text_prop(DescriptionProp),
        "ogImage": _text_prop(OgImageProp),
        "canonical": _text_prop(CanonicalProp),
        "menu": _page_menu,
        "state": _state,
        "derived": derived,
        "action": _action,
    }
)
COMPONENT.parsers.update({"state": _state, "derived": derived, "action": _action})
STATE.named = _state_field
MENU.parsers["section"] = _menu_section
LAYOUT.parsers.update(
    {"main": _main_slot, "header": _named_slot, "sidebar": _named_slot, "footer": _named_slot}
)
_PAGE_MENU.named = _menu_entry
_MENU_LINK.named = _menu_entry
_MENU_SECTION.parsers["link"] = _menu_link
_THEME.named = _theme_prop
