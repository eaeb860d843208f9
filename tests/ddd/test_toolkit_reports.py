"""Reports: their shape, their order, places in UTF-16, and large answers in parts."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd import analysis, toolkit
from loomsmith.ddd.analysis import Analysis, analyse
from loomsmith.ddd.diagnostics import Addition, Choice, HeaderInsertion, Replacement, at_model, at_source
from loomsmith.ddd.toolkit.paging import SOFT_LIMIT, page
from loomsmith.ddd.toolkit.wire import report_order

MODEL = """\
context Berths {
  aggregate Ferry { title: string  pier: Pier }
}
"""


def told(analysis: Analysis, *findings: Any) -> list[dict[str, Any]]:
    return [data for _, data in report_order(analysis, findings)]


def test_a_clean_report_has_all_its_parts() -> None:
    report: Any = toolkit.validate("context Berths { aggregate Ferry { title: string } }")
    assert list(report) == ["loomVersion", "model", "ok", "summary", "diagnostics", "outline"]
    assert report["model"] == "<source>"
    assert report["ok"] is True
    assert report["summary"] == {"errors": 0, "warnings": 0, "infos": 0}
    assert report["diagnostics"] == []


def test_the_outline_can_be_left_out() -> None:
    assert "outline" not in toolkit.validate(MODEL, outline=False)


def test_a_finding_shows_its_place_its_owner_and_the_owners_first_line() -> None:
    analysis = Analysis(MODEL)
    start = MODEL.index("title")
    (data,) = told(analysis, at_source("loom.linking-error", "What.", (start, start + 5)))
    assert data == {
        "code": "loom.linking-error",
        "severity": "error",
        "phase": "scope-link",
        "message": "What.",
        "node": "aggregate Berths.Ferry.title",
        "range": {"start": {"line": 1, "character": 20}, "end": {"line": 1, "character": 25}},
        "sourceText": "title: string",
    }


def test_a_finding_on_the_model_has_a_path_and_no_place() -> None:
    (data,) = told(Analysis(MODEL), at_model("loom.ir-internal", "What.", "Berths/Ferry"))
    assert data["node"] == "Berths/Ferry"
    assert set(data) == {"code", "severity", "phase", "message", "node"}


def test_a_finding_where_no_token_is_has_neither_node_nor_text() -> None:
    (data,) = told(Analysis(MODEL), at_source("loom.parse-error", "What.", (len(MODEL), len(MODEL))))
    assert "node" not in data
    assert "sourceText" not in data


def test_a_finding_on_an_added_node_belongs_to_the_first_token() -> None:
    (data,) = told(Analysis("  // note\n" + MODEL), at_source("loom.linking-error", "What.", None))
    assert data["node"] == "context Berths"
    assert data["sourceText"] == "context Berths {"
    assert data["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


def test_places_count_utf16_units_and_tabs_as_one() -> None:
    text = "context B {\t/* \U0001f6a2 */ aggregate F { a: Gone } }"
    start = text.index("Gone")
    (data,) = told(Analysis(text), at_source("loom.linking-error", "What.", (start, start + 4)))
    assert data["range"]["start"] == {"line": 0, "character": start + 1}


def test_the_shown_text_is_cut_to_two_hundred_units() -> None:
    text = "context B { aggregate F { " + " ".join(f"a{i}: int" for i in range(60)) + " } }"
    start = text.index("aggregate")
    (data,) = told(Analysis(text), at_source("loom.linking-error", "What.", (start, start + 3)))
    assert data["sourceText"] == text[start : start + 200]


def test_findings_stand_by_place_then_code_then_node_and_those_without_place_last() -> None:
    analysis = Analysis(MODEL)
    findings = [
        at_model("loom.ir-internal", "", "B"),
        at_model("loom.ir-internal", "", "A"),
        at_model("loom.ir-internal", "", None),
        at_source("loom.parse-error", "", (30, 31)),
        at_source("loom.linking-error", "", (30, 31)),
        at_source("loom.parse-error", "", (2, 31)),
    ]
    rows = [(data["code"], data.get("node")) for data in told(analysis, *findings)]
    assert [code for code, _ in rows] == [
        "loom.parse-error",
        "loom.linking-error",
        "loom.parse-error",
        "loom.ir-internal",
        "loom.ir-internal",
        "loom.ir-internal",
    ]
    assert [node for _, node in rows][3:] == [None, "A", "B"]


def hinted(hint: Any) -> Any:
    analysis = Analysis(MODEL)
    (data,) = told(analysis, at_source("loom.linking-error", "What.", (30, 31), hint=hint))
    return data.get("fixHint")


def span_of(text: str) -> tuple[int, int]:
    start = MODEL.index(text)
    return (start, start + len(text))


def test_a_replacement_is_told_as_a_patch_with_the_whole_declaration() -> None:
    end = MODEL.index("Pier") + 4
    assert hinted(Replacement("Refer by id", span_of("pier: Pier"), ((end, end, " id"),))) == {
        "kind": "replace-text",
        "summary": "Refer by id",
        "patch": {"op": "replace", "target": "aggregate Berths.Ferry.pier", "source": "pier: Pier id"},
    }


def test_an_insertion_is_told_with_its_position_and_an_addition_without() -> None:
    target = span_of("aggregate Ferry { title: string  pier: Pier }")
    assert hinted(HeaderInsertion("Mark it", target, "audited")) == {
        "kind": "insert-decl",
        "summary": "Mark it",
        "patch": {
            "op": "insert",
            "target": "aggregate Berths.Ferry",
            "source": "audited",
            "position": "header-end",
        },
    }
    assert hinted(Addition("Add it", target, "x: int"))["patch"] == {
        "op": "add",
        "target": "aggregate Berths.Ferry",
        "source": "x: int",
    }


def test_a_choice_has_options_and_no_patch() -> None:
    target = span_of("aggregate Ferry { title: string  pier: Pier }")
    hint = hinted(Choice("Pick", (Addition("one", target, "x: int"), Addition("two", target, "y: int"))))
    assert hint["kind"] == "choose"
    assert "patch" not in hint
    assert [option["summary"] for option in hint["options"]] == ["one", "two"]


def test_a_repair_that_no_patch_can_make_is_not_told() -> None:
    assert hinted(Addition("Add", span_of("title: string"), "x")) is None
    assert hinted(HeaderInsertion("Mark", span_of("title: string"), "x")) is None
    assert hinted(Replacement("Write", span_of("string"), ())) is None


def test_generate_lists_deployables_with_the_ports_of_their_platforms() -> None:
    model = (
        "system S { context C { } deployable a { platform: node contexts: [C] } "
        'deployable b { platform: "java@v1" port: 9000 } deployable c { platform: "cobol" } } '
        "deployable d { platform: elixir }"
    )
    report: Any = toolkit.generate(model)
    assert "outline" not in report
    assert report["deployables"] == [
        {"name": "a", "platform": "node", "port": 3000},
        {"name": "b", "platform": "java", "port": 9000},
        {"name": "c", "platform": "cobol", "port": 3000},
        {"name": "d", "platform": "elixir", "port": 4000},
    ]


def test_generate_lists_nothing_where_the_syntax_is_broken() -> None:
    report: Any = toolkit.generate("system S { deployable a { platform: node } ")
    assert report["deployables"] == []
    assert report["ok"] is False


def test_root_deployables_belong_to_the_only_system_and_to_none_of_several() -> None:
    report: Any = toolkit.generate("system S { } system T { } deployable d { platform: elixir }")
    assert report["deployables"] == []


BROKEN = "context C { aggregate A {\n" + "".join(f"  f{i}: Gone{i}\n" for i in range(400)) + "} }"


def test_a_long_report_is_cut_and_says_how_to_go_on() -> None:
    first: Any = toolkit.validate(BROKEN, outline=False)
    assert first["summary"]["errors"] == first["total"] == 400
    assert 0 < first["returned"] == len(first["diagnostics"]) < 400
    assert first["next_offset"] == first["returned"]
    assert len(json.dumps(first, indent=2)) <= SOFT_LIMIT + 1000


def test_pages_join_to_the_whole() -> None:
    whole: Any = toolkit.validate(BROKEN, limit=1000)
    assert whole["total"] == whole["returned"] == 400
    assert "next_offset" not in whole
    collected: list[Any] = []
    offset = 0
    while offset is not None:
        part: Any = toolkit.validate(BROKEN, limit=150, offset=offset)
        collected += part["diagnostics"]
        assert part["ok"] is False
        offset = part.get("next_offset")
    assert collected == whole["diagnostics"]


@given(st.integers(0, 40), st.one_of(st.none(), st.integers(0, 50)), st.one_of(st.none(), st.integers(0, 50)))
@examples(100)
def test_a_page_always_says_what_it_left_out(count: int, limit: int | None, offset: int | None) -> None:
    items = ["x" * 2000] * count
    answer: Any = page("items", items, limit, offset)
    start = min(offset or 0, count)
    shown = answer["items"]
    if len(shown) == count and limit is None and offset is None:
        assert answer == {"items": items}
        return
    assert answer["total"] == count
    assert answer["returned"] == len(shown)
    assert answer.get("next_offset", count) == start + len(shown)
    if limit:
        assert len(shown) == min(limit, count - start)
    if limit is None and start < count:
        assert shown


def test_recent_analyses_are_kept_and_old_ones_are_not() -> None:
    first = analyse("context A { }")
    assert analyse("context A { }") is first
    for name in "BCDEF":
        analyse(f"context {name} {{ }}")
    assert analyse("context A { }") is not first


def test_of_long_texts_fewer_analyses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "KEPT_CHARACTERS", 100)
    short = analyse("context A { }")
    long = analyse("context B { }" + " " * 90)
    assert analyse("context A { }") is short
    analyse("context C { }")
    assert analyse("context B { }" + " " * 90) is not long


@pytest.mark.parametrize(
    "text", ["", "\x00", "\ud800", "{" * 500, '"', "`{`{", "context C { aggregate A {", "\ufeff"]
)
def test_every_text_is_answered(text: str) -> None:
    for tool in (toolkit.validate, toolkit.outline, toolkit.generate):
        json.dumps(tool(text))
