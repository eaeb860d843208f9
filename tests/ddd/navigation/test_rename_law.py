"""The law of renaming: afterwards the model has the same findings, and every name means what it meant."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from budgets import DEEP, rounds
from conformance import run_ddd
from loomsmith.ddd.addresses import declarations, own_name
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.navigation.symbols import name_span
from loomsmith.ddd.syntax.node import Node

CASES = run_ddd.cases()
EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "models").glob("*.ddd"))

Span = tuple[int, int]


def shifted(edits: list[TextEdit]) -> Callable[[int], int]:
    """Where an offset of the old text is in the new one."""
    ordered = sorted(edits)
    ends = [edit.end for edit in ordered]
    shifts = [0]
    for edit in ordered:
        shifts.append(shifts[-1] + len(edit.text) - (edit.end - edit.start))
    return lambda offset: offset + shifts[bisect_right(ends, offset)]


def meanings(analysis: Analysis, at: Callable[[int], int] = lambda offset: offset) -> dict[int, int]:
    """For each written name that means something declared in the text, the place of what it means."""
    assert analysis.resolution is not None
    found = {}
    for use in analysis.resolution.written():
        meant = analysis.resolution.meaning(use)
        own = None if meant is None else name_span(meant) or meant.span
        if own is not None:
            found[at(use.span[0])] = at(own[0])
    return found


def findings(analysis: Analysis, at: Callable[[int], int] = lambda offset: offset) -> Counter[Any]:
    told = [*analysis.source_findings, *analysis.model_findings]
    return Counter(
        (found.code, found.severity, None if found.span is None else at(found.span[0]))
        for found in told
        if found.code != "loom.unknown-name"
    )


def symbols(analysis: Analysis) -> Iterator[Node]:
    return (node for node in declarations(analysis.file) if own_name(node) and name_span(node) is not None)


def fresh(name: str) -> str:
    return ("Qz" if name[:1].isupper() else "qz") + name[:1].upper() + name[1:].replace("-", "")


def check(path: Path, before: Analysis, node: Node, name: str) -> str:
    """Renames, and holds the outcome to the law; `refused` or `renamed`."""
    edits = before.rename(node, name)
    if not isinstance(edits, list):
        return edits.error
    place = f"{path.parent.name}/{path.stem}: {own_name(node)} at {name_span(node)} -> {name}"
    text = splice(before.source.text, edits)
    at = shifted(edits)
    after = Analysis(text)
    assert not after.has_syntax_errors, place
    assert findings(after) == findings(before, at), place
    expected = meanings(before, at)
    actual = meanings(after)
    assert {use: actual.get(use) for use in expected} == expected, place
    return "renamed"


def valid(paths: list[Path]) -> Iterator[tuple[Path, Analysis]]:
    for path in paths:
        analysis = Analysis(run_ddd.read(path))
        told = [*analysis.source_findings, *analysis.model_findings]
        if all(found.severity != "error" for found in told):
            yield path, analysis


@pytest.mark.parametrize("part", range(4))
def test_a_new_name_changes_no_meaning(part: int) -> None:
    chance = random.Random(part)
    paths = CASES[part::4] if DEEP else chance.sample(CASES, 20)
    for path, analysis in valid([*paths, *EXAMPLES]):
        nodes = list(symbols(analysis))
        for node in chance.sample(nodes, min(len(nodes), rounds(3, 60))):
            check(path, analysis, node, fresh(own_name(node)))


@pytest.mark.parametrize("part", range(4))
def test_a_name_that_is_there_already_is_refused_or_changes_no_meaning(part: int) -> None:
    chance = random.Random(part)
    paths = CASES[part::4] if DEEP else chance.sample(CASES, 20)
    for path, analysis in valid([*paths, *EXAMPLES]):
        nodes = list(symbols(analysis))
        names = sorted({own_name(node) for node in nodes} | {"length", "days", "isBlank", "currentUser"})
        for node in chance.sample(nodes, min(len(nodes), rounds(3, 30))):
            check(path, analysis, node, chance.choice(names))
