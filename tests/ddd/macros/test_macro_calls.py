"""Calls of macros: where they may stand, the arguments they take, and what is said about faults."""

import pytest

from expanded_models import added, codes, expanded, node
from loomsmith.ddd.macros.library import MACROS

SEA = "subdomain Sea { context Berths { aggregate Boat { name: string } } } "


def test_an_unknown_name_is_told_with_all_macros_in_order():
    faults = expanded("context C { aggregate A with crudich { } }").faults
    assert [fault.code for fault in faults] == ["loom.unknown-macro"]
    assert ", ".join(MACROS) in faults[0].message
    assert "did you mean 'crudish'?" in faults[0].message


HOSTS = {
    "aggregate": "context C {{ aggregate A with {} {{ }} }}",
    "context": "context C with {} {{ }}",
    "ui": "ui U with {} {{ }}",
    "api": "api P with {} from D subdomain D {{ }}",
}


@pytest.mark.parametrize("name", MACROS)
def test_a_macro_goes_on_one_kind_of_host_only(name):
    from loomsmith.ddd.macros.macro import HOST_WORDS

    own = HOST_WORDS[MACROS[name].host]
    for host, frame in HOSTS.items():
        mismatch = ("loom.macro-target-mismatch", name)
        assert (mismatch in codes(frame.format(name))) == (host != own)


def test_arguments_are_not_looked_at_on_the_wrong_host():
    assert codes("context C with crudish(colour: 1) { }") == [("loom.macro-target-mismatch", "crudish")]


def test_any_fault_in_the_arguments_makes_the_call_add_nothing():
    for arguments in ("colour: 1", "updateOnly: 3", "updateOnly: true, updateOnly: false"):
        text = f"context C {{ aggregate A with crudish({arguments}) {{ name: string }} }}"
        assert added(text, "A") == "version: int token = 1\n"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("scaffoldAggregate", [("loom.macro-arg-missing", "scaffoldAggregate")]),
        (
            "scaffoldAggregate(of: Plane)",
            [
                ("loom.macro-arg-unresolved-ref", "Plane"),
                ("loom.macro-arg-missing", "scaffoldAggregate(of: Plane)"),
            ],
        ),
        (
            "scaffoldAggregate(of: Berths)",
            [
                ("loom.macro-arg-unresolved-ref", "Berths"),
                ("loom.macro-arg-missing", "scaffoldAggregate(of: Berths)"),
            ],
        ),
        (
            "scaffoldContext(of: [Berths])",
            [
                ("loom.macro-arg-kind-mismatch", "[Berths]"),
                ("loom.macro-arg-missing", "scaffoldContext(of: [Berths])"),
            ],
        ),
        ("scaffold(aggregates: Boat)", [("loom.macro-arg-kind-mismatch", "Boat")]),
        ("scaffold(aggregates: true)", [("loom.macro-arg-kind-mismatch", "true")]),
        ('scaffold(aggregates: "Boat")', [("loom.macro-arg-kind-mismatch", '"Boat"')]),
        (
            "scaffold(aggregates: [Boat, Plane, Train])",
            [("loom.macro-arg-unresolved-ref", "[Boat, Plane, Train]")] * 2,
        ),
        ("scaffold(pages: [Boat])", [("loom.macro-arg-unknown", "pages")]),
        (
            "scaffold(contexts: [], contexts: 3, pages: 1)",
            [("loom.macro-arg-duplicate", "contexts")],
        ),
        (
            "scaffoldAggregate(from: Boat)",
            [
                ("loom.macro-arg-unknown", "from"),
                ("loom.macro-arg-missing", "scaffoldAggregate(from: Boat)"),
            ],
        ),
        ("scaffold", []),
        ("scaffold()", []),
        ("scaffold(aggregates: [], workflows: [])", []),
    ],
)
def test_arguments_are_checked_against_the_parameters(call, expected):
    assert codes(SEA + f"ui U with {call} {{ }}") == expected


def test_crudish_takes_a_flag_and_nothing_else():
    for value in ("3", '"true"', "Boat", "[Boat]", "[]"):
        text = f"context C {{ aggregate Boat with crudish(updateOnly: {value}) {{ }} }}"
        assert codes(text) == [("loom.macro-arg-kind-mismatch", value)]


def test_of_several_declarations_with_one_name_the_last_is_meant():
    text = """context C { aggregate Boat { first: string } } context D { aggregate Boat { second: string } }
    ui U with scaffoldAggregate(of: Boat) { }"""
    assert "Second" in added(text, "U")
    assert "First" not in added(text, "U")


def test_references_reach_declarations_that_come_later():
    assert "area Boats" in added("ui U with scaffoldAggregate(of: Boat) { } " + SEA, "U")


def test_areas_of_one_name_merge_and_pages_by_hand_win():
    text = (
        SEA
        + """ui U with scaffoldAggregate(of: Boat) {
      area Boats { page List { route: "/mine" } }
    }"""
    )
    area = node(expanded(text), "Boats")
    assert [(page.name, page.span is None) for page in area.members] == [
        ("List", False),
        ("New", True),
        ("Detail", True),
    ]


def test_two_calls_that_scaffold_the_same_give_it_once():
    text = SEA + "ui U with scaffoldAggregate(of: Boat), scaffoldContext(of: Berths) { }"
    ui = node(expanded(text), "U")
    assert [area.name for area in ui.members] == ["Boats"]
    assert [page.name for page in ui.members[0].members] == ["List", "New", "Detail"]


def test_members_of_a_broken_file_are_expanded_as_far_as_they_were_read():
    from loomsmith.ddd.macros import expand
    from loomsmith.ddd.syntax import parse
    from loomsmith.ddd.text import Source

    for text in (
        "context C { aggregate A with crudish( { name: string } }",
        "context C { aggregate A with { name: string } }",
        "context C { aggregate A with crudish(updateOnly: ) { name: string",
        "context C { aggregate with crudish { name: } implements }",
        "ui with scaffold(aggregates: [A, ) { }",
        "context C with scaffoldHandlers { aggregate { contains : [] } repository for { find (",
        "context C with scaffoldPaged(of: K) { criterion K( of = } repository R for A { }",
        "aggregate A",
    ):
        expand(parse(Source(text)).tree)
