"""What all printing functions share: the registry, the line budget, and the shapes of lists and blocks.

A printing function takes a node and `indent`, the columns of white space before the line on which the node's
text begins, and returns the text: its first line without that white space, further lines with theirs.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from loomsmith.ddd.syntax.node import Node

# Columns that a list may fill before it is broken over several lines.
LINE_BUDGET = 100

# Columns per level.
STEP = 2

# The indent of text that must not be broken: so far to the left that everything fits.
UNBROKEN = -(1 << 60)

Printer = TypeVar("Printer", bound="Callable[[Any, int], str]")

PRINTERS: dict[type[Node], Callable[[Any, int], str]] = {}


def prints(*kinds: type[Node]) -> Callable[[Printer], Printer]:
    """Register a function as the one that prints nodes of `kinds`."""

    def register(printer: Printer) -> Printer:
        for kind in kinds:
            PRINTERS[kind] = printer
        return printer

    return register


def show(node: Node, indent: int) -> str:
    """The text of `node` on a line that is indented by `indent` columns."""
    return PRINTERS[type(node)](node, indent)


_ESCAPES = {
    ord(character): "\\" + letter for character, letter in zip('"\\\b\f\n\r\t\v\0', '"\\bfnrtv0', strict=True)
}
_TEMPLATE_ESCAPES = {
    ord(character): "\\" + letter for character, letter in zip("`{\\\n\r\t", "`{\\nrt", strict=True)
}


def quoted(text: str) -> str:
    """`text` as a string token; only the escapes of the language are written, all else stands raw."""
    return f'"{text.translate(_ESCAPES)}"'


def template_text(text: str) -> str:
    """`text` as it stands between the holes of a template."""
    return text.translate(_TEMPLATE_ESCAPES)


def listed(
    opening: str, items: Sequence[str], closing: str, indent: int, pad: str = "", column: int | None = None
) -> str:
    """A bracketed list: on one line if it fits the budget, else one item a line.

    `opening` is the list's own name with its bracket, `column` where it stands if not at the indent; `pad`
    stands inside the brackets of the one-line form. The items must have been printed one level deeper.
    """
    if not items:
        return opening + closing
    if not any("\n" in item for item in items):
        flat = f"{opening}{pad}{', '.join(items)}{pad}{closing}"
        if (indent if column is None else column) + len(flat) <= LINE_BUDGET:
            return flat
    margin = "\n" + " " * (indent + STEP)
    return f"{opening}{margin}{f',{margin}'.join(items)}\n{' ' * indent}{closing}"


def block(header: str, lines: Sequence[str], indent: int) -> str:
    """`header { ... }` with one item of `lines` a line; the items must have been printed one level deeper."""
    if not lines:
        return f"{header} {{}}"
    margin = "\n" + " " * (indent + STEP)
    return f"{header} {{{margin}{margin.join(lines)}\n{' ' * indent}}}"


def members(header: str, nodes: Iterable[Node], indent: int, first: Sequence[str] = ()) -> str:
    """`header { ... }` with a blank line between two members where either takes several lines.

    `first` holds clauses that stand before the members.
    """
    texts = [*first, *(show(node, indent + STEP) for node in nodes)]
    if not texts:
        return f"{header} {{}}"
    margin = " " * (indent + STEP)
    return f"{header} {{\n{margin}{spaced(texts, margin)}\n{' ' * indent}}}"


def spaced(texts: Sequence[str], margin: str) -> str:
    """Members one below the other at `margin`, a blank line between two where either has several lines."""
    parts = [texts[0]]
    for above, below in pairwise(texts):
        parts.append("\n\n" if "\n" in above or "\n" in below else "\n")
        parts += (margin, below)
    return "".join(parts)


_OPEN_NAME_LIST = re.compile(r"\bignoring \w+(?:, \w+)*\Z")
_NAME_START = re.compile(r"[A-Za-z_]")


def with_commas(items: Sequence[str]) -> list[str]:
    """`items` with a comma after each but the last, where the language leaves the comma to the writer.

    An item that ends in a list of names (`... ignoring A`) would take the next one's first word into that
    list, so it gets no comma before a word.
    """
    last = len(items) - 1
    return [
        item
        if at == last or (_OPEN_NAME_LIST.search(item) and _NAME_START.match(items[at + 1]))
        else item + ","
        for at, item in enumerate(items)
    ]
