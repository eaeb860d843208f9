"""A whole source text: imports, then declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import File
from loomsmith.ddd.syntax.parser import registry  # noqa: F401 - fills the tables
from loomsmith.ddd.syntax.parser.blocks import members
from loomsmith.ddd.syntax.parser.cursor import Cursor
from loomsmith.ddd.syntax.parser.declarations import import_
from loomsmith.ddd.syntax.parser.tables import FILE

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.errors import SyntaxFault
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.nodes import Import
    from loomsmith.ddd.syntax.tokens import Tokens
    from loomsmith.ddd.text import Source


def file(source: Source, tokens: Tokens) -> tuple[File, list[SyntaxFault]]:
    """The tree of a file, whose span is that of its tokens, and the faults that the parser found."""
    c = Cursor(source, tokens)
    imports: list[Import] = []
    while c.kinds[c.at] == "import":
        start = c.at
        path = c.attempt(import_)
        if path is not None:
            imports.append(path)
        elif c.at == start:
            c.at += 1
    found: list[Node] = []
    members(c, FILE, found)
    return c.finish(File(imports, found), 0), c.faults
