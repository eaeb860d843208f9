"""Repairs that checks offer, as edits of one declaration that a patch can name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.diagnostics import HeaderInsertion, Replacement
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node

Edit = tuple[int, int, str]


_ANONYMOUS = (n.Invariant, n.Unique, n.Filter, n.Stamp, n.Implements)
"""The members that no patch can name: their address is that of the aggregate."""


def member_around(node: Node) -> Node | None:
    """The direct member of an aggregate that is or encloses `node` and has an address of its own."""
    member: Node | None = node
    while member is not None and not isinstance(member.parent, n.Aggregate):
        member = member.parent
    return None if isinstance(member, _ANONYMOUS) else member


def replace_in_member(node: Node, summary: str, edits: list[Edit]) -> Replacement | None:
    """Write the aggregate member around `node` anew with these edits; `None` if there is no such member."""
    member = member_around(node)
    if member is None or member.span is None:
        return None
    return Replacement(summary, member.span, tuple(sorted(edits)))


def replace_property(field: n.Property | n.Derived, summary: str, edits: list[Edit]) -> Replacement | None:
    """Write a field anew; only for direct members of an aggregate or a value object."""
    if field.span is None or not isinstance(field.parent, n.Aggregate | n.ValueObject):
        return None
    return Replacement(summary, field.span, tuple(sorted(edits)))


def insert_in_header(declaration: Node, clause: str) -> HeaderInsertion | None:
    """Add a clause at the end of a declaration's header."""
    if declaration.span is None:
        return None
    return HeaderInsertion(f"add `{clause}`", declaration.span, clause)


def cut(span: tuple[int, int]) -> Edit:
    """Take text out; whoever writes the declaration anew also takes the blanks left over at the seam."""
    return (*span, "")
