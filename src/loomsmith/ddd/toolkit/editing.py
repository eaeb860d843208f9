"""Tools that change a model: they return text or edits, and change nothing themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.editing.patches import PatchFault
from loomsmith.ddd.navigation.symbols import NoSymbol
from loomsmith.ddd.toolkit.navigation import no_symbol
from loomsmith.ddd.toolkit.paging import some_of
from loomsmith.ddd.toolkit.wire import report_order, wire_edits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Json = dict[str, object]


def apply_patch(source: str, patches: Sequence[Mapping[str, object]]) -> Json:
    """The text with all patches in it, or unchanged with what is wrong with them.

    `{"ok", "text", "applied": [{"op", "target"}], "errors": [{"patch", "message"}]}`. A patch is `{"op",
    "target", "source"?, "position"?}`; all are resolved against `source`, and all take effect or none.
    The new text is not validated.
    """
    outcome = analyse(source).targets.apply(patches)
    return {
        "ok": not outcome.errors,
        "text": outcome.text,
        "applied": []
        if outcome.errors
        else [{"op": patch["op"], "target": patch["target"]} for patch in patches if isinstance(patch, dict)],
        "errors": [{"patch": patches[place], "message": message} for place, message in outcome.errors],
    }


def rename(source: str, symbol: str, new_name: str) -> Json:
    """The edits that give a declaration and all its uses another name: `{"edits": [{"range", "newText"}]}`.

    The declaration's own name comes first, then its uses by place; with a field go the parameters by which
    creates take its first value under the same name. Errors as those of `find_symbol`, and
    `invalid-name` (the grammar would not take it everywhere) and `collision` (something would change its
    meaning; `candidates` are in the way), both with a `message`.
    """
    analysis = analyse(source)
    found = analysis.symbols.find(symbol)
    if isinstance(found, NoSymbol):
        return no_symbol(found)
    outcome = analysis.rename(found, new_name)
    if isinstance(outcome, list):
        return {"edits": wire_edits(analysis.source, outcome)}
    answer: Json = {"error": outcome.error, "message": outcome.message}
    if outcome.candidates is not None:
        answer["candidates"] = list(outcome.candidates)
    return answer


def quickfix(source: str, code: str, at: str | None = None) -> Json:
    """The edits of the repair that comes with a finding, told by its code and, if need be, its `node`.

    `{"edits": [{"range", "newText"}], "title"}`, or an `error`: `not-found` (no such finding), `ambiguous`
    (several; `candidates` are their nodes) or `no-fix` (no repair, or one that leaves a choice).
    """
    analysis = analyse(source)
    findings = [
        finding for finding in (*analysis.source_findings, *analysis.model_findings) if finding.code == code
    ]
    found = [data for _, data in report_order(analysis, findings) if at in (None, data.get("node"))]
    if len(found) != 1:
        where = "" if at is None else f" at `{at}`"
        if not found:
            message = f"The model has no finding `{code}`{where}; loom_validate lists those it has."
            return {"error": "not-found", "candidates": [], "message": message}
        nodes = sorted(str(data.get("node", "<unlocated>")) for data in found)
        message = f"The model has {len(found)} findings `{code}`{where}; name one by `at`, its node."
        return {"error": "ambiguous", **some_of("candidates", nodes), "message": message}
    hint = found[0].get("fixHint")
    if not isinstance(hint, dict):
        return {"error": "no-fix", "message": f"No repair is known for this finding: {found[0]['message']}"}
    if "patch" not in hint:
        options = "; ".join(str(option["summary"]) for option in hint["options"])
        return {
            "error": "no-fix",
            "message": f"The repair leaves a choice: {options}. Pick one of its patches.",
        }
    try:
        edits = analysis.targets.edits(hint["patch"])
    except PatchFault as fault:
        return {"error": "no-fix", "message": str(fault)}
    return {"edits": wire_edits(analysis.source, edits), "title": hint["summary"]}


def unfold_macro(source: str, macro: str, on: str) -> Json:
    """The edits that write out, one level deep, what a call in the `with` clause of a declaration adds.

    `on` names the declaration as `find_symbol` takes it. `{"edits": [{"range", "newText"}], "title"}`, or an
    `error`: `not-found` or `ambiguous` (the declaration), `not-found` (it has no such call; `candidates` are
    those it has), `cannot-unfold`.
    """
    from loomsmith.ddd.editing.unfold import Refusal, unfold

    analysis = analyse(source)
    host = analysis.symbols.find(on)
    if isinstance(host, NoSymbol):
        return no_symbol(host)
    if analysis.expansion is None:
        return {"error": "cannot-unfold", "message": "Expanding macros failed; loom_validate says why."}
    outcome = unfold(analysis.source, analysis.expansion, macro, host)
    if isinstance(outcome, Refusal):
        answer: Json = {"error": outcome.error, "message": outcome.message}
        if outcome.candidates is not None:
            answer["candidates"] = list(outcome.candidates)
        return answer
    return {"edits": wire_edits(analysis.source, outcome.edits), "title": outcome.title}
