"""Pictures of models as Mermaid text: what they show, and how names are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.model.diagrams import KINDS, Diagram, diagrams

ROOT = Path(__file__).parents[3]
MODEL = """
valueobject Place { street: string }
enum Unseen { a, b }
system Fleet {
  subdomain Cars {
    context Depot {
      event Moved { van: Van id, miles: int }
      aggregate Van {
        plate: string
        home: Place?
        secretCode: string secret
        contains seats: Seat[]
        contains motor: Motor?
        derived display: string = plate
        entity Seat { row: int }
        entity Motor { power: int }
        operation drive(miles: int): Van { emit Moved { van: id, miles: miles } }
        private operation reset() { plate := "" }
      }
      abstract aggregate Base { name: string }
      aggregate Heir extends Base { size: int }
      channel Gate { carries: Moved }
    }
    context Shop {
      aggregate Deal { van: Van id  sum: money  operation pay() { sum := sum } }
      repository Deals for Deal { }
      workflow Bill {
        van: Van id
        create(deal: Deal id) { let d = Deals.getById(deal) d.pay() }
        on(m: Moved) by m.van { let n = Deal.create({ van: m.van }) }
      }
      projection Trips keyed by van { van: Van id  n: int  on(m: Moved) { n := n + 1 } }
    }
  }
  deployable back { platform: node contexts: [Depot, Shop] }
  deployable web { platform: react targets: back }
}
"""


def drawn(text: str, *kinds: str) -> list[Diagram]:
    model = Analysis(text).model
    assert model is not None
    return diagrams(model, kinds)


def lines(text: str, *kinds: str) -> list[str]:
    return [line.strip() for diagram in drawn(text, *kinds) for line in diagram.text.splitlines()]


def test_all_kinds_are_drawn_in_order_unless_some_are_asked_for() -> None:
    titles = [diagram.title for diagram in drawn(MODEL)]
    assert titles == ["Contexts", "Classes of Depot", "Classes of Shop", "Events and workflows"]
    assert [diagram.kind for diagram in drawn(MODEL, "flow", "contexts")] == ["flow", "contexts"]
    with pytest.raises(KeyError):
        drawn(MODEL, "sequence")


def test_the_map_shows_subdomains_deployables_and_what_contexts_take_from_each_other() -> None:
    found = lines(MODEL, "contexts")
    assert 'subgraph Cars ["Cars"]' in found
    assert 'back(["back: node 3000"])' in found
    assert "back -.-> Depot" in found
    assert "web -.-> back" in found
    assert "web -.-> Depot" not in found
    assert 'Shop -- "Van id, Moved" --> Depot' in found


def test_classes_show_members_with_types_and_access_and_hold_their_parts() -> None:
    found = lines(MODEL, "classes")
    for line in (
        'class Van["Van"] {',
        "<<aggregate>>",
        "+home: Place?",
        "-secretCode: string",
        "+/display: string",
        "+drive(miles: int) Van",
        "-reset()",
        "#version: int",
        'Van *-- "*" Seat : seats',
        'Van *-- "0..1" Motor : motor',
        "Base <|-- Heir",
        "Deal ..> Van : van",
    ):
        assert line in found
    assert not any("inspect" in line for line in found)


def test_types_of_the_root_are_drawn_where_they_are_used() -> None:
    depot, shop = (diagram.text for diagram in drawn(MODEL, "classes"))
    assert 'class Place["Place"]' in depot
    assert "Van --> Place : home" in depot
    assert "Place" not in shop
    assert "Unseen" not in depot + shop


def test_the_flow_leads_from_actions_by_events_to_workflows_and_projections() -> None:
    found = lines(MODEL, "flow")
    assert 'Van -- "drive" --> Moved' in found
    assert "Moved --> Bill" in found
    assert 'Bill -- "pay" --> Deal' in found
    assert 'Bill -- "create" --> Deal' in found
    assert "Moved -.-> Trips" in found


def test_things_of_one_name_have_identifiers_of_their_own() -> None:
    found = lines("system Sea { subdomain Sea { context Sea { } } }", "contexts")
    assert found == [
        "flowchart LR",
        'subgraph Sea ["Sea"]',
        'subgraph Sea_2 ["Sea"]',
        'Sea_3["Sea"]',
        "end",
        "end",
    ]


def test_words_of_mermaid_are_no_identifiers() -> None:
    assert 'end_["end"]' in lines("system S { context end { } }", "contexts")


def test_nothing_is_drawn_of_nothing() -> None:
    assert drawn("") == []
    assert drawn("context Depot { }", "classes", "flow") == []


def test_the_documentation_shows_the_pictures_of_its_example() -> None:
    page = (ROOT / "docs" / "ddd" / "diagrams.md").read_text(encoding="utf-8")
    shown = drawn((ROOT / "examples" / "models" / "bicycle_repair.ddd").read_text(encoding="utf-8"))
    for kind in KINDS:
        assert next(diagram.text for diagram in shown if diagram.kind == kind) in page
