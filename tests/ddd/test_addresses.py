"""Addresses: what each kind of declaration is called, and who owns a token."""

from __future__ import annotations

import pytest

from loomsmith.ddd.addresses import AddressIndex, address, addressed, declarations
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, walk

MODEL = """
system S {
  subdomain D {
    permissions { browse, edit implies browse }
    context Berths {
      enum Kind { Car, Foot }
      event Sailed { ferry: Ferry id }
      payload Moved { to: string }
      criterion Big of Ferry = length > 3
      retrieval Recent of Ferry { where: Big }
      channel News { carries: Sailed }
      domainService Tides { operation turn(a: int) { } }
      commandHandler doIt(a: int) { }
      queryHandler ask(a: int): int { return a }
      valueobject Span { low: int  function width(): int = low }
      aggregate Ferry {
        length: int
        kind: Kind
        contains decks: Deck[]
        entity Deck { level: int  function high(): bool = level > 3 }
        derived label: string = "x"
        invariant length > 0
        unique (length)
        operation relabel(to: string) { let short = to  precondition length > 1 }
        function half(): int = length
        create(length: int) { }
        create small(length: int) { }
        destroy { }
        destroy quietly { }
        test "it. floats" { expect length > 0 }
      }
      aggregate Log persistedAs: eventLog { apply(e: Sailed) { } }
      repository Ferries for Ferry { find recent(): Ferry[] }
      workflow Boarding { state: int  create start(a: int) { }  handle go(a: int) { }  function f(): int = 1 }
      test "at sea" for Ferry { expect 1 == 1 }
    }
  }
  storage pg { type: postgres }
  resource berthState { for: Berths, kind: state, use: pg }
  deployable quay { platform: node  contexts: [Berths] }
  ui Web {
    area Admin { page List { route: "/x" } }
    component Badge(text: string) { body: Text { text } }
    store Cart { state { items: int }  action clear() { } }
  }
  function twice(a: int): int = a + a
  capability Dated { at: datetime }
}
valueobject Loose { x: int }
requirement US-1 { title: "t" }
"""

EXPECTED = {
    "system S",
    "subdomain D",
    "context Berths",
    "enum Berths.Kind",
    "value Berths.Car",
    "event Berths.Sailed",
    "node Berths.ferry",
    "node Berths.Moved",
    "node Berths.to",
    "node Dated",
    "node at",
    "node Berths.Big",
    "node Berths.Recent",
    "node Berths.News",
    "node Berths.Tides",
    "node Berths.turn",
    "node Berths.doIt",
    "node Berths.ask",
    "valueobject Berths.Span",
    "valueobject Berths.Span.low",
    "function Berths.Span.width",
    "aggregate Berths.Ferry",
    "aggregate Berths.Ferry.length",
    "aggregate Berths.Ferry.decks",
    "aggregate Berths.Ferry.Deck",
    "aggregate Berths.Ferry.level",
    "function Berths.Ferry.high",
    "aggregate Berths.Ferry.label",
    "operation Berths.Ferry.relabel",
    "function Berths.Ferry.half",
    "create Berths.Ferry",
    "create Berths.Ferry.small",
    "destroy Berths.Ferry",
    "destroy Berths.Ferry.quietly",
    "aggregate Berths.Ferry.it. floats",
    "aggregate Berths.Ferry.version",
    "apply Berths.Log",
    "repository Berths.Ferries",
    "find Berths.recent",
    "workflow Berths.Boarding",
    "node Berths.state",
    "node Berths.start",
    "node Berths.go",
    "function Berths.f",
    "node Berths.at sea",
    "node pg",
    "node berthState",
    "deployable quay",
    "node Web",
    "node Admin",
    "page List",
    "component Badge",
    "node Cart",
    "node items",
    "node clear",
    "function twice",
    "valueobject Loose",
    "valueobject Loose.x",
    "node US-1",
}


@pytest.fixture(scope="module")
def model() -> Analysis:
    made = Analysis(MODEL)
    assert made.syntax_findings == []
    return made


def test_every_kind_of_declaration_has_the_address_of_its_row(model: Analysis) -> None:
    assert {address(node) for node in declarations(model.file)} >= EXPECTED


def test_anonymous_syntax_has_the_address_of_what_is_around_it_and_named_syntax_its_own(
    model: Analysis,
) -> None:
    by_kind = {type(node): node for node in walk(model.file)}
    expected: dict[type[Node], str] = {
        n.Let: "aggregate Berths.Ferry.short",
        n.Unique: "aggregate Berths.Ferry",
        n.Invariant: "aggregate Berths.Ferry",
        n.Precondition: "aggregate Berths.Ferry",
        n.Permission: "node edit",
    }
    assert {kind: address(by_kind[kind]) for kind in expected} == expected


def test_the_file_itself_has_no_address(model: Analysis) -> None:
    assert address(model.file) is None


def test_an_index_gives_all_nodes_of_an_address_in_order(model: Analysis) -> None:
    index = AddressIndex(addressed(declarations(model.file)))
    assert [type(node) for node in index.nodes("create Berths.Ferry")] == [n.Create]
    assert index.nodes("create Berths.Nothing") == []
    assert len(index.addresses()) == len(set(index.addresses()))


@pytest.mark.parametrize(
    ("before", "token", "owner"),
    [
        ("", "aggregate Ferry {", "aggregate Berths.Ferry"),
        ("aggregate ", "Ferry {", "aggregate Berths.Ferry"),
        ("ferry: ", "Ferry id", "node Berths"),
        ("kind: ", "Kind\n", "aggregate Berths.Ferry"),
        ("invariant ", "length > 0", "aggregate Berths.Ferry.length"),
        ("length ", "> 0", "aggregate Berths.Ferry"),
        ("platform: ", "node", "deployable quay"),
        ("label: ", "string", "aggregate Berths.Ferry.string"),
    ],
)
def test_the_owner_of_a_token_is_the_innermost_node_that_wrote_it(
    model: Analysis, before: str, token: str, owner: str
) -> None:
    offset = MODEL.index(before + token) + len(before)
    found = model.owners.at(offset)
    assert found is not None
    assert address(found) == owner


def test_no_token_no_owner(model: Analysis) -> None:
    assert model.owners.at(0) is None
    assert model.owners.at(MODEL.index(" {")) is None
    assert model.owners.at(len(MODEL)) is None
    assert model.owners.first() is model.file.members[0]
    assert Analysis("").owners.first() is None
