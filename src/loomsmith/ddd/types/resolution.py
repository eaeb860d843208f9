"""Every use of every declaration: references, names in expressions, and words that checks resolve.

    resolution = resolve_names(links)
    resolution.uses_of(declaration)     the uses of a declaration, in document order: `Use(span, node)`
    resolution.at(node, field, index)   the declaration that a written name means, by where it is written
    resolution.lookup(place, name)      what a bare name would mean at a place, for renaming

A use is one written name token; its `span` covers that token alone, also in a dotted reference, and `node` is
the node that holds it. Added nodes have no uses. A use of a local (a parameter, a `let` ...) is listed under
the node that binds it. `RULES` has a row per class of node whose words are names; a new kind of use is a new
row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing
from loomsmith.ddd.types.kinds import Array, IdOf, Optional, Type
from loomsmith.ddd.types.lexical import LexicalTyping
from loomsmith.ddd.types.members import member_of, record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Ref, Span

_FIELDS = (n.Property, n.Containment, n.Derived)


class Use(NamedTuple):
    """A written name: where it stands, and the node that holds it."""

    span: Span
    node: Node


class Resolution:
    """The uses of one linked file; see the module."""

    __slots__ = ("_at", "_uses", "typing")

    def __init__(self, typing: LexicalTyping) -> None:
        self.typing = typing
        self._uses: dict[Node, list[Use]] = {}
        self._at: dict[tuple[Node, str, int], Node] = {}

    def uses_of(self, declaration: Node) -> list[Use]:
        """The uses of a declaration or binding, in document order, its own name not among them."""
        return sorted(self._uses.get(declaration, ()), key=lambda use: use.span)

    def at(self, node: Node, field: str, index: int = 0) -> Node | None:
        """The declaration that the name written in a field (its item `index` for a list) means."""
        return self._at.get((node, field, index))

    def lookup(self, place: Node, name: str) -> Node | None:
        """What a bare name means, or would mean, in an expression at a place."""
        return self.typing.scopes.lookup(place, name)

    def use(self, declaration: Node | None, node: Node, span: Span | None) -> None:
        """Enter a use; nothing happens without a declaration, or for a name that is not written."""
        if declaration is not None and span is not None and node.span is not None:
            self._uses.setdefault(declaration, []).append(Use(span, node))

    def enter(self, declaration: Node | None, node: Node, field: str, index: int = 0) -> None:
        """Enter the use written in a field of a node, or in one item of a list field."""
        written = node.spans.get(field)
        if isinstance(written, list):
            written = written[index] if index < len(written) else None
        self.use(declaration, node, written)
        if declaration is not None:
            self._at[node, field, index] = declaration


def resolve_names(links: Links) -> Resolution:
    """Find every use in an expanded and linked file; takes time linear in its size."""
    resolver = _Resolver(links)
    for ref, target in links.targets.items():
        resolver.reference(ref, target)
    for kind, rule in RULES.items():
        for node in links.nodes.get(kind, ()):
            if node.span is not None:
                rule(resolver, node)
    return resolver.resolution


class _Resolver:
    """What the rules share."""

    __slots__ = ("declarations", "links", "resolution", "typing")

    def __init__(self, links: Links) -> None:
        self.links = links
        self.declarations = links.declarations
        self.typing = LexicalTyping(links)
        self.resolution = Resolution(self.typing)

    def enter(self, declaration: Node | None, node: Node, field: str, index: int = 0) -> None:
        """Enter the use written in a field of a node, or in one item of a list field."""
        self.resolution.enter(declaration, node, field, index)

    def reference(self, ref: Ref, target: Node) -> None:
        """Enter a reference; each segment of a dotted one means a declaration on the path to its target."""
        holder = self.links.holder_of(ref)
        if holder is None:
            return
        spans = ref.segments if ref.segments else [ref.span]
        segment: Node | None = target
        for place in range(len(spans) - 1, -1, -1):
            self.resolution.use(segment, holder, spans[place])
            segment = _named_around(segment)

    def in_context(self, node: Node, name: str, *kinds: type[Node]) -> Node | None:
        """A declaration of the context around a node."""
        return self.declarations.member(context_of(node), name, *kinds)

    def path(self, start: Type, names: list[str]) -> Iterator[Node | None]:
        """The fields that a path of names runs through, from a value of a type."""
        current = start
        for name in names:
            record = record_of(_single(current))
            field = member_of(record, name, self.links) if record is not None else None
            yield field
            current = self.typing.type_of_binding(field)


def _named_around(node: Node | None) -> Node | None:
    """The named block around a declaration, as dotted names count them."""
    outer = node.parent if node is not None else None
    while outer is not None and not getattr(outer, "name", None):
        outer = outer.parent
    return outer


def _single(kind: Type) -> Type:
    """The type of one value: of an optional what it holds, of an array its element."""
    while isinstance(kind, Optional | Array):
        kind = kind.inner if isinstance(kind, Optional) else kind.element
    return kind


# Expressions


def _name(resolver: _Resolver, name: n.NameRef) -> None:
    resolver.enter(resolver.typing.meaning(name), name, "name")


def _chain(resolver: _Resolver, chain: n.Postfix) -> None:
    resolver.typing.steps(chain)
    for suffix in chain.suffixes:
        if isinstance(suffix, n.MemberSuffix):
            resolver.enter(resolver.typing.meanings.get(suffix), suffix, "member")
    _created_fields(resolver, chain)


def _created_fields(resolver: _Resolver, chain: n.Postfix) -> None:
    """The keys of `Agg.create({ ... })`."""
    first = chain.suffixes[0] if chain.suffixes else None
    if not isinstance(first, n.MemberSuffix) or first.member != "create" or len(first.args) != 1:
        return
    literal = first.args[0].value
    head = resolver.typing.meaning(chain.head) if isinstance(chain.head, n.NameRef) else None
    if not isinstance(literal, n.Object) or not isinstance(head, n.Aggregate):
        return
    for entry in literal.fields:
        resolver.enter(resolver.typing.scopes.field(head, entry.name, *_FIELDS), entry, "name")


def _builder(resolver: _Resolver, builder: n.Builder) -> None:
    built = resolver.typing.built(builder)
    resolver.enter(built, builder, "type")
    if not isinstance(built, n.ValueObject | n.Entity | n.Payload | n.Aggregate):
        return
    for entry in builder.entries:
        if entry.name is not None:
            resolver.enter(resolver.typing.scopes.field(built, entry.name, *_FIELDS), entry, "name")


# Statements


def _target(resolver: _Resolver, statement: n.AssignOrCall) -> None:
    """The path of an assignment or call: a name, then members."""
    typing = resolver.typing
    head = _assigned(resolver, statement) or typing.scopes.lookup(statement, statement.path[0])
    resolver.enter(head, statement, "path", 0)
    current = typing.type_of_binding(head)
    for place, name in enumerate(statement.path[1:], 1):
        called = statement.call and place == len(statement.path) - 1
        head, current = typing.member_after(head, current, name, called)
        resolver.enter(head, statement, "path", place)


def _assigned(resolver: _Resolver, statement: n.AssignOrCall) -> Node | None:
    """The field that the head of an assignment means: also where a parameter of that name hides it.

    In `create(title: string) { title := title }` the left side is the field.
    """
    if statement.op is None:
        return None
    owner = enclosing(statement, n.Entity, n.Aggregate, n.Workflow, n.Capability)
    owner = owner or enclosing(statement, n.Projection)
    bound = resolver.typing.scopes.lookup(statement, statement.path[0])
    if owner is None or (bound is not None and not isinstance(bound, n.Parameter)):
        return None
    return resolver.typing.scopes.field(owner, statement.path[0], *_FIELDS)


def _emit(resolver: _Resolver, emit: n.Emit) -> None:
    event = resolver.links.target_of(emit.event)
    for given in emit.fields:
        resolver.enter(resolver.declarations.member(event, given.name, n.Property), given, "name")


# Words of declarations


def _unique(resolver: _Resolver, unique: n.Unique) -> None:
    for place, column in enumerate(unique.columns):
        field = resolver.typing.scopes.field(unique.parent, column, *_FIELDS)
        resolver.enter(field, unique, "columns", place)


def _index(resolver: _Resolver, index: n.IndexSpec) -> None:
    resource = index.parent
    context = resolver.links.target_of(resource.context) if isinstance(resource, n.Resource) else None
    aggregate = resolver.declarations.member(context, index.entity, n.Aggregate)
    resolver.enter(aggregate, index, "entity")
    for place, column in enumerate(index.columns):
        field = resolver.typing.scopes.field(aggregate, column, *_FIELDS)
        resolver.enter(field, index, "columns", place)


def _load_path(resolver: _Resolver, path: n.LoadPath) -> None:
    aggregate = _loaded(resolver, path)
    if aggregate is None:
        return
    fields = resolver.path(IdOf(aggregate), [segment.name for segment in path.segments])
    for segment, field in zip(path.segments, fields, strict=False):
        resolver.enter(field, segment, "name")


def _loaded(resolver: _Resolver, path: n.LoadPath) -> n.Aggregate | None:
    """The aggregate that a sort or load path starts from."""
    owner = enclosing(path, n.Retrieval)
    if owner is not None:
        return resolver.typing.scopes.aggregate_of_query(owner)
    literal = enclosing(path, n.RetrievalLiteral)
    head: Node | None = literal.where if literal is not None else None
    if isinstance(head, n.Postfix):
        head = head.head
    rule = resolver.typing.meaning(head) if isinstance(head, n.NameRef) else None
    return resolver.typing.scopes.aggregate_of_query(rule) if isinstance(rule, n.Criterion) else None


def _projection(resolver: _Resolver, projection: n.Projection) -> None:
    if projection.key is not None:
        field = resolver.declarations.member(projection, projection.key, n.Property)
        resolver.enter(field, projection, "key")
    for select in projection.selects:
        field = resolver.declarations.member(projection, select.field, n.Property)
        resolver.enter(field, select, "field")


def _channel(resolver: _Resolver, channel: n.Channel) -> None:
    """The key of a channel is a field of each event that it carries: a use of every one."""
    if channel.key is None:
        return
    for ref in channel.carries:
        event = resolver.links.target_of(ref)
        field = resolver.declarations.member(event, channel.key, n.Property)
        resolver.enter(field, channel, "key")


def _seed_row(resolver: _Resolver, row: n.SeedRow) -> None:
    aggregate = resolver.links.target_of(row.aggregate)
    for entry in row.value.fields:
        resolver.enter(resolver.typing.scopes.field(aggregate, entry.name, *_FIELDS), entry, "name")


def _column_step(resolver: _Resolver, step: n.ColumnStep) -> None:
    """Of `A.old -> new` the new name lives, of `A.field = value` the field."""
    aggregate = resolver.links.target_of(step.aggregate)
    word = "field" if step.renamed_to is None else "renamed_to"
    name = step.field if step.renamed_to is None else step.renamed_to
    resolver.enter(resolver.typing.scopes.field(aggregate, name, *_FIELDS), step, word)


def _policy_rule(resolver: _Resolver, rule: n.PolicyRule) -> None:
    resolver.enter(resolver.in_context(rule, rule.target, n.Aggregate), rule, "target")


def _implements(resolver: _Resolver, implements: n.Implements) -> None:
    found = resolver.declarations.anywhere(implements.capability, n.Capability)
    resolver.enter(found, implements, "capability")


def _macro_call(resolver: _Resolver, call: n.MacroCall) -> None:
    resolver.enter(resolver.declarations.anywhere(call.name, n.Capability), call, "name")


def _ignoring(resolver: _Resolver, ignoring: n.Ignoring) -> None:
    for place, name in enumerate(ignoring.capabilities):
        found = resolver.declarations.anywhere(name, n.Capability)
        resolver.enter(found, ignoring, "capabilities", place)


def _macro_ref(resolver: _Resolver, ref: n.MacroRef) -> None:
    """An argument of a macro: an aggregate, workflow, criterion, context or subdomain."""
    kinds = (n.Aggregate, n.Context, n.Subdomain, n.Workflow, n.Criterion)
    found = (resolver.declarations.anywhere(ref.text, kind) for kind in kinds)
    resolver.enter(next(filter(None, found), None), ref, "text")


def _channel_source(resolver: _Resolver, source: n.ChannelSource) -> None:
    resolver.enter(resolver.declarations.anywhere(source.channel, n.Channel), source, "channel")


def _binding(resolver: _Resolver, binding: n.UiBinding) -> None:
    mount = binding.parent
    ui = resolver.links.target_of(mount.ui) if isinstance(mount, n.UiMount) else None
    resolver.enter(resolver.declarations.member(ui, binding.name, n.UiApiParam), binding, "name")


def _layout(resolver: _Resolver, prop: n.LayoutProp) -> None:
    system = resolver.declarations.system_of(prop)
    found = resolver.declarations.member(system, prop.value, n.Layout)
    resolver.enter(found or resolver.declarations.global_name(prop.value, n.Layout), prop, "value")


def _route(resolver: _Resolver, route: n.Route) -> None:
    context = resolver.links.target_of(route.context)
    resolver.enter(resolver.declarations.member(context, route.handler, n.Handler), route, "handler")


def _status(resolver: _Resolver, status: n.ApiStatus) -> None:
    """The error that an api answers with a status: of a context behind the api, or of the file."""
    api = status.parent
    source = resolver.links.target_of(api.source) if isinstance(api, n.Api) else None
    found: Node | None = None
    if isinstance(source, n.Subdomain):
        for context in resolver.declarations.contexts_of(source):
            found = found or resolver.declarations.member(context, status.error, n.Payload)
    resolver.enter(found or resolver.declarations.global_name(status.error, n.Payload), status, "error")


def _claim(resolver: _Resolver, entry: n.ClaimEntry) -> None:
    system = resolver.declarations.system_of(entry)
    if system is not None:
        for block in resolver.declarations.in_system(system, n.UserBlock):
            field = resolver.declarations.member(block, entry.field, n.UserField)
            resolver.enter(field, entry, "field")


RULES: dict[type[Node], Callable[[_Resolver, Any], None]] = {
    n.NameRef: _name,
    n.Postfix: _chain,
    n.Builder: _builder,
    n.AssignOrCall: _target,
    n.Emit: _emit,
    n.Unique: _unique,
    n.IndexSpec: _index,
    n.LoadPath: _load_path,
    n.Projection: _projection,
    n.Channel: _channel,
    n.SeedRow: _seed_row,
    n.ColumnStep: _column_step,
    n.PolicyRule: _policy_rule,
    n.Implements: _implements,
    n.MacroCall: _macro_call,
    n.MacroRef: _macro_ref,
    n.Ignoring: _ignoring,
    n.ChannelSource: _channel_source,
    n.UiBinding: _binding,
    n.LayoutProp: _layout,
    n.Route: _route,
    n.ApiStatus: _status,
    n.ClaimEntry: _claim,
}
"""How the names written in each class of node are found, besides its references."""
