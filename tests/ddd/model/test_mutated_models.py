"""Resolving and checking a model never fails, whatever is lost, doubled, moved or renamed in it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from budgets import DEEP, rounds
from conformance import run_ddd
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.model.diagrams import diagrams
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.text import Source
from loomsmith.ddd.toolkit.reports import full_view

EXAMPLES = sorted((Path(__file__).parents[3] / "examples" / "models").glob("*.ddd"))
CASES = run_ddd.cases()
CRASHES = {"loom.validator-check-crashed", "loom.ir-internal"}
NAME = re.compile(r"[A-Za-z_]\w*")


def pieces(text: str) -> list[tuple[int, int]]:
    """The spans of all written nodes but the file, as things to lose, double or move."""
    tree = parse(Source(text)).tree
    return [node.span for node in walk(tree) if node.span is not None and node is not tree]


def changed(text: str, chance: random.Random) -> str:
    """A text with one to three nodes or names lost, doubled, swapped, moved or renamed."""
    for _ in range(chance.randint(1, 3)):
        spans = pieces(text)
        if not spans:
            return text
        start, end = chance.choice(spans)
        other = chance.choice(spans)
        piece, second = text[start:end], text[other[0] : other[1]]
        match chance.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = f"{text[:end]} {piece} {text[end:]}"
            case 2:
                text = text[:start] + second + text[end:]
            case 3 if end <= other[0]:
                text = text[:start] + second + text[end : other[0]] + piece + text[other[1] :]
            case 4:
                names = NAME.findall(text)
                old, new = chance.choice(names), chance.choice(names)
                text = re.sub(rf"\b{old}\b", new, text, count=chance.choice((0, 1)))
            case _:
                found = chance.choice(list(NAME.finditer(text)))
                text = text[: found.start()] + chance.choice(NAME.findall(text)) + text[found.end() :]
    return text


def crashes(text: str) -> list[str]:
    analysis = Analysis(text)
    found = (*analysis.source_findings, *analysis.model_findings)
    if analysis.model is not None:
        diagrams(analysis.model)
        full_view(analysis)
    return [each.message for each in found if each.code in CRASHES]


@pytest.mark.parametrize("part", range(4))
def test_a_changed_case_never_makes_the_model_fail(part: int) -> None:
    chance = random.Random(1_000 + part)
    for path in chance.sample(CASES, rounds(40, len(CASES))):
        for _ in range(4 if DEEP else 1):
            text = changed(run_ddd.read(path), chance)
            assert crashes(text) == [], f"{path.parent.name}/{path.stem}\n{text}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_changed_example_never_makes_the_model_fail(path: Path) -> None:
    chance = random.Random(path.stem)
    whole = path.read_text(encoding="utf-8")
    for _ in range(rounds(4)):
        text = changed(whole, chance)
        assert crashes(text) == [], text


def test_what_is_changed_is_changed() -> None:
    chance = random.Random(0)
    whole = EXAMPLES[0].read_text(encoding="utf-8")
    assert len({changed(whole, chance) for _ in range(20)}) > 15
    assert len(pieces(whole)) > 100
