"""Source texts and places in them.

Inside the package a place is an *offset*: an index into the text as Python counts it, in code points. Towards
callers it is a *position*: a line and a character, both from 0, the character counted in UTF-16 code units as
editors and the Language Server Protocol do, so that a character beyond the Basic Multilingual Plane counts 2.
A line ends at LF, at CR LF, or at a CR alone. Spans and ranges exclude their end.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

Span = tuple[int, int]
Position = tuple[int, int]
Range = tuple[Position, Position]

_LINE_END = re.compile(r"\r\n|\r|\n")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def utf16_length(text: str) -> int:
    """How many UTF-16 code units `text` takes."""
    return len(text) if text.isascii() else len(text) + len(_ASTRAL.findall(text))


def cut_utf16(text: str, units: int) -> str:
    """The longest start of `text` that takes at most `units` UTF-16 code units and splits no character."""
    start = text[:units]
    excess = utf16_length(start) - units
    while excess > 0:
        start = start[: -((excess + 1) // 2)]
        excess = utf16_length(start) - units
    return start


class Source:
    """A text with its lines, ready to convert offsets to positions and back.

    The tables are made at the first question and answer each further one in O(log n). Offsets beyond the text
    count as its ends.
    """

    __slots__ = ("_astral", "_astral_units", "_line_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._line_starts: list[int] | None = None
        self._astral: list[int] | None = None
        self._astral_units: list[int] = []

    def __repr__(self) -> str:
        """The length and the first words: enough to tell one source from another."""
        return f"<Source of {len(self.text)} characters: {self.text[:40]!r}>"

    @property
    def line_starts(self) -> list[int]:
        """The offset of the first character of every line; there is always at least one line."""
        starts = self._line_starts
        if starts is None:
            starts = self._line_starts = [0]
            starts.extend(match.end() for match in _LINE_END.finditer(self.text))
        return starts

    @property
    def line_count(self) -> int:
        """The number of lines; a text that ends in a line end has an empty last line."""
        return len(self.line_starts)

    def line_of(self, offset: int) -> int:
        """The line, from 0, that `offset` lies on; a line end belongs to the line it ends."""
        return max(bisect_right(self.line_starts, offset) - 1, 0)

    def line_span(self, line: int) -> Span:
        """The offsets of a line without its line end; lines beyond the text are empty, at its ends."""
        starts = self.line_starts
        if line < 0:
            return (0, 0)
        if line >= len(starts):
            return (len(self.text), len(self.text))
        start = starts[line]
        if line + 1 == len(starts):
            return (start, len(self.text))
        end = starts[line + 1] - 1
        if end > start and self.text[end] == "\n" and self.text[end - 1] == "\r":
            end -= 1
        return (start, end)

    def line_text(self, line: int) -> str:
        """The text of a line without its line end."""
        start, end = self.line_span(line)
        return self.text[start:end]

    def position(self, offset: int) -> Position:
        """The line and the UTF-16 character, both from 0, of an offset."""
        offset = min(max(offset, 0), len(self.text))
        starts = self.line_starts
        line = bisect_right(starts, offset) - 1
        start = starts[line]
        astral = self._astral_offsets()
        if not astral:
            return (line, offset - start)
        wide = bisect_left(astral, offset) - bisect_left(astral, start)
        return (line, offset - start + wide)

    def range(self, span: Span) -> Range:
        """The positions of both ends of a span."""
        return (self.position(span[0]), self.position(span[1]))

    def offset(self, line: int, character: int) -> int:
        """The offset of a position.

        A character beyond its line counts as the line's end, one inside a surrogate pair as the pair's start.
        """
        start, end = self.line_span(line)
        if character <= 0:
            return start
        astral = self._astral_offsets()
        if not astral:
            return min(start + character, end)
        wanted = start + bisect_left(astral, start) + character
        return min(wanted - bisect_left(self._astral_units, wanted), end)

    def utf16_offset(self, offset: int) -> int:
        """The number of UTF-16 units before an offset."""
        return offset + bisect_left(self._astral_offsets(), offset)

    def _astral_offsets(self) -> list[int]:
        """Where the characters that take two UTF-16 units stand; also fills their places in units."""
        astral = self._astral
        if astral is None:
            if self.text.isascii():
                astral = []
            else:
                astral = [match.start() for match in _ASTRAL.finditer(self.text)]
            self._astral_units = [offset + before for before, offset in enumerate(astral)]
            self._astral = astral
        return astral
