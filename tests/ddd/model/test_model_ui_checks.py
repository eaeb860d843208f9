"""Which pages, components, mounts and end-to-end tests the checks on the resolved model look at."""

from __future__ import annotations

import pytest

from ddd.model.model_helpers import told


def desk(ui: str, members: str = "enum Size { S, L }", rest: str = "", framework: str = "") -> str:
    return (
        f"system S {{ user {{ id: string }} subdomain D {{ context X {{ {members} }} }} api Cars from D "
        f"ui Desk {{ {framework} api cars: Cars {ui} }} {rest} }}"
    )


@pytest.mark.parametrize(
    ("create", "pages"),
    [
        ("create(n: int) { n := n }", ["page 'List'", "page 'New'"]),
        ("create named(n: int) { }", ["page 'List'"]),
    ],
)
def test_pages_of_areas_are_looked_at_but_not_the_new_page_of_what_nobody_creates(
    create: str, pages: list[str]
) -> None:
    text = desk(
        'area vans { page List { route: "/vans" body: gauge(1) } page New { route: "/vans/new" '
        "body: gauge(1) } }",
        f"aggregate Van {{ n: int {create} }}",
    )
    assert [node for code, node in told(text) if code == "unknown-page-element"] == pages


def test_the_new_page_of_an_event_sourced_aggregate_stays_with_any_create() -> None:
    text = desk(
        'area vans { page New { route: "/vans/new" body: gauge(1) } }',
        "event Made { n: int } aggregate Van persistedAs: eventLog { n: int create made(n: int) "
        "{ emit Made { n: n } } "
        "apply(m: Made) { n := m.n } }",
    )
    assert ("unknown-page-element", "page 'New'") in told(text)


def test_components_of_the_root_are_known_and_not_looked_at() -> None:
    text = "component Frame(inner: slot) { body: gauge(1) } " + desk(
        'page P { route: "/" body: Frame { Text { "x" } } }'
    )
    assert told(text) == []


def test_uis_that_are_not_mounted_are_looked_at_too() -> None:
    assert told(desk('page P { route: "/" body: gauge(1) } component C() { body: gauge(1) }')) == [
        ("unknown-page-element", "component 'C'"),
        ("unknown-page-element", "page 'P'"),
    ]


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("Text { errors.first() }", True),
        ('CreateForm { of: Van, Text { errors.first("n") } }', False),
        ("Text { cars.anything() }", False),
        ("Text { Van.anything() }", False),
        ("Text { Views.anything() }", False),
        ("Text { lost.a.b() }", True),
    ],
)
def test_receivers_are_handles_locals_or_the_parts_of_a_form(body: str, is_told: bool) -> None:
    found = told(
        desk(f'page P {{ route: "/" body: {body} }}', "aggregate Van { n: int }"),
        "method-call-unresolved-receiver",
    )
    assert found == [("method-call-unresolved-receiver", "page 'P'")] * is_told


def test_a_lambda_given_to_an_action_of_a_component_may_have_an_effect() -> None:
    text = desk(
        'component Row(open: action, shown: string) { body: Button { "x", onClick: open } } '
        'page P { route: "/" body: Stack { Row { open: e => navigate("/a"), shown: "x" }, '
        'Row { shown: e => navigate("/b") } } }'
    )
    assert told(text) == [("effect-in-lambda", "page 'P'")]


@pytest.mark.parametrize(
    ("framework", "platform", "codes"),
    [
        ("", "react", []),
        ("framework: feliz", "feliz", ["frontend-collection-op-unsupported"]),
        ("framework: svelte", "dotnet", []),
    ],
)
def test_map_runs_in_every_ui_but_those_of_feliz(framework: str, platform: str, codes: list[str]) -> None:
    text = desk(
        'page P { route: "/" state { ns: int[] = [] } body: List { ns.map(n => Text { n }) } }',
        rest=f"deployable d {{ platform: {platform} ui: Desk {{ cars: d }} auth: ui }}",
        framework=framework,
    )
    assert [code for code, _ in told(text, "frontend-collection-op-unsupported")] == codes


def test_stores_that_call_each_other_in_a_circle_are_told_where_it_closes() -> None:
    stores = " ".join(
        f"store {name} {{ state {{ n: int = 0 }} action go() {{ {calls} }} }}"
        for name, calls in (("A", "B.go()"), ("B", "C.go()"), ("C", "B.go() C.go()"), ("D", "A.go()"))
    )
    assert told(desk(f'{stores} page P {{ route: "/" body: Text {{ "x" }} }}')) == [
        ("store-action-cycle", "B.go"),
        ("store-action-cycle", "C.go"),
    ]


# End-to-end tests


def codes_of_test(statements: str, platform: str = "node") -> list[str]:
    text = (
        "system S { subdomain D { context X { event Gone { a: Van id } channel Gate { carries: Gone } "
        "aggregate Van { n: int operation go() { n := 1 } private operation hide() { n := 1 } "
        "operation kept() audited { n := 1 } } repository Vans for Van { find one(k: int): Van? "
        "where this.n == k } "
        "projection GoneVans keyed by a { a: Van id n: int on(g: Gone) { n := 1 } } "
        "workflow TravelFar { create(n: int) { let v = Van.create({ n: n }) } } enum Size { small } } } "
        "storage db { type: postgres } resource rows { for: X kind: state use: db index: [Van.n] } "
        f"deployable d {{ platform: {platform} contexts: [X] dataSources: [rows] }} "
        f'test e2e "t" against d {{ {statements} }} }}'
    )
    return [code for code, node in told(text) if node == "S/t"]


@pytest.mark.parametrize(
    ("statements", "codes"),
    [
        ("let v = api.vans.create({ n: 1 }) api.van.go(v.id) api.vans.all() api.vans.one(1)", []),
        ("api.vans.history(1) api.goneVans.byKey(1) api.gone_vans.list()", []),
        ("api.workflows.travelFar({ n: 1 }) api.workflows.travel_far({ n: 1 })", []),
        ("api.vans.hide(1)", ["e2e-unknown-method"]),
        ("api.vans.destroy(1)", ["e2e-unknown-method"]),
        ("api.goneVans.all()", ["e2e-unknown-method"]),
        ("api.buses.create({ n: 1 })", ["e2e-unknown-aggregate"]),
        ("api.workflows.travel({ n: 1 })", ["e2e-unknown-workflow"]),
        ("ui.buses.create({ n: 1 })", []),
        ("expect(lost).toBe(1)", ["e2e-unresolved-ref"]),
        ("expect(later).toBe(1) let later = 2", []),
        ("expect(1).toBe(small)", ["e2e-unresolved-ref"]),
        ("guess(1) let x = guess(2)", ["e2e-unresolved-call"] * 2),
        ("precondition 1 == 1 emit Gone { a: 1 }", ["e2e-unsupported-statement"] * 2),
    ],
)
def test_end_to_end_tests_call_what_is_there(statements: str, codes: list[str]) -> None:
    assert codes_of_test(statements) == codes


def test_a_test_against_elixir_is_checked_both_ways() -> None:
    assert (
        codes_of_test("api.buses.create({ n: 1 }) ui.trams.create({ n: 1 })", "elixir")
        == ["e2e-unknown-aggregate"] * 2
    )
    assert codes_of_test("expect(lost).toBe(1)", "elixir") == ["e2e-unresolved-ref"] * 2
