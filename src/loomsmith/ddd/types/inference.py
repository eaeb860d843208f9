"""The type of every expression of a linked file.

    typing = Typing(links)
    typing.type_of(expression)                  in the environment at the node
    typing.type_of(expression, environment)     in another
    typing.steps(postfix, environment)          the types along a chain: before each suffix, and of the whole
    typing.declared(type_reference)             the type that a written type means
    typing.member(declaration)                  the type of a field, claim or parameter
    typing.environment_at(node)                 the environment at a node
    typing.body_environment(node)               a fresh environment for the statements of a body

The rules are lenient: what cannot be told is `UNKNOWN`, and no check but those for conditions complains about
it. Names of enums and of their values are unknown as well. Carriers and alternatives of written types do not
count. Everything is remembered, so that asking costs what reading the expression once costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing
from loomsmith.ddd.types.environments import Environment, Scope
from loomsmith.ddd.types.kinds import (
    BOOL,
    DATETIME,
    DECIMAL,
    DURATION,
    INT,
    MONEY,
    NULL,
    PRIMITIVES,
    SLOT,
    STRING,
    UNKNOWN,
    Action,
    Array,
    Declared,
    IdOf,
    Optional,
    Primitive,
    Principal,
    Record,
    Type,
    tagged,
)
from loomsmith.ddd.types.members import FIELDS, collection_member, field_of, primitive_member, record_of
from loomsmith.ddd.types.operators import ARITHMETIC, step
from loomsmith.ddd.types.relations import join
from loomsmith.ddd.vocabulary.intrinsics import (
    COLLECTION_OPERATIONS,
    DURATIONS,
    IMPLIED_FINDS,
    PRELUDE,
    PRINCIPAL_CLAIMS,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loomsmith.ddd.names.linker import Links

_RECORDS = (n.Entity, n.Aggregate, n.ValueObject)
_PARAMETERS = (
    n.Function, n.Operation, n.Find, n.WorkflowCreate, n.Handle, n.Component, n.Page, n.Criterion,
    n.Retrieval, n.PolicyFunction,
)  # fmt: skip
_LETS = (n.Operation, n.WorkflowCreate, n.Handle, n.EventHandler, n.Apply)
_SCOPES: frozenset[type[Node]] = frozenset({*_RECORDS, *_PARAMETERS, *_LETS, n.Context, n.System, n.File})
_LINKED = (n.Enum, n.ValueObject, n.Aggregate, n.Entity, n.Event, n.Payload)


class Typing:
    """The types of one linked file; see the module."""

    rules: ClassVar[Mapping[type[Node], Callable[[Any, Any, Environment], Type]]] = {}
    """How each class of expression is typed; constants are not among them."""

    __slots__ = (
        "_declared",
        "_environments",
        "_fields",
        "_members",
        "_parts",
        "_records",
        "declarations",
        "links",
    )

    def __init__(self, links: Links) -> None:
        self.links = links
        self.declarations = links.declarations
        self._declared: dict[n.TypeRef | n.TypeAtom, Type] = {}
        self._members: dict[Node, Type] = {}
        self._records: dict[Node, Declared] = {}
        self._environments: dict[Node, Environment] = {}
        self._fields: dict[Node, dict[str, Type]] = {}
        self._parts: dict[n.Context, dict[str, n.Entity]] = {}

    # Written types

    def declared(self, written: n.TypeRef | None) -> Type:
        """The type that a written type means: its first alternative, without carriers."""
        return self.atom(written.head) if written is not None else UNKNOWN

    def atom(self, atom: n.TypeAtom) -> Type:
        """The type of one alternative of a written type."""
        found = self._declared.get(atom)
        if found is None:
            found = self._base(atom.base)
            if atom.array:
                found = Array(found)
            if atom.optional:
                found = Optional(found)
            self._declared[atom] = found
        return found

    def _base(self, base: n.TypeBase) -> Type:
        if isinstance(base, n.PrimitiveType):
            return PRIMITIVES.get(base.name, UNKNOWN)
        if isinstance(base, n.NamedType):
            target = self.links.target_of(base.target)
            return self.record(target) if isinstance(target, _LINKED) else UNKNOWN
        if isinstance(base, n.IdType):
            target = self.links.target_of(base.target)
            return IdOf(target) if isinstance(target, n.Aggregate | n.Entity) else UNKNOWN
        if isinstance(base, n.SlotType):
            return SLOT
        if isinstance(base, n.ActionType):
            return Action(self.declared(base.arg) if base.arg is not None else None)
        return UNKNOWN

    def record(self, declaration: n.Enum | Record) -> Declared:
        """The type of the values of a declaration."""
        found = self._records.get(declaration)
        if found is None:
            found = self._records[declaration] = Declared(declaration)
        return found

    def member(self, declaration: Node | None) -> Type:
        """The type of a property (with its tags), derived value, containment, claim or parameter."""
        if declaration is None:
            return UNKNOWN
        found = self._members.get(declaration)
        if found is None:
            found = self._members[declaration] = self._member(declaration)
        return found

    def _member(self, declaration: Node) -> Type:
        if isinstance(declaration, n.Property):
            kind = self.declared(declaration.type)
            return tagged(kind, frozenset(declaration.sensitivity)) if declaration.sensitivity else kind
        if isinstance(declaration, n.Containment):
            part = self.links.target_of(declaration.part)
            if not isinstance(part, n.Entity):
                return UNKNOWN
            return Array(self.record(part)) if declaration.many else self.record(part)
        if isinstance(declaration, n.Derived | n.UserField | n.StateField | n.Parameter):
            return self.declared(declaration.type)
        return UNKNOWN

    # Environments

    def environment_at(self, node: Node) -> Environment:
        """The environment of an expression or statement where it stands."""
        outer: Node = node
        while True:
            kind = type(outer)
            if kind in _SCOPES:
                return self._environment_of(outer)
            parent = outer.parent
            if parent is None:
                return self._environment_of(outer)
            if kind is n.Lambda and outer is not node:
                return self._lambda_environment(outer)  # type: ignore[arg-type]  # a Lambda by its class
            outer = parent

    def body_environment(self, owner: Node) -> Environment:
        """A fresh environment for the statements of a body whose lets are not bound yet."""
        scope = self._environment_of(owner.parent if owner.parent is not None else owner).scope
        names: dict[str, Type] = dict(scope.names)
        for parameter in getattr(owner, "params", ()):
            names[parameter.name] = self.member(parameter)
        return Environment(scope.with_names(names))

    def _environment_of(self, node: Node) -> Environment:
        found = self._environments.get(node)
        if found is None:
            if type(node) in _SCOPES and node.parent is not None:
                found = Environment(self._scope(node))
            elif node.parent is not None:
                found = self.environment_at(node.parent)
            else:
                found = Environment(Scope())
            self._environments[node] = found
        return found

    def _scope(self, node: Node) -> Scope:
        """What a declaration that opens a scope binds."""
        owner = self._record_around(node)
        scope = Scope(context=context_of(node), principal=self._principal(node))
        lexical: Node | None = node
        owners = []
        while lexical is not None:
            if isinstance(lexical, n.Entity | n.Aggregate | n.ValueObject):
                owners.append(lexical)
            lexical = lexical.parent
        scope.owners = tuple(owners)
        if owner is not None:
            scope.this = self.record(owner)
            if isinstance(owner, n.Aggregate | n.Entity):
                scope.identity = IdOf(owner)
            scope.members = self._fields_of(owner)
        if isinstance(node, _PARAMETERS):
            for parameter in node.params:
                scope.names[parameter.name] = self.member(parameter)
        event = self._event_binding(node)
        if event is not None:
            scope.names[event[0]] = event[1]
        if isinstance(node, _LETS):
            self._bind_lets(scope, node.body)
        if event is not None:
            scope.names[event[0]] = event[1]
        return scope

    def _fields_of(self, record: n.Entity | n.Aggregate | n.ValueObject) -> dict[str, Type]:
        """The types of a record's own fields by name, the first of a name."""
        fields = self._fields.get(record)
        if fields is None:
            fields = self._fields[record] = {}
            for field in record.members:
                if isinstance(field, FIELDS):
                    fields.setdefault(field.name, self.member(field))
        return fields

    def _bind_lets(self, scope: Scope, body: list[n.Stmt]) -> None:
        """Bind the lets of a body, each typed with those before it."""
        so_far = Environment(scope)
        for statement in body:
            if isinstance(statement, n.Let):
                so_far.bind(statement.name, self.type_of(statement.expr, so_far))

    def _event_binding(self, node: Node) -> tuple[str, Type] | None:
        if not isinstance(node, n.EventHandler | n.Apply):
            return None
        event = self.links.target_of(node.event)
        return node.param, self.record(event) if isinstance(event, n.Event) else UNKNOWN

    def _record_around(self, node: Node) -> n.Entity | n.Aggregate | n.ValueObject | None:
        """The part, aggregate or value object whose members are seen bare."""
        if isinstance(node, n.Find):
            repository = enclosing(node, n.Repository)
            target = self.links.target_of(repository.aggregate) if repository is not None else None
            return target if isinstance(target, n.Aggregate) else None
        if isinstance(node, n.Criterion | n.Retrieval):
            return self.plain_aggregate(node.target)
        outer: Node | None = node
        while outer is not None and not isinstance(outer, n.Entity | n.Aggregate | n.ValueObject):
            outer = outer.parent
        return outer

    def plain_aggregate(self, written: n.TypeRef) -> n.Aggregate | None:
        """The aggregate that a written type names without any array, option, carrier or alternative."""
        head = written.head
        if written.alternatives or head.array or head.optional or head.carriers:
            return None
        if not isinstance(head.base, n.NamedType):
            return None
        target = self.links.target_of(head.base.target)
        return target if isinstance(target, n.Aggregate) else None

    def _principal(self, node: Node) -> Type:
        """The type of `currentUser`: known inside a system that has a user block, or that one folds into."""
        system = node if isinstance(node, n.System) else enclosing(node, n.System)
        if system is None or next(self.declarations.in_system(system, n.UserBlock), None) is None:
            return UNKNOWN
        return Principal(system)

    def _lambda_environment(self, function: n.Lambda) -> Environment:
        """The environment inside a lambda: its parameter is an element if an array's operation takes it."""
        found = self._environments.get(function)
        if found is None:
            outer = self.environment_at(function)
            found = outer.inside(function, self._element_for(function, outer), shadows=False)
            self._environments[function] = found
        return found

    def _element_for(self, function: n.Lambda, outer: Environment) -> Type:
        argument = function.parent
        suffix = argument.parent if isinstance(argument, n.Arg) else None
        if not isinstance(suffix, n.MemberSuffix) or suffix.member not in COLLECTION_OPERATIONS:
            return UNKNOWN
        chain = suffix.parent
        if not isinstance(chain, n.Postfix):
            return UNKNOWN
        receiver = self.receiver(chain, suffix, outer)
        return receiver.element if isinstance(receiver, Array) else UNKNOWN

    def receiver(self, chain: n.Postfix, suffix: n.MemberSuffix, environment: Environment) -> Type:
        """The type of what stands before a suffix of a chain."""
        self.steps(chain, environment)
        return environment.receivers.get(suffix, UNKNOWN)

    # Expressions

    def type_of(self, expression: n.Expr, environment: Environment | None = None) -> Type:
        """The type of an expression, in the environment at its node unless another is given."""
        if environment is None:
            environment = self.environment_at(expression)
        constant = _CONSTANTS.get(type(expression))
        if constant is not None:
            return constant
        rule = self.rules.get(type(expression))
        if rule is None:
            return UNKNOWN
        found = environment.types.get(expression)
        if found is None:
            found = environment.types[expression] = rule(self, expression, environment)
        return found

    def steps(self, chain: n.Postfix, environment: Environment | None = None) -> list[Type]:
        """The types along a chain: of its head, then after each of its suffixes."""
        if environment is None:
            environment = self.environment_at(chain)
        found = environment.steps.get(chain)
        if found is None:
            found = environment.steps[chain] = self._steps(chain, environment)
        return found

    def _steps(self, chain: n.Postfix, environment: Environment) -> list[Type]:
        head, suffixes = chain.head, chain.suffixes
        current = self.type_of(head, environment)
        types = [current]
        start = 0
        if isinstance(head, n.NameRef) and suffixes:
            opening = self._opening(head.name, suffixes[0], environment)
            if opening is not None:
                types.append(opening)
                current, start = opening, 1
        for suffix in suffixes[start:]:
            current = self._after(current, suffix, environment)
            types.append(current)
        environment.receivers.update(zip(suffixes, types, strict=False))
        return types

    def _opening(
        self, name: str, suffix: n.MemberSuffix | n.CallSuffix, environment: Environment
    ) -> Type | None:
        """The type of a call by bare name, of `Agg.create(...)` or of a read of a repository; else `None`."""
        context = environment.scope.context
        if isinstance(suffix, n.CallSuffix):
            return self.call_result(name, environment)
        if context is None or not suffix.call:
            return None
        if suffix.member == "create":
            aggregate = self.declarations.member(context, name, n.Aggregate)
            if aggregate is not None:
                return self.record(aggregate)
        repository = self.declarations.member(context, name, n.Repository)
        if repository is None:
            return None
        find = self.declarations.member(repository, suffix.member, n.Find)
        if find is not None:
            return self.declared(find.return_type)
        reads = IMPLIED_FINDS.get(suffix.member)
        aggregate = self.links.target_of(repository.aggregate)  # type: ignore[assignment]
        if reads is None or not isinstance(aggregate, n.Aggregate):
            return UNKNOWN
        return self.record(aggregate) if reads == "one" else Array(self.record(aggregate))

    def call_result(self, name: str, environment: Environment) -> Type:
        """The type of `name(...)`."""
        function = self.own_function(name, environment)
        if function is not None:
            return self.declared(function.return_type)
        context = environment.scope.context
        if context is not None:
            value_object = self.declarations.member(context, name, n.ValueObject)
            if value_object is not None:
                return self.record(value_object)
            if self.declarations.member(context, name, n.Criterion, n.PolicyFunction) is not None:
                return BOOL
        ambient = self.declarations.global_name(name, n.Function)
        if ambient is not None:
            return self.declared(ambient.return_type)
        if name in PRELUDE:
            return PRIMITIVES[PRELUDE[name][1]]
        return DURATION if name in DURATIONS else UNKNOWN

    def own_function(self, name: str, environment: Environment) -> n.Function | None:
        """The function `name` of the part, aggregate or value object around an expression."""
        for owner in environment.scope.owners:
            function = self.declarations.member(owner, name, n.Function)
            if function is not None:
                return function
        return None

    def _after(self, receiver: Type, suffix: n.MemberSuffix | n.CallSuffix, environment: Environment) -> Type:
        """The type of a receiver after one more suffix."""
        if isinstance(suffix, n.CallSuffix):
            return UNKNOWN
        if isinstance(receiver, Array):
            return self._collection(receiver.element, suffix, environment)
        if isinstance(receiver, Primitive):
            return primitive_member(receiver, suffix.member, suffix.call)
        if isinstance(receiver, Principal):
            return self.claim(receiver, suffix.member)
        record = record_of(receiver)
        if record is None:
            return UNKNOWN
        if suffix.member == "id" and isinstance(record, n.Aggregate | n.Entity):
            return IdOf(record)
        return self.member(field_of(record, suffix.member, self.links))

    def claim(self, principal: Principal, name: str) -> Type:
        """The type of a claim of the current user; undeclared ones are text."""
        for block in self.declarations.in_system(principal.system, n.UserBlock):
            declared = self.declarations.member(block, name, n.UserField)
            if declared is not None:
                return self.member(declared)
        return PRIMITIVES[PRINCIPAL_CLAIMS.get(name, "string")]

    def _collection(self, element: Type, suffix: n.MemberSuffix, environment: Environment) -> Type:
        value = element
        function = suffix.args[0].value if suffix.args else None
        if isinstance(function, n.Lambda) and function.expr is not None:
            inner = environment.inside(function, element, shadows=True)
            value = self.type_of(function.expr, inner)
        return collection_member(suffix.member, element, value)

    def part_of(self, context: n.Context, name: str) -> n.Entity | None:
        """The first part of that name in an aggregate of the context."""
        parts = self._parts.get(context)
        if parts is None:
            parts = self._parts[context] = {}
            for aggregate in context.members:
                if isinstance(aggregate, n.Aggregate):
                    for member in aggregate.members:
                        if isinstance(member, n.Entity):
                            parts.setdefault(member.name, member)
        return parts.get(name)

    # Rules by class of expression

    def _name(self, name: n.NameRef, environment: Environment) -> Type:
        bound = environment.lookup(name.name)
        if bound is not None:
            return bound
        if name.name == "currentUser":
            return environment.scope.principal
        context = environment.scope.context
        if context is not None and self.declarations.member(
            context, name.name, n.Criterion, n.PolicyFunction
        ):
            return BOOL
        return UNKNOWN

    def _this(self, this: n.This, environment: Environment) -> Type:
        return environment.scope.this

    def _id(self, identity: n.IdExpr, environment: Environment) -> Type:
        return environment.scope.identity

    def _chain(self, chain: n.Chain, environment: Environment) -> Type:
        if not chain.ops or chain.ops[0] not in ARITHMETIC:
            return BOOL
        result = self.type_of(chain.head, environment)
        literal: n.Expr | None = chain.head
        for operator, operand in zip(chain.ops, chain.rest, strict=False):
            result = step(operator, result, literal, self.type_of(operand, environment), operand).result
            literal = None
        return result

    def _unary(self, unary: n.Unary, environment: Environment) -> Type:
        return BOOL if unary.op == "!" else self.type_of(unary.operand, environment)

    def _ternary(self, ternary: n.Ternary, environment: Environment) -> Type:
        then = self.type_of(ternary.then_expr, environment)
        other = self.type_of(ternary.else_expr, environment)
        result = join(then, other)
        return tagged(then if result is None else result, then.tags | other.tags)

    def _paren(self, paren: n.Paren, environment: Environment) -> Type:
        return self.type_of(paren.inner, environment)

    def _postfix(self, chain: n.Postfix, environment: Environment) -> Type:
        return self.steps(chain, environment)[-1]

    def _builder(self, builder: n.Builder, environment: Environment) -> Type:
        context = environment.scope.context
        if context is None:
            return UNKNOWN
        record: n.ValueObject | n.Aggregate | n.Entity | None = (
            self.declarations.member(context, builder.type, n.ValueObject)
            or self.declarations.member(context, builder.type, n.Aggregate)
            or self.part_of(context, builder.type)
        )
        return self.record(record) if record is not None else UNKNOWN

    def _conversion(self, conversion: n.Conversion, _: Environment) -> Type:
        return PRIMITIVES.get(conversion.target, UNKNOWN)


_CONSTANTS: dict[type[Node], Type] = {
    n.StringLiteral: STRING,
    n.TemplateString: STRING,
    n.IntLiteral: INT,
    n.DecimalLiteral: DECIMAL,
    n.MoneyLiteral: MONEY,
    n.BoolLiteral: BOOL,
    n.NullLiteral: NULL,
    n.Now: DATETIME,
}
Typing.rules = {
    n.NameRef: Typing._name,
    n.This: Typing._this,
    n.IdExpr: Typing._id,
    n.Chain: Typing._chain,
    n.Unary: Typing._unary,
    n.Ternary: Typing._ternary,
    n.Paren: Typing._paren,
    n.Postfix: Typing._postfix,
    n.Builder: Typing._builder,
    n.Conversion: Typing._conversion,
}
