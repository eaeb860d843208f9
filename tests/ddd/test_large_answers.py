"""Long answers come in parts that fit, say what they leave out, and join to the whole."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.context import CallContext, Settings
from loomsmith.ddd import toolkit
from loomsmith.ddd.toolkit.paging import GROUPS, SOFT_LIMIT, page_tree, some_of
from loomsmith.tools.agent import language_catalog

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTEXTS, AGGREGATES = 8, 30
LARGE = "".join(
    f"system S{system} {{\n"
    + "".join(
        f"context C{context} {{\n"
        + "".join(
            f"  aggregate A{context}_{number} {{ title: string  worth: int  other: Gone{number} }}\n"
            for number in range(AGGREGATES)
        )
        + "}\n"
        for context in range(CONTEXTS * system, CONTEXTS * (system + 1))
    )
    + f"deployable d{system} {{ platform: node }}\n}}\n"
    for system in range(2)
)
IN_PARTS = {
    "loom_validate": "diagnostics",
    "loom_generate": "diagnostics",
    "loom_references": "locations",
    "loom_outline": None,
    "loom_read_model": None,
}
USED = "context C {{ aggregate A {{ id_: A id\n{} }} }}".format("".join(f"f{i}: A id\n" for i in range(400)))
ARGUMENTS = {name: {"source": LARGE} for name in IN_PARTS} | {
    "loom_references": {"source": USED, "symbol": "A"}
}


def call(tool: str, **arguments: Any) -> Any:
    result = language_catalog().call(tool, arguments, CallContext(Settings(), lambda: 0))
    assert not result.is_error, result.text
    return json.loads(result.text), len(result.text)


def rows(tree: dict[str, Any], place: tuple[Any, ...] = ()) -> Iterator[Any]:
    """What a tree shows, each row with the names of its groups."""
    for key, value in tree.items():
        for entry in value if isinstance(value, list) else ():
            if key in GROUPS:
                inner = list(rows(entry, (*place, key, entry["name"])))
                yield from inner or [(*place, key, entry["name"])]
            else:
                yield (*place, key, json.dumps(entry))


@pytest.mark.parametrize("tool", IN_PARTS)
def test_an_answer_that_is_too_long_is_cut_and_says_how_to_go_on(tool: str) -> None:
    answer, size = call(tool, **ARGUMENTS[tool])
    assert SOFT_LIMIT * 0.5 < size <= SOFT_LIMIT
    assert 0 < answer["returned"] == answer["next_offset"] < answer["total"]


@pytest.mark.parametrize(("tool", "key"), IN_PARTS.items())
def test_the_parts_of_an_answer_join_to_the_whole(tool: str, key: str | None) -> None:
    whole, _ = call(tool, **ARGUMENTS[tool], limit=10**9)
    assert "next_offset" not in whole
    expected = whole[key] if key else list(rows(whole))
    assert whole["total"] == whole["returned"] == len(expected)
    collected: list[Any] = []
    offset, parts = 0, 0
    while True:
        part, size = call(tool, **ARGUMENTS[tool], offset=offset)
        assert size <= SOFT_LIMIT
        shown = part[key] if key else list(rows(part))
        assert part["returned"] == len(shown) > 0
        collected += shown
        parts += 1
        if "next_offset" not in part:
            break
        offset = part["next_offset"]
    assert collected == expected
    assert parts > 1


@pytest.mark.parametrize("tool", IN_PARTS)
def test_a_part_beyond_the_end_is_empty_and_says_so(tool: str) -> None:
    answer, size = call(tool, **ARGUMENTS[tool], offset=10**6)
    assert answer["returned"] == 0
    assert "next_offset" not in answer
    assert answer["total"] > 100
    assert size <= SOFT_LIMIT


def test_a_report_counts_findings_and_outline_apart() -> None:
    report, size = call("loom_validate", source=LARGE)
    assert size <= SOFT_LIMIT
    outline = report["outline"]
    assert report["total"] == 2 * CONTEXTS * AGGREGATES == report["summary"]["errors"]
    assert outline["total"] == 2 * CONTEXTS * AGGREGATES + 2
    assert outline["returned"] == outline["next_offset"] == len(list(rows(outline))) > 30
    rest, _ = call("loom_outline", source=LARGE, offset=outline["next_offset"], limit=10**9)
    assert outline["returned"] + rest["returned"] == outline["total"]


def test_findings_asked_for_beyond_the_limit_leave_a_little_of_the_outline() -> None:
    report, _ = call("loom_validate", source=LARGE, limit=10**9)
    assert report["returned"] == report["total"]
    assert report["outline"]["returned"] == 1


def test_a_report_without_findings_may_be_all_outline() -> None:
    good = re.sub(r"Gone\d+", "int", LARGE)
    report, size = call("loom_validate", source=good)
    assert report["summary"]["errors"] == 0
    assert 35_000 < size <= SOFT_LIMIT


def test_short_answers_have_no_counts() -> None:
    small = "system S { context C { aggregate A { title: string } } } context D { }"
    for tool in IN_PARTS:
        arguments = {"symbol": "A"} if tool == "loom_references" else {}
        answer, _ = call(tool, source=small, **arguments)
        assert not {"total", "returned", "next_offset"} & set(answer)


def test_the_candidates_of_a_name_in_too_many_places_are_counted() -> None:
    many = "".join(
        f"context Kontext{number} {{ aggregate Aggregat{number} {{ title: string }} }}\n"
        for number in range(2_000)
    )
    for tool in ("loom_find_symbol", "loom_references", "loom_hover"):
        answer, size = call(tool, source=many, symbol="title")
        assert answer["error"] == "ambiguous"
        assert answer["total"] == 2_000 > len(answer["candidates"]) > 100
        assert size <= SOFT_LIMIT
    answer, _ = call("loom_rename", source=many, symbol="title", newName="name")
    assert answer["total"] == 2_000


def test_the_same_finding_in_too_many_places_is_counted() -> None:
    answer, size = call("loom_quickfix", source=LARGE, code="loom.linking-error")
    assert answer["error"] == "ambiguous"
    assert answer["total"] == 2 * CONTEXTS * AGGREGATES > len(answer["candidates"])
    assert size <= SOFT_LIMIT


def test_a_comparison_that_errors_forbid_counts_them() -> None:
    good = "context C { aggregate A { title: string } }"
    for tool, arguments in (("loom_diff", {}), ("loom_snapshot", {"capturedAt": "2026-05-04T08:15:30.123Z"})):
        answer, size = call(tool, source=LARGE, **arguments)
        assert answer["total"] == 2 * CONTEXTS * AGGREGATES > len(answer["diagnostics"]) > 10
        assert size <= SOFT_LIMIT
        assert "total" not in call(tool, source=good, **arguments)[0]
    system = "system S { subdomain D { context C { aggregate A { title: string } } } }"
    answer, size = call("loom_diff", source=system, baseline=LARGE)
    assert answer["baselineTotal"] == 2 * CONTEXTS * AGGREGATES > len(answer["baselineDiagnostics"]) > 10
    assert size <= SOFT_LIMIT


@pytest.mark.parametrize("symbol", ["Kind", "work"])
def test_a_declaration_too_long_to_be_read_is_shown_in_part(symbol: str) -> None:
    values = " ".join(f"Value{number}" for number in range(6_000))
    parameters = ", ".join(f"parameter{number}: int" for number in range(3_000))
    source = f"context C {{ enum Kind {{ {values} }} aggregate A {{ operation work({parameters}) {{ }} }} }}"
    answer, size = call("loom_hover", source=source, symbol=symbol)
    assert size <= SOFT_LIMIT
    assert answer["markdown"].count("```") == 2
    assert re.search(r"The rest is left out; it has \d+ characters in all\.$", answer["markdown"])


def test_results_of_use_only_as_a_whole_ask_clients_to_show_them_whole() -> None:
    whole = {tool.name for tool in language_catalog().tools if tool.whole_result}
    assert whole == {
        "loom_apply_patch",
        "loom_rename",
        "loom_unfold_macro",
        "loom_diff",
        "loom_snapshot",
    }


def test_the_toolkit_names_the_whole_for_programs_that_want_it() -> None:
    assert toolkit.outline(LARGE, limit=10**9)["total"] == 2 * CONTEXTS * AGGREGATES + 2


ROW = st.text(max_size=40) | st.fixed_dictionaries(
    {"node": st.text(max_size=9), "members": st.just(["x"] * 9)}
)


def group(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {
            "name": st.text(max_size=5),
            "contexts": st.lists(inner, max_size=3),
            "deployables": st.lists(ROW, max_size=5),
        }
    )


LEAF = st.fixed_dictionaries({"name": st.text(max_size=5), "aggregates": st.lists(ROW, max_size=8)})
TREE = st.fixed_dictionaries(
    {"systems": st.lists(group(LEAF), max_size=3), "contexts": st.lists(LEAF, max_size=4)}
)


@examples(200)
@given(TREE, st.none() | st.integers(0, 12), st.integers(0, 12), st.integers(0, 4_000))
def test_any_tree_in_parts_is_the_tree(tree: Any, limit: int | None, offset: int, room: int) -> None:
    every = list(rows(tree))
    part = page_tree(tree, limit, offset, room)
    shown = list(rows(part))
    assert part["total"] == len(every)
    assert part["returned"] == len(shown)
    assert shown == every[offset : offset + len(shown)]
    assert part.get("next_offset", len(every)) == min(offset, len(every)) + len(shown)
    if limit is not None:
        assert len(shown) == min(limit, max(len(every) - offset, 0))
    elif offset < len(every):
        assert shown
        assert len(shown) == 1 or len(json.dumps(part, indent=2, ensure_ascii=False)) <= max(room, 1_000)
    uncut = page_tree(tree, None, None, room)
    assert uncut is tree or uncut["next_offset"] < len(every)


@given(st.lists(st.text(max_size=300), max_size=80))
def test_some_of_a_list_is_its_beginning(items: list[str]) -> None:
    answer = some_of("items", items)
    shown: Any = answer["items"]
    assert shown == items[: len(shown)]
    assert answer.get("total", len(shown)) == len(items)
