"""Every use of every declaration: references, names in expressions, and words that checks resolve.

    resolution = Resolution(links)
    resolution.uses_of(declaration)     the uses of a declaration, in document order: `Use(span, node, ...)`
    resolution.named(text)              every written name that reads so, whatever it means
    resolution.written()                every written name
    resolution.meaning(use)             the declaration that a written name means
    resolution.at(node, field, item)    the same, told by where the name is written
    resolution.lookup(place, name)      what a bare name would mean at a place
    resolution.member_if(use, name)     what a name after a dot would mean there

A use is one written name token; its `span` covers that token alone, also in a dotted reference. Added nodes
have no uses. A use of a local (a parameter, a `let` ...) is listed under the node that binds it. `RULES` has
a row per field whose words are names; a new kind of use is a new row.

Nothing is resolved before it is asked for: the uses of a declaration are looked for among the names that read
as its own, and only what stands around those is typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from loomsmith.ddd.names.bound import bound_names
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing, references
from loomsmith.ddd.types.elements import argument
from loomsmith.ddd.types.kinds import UNKNOWN, Array, IdOf, Optional, Type
from loomsmith.ddd.types.lexical import LexicalTyping, is_alias
from loomsmith.ddd.types.members import member_of, record_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.names.scopes import Scopes
    from loomsmith.ddd.syntax.node import Ref, Span

    Rule = Callable[["Resolution", Any, int], Node | None]

_FIELDS = (n.Property, n.Containment, n.Derived)
_BUILT = (n.ValueObject, n.Entity, n.Payload, n.Aggregate)
_RETURNING = (n.Function, n.Operation, n.ServiceOperation, n.Handler)
# What takes the fields of an aggregate as an object.
_MAKING = ("create", "update")
_OBJECTS = (n.ValueObject, n.Entity, n.Payload)


class Use(NamedTuple):
    """A written name: where it stands, the node that holds it, and the field of that node.

    `item` counts the items of a list field, `segment` the segments of a reference that has several.
    """

    span: Span
    node: Node
    field: str
    item: int = 0
    segment: int = 0


class Resolution:
    """The names of one linked file; see the module."""

    __slots__ = ("_named", "_paths", "_uses", "declarations", "links", "scopes", "typing")

    def __init__(self, links: Links) -> None:
        self.links = links
        self.declarations = links.declarations
        self.typing = LexicalTyping(links)
        self.scopes: Scopes = self.typing.scopes
        self._named: dict[str, list[Use]] = {}
        self._uses: dict[Node, list[Use]] = {}
        self._paths: dict[n.LoadPath, dict[Node, Node | None]] = {}

    def uses_of(self, declaration: Node) -> list[Use]:
        """The uses of a declaration or binding, in document order, its own name not among them."""
        found = self._uses.get(declaration)
        if found is None:
            found = [
                use
                for name in bound_names(declaration)
                for use in self.named(name)
                if self._means(use, declaration) and not is_alias(use.node, name, declaration)
            ]
            self._uses[declaration] = found
        return found

    def _means(self, use: Use, declaration: Node) -> bool:
        # The key of a channel is a field of each of the events that it carries.
        if isinstance(use.node, n.Channel) and use.field == "key":
            return declaration in _channel_keys(self, use.node)
        return self.meaning(use) is declaration

    def named(self, text: str) -> list[Use]:
        """The written names that read `text`, by place: where names are used, not where they are declared."""
        found = self._named.get(text)
        if found is None:
            found = self._named[text] = sorted({*self._words(text), *self._segments(text)}, key=_place)
        return found

    def meaning(self, use: Use) -> Node | None:
        """The declaration or binding that a written name means; None if it means nothing known."""
        if use.field in type(use.node).REF_FIELDS:
            return self._segment_meaning(use)
        return self.at(use.node, use.field, use.item)

    def at(self, node: Node, field: str, item: int = 0) -> Node | None:
        """The declaration that the name written in a field (an item of it, for a list) means."""
        return self.as_written(RULES[type(node), field](self, node, item))

    def member_if(self, use: Use, name: str) -> Node | None:
        """What a use after a dot would mean if `name` stood there; None for any other use."""
        if isinstance(use.node, n.MemberSuffix):
            return self.as_written(self.typing.member_if(use.node, name))
        if isinstance(use.node, n.AssignOrCall) and use.item:
            return self.as_written(self.typing.path_if(use.node, use.item, name))
        return None

    def as_written(self, found: Node | None) -> Node | None:
        """The field of a capability, where what was found repeats it; anything else as it is."""
        if not isinstance(found, n.Property) or found.span is not None:
            return found
        call = found.origin
        if not isinstance(call, n.MacroCall | n.Implements):
            return found
        name = call.name if isinstance(call, n.MacroCall) else call.capability
        capability = self.declarations.anywhere(name, n.Capability)
        return self.member(capability, found.name, n.Property) or found

    def lookup(self, place: Node, name: str) -> Node | None:
        """What a bare name means, or would mean, in an expression at a place."""
        return self.scopes.lookup(place, name)

    def written(self) -> Iterator[Use]:
        """Every written name, whatever it means, in no particular order."""
        yield from self._words(None)
        yield from self._segments(None)

    def _words(self, text: str | None) -> Iterator[Use]:
        """The names that read so and are no references; all for None."""
        for kind, field in RULES:
            for node in self.links.nodes.get(kind, ()):
                value = getattr(node, field)
                if type(value) is list:
                    if node.span is None or (text is not None and text not in value):
                        continue
                    for item, span in enumerate(node.spans.get(field, ())):
                        if item < len(value) and text in (None, value[item]):
                            yield Use(span, node, field, item)
                elif value and (value == text or text is None):
                    span = node.spans.get(field)
                    if span is not None and node.span is not None:
                        yield Use(span, node, field)

    def _segments(self, text: str | None) -> Iterator[Use]:
        """The segments of references that read so; all for None."""
        holders, sought = self.links.holders, text or ""
        refs: list[tuple[Node, Ref]] = [
            (holders[ref], ref) for ref in self.links.targets if sought in ref.text
        ]
        refs += [(lost.holder, lost.ref) for lost in self.links.unresolved if sought in lost.ref.text]
        for holder, ref in refs:
            if ref.span is None or holder.span is None:
                continue
            spans = ref.segments or [ref.span]
            for segment, part in enumerate(ref.text.split(".") if ref.segments else [ref.text]):
                if text in (None, part) and segment < len(spans):
                    yield Use(spans[segment], holder, *_field_of(holder, ref), segment)

    def _segment_meaning(self, use: Use) -> Node | None:
        """The declaration on the path to a reference's target that one segment names."""
        value = getattr(use.node, use.field)
        ref: Ref = value[use.item] if type(value) is list else value
        target = self.links.target_of(ref)
        outward = len(ref.segments or (0,)) - 1 - use.segment
        while outward and target is not None:
            target = _named_around(target)
            outward -= 1
        return target

    # What rules share

    def member(self, container: Node | None, name: str, *kinds: type[Node]) -> Node | None:
        """A declaration directly in another."""
        return self.declarations.member(container, name, *kinds)

    def field(self, record: Node | None, name: str | None) -> Node | None:
        """A field of a record or of what it extends."""
        return self.scopes.field(record, name, *_FIELDS) if name else None

    def loaded(self, path: n.LoadPath) -> dict[Node, Node | None]:
        """The fields that a sort or load path runs through, by its segments."""
        found = self._paths.get(path)
        if found is None:
            found = self._paths[path] = {}
            aggregate = _loaded(self, path)
            current: Type = IdOf(aggregate) if aggregate is not None else UNKNOWN
            for segment in path.segments:
                record = record_of(_single(current))
                field = member_of(record, segment.name, self.links) if record is not None else None
                found[segment] = field
                current = self.typing.type_of_binding(field)
        return found


def _place(use: Use) -> tuple[Span, str]:
    return use.span, use.field


def _field_of(holder: Node, ref: Ref) -> tuple[str, int]:
    """The field that a reference is written in, and which item of a list it is."""
    index, last = 0, ""
    for field, other in references(holder):
        index = index + 1 if field == last else 0
        last = field
        if other is ref:
            return field, index
    return last, index


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


def _name(names: Resolution, name: n.NameRef, _: int) -> Node | None:
    found = names.typing.meaning(name)
    return found if found is not None else _operation_of_form(names, name)


def _operation_of_form(names: Resolution, name: n.NameRef) -> Node | None:
    """The operation in `OperationForm(of: Ferry, op: relabel)`."""
    given = name.parent
    if not isinstance(given, n.Arg) or given.name != "op" or given.parent is None:
        return None
    target = argument(given.parent, "of")
    head = names.typing.head_of(target) if target is not None else None
    return names.scopes.field(head, name.name, n.Operation) if isinstance(head, n.Aggregate) else None


def _member(names: Resolution, suffix: n.MemberSuffix, _: int) -> Node | None:
    if isinstance(suffix.parent, n.Postfix):
        names.typing.steps(suffix.parent)
    return names.typing.meanings.get(suffix)


def _built(names: Resolution, builder: n.Builder, _: int) -> Node | None:
    return names.typing.built(builder)


def _entry(names: Resolution, entry: n.Arg, _: int) -> Node | None:
    """An entry of a record that is built, or an argument that names a parameter; those of elements do not."""
    call = entry.parent
    if isinstance(call, n.Builder):
        built = names.typing.built(call)
        return (
            names.field(built, entry.name) if isinstance(built, _BUILT) else _parameter(names, built, entry)
        )
    return _parameter(names, _callee(names, call), entry)


def _callee(names: Resolution, call: Node | None) -> Node | None:
    """The declaration that is called."""
    if isinstance(call, n.MemberSuffix):
        declared = _member(names, call, 0)
        if declared is not None or call.member != "create":
            return declared
        aggregate = names.typing.created(call)
        members = aggregate.members if aggregate is not None else ()
        return next((m for m in members if isinstance(m, n.Create) and not m.name), None)
    chain = call.parent if isinstance(call, n.CallSuffix) else None
    if isinstance(chain, n.Postfix) and chain.suffixes[0] is call and isinstance(chain.head, n.NameRef):
        return names.typing.meaning(chain.head)
    return None


def _parameter(names: Resolution, callee: Node | None, entry: n.Arg) -> Node | None:
    taken = callee is not None and entry.name is not None and "params" in type(callee).FIELDS
    return names.scopes.parameter(callee, entry.name or "") if taken else None


def _value(names: Resolution, value: n.NamedValue, _: int) -> Node | None:
    """A value for a field of an event, a seed row, or whatever an object literal is to be."""
    owner = value.parent
    if isinstance(owner, n.Emit):
        return names.member(names.links.target_of(owner.event), value.name, n.Property)
    return names.field(_record_of_object(names, owner), value.name) if isinstance(owner, n.Object) else None


def _record_of_object(names: Resolution, literal: n.Object) -> Node | None:
    """The record that an object literal gives the fields of, told by where it stands."""
    holder: Node | None = literal.parent
    while isinstance(holder, n.ListLiteral | n.Paren | n.Ternary):
        holder = holder.parent
    match holder:
        case n.SeedRow():
            return names.links.target_of(holder.aggregate)
        case n.AssignOrCall() if holder.call:
            created = holder.path[-1] in _MAKING and len(holder.path) > 1
            head = names.typing.before(holder, len(holder.path) - 1) if created else None
            return head if isinstance(head, n.Aggregate) else None
        case n.AssignOrCall():
            return _object(names, _target(names, holder, len(holder.path) - 1))
        case n.Arg(parent=n.MemberSuffix() as suffix) if suffix.member in _MAKING:
            return names.typing.created(suffix)
        case n.Arg(parent=n.Builder()):
            return _object(names, _entry(names, holder, 0))
        case n.NamedValue():
            return _object(names, _value(names, holder, 0))
        case n.Return():
            owner = enclosing(holder, *_RETURNING)
            written = owner.return_type if isinstance(owner, _RETURNING) else None
            record = record_of(_single(names.typing.declared(written)))
            return record if isinstance(record, _OBJECTS) else None
        case _:
            return None


def _object(names: Resolution, field: Node | None) -> Node | None:
    """The record that a field holds, where an object literal can give it."""
    record = record_of(_single(names.typing.type_of_binding(field)))
    return record if isinstance(record, _OBJECTS) else None


# Statements


def _target(names: Resolution, statement: n.AssignOrCall, index: int) -> Node | None:
    """A name on the path of an assignment or call: a bare one, then members."""
    return names.typing.path_meaning(statement, index)


# Words of declarations


def _unique(names: Resolution, unique: n.Unique, index: int) -> Node | None:
    return names.field(unique.parent, unique.columns[index])


def _indexed(names: Resolution, index: n.IndexSpec, _: int) -> Node | None:
    resource = index.parent
    context = names.links.target_of(resource.context) if isinstance(resource, n.Resource) else None
    if not isinstance(context, n.Context):
        return None
    aggregate = names.member(context, index.entity, n.Aggregate)
    return aggregate or names.typing.part_of(context, index.entity)


def _index_column(names: Resolution, index: n.IndexSpec, place: int) -> Node | None:
    return names.field(_indexed(names, index, 0), index.columns[place])


def _load_segment(names: Resolution, segment: n.LoadSegment, _: int) -> Node | None:
    path = segment.parent
    return names.loaded(path).get(segment) if isinstance(path, n.LoadPath) else None


def _loaded(names: Resolution, path: n.LoadPath) -> n.Aggregate | None:
    """The aggregate that a sort or load path starts from."""
    owner = enclosing(path, n.Retrieval, n.RetrievalLiteral)
    if isinstance(owner, n.Retrieval):
        return names.scopes.aggregate_of_query(owner)
    return names.scopes.aggregate_of_literal(owner) if isinstance(owner, n.RetrievalLiteral) else None


def _projection_key(names: Resolution, projection: n.Projection, _: int) -> Node | None:
    return names.member(projection, projection.key or "", n.Property)


def _selected(names: Resolution, select: n.Select, _: int) -> Node | None:
    return names.member(select.parent, select.field, n.Property)


def _channel_key(names: Resolution, channel: n.Channel, _: int) -> Node | None:
    return next(iter(_channel_keys(names, channel)), None)


def _channel_keys(names: Resolution, channel: n.Channel) -> list[Node]:
    """The fields of that name in the events that a channel carries."""
    events = map(names.links.target_of, channel.carries)
    fields = (names.member(event, channel.key or "", n.Property) for event in events)
    return [field for field in fields if field is not None]


def _column(names: Resolution, step: n.ColumnStep, _: int) -> Node | None:
    """Of `A.field = value` the field; of `A.old -> new` the old name is a dead one."""
    if step.renamed_to is not None:
        return None
    return names.field(names.links.target_of(step.aggregate), step.field)


def _new_column(names: Resolution, step: n.ColumnStep, _: int) -> Node | None:
    return names.field(names.links.target_of(step.aggregate), step.renamed_to)


def _policy_target(names: Resolution, rule: n.PolicyRule, _: int) -> Node | None:
    return names.member(context_of(rule), rule.target, n.Aggregate)


def _implemented(names: Resolution, implements: n.Implements, _: int) -> Node | None:
    return names.declarations.anywhere(implements.capability, n.Capability)


def _called_macro(names: Resolution, call: n.MacroCall, _: int) -> Node | None:
    return names.declarations.anywhere(call.name, n.Capability)


def _ignored(names: Resolution, ignoring: n.Ignoring, index: int) -> Node | None:
    return names.declarations.anywhere(ignoring.capabilities[index], n.Capability)


def _macro_ref(names: Resolution, ref: n.MacroRef, _: int) -> Node | None:
    """An argument of a macro: an aggregate, workflow, criterion, context or subdomain."""
    kinds = (n.Aggregate, n.Context, n.Subdomain, n.Workflow, n.Criterion)
    found = (names.declarations.anywhere(ref.text, kind) for kind in kinds)
    return next(filter(None, found), None)


def _channel_source(names: Resolution, source: n.ChannelSource, _: int) -> Node | None:
    return names.declarations.anywhere(source.channel, n.Channel)


def _binding(names: Resolution, binding: n.UiBinding, _: int) -> Node | None:
    mount = binding.parent
    ui = names.links.target_of(mount.ui) if isinstance(mount, n.UiMount) else None
    return names.member(ui, binding.name, n.UiApiParam)


def _layout(names: Resolution, prop: n.LayoutProp, _: int) -> Node | None:
    system = names.declarations.system_of(prop)
    found = names.member(system, prop.value, n.Layout)
    return found or names.declarations.global_name(prop.value, n.Layout)


def _handler(names: Resolution, route: n.Route, _: int) -> Node | None:
    return names.member(names.links.target_of(route.context), route.handler, n.Handler)


def _status(names: Resolution, status: n.ApiStatus, _: int) -> Node | None:
    """The error that an api answers with a status: of a context behind the api, or of the file."""
    api = status.parent
    source = names.links.target_of(api.source) if isinstance(api, n.Api) else None
    if isinstance(source, n.Subdomain):
        for context in names.declarations.contexts_of(source):
            found = names.member(context, status.error, n.Payload)
            if found is not None:
                return found
    return names.declarations.global_name(status.error, n.Payload)


def _claim(names: Resolution, entry: n.ClaimEntry, _: int) -> Node | None:
    system = names.declarations.system_of(entry)
    if system is not None:
        for block in names.declarations.in_system(system, n.UserBlock):
            field = names.member(block, entry.field, n.UserField)
            if field is not None:
                return field
    return None


RULES: dict[tuple[type[Node], str], Rule] = {
    (n.NameRef, "name"): _name,
    (n.MemberSuffix, "member"): _member,
    (n.Builder, "type"): _built,
    (n.Arg, "name"): _entry,
    (n.NamedValue, "name"): _value,
    (n.AssignOrCall, "path"): _target,
    (n.Unique, "columns"): _unique,
    (n.IndexSpec, "entity"): _indexed,
    (n.IndexSpec, "columns"): _index_column,
    (n.LoadSegment, "name"): _load_segment,
    (n.Projection, "key"): _projection_key,
    (n.Select, "field"): _selected,
    (n.Channel, "key"): _channel_key,
    (n.ColumnStep, "field"): _column,
    (n.ColumnStep, "renamed_to"): _new_column,
    (n.PolicyRule, "target"): _policy_target,
    (n.Implements, "capability"): _implemented,
    (n.MacroCall, "name"): _called_macro,
    (n.MacroRef, "text"): _macro_ref,
    (n.Ignoring, "capabilities"): _ignored,
    (n.ChannelSource, "channel"): _channel_source,
    (n.UiBinding, "name"): _binding,
    (n.LayoutProp, "value"): _layout,
    (n.Route, "handler"): _handler,
    (n.ApiStatus, "error"): _status,
    (n.ClaimEntry, "field"): _claim,
}
"""What the name written in each field means; references are not among them, which linking resolves."""
