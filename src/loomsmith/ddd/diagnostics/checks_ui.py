"""Codes of the checks on user interfaces."""

from loomsmith.ddd.diagnostics.row import AST_WARNING, Row

_CONTEXT = (
    "subdomain Cars { context Depot { aggregate Van with crudish { plate: string } "
    "event Sold { plate: string } channel Sales { carries: Sold } } }"
)


def _system(*members: str) -> str:
    return " ".join(("system Fleet {", _CONTEXT, "api CarApi from Cars", *members, "}"))


def _ui(*members: str) -> str:
    return _system("ui Desk {", *members, "}")


def _page(properties: str) -> str:
    return _ui('page Home { route: "/"', properties, "}")


def _body(expression: str) -> str:
    return _page(f"body: {expression}")


def _on(statements: str) -> str:
    return _ui(f"channel s: Depot.Sales on s.Sold(e) {{ {statements} }}")


def _api_read(read: str) -> str:
    return _ui(
        'api c: CarApi page Home { route: "/" body: QueryView {',
        f'of: {read}, data: r => Text {{ "x" }}',
        "} }",
    )


ROWS: tuple[Row, ...] = (
    # What stands in a ui
    Row(
        "loom.duplicate-page",
        "Two pages of one ui or area have the same name; rename one, or put it in an area.",
        wrong=_ui('page Home { route: "/" } page Home { route: "/home" }'),
        right=_ui('page Home { route: "/" } area Old { page Home { route: "/home" } }'),
    ),
    Row(
        "loom.duplicate-menu",
        "A ui has more than one menu. It shows one, with as many sections as needed.",
        wrong=_ui(
            'page Home { route: "/" } menu { section "A" { link Home } } menu { section "B" { link Home } }'
        ),
        right=_ui('page Home { route: "/" } menu { section "A" { link Home } section "B" { link Home } }'),
    ),
    Row(
        "loom.menu-unknown-key",
        "An entry of a menu says something that means nothing there. A link has `label` and `order`; the "
        "menu of a page has `section`, `label`, `order` and `hidden`.",
        wrong=_page('menu { colour: "red" }'),
        right=_page('menu { label: "Start", order: 1 }'),
    ),
    Row(
        "loom.duplicate-ui-parameter",
        "Two handles of a ui, for apis or for channels, have the same name.",
        wrong=_ui("api c: CarApi api c: CarApi"),
        right=_ui("api c: CarApi"),
    ),
    Row(
        "loom.ui-unknown-api",
        "A ui has a handle for an api that does not exist.",
        wrong=_ui("api c: CarsApi"),
        right=_ui("api c: CarApi"),
    ),
    Row(
        "loom.ui-channel-not-broadcast",
        "A ui listens to a channel that gives each event to one receiver alone. Everybody who looks at a "
        "page wants to be told, which takes a broadcast.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { event Sold { plate: string } channel Sales { "
            "carries: Sold delivery: queue } } } ui Desk { channel s: Depot.Sales } }"
        ),
        right=(
            "system Fleet { subdomain Cars { context Depot { event Sold { plate: string } channel Sales { "
            "carries: Sold delivery: broadcast } } } ui Desk { channel s: Depot.Sales } }"
        ),
    ),
    Row(
        "loom.duplicate-ui-function",
        "Two functions of a ui have the same name; rename one.",
        wrong=_ui(
            'function twice(n: int): int extern from "./a" function twice(n: long): long extern from "./b"'
        ),
        right=_ui('function twice(n: int): int extern from "./a"'),
    ),
    Row(
        "loom.extern-function-shadows-stdlib",
        "A function of a ui is named like a page element, which could then no longer be written.",
        wrong=_ui('function Badge(n: int): int extern from "./badge"'),
        right=_ui('function badgeOf(n: int): int extern from "./badge"'),
    ),
    Row(
        "loom.store-lifetime-invalid",
        "What a store holds is to live for a time that does not exist. It is one of `memory`, `local`, "
        "`session` and `url`.",
        wrong=_ui("store Basket persist: forever { state { n: int = 0 } }"),
        right=_ui("store Basket persist: local { state { n: int = 0 } }"),
    ),
    Row(
        "loom.ui-handler-statement-unknown",
        "A ui does something on an event that it cannot do. It shows `toast(message)`, and reads again by "
        "`refetch(Aggregate)`.",
        wrong=_on("toast()"),
        right=_on('toast("Sold")'),
    ),
    Row(
        "loom.ui-handler-refetch-target",
        "Nothing says what `refetch` reads again, or it is no aggregate.",
        wrong=_on("refetch(Sale)"),
        right=_on("refetch(Van)"),
    ),
    # Pages
    Row(
        "loom.duplicate-page-property",
        "A page says twice what it can say once, such as its route or its title.",
        wrong=_page('route: "/home"'),
        right=_page('title: "Home"'),
    ),
    Row(
        "loom.duplicate-action",
        "Two actions of a page or a component have the same name; rename one.",
        wrong=_page("action go() { } action go() { }"),
        right=_page("action go() { } action stop() { }"),
    ),
    Row(
        "loom.page-unknown-layout",
        "A page names a layout that the system does not have. There are also `default` and `none`.",
        wrong=_page("layout: wide"),
        right=_page("layout: none"),
    ),
    Row(
        "loom.page-unknown-aggregate",
        "A page reads an aggregate that the subdomain of the api does not have.",
        wrong=_api_read("c.Car.all"),
        right=_api_read("c.Van.all"),
    ),
    Row(
        "loom.page-unknown-read",
        "A page asks something of an aggregate that its api does not offer. It offers `all`, `byId`, "
        "`create`, `update` and `delete`, the public operations, and the finds of its repository.",
        wrong=_api_read("c.Van.some"),
        right=_api_read("c.Van.all"),
    ),
    # Layouts and themes
    Row(
        "loom.layout-reserved-name",
        "A layout is named `default` or `none`, which have a meaning of their own.",
        wrong=_system("layout none { main }"),
        right=_system("layout Plain { main }"),
    ),
    Row(
        "loom.layout-without-main",
        "A layout has no place for the page itself.",
        wrong=_system('layout Wide { header { Text { "Fleet" } } }'),
        right=_system('layout Wide { header { Text { "Fleet" } } main }'),
    ),
    Row(
        "loom.layout-duplicate-slot",
        "A layout has one of its slots twice; keep one of each.",
        wrong=_system("layout Wide { main main }"),
        right=_system("layout Wide { main }"),
    ),
    Row(
        "loom.theme-unknown-property",
        "A theme says something that themes do not say. They have colours (`primary`, `secondary`, `accent`, "
        "`success`, `warning`, `error`, `neutral`), `radius`, `colorScheme`, `fontFamily` and "
        "`fontFamilyMono`.",
        wrong='system Fleet { theme { tint: "#fff" } }',
        right='system Fleet { theme { accent: "#fff" } }',
    ),
    Row(
        "loom.theme-duplicate-property",
        "A theme has one of its properties twice; keep one.",
        wrong='system Fleet { theme { radius: "sm" radius: "md" } }',
        right='system Fleet { theme { radius: "md" } }',
    ),
    Row(
        "loom.theme-invalid-value",
        "A theme gives a value that does not exist: a colour is written `#RGB`, `#RRGGBB` or `#RRGGBBAA`, "
        "`radius` is `none`, `sm`, `md`, `lg` or `xl`, and `colorScheme` is `light`, `dark` or `auto`.",
        wrong='system Fleet { theme { primary: "blue" } }',
        right='system Fleet { theme { primary: "#0000ff" } }',
    ),
    Row(
        "loom.a11y-theme-contrast",
        "Neither light nor dark text can be read well on a colour of the theme: the better of the two "
        "contrasts is below 4.5. Take a lighter or a darker shade.",
        wrong='system Fleet { theme { primary: "#7a7a7a" } }',
        right='system Fleet { theme { primary: "#333333" } }',
        variants=(AST_WARNING,),
    ),
    # Components
    Row(
        "loom.component-missing-body",
        "A component shows nothing: it has no `body:`, and does not come from a file.",
        wrong=_ui("component Chip(text: string) { }"),
        right=_ui("component Chip(text: string) { body: Badge { text } }"),
    ),
    Row(
        "loom.extern-component-has-body",
        "An extern component has a body. `extern` says that its body is written elsewhere.",
        wrong=_ui('component Chip(text: string) extern from "./chip" { body: Badge { text } }'),
        right=_ui('component Chip(text: string) extern from "./chip"'),
    ),
    Row(
        "loom.component-prop-type",
        "A component is given a value of another type than that of its parameter.",
        wrong=_ui(
            "component Chip(count: int) { body: Badge { string(count) } }",
            'page Home { route: "/" body: Chip { count: "one" } }',
        ),
        right=_ui(
            "component Chip(count: int) { body: Badge { string(count) } }",
            'page Home { route: "/" body: Chip { count: 1 } }',
        ),
    ),
    # Elements
    Row(
        "loom.bindable-input-value-arg",
        "An input is given a `value:`. It shows and changes the state field named by `bind:`.",
        wrong=_page('state { plate: string = "" } body: Field { "Plate", value: plate }'),
        right=_page('state { plate: string = "" } body: Field { "Plate", bind: plate }'),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.file-upload-not-file-field",
        "A file is to be uploaded into a state field that holds something else.",
        wrong=_page('state { scan: string = "" } body: FileUpload { "Scan", bind: scan }'),
        right=_page('state { scan: File? } body: FileUpload { "Scan", bind: scan }'),
    ),
    Row(
        "loom.user-visible-concat",
        "A text that people see is put together with `+`. Languages order words differently: one template "
        "can be translated, pieces cannot.",
        wrong=_page('state { who: string = "" } body: Heading { "Hi " + who }'),
        right=_page('state { who: string = "" } body: Heading { `Hi {who}` }'),
    ),
    Row(
        "loom.a11y-missing-alt",
        "A picture has no words for those who cannot see it. Say what it shows with `alt:`, or that it says "
        "nothing with `decorative: true`.",
        wrong=_body('Image { src: "/van.png" }'),
        right=_body('Image { src: "/van.png", alt: "A van" }'),
    ),
    Row(
        "loom.a11y-icon-only-no-name",
        "A button has nothing but an icon, and no name for those who cannot see it. Add `label:`.",
        wrong=_body('Button { icon: "trash" }'),
        right=_body('Button { icon: "trash", label: "Delete" }'),
        variants=(AST_WARNING,),
    ),
)
