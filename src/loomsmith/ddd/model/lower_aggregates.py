"""Aggregates, their parts, value objects, enums, events and payloads, lowered."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.lower_expressions import ExpressionLowering
from loomsmith.ddd.model.lower_statements import StatementLowering
from loomsmith.ddd.model.scopes import ContextScope, Scope, declared_type
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.macros import Expansion
    from loomsmith.ddd.model.expressions import Expr, Stmt
    from loomsmith.ddd.syntax.node import Node

Record = n.Aggregate | n.Entity | n.ValueObject | n.Event | n.Payload | n.Workflow | n.Projection


UNKNOWN_PART = "Unknown"
"""What stands for the part of a containment that did not resolve."""


class Lowering:
    """What lowering one declaration needs: the context it stands in, and the two body lowerings."""

    __slots__ = ("_surrounding", "context", "expansion", "expressions", "statements")

    def __init__(
        self, context: ContextScope, expansion: Expansion, expressions: ExpressionLowering | None = None
    ) -> None:
        self.context = context
        self.expansion = expansion
        self.expressions = expressions or ExpressionLowering()
        self.statements = StatementLowering(self.expressions)
        self._surrounding: list[n.Stamp | n.Filter] | None = None

    @property
    def surrounding(self) -> list[n.Stamp | n.Filter]:
        """The stamps and filters of the context itself, which hold for each of its aggregates."""
        if self._surrounding is None:
            members = self.context.node.members if self.context.node is not None else []
            self._surrounding = [member for member in members if isinstance(member, n.Stamp | n.Filter)]
        return self._surrounding

    def scope(self, owner: Node) -> Scope:
        """The scope inside an aggregate, a part, a value object, a workflow or a projection."""
        return Scope(self.context, owner, declared_type(owner))

    def optional(self, node: n.Expr | None, scope: Scope) -> Expr | None:
        """Lower an expression that may be absent."""
        return self.expressions.root(node, scope) if node is not None else None

    def params(self, written: Iterable[n.Parameter]) -> list[v.Param]:
        """Parameters with their types."""
        return [v.Param(param.name, self.context.type_of(param.type)) for param in written]

    def bound(self, scope: Scope, params: list[v.Param]) -> Scope:
        """The scope of a body whose parameters are these."""
        inner = scope.nested()
        for param in params:
            inner.bind(param.name, "param", param.type)
        return inner

    # Members

    def fields(self, members: Iterable[Node], scope: Scope) -> list[v.Field]:
        """The stored fields among `members`: properties that are no inferred containments."""
        return [
            self.field(member, scope)
            for member in members
            if isinstance(member, n.Property) and self.inferred_part(member) is None
        ]

    def field(self, node: n.Property, scope: Scope) -> v.Field:
        """One stored field."""
        found = self.context.type_of(node.type)
        return v.Field(
            node,
            node.name,
            found,
            isinstance(found, t.OptionalOf),
            node.access or "editable",
            self.optional(node.default, scope),
            self.optional(node.mask_unless, scope),
            self.optional(node.check, scope),
            tuple(node.sensitivity),
            node.provenanced,
        )

    def inferred_part(self, node: n.Property) -> n.Entity | None:
        """The part that a plain property holds, if its type is a part of the same aggregate."""
        if node.type.alternatives or node.type.head.carriers:
            return None
        base = node.type.head.base
        if not isinstance(base, n.NamedType):
            return None
        target = self.context.program.links.target_of(base.target)
        aggregate: Node | None = node.parent
        while aggregate is not None and not isinstance(aggregate, n.Aggregate):
            aggregate = aggregate.parent
        if isinstance(target, n.Entity) and aggregate is not None and target.parent is aggregate:
            return target
        return None

    def containments(self, members: Iterable[Node]) -> list[v.Containment]:
        """Written and inferred containments, in member order."""
        found = []
        for member in members:
            if isinstance(member, n.Containment):
                known = self.context.program.links.target_of(member.part) is not None
                part_name = member.part.text if known else UNKNOWN_PART
                found.append(v.Containment(member, member.name, part_name, member.many, member.optional))
            elif isinstance(member, n.Property):
                part = self.inferred_part(member)
                if part is not None:
                    atom = member.type.head
                    found.append(v.Containment(member, member.name, part.name, atom.array, atom.optional))
        return found

    def derived(self, members: Iterable[Node], scope: Scope) -> list[v.Derived]:
        """Derived properties, in member order."""
        return [
            v.Derived(m, m.name, self.context.type_of(m.type), self.expressions.root(m.expr, scope))
            for m in members
            if isinstance(m, n.Derived)
        ]

    def invariants(self, members: Iterable[Node], fields: list[v.Field], scope: Scope) -> list[v.Invariant]:
        """Declared invariants, then one for each check of a field."""
        declared = [
            v.Invariant(m, self.expressions.root(m.expr, scope), self.optional(m.guard, scope))
            for m in members
            if isinstance(m, n.Invariant)
        ]
        checks = [v.Invariant(f.node, f.check, None) for f in fields if f.check is not None]
        return declared + checks

    def functions(self, members: Iterable[Node], scope: Scope) -> list[v.Function]:
        """Functions, in member order."""
        return [self.function(m, scope) for m in members if isinstance(m, n.Function)]

    def function(self, node: n.Function, scope: Scope) -> v.Function:
        """One function."""
        params = self.params(node.params)
        inner = self.bound(scope, params)
        block = self.statements.body(node.block, inner) if node.block is not None else None
        returns = self.context.type_of(node.return_type)
        return v.Function(node, node.name, params, returns, self.optional(node.expr, inner), block)

    def tests(self, subject: Node, scope: Scope) -> list[v.Test]:
        """The tests of a subject, wherever they stand, in document order."""
        return [self.test(test, scope) for test in self.context.program.tests_of(subject)]

    def test(self, node: n.TestBlock, scope: Scope) -> v.Test:
        """One test; `expects` holds the expressions of its expectations again."""
        body = self.statements.body(node.body, scope)
        return v.Test(node, node.name, body, expectations(body))


def expectations(body: list[Stmt]) -> list[Expr]:
    """The expressions of the `expect` statements of a body."""
    return [
        statement.expr
        for statement in body
        if isinstance(statement.node, n.Expect) and hasattr(statement, "expr")
    ]


def lower_enum(node: n.Enum) -> v.Enum:
    """An enum."""
    return v.Enum(node, node.name, tuple(value.name for value in node.values))


def lower_value_object(node: n.ValueObject, low: Lowering) -> v.ValueObject:
    """A value object."""
    scope = low.scope(node)
    fields = low.fields(node.members, scope)
    return v.ValueObject(
        node,
        node.name,
        fields,
        low.derived(node.members, scope),
        low.invariants(node.members, fields, scope),
        low.functions(node.members, scope),
        low.tests(node, scope),
    )


def lower_record(node: n.Event | n.Payload, low: Lowering) -> v.Record:
    """An event or a payload."""
    scope = low.scope(node)
    fields = [low.field(field, scope) for field in node.fields]
    if isinstance(node, n.Event):
        return v.Record(node, "event", node.name, fields)
    variants = None
    if node.is_union:
        variants = [low.context.type_of(variant) for variant in node.variants]
    return v.Record(node, node.keyword, node.name, fields, variants)


def lower_part(node: n.Entity, low: Lowering) -> v.Part:
    """A part of an aggregate."""
    scope = low.scope(node)
    fields = low.fields(node.members, scope)
    return v.Part(
        node,
        node.name,
        fields,
        low.containments(node.members),
        low.derived(node.members, scope),
        low.invariants(node.members, fields, scope),
        low.functions(node.members, scope),
    )


def lower_aggregate(node: n.Aggregate, low: Lowering) -> v.Aggregate:
    """An aggregate before `complete_aggregates`, which needs all aggregates of the context."""
    scope = low.scope(node)
    fields = low.fields(node.members, scope)
    derived = low.derived(node.members, scope)
    if not any(found.name == "inspect" for found in derived):
        derived.append(v.Derived(None, "inspect", t.STRING, None))
    context_node = low.context.node
    stamps = [
        v.Stamp(m, m.event, low.statements.body(m.body, scope))
        for m in (*low.surrounding, *node.members)
        if isinstance(m, n.Stamp)
    ]
    filters = [
        v.Filter(low.expressions.root(m.expr, scope), _capability_behind(m, low.expansion))
        for m in (*low.surrounding, *node.members)
        if isinstance(m, n.Filter)
    ]
    base = low.context.program.links.target_of(node.extends)
    return v.Aggregate(
        node=node,
        name=node.name,
        context=context_node.name if context_node is not None else "",
        abstract=node.abstract,
        base=base.name if isinstance(base, n.Aggregate) and base.parent is node.parent else None,
        layout=_layout(node, low),
        event_sourced=node.persisted_as == "eventLog",
        header_shape=node.shape,
        cross_tenant=node.cross_tenant,
        audited=node.audited,
        capabilities=frozenset(low.expansion.capabilities_of(node)),
        fields=fields,
        own_fields=fields,
        containments=low.containments(node.members),
        derived=derived,
        invariants=low.invariants(node.members, fields, scope),
        functions=low.functions(node.members, scope),
        uniques=members_of(node, n.Unique),
        operations=[_operation(m, low, scope) for m in members_of(node, n.Operation)],
        creates=[_lifecycle(m, low, scope, "create") for m in members_of(node, n.Create)],
        destroys=[_lifecycle(m, low, scope, "destroy") for m in members_of(node, n.Destroy)],
        appliers=[lower_applier(m, low, scope) for m in members_of(node, n.Apply)],
        parts=[lower_part(m, low) for m in members_of(node, n.Entity)],
        filters=filters,
        stamps=stamps,
        tests=low.tests(node, scope),
    )


def _capability_behind(node: Node, expansion: Expansion) -> str | None:
    """The capability that brought an added member; `None` for a written one."""
    addition = expansion.addition_of(node)
    return addition.name if addition is not None and not addition.by_macro else None


def _promote_stamped(fields: list[v.Field], stamps: list[v.Stamp]) -> None:
    """What a stamp assigns is managed, unless its access says more than editable or immutable."""
    stamped = {
        path[0]
        for stamp in stamps
        for statement in stamp.body
        if isinstance(path := getattr(statement, "path", None), list) and path
    }
    if not stamped:
        return
    for place, field in enumerate(fields):
        if field.name in stamped and field.access in ("editable", "immutable"):
            if field.inherited:
                # Heirs share the fields that they inherit.
                fields[place] = field = copy(field)
            field.access = "managed"


def _layout(node: n.Aggregate, low: Lowering) -> str:
    """The own `inheritanceUsing`, else that of the nearest base that has one, else a shared table."""
    seen: set[Node] = set()
    current: Node | None = node
    while isinstance(current, n.Aggregate) and current not in seen:
        if current.inheritance_using is not None:
            return current.inheritance_using
        seen.add(current)
        current = low.context.program.links.target_of(current.extends)
    return "sharedTable"


def _operation(node: n.Operation, low: Lowering, scope: Scope) -> v.Operation:
    params = low.params(node.params)
    inner = low.bound(scope, params)
    body = low.statements.body(node.body, inner)
    if node.requires is not None:
        body.insert(0, _header_requires(node, node.requires, low, inner))
    return v.Operation(
        node,
        node.name,
        node.private,
        node.extern,
        node.audited,
        params,
        low.context.type_of(node.return_type) if node.return_type is not None else None,
        low.optional(node.when, scope),
        body,
    )


def _header_requires(node: Node, expr: n.Expr, low: Lowering, scope: Scope) -> Stmt:
    from loomsmith.ddd.model.expressions import Requires

    return Requires(node, low.expressions.root(expr, scope))


def _lifecycle(node: n.Create | n.Destroy, low: Lowering, scope: Scope, word: str) -> v.Lifecycle:
    params = low.params(node.params)
    body = low.statements.body(node.body, low.bound(scope, params))
    return v.Lifecycle(node, node.name or word, node.name is None, node.audited, params, body)


def lower_applier(node: n.Apply, low: Lowering, scope: Scope) -> v.Applier:
    """The fold of an event."""
    inner = scope.nested()
    event = low.context.program.links.target_of(node.event)
    inner.bind(node.param, "param", declared_type(event) if event is not None else t.STRING)
    return v.Applier(node, node.event.text, low.statements.body(node.body, inner))


def complete_aggregates(aggregates: list[v.Aggregate]) -> None:
    """Put the fields of each heir's bases before its own, then let what stamps assign be managed.

    A field whose name the heir declares itself is not inherited; a ring of bases stops at the first
    repetition.
    """
    by_name: dict[str, v.Aggregate] = {}
    for aggregate in aggregates:
        by_name.setdefault(aggregate.name, aggregate)
        _promote_stamped(aggregate.own_fields, aggregate.stamps)
    merged: dict[v.Aggregate, list[v.Field]] = {}
    ringed: set[v.Aggregate] = set()
    for aggregate in aggregates:
        chain = _bases(aggregate, by_name, merged, ringed)
        in_ring = not ringed.isdisjoint(chain)
        fields = merged.get(chain[-1], chain[-1].own_fields)
        for heir in reversed(chain[:-1]):
            own = {field.name for field in heir.own_fields}
            fields = [_inherited(field) for field in fields if field.name not in own] + heir.own_fields
            if not in_ring:
                merged[heir] = fields
        aggregate.fields = merged[aggregate] = fields
    for aggregate in aggregates:
        _promote_stamped(aggregate.fields, aggregate.stamps)


_RING = 64
"""How many bases count where aggregates extend each other in a ring, which is an error anyway."""


def _bases(
    aggregate: v.Aggregate,
    by_name: dict[str, v.Aggregate],
    merged: dict[v.Aggregate, list[v.Field]],
    ringed: set[v.Aggregate],
) -> list[v.Aggregate]:
    """The aggregate and its bases, up to one that is merged, to the last, or to where a ring closes."""
    chain, seen, around = [aggregate], {aggregate}, 0
    while chain[-1] not in merged and around < _RING:
        name = chain[-1].base
        base = by_name.get(name) if name is not None else None
        if base is None:
            break
        if base in seen:
            ringed.update(chain[chain.index(base) :])
            return chain[:_RING]
        around += base in ringed
        chain.append(base)
        seen.add(base)
    return chain


def _inherited(field: v.Field) -> v.Field:
    """A base's field as its heirs see it."""
    if field.inherited:
        return field
    return v.Field(
        field.node,
        field.name,
        field.type,
        field.optional,
        field.access,
        field.default,
        field.mask,
        field.check,
        field.sensitivity,
        field.provenanced,
        inherited=True,
    )
