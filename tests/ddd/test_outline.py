"""The outline: which declarations stand in it, in which order, and what broken text leaves of it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd import toolkit


def context(outlined: dict[str, Any], place: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = outlined["contexts"][place]
    return found


def test_nothing_has_an_empty_outline() -> None:
    assert toolkit.outline("") == {"systems": [], "contexts": []}
    assert toolkit.outline("?? {") == {"systems": [], "contexts": []}


def test_contexts_of_a_system_and_of_its_subdomains_stand_in_member_order() -> None:
    outlined: Any = toolkit.outline(
        "system S { context A { } subdomain D { context B { } } context C { } "
        "deployable d { platform: node } }"
    )
    (system,) = outlined["systems"]
    assert [found["name"] for found in system["contexts"]] == ["A", "B", "C"]
    assert system["deployables"] == ["deployable d"]
    assert outlined["contexts"] == []


def test_members_that_collapse_to_their_owner_are_left_out_and_duplicates_stay() -> None:
    outlined: Any = toolkit.outline(
        "context C { aggregate A { x: int  x: int  invariant x > 0  create() { } } }"
    )
    (aggregate,) = context(outlined)["aggregates"]
    assert aggregate == {
        "node": "aggregate C.A",
        "members": ["aggregate C.A.x", "aggregate C.A.x", "create C.A", "aggregate C.A.version"],
    }


def test_an_event_sourced_aggregate_and_one_with_a_version_get_none_added() -> None:
    outlined: Any = toolkit.outline(
        "context C { aggregate A persistedAs: eventLog { x: int } aggregate B { version: int } }"
    )
    assert [found["members"] for found in context(outlined)["aggregates"]] == [
        ["aggregate C.A.x"],
        ["aggregate C.B.version"],
    ]


def test_a_stray_token_among_members_loses_no_member() -> None:
    outlined: Any = toolkit.outline("context K { aggregate L { a: int ;  b: int } }")
    (aggregate,) = context(outlined)["aggregates"]
    assert aggregate["members"][:2] == ["aggregate K.L.a", "aggregate K.L.b"]


def test_open_blocks_at_the_end_of_the_text_are_listed_with_what_was_read() -> None:
    outlined: Any = toolkit.outline("context K { enum E { A } aggregate L { a: int")
    assert context(outlined)["enums"] == ["enum K.E"]
    assert context(outlined)["aggregates"][0]["members"][0] == "aggregate K.L.a"


def test_declarations_without_a_name_are_left_out() -> None:
    text = json.dumps(toolkit.outline("context { aggregate X { } } context C { aggregate { a: int } }"))
    assert '""' not in text
    assert '"name": null' not in text


@given(st.text(alphabet='contextagregvobj{}(): ABCab\n"`//*;,', max_size=80))
@examples(60)
def test_any_text_has_an_outline_and_it_is_that_of_its_report(text: str) -> None:
    assert toolkit.validate(text)["outline"] == toolkit.outline(text)
