"""The page about types: its examples raise what they say, and its tables are those of the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.vocabulary.intrinsics import (
    COLLECTION_OPERATIONS,
    CONVERSIONS,
    DURATIONS,
    HOLE_FORMATS,
    INTRINSICS,
    PRELUDE,
    STRING_LENGTH,
    Intrinsic,
)

PAGE = (Path(__file__).parents[3] / "docs" / "ddd" / "types.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```ddd\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def rows(heading: str) -> dict[str, str]:
    """The table after a heading: its first column to its second."""
    section = PAGE.split(f"{heading}\n", 1)[1]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    table = lines[2 : 2 + next((n for n, line in enumerate(lines[2:]) if "---" in line), len(lines))]
    cells = (re.split(r"(?<!\\) ?\| ?", line.strip("|")) for line in table)
    return {first.strip(): second.strip() for first, second, *_ in cells}


@pytest.mark.parametrize("text", EXAMPLES)
def test_each_example_raises_what_it_says_and_nothing_else(text: str) -> None:
    analysis = Analysis(text)
    wanted = [
        (line, code)
        for line, written in enumerate(text.splitlines())
        for code in re.findall(r"// (loom\.\S+)", written)
    ]
    found = [
        (analysis.source.line_of(finding.span[0]), finding.code)
        for finding in analysis.source_findings
        if finding.span is not None
    ]
    assert sorted(found) == wanted


def written(method: Intrinsic) -> str:
    arguments = [
        parameter if place < method.required else f"{parameter}?"
        for place, parameter in enumerate(method.parameters)
    ]
    return f"`{method.name}({', '.join(arguments)})`"


def test_the_members_of_each_primitive_type_are_listed() -> None:
    listed = rows("### Text, numbers and times")
    for words, members in listed.items():
        for primitive in re.findall(r"`(\w+)`", words):
            wanted = {written(method) for method in INTRINSICS[primitive].values()}
            if primitive == "string":
                wanted |= {f"`{STRING_LENGTH}`", '`matches("pattern")`'}
            assert set(re.findall(r"`[^`]+`", members)) == wanted
    assert {word for words in listed for word in re.findall(r"`(\w+)`", words)} == set(INTRINSICS)


def test_every_operation_on_lists_is_listed() -> None:
    names = {name for words in rows("### Lists") for name in re.findall(r"`(\w+)", words)}
    assert names == set(COLLECTION_OPERATIONS)


def test_every_built_in_function_is_named_with_its_parameters() -> None:
    section = PAGE.split("### Functions that every model has\n", 1)[1].split("\n### ", 1)[0]
    signatures = {
        f"`{name}({', '.join(kind for _, kind in parameters)})`" for name, (parameters, _) in PRELUDE.items()
    }
    signatures |= {f"`{name}(int)`" for name in DURATIONS} | {"`now()`"}
    assert set(re.findall(r"`\w+\([^`]*\)`", section)) == signatures


def test_the_sources_of_conversions_are_listed() -> None:
    for target, takes in rows("### Conversions").items():
        name = re.findall(r"`(\w+)\(x\)`", target)[0]
        assert set(re.findall(r"`(\w+)`", takes)) == CONVERSIONS[name]


def test_every_format_of_a_hole_is_named() -> None:
    for word in HOLE_FORMATS:
        assert f"`{word}`" in PAGE
