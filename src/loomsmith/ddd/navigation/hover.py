"""Hovers: a declaration in one line of code, and what it holds in a second line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Node, Ref

# The words that introduce declarations without a line of their own below.
_KEYWORDS: dict[type[Node], str] = {
    n.System: "system",
    n.Subdomain: "subdomain",
    n.Context: "context",
    n.Criterion: "criterion",
    n.Retrieval: "retrieval",
    n.Channel: "channel",
    n.DomainService: "domainService",
    n.ServiceOperation: "operation",
    n.Projection: "projection",
    n.PolicyRules: "policy",
    n.PolicyFunction: "policy",
    n.Workflow: "workflow",
    n.WorkflowCreate: "create",
    n.Handle: "handle",
    n.Create: "create",
    n.Destroy: "destroy",
    n.Deployable: "deployable",
    n.Ui: "ui",
    n.Area: "area",
    n.Store: "store",
    n.Layout: "layout",
    n.Function: "function",
    n.UiFunction: "function",
    n.Action: "action",
    n.Page: "page",
    n.Component: "component",
    n.Api: "api",
    n.Storage: "storage",
    n.Resource: "resource",
    n.ChannelSource: "channelSource",
    n.TimerSource: "timerSource",
    n.Capability: "capability",
    n.Requirement: "requirement",
    n.Solution: "solution",
    n.TestCase: "testCase",
}

_COUNTED: tuple[tuple[type[Node], str, str], ...] = (
    (n.Property, "property", "properties"),
    (n.Containment, "containment", "containments"),
    (n.Derived, "derived value", "derived values"),
    (n.Function, "function", "functions"),
    (n.Operation, "operation", "operations"),
)


def hover(node: Node, links: Links) -> str:
    """Markdown about a declaration: its line of code, then the number of its members or its values."""
    line, note = _Lines(links).of(node)
    code = f"```ddd\n{line}\n```"
    return f"{code}\n\n{note}" if note else code


class _Lines:
    """The lines of declarations, with the references in them resolved."""

    def __init__(self, links: Links) -> None:
        self.links = links

    def of(self, node: Node) -> tuple[str, str]:
        """The line of code about a node, and the second line, empty where there is none."""
        match node:
            case n.Aggregate():
                return f"aggregate {node.name}", _counts(node.members)
            case n.ValueObject():
                return f"valueobject {node.name}", _counts(node.members)
            case n.Entity():
                owner = getattr(node.parent, "name", "")
                return f"entity {node.name} in {owner}", _counts(node.members)
            case n.Enum():
                values = ", ".join(value.name for value in node.values)
                return f"enum {node.name}", f"values: {values}" if values else "no values"
            case n.EnumValue():
                return f"{getattr(node.parent, 'name', '')}.{node.name}", ""
            case n.Event():
                return f"event {node.name}{self.fields(node.fields)}", ""
            case n.Payload():
                variants = " | ".join(self.atom(variant) for variant in node.variants)
                held = f" = {variants}" if node.is_union else self.fields(node.fields)
                return f"{node.keyword} {node.name}{held}", ""
            case n.Property() | n.StateField():
                return f"{node.name}: {self.type(node.type)}", ""
            case n.Containment():
                suffix = ("[]" if node.many else "") + ("?" if node.optional else "")
                return f"contains {node.name}: {self.reference(node.part)}{suffix}", ""
            case n.Derived():
                return f"derived {node.name}: {self.type(node.type)}", ""
            case n.Operation():
                private = "private " if node.private else ""
                return f"{private}operation {node.name}{self.signature(node)}", ""
            case n.Repository():
                return f"repository {node.name} for {self.reference(node.aggregate)}", ""
            case n.Find():
                return f"find {node.name}{self.signature(node)}", ""
            case n.Handler():
                return f"{node.kind}Handler {node.name}{self.signature(node)}", ""
            case n.UiApiParam():
                return f"api {node.name}: {self.reference(node.api)}", ""
            case n.UiChannelParam():
                place = f"{self.reference(node.context)}.{self.reference(node.channel)}"
                return f"channel {node.name}: {place}", ""
            case n.TestBlock() | n.TestE2E() | n.Migration():
                word = {n.TestBlock: "test", n.TestE2E: "test e2e", n.Migration: "migration"}[type(node)]
                return f'{word} "{node.name}"', ""
            case _:
                name = getattr(node, "name", None) or ""
                return f"{_KEYWORDS.get(type(node), '')} {name}".strip() + self.signature(node), ""

    def signature(self, node: Any) -> str:
        """Parameters in parentheses and the type returned, for what has them."""
        params: Sequence[n.Parameter] | None = getattr(node, "params", None)
        returned: n.TypeRef | None = getattr(node, "return_type", None)
        shown = ""
        # Pages, components and the like may have parameters, but need none.
        if params or isinstance(node, _ALWAYS_IN_PARENTHESES):
            listed = ", ".join(f"{param.name}: {self.type(param.type)}" for param in params or ())
            shown = f"({listed})"
        return f"{shown}: {self.type(returned)}" if returned is not None else shown

    def fields(self, fields: Sequence[n.Property]) -> str:
        """The fields of a record in braces."""
        listed = ", ".join(f"{field.name}: {self.type(field.type)}" for field in fields)
        return f" {{ {listed} }}" if listed else " { }"

    def type(self, written: n.TypeRef) -> str:
        """A type as written, with what does not resolve marked."""
        return " or ".join(self.atom(atom) for atom in (written.head, *written.alternatives))

    def atom(self, atom: n.TypeAtom) -> str:
        """One alternative of a type."""
        words = [self.base(atom.base), *atom.carriers]
        return " ".join(words) + ("[]" if atom.array else "") + ("?" if atom.optional else "")

    def base(self, base: n.TypeBase) -> str:
        """The base of a type."""
        match base:
            case n.PrimitiveType():
                return base.name
            case n.IdType():
                return f"{self.reference(base.target)} id"
            case n.NamedType():
                return self.reference(base.target)
            case n.SlotType():
                return "slot"
            case n.ActionType():
                return "action" if base.arg is None else f"action({self.type(base.arg)})"
            case n.SelfIdType():
                return "Self id"
            case _:
                return "?"

    def reference(self, ref: Ref) -> str:
        """A reference as written; one that means nothing says so."""
        return ref.text if self.links.target_of(ref) is not None else f"{ref.text} (unresolved)"


_ALWAYS_IN_PARENTHESES = (
    n.Operation,
    n.ServiceOperation,
    n.Function,
    n.UiFunction,
    n.Find,
    n.Handler,
    n.Handle,
    n.Create,
    n.Destroy,
    n.WorkflowCreate,
    n.PolicyFunction,
)


def _counts(members: Sequence[Node]) -> str:
    parts = []
    for kind, one, many in _COUNTED:
        count = sum(type(member) is kind for member in members)
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return ", ".join(parts) or "no members"
