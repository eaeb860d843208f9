"""Repairing a model with the repairs its findings bring, as far as they leave no choice."""

from __future__ import annotations

from loomsmith.ddd import toolkit
from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.toolkit.wire import report_order

MAX_ROUNDS = 200


def repaired(text: str) -> tuple[str, int]:
    """The text after all unambiguous repairs, and how many were made.

    A repair often rewrites a whole member, so of several for one target one is made a round. A round that
    would bring a syntax error, or leave as many findings as before, is not made and ends the work.
    """
    made = 0
    for _ in range(MAX_ROUNDS):
        patches = _patches(text)
        if not patches:
            break
        answer = toolkit.apply_patch(text, patches)
        if not answer["ok"]:
            patches = patches[:1]
            answer = toolkit.apply_patch(text, patches)
        after = str(answer["text"])
        if not answer["ok"] or analyse(after).has_syntax_errors or _told(after) >= _told(text):
            break
        text = after
        made += len(patches)
    return text, made


def _patches(text: str) -> list[dict[str, object]]:
    """The patches of the findings that come with exactly one, the first for each target."""
    analysis = analyse(text)
    if analysis.has_syntax_errors:
        return []
    patches: dict[object, dict[str, object]] = {}
    for _, data in report_order(analysis, analysis.source_findings):
        hint = data.get("fixHint")
        if isinstance(hint, dict) and "patch" in hint:
            patches.setdefault(hint["patch"]["target"], hint["patch"])
    return list(patches.values())


def _told(text: str) -> int:
    return len(analyse(text).source_findings)
