"""Where members go that a tool writes into the body of a declaration, and how they are set off there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.syntax.printer import STEP, print_node, spaced

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.text import Source, Span

# What a header may hold that only looks like a brace or a word: comments and the strings of macro arguments.
_HEADER_TOKEN = re.compile(r'//[^\r\n]*|/\*.*?\*/|"[^"\\]*(?:\\.[^"\\]*)*"|\{|\bwith\b', re.DOTALL)
_BLANKS = " \t"


def opening_brace(source: Source, span: Span) -> int | None:
    """The offset of the `{` that opens the body of a declaration."""
    return _header_token(source, span, "{")


def with_keyword(source: Source, span: Span) -> int | None:
    """The offset of the `with` in the header of a declaration."""
    return _header_token(source, span, "with")


def _header_token(source: Source, span: Span, wanted: str) -> int | None:
    tokens = _HEADER_TOKEN.finditer(source.text, *span)
    return next((token.start() for token in tokens if token[0] == wanted), None)


def closing_brace(source: Source, span: Span) -> int | None:
    """The offset of the `}` that closes a declaration; `None` if it was never closed."""
    end = span[1] - 1
    return end if end >= 0 and source.text[end] == "}" else None


def before_blanks(source: Source, offset: int) -> int:
    """The offset before the spaces and tabs that precede `offset`."""
    text = source.text
    while offset > 0 and text[offset - 1] in _BLANKS:
        offset -= 1
    return offset


def members_edit(
    source: Source, span: Span, members: Sequence[Node], others: Sequence[TextEdit] = ()
) -> TextEdit | None:
    """The edit that writes `members` at the end of the body of the declaration at `span`.

    Members stand one level deeper than the closing brace, or than the declaration where the brace does not
    begin its line; a blank line sets off those of several lines. `None` if there is no closed body.

    A body on one line is written anew. `others` are edits that the caller wants to make besides; those inside
    such a body are taken into the new text, and the caller leaves them out.
    """
    opened, closed = opening_brace(source, span), closing_brace(source, span)
    if opened is None or closed is None or opened >= closed:
        return None
    text = source.text
    blank, line = before_blanks(source, closed), source.line_span(source.line_of(closed))[0]
    if blank == line:
        printed, long = _printed(members, closed - line)
        above = _last_visible(text, line)
        apart = above == "}" or (long and above != "{")
        return TextEdit(line, line, ("\n" if apart else "") + printed + "\n")
    base = span[0] - source.line_span(source.line_of(span[0]))[0]
    printed, long = _printed(members, base)
    end = "\n" + " " * base
    if source.line_of(opened) != source.line_of(closed):
        return TextEdit(blank, closed, f"\n{printed}{end}")
    inside = [
        TextEdit(edit.start - opened - 1, edit.end - opened - 1, edit.text)
        for edit in others
        if opened < edit.start and edit.end <= closed
    ]
    content = splice(text[opened + 1 : closed], inside).strip()
    if content:
        gap = "\n\n" if long else "\n"
        printed = " " * (base + STEP) + content + gap + printed
    return TextEdit(opened + 1, closed, f"\n{printed}{end}")


def _last_visible(text: str, end: int) -> str:
    """The last character before `end` that is no white space."""
    while end > 0 and text[end - 1].isspace():
        end -= 1
    return text[max(end - 1, 0) : end]


def _printed(members: Sequence[Node], base: int) -> tuple[str, bool]:
    """Members with their margins in a body at `base` columns, and whether the first takes several lines."""
    indent = base + STEP
    texts = [print_node(member, indent) for member in members]
    margin = " " * indent
    return margin + spaced(texts, margin), "\n" in texts[0]
