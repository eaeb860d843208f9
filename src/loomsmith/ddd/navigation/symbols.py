"""Symbols: the named declarations of a model, found by the end of their path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import DECLARATIONS, address, own_name
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, ancestors, field_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from loomsmith.ddd.text import Span

NOT_FOUND = "not-found"
AMBIGUOUS = "ambiguous"

# Kinds that the keyword of an address does not tell.
_KINDS: dict[type[Node], str] = {
    n.Property: "property",
    n.Containment: "containment",
    n.Derived: "derived",
    n.EnumValue: "value",
}

# Named by a text of any characters: no path of segments leads to them.
_NAMED_BY_TEXT = (n.TestBlock, n.TestE2E, n.Migration)
# Has no name at all.
_UNNAMED = (n.Apply,)


@dataclass(frozen=True, slots=True)
class NoSymbol:
    """Why a lookup has no single answer: `not-found`, or `ambiguous` with the addresses that match."""

    error: str
    candidates: tuple[str, ...] = ()


class Symbols:
    """The symbols of a file, by its nodes sorted by class; make one per file and ask it again and again."""

    __slots__ = ("_by_name", "_named_by_text")

    def __init__(self, nodes: Mapping[type[Node], Sequence[Node]]) -> None:
        self._by_name: dict[str, list[Node]] = {}
        self._named_by_text = [node for kind in _NAMED_BY_TEXT for node in nodes.get(kind, ())]
        by_name = self._by_name
        for kind in DECLARATIONS.difference(_NAMED_BY_TEXT, _UNNAMED):
            for node in nodes.get(kind, ()):
                # The field itself: a file has many thousands, and none of these kinds has another name.
                name: str | None = node.name  # type: ignore[attr-defined]
                if name in by_name:
                    by_name[name].append(node)
                elif name:
                    by_name[name] = [node]

    def find(self, symbol: str, kind: str | None = None) -> Node | NoSymbol:
        """The declaration whose address ends in the segments of `symbol`, of the given kind if one is given.

        Where no address does, the path of all that encloses a declaration is tried (`Kind.Car`, which is
        `value Berths.Car`), and then `symbol` as a whole address, with its keyword or without.
        """
        parts = [part for part in symbol.split(".") if part]
        if not parts:
            return NoSymbol(NOT_FOUND)
        named = [node for node in self._by_name.get(parts[-1], ()) if kind in (None, symbol_kind(node))]
        matching = [node for node in named if _segments(node)[-len(parts) :] == parts]
        if not matching:
            matching = [node for node in named if _path(node)[-len(parts) :] == parts]
        if not matching:
            last = symbol.rpartition(" ")[2].rpartition(".")[2]
            candidates = [*self._by_name.get(last, ()), *self._named_by_text]
            matching = [node for node in candidates if _has_address(node, symbol, kind)]
        return _single(matching)


def symbol_kind(node: Node) -> str:
    """The kind of a declaration: `property`, `containment`, `derived`, or the keyword of its address."""
    return _KINDS.get(type(node)) or str(address(node)).split(" ", 1)[0]


def _has_address(node: Node, symbol: str, kind: str | None) -> bool:
    """Whether `symbol` is the whole address of a declaration of that kind."""
    found = address(node) or ""
    return (
        symbol in (found, found.split(" ", 1)[-1])
        and bool(own_name(node))
        and kind in (None, symbol_kind(node))
    )


def name_span(node: Node) -> Span | None:
    """The offsets of the name of a declaration; None for an added or unnamed one."""
    return None if node.span is None else field_span(node, "name")


def parent_address(node: Node) -> str | None:
    """The address of the nearest enclosing declaration that has another one; None at the root of the file."""
    own = address(node)
    return next((found for outer in ancestors(node) if (found := address(outer)) not in (None, own)), None)


def _single(matching: list[Node]) -> Node | NoSymbol:
    addresses = sorted({found for node in matching if (found := address(node)) is not None})
    if not addresses:
        return NoSymbol(NOT_FOUND)
    if len(addresses) > 1:
        return NoSymbol(AMBIGUOUS, tuple(addresses))
    matching = [node for node in matching if node.span is not None] or matching
    if len(matching) > 1:
        direct = [node for node in matching if node.parent is not None and node.parent is _owner(node)]
        if len(direct) != 1:
            return NoSymbol(AMBIGUOUS, tuple(addresses))
        matching = direct
    return matching[0] if name_span(matching[0]) is not None else NoSymbol(NOT_FOUND)


def _owner(node: Node) -> Node | None:
    """The declaration that the address of `node` speaks of before its last segment."""
    outer = list(ancestors(node))
    for kind in (n.Aggregate, n.ValueObject, n.Context):
        found = next((around for around in outer if isinstance(around, kind)), None)
        if found is not None:
            return found
    return outer[-1] if outer else None


def _segments(node: Node) -> list[str]:
    """The segments of the address of a node whose name has no dot."""
    return str(address(node)).split(" ", 1)[-1].split(".")


def _path(node: Node) -> list[str]:
    around: Iterable[Node] = (outer for outer in ancestors(node) if type(outer) in DECLARATIONS)
    names = [own_name(node), *(own_name(outer) for outer in around)]
    return [name for name in reversed(names) if name]
