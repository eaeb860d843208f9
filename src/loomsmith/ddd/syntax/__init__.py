"""Text to tree: tokens, parser, the node classes, and printing the tree as text again.

`parse(source)` never fails: it gives the tree of whatever was understood, with a fault for everything that
was not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.base.collector import Paused

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.errors import SyntaxFault
    from loomsmith.ddd.syntax.nodes import File
    from loomsmith.ddd.syntax.tokens import Tokens
    from loomsmith.ddd.text import Source


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The tree of a source, what was wrong with its syntax in order of position, and its tokens."""

    tree: File
    faults: list[SyntaxFault]
    tokens: Tokens


def parse(source: Source) -> ParseResult:
    """The tree of a source text, whatever is broken in it; takes time linear in the text, raises nothing."""
    from loomsmith.ddd.syntax.lexer import tokenize
    from loomsmith.ddd.syntax.parser.files import file

    with Paused():
        tokens = tokenize(source)
        tree, faults = file(source, tokens)
    ordered = sorted([*tokens.faults, *faults], key=lambda fault: fault.span[0])
    return ParseResult(tree, ordered, tokens)
