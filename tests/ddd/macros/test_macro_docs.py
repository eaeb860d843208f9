"""The page about macros: its examples are sound, and its unfoldings are what unfolding gives."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from expanded_models import expanded, node
from loomsmith.ddd.editing.splice import splice
from loomsmith.ddd.editing.unfold import Unfolding, unfold
from loomsmith.ddd.macros.capabilities import built_in
from loomsmith.ddd.macros.library import MACROS
from loomsmith.ddd.text import Source

PAGE = (Path(__file__).parents[3] / "docs" / "ddd" / "macros.md").read_text("utf-8")
BLOCKS = re.findall(r"^```ddd([^\n]*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
UNFOLDED = [(*info.split()[1:], text, after) for (info, text), (_, after) in pairwise(BLOCKS) if info.strip()]


@pytest.mark.parametrize("text", [text for _, text in BLOCKS])
def test_every_example_expands_without_fault(text):
    assert not expanded(text).faults


@pytest.mark.parametrize(("macro", "on", "text", "after"), UNFOLDED)
def test_what_is_shown_as_unfolded_is_what_unfolding_gives(macro, on, text, after):
    expansion = expanded(text)
    found = unfold(Source(text), expansion, macro, node(expansion, on))
    assert isinstance(found, Unfolding)
    assert splice(text, found.edits) == after


def test_every_macro_and_built_in_capability_is_described():
    for name in (*MACROS, *built_in()):
        assert f"`{name}" in PAGE, name
