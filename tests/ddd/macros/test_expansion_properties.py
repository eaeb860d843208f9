"""What expansion does on any text: it fails on none, gives the same twice, adds only what has no place."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd.editing.unfold import unfold
from loomsmith.ddd.macros import expand
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import children, dump, walk
from loomsmith.ddd.text import Source

CASES = Path(__file__).parents[2] / "conformance" / "ddd"
SOURCES = [
    text
    for file in sorted(CASES.glob("*/*.ddd"))
    if " with " in (text := file.read_bytes().decode("utf-8")) and len(text) < 4000
]
SCRAPS = [
    "{",
    "}",
    "(",
    ")",
    ",",
    ":",
    " with ",
    " implements ",
    "crudish",
    "auditable",
    "[]",
    "?",
    '"',
    "of",
]


@st.composite
def broken_sources(draw):
    """A conformance source with a stretch taken out, a scrap put in, or both."""
    text = draw(st.sampled_from(SOURCES))
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 40)))
    return text[:start] + draw(st.sampled_from(["", *SCRAPS])) + text[end:]


@given(broken_sources())
@examples(150)
def test_no_text_makes_expansion_or_unfolding_fail(text):
    source = Source(text)
    expansion = expand(parse(source).tree)
    assert expansion.paged_tables is not None
    for host in list(walk(expansion.file)):
        for call in getattr(host, "with_calls", []):
            unfold(source, expansion, call.name, host)


@given(st.sampled_from(SOURCES))
@examples(30)
def test_the_same_text_gives_the_same_tree_and_faults(text):
    first, second = (expand(parse(Source(text)).tree) for _ in range(2))
    assert dump(first.file) == dump(second.file)
    assert first.faults == second.faults


@given(st.sampled_from(SOURCES))
@examples(30)
def test_added_members_have_no_place_a_parent_and_a_written_origin_and_written_ones_stay(text):
    before = list(walk(parse(Source(text)).tree))
    expansion = expand(parse(Source(text)).tree)
    written = []
    for node in walk(expansion.file):
        for child in children(node):
            assert child.parent is node
        if node.span is not None:
            written.append(node)
            assert expansion.addition_of(node) is None
        else:
            addition = expansion.addition_of(node)
            assert addition is not None
            assert addition.cause.span is not None
    assert [(type(n), n.span) for n in written] == [(type(n), n.span) for n in before]
