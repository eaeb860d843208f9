"""What hovers show: a declaration in one line of code, and what it holds in a second."""

from __future__ import annotations

from typing import Any

import pytest

from loomsmith.ddd import toolkit

MODEL = """\
system S {
  subdomain D {
    context C {
      enum Kind { Car, Foot }
      enum Nothing { }
      command Go { n: int }
      payload Either = Go | Lost
      error Lost { why: string }
      valueobject Spot { row: int  derived far: bool = row > 9  function twice(n: int): int = n * 2 }
      valueobject Empty { }
      aggregate Ferry with softDelete {
        title: string
        kind: Kind?
        tags: string[]
        mates: Ferry id[]
        lost: Missing
        contains decks: Deck[]
        contains hull: Deck
        entity Deck { level: int }
        derived shown: string = title
        function over(n: int, s: Spot): bool = n > 1
        operation sail(to: string) { title := to }
        private operation hide() { title := "" }
        create begin(title: string) { title := title }
        test "it floats" { let a = 1 }
      }
      event Sailed { ferry: Ferry id, knots: int }
      event Bare { }
      repository Ferries for Ferry { find big(min: int): Ferry[] where this.title != "" }
      criterion Big(n: int) of Ferry = true
      retrieval Best of Ferry = Big(1)
      policy may(n: int): bool = n > 1
      channel Feed { carries: Sailed }
      domainService Rates { operation rate(n: int): int { return n } }
      commandHandler doIt(n: int): int { return n }
      queryHandler ask(): string;
      workflow Trip { step: int  create start(n: int) { step := n }  handle stop() { step := 0 } }
      projection Totals { sum: int from Ferry as f select sum = count }
    }
  }
  api Sea from D
  storage pg { type: postgres }
  deployable back { platform: node contexts: [C] }
  ui Desk {
    api sea: Sea
    channel news: C.Feed
    function ext(a: int): string extern from "./x"
    store Cart { state { full: bool = false } }
    area Stock {
      page List(page: int) { route: "/l/:page"  action turn(n: int) { toast("x") }  body: Text { "x" } }
    }
    component Chip(text: string, icon: slot?, go: action(int)) { body: Text { text } }
  }
}
requirement US-1 { type: UserStory title: "x" }
"""


@pytest.mark.parametrize(
    ("symbol", "line", "note"),
    [
        (
            "Ferry",
            "aggregate Ferry",
            "6 properties, 2 containments, 1 derived value, 1 function, 4 operations",
        ),
        ("Spot", "valueobject Spot", "1 property, 1 derived value, 1 function"),
        ("Empty", "valueobject Empty", "no members"),
        ("Deck", "entity Deck in Ferry", "1 property"),
        ("Kind", "enum Kind", "values: Car, Foot"),
        ("Nothing", "enum Nothing", "no values"),
        ("C.Foot", "Kind.Foot", None),
        ("Sailed", "event Sailed { ferry: Ferry id, knots: int }", None),
        ("Bare", "event Bare { }", None),
        ("Ferry.kind", "kind: Kind?", None),
        ("Ferry.tags", "tags: string[]", None),
        ("Ferry.mates", "mates: Ferry id[]", None),
        ("Ferry.lost", "lost: Missing (unresolved)", None),
        ("knots", "knots: int", None),
        ("decks", "contains decks: Deck[]", None),
        ("hull", "contains hull: Deck", None),
        ("shown", "derived shown: string", None),
        ("over", "function over(n: int, s: Spot): bool", None),
        ("sail", "operation sail(to: string)", None),
        ("hide", "private operation hide()", None),
        ("begin", "create begin(title: string)", None),
        ("Ferries", "repository Ferries for Ferry", None),
        ("big", "find big(min: int): Ferry[]", None),
        ("Go", "command Go { n: int }", None),
        ("Either", "payload Either = Go | Lost", None),
        ("Big", "criterion Big(n: int)", None),
        ("Best", "retrieval Best", None),
        ("may", "policy may(n: int): bool", None),
        ("Feed", "channel Feed", None),
        ("rate", "operation rate(n: int): int", None),
        ("doIt", "commandHandler doIt(n: int): int", None),
        ("ask", "queryHandler ask(): string", None),
        ("start", "create start(n: int)", None),
        ("stop", "handle stop()", None),
        ("Totals", "projection Totals", None),
        ("Sea", "api Sea", None),
        ("pg", "storage pg", None),
        ("back", "deployable back", None),
        ("sea", "api sea: Sea", None),
        ("news", "channel news: C.Feed", None),
        ("ext", "function ext(a: int): string", None),
        ("full", "full: bool", None),
        ("List", "page List(page: int)", None),
        ("turn", "action turn(n: int)", None),
        ("Chip", "component Chip(text: string, icon: slot?, go: action(int))", None),
        ("US-1", "requirement US-1", None),
        ("aggregate C.Ferry.it floats", 'test "it floats"', None),
    ],
)
def test_a_hover_is_a_line_of_code_and_a_note(symbol: str, line: str, note: str | None) -> None:
    answer: Any = toolkit.hover(MODEL, symbol)
    assert answer == {"markdown": f"```ddd\n{line}\n```" + (f"\n\n{note}" if note else "")}


def test_what_is_not_found_is_told_as_by_find() -> None:
    assert toolkit.hover(MODEL, "Nobody") == {"error": "not-found", "candidates": []}
    assert toolkit.hover(MODEL, "Ferry.version") == {"error": "not-found", "candidates": []}
