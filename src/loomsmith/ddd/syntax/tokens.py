"""The tokens of a source text, as flat parallel lists.

The *kind* of a word or of punctuation is its own text: `"context"`, `":="`. All other kinds are written in
angle brackets, which no word contains. Kinds are interned, so that comparing them is comparing addresses.
"""

from __future__ import annotations

from bisect import bisect_right

from loomsmith.ddd.syntax.errors import SyntaxFault
from loomsmith.ddd.text import Span

NAME = "<name>"
STRING = "<string>"
INT = "<integer>"
DECIMAL = "<decimal>"
DURATION = "<duration>"
TRACE_ID = "<trace id>"
# A template without holes is one token. With holes it is a start, which includes the first opening brace,
# then for each hole its tokens and perhaps a format, and a middle or an end from one brace to the next.
TEMPLATE = "<template>"
TEMPLATE_START = "<template start>"
TEMPLATE_MIDDLE = "<template middle>"
TEMPLATE_END = "<template end>"
FORMAT = "<format>"
# Stands behind the last token, without width.
END = "<end>"

# Kinds whose text is not their kind, with the words for them in messages.
DESCRIPTIONS = {
    NAME: "a name",
    STRING: "a string in double quotes",
    INT: "a whole number",
    DECIMAL: "a decimal number",
    DURATION: "a duration such as 30s",
    TRACE_ID: "an id such as US-001",
    TEMPLATE: "a template",
    TEMPLATE_START: "a template",
    TEMPLATE_MIDDLE: "the '}' of the hole",
    TEMPLATE_END: "the '}' of the hole",
    FORMAT: "a format",
    END: "the end of the text",
}


class Tokens:
    """The tokens of `text`: token `i` has the kind `kinds[i]` and stands at `starts[i]` to `ends[i]`.

    The last token is always `END`. `comments` are the spans of the comments, which are no tokens, in order;
    `faults` are the runs of characters that start no token.
    """

    __slots__ = ("comments", "ends", "faults", "kinds", "starts", "text")

    def __init__(
        self,
        text: str,
        kinds: list[str],
        starts: list[int],
        ends: list[int],
        comments: list[Span],
        faults: list[SyntaxFault],
    ) -> None:
        self.text = text
        self.kinds = kinds
        self.starts = starts
        self.ends = ends
        self.comments = comments
        self.faults = faults

    def __len__(self) -> int:
        """The number of tokens, `END` included."""
        return len(self.kinds)

    def __repr__(self) -> str:
        """How many tokens there are."""
        return f"<{len(self.kinds)} tokens>"

    def text_of(self, index: int) -> str:
        """The token as written."""
        return self.text[self.starts[index] : self.ends[index]]

    def covering(self, offset: int) -> int | None:
        """The index of the token that covers `offset`, or `None` in white space and comments."""
        index = bisect_right(self.starts, offset) - 1
        while index >= 0 and self.starts[index] == self.ends[index]:
            index -= 1
        return index if index >= 0 and offset < self.ends[index] else None
