"""Renaming: which names are refused and why, and what is edited."""

from __future__ import annotations

from typing import Any

import pytest

from loomsmith.ddd import toolkit
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.text import Source


def renamed(text: str, symbol: str, name: str) -> str:
    """The text after a rename that goes through."""
    answer: Any = toolkit.rename(text, symbol, name)
    assert "error" not in answer, answer
    source = Source(text)
    edits = [
        TextEdit(
            source.offset(edit["range"]["start"]["line"], edit["range"]["start"]["character"]),
            source.offset(edit["range"]["end"]["line"], edit["range"]["end"]["character"]),
            edit["newText"],
        )
        for edit in answer["edits"]
    ]
    assert [edit[:2] for edit in edits[1:]] == sorted(edit[:2] for edit in edits[1:])
    return splice(text, edits)


def refused(text: str, symbol: str, name: str) -> tuple[str, list[str]]:
    """The error of a rename and its candidates."""
    answer: Any = toolkit.rename(text, symbol, name)
    assert answer.get("message")
    return answer["error"], answer.get("candidates", [])


def test_the_declaration_comes_first_and_then_its_uses_by_place() -> None:
    text = "context C { event E { f: Ferry id } aggregate Ferry { n: int } repository R for Ferry { } }"
    answer: Any = toolkit.rename(text, "Ferry", "Boat")
    assert [edit["range"]["start"]["character"] for edit in answer["edits"]] == [46, 25, 80]
    assert {edit["newText"] for edit in answer["edits"]} == {"Boat"}


def test_the_same_name_gives_the_edits_that_change_nothing() -> None:
    text = "context C { aggregate A { n: int  derived d: int = n } }"
    assert renamed(text, "A.n", "n") == text


def test_lookups_fail_as_they_do_for_finding() -> None:
    text = "context C { aggregate A { x: int } aggregate B { x: int } }"
    assert toolkit.rename(text, "y", "z") == {"error": "not-found", "candidates": []}
    assert toolkit.rename(text, "A.version", "z") == {"error": "not-found", "candidates": []}
    expected = {"error": "ambiguous", "candidates": ["aggregate C.A.x", "aggregate C.B.x"]}
    assert toolkit.rename(text, "x", "z") == expected


@pytest.mark.parametrize("name", ["", " ", "1a", "a b", "a-b", "é", "a.b", "aggregate", "int", "if", "US-1"])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert refused("context C { aggregate A { n: int } }", "A.n", name)[0] == "invalid-name"


@pytest.mark.parametrize(
    ("model", "symbol", "name", "accepted"),
    [
        ("aggregate A { n: int }", "A.n", "state", True),
        ("aggregate A { n: int }", "A.n", "id", False),
        ("aggregate A { n: int }", "A", "state", False),
        ("aggregate A { n: int  derived d: int = n }", "A.d", "kind", False),
        ("aggregate A { n: int  derived d: int = n }", "A.n", "kind", True),
        ("aggregate A { n: int  derived d: int = n }", "A.n", "await", False),
        ("aggregate A { n: int }", "A.n", "await", True),
        ("aggregate A { n: int  operation o() { n := 1 } }", "A.o", "write", True),
        ("aggregate A { n: int  operation o() { n := 1 } }", "A.o", "read", True),
        ("aggregate A { n: int  operation o() { n := 1 } }", "A.o", "error", False),
        ("enum E { X }", "C.X", "error", False),
        ("aggregate A { n: int  operation o() { n := 1 } }", "A.n", "page", True),
    ],
)
def test_soft_words_are_taken_where_every_edited_place_takes_them(
    model: str, symbol: str, name: str, accepted: bool
) -> None:
    text = f"context C {{ {model} }}"
    if accepted:
        after: Any = toolkit.validate(renamed(text, symbol, name))
        assert [found for found in after["diagnostics"] if found["phase"] == "parse"] == []
    else:
        assert refused(text, symbol, name)[0] == "invalid-name"


def test_trace_ids_stay_trace_ids_or_become_names() -> None:
    text = 'requirement US-1 { type: UserStory title: "x" } solution S-1 for US-1 { title: "y" }'
    assert renamed(text, "US-1", "US-02").count("US-02") == 2
    assert renamed(text, "US-1", "Lending").count("Lending") == 2
    assert refused(text, "US-1", "US-")[0] == "invalid-name"


def test_a_name_does_not_join_a_hyphen() -> None:
    text = "context C { aggregate A { in_use: int  derived d: int = in_use-1  derived e: int = in_use - 1 } }"
    assert refused(text, "A.in_use", "used")[0] == "invalid-name"
    assert "now_used-1" in renamed(text, "A.in_use", "now_used")


COLLISIONS = {
    "a member of the same aggregate": ("aggregate A { x: int  y: int }", "A.x", "y", ["aggregate C.A.y"]),
    "a member that is inherited": (
        "aggregate A { x: int } aggregate B extends A { y: int }",
        "B.y",
        "x",
        ["aggregate C.A.x"],
    ),
    "a read that every repository has": (
        "aggregate A { n: int } repository R for A { find one(): A }",
        "R.one",
        "getById",
        ["repository C.R"],
    ),
    "a read by the name of an aggregate": (
        "aggregate A { n: int  operation take() {} } criterion K of A = A.all()",
        "A.take",
        "all",
        ["node C.K"],
    ),
    "the version that every aggregate has": ("aggregate A { x: int }", "A.x", "version", ["aggregate C.A"]),
    "a declaration of the same context": ("aggregate A { x: int } enum B { Y }", "A", "B", ["enum C.B"]),
    "a value of another enum": ("enum A { X } enum B { Y }", "C.X", "Y", ["value C.Y"]),
    "a field of the same event": ("event E { a: int  b: int }", "E.a", "b", ["node C.b"]),
    "what a builder would build instead": (
        "valueobject V { n: int } payload P { n: int } aggregate A { v: V = V { n: 1 } }",
        "V",
        "P",
        ["node C.P"],
    ),
    "a find that the name of an aggregate leads to as well": (
        "aggregate A { operation take() {} } repository R for A { find one(): A } criterion K of A = A.one()",
        "R.one",
        "take",
        ["operation C.A.take"],
    ),
    "a parameter that would hide a use": (
        "aggregate A { x: int  operation o(y: int) { precondition x > y } }",
        "A.x",
        "y",
        ["aggregate C.A.y"],
    ),
    "an enum value that a use would hide": (
        "enum E { Y } aggregate A { e: E  x: int  derived d: bool = e == Y && x > 1 }",
        "A.x",
        "Y",
        ["value C.Y"],
    ),
}


@pytest.mark.parametrize("what", COLLISIONS)
def test_a_name_in_use_is_refused_with_what_is_in_the_way(what: str) -> None:
    model, symbol, name, candidates = COLLISIONS[what]
    error, found = refused(f"context C {{ {model} }}", symbol, name)
    assert error == "collision"
    assert set(candidates) <= set(found), found


def test_a_field_of_a_capability_stands_among_those_of_all_that_has_it() -> None:
    text = "capability Heavy { grams: int } context C { aggregate A with Heavy { label: string } }"
    assert refused(text, "Heavy.grams", "label") == ("collision", ["aggregate C.A.label"])


DEPENDANTS = {
    "an implied repository": (
        "Ferry",
        """context C {
          aggregate Ferry { n: int }
          workflow W { create(n: int) { let x = Ferrys.getById(n) } }
        }""",
    ),
    "what an end-to-end test calls by a form of the name": (
        "Ferry",
        """system S {
          context C { aggregate Ferry { n: int } }
          deployable d { platform: node contexts: [C] }
          test e2e "t" against d { let f = api.ferries.create({ n: 1 }) }
        }""",
    ),
    "what shows the aggregate": (
        "A.display",
        "context C { aggregate A { n: string  derived display: string = n } }",
    ),
    "a key of several events": (
        "E.a",
        """context C {
          aggregate A { n: int } event E { a: A id } event F { a: A id }
          channel L { carries: E, F  key: a }
        }""",
    ),
    "a key by which events are told apart": (
        "E.a",
        """context C {
          aggregate A { n: int } event E { a: A id }
          projection P keyed by a { a: A id  n: int  on(e: E) { n += 1 } }
        }""",
    ),
    "a page that is made for an aggregate": (
        "Boat",
        """system S {
          subdomain D { context C { aggregate Boat { name: string } } }
          ui U with scaffold(aggregates: [Boat]) { menu { section "s" { link Boats.List } } }
        }""",
    ),
}


@pytest.mark.parametrize("what", DEPENDANTS)
def test_a_name_that_others_are_made_from_is_refused_with_them(what: str) -> None:
    symbol, text = DEPENDANTS[what]
    error, candidates = refused(text, symbol, "other" if "." in symbol else "Other")
    assert error == "collision"
    assert candidates


def test_the_parameter_that_a_create_takes_for_a_field_goes_with_it() -> None:
    text = """context C {
      aggregate A { title: string  create(title: string) { title := title } }
      workflow W { create(n: string) { let a = A.create(title: n)  let b = A.create({ title: n }) } }
    }"""
    after = renamed(text, "A.title", "label")
    assert after == text.replace("title", "label")
    assert toolkit.validate(after)["summary"] == toolkit.validate(text)["summary"]


def test_a_hidden_name_is_no_obstacle() -> None:
    text = (
        "context C { aggregate A { x: int  operation o(y: int) { precondition y > 1 }  derived d: int = x } }"
    )
    assert renamed(text, "A.x", "y") == text.replace(" x: int", " y: int").replace("= x", "= y")


def test_a_patch_renames_and_tells_why_it_does_not() -> None:
    text = "context C { aggregate A { x: int  y: int  derived d: int = x } }"
    done: Any = toolkit.apply_patch(text, [{"op": "rename", "target": "aggregate C.A.x", "source": "z"}])
    assert (done["ok"], done["text"]) == (True, text.replace(" x: int", " z: int").replace("= x", "= z"))
    failed: Any = toolkit.apply_patch(text, [{"op": "rename", "target": "aggregate C.A.x", "source": "y"}])
    assert not failed["ok"]
    assert "aggregate C.A.y" in failed["errors"][0]["message"]


def test_a_broken_source_can_be_renamed_in_as_far_as_it_was_read() -> None:
    text = "context C { aggregate A { x: int ; derived d: int = x + 1"
    assert renamed(text, "A.x", "wide").count("wide") == 2
