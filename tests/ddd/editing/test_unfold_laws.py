"""What holds for every call that can be unfolded in any of the conformance sources."""

import json
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.editing.unfold import Unfolding, unfold
from loomsmith.ddd.macros import Expansion, expand
from loomsmith.ddd.macros.library import MACROS
from loomsmith.ddd.outline import outline
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.syntax.nodes import MacroCall
from loomsmith.ddd.text import Source

CASES = Path(__file__).parents[2] / "conformance" / "ddd"
TOPICS = sorted({case.parent.name for case in CASES.glob("*/*.ddd") if " with " in case.read_text("utf-8")})
# Handlers written by hand are linked as such, which those that expansion adds are not.
NOT_THE_SAME_OUTLINE = {"scaffoldHandlers"}


def _unordered(value):
    """The value with its lists as multisets."""
    if isinstance(value, dict):
        return {key: _unordered(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted(map(_unordered, value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


@dataclass(frozen=True)
class Case:
    """One call of a source, and the text after unfolding it."""

    label: str
    source: Source
    expansion: Expansion
    call: MacroCall
    edits: tuple[TextEdit, ...]

    @property
    def after(self) -> Source:
        return Source(splice(self.source.text, self.edits))

    @property
    def at_fault(self) -> bool:
        """Whether the call added nothing because something is wrong with it."""
        start, end = self.call.span
        return any(start <= fault.span[0] < end for fault in self.expansion.faults)


def _cases(topic: str):
    """Each call in the sources of a topic that can be unfolded."""
    for file in sorted((CASES / topic).glob("*.ddd")):
        source = Source(file.read_bytes().decode("utf-8"))
        expansion = expand(parse(source).tree)
        for host in list(walk(expansion.file)):
            for call in getattr(host, "with_calls", []):
                found = unfold(source, expansion, call.name, host)
                if isinstance(found, Unfolding):
                    label = f"{file.name}: {call.name} on {host.name}"
                    yield Case(label, source, expansion, call, found.edits)


@pytest.mark.parametrize("topic", TOPICS)
def test_unfolding_brings_no_syntax_error(topic):
    for case in _cases(topic):
        assert len(parse(case.after).faults) <= len(parse(case.source).faults), case.label


@pytest.mark.parametrize("topic", TOPICS)
def test_unfolding_a_macro_keeps_the_outline_and_brings_no_fault(topic):
    for case in _cases(topic):
        if case.call.name in MACROS and case.call.name not in NOT_THE_SAME_OUTLINE and not case.at_fault:
            again = expand(parse(case.after).tree)
            assert _unordered(outline(again.file)) == _unordered(outline(case.expansion.file)), case.label
            codes = [sorted(fault.code for fault in each.faults) for each in (again, case.expansion)]
            assert codes[0] == codes[1], case.label


@pytest.mark.parametrize("topic", TOPICS)
def test_edits_of_an_unfolding_do_not_overlap(topic):
    for case in _cases(topic):
        for left, right in pairwise(sorted(case.edits)):
            assert left.end <= right.start, case.label


def _calls(tree, name: str) -> int:
    return sum(call.name == name for host in walk(tree) for call in getattr(host, "with_calls", []))


@pytest.mark.parametrize("topic", TOPICS)
def test_a_call_is_gone_after_unfolding_it(topic):
    for case in _cases(topic):
        name = case.call.name
        before, after = _calls(case.expansion.file, name), _calls(parse(case.after).tree, name)
        assert after == before - 1, case.label


def _errors(text: str) -> Counter[str]:
    """How often each error is told about a text."""
    analysis = Analysis(text)
    told = (*analysis.source_findings, *analysis.model_findings)
    return Counter(finding.code for finding in told if finding.severity == "error")


@pytest.mark.parametrize("topic", TOPICS)
def test_unfolding_a_macro_brings_no_error_but_that_of_what_now_stands_ungated(topic):
    for case in _cases(topic):
        if case.call.name in MACROS and case.call.name not in NOT_THE_SAME_OUTLINE:
            new = _errors(case.after.text) - _errors(case.source.text)
            assert set(new) <= {"loom.default-deny-ungated"}, case.label
