"""Findings, places and repairs as plain data."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import address
from loomsmith.ddd.diagnostics import Addition, Choice, HeaderInsertion
from loomsmith.ddd.editing.patches import PatchFault
from loomsmith.ddd.text import cut_utf16

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.analysis import Analysis
    from loomsmith.ddd.diagnostics import Diagnostic, Hint, Replacement
    from loomsmith.ddd.editing.splice import TextEdit
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.text import Source, Span

    Json = dict[str, object]

SHOWN_SOURCE = 200
"""How much of a declaration's first line a finding shows, in UTF-16 code units."""


def wire_range(source: Source, span: Span) -> Json:
    """A span as `{"start": {"line", "character"}, "end": ...}`."""
    (start_line, start), (end_line, end) = source.range(span)
    return {
        "start": {"line": start_line, "character": start},
        "end": {"line": end_line, "character": end},
    }


def wire_edits(source: Source, edits: Iterable[TextEdit]) -> list[Json]:
    """Edits as `{"range", "newText"}`, in the given order."""
    return [{"range": wire_range(source, (edit.start, edit.end)), "newText": edit.text} for edit in edits]


def report_order(analysis: Analysis, findings: Iterable[Diagnostic]) -> list[tuple[Diagnostic, Json]]:
    """The findings, each with its plain form, as reports show them.

    Those with a place come first, by line and character; the rest of the order is by code and node.
    """
    hints = _Hints(analysis)
    rows = []
    for finding in findings:
        data = _wire(analysis, finding, hints)
        place = (1, 0, 0) if finding.span is None else (0, *analysis.source.position(finding.span[0]))
        rows.append(((*place, finding.code, data.get("node", "")), finding, data))
    rows.sort(key=lambda row: row[0])
    return [(finding, data) for _, finding, data in rows]


def _wire(analysis: Analysis, finding: Diagnostic, hints: _Hints) -> Json:
    data: Json = {
        "code": finding.code,
        "severity": finding.severity,
        "phase": finding.phase,
        "message": finding.message,
    }
    if finding.span is None:
        if finding.path:
            data["node"] = finding.path
        return data
    owners = analysis.owners
    owner = owners.first() if finding.anchor is None else owners.at(finding.anchor)
    node = None if owner is None else address(owner)
    if node is not None:
        data["node"] = node
    data["range"] = wire_range(analysis.source, finding.span)
    if owner is not None:
        data["sourceText"] = _first_line(analysis.source, owner)
    if finding.hint is not None:
        hint = hints.wire(finding.hint)
        if hint is not None:
            data["fixHint"] = hint
    return data


def _first_line(source: Source, node: Node) -> str:
    start, end = node.span or (0, 0)
    # A UTF-16 unit is at most one code point: no more of the text can be shown.
    return cut_utf16(source.text[start : min(end, start + SHOWN_SOURCE)].split("\n", 1)[0], SHOWN_SOURCE)


class _Hints:
    """Turns repairs into patches, and drops those that could not be carried out."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._addresses: dict[Span, str] | None = None
        self._faults = sorted(fault.span[0] for fault in analysis.syntax_findings if fault.span is not None)

    def wire(self, hint: Hint) -> Json | None:
        if isinstance(hint, Choice):
            options = [
                {"summary": option.summary, "patch": patch}
                for option in hint.options
                if (patch := self._patch(option)) is not None
            ]
            return {"kind": "choose", "summary": hint.summary, "options": options} if options else None
        patch = self._patch(hint)
        if patch is None:
            return None
        kind = "replace-text" if patch["op"] == "replace" else "insert-decl"
        return {"kind": kind, "summary": hint.summary, "patch": patch}

    def _patch(self, hint: Replacement | HeaderInsertion | Addition) -> Json | None:
        start, end = hint.target
        fault = bisect_left(self._faults, start)
        if fault < len(self._faults) and self._faults[fault] <= end:
            # Nobody knows how a broken declaration was meant, nor how it reads with another text in it.
            return None
        targets = self._analysis.targets
        if self._addresses is None:
            self._addresses = targets.by_span()
        target = self._addresses.get(hint.target)
        if target is None:
            return None
        if isinstance(hint, HeaderInsertion):
            patch: Json = {"op": "insert", "target": target, "source": hint.text, "position": "header-end"}
        elif isinstance(hint, Addition):
            patch = {"op": "add", "target": target, "source": hint.text}
        else:
            patch = {"op": "replace", "target": target, "source": self._rewritten(hint)}
        try:
            targets.edits(patch)
        except PatchFault:
            return None
        return patch

    def _rewritten(self, hint: Replacement) -> str:
        """The text of the target after the edits; a cut takes the blanks left over at its seam with it."""
        text = self._analysis.source.text
        at, end = hint.target
        written = ""
        for edit_start, edit_end, new in hint.edits:
            written += text[at:edit_start] + new
            at = edit_end
            if new:
                continue
            if not written or written[-1].isspace():
                while at < end and text[at].isspace():
                    at += 1
            if at == end:
                written = written.rstrip()
        return written + text[at:end]
