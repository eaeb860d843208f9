"""What the checks on the tree say of a model, in the form in which tests like to compare it."""

from __future__ import annotations

from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.diagnostics import Diagnostic

ADDED = ""
"""The text of a finding on what no one wrote."""


def findings(text: str) -> list[Diagnostic]:
    """The findings of `ast-validate` on a text that follows the grammar."""
    analysis = Analysis(text)
    assert not analysis.has_syntax_errors, analysis.syntax_findings
    return [found for found in analysis.source_findings if found.phase == "ast-validate"]


def told(text: str) -> list[tuple[str, str]]:
    """Each finding as its code without `loom.` and the text that it stands at, in the order of the text."""
    found = sorted((finding.span or (0, 0), finding.code) for finding in findings(text))
    return [(code.removeprefix("loom."), text[start:end]) for (start, end), code in found]


def told_of(text: str, *codes: str) -> list[tuple[str, str]]:
    """Those of `told` that have one of these codes."""
    return [(code, where) for code, where in told(text) if code in codes]
