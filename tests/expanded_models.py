"""Small models for the tests of expansion: parsed, expanded, and what was added shown as text."""

from textwrap import dedent

from loomsmith.ddd.macros import Expansion, expand
from loomsmith.ddd.macros.directory import member_list
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import Node, walk
from loomsmith.ddd.syntax.printer import print_node
from loomsmith.ddd.text import Source


def expanded(text: str) -> Expansion:
    """The expansion of a model that has no syntax errors."""
    parsed = parse(Source(text))
    assert not parsed.faults, parsed.faults
    return expand(parsed.tree)


def node(expansion: Expansion, name: str) -> Node:
    """The first written declaration of that name."""
    return next(n for n in walk(expansion.file) if getattr(n, "name", None) == name and n.span is not None)


def added(text: str, name: str) -> str:
    """What expansion added to the declaration `name`, one member below the other."""
    members = member_list(node(expanded(text), name))
    return "\n".join(print_node(member) for member in members if member.span is None) + "\n"


def lines(text: str) -> str:
    """A text block without its margin and its first line end."""
    return dedent(text).removeprefix("\n")


def codes(text: str) -> list[tuple[str, str]]:
    """The faults of expansion, each with the text that it is about."""
    return [(fault.code, text[fault.span[0] : fault.span[1]]) for fault in expanded(text).faults]
