"""What the tests of the resolved model share: a text's model, and what is told of it."""

from __future__ import annotations

from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.model.values import Aggregate, Context, Model


def resolved(text: str) -> Model:
    """The model of a text without syntax errors."""
    analysis = Analysis(text)
    assert analysis.syntax_findings == []
    assert analysis.model is not None
    return analysis.model


def context_of(text: str) -> Context:
    """The only context of a text."""
    (context,) = resolved(text).contexts()
    return context


def aggregate_of(text: str) -> Aggregate:
    """The first aggregate of the only context."""
    return context_of(text).aggregates[0]


def told(text: str, *codes: str) -> list[tuple[str, str]]:
    """The findings on the model, as (code without its prefix, node), sorted; of some codes only, if given."""
    analysis = Analysis(text)
    assert analysis.syntax_findings == [], analysis.syntax_findings
    found = [(each.code.removeprefix("loom."), each.path or "") for each in analysis.model_findings]
    assert "ir-internal" not in [code for code, _ in found]
    return sorted(pair for pair in found if not codes or pair[0] in codes)
