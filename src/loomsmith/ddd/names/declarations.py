"""The one table of declarations: what is declared where, under which name and of which kind.

`Declarations(file)` walks the expanded tree once and keeps

- `nodes`: every node by its class, in document order (added members stand after the written ones of their
  owner), so that nobody else needs to walk the tree;
- `written_references`: every node that holds references, in document order;
- per container (the parent of a declaration) the first declaration of each class and name;
- the global names: those that can be seen from the whole file.

Look-ups are by class and name and cost a few dictionary accesses. Where several classes are wanted and both
exist, the one declared first wins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing, members_of

if TYPE_CHECKING:
    from collections.abc import Iterator

N = TypeVar("N", bound=Node)

DECLARATIONS: frozenset[type[Node]] = frozenset(
    {
        n.System, n.Subdomain, n.Context, n.Permission, n.Deployable, n.Storage, n.Resource,
        n.ChannelSource, n.TimerSource, n.Api, n.UserField, n.Capability, n.Enum, n.EnumValue, n.Event,
        n.Payload, n.Channel, n.PolicyRules, n.PolicyFunction, n.Aggregate, n.Entity, n.ValueObject,
        n.Property, n.Containment, n.Derived, n.Function, n.Operation, n.Create, n.Destroy, n.Repository,
        n.Find, n.Criterion, n.Retrieval, n.Projection, n.Workflow, n.WorkflowCreate, n.Handle,
        n.DomainService, n.ServiceOperation, n.Handler, n.Ui, n.UiApiParam, n.UiChannelParam, n.UiFunction,
        n.Page, n.Component, n.Area, n.Store, n.StateField, n.Action, n.Layout, n.TestBlock, n.TestE2E,
        n.Requirement, n.Solution, n.TestCase, n.Migration,
    }
)  # fmt: skip
"""The classes of node that declare something under a name."""

GLOBAL_ANYWHERE: frozenset[type[Node]] = frozenset(
    {
        n.Aggregate, n.Entity, n.ValueObject, n.Enum, n.DomainService, n.Context, n.Subdomain, n.Api,
        n.Deployable,
    }
)  # fmt: skip
"""What can be named bare from the whole file, however deeply it stands."""

TARGETABLE: frozenset[type[Node]] = frozenset(
    {
        n.Subdomain, n.Context, n.Aggregate, n.ValueObject, n.Event, n.Repository, n.Workflow, n.Operation,
        n.Deployable, n.Api,
    }
)  # fmt: skip
"""What a solution may entitle and a test case cover, by the path of names below the system."""

_BARE_TARGETABLE = (n.Aggregate, n.ValueObject, n.Context)

Members = dict[tuple[type[Node], str], Node]


class Declarations:
    """See the module; make one per expanded file."""

    __slots__ = (
        "_anywhere",
        "_globals",
        "_grouped",
        "_members",
        "_order",
        "_targetables",
        "file",
        "nodes",
        "written_references",
    )

    def __init__(self, file: n.File) -> None:
        self.file = file
        self.nodes: dict[type[Node], list[Any]] = {}
        self.written_references: list[Node] = []
        self._members: dict[Node, Members] = {}
        self._globals: Members = {}
        self._order: dict[Node, int] = {}
        self._grouped: dict[type[Node], dict[Node | None, list[Any]]] = {}
        self._targetables: dict[str, Node] | None = None
        self._anywhere: dict[type[Node], dict[str, Node]] = {}
        self._collect()

    def _collect(self) -> None:
        """Walk the tree: sort nodes by class, and enter the declarations."""
        nodes = self.nodes
        stack: list[Node] = [self.file]
        pop, push = stack.pop, stack.append
        while stack:
            node = pop()
            kind = type(node)
            same = nodes.get(kind)
            if same is None:
                nodes[kind] = [node]
            else:
                same.append(node)
            if kind.REF_FIELDS:
                self.written_references.append(node)
            if kind in DECLARATIONS:
                self._enter(kind, node)
            for field in reversed(kind.CHILD_FIELDS):
                value = getattr(node, field)
                if value is None:
                    continue
                if type(value) is list:
                    stack.extend(value[::-1])
                elif isinstance(value, Node):
                    push(value)

    def _enter(self, kind: type[Node], node: Node) -> None:
        name: str | None = cast("Any", node).name
        if not name:
            return
        self._order[node] = len(self._order)
        container = node.parent
        if container is None:
            return
        key = (kind, name)
        members = self._members.get(container)
        if members is None:
            members = self._members[container] = {}
        members.setdefault(key, node)
        if (
            kind in GLOBAL_ANYWHERE
            or container is self.file
            or (kind is n.Function and isinstance(container, n.System))
        ):
            self._globals.setdefault(key, node)

    # Look-ups

    def member(self, container: Node | None, name: str, *kinds: type[N]) -> N | None:
        """The first declaration of one of `kinds` named `name` directly in `container`."""
        members = self._members.get(container) if container is not None else None
        return self._first(members, name, kinds) if members else None

    def global_name(self, name: str, *kinds: type[N]) -> N | None:
        """The first declaration of one of `kinds` that the whole file sees under the bare `name`."""
        return self._first(self._globals, name, kinds)

    def anywhere(self, name: str, kind: type[N]) -> N | None:
        """The first declaration of exactly this class and name in the whole file, wherever it stands."""
        named = self._anywhere.get(kind)
        if named is None:
            named = self._anywhere[kind] = {}
            for declaration in self.nodes.get(kind, ()):
                named.setdefault(declaration.name, declaration)
        return cast("N | None", named.get(name))

    def lexical(self, node: Node, name: str, *kinds: type[N]) -> N | None:
        """The declaration named `name` in the innermost block around `node` that has one of `kinds`."""
        outer = node.parent
        while outer is not None:
            members = self._members.get(outer)
            if members:
                found = self._first(members, name, kinds)
                if found is not None:
                    return found
            outer = outer.parent
        return None

    def visible(self, node: Node, name: str, *kinds: type[N]) -> N | None:
        """`lexical`, then the global names."""
        return self.lexical(node, name, *kinds) or self.global_name(name, *kinds)

    def targetable(self, dotted: str) -> Node | None:
        """What a path of names below the system means, or a bare aggregate, value object or context."""
        if self._targetables is None:
            self._targetables = self._collect_targetables()
        found = self._targetables.get(dotted)
        return found if found is not None else self.global_name(dotted, *_BARE_TARGETABLE)

    def _first(self, members: Members, name: str, kinds: tuple[type[N], ...]) -> N | None:
        found: Node | None = None
        for kind in kinds:
            other = members.get((kind, name))
            if other is not None and (found is None or self._order[other] < self._order[found]):
                found = other
        return cast("N | None", found)

    def _collect_targetables(self) -> dict[str, Node]:
        paths: dict[str, Node] = {}
        stack: list[tuple[str, Node]] = [("", member) for member in reversed(self.file.members)]
        while stack:
            prefix, node = stack.pop()
            if isinstance(node, n.System):
                stack.extend((prefix, member) for member in reversed(node.members))
                continue
            if type(node) not in TARGETABLE:
                continue
            name: str = cast("Any", node).name
            if not name:
                continue
            path = f"{prefix}.{name}" if prefix else name
            paths.setdefault(path, node)
            stack.extend((path, member) for member in reversed(getattr(node, "members", ())))
        return paths

    # Systems and what folds into them

    def of_kind(self, kind: type[N]) -> list[N]:
        """Every node of exactly this class, in document order."""
        return self.nodes.get(kind, [])

    @property
    def single_system(self) -> n.System | None:
        """The system that members at file level fold into: the only one of the file."""
        systems = self.of_kind(n.System)
        return systems[0] if len(systems) == 1 else None

    def system_of(self, node: Node) -> n.System | None:
        """The system around `node`, or the one that the file-level declaration around it folds into."""
        return enclosing(node, n.System) or self.single_system

    def in_system(self, system: n.System, kind: type[N]) -> Iterator[N]:
        """The members of `kind` directly in the system, then those that fold into it from file level."""
        # Grouped once a kind: this is asked again and again, of large systems and of many.
        groups = self._grouped.get(kind)
        if groups is None:
            groups = self._grouped[kind] = {}
            for node in self.of_kind(kind):
                groups.setdefault(node.parent, []).append(node)
        yield from groups.get(system, ())
        if system is self.single_system:
            yield from groups.get(self.file, ())

    def contexts_of(self, subdomain: n.Subdomain) -> list[n.Context]:
        """The contexts of a subdomain, in order."""
        return members_of(subdomain, n.Context)


def context_of(node: Node) -> n.Context | None:
    """The bounded context that is or encloses `node`."""
    return node if isinstance(node, n.Context) else enclosing(node, n.Context)
