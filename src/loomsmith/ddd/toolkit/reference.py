"""What can be asked about the language, without a model."""

from __future__ import annotations

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
