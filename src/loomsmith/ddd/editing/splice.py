"""Edits of a text, and how several of them are put into it at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class TextEdit(NamedTuple):
    """Offsets `start` to `end` become `text`; an insertion has `start == end`."""

    start: int
    end: int
    text: str


def splice(text: str, edits: Iterable[TextEdit]) -> str:
    """The text with all edits made, each meant for the text as it is now.

    Edits must not overlap; they may touch. Insertions at one place come out in the given order, and before
    the replacement of what follows them.
    """
    pieces: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end > edit.start)):
        pieces += (text[done : edit.start], edit.text)
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)
