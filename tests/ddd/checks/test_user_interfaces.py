"""Uis: handles, menus, pages, layouts, themes, components, stores and page elements."""

from __future__ import annotations

import pytest

from checking import findings, told, told_of
from loomsmith.ddd.checks.themes import contrast
from loomsmith.ddd.vocabulary.page_elements import BINDABLE_INPUTS, ELEMENTS

CARS = (
    "subdomain Cars { context Depot { aggregate Van with crudish { plate: string "
    "operation sell(price: int) { } private operation scrap() { } } "
    "repository Vans for Van { find byPlate(p: string): Van? where plate == p } "
    "event Sold { plate: string } channel Sales { carries: Sold } "
    "channel Jobs { carries: Sold delivery: queue } } }"
)


def fleet(*members: str) -> str:
    return " ".join(("system Fleet {", CARS, "api CarApi from Cars", *members, "}"))


def ui(*members: str) -> str:
    return fleet("ui Desk {", *members, "}")


def body(expression: str, state: str = "") -> str:
    return ui(f'page Home {{ route: "/" state {{ {state} }} body: {expression} }}')


# What stands in a ui


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ("api a: CarApi api b: CarApi channel c: Depot.Sales", []),
        ("api a: CarApi api a: CarApi", [("duplicate-ui-parameter", "a")]),
        ("api a: CarApi channel a: Depot.Sales", [("duplicate-ui-parameter", "a")]),
        ("channel a: Depot.Sales channel a: Depot.Sales", [("duplicate-ui-parameter", "a")]),
        ("api a: NoApi", [("ui-unknown-api", "NoApi")]),
        ("channel a: Depot.Jobs", [("ui-channel-not-broadcast", "Jobs")]),
        (
            'function f(): int extern from "a" function f(): int extern from "a"',
            [("duplicate-ui-function", "f")],
        ),
        ('function Tab(): int extern from "a"', [("extern-function-shadows-stdlib", "Tab")]),
        (
            "store A persist: url { } store B { } store C persist: ever { }",
            [("store-lifetime-invalid", "ever")],
        ),
    ],
)
def test_members_of_a_ui(members: str, expected: list[tuple[str, str]]) -> None:
    assert told(ui(members)) == expected


def test_a_ui_has_one_menu_with_known_keys() -> None:
    pages = 'page A { route: "/a" menu { section: "x", label: "A", order: 1, hidden: true, icon: "a" } }'
    one = 'menu { section "s" { link A { label: "A", order: 2, hidden: true } } }'
    assert told(ui(pages, one, "menu { }", "menu { }")) == [
        ("menu-unknown-key", "icon"),
        ("menu-unknown-key", "hidden"),
        ("duplicate-menu", "menu { }"),
        ("duplicate-menu", "menu { }"),
    ]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('toast("a")', []),
        ("refetch(Van)", []),
        ("toast()", [("ui-handler-statement-unknown", "toast()")]),
        ('toast("a", "b")', [("ui-handler-statement-unknown", 'toast("a", "b")')]),
        ("navigate(Home)", [("ui-handler-statement-unknown", "navigate(Home)")]),
        ("x := 1", [("ui-handler-statement-unknown", "x := 1")]),
        ("a.toast(1)", [("ui-handler-statement-unknown", "a.toast(1)")]),
        ("refetch()", [("ui-handler-refetch-target", "refetch()")]),
        ("refetch(Van, Sold)", [("ui-handler-refetch-target", "Sold")]),
        ('refetch("Van")', [("ui-handler-refetch-target", '"Van"')]),
    ],
)
def test_on_an_event_a_ui_shows_or_reads_again(statement: str, expected: list[tuple[str, str]]) -> None:
    assert told(ui(f"channel s: Depot.Sales on s.Sold(e) {{ {statement} }}")) == expected


# Pages


def test_pages_of_one_block_have_different_names() -> None:
    text = ui("page A { } area X { page A { } area Y { page A { } page A { } } } page B { }")
    assert told(text) == [("duplicate-page", "A")]


def test_what_a_page_says_once_is_told_once_a_kind() -> None:
    text = ui(
        'page A { route: "/" route: "/" route: "/" title: "a" title: "b" state { } state { } '
        "derived x: int = 1 derived y: int = 1 action a() { } action b() { } }"
    )
    assert told(text) == [("duplicate-page-property", "A")] * 2


def test_actions_of_pages_and_components_have_different_names() -> None:
    text = ui(
        "page A { action a() { } action a() { } }",
        "component B() { action b() { } action b() { } body: Slot { } }",
    )
    found = told(text)
    assert found == [("duplicate-action", "a"), ("duplicate-action", "b")]
    component = "component B() { action b() { } action b() { } body: Slot { } }"
    assert told(component) == [("duplicate-action", "b")]


def test_layouts_of_pages_are_those_of_the_system() -> None:
    text = fleet(
        "layout Wide { main } ui Desk { page A { layout: Wide } page B { layout: none } "
        "page C { layout: default } page D { layout: wide } area X { page E { layout: narrow } } }"
    )
    assert told(text) == [("page-unknown-layout", "wide"), ("page-unknown-layout", "narrow")]


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ("c.Van.all", []),
        ('c.Van.byId("1")', []),
        ("c.Van.create", []),
        ("c.Van.update", []),
        ("c.Van.delete", []),
        ("c.Van.sell(1)", []),
        ('c.Van.byPlate("a")', []),
        ("c.Van", []),
        ("c.Nothing", []),
        ("d.Nothing.all", []),
        ("c.Van.scrap()", [("page-unknown-read", "scrap")]),
        ("c.Van.some", [("page-unknown-read", "some")]),
        ("c.Sold.all", [("page-unknown-aggregate", "Sold")]),
        ('c.Car.byId("1").plate', [("page-unknown-aggregate", "Car")]),
    ],
)
def test_pages_read_what_their_apis_offer(read: str, expected: list[tuple[str, str]]) -> None:
    view = f'QueryView {{ of: {read}, data: r => Text {{ "x" }} }}'
    assert told(ui("api c: CarApi", f"page A {{ body: {view} }}")) == expected
    assert told(ui("api c: CarApi", f"area X {{ page A {{ title: {read} }} }}")) == expected


def test_a_ui_at_file_level_is_that_of_the_only_system() -> None:
    loose = "ui Other { page A { layout: wide } page A { } }"
    assert told(fleet() + loose) == [("page-unknown-layout", "wide"), ("duplicate-page", "A")]
    assert told_of(loose, "duplicate-page") == []


# Layouts and themes


@pytest.mark.parametrize(
    ("layout", "codes"),
    [
        ("layout Wide { main header { Slot { } } }", []),
        ("layout none { main }", ["layout-reserved-name"]),
        ("layout default { main }", ["layout-reserved-name"]),
        ("layout Wide { header { Slot { } } }", ["layout-without-main"]),
        ("layout Wide { main main main }", ["layout-duplicate-slot"]),
        (
            "layout Wide { header { Slot { } } header { Slot { } } footer { Slot { } } footer { Slot { } } }",
            ["layout-duplicate-slot", "layout-duplicate-slot", "layout-without-main"],
        ),
    ],
)
def test_layouts_have_each_slot_once(layout: str, codes: list[str]) -> None:
    assert [code for code, _ in told(fleet(layout))] == codes


@pytest.mark.parametrize(
    ("props", "expected"),
    [
        ('primary: "#abc" secondary: "#AABBCC" accent: "#aabbcc80"', []),
        ('primary: "#abcd"', [("theme-invalid-value", '"#abcd"')]),
        ('primary: "red"', [("theme-invalid-value", '"red"')]),
        ('neutral: "#12345g"', [("theme-invalid-value", '"#12345g"')]),
        ('radius: "xl" colorScheme: "auto" fontFamily: "Inter" fontFamilyMono: ""', []),
        ('radius: "XL"', [("theme-invalid-value", '"XL"')]),
        ('colorScheme: ""', [("theme-invalid-value", '""')]),
        ('tint: "#fff"', [("theme-unknown-property", "tint")]),
        ('radius: "sm" radius: "huge"', [("theme-duplicate-property", "radius")]),
    ],
)
def test_themes_say_what_is_known(props: str, expected: list[tuple[str, str]]) -> None:
    assert told(fleet(f"theme {{ {props} }}")) == expected


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#ffffff", "#777777ff") == contrast("#777", "#fff")


def test_colours_on_which_no_text_can_be_read_are_warned_of_everywhere() -> None:
    theme = 'theme { primary: "#7a7a7a" primary: "#7b7b7b" radius: "sm" accent: "#333" warning: "grey" }'
    code = "a11y-theme-contrast"
    assert told_of(theme, code) == [(code, '"#7a7a7a"'), (code, '"#7b7b7b"')]
    assert {found.severity for found in findings(theme) if found.code.endswith(code)} == {"warning"}


# Components


def test_components_have_one_body() -> None:
    text = ui(
        'component A() { } component B() extern from "b" component C() extern from "c" { body: Slot { } }',
        "component D() { body: Slot { } }",
    )
    assert told(text) == [("component-missing-body", "A"), ("extern-component-has-body", "Slot { }")]


CHIP = (
    "component Chip(count: int, price: money, inner: slot, go: action(int)?) "
    "{ body: Badge { string(count) } }"
)


@pytest.mark.parametrize(
    ("chip", "expected"),
    [
        ("Chip { 1, 2, Slot { } }", []),
        ('Chip { "a" }', [("component-prop-type", '"a"')]),
        ('Chip("a", 2)', [("component-prop-type", '"a"')]),
        (
            'Chip { count: "a", price: true }',
            [("component-prop-type", '"a"'), ("component-prop-type", "true")],
        ),
        ('Chip { 1, price: "a", "b", "c", "d", other: "e" }', [("component-prop-type", '"a"')]),
        ("Chip { price: 2.5, go: 1, inner: 1 }", []),
        ("Chip { who }", []),
        ("Chip { title }", [("component-prop-type", "title")]),
    ],
)
def test_components_get_what_they_take(chip: str, expected: list[tuple[str, str]]) -> None:
    page = f'page A(title: string) {{ state {{ who: string = "" }} body: {chip} }}'
    assert told(ui(CHIP, page)) == expected
    assert told(f"{CHIP} {ui(page)}") == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("Basket.add(1)", []),
        ("Basket.add(n)", []),
        ("Basket.add()", [("call-arg-count", "Basket.add()")]),
        ('Basket.add("a")', [("call-arg-type", '"a"')]),
        ("Basket.other(1, 2)", []),
        ("Other.add(1, 2)", []),
    ],
)
def test_actions_of_stores_get_what_they_take(call: str, expected: list[tuple[str, str]]) -> None:
    store = "store Basket { state { sum: int = 0 } action add(by: int) { sum := sum + by } }"
    assert told(ui(store, f"page A(n: int) {{ action go() {{ {call} }} }}")) == expected
    suffixes = [(code, where.removeprefix("Basket")) for code, where in expected]
    assert told(ui(store, f'page A(n: int) {{ body: Button {{ "x", onClick: e => {call} }} }}')) == suffixes


# Elements


@pytest.mark.parametrize("element", sorted(BINDABLE_INPUTS))
def test_inputs_are_bound(element: str) -> None:
    bound = body(f'{element} {{ "Label", bind: x }}', "x: File?")
    assert told(bound) == []
    given = f'{element} {{ "Label", value: x }}'
    assert told(body(given)) == [("bindable-input-value-arg", "value")]


@pytest.mark.parametrize(
    ("declared", "fits"), [("File", True), ("File?", True), ("string", False), ("json?", False)]
)
def test_files_are_uploaded_into_files(declared: str, fits: bool) -> None:
    text = body('FileUpload { "Scan", bind: scan }', f"scan: {declared}")
    assert told(text) == ([] if fits else [("file-upload-not-file-field", "scan")])
    assert told(body('FileUpload { "Scan", bind: other }', f"scan: {declared}")) == []


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ('Image { "a.png" }', [("a11y-missing-alt", "Image")]),
        ('Image { src: "a.png" }', [("a11y-missing-alt", "Image")]),
        ('Image { "a.png", alt: "A" }', []),
        ('Image { "a.png", decorative: false }', []),
        ("Image { }", []),
        ('Image("a.png")', []),
        ('Avatar { "AB" }', []),
        ('Avatar { "AB", src: "a.png" }', [("a11y-missing-alt", "Avatar")]),
        ('Button { icon: "x" }', [("a11y-icon-only-no-name", "Button")]),
        ('Button { iconSvg: "x" }', [("a11y-icon-only-no-name", "Button")]),
        ('Button { icon: "x", label: "X" }', []),
        ('Button { "X", icon: "x" }', []),
        ("Button { }", []),
    ],
)
def test_what_is_seen_has_words(element: str, expected: list[tuple[str, str]]) -> None:
    assert told(body(element)) == expected


def test_every_visible_text_is_one_piece() -> None:
    joined = '("Hi " + who)'
    for element in ELEMENTS.values():
        if element.name in ("Tab", "Column", "Slot"):
            continue
        visible = 0
        entries = []
        for place in range(max((-1, *element.visible_positions)) + 1):
            seen = place in element.visible_positions
            visible += seen
            entries.append(joined if seen else '"x"')
        for name in element.named:
            seen = name in element.visible_names
            visible += seen
            if seen:
                entries.append(f"{name}: {joined}")
        text = body(f"{element.name} {{ {', '.join(entries)} }}", 'who: string = ""')
        code = "user-visible-concat"
        assert told_of(text, code) == [(code, joined[1:-1])] * visible, element.name


@pytest.mark.parametrize("value", ["`Hi {who}`", "n + 1", "who + who", '"Hi"', '"a" == who', 'f("a" + who)'])
def test_other_texts_are_left_alone(value: str) -> None:
    assert told_of(body(f"Text {{ {value} }}", 'who: string = "" n: int = 0'), "user-visible-concat") == []


def test_a_record_named_like_an_element_is_no_element() -> None:
    text = 'context C { valueobject Image { src: string } aggregate A { i: Image = Image { src: "a" } } }'
    assert told(text) == []
