"""The guide tells the truth: every block on it is a whole model, without findings and laid out."""

import re
from pathlib import Path

import pytest

from loomsmith.ddd import toolkit
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.formatter import format_tokens
from loomsmith.ddd.text import Source
from loomsmith.ddd.vocabulary.words import HARD_WORDS, SOFT_WORDS, WORDS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ddd" / "guide.md"
TEXT = PAGE.read_text()
BLOCKS = re.findall(r"^```ddd\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)

each_block = pytest.mark.parametrize("block", BLOCKS, ids=lambda block: str(BLOCKS.index(block) + 1))


@each_block
def test_a_block_is_a_model_without_findings(block: str) -> None:
    assert toolkit.validate(block)["diagnostics"] == []


@each_block
def test_a_block_is_laid_out_as_the_formatter_does(block: str) -> None:
    result = parse(Source(block))
    assert format_tokens(result.tokens, result.tree) == block


def test_what_the_guide_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", TEXT)
    assert links
    for link in links:
        assert (PAGE.parent / link).resolve().exists(), link


def test_what_the_guide_says_of_words_is_so() -> None:
    taken, free = re.findall(r"((?:`\w+`, )+`\w+`)", TEXT[TEXT.index("Some words are taken") :])[:2]
    assert set(re.findall(r"\w+", taken)) <= HARD_WORDS
    assert set(re.findall(r"\w+", free)) & WORDS <= SOFT_WORDS
