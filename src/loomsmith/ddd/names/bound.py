"""The names that a node itself brings into the source, by declaring, binding or giving them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.syntax.node import Node

_BINDINGS: dict[type[Node], str] = {
    n.For: "var",
    n.IfLet: "var",
    n.StmtArm: "binding",
    n.VariantArm: "binding",
    n.Lambda: "param",
    n.EventHandler: "param",
    n.Apply: "param",
    n.UiNotification: "bind",
}
_WORDS: dict[type[Node], tuple[str, ...]] = {n.SlotType: ("slot",), n.ActionType: ("action",)}


def bound_names(node: Node) -> tuple[str, ...]:
    """The names a node brings: that of a declaration, parameter, `let`, argument, entry, path segment, macro
    call or primitive type; or the variable that it binds. The use of a name in an expression brings none."""
    kind = type(node)
    words = _WORDS.get(kind)
    if words is not None:
        return words
    field = _BINDINGS.get(kind, "name")
    if kind is n.NameRef or field not in kind.FIELDS:
        return ()
    value: Any = getattr(node, field)
    return (value,) if value else ()


def name_classes(kinds: Iterable[type[Node]]) -> list[type[Node]]:
    """Those classes whose nodes may bring names."""
    return [
        kind
        for kind in kinds
        if kind in _WORDS or (kind is not n.NameRef and _BINDINGS.get(kind, "name") in kind.FIELDS)
    ]
