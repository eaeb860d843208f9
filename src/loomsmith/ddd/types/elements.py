"""The lambdas of page elements: which of its arguments an element calls them with the rows of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node

# The argument that holds the rows of each element whose lambdas take one of them.
_ROWS = {"For": "each", "Table": "rows", "DataGrid": "rows", "Chart": "of", "QueryView": "of"}
# The elements that a column stands in.
_TABLES = ("Table", "DataGrid")


def rows_for(given: n.Arg) -> tuple[n.Expr | None, bool]:
    """What the lambda that is given to a page element is called with the rows of.

    The expression of the rows, None where there is none, and whether the lambda takes them all at once.
    """
    element = given.parent
    name = element_name(element)
    if name == "Column" and element is not None:
        element = _call_around(element)
        name = element_name(element)
        if name not in _TABLES:
            return None, False
    if element is None or name not in _ROWS:
        return None, False
    rows = argument(element, _ROWS[name])
    if rows is None and name == "For":
        rows = next((arg.value for arg in arguments(element) if arg.name is None and arg is not given), None)
    if name != "QueryView":
        return rows, False
    single = argument(element, "single")
    return (rows, True) if given.name == "data" or isinstance(single, n.BoolLiteral) else (None, False)


def element_name(call: Node | None) -> str:
    """The name of an element in its builder or paren form; empty for anything else."""
    if isinstance(call, n.Builder):
        return call.type
    chain = call.parent if isinstance(call, n.CallSuffix) else None
    if isinstance(chain, n.Postfix) and isinstance(chain.head, n.NameRef) and chain.suffixes[0] is call:
        return chain.head.name
    return ""


def arguments(call: Node) -> list[n.Arg]:
    """The arguments of an element or call."""
    if isinstance(call, n.Builder):
        return call.entries
    return call.args if isinstance(call, n.CallSuffix | n.MemberSuffix) else []


def argument(call: Node, name: str) -> n.Expr | None:
    """The named argument of an element or call."""
    return next((arg.value for arg in arguments(call) if arg.name == name), None)


def _call_around(element: Node) -> Node | None:
    """The element that another stands in directly."""
    inner: Node | None = element.parent if isinstance(element, n.CallSuffix) else element
    outer = inner.parent if inner is not None else None
    return outer.parent if isinstance(outer, n.Arg) else None
