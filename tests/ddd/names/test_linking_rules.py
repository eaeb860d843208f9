"""What each kind of reference may name, and from where."""

from __future__ import annotations

import pytest

from loomsmith.ddd.syntax import nodes as n
from typed_models import linked, unresolved

TWO = (
    "context Here {{ {here} }} context There {{ event Far {{ n: int }} payload Box {{ n: int }} "
    "valueobject Spot {{ row: int }} enum Hue {{ Red }} channel Wire {{ carries: Far }} "
    "aggregate Tree {{ height: int entity Twig {{ n: int }} contains twigs: Twig[] }} }}"
)


@pytest.mark.parametrize(
    ("here", "missing"),
    [
        # Value objects, enums and aggregates are seen from everywhere; parts only in their aggregate.
        ("aggregate A { s: Spot h: Hue t: Tree id }", []),
        ("aggregate A { w: Twig }", ["Twig"]),
        ("aggregate A { w: Twig id }", []),
        ("event E { s: Spot, h: Hue, t: Tree id, w: Twig id }", []),
        ("event E { w: Twig }", ["Twig"]),
        ("aggregate A { entity P { n: int } p: P q: P[] contains r: P }", []),
        ("aggregate A { entity P { n: int } } aggregate B { contains p: P }", ["P"]),
        ("aggregate A { contains t: Twig }", ["Twig"]),
        # Ids name no events, payloads or contexts.
        ("event E { n: int } aggregate A { e: E id }", ["E"]),
        ("aggregate A { p: Box id c: Here id }", ["Box", "Here"]),
        ("aggregate A { h: Hue id s: Spot id }", []),
        # Events and payloads are types only of what starts a workflow, and among alternatives.
        ("event E { n: int } aggregate A { e: E }", ["E"]),
        ("event E { n: int } workflow W { create(e: E) { } handle go(e: E) { } }", []),
        ("payload P { n: int } workflow W { create(p: P) { } }", []),
        ("workflow W { create(e: Far) { } }", ["Far"]),
        ("workflow W { create(p: Box) { } }", ["Box"]),
        ("error Gone { n: int } aggregate A { operation o(): string or Gone { } }", []),
        ("error Gone { n: int } aggregate A { operation o(): Gone { } }", ["Gone"]),
        ("error Gone { n: int } payload P = Gone | Spot", []),
        ("payload P = Box | Spot", ["Box"]),
        ("commandHandler paint(p: Box) { }", ["Box"]),
        # Events are private to their context where they are emitted, applied and carried.
        ("event E { n: int } aggregate A { operation o() { emit E { n: 1 } } }", []),
        ("aggregate A { operation o() { emit Far { n: 1 } } }", ["Far"]),
        ("aggregate A persistedAs: eventLog { apply(e: Far) { } }", ["Far"]),
        ("channel L { carries: Far }", ["Far"]),
        ("workflow W { on(e: Far) { } }", ["Far"]),
        # Aggregates of any context can be extended, kept, joined and seeded.
        ("repository R for Tree { }", []),
        ("repository R for Spot { }", ["Spot"]),
        ("aggregate A extends Tree { }", []),
        ("seed { Tree { height: 1 } Bush { height: 1 } }", ["Bush"]),
        ("projection P { n: int from Tree as t join Tree as u on true }", []),
        ("projection P { n: int from Far }", ["Far"]),
    ],
)
def test_references_see_what_they_may(here: str, missing: list[str]) -> None:
    assert unresolved(TWO.format(here=here)) == missing


SYSTEM = (
    "system S {{ user {{ team: string }} subdomain D {{ context C {{ event Sold {{ n: int }} "
    "channel Feed {{ carries: Sold }} payload View {{ n: int }} aggregate Shop {{ n: int }} }} "
    "context Other {{ {other} }} }} "
    "storage pg {{ type: postgres }} api Web from D {inside} }} {outside}"
)


@pytest.mark.parametrize(
    ("other", "inside", "outside", "missing"),
    [
        # In a system, workflows and projections hear the events of every context.
        ("workflow W { on(e: Sold) { } create(e: Sold) { } }", "", "", []),
        ("workflow W { handle go(e: Sold) { } }", "", "", ["Sold"]),
        ("projection P { n: int on(e: Sold) { n := 1 } }", "", "", []),
        ("aggregate A { operation o() { emit Sold { n: 1 } } }", "", "", ["Sold"]),
        ("", 'timerSource t { for: Sold, cron: "0 0 * * *" }', "", []),
        # Storages, resources and uis are seen only within their system; apis and deployables by everyone.
        ("", "resource r { for: C, kind: state, use: pg }", "", []),
        ("", "", "resource r { for: C, kind: state, use: pg }", ["pg"]),
        ("", "", "resource r { for: C, kind: api, use: Web }", []),
        ("", "ui U { api H: Web }", "", []),
        ("", "", "ui U { api H: Web api G: Nope }", ["Nope"]),
        ("", "deployable d { platform: node contexts: [C, Nowhere] dataSources: [r] }", "", ["Nowhere", "r"]),
        ("", "deployable d { platform: node }", "deployable e { platform: react targets: d ui: U }", ["U"]),
        ("", "deployable d { platform: node serves: Web, Nope }", "", ["Nope"]),
        # Uis name channels through their context, and events through their channel.
        ("", "ui U { channel H: C.Feed on H.Sold(x) { } }", "", []),
        ("", "ui U { channel H: C.Nope on H.Sold(x) { } on G.Sold(x) { } }", "",
         ["Nope", "Sold", "G", "Sold"]),
        ("", "ui U { channel H: C.Feed on H.Bought(x) { } }", "", ["Bought"]),
        ("", "tenancy by user.team of Shop", "", []),
        ("", "tenancy by user.role of Shop", "", ["role"]),
        ("", "api Two from Nope", "", ["Nope"]),
        ("", 'api Two from D { route GET "/x" -> C.go route GET "/y" -> Nope.go }', "", ["Nope"]),
        ("", "ui U { api H: Web page P { body: match x { View v => Text { v } Box b => Text { b } } } }",
         "", ["Box"]),
    ],
)  # fmt: skip
def test_references_between_systems_contexts_and_deployment(
    other: str, inside: str, outside: str, missing: list[str]
) -> None:
    text = SYSTEM.format(other=other, inside=inside, outside=outside)
    assert sorted(unresolved(text)) == sorted(missing)


def test_menus_name_pages_by_bare_name_or_through_their_areas() -> None:
    text = (
        'system S { ui U { page Top { body: Text { "x" } } area Books { page List { body: Text { "x" } } '
        'area Old { page List { body: Text { "x" } } } } menu { section "M" { link Top link List '
        "link Books.List link Books.Old.List link Old.List link Nope } } } }"
    )
    assert unresolved(text) == ["Old.List", "Nope"]
    links = linked(text)
    lists = [page for page in links.nodes[n.Page] if page.name == "List"]
    targets = [links.target_of(link.page) for link in links.nodes[n.MenuLink] if link.page is not None]
    assert targets[1:4] == [lists[0], lists[0], lists[1]]


def test_requirements_are_traced_through_the_whole_file() -> None:
    text = (
        'requirement US-1 { type: UserStory title: "x" } requirement AC-1 parent US-1 { type: UserStory '
        'title: "y" } solution S-1 for US-9 { entitles [D.C.A.go, A, C, D, d, D.C, C.A, D.C.Sold, A.go] } '
        "testCase T-1 verifies AC-1 { covers [Web, D.C.R, D.C.R.find, D.C.W] } "
        "system S { subdomain D { context C { event Sold { n: int } aggregate A { n: int operation go() { } "
        'test "t" verifies T-1 { } test "u" verifies T-2 { } } repository R for A { find find_(): A? } '
        "workflow W { } } } api Web from D deployable d { platform: node } }"
    )
    assert sorted(unresolved(text.replace(" find find_(): A?", "").replace("D.C.R.find, ", ""))) == sorted(
        ["US-9", "C.A", "A.go", "T-2"]
    )


def test_the_nearest_declaration_wins_then_the_first_of_the_file() -> None:
    text = (
        "context A { valueobject Spot { n: int } } context B { valueobject Spot { m: int } "
        "aggregate X { s: Spot } } context C { aggregate Y { s: Spot } }"
    )
    links = linked(text)
    spots = links.nodes[n.ValueObject]
    targets = [links.target_of(named.target) for named in links.nodes[n.NamedType]]
    assert targets == [spots[1], spots[0]]
    assert [len(links.references_to(spot)) for spot in spots] == [1, 1]


def test_a_part_of_the_same_aggregate_wins_over_one_of_an_earlier_aggregate() -> None:
    links = linked(
        "context A { aggregate X { entity P { n: int } } aggregate Y { entity P { n: int } p: P id } }"
    )
    assert links.target_of(links.nodes[n.IdType][0].target) is links.nodes[n.Entity][1]


def test_references_in_added_members_are_nobodys_fault() -> None:
    links = linked("context A { aggregate X with auditable { n: int } }")
    assert any(ref.text == "User" for _, _, ref in links.unresolved)
    assert links.diagnostics() == []
    assert not links.has_errors


def test_a_linking_error_names_what_was_probably_meant() -> None:
    links = linked("context A { valueobject Spot { n: int } aggregate X { s: Spott } }")
    assert "'Spot'" in links.diagnostics()[0].message


def test_a_file_without_anything_links() -> None:
    assert linked("").diagnostics() == []


@pytest.mark.parametrize(
    ("here", "why"),
    [
        ("aggregate A { w: Twig }", "`Twig id`"),
        ("aggregate A { operation o() { emit Far { n: 1 } } }", "in its own context"),
        ("aggregate A { b: Box }", "starts a workflow"),
        ("aggregate A { f: float }", "'decimal'"),
    ],
)
def test_a_linking_error_says_why_what_exists_cannot_be_named(here: str, why: str) -> None:
    assert why in linked(TWO.format(here=here)).diagnostics()[0].message
