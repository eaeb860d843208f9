"""Tools that change a model: they return text or edits, and change nothing themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.analysis import analyse

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
