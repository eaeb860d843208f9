"""What can be asked about the language, without a model."""

from __future__ import annotations

from loomsmith.base.nearest import nearest_names
from loomsmith.ddd.diagnostics import TABLE, near_codes
from loomsmith.ddd.vocabulary.page_elements import LAYOUT_ELEMENTS, SUB_ELEMENTS

Json = dict[str, object]


def list_primitives() -> Json:
    """The elements of page bodies: `layout` stand anywhere, `sub` only inside certain others; both sorted."""
    return {"layout": list(LAYOUT_ELEMENTS), "sub": list(SUB_ELEMENTS)}


def explain(code: str) -> Json:
    """What a diagnostic code means.

    `{"code", "told": [{"phase", "severity"}], "explanation", "wrong"?, "right"?}`; `wrong` is a fragment that
    raises the code and `right` the fragment put right. The `loom.` of the code may be left out. An unknown
    code gives `{"error": "not-found", "candidates", "message"}` with the codes nearest to it.
    """
    wanted = code.strip()
    row = TABLE.get(wanted) or TABLE.get(f"loom.{wanted}")
    if row is None:
        near = near_codes(wanted)
        meant = f" Did you mean {near[0]}?" if near else " Codes are those that loom_validate reports."
        return {"error": "not-found", "candidates": near, "message": f"There is no code `{wanted}`.{meant}"}
    answer: Json = {
        "code": row.code,
        "told": [{"phase": phase, "severity": severity} for phase, severity in row.variants],
        "explanation": row.explanation,
    }
    if row.wrong:
        answer["wrong"] = row.wrong
    if row.right:
        answer["right"] = row.right
    return answer


def guide(topic: str | None = None) -> Json:
    """The language by topic: `{"topic", "text"}`, the text being Markdown of at most 8,000 characters.

    Without a topic `{"topics": [{"topic", "summary"}]}`. An unknown topic gives `{"error": "not-found",
    "candidates", "message"}` with the topics that have a name near it or speak of it.
    """
    from loomsmith.ddd.toolkit.guide_text import TOPICS

    if topic is None:
        return {"topics": [{"topic": name, "summary": summary} for name, (summary, _) in TOPICS.items()]}
    wanted = topic.strip().lower().replace(" ", "-").replace("_", "-")
    if wanted in TOPICS:
        return {"topic": wanted, "text": TOPICS[wanted][1]}
    speaking = [
        name
        for name, (summary, _) in TOPICS.items()
        if len(wanted) > 1 and (wanted in name or wanted in summary.lower())
    ]
    near = list(dict.fromkeys(nearest_names(wanted, TOPICS) + speaking))
    meant = f"Did you mean {near[0]}?" if near else f"The topics are {', '.join(TOPICS)}."
    return {
        "error": "not-found",
        "candidates": near,
        "message": f"There is no topic `{wanted[:60]}`. {meant}",
    }
