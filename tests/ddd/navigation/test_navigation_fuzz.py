"""Any text can be searched and renamed in: nothing raises, and answers speak of places in the text."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from budgets import rounds
from conformance import run_ddd
from loomsmith.ddd import toolkit
from loomsmith.ddd.addresses import declarations, own_name
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.navigation.symbols import name_span
from mutations import CASES, WORDS, mutated


@pytest.mark.parametrize("part", range(4))
def test_a_mutated_model_is_searched_and_renamed_in(part: int) -> None:
    chance = random.Random(part)
    for path in chance.sample(CASES, rounds(20, len(CASES))):
        text = mutated(run_ddd.read(path), chance)
        analysis = Analysis(text)
        nodes = [node for node in declarations(analysis.file) if own_name(node)]
        for node in chance.sample(nodes, min(len(nodes), 6)):
            name = own_name(node)
            for use in analysis.uses_of(node):
                assert text[slice(*use.span)] == name, (path, name)
            for new in (chance.choice(WORDS), f"{name}2"):
                outcome = analysis.rename(node, new)
                if isinstance(outcome, list):
                    assert outcome[0][:2] == name_span(node)
                    assert all(text[edit.start : edit.end] == name for edit in outcome)
                    spans = sorted(edit[:2] for edit in outcome)
                    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.parametrize("part", range(2))
def test_every_tool_answers_for_every_word_of_a_mutated_model(part: int) -> None:
    chance = random.Random(10 + part)
    for path in chance.sample(CASES, rounds(15, len(CASES))):
        text = mutated(run_ddd.read(path), chance)
        words = [word.strip("{}():,.[]") for word in text.split()]
        for symbol in chance.sample(words, min(len(words), 8)):
            found: Any = toolkit.find_symbol(text, symbol)
            others: list[Any] = [
                toolkit.references(text, symbol),
                toolkit.hover(text, symbol),
                toolkit.rename(text, symbol, chance.choice(WORDS)),
                toolkit.unfold_macro(text, chance.choice(WORDS), symbol),
            ]
            if "error" in found:
                assert all(other["error"] == found["error"] for other in others)
            else:
                assert found["range"] in [place["range"] for place in others[0]["locations"]]
                assert others[1]["markdown"].startswith("```ddd\n")
