"""Models gone wrong: texts of real models with some of their tokens changed."""

from __future__ import annotations

import random

from conformance import run_ddd
from loomsmith.ddd.syntax.lexer import tokenize
from loomsmith.ddd.text import Source

CASES = run_ddd.cases()
WORDS = sorted({word for path in CASES[::7] for word in run_ddd.read(path).split() if len(word) < 12})


def mutated(text: str, chance: random.Random) -> str:
    """A text with one to four of its tokens or stretches lost, doubled, swapped or replaced."""
    for _ in range(chance.randint(1, 4)):
        tokens = tokenize(Source(text))
        count = len(tokens) - 1
        if count < 3:
            return text + chance.choice(WORDS)
        first = chance.randrange(count)
        last = min(count - 1, first + chance.choice((0, 0, 0, 1, 2, 8)))
        start, end = tokens.starts[first], tokens.ends[last]
        other = chance.randrange(count)
        word = text[tokens.starts[other] : tokens.ends[other]]
        piece = text[start:end]
        new = chance.choice(
            ("", piece + " " + piece, word, chance.choice(WORDS), f"{word} {piece}", "{", "}", "(")
        )
        text = text[:start] + new + text[end:]
    return text
