"""Tree to text.

`print_node` gives the canonical text of any node: two columns a level, one member a line, a blank line
between two members where either takes several lines. Argument lists and object literals stand on one line
where they fit 100 columns, else with one item a line; `match` and blocks always take several lines. Parsing
the text gives an equal tree for every tree that parsing can give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import loomsmith.ddd.syntax.printer.surfaces  # noqa: F401 (registers the printing functions of all nodes)
from loomsmith.base.recursion import DeepCalls
from loomsmith.ddd.syntax.printer.layout import LINE_BUDGET, PRINTERS, STEP, quoted, show, spaced

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node

__all__ = ["LINE_BUDGET", "PRINTERS", "STEP", "print_node", "quoted", "spaced"]


def print_node(node: Node, indent: int = 0) -> str:
    """The canonical text of `node` where its first line is indented by `indent` columns.

    That first line comes without its white space, further lines with theirs; the text does not end in a line
    end, except a whole file's. The line budget counts from column 0, `indent` included. A placeholder for
    something that could not be parsed gives no text.
    """
    with DeepCalls():
        return show(node, indent)
