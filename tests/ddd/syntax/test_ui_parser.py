"""User interfaces: what parses, to which tree, and what the messages say about slips."""

from __future__ import annotations

from typing import TypeVar

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import Node, field_span, walk
from loomsmith.ddd.text import Source

N = TypeVar("N", bound=Node)


def only(kind: type[N], text: str) -> N:
    """The only node of a kind in a text without faults."""
    result = parse(Source(text))
    assert not result.faults, result.faults[0]
    (found,) = [node for node in walk(result.tree) if isinstance(node, kind)]
    return found


def in_ui(members: str) -> str:
    return f"ui Desk {{ {members} }}"


def in_page(props: str) -> str:
    return in_ui(f"page Start {{ {props} }}")


def fault_of(text: str) -> tuple[str, str]:
    """The text of the first faulty token, and the message."""
    faults = parse(Source(text)).faults
    assert faults, "no fault"
    start, end = faults[0].span
    return text[start:end], faults[0].message


def written(node: Node, text: str, field: str) -> str:
    span = field_span(node, field)
    assert span is not None
    return text[span[0] : span[1]]


def test_a_ui_has_a_framework_first_and_members_in_any_order() -> None:
    text = "ui Desk with scaffold(aggregates: [A]) { framework: vue, api a: A menu { } page P { } api b: B }"
    ui = only(n.Ui, text)
    assert (ui.name, ui.framework) == ("Desk", "vue")
    assert [type(member).__name__ for member in ui.members] == ["UiApiParam", "Menu", "Page", "UiApiParam"]
    assert written(ui, text, "framework") == "vue"
    assert [call.name for call in ui.with_calls] == ["scaffold"]


def test_handles_of_apis_and_channels_and_notifications() -> None:
    text = in_ui('channel live: Ctx.News on live.Posted(e) { toast("x") refetch(A) } api shop: Shop')
    channel = only(n.UiChannelParam, text)
    assert (channel.name, channel.context.text, channel.channel.text) == ("live", "Ctx", "News")
    note = only(n.UiNotification, text)
    assert (note.param.text, note.event.text, note.bind, len(note.body)) == ("live", "Posted", "e", 2)
    assert only(n.UiApiParam, text).api.text == "Shop"


def test_functions_of_a_ui_come_from_files() -> None:
    function = only(n.UiFunction, in_ui('function fmt(a: int): string extern from "./fmt"'))
    assert (function.name, len(function.params), function.path) == ("fmt", 1, "./fmt")


def test_properties_of_pages_come_in_any_order_and_all_are_optional() -> None:
    text = in_page(
        'ogImage: "o" body: Text("x") requires currentUser.admin state { n: int = 1 page: int } title: "t" '
        'layout: none route: "/" derived d: int = n action go(x: int) { n := x } description: "d" '
        'canonical: "c" menu { hidden: true, label: "l" order: 3 }'
    )
    page = only(n.Page, text)
    assert [type(prop).__name__ for prop in page.props] == (
        "OgImageProp BodyProp RequiresProp State TitleProp LayoutProp RouteProp Derived Action "
        "DescriptionProp CanonicalProp PageMenu"
    ).split()
    assert [entry.name for entry in only(n.PageMenu, text).entries] == ["hidden", "label", "order"]
    assert [field.name for field in only(n.State, text).fields] == ["n", "page"]
    assert only(n.Page, in_ui("page Empty { }")).props == []
    assert only(n.Page, in_ui("page P() { }")).params == []
    assert only(n.Page, in_ui('page P(tab: string = "notes") { }')).params[0].default is not None


def test_a_state_field_ends_where_the_next_one_begins() -> None:
    text = in_page("state { a: int = 1 + 2 title: string? = null rows: Row[] = [] kind: string }")
    assert [field.name for field in only(n.State, text).fields] == ["a", "title", "rows", "kind"]


def test_components_have_declarations_then_a_body_or_a_file() -> None:
    text = (
        'component Chip(label: string, tone: slot?, act: action(int)) { state { on_: bool } body: Text("x") }'
    )
    chip = only(n.Component, text)
    assert (chip.name, chip.extern, len(chip.decls)) == ("Chip", False, 1)
    assert isinstance(chip.body, n.Postfix)
    assert chip.body.parent is chip
    assert chip.decls[0].parent is chip
    extern = only(n.Component, in_ui('component Map() extern from "./map"'))
    assert (extern.extern, extern.path, extern.body) == (True, "./map", None)
    assert only(n.Component, "component C1()").decls == []


def test_areas_nest_and_stores_have_a_lifetime() -> None:
    text = in_ui(
        "area A { page P { } area B { page Q { } } } "
        "store S persist: local { state { a: int } action x() { } }"
    )
    result = parse(Source(text))
    assert not result.faults
    assert [node.name for node in walk(result.tree) if isinstance(node, n.Area)] == ["A", "B"]
    store = only(n.Store, text)
    assert (store.lifetime, [type(decl).__name__ for decl in store.decls]) == ("local", ["State", "Action"])


def test_menus_link_to_pages_by_path_and_to_urls_by_label() -> None:
    text = in_ui(
        'menu { section "Main" { link Books.List { label: "Books", order: 1 } link "Docs" -> "/d", link P } }'
    )
    section = only(n.MenuSection, text)
    first, second, third = section.links
    assert first.page is not None
    assert first.page.text == "Books.List"
    assert [text[a:b] for a, b in first.page.segments or []] == ["Books", "List"]
    assert [entry.name for entry in first.entries] == ["label", "order"]
    assert (second.page, second.label, second.url) == (None, "Docs", "/d")
    assert third.page is not None
    assert third.page.text == "P"


def test_layouts_and_themes() -> None:
    text = 'layout L { header { Text("h") } main footer { x } } '
    layout = only(n.Layout, text)
    assert [type(slot).__name__ for slot in layout.slots] == [
        "LayoutNamedSlot",
        "LayoutMainSlot",
        "LayoutNamedSlot",
    ]
    theme = only(n.Theme, 'theme { primary: "#123456" radius: "md" }')
    assert [(prop.name, prop.value) for prop in theme.props] == [("primary", "#123456"), ("radius", "md")]


def test_fields_know_where_they_are_written() -> None:
    text = in_ui('page Start { route: "/x" layout: wide } component C1(a: int) extern from "./c"')
    assert written(only(n.RouteProp, text), text, "value") == '"/x"'
    assert written(only(n.LayoutProp, text), text, "value") == "wide"
    component = only(n.Component, text)
    assert written(component, text, "path") == '"./c"'
    assert written(component, text, "extern") == "extern"
    assert written(only(n.Page, text), text, "name") == "Start"


@pytest.mark.parametrize(
    ("text", "token", "said"),
    [
        (in_ui("page P { } framework: react"), "framework", "first in a ui"),
        (in_ui("framework: ember"), "ember", "'react'"),
        (in_ui("component C { }"), "{", "write 'C()'"),
        (in_page("requires: x"), ":", "takes no colon"),
        (in_page("action go { }"), "{", "write 'go()'"),
        (in_page("state { area: int }"), "area", "reserved"),
        (in_ui("component C() { body: x state { a: int } }"), "state", "last thing in its block"),
        (in_ui("area A { component C() }"), "component", "cannot stand in an area"),
        ("layout L { }", "}", "at least one slot"),
        (in_ui("function f(): int = 1"), "=", "extern from"),
        (in_ui("menu { section Main { } }"), "Main", "label of the section"),
        (in_ui("on live.Posted { }"), "{", "'('"),
        ("context C { page P { } }", "page", "cannot stand in a context"),
        ("theme { primary: 3 }", "3", "value of a theme property"),
        ("system S { component C() }", "component", "cannot stand in a system"),
    ],
)
def test_slips_are_named(text: str, token: str, said: str) -> None:
    found, message = fault_of(text)
    assert found == token
    assert said in message


def test_a_slip_in_one_property_keeps_the_others_and_the_pages_after() -> None:
    text = in_ui('page A { route: 3 title: "x" body: Stack(, ) menu { hidden: true } } page B { body: y }')
    result = parse(Source(text))
    assert result.faults
    pages = [node for node in walk(result.tree) if isinstance(node, n.Page)]
    assert [page.name for page in pages] == ["A", "B"]
    assert [type(prop).__name__ for prop in pages[0].props] == ["TitleProp", "BodyProp", "PageMenu"]
    assert [type(prop).__name__ for prop in pages[1].props] == ["BodyProp"]


def test_a_slip_in_a_header_keeps_what_is_in_the_block() -> None:
    result = parse(Source("ui 3 { page A { } store S persist local { state { a: int } } page B { } }"))
    assert [node.name for node in walk(result.tree) if isinstance(node, n.Page)] == ["A", "B"]
    assert [node.name for node in walk(result.tree) if isinstance(node, n.StateField)] == ["a"]


@pytest.mark.parametrize("end", range(0, 400, 3))
def test_a_ui_that_breaks_off_anywhere_still_gives_a_tree(end: int) -> None:
    text = in_ui(
        'framework: react api a: A channel c: C.D on c.E(x) { toast("x") } function f(): int extern from "f" '
        'menu { section "s" { link P { label: "x" } link "a" -> "b" } } area R { page Q { } } '
        'store S persist: url { } component K(a: slot) { body: Text("x") } '
        'page P(a: int) { route: "/" state { a: int = 1 } body: For { x } }'
    )[:end]
    result = parse(Source(text))
    assert isinstance(result.tree, n.File)
