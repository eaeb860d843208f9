"""What is visible where while a tree is lowered: contexts, owners and local names.

A `Program` holds what the whole source shares, a `ContextScope` what one bounded context sees (its own
declarations, then those of the file root), a `Scope` where one expression stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import types as t
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing, members_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.ddd.macros import PagedTables
    from loomsmith.ddd.model.expressions import Expr
    from loomsmith.ddd.names.declarations import Declarations
    from loomsmith.ddd.names.linker import Links


class Program:
    """The linked source, and the tables that lowering fills as it asks.

    `paged_tables` are the views that the expansion would show in place of plain tables over paged reads;
    `api_operations` what each api offers to other contexts, once somebody has asked.
    """

    __slots__ = (
        "_contexts",
        "_events",
        "_members",
        "_parts",
        "_resources",
        "_roots",
        "_tests",
        "api_operations",
        "declarations",
        "file",
        "links",
        "paged_tables",
        "system",
    )

    def __init__(self, file: n.File, links: Links, paged_tables: PagedTables) -> None:
        self.file = file
        self.links = links
        self.declarations: Declarations = links.declarations
        self.paged_tables = paged_tables
        self.system = self.declarations.single_system
        self._contexts: dict[n.Context | None, ContextScope] = {}
        self._members: dict[Node, dict[str, tuple[str, t.Type]]] = {}
        self._events: dict[str, list[n.Event]] | None = None
        self._roots: dict[n.System, ContextScope] = {}
        self._parts: dict[tuple[n.Context | None, str], n.Entity] | None = None
        self._resources: dict[Node | None, list[n.Resource]] | None = None
        self._tests: dict[Node | None, list[n.TestBlock]] | None = None
        self.api_operations: dict[Node, dict[str, t.Type]] = {}

    def tests_of(self, subject: Node) -> list[n.TestBlock]:
        """The tests of a subject in document order: those that say `for` it, and those that stand in it."""
        if self._tests is None:
            self._tests = {}
            for test in self.declarations.of_kind(n.TestBlock):
                owner = self.links.target_of(test.target) or test.parent
                self._tests.setdefault(owner, []).append(test)
        return self._tests.get(subject, [])

    def resources_for(self, context: n.Context | None) -> list[n.Resource]:
        """Every resource that names the context, in document order."""
        if self._resources is None:
            self._resources = {}
            for resource in self.declarations.of_kind(n.Resource):
                target = self.links.target_of(resource.context)
                self._resources.setdefault(target, []).append(resource)
        return self._resources.get(context, []) if context is not None else []

    def events_named(self, name: str) -> list[n.Event]:
        """Every event of that name in the file, in document order."""
        if self._events is None:
            self._events = {}
            for event in self.declarations.of_kind(n.Event):
                self._events.setdefault(event.name, []).append(event)
        return self._events.get(name, [])

    def part_named(self, context: n.Context | None, name: str) -> n.Entity | None:
        """The first part of that name in any aggregate of a context."""
        if self._parts is None:
            self._parts = {}
            for part in self.declarations.of_kind(n.Entity):
                self._parts.setdefault((enclosing(part, n.Context), part.name), part)
        return self._parts.get((context, name))

    def context(self, node: n.Context | None) -> ContextScope:
        """The scope of a bounded context; of the file root for `None`."""
        scope = self._contexts.get(node)
        if scope is None:
            scope = self._contexts[node] = ContextScope(self, node)
        return scope

    def root_of(self, system: n.System) -> ContextScope:
        """The scope of what stands directly in a system: the file root with the user of that system."""
        scope = self._roots.get(system)
        if scope is None:
            scope = self._roots[system] = ContextScope(self, None)
            scope.system = system
        return scope

    def around(self, node: Node) -> ContextScope:
        """The scope of the context that encloses `node`."""
        return self.context(node if isinstance(node, n.Context) else enclosing(node, n.Context))

    def system_of(self, node: Node) -> n.System | None:
        """The system that `node` belongs to; the only one of the file adopts what stands at its root."""
        return enclosing(node, n.System) or self.system

    def members(self, declaration: Node) -> dict[str, tuple[str, t.Type]]:
        """The members of a declaration by name: (kind, type).

        Kinds are prop, derived and fn; the type of a function or an operation is what it returns. Only the
        declaration's own members: an heir's inherited fields are not found by name.
        """
        found = self._members.get(declaration)
        if found is None:
            found = self._members[declaration] = {}
            self._collect_members(declaration, found)
        return found

    def _collect_members(self, declaration: Node, found: dict[str, tuple[str, t.Type]]) -> None:
        scope = self.around(declaration)
        members: list[Node] = (
            getattr(declaration, "members", None) or getattr(declaration, "fields", None) or []
        )
        for member in members:
            entry: tuple[str, t.Type] | None = None
            if isinstance(member, n.Property | n.UserField):
                entry = ("prop", scope.type_of(member.type))
            elif isinstance(member, n.Containment):
                entry = ("prop", scope.containment_type(member))
            elif isinstance(member, n.Derived):
                entry = ("derived", scope.type_of(member.type))
            elif isinstance(member, n.Function):
                entry = ("fn", scope.type_of(member.return_type))
            elif isinstance(member, n.Operation | n.ServiceOperation) and member.return_type is not None:
                entry = ("op", scope.type_of(member.return_type))
            if entry is not None:
                found.setdefault(getattr(member, "name", ""), entry)


class ContextScope:
    """What one bounded context sees by name; the file root alone for `node` None."""

    __slots__ = (
        "_enum_values",
        "_permissions",
        "_resources",
        "declarations",
        "node",
        "program",
        "subdomain",
        "system",
    )

    def __init__(self, program: Program, node: n.Context | None) -> None:
        self.program = program
        self.node = node
        self.declarations = program.declarations
        self.system = program.system_of(node) if node is not None else program.system
        self.subdomain = enclosing(node, n.Subdomain) if node is not None else None
        self._enum_values: dict[str, t.Type] | None = None
        self._permissions: frozenset[str] | None = None
        self._resources: dict[str, n.Resource] | None = None

    def own(self, name: str, *kinds: type[Any]) -> Any:
        """The declaration of this context of one of `kinds`, or `None`."""
        return self.declarations.member(self.node, name, *kinds)

    def seen(self, name: str, *kinds: type[Any]) -> Any:
        """The declaration of this context, else of the file root."""
        return self.own(name, *kinds) or self.declarations.member(self.program.file, name, *kinds)

    @property
    def user(self) -> n.UserBlock | None:
        """The last `user` block of the system, the one that counts."""
        if self.system is None:
            return None
        blocks = list(self.declarations.in_system(self.system, n.UserBlock))
        return blocks[-1] if blocks else None

    @property
    def enum_values(self) -> dict[str, t.Type]:
        """The values of the context's enums, then of the root's; the first enum with a value has it."""
        if self._enum_values is None:
            self._enum_values = {}
            for holder in (self.node, self.program.file):
                for enum in getattr(holder, "members", ()):
                    if isinstance(enum, n.Enum):
                        for value in enum.values:
                            self._enum_values.setdefault(value.name, t.EnumOf(enum.name, enum))
        return self._enum_values

    @property
    def permissions(self) -> frozenset[str]:
        """The permission names of the subdomain around the context."""
        if self._permissions is None:
            blocks = members_of(self.subdomain, n.Permissions) if self.subdomain else []
            self._permissions = frozenset(entry.name for block in blocks for entry in block.entries)
        return self._permissions

    @property
    def resources(self) -> dict[str, n.Resource]:
        """The resources for this context, when it and they are written inside one system block."""
        if self._resources is None:
            self._resources = {}
            system = enclosing(self.node, n.System) if self.node is not None else None
            for resource in self.program.resources_for(self.node):
                if resource.parent is system:
                    self._resources.setdefault(resource.name, resource)
        return self._resources

    # Types

    def type_of(self, written: n.TypeRef | n.TypeAtom) -> t.Type:
        """The type that a written one means here; what does not resolve is a string."""
        if isinstance(written, n.TypeAtom):
            return self._atom(written)
        head = self._atom(written.head)
        if not written.alternatives:
            return head
        return t.union([head, *(self._atom(atom) for atom in written.alternatives)])

    def _atom(self, atom: n.TypeAtom) -> t.Type:
        found = self._base(atom.base)
        for carrier in atom.carriers:
            found = t.union([found, t.NoneOf()]) if carrier == "option" else t.CarrierOf(carrier, found)
        if atom.array:
            found = t.ListOf(found)
        return t.OptionalOf(found) if atom.optional else found

    def _base(self, base: n.TypeBase) -> t.Type:
        match base:
            case n.PrimitiveType():
                return t.Primitive(base.name)
            case n.IdType():
                return self._id_type(base)
            case n.NamedType():
                declaration = self.program.links.target_of(base.target) or self._by_name(base)
                return declared_type(declaration) if declaration is not None else t.STRING
            case n.SlotType():
                return t.SlotOf()
            case n.ActionType():
                return t.ActionOf(self.type_of(base.arg) if base.arg is not None else None)
            case _:
                return t.STRING

    def _id_type(self, base: n.IdType) -> t.Type:
        target = self.program.links.target_of(base.target)
        if target is None and base.target.text == "User":
            user = self.user
            claim = self.declarations.member(user, "id", n.UserField) if user is not None else None
            if claim is not None:
                return self.type_of(claim.type)
        if target is None and base.target.text == "Self":
            return t.STRING
        name = getattr(target, "name", None)
        return t.IdOf(name if isinstance(name, str) and name else base.target.text, target)

    def _by_name(self, base: n.NamedType) -> Node | None:
        """A type whose link failed, by bare name: the nearest that could be meant."""
        name = base.target.text
        declarations = self.declarations
        aggregate = enclosing(base, n.Aggregate)
        found: Node | None = (
            self.seen(name, n.ValueObject)
            or declarations.global_name(name, n.ValueObject)
            or self.own(name, n.Enum)
            or declarations.global_name(name, n.Enum)
            or self.own(name, n.Aggregate)
            or (declarations.member(aggregate, name, n.Entity) if aggregate is not None else None)
            or self.program.part_named(self.node, name)
            or declarations.global_name(name, n.Aggregate)
            or self.own(name, n.Event)
        )
        if found is None and self.system is not None:
            found = self._event_of_system(name)
        return found or self.seen(name, n.Payload)

    def _event_of_system(self, name: str) -> Node | None:
        events = self.program.events_named(name)
        return next((event for event in events if self.program.system_of(event) is self.system), None)

    def containment_type(self, member: n.Containment) -> t.Type:
        """A part, or a list of parts, perhaps optional."""
        part = self.program.links.target_of(member.part)
        found: t.Type = t.EntityOf(member.part.text, part) if part is not None else t.STRING
        if member.many:
            found = t.ListOf(found)
        return t.OptionalOf(found) if member.optional else found


def declared_type(declaration: Node) -> t.Type:
    """The type that a declaration is."""
    name: str = getattr(declaration, "name", "")
    if isinstance(declaration, n.Enum):
        return t.EnumOf(name, declaration)
    if isinstance(declaration, n.ValueObject):
        return t.ValueObjectOf(name, declaration)
    return t.EntityOf(name, declaration)


class Frame:
    """Local names: those of one block, then those of the blocks around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Frame | None = None) -> None:
        self.names: dict[str, tuple[str, t.Type]] = {}
        self.outer = outer

    def find(self, name: str) -> tuple[str, t.Type] | None:
        """The innermost local of that name: its kind and type."""
        frame: Frame | None = self
        while frame is not None:
            found = frame.names.get(name)
            if found is not None:
                return found
            frame = frame.outer
        return None


class Scope:
    """Where an expression stands.

    `owner` is the declaration whose members are visible by bare name (a part, aggregate, value object,
    workflow or projection); `this` its type. `aliases` mean `this` too. `arguments` stand for the parameters
    of the body that is being inlined, each with its size; `inlining` are the declarations around it.
    `actions` are the names of sibling actions; `stores` finds a store of the ui around.
    """

    __slots__ = (
        "actions",
        "aliases",
        "arguments",
        "context",
        "current_user",
        "frame",
        "inlining",
        "owner",
        "program",
        "service",
        "stores",
        "this",
    )

    def __init__(
        self,
        context: ContextScope,
        owner: Node | None = None,
        this: t.Type | None = None,
        *,
        frame: Frame | None = None,
        aliases: frozenset[str] = frozenset(),
        arguments: dict[str, tuple[Expr, int]] | None = None,
        inlining: tuple[Node, ...] = (),
        actions: frozenset[str] = frozenset(),
        stores: Callable[[str], n.Store | None] | None = None,
        service: bool = False,
        current_user: bool | None = None,
    ) -> None:
        self.context = context
        self.program = context.program
        self.owner = owner
        self.this = this
        self.frame = frame or Frame()
        self.aliases = aliases
        self.arguments = arguments or {}
        self.inlining = inlining
        self.actions = actions
        self.stores = stores
        self.service = service
        self.current_user = context.user is not None if current_user is None else current_user

    def nested(self, **locals_: tuple[str, t.Type]) -> Scope:
        """The same place inside a block of its own, with these locals."""
        # Slot by slot: every body and lambda makes one, and a loop over the slots takes thrice as long.
        inner = Scope.__new__(Scope)
        inner.context, inner.program = self.context, self.program
        inner.owner, inner.this = self.owner, self.this
        inner.aliases, inner.arguments, inner.inlining = self.aliases, self.arguments, self.inlining
        inner.actions, inner.stores = self.actions, self.stores
        inner.service, inner.current_user = self.service, self.current_user
        inner.frame = Frame(self.frame)
        inner.frame.names.update(locals_)
        return inner

    def bind(self, name: str, kind: str, type_: t.Type) -> None:
        """Make a local visible from here on in this block."""
        self.frame.names[name] = (kind, type_)
