"""Patches: exactly which text each op writes, and what a batch refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd import toolkit

MODEL = """\
context Docks {
  enum Kind { Car, Foot }
  valueobject Berth { row: int  seat: int }
  aggregate Ferry {
    name: string   // as painted
    capacity: int

    operation repaint(text: string) {
      name := text
    }
  }
}
"""


def patched(model: str, *patches: dict[str, Any]) -> str:
    answer: Any = toolkit.apply_patch(model, patches)
    assert answer["ok"], answer["errors"]
    assert answer["errors"] == []
    assert answer["applied"] == [{"op": patch["op"], "target": patch["target"]} for patch in patches]
    return str(answer["text"])


def refused(model: str, *patches: Any) -> list[Any]:
    answer: Any = toolkit.apply_patch(model, patches)
    assert not answer["ok"]
    assert answer["text"] == model
    assert answer["applied"] == []
    return [error["patch"] for error in answer["errors"]]


def add(target: str, source: str) -> dict[str, Any]:
    return {"op": "add", "target": target, "source": source}


def insert(target: str, source: str, position: str | None = None) -> dict[str, Any]:
    patch = {"op": "insert", "target": target, "source": source}
    return patch if position is None else {**patch, "position": position}


def remove(target: str) -> dict[str, Any]:
    return {"op": "remove", "target": target}


def replace(target: str, source: str) -> dict[str, Any]:
    return {"op": "replace", "target": target, "source": source}


def test_an_empty_batch_changes_nothing() -> None:
    assert patched(MODEL) == MODEL
    assert patched("") == ""


def test_add_goes_before_a_closing_brace_of_its_own_line() -> None:
    text = patched(MODEL, add("aggregate Docks.Ferry", "speed: int"))
    assert text == MODEL.replace("    }\n  }\n", "    }\n    speed: int\n  }\n")


def test_add_opens_a_body_on_one_line() -> None:
    text = patched(MODEL, add("valueobject Docks.Berth", "deck: int"))
    assert "  valueobject Berth { row: int  seat: int \n    deck: int\n  }\n" in text


def test_additions_to_one_body_come_in_patch_order() -> None:
    text = patched(MODEL, add("valueobject Docks.Berth", "a: int"), add("valueobject Docks.Berth", "b: int"))
    assert text.index("a: int") < text.index("b: int")
    text = patched(MODEL, add("aggregate Docks.Ferry", "a: int"), add("aggregate Docks.Ferry", "b: int"))
    assert "    a: int\n    b: int\n  }\n" in text


def test_remove_takes_whole_lines_with_their_comment() -> None:
    text = patched(MODEL, remove("aggregate Docks.Ferry.name"))
    assert text == MODEL.replace("    name: string   // as painted\n", "")


def test_remove_on_a_shared_line_leaves_the_rest_of_the_line() -> None:
    assert "{ seat: int }" in patched(MODEL, remove("valueobject Docks.Berth.row"))
    assert "{ row: int  }" in patched(MODEL, remove("valueobject Docks.Berth.seat"))
    wrapped = "context C {\n  valueobject V { a: int  b: int\n  }\n}\n"
    assert patched(wrapped, remove("valueobject C.V.b")) == "context C {\n  valueobject V { a: int\n  }\n}\n"


def test_remove_does_not_cut_a_comment_that_goes_on_below() -> None:
    model = "context C {\n  aggregate A {\n    a: int /* one\n    two */ b: int\n  }\n}\n"
    assert patched(model, remove("aggregate C.A.a")) == model.replace("a: int /*", "/*")
    assert patched(model, remove("aggregate C.A.b")) == model.replace("*/ b: int", "*/")


def test_insert_on_lines_copies_the_indentation() -> None:
    tabs = "context C {\n\taggregate A {\n\t\ta: int\n\t}\n}"
    assert patched(tabs, insert("aggregate C.A.a", "b: int")) == tabs.replace(
        "a: int\n", "a: int\n\t\tb: int\n"
    )
    before = patched(tabs, insert("aggregate C.A.a", "b: int", "before"))
    assert before == tabs.replace("\t\ta: int", "\t\tb: int\n\t\ta: int")


def test_insert_after_a_last_line_without_line_break_puts_one_first() -> None:
    model = "context C { }"
    assert patched(model, insert("context C", "context D { }")) == "context C { }\ncontext D { }\n"
    two = patched(model, insert("context C", "context D { }"), insert("context C", "context E { }"))
    assert two == "context C { }\ncontext D { }\ncontext E { }\n"
    swapped = patched(f"context B {{ }}\n{model}", insert("context C", "context D { }"), remove("context C"))
    assert swapped == "context B { }\ncontext D { }\n"


def test_insert_on_a_shared_line_stays_inside_it() -> None:
    text = patched(MODEL, insert("valueobject Docks.Berth.row", "a: int", "before"))
    assert "{ a: int row: int  seat: int }" in text
    text = patched(MODEL, insert("valueobject Docks.Berth.row", "a: int", "after"))
    assert "{ row: int a: int  seat: int }" in text


def test_insert_at_the_header_end_goes_before_the_first_brace_token() -> None:
    text = patched(MODEL, insert("operation Docks.Ferry.repaint", "audited", "header-end"))
    assert "operation repaint(text: string) audited {" in text
    commented = "context C {\n  aggregate A /* { */ { a: int }\n}\n"
    assert "/* { */ audited {" in patched(commented, insert("aggregate C.A", "audited", "header-end"))


def test_insertions_at_the_border_of_a_removal_take_its_place() -> None:
    for model, target in ((MODEL, "aggregate Docks.Ferry.capacity"), (MODEL, "valueobject Docks.Berth.row")):
        for position in ("before", "after"):
            for batch in (
                [insert(target, "a: int", position), remove(target)],
                [remove(target), insert(target, "a: int", position)],
            ):
                text = patched(model, *batch)
                assert "a: int" in text
                assert target.rsplit(".", 1)[1] + ": int" not in text
    line = patched(
        MODEL,
        insert("valueobject Docks.Berth.row", "a: int", "before"),
        remove("valueobject Docks.Berth.row"),
    )
    assert "{ a: int seat: int }" in line


def test_overlaps_fail_the_patch_that_starts_later() -> None:
    whole, part = (
        replace("aggregate Docks.Ferry", "aggregate Ferry { }"),
        remove("aggregate Docks.Ferry.name"),
    )
    assert refused(MODEL, whole, part) == [part]
    assert refused(MODEL, part, whole) == [part]
    assert refused(MODEL, whole, insert("aggregate Docks.Ferry.name", "x: int")) != []
    again = remove("aggregate Docks.Ferry.name")
    assert refused(MODEL, again, again) == [again]


def test_faults_of_single_patches_come_before_overlaps_and_each_patch_is_told_once() -> None:
    part, other = remove("aggregate Docks.Ferry.name"), remove("aggregate Docks.Ferry.capacity")
    whole = replace("aggregate Docks.Ferry", "aggregate Ferry { }")
    unknown = remove("aggregate Docks.Barge")
    assert refused(MODEL, other, whole, part, unknown) == [unknown, part, other]


@pytest.mark.parametrize(
    "patch",
    [
        add("enum Docks.Kind", "Truck"),
        add("aggregate Docks.Ferry.name", "x: int"),
        {"op": "add", "target": "context Docks"},
        {"op": "replace", "target": "context Docks", "source": 3},
        remove("value Docks.Car"),
        remove("system Docks"),
        remove("aggregate Docks.Ferry.version"),
        remove("Docks.Ferry"),
        {"op": "delete", "target": "context Docks"},
        {"op": "remove"},
        {"target": "context Docks"},
        insert("context Docks", "x", "inside"),
        insert("aggregate Docks.Ferry.name", "x", "header-end"),
        {"op": "rename", "target": "context Docks", "source": "  "},
        "remove",
        None,
        7,
    ],
)
def test_a_patch_that_cannot_be_carried_out_is_echoed_with_a_message(patch: Any) -> None:
    assert refused(MODEL, patch) == [patch]


def test_a_misspelt_target_is_told_the_nearest_ones() -> None:
    answer: Any = toolkit.apply_patch(MODEL, [remove("aggregate Docks.Fery")])
    assert "`aggregate Docks.Ferry`" in answer["errors"][0]["message"]


def test_a_target_that_two_declarations_share_is_refused() -> None:
    model = "context C { aggregate A { x: int  x: int  create() { }  create(x: int) { } } }"
    assert refused(model, remove("aggregate C.A.x"), remove("create C.A")) != []


def test_a_body_that_is_not_closed_takes_no_addition() -> None:
    for model in ("context C { aggregate A { operation o() { }", "context C { aggregate A {"):
        assert refused(model, add("aggregate C.A", "x: int")) != []


def test_other_line_ends_stay_and_ours_are_line_feeds() -> None:
    model = "context C {\r\n  aggregate A {\r\n    a: int\r\n  }\r\n}\r\n"
    assert patched(model, remove("aggregate C.A.a")) == model.replace("    a: int\r\n", "")
    assert patched(model, insert("aggregate C.A.a", "b: int")) == model.replace(
        "    a: int\r\n", "    a: int\r\n    b: int\n"
    )


MEMBERS = ("row", "seat", "deck", "line")


@given(st.data())
@examples(80)
def test_batches_are_independent_of_each_other_where_they_touch_different_members(
    data: st.DataObject,
) -> None:
    gap = data.draw(st.sampled_from(["  ", "\n    ", "  // c\n    ", " /* c */ "]))
    model = "context C {\n  aggregate A { " + gap.join(f"{name}: int" for name in MEMBERS) + " }\n}\n"
    kept, batch = list(MEMBERS), []
    for name in data.draw(st.lists(st.sampled_from(MEMBERS), unique=True)):
        target = f"aggregate C.A.{name}"
        if data.draw(st.booleans()):
            batch.append(remove(target))
            kept.remove(name)
        else:
            batch.append(replace(target, f"{name}{name}: int"))
            kept[kept.index(name)] = name + name
    text = patched(model, *data.draw(st.permutations(batch)))
    outlined: Any = toolkit.outline(text)
    members = outlined["contexts"][0]["aggregates"][0]["members"]
    assert members == [f"aggregate C.A.{name}" for name in [*kept, "version"]]
