"""What counts as a use: each kind of place where a name can mean a declaration.

The models stand in `uses.txt`, each under a line that says what it shows, with `<` and `>` around the name of
the declaration and around each of its uses.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from loomsmith.ddd import toolkit
from loomsmith.ddd.addresses import declarations
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.navigation.symbols import name_span

SECTIONS = re.split(r"^== (.*)\n", (Path(__file__).parent / "uses.txt").read_text("utf-8"), flags=re.M)
USES = dict(zip(SECTIONS[1::2], SECTIONS[2::2], strict=True))
MARKED = re.compile(r"<([A-Za-z_][\w-]*)>")

Span = tuple[int, int]


def unmarked(model: str) -> tuple[str, list[Span]]:
    """The model without its marks, and the places that were marked."""
    text, spans, done = "", [], 0
    for mark in MARKED.finditer(model):
        text += model[done : mark.start()]
        spans.append((len(text), len(text) + len(mark[1])))
        text += mark[1]
        done = mark.end()
    return text + model[done:], spans


def shown(text: str, spans: list[Span]) -> list[str]:
    """The places with what stands around them, for messages."""
    return [
        f"{text[max(0, start - 20) : start]}[{text[start:end]}]{text[end : end + 9]}" for start, end in spans
    ]


@pytest.mark.parametrize("what", USES)
def test_every_kind_of_use_is_found(what: str) -> None:
    text, marked = unmarked(USES[what])
    analysis = Analysis(text)
    assert not analysis.syntax_findings
    node = next(node for node in declarations(analysis.file) if name_span(node) in marked)
    own = name_span(node)
    assert own is not None
    found = sorted([own, *(use.span for use in analysis.uses_of(node))])
    assert shown(text, found) == shown(text, marked)


def test_a_name_in_a_text_or_comment_is_no_use() -> None:
    text = 'context C { // title\n aggregate A { title: string = "title" /* title */ } }\n'
    answer: Any = toolkit.references(text, "A.title")
    assert len(answer["locations"]) == 1


def test_an_alias_is_no_use_of_what_binds_it() -> None:
    text = "context C { aggregate T { n: int } criterion old of T as old = old.n > 1 criterion K of T = old }"
    answer: Any = toolkit.references(text, "old")
    assert [place["range"]["start"]["character"] for place in answer["locations"]] == [45, 92]


def test_uses_are_shown_in_parts_where_that_is_asked_for() -> None:
    text = "context C { aggregate A { n: int  derived d: int = n + n + n } }"
    first: Any = toolkit.references(text, "A.n", limit=2)
    assert (len(first["locations"]), first["total"], first["next_offset"]) == (2, 4, 2)
    rest: Any = toolkit.references(text, "A.n", limit=9, offset=2)
    whole: Any = toolkit.references(text, "A.n")
    assert first["locations"] + rest["locations"] == whole["locations"]


DEPTH = 90
NESTED = {
    "lambdas": (
        "".join(f"x{depth}.vs.sum(x{depth + 1} => " for depth in range(DEPTH)) + f"x{DEPTH}.n" + ")" * DEPTH,
        "derived d: int = vs.sum(x0 => {})",
    ),
    "lets in blocks": (
        "".join(f"let y{depth} = x{depth}.v if let x{depth + 1} = y{depth} {{ " for depth in range(DEPTH))
        + f"let z = x{DEPTH}.n"
        + " }" * DEPTH,
        "operation o() {{ let x0 = v {} }}",
    ),
    "parentheses": ("(" * DEPTH + "v" + ")" * DEPTH + ".n", "derived d: int = {}"),
}


@pytest.mark.parametrize("what", NESTED)
def test_deep_nesting_needs_no_deep_stack(what: str) -> None:
    code, member = NESTED[what]
    value = "valueobject V { n: int  v: V?  vs: V[] }"
    text = f"context C {{ {value} aggregate A {{ v: V  vs: V[]  {member.format(code)} }} }}"
    answer: Any = toolkit.references(text, "V.n")
    assert len(answer["locations"]) == 2
