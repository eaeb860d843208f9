"""Finding declarations by the end of their path."""

from __future__ import annotations

from typing import Any

import pytest

from loomsmith.ddd import toolkit

MODEL = """\
system Harbour {
  subdomain Sea { context Fares { aggregate Toll { fee: int } } }
  context Berths {
    enum Kind { Car, Foot }
    event Sailed { ferry: Ferry id }
    aggregate Ferry {
      title: string
      contains decks: Deck[]
      entity Deck { title: string  level: int }
      create(title: string) { title := title }
      create(level: int) { title := "x" }
      test "it sails. far" { let a = 1 }
    }
    repository Ferries for Ferry { find recent(): Ferry[] }
    workflow Sail { handle go(n: int) { precondition n > 1 } }
  }
  ui Desk {
    area Stock { page List { route: "/" body: Text { "x" } } }
    page List { route: "/l" body: Text { "x" } }
  }
}
migration "first one" { sql "select 1" }
"""


def find(symbol: str, kind: str | None = None) -> dict[str, Any]:
    return toolkit.find_symbol(MODEL, symbol, kind)


@pytest.mark.parametrize(
    ("symbol", "address", "parent"),
    [
        ("Ferry.decks", "aggregate Berths.Ferry.decks", "aggregate Berths.Ferry"),
        ("Berths.Ferry", "aggregate Berths.Ferry", "context Berths"),
        (".Ferry.", "aggregate Berths.Ferry", "context Berths"),
        ("level", "aggregate Berths.Ferry.level", "aggregate Berths.Ferry.Deck"),
        ("Car", "value Berths.Car", "enum Berths.Kind"),
        ("ferry", "node Berths.ferry", "event Berths.Sailed"),
        ("recent", "find Berths.recent", "repository Berths.Ferries"),
        ("go", "node Berths.go", "workflow Berths.Sail"),
        ("Fares", "context Fares", "subdomain Sea"),
        ("Stock", "node Stock", "node Desk"),
    ],
)
def test_a_symbol_is_found_by_the_end_of_its_address(symbol: str, address: str, parent: str) -> None:
    answer = find(symbol)
    assert (answer["address"], answer["parent"]) == (address, parent)


def test_of_equal_addresses_the_one_directly_in_its_owner_is_meant() -> None:
    assert find("Ferry.title")["range"]["start"]["line"] == 6


@pytest.mark.parametrize(
    ("symbol", "line"),
    [("Deck.title", 8), ("Kind.Car", 3), ("Sailed.ferry", 4), ("Ferries.recent", 13), ("Stock.List", 17)],
)
def test_the_whole_nesting_tells_equal_addresses_apart(symbol: str, line: int) -> None:
    assert find(symbol)["range"]["start"]["line"] == line


def test_systems_are_tried_only_where_no_address_matches() -> None:
    assert find("Harbour.Berths")["address"] == "context Berths"


@pytest.mark.parametrize("symbol", ["", ".", "Nobody", "ferries", "Ferry.version", "Ferry.nothing", "to"])
def test_what_is_not_declared_in_the_text_is_not_found(symbol: str) -> None:
    assert find(symbol) == {"error": "not-found", "candidates": []}


def test_several_addresses_are_told_in_order() -> None:
    two = "context C { aggregate B { x: int } aggregate A { x: int  derived y: int = x } enum E { x } }"
    expected = ["aggregate C.A.x", "aggregate C.B.x", "value C.x"]
    assert toolkit.find_symbol(two, "x") == {"error": "ambiguous", "candidates": expected}
    assert toolkit.find_symbol(two, "x", "value")["kind"] == "value"
    assert toolkit.find_symbol(two, "x", "derived") == {"error": "not-found", "candidates": []}


def test_one_address_of_equal_rank_is_ambiguous_with_itself() -> None:
    assert find("List") == {"error": "ambiguous", "candidates": ["page List"]}


@pytest.mark.parametrize(
    "symbol",
    ["Berths.Ferry.it sails. far", "aggregate Berths.Ferry.it sails. far", "first one", "node first one"],
)
def test_what_is_named_by_a_text_is_found_by_its_whole_address(symbol: str) -> None:
    assert "range" in find(symbol)
    assert toolkit.rename(MODEL, symbol, "x")["error"] == "invalid-name"


def test_a_broken_source_is_searched_as_far_as_it_was_read() -> None:
    assert toolkit.find_symbol("context C { aggregate A { x: int ; ) y: int", "A.y")["kind"] == "property"
