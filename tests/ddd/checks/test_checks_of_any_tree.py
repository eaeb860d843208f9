"""Whatever the grammar allows can be linked, typed and checked, with the same outcome every time."""

from __future__ import annotations

from hypothesis import given

from budgets import examples
from ddd.strategies import files
from loomsmith.ddd.checks.suite import run
from loomsmith.ddd.macros.expander import expand
from loomsmith.ddd.names.linker import link
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.printer import print_node
from loomsmith.ddd.text import Source
from loomsmith.ddd.types.inference import Typing
from loomsmith.ddd.types.resolution import Resolution


def outcome(text: str) -> list[tuple[str, tuple[int, int] | None, str]]:
    tree = parse(Source(text)).tree
    expand(tree)
    links = link(tree)
    found = links.diagnostics() + run(tree, links, Typing(links))
    return [(finding.code, finding.span, finding.message) for finding in found]


@examples(25)
@given(files())
def test_no_check_fails_and_all_findings_lie_in_the_text(tree: n.File) -> None:
    text = print_node(tree)
    found = outcome(text)
    assert [message for code, _, message in found if code == "loom.validator-check-crashed"] == []
    assert all(span is not None and 0 <= span[0] <= span[1] <= len(text) for _, span, _ in found)
    assert outcome(text) == found


@examples(25)
@given(files())
def test_every_reference_is_either_resolved_or_told_and_counts_as_a_use(tree: n.File) -> None:
    text = print_node(tree)
    parsed = parse(Source(text)).tree
    expand(parsed)
    links = link(parsed)
    resolution = Resolution(links)
    told = {finding.span for finding in links.diagnostics()}
    for holder, _, ref in links.unresolved:
        assert (ref.span in told) == (holder.span is not None)
    for ref, target in links.targets.items():
        holder = links.holder_of(ref)
        if holder is not None and holder.span is not None and ref.span is not None and not ref.segments:
            assert ref.span in {use.span for use in resolution.uses_of(target)}
