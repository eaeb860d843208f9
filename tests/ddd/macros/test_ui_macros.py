"""Macros on uis: which pages they add, and what these show."""

import pytest

from expanded_models import added, expanded, node
from loomsmith.ddd.syntax.nodes import Area, Page
from loomsmith.ddd.syntax.printer import print_node

FLEET = """
system Port {
  subdomain Sea {
    context Berths {
      enum Mood { calm, rough }
      valueobject Size { metres: decimal  inner: Depth  tags: string[] }
      valueobject Depth { low: datetime }
      aggregate Boat { name: string }
      abstract aggregate Craft { name: string }
      workflow Sail { create(boat: Boat id) { } }
      workflow Watch { boat: Boat id  create(d: Docked) by d.boat { } }
      workflow Plain { boats: Boat id[]  handle go() { } }
      event Docked { boat: Boat id }
      repository Boats for Boat { }
    }
    context Yard { aggregate Crane { name: string } workflow Lift { create(c: Crane id) { } } }
  }
  %s
}
"""


def fleet(ui: str) -> str:
    return FLEET % ui


def pages(ui: str) -> list[str]:
    """The added pages with the areas they stand in."""

    def below(owner, prefix):
        for member in owner.members:
            if isinstance(member, Area):
                yield from below(member, f"{prefix}{member.name}.")
            elif isinstance(member, Page) and member.span is None:
                yield prefix + member.name

    return list(below(node(expanded(fleet(ui)), "U"), ""))


BOATS = ["Boats.List", "Boats.New", "Boats.Detail"]
CRANES = ["Cranes.List", "Cranes.New", "Cranes.Detail"]
WATCH = ["WatchInstancesList", "WatchInstanceDetail"]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("scaffoldAggregate(of: Boat)", BOATS),
        ("scaffoldAggregate(of: Craft)", []),
        ("scaffoldWorkflow(of: Sail)", ["SailWorkflow"]),
        ("scaffoldWorkflow(of: Watch)", WATCH),
        ("scaffoldWorkflow(of: Plain)", ["PlainWorkflow"]),
        ("scaffoldContext(of: Yard)", [*CRANES, "LiftWorkflow"]),
        (
            "scaffoldSubdomain(of: Sea)",
            [*BOATS, "SailWorkflow", *WATCH, "PlainWorkflow", *CRANES, "LiftWorkflow"],
        ),
        ("scaffold", []),
        ("scaffold(aggregates: [Craft])", ["Home"]),
        (
            "scaffold(workflows: [Watch], contexts: [Yard], aggregates: [Boat])",
            [*CRANES, "LiftWorkflow", *BOATS, *WATCH, "Home", "WorkflowsIndex"],
        ),
        ("scaffold(workflows: [Watch])", [*WATCH, "Home"]),
    ],
)
def test_each_macro_adds_its_pages_in_order(call, expected):
    assert pages(f"ui U with {call} {{ }}") == expected


def test_the_main_create_decides_how_a_workflow_starts():
    from loomsmith.ddd.macros.library.scaffold_workflow import is_command_started

    text = """context C { event E { x: int }
      workflow A { create late(e: E) by e.x { } create(y: int) { } }
      workflow B { create late(e: E) by e.x { } create now1(y: int) { } }
      workflow D { create(e: E) by e.x { } create(y: int) { } }
      workflow F { x: int } }"""
    expansion = expanded(text)
    started = {name: is_command_started(node(expansion, name)) for name in "ABDF"}
    assert started == {"A": True, "B": False, "D": True, "F": True}


def _page(text: str, ui: str, name: str) -> str:
    found = [node(expanded(text), ui)]
    while True:
        owner = found.pop()
        for member in owner.members:
            if isinstance(member, Area):
                found.append(member)
            elif isinstance(member, Page) and member.name == name:
                return print_node(member)


def test_a_value_object_is_no_column_and_one_row_per_property_inner_ones_in_place():
    text = fleet("ui U with scaffoldAggregate(of: Boat) { }").replace(
        "aggregate Boat { name: string }", "aggregate Boat { size: Size?  moods: Mood[]  mood: Mood? }"
    )
    listed, detail = _page(text, "U", "List"), _page(text, "U", "Detail")
    assert "o.size" not in listed
    assert "o.moods" not in listed
    assert 'Column("Mood", o => EnumBadge(o.mood), sortable: true, field: "mood")' in listed
    assert 'KeyValueRow("Size Metres", Text(data.size.metres))' in detail
    assert 'KeyValueRow("Size Inner Low", DateDisplay(data.size.inner.low))' in detail
    assert "tags" not in detail


def test_value_objects_that_hold_each_other_end():
    text = fleet("ui U with scaffoldAggregate(of: Boat) { }").replace(
        "valueobject Depth { low: datetime }", "valueobject Depth { low: datetime  back: Size  again: Size }"
    )
    text = text.replace("aggregate Boat { name: string }", "aggregate Boat { size: Size }")
    assert "Text(data.size.inner.back)" in _page(text, "U", "Detail")


def test_many_value_objects_in_one_another_stay_within_bounds():
    values = " ".join(f"valueobject V{level} {{ a: V{level + 1}  b: V{level + 1} }}" for level in range(40))
    text = f"context C {{ {values} valueobject V40 {{ x: int }} aggregate A {{ v: V0 }} }} "
    assert len(added(text + "ui U with scaffoldAggregate(of: A) { }", "U")) < 100_000


def test_queries_go_through_the_first_api_handle():
    text = fleet("api One from Sea ui U with scaffoldAggregate(of: Boat) { api H: One  api J: One }")
    assert "of: H.Boat.all(pageNum, 10, sortKey, sortDir)" in _page(text, "U", "List")
    assert "of: H.Boat.byId(id)" in _page(text, "U", "Detail")


@pytest.mark.parametrize(
    ("header", "find", "paged"),
    [
        ("", "", True),
        ("persistedAs: eventLog", "", False),
        ("shape: document", "", False),
        ("shape: relational", "", True),
        ("extends Craft", "", False),
        ("", "find all(): Boat[]", False),
        ("shape: document", "find all(): Boat paged", True),
    ],
)
def test_a_declared_find_all_decides_whether_lists_are_paged_else_how_records_are_kept(header, find, paged):
    text = fleet("ui U with scaffoldAggregate(of: Boat) { }")
    text = text.replace("aggregate Boat {", f"aggregate Boat {header} {{")
    text = text.replace("repository Boats for Boat { }", f"repository Boats for Boat {{ {find} }}")
    listed = _page(text, "U", "List")
    assert ("serverPaged: true" in listed) == paged
    assert ("pageSize: 10" in listed) != paged
    assert ("of: Boat.all()" in listed) != paged


def test_requires_is_copied_from_the_declared_find_all_and_from_the_workflow():
    text = fleet("ui U with scaffoldAggregate(of: Boat), scaffoldWorkflow(of: Watch) { }")
    text = text.replace("for Boat { }", "for Boat { find all(): Boat[] requires currentUser.admin }")
    text = text.replace("workflow Watch {", "workflow Watch requires currentUser.harbour {")
    assert "\n  requires currentUser.admin\n  body:" in _page(text, "U", "List")
    assert "requires" not in _page(text, "U", "New")
    assert "\n  requires currentUser.harbour\n" in _page(text, "U", "WatchInstancesList")
    assert "\n  requires currentUser.harbour\n" in _page(text, "U", "WatchInstanceDetail")


def test_filters_are_finds_over_texts_that_give_several():
    finds = """find byName(name: string, quay: string): Boat[]  find near(at: int): Boat[]
      find none(): Boat[]
      find one(name: string): Boat?  find maybe(name: string?): Boat[]  find all(x: string): Boat[]"""
    text = fleet("ui U with scaffoldAggregate(of: Boat) { }").replace(
        "for Boat { }", f"for Boat {{ {finds} }}"
    )
    listed = _page(text, "U", "List")
    assert 'Field("Name", bind: byNameName, testid: "boats-filter-by_name_name")' in listed
    assert 'byNameName != "" && byNameQuay != "" => QueryView(' in listed
    assert listed.count("Field(") == 2
    state = listed[listed.index("state {") :]
    assert [line.split(":")[0].strip() for line in state.splitlines()[1:6]] == [
        "byNameName",
        "byNameQuay",
        "sortKey",
        "sortDir",
        "pageNum",
    ]


@pytest.mark.parametrize(
    ("members", "history"),
    [
        ("name: string  operation go() audited { }", True),
        ("name: string  private operation go() audited { }", False),
        ("name: string  operation go() { }", False),
        ("name: string managed  operation go() audited { }", False),
        ("name: string immutable  create() audited { }", True),
    ],
)
def test_history_shows_where_something_public_is_audited_and_something_changes(members, history):
    text = fleet("ui U with scaffoldAggregate(of: Boat) { }").replace(
        "Boat { name: string }", f"Boat {{ {members} }}"
    )
    assert ("Boat.history(id)" in _page(text, "U", "Detail")) == history
    audited = text.replace("aggregate Boat {", "aggregate Boat audited {").replace(" audited { }", " { }")
    expected = "private" not in members and "managed" not in members
    assert ("Boat.history(id)" in _page(audited, "U", "Detail")) == expected
    declared = text.replace("for Boat { }", "for Boat { find history(): string[] }")
    assert "Boat.history(id)" not in _page(declared, "U", "Detail")


def test_a_provenanced_field_shows_where_its_value_came_from():
    text = fleet("ui U with scaffoldAggregate(of: Boat) { }").replace(
        "name: string }", "name: string provenanced }", 1
    )
    assert 'ProvenanceInfo(of: data, field: "name", testid: "boats-detail-name-prov")' in _page(
        text, "U", "Detail"
    )


def test_the_home_page_shows_totals_declared_or_still_to_come():
    text = """ui U with scaffold(contexts: [C, D, E]) { }
    context C { aggregate A { } projection ATotals { n: int  totalPaidSum: money
      from A as o select n = count(), totalPaidSum = sum(o.p) } }
    context D with scaffoldDashboard { aggregate B { fullPrice: money } abstract aggregate Q { } }
    context E { aggregate F { } projection FTotals keyed by k { k: string } }"""
    home = _page(text, "U", "Home")
    assert "of: ATotals" in home
    assert 'Stat("Total n", t.n)' in home
    assert 'Stat("Total paid", Money(t.totalPaidSum))' in home
    assert 'Stat("Bs", t.rowCount)' in home
    assert 'Stat("Total full price", Money(t.fullPriceSum))' in home
    assert "FTotals" not in home
    assert "QTotals" not in home
    assert '"4 aggregates"' in home


def test_what_is_covered_twice_counts_once():
    home = _page(
        fleet("ui U with scaffold(subdomains: [Sea], contexts: [Yard], aggregates: [Boat]) { }"), "U", "Home"
    )
    assert '"3 aggregates"' in home
    assert '"3 workflows"' in home
