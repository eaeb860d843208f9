"""Addresses: the names by which tools speak of declarations, such as `operation Berths.Ferry.relabel`.

An address is a keyword, a blank and one to three dotted segments: the context, the aggregate or value object,
the declaration. What else encloses a declaration (systems, subdomains, areas, workflows, enums, parts ...) is
no part of its address, so that addresses need not be unique.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, children, field_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from loomsmith.ddd.syntax.tokens import Tokens

KEYWORDS: dict[type[Node], str] = {
    n.System: "system",
    n.Context: "context",
    n.Subdomain: "subdomain",
    n.Aggregate: "aggregate",
    n.ValueObject: "valueobject",
    n.Enum: "enum",
    n.EnumValue: "value",
    n.Event: "event",
    n.Repository: "repository",
    n.Find: "find",
    n.Workflow: "workflow",
    n.Page: "page",
    n.Component: "component",
    n.Operation: "operation",
    n.Function: "function",
    n.Create: "create",
    n.Destroy: "destroy",
    n.Apply: "apply",
    n.Deployable: "deployable",
}
"""The kinds with a keyword of their own; all others take their owner's, or `node`."""

DECLARATIONS: frozenset[type[Node]] = frozenset(KEYWORDS) | {
    n.Property,
    n.Containment,
    n.Derived,
    n.Entity,
    n.TestBlock,
    n.Payload,
    n.WorkflowCreate,
    n.Handle,
    n.Criterion,
    n.Retrieval,
    n.Channel,
    n.DomainService,
    n.ServiceOperation,
    n.Handler,
    n.Projection,
    n.PolicyRules,
    n.PolicyFunction,
    n.Ui,
    n.Area,
    n.Store,
    n.Layout,
    n.UiApiParam,
    n.UiChannelParam,
    n.UiFunction,
    n.Action,
    n.StateField,
    n.Api,
    n.Storage,
    n.Resource,
    n.ChannelSource,
    n.TimerSource,
    n.Capability,
    n.TestE2E,
    n.Requirement,
    n.Solution,
    n.TestCase,
    n.Migration,
}
"""What a model declares, as opposed to uses, bindings and anonymous syntax."""

# Words that count as the name of a node without a name, and named nodes whose name is no name of theirs.
_WORDS: dict[type[Node], str] = {n.SlotType: "slot", n.ActionType: "action", n.LayoutNamedSlot: ""}

# Below these there are no declarations: bodies, expressions, types and calls are left out of such walks.
_LEAVES = (n.Expr, n.Stmt, n.TypeRef, n.TypeAtom, n.MacroCall, n.Parameter)


def own_name(node: Node) -> str:
    """The name that a node itself brings to its address; empty for one without."""
    word = _WORDS.get(type(node))
    if word is not None:
        return word
    return getattr(node, "name", None) or ""


def address(node: Node) -> str | None:
    """The address of any node; what has no name of its own has that of the declaration around it.

    None where nothing around it has a name either.
    """
    context: Node | None = None
    root: Node | None = None
    record: Node | None = None
    outer: Node | None = node
    while outer is not None:
        kind = type(outer)
        if kind is n.Context:
            context = context or outer
        elif kind is n.Aggregate:
            root = root or outer
        elif kind is n.ValueObject:
            record = record or outer
        outer = outer.parent
    entity = root or record
    segments = [own_name(context)] if context is not None else []
    if entity is not None and entity is not node:
        segments.append(own_name(entity))
    if node is not context:
        segments.append(own_name(node))
    path = ".".join(filter(None, segments))
    if not path:
        return None
    keyword = KEYWORDS.get(type(node))
    if keyword is None:
        keyword = "node" if entity is None or entity is node else KEYWORDS[type(entity)]
    return f"{keyword} {path}"


def declarations(root: Node) -> Iterator[Node]:
    """The declarations below `root`, named or not and added ones included, outer before inner, in order."""
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) in DECLARATIONS and node is not root:
            yield node
        stack.extend(reversed([child for child in children(node) if not isinstance(child, _LEAVES)]))


def addressed(nodes: Iterable[Node]) -> Iterator[tuple[str, Node]]:
    """Those nodes that have an address, each with it."""
    return ((found, node) for node in nodes if (found := address(node)) is not None)


class AddressIndex:
    """The nodes behind each address, for a fixed set of nodes given with their addresses."""

    __slots__ = ("_nodes",)

    def __init__(self, nodes: Iterable[tuple[str, Node]]) -> None:
        self._nodes: dict[str, list[Node]] = {}
        for found, node in nodes:
            self._nodes.setdefault(found, []).append(node)

    def nodes(self, wanted: str) -> list[Node]:
        """The nodes with exactly this address, in the order they were given; empty for an unknown one."""
        return self._nodes.get(wanted, [])

    def addresses(self) -> list[str]:
        """All addresses, each once, in the order of their first nodes."""
        return list(self._nodes)


class TokenOwners:
    """Finds the node that wrote a token: the innermost one around it. Added nodes own no token."""

    __slots__ = ("_children", "_file", "_tokens")

    def __init__(self, file: n.File, tokens: Tokens) -> None:
        self._file = file
        self._tokens = tokens
        self._children: dict[Node, tuple[list[int], list[Node]]] = {}

    def at(self, offset: int) -> Node | None:
        """The owner of the token that covers `offset`; None between tokens and at the end of the text."""
        return None if self._tokens.covering(offset) is None else self._innermost(offset)

    def first(self) -> Node | None:
        """The owner of the first token of the text."""
        return self.at(self._tokens.starts[0])

    def _innermost(self, offset: int) -> Node:
        node: Node = self._file
        while True:
            starts, below = self._written_children(node)
            place = bisect_right(starts, offset) - 1
            if place < 0:
                return node
            child = below[place]
            if child.span is None or offset >= child.span[1]:
                return node
            node = child

    def _written_children(self, node: Node) -> tuple[list[int], list[Node]]:
        """The children with a place in the text, by their starts; sorted once a node."""
        known = self._children.get(node)
        if known is None:
            below = [_argument_value(node)] if type(node) is n.MacroArg else children(node)
            spans = [
                (child.span[0], place, child)
                for place, child in enumerate(below)
                if child.span is not None and child.span[0] < child.span[1]
            ]
            spans.sort()
            known = self._children[node] = ([start for start, _, _ in spans], [child for *_, child in spans])
        return known


def _argument_value(arg: n.MacroArg) -> Node:
    """A nameless node for the value of a macro argument, which the tree has only for a single name."""
    if isinstance(arg.value, n.MacroRef):
        return arg.value
    value = n.MacroRef("")
    value.parent, value.span = arg, field_span(arg, "value")
    return value
