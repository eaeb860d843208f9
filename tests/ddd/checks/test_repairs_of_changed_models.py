"""The law of repairs on models that nobody wrote: with names exchanged, every patch does what it says."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from budgets import rounds
from conformance import run_ddd
from loomsmith.ddd import toolkit
from loomsmith.ddd.syntax.lexer import tokenize
from loomsmith.ddd.text import Source

CASES = [
    path
    for path in run_ddd.cases()
    if '"fixHint"' in path.with_suffix(".expected.json").read_text(encoding="utf-8")
]


def with_names_exchanged(text: str, chance: random.Random) -> str:
    """A text in which one to three words are replaced by others of its words."""
    for _ in range(chance.randint(1, 3)):
        tokens = tokenize(Source(text))
        spans = list(zip(tokens.starts, tokens.ends, strict=True))
        words = [(start, end) for start, end in spans if text[start:end].isidentifier()]
        (start, end), (other, other_end) = chance.choice(words), chance.choice(words)
        text = text[:start] + text[other:other_end] + text[end:]
    return text


def report(text: str) -> list[dict[str, Any]]:
    answer: Any = toolkit.validate(text, limit=10_000, outline=False)
    found: list[dict[str, Any]] = answer["diagnostics"]
    return found


def told(diagnostics: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((found["code"], found["message"]) for found in diagnostics)


@pytest.mark.parametrize("part", range(4))
def test_every_repair_of_a_changed_model_does_what_it_says(part: int) -> None:
    chance = random.Random(part)
    tried = 0
    for _ in range(rounds(60)):
        text = with_names_exchanged(run_ddd.read(chance.choice(CASES)), chance)
        before = report(text)
        if any(found["phase"] == "parse" for found in before):
            continue
        for found in before:
            hint = found.get("fixHint", {})
            for patch in (
                [hint["patch"]] if "patch" in hint else [o["patch"] for o in hint.get("options", ())]
            ):
                tried += 1
                answer: Any = toolkit.apply_patch(text, [patch])
                assert answer["ok"], (patch, answer["errors"], text)
                after = report(answer["text"])
                key = (found["code"], found["message"])
                assert told(after)[key] < told(before)[key], (key, patch, text)
                assert all(now["phase"] != "parse" for now in after), (patch, text)
    assert tried > 5


def test_a_broken_declaration_gets_no_repair() -> None:
    whole = "context C { aggregate A { n: int b: B } aggregate B { n: int } }"
    assert "fixHint" in report(whole)[0]
    broken = "context C { aggregate A { operation o(b: B) { n := := } n: int } aggregate B { n: int } }"
    found = report(broken)
    assert [hint for hint in found if "fixHint" in hint] == []
    assert "loom.bare-aggregate-in-type" in [one["code"] for one in found]
