"""Types and meanings by lexical scope: for finding and renaming every use of a declaration.

`LexicalTyping` differs from `Typing`, whose leniency the checks need, in what it knows: every binding where
it stands (loops, `if let`, arms, nested lets, parameters), inherited members, enum values and names, optional
values, matches, and what stands before a dot without being a value (`Ferry.create`, `Kind.Car`, a repository,
a store, an api of a ui). While it types a chain, it notes in `meanings` what each member means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from loomsmith.ddd.names.scopes import Scopes
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing
from loomsmith.ddd.types.environments import Environment, Scope
from loomsmith.ddd.types.inference import Typing
from loomsmith.ddd.types.kinds import (
    BOOL,
    DURATION,
    PRIMITIVES,
    UNKNOWN,
    Array,
    IdOf,
    Optional,
    Primitive,
    Principal,
    Record,
    Type,
)
from loomsmith.ddd.types.members import collection_member, member_of, primitive_member, record_of
from loomsmith.ddd.vocabulary.intrinsics import DURATIONS, IMPLIED_FINDS, PRELUDE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loomsmith.ddd.names.linker import Links

_TYPED = (n.Property, n.Containment, n.Derived, n.UserField, n.StateField, n.Parameter)
_RECORDS = (n.Aggregate, n.Entity, n.ValueObject, n.Event, n.Payload)
_RETURNING = (n.Function, n.Operation, n.ServiceOperation, n.Find, n.UiFunction, n.Handler)


class LexicalTyping(Typing):
    """See the module; `meaning(name)` and `meanings` say which declaration is meant."""

    __slots__ = ("_apis", "_here", "_names", "meanings", "scopes")

    rules: ClassVar[Mapping[type[Node], Callable[[Any, Any, Environment], Type]]] = {}

    def __init__(self, links: Links) -> None:
        super().__init__(links)
        self.scopes = Scopes(links)
        self.meanings: dict[Node, Node] = {}
        self._names: dict[n.NameRef, Node | None] = {}
        self._here = Environment(Scope())
        self._apis: dict[n.UiApiParam, list[n.Context]] = {}
        # In document order, so that a long row of lets is typed without deep recursion.
        for let in self.declarations.of_kind(n.Let):
            self.type_of(let.expr)

    def environment_at(self, node: Node) -> Environment:
        """One for all: every name is looked up where it stands."""
        return self._here

    def meaning(self, name: n.NameRef) -> Node | None:
        """The declaration or binding that a name in an expression means."""
        if name not in self._names:
            self._names[name] = self.scopes.lookup(name, name.name)
        return self._names[name]

    # What is bound

    def type_of_binding(self, binding: Node | None) -> Type:
        """The type of the value that a declaration or binding stands for; unknown if it stands for none."""
        match binding:
            case n.Let():
                return self.type_of(binding.expr)
            case n.For():
                return _element(self.type_of(binding.source))
            case n.IfLet():
                return _present(self.type_of(binding.source))
            case n.Lambda():
                return self._element_for(binding, self._here)
            case n.StmtArm() | n.VariantArm():
                return self.atom(binding.variant)
            case n.EventHandler() | n.Apply() | n.UiNotification():
                return self._value_of(self.links.target_of(binding.event))
            case n.Criterion():
                # A rule is a condition; its alias, which only its own body sees, is the candidate.
                return BOOL
            case n.Projection():
                return self._value_of(self.links.target_of(binding.source))
            case n.Join():
                return self._value_of(self.links.target_of(binding.aggregate))
            case n.PolicyFunction():
                return BOOL
            case n.EnumValue():
                enum = binding.parent
                return self.record(enum) if isinstance(enum, n.Enum) else UNKNOWN
            case n.UserBlock():
                system = self.declarations.system_of(binding)
                return Principal(system) if system is not None else UNKNOWN
            case _:
                return self.member(binding) if isinstance(binding, _TYPED) else UNKNOWN

    def _value_of(self, declaration: Node | None) -> Type:
        return self.record(declaration) if isinstance(declaration, _RECORDS) else UNKNOWN

    def _element_for(self, function: n.Lambda, outer: Environment) -> Type:
        argument = function.parent
        suffix = argument.parent if isinstance(argument, n.Arg) else None
        chain = suffix.parent if isinstance(suffix, n.MemberSuffix) else None
        if not isinstance(suffix, n.MemberSuffix) or not isinstance(chain, n.Postfix):
            return UNKNOWN
        known = outer.receivers.get(suffix)
        return _element(known if known is not None else self.receiver(chain, suffix, outer))

    # Rules by class of expression

    def _name(self, name: n.NameRef, _: Environment) -> Type:
        binding = self.meaning(name)
        if isinstance(binding, n.Criterion) and _is_inside(name, binding):
            return self._value_of(self.scopes.aggregate_of_query(binding))
        return self.type_of_binding(binding)

    def _this(self, this: n.This, environment: Environment) -> Type:
        return self._value_of(self.scopes.this_at(this))

    def _id(self, identity: n.IdExpr, environment: Environment) -> Type:
        owner = self.scopes.this_at(identity)
        return IdOf(owner) if isinstance(owner, n.Aggregate | n.Entity) else UNKNOWN

    def _match(self, match: n.Match, _: Environment) -> Type:
        for arm in match.arms:
            return self.type_of(arm.value)
        return self.type_of(match.else_expr) if match.else_expr is not None else UNKNOWN

    def _await(self, awaited: n.Await, _: Environment) -> Type:
        return self.type_of(awaited.inner)

    def _built(self, builder: n.Builder, _: Environment) -> Type:
        return self._value_of(self.built(builder))

    def built(self, builder: n.Builder) -> Node | None:
        """What `Name { ... }` builds: a component, or a record of the context around it or of the file."""
        name = builder.type
        ui = enclosing(builder, n.Ui)
        component = self.declarations.member(ui, name, n.Component)
        context = enclosing(builder, n.Context)
        return (
            component
            or self.declarations.member(context, name, n.ValueObject, n.Aggregate, n.Payload)
            or (self.part_of(context, name) if context is not None else None)
            or self.declarations.member(self.declarations.file, name, n.ValueObject, n.Payload, n.Component)
        )

    # Chains

    def _steps(self, chain: n.Postfix, environment: Environment) -> list[Type]:
        current = self.type_of(chain.head, environment)
        head: Node | None = self.meaning(chain.head) if isinstance(chain.head, n.NameRef) else None
        types = [current]
        for suffix in chain.suffixes:
            environment.receivers[suffix] = current
            if isinstance(suffix, n.CallSuffix):
                name = chain.head.name if isinstance(chain.head, n.NameRef) and len(types) == 1 else ""
                head, current = None, self._called(head, name)
            else:
                head, current = self.member_after(head, current, suffix.member, suffix.call, _applied(suffix))
                if head is not None:
                    self.meanings[suffix] = head
            types.append(current)
        return types

    def _called(self, callee: Node | None, name: str) -> Type:
        """The type of `callee(...)`, or of a built-in function of that name."""
        if isinstance(callee, _RETURNING):
            return self.declared(callee.return_type)
        if isinstance(callee, n.Criterion | n.PolicyFunction):
            return BOOL
        if isinstance(callee, n.ValueObject | n.Payload):
            return self.record(callee)
        if callee is None and name in PRELUDE:
            return PRIMITIVES[PRELUDE[name][1]]
        return DURATION if callee is None and name in DURATIONS else UNKNOWN

    def member_after(
        self, head: Node | None, receiver: Type, name: str, called: bool, function: n.Lambda | None = None
    ) -> tuple[Node | None, Type]:
        """What a member means and its type, after a value of a type or after a declaration without one."""
        if receiver == UNKNOWN and head is not None:
            return self._member_of_head(head, name)
        receiver = _present(receiver)
        if isinstance(receiver, Array):
            value = receiver.element
            if function is not None and function.expr is not None:
                value = self.type_of(function.expr)
            return None, collection_member(name, receiver.element, value)
        if isinstance(receiver, Primitive):
            return None, primitive_member(receiver, name, called)
        if isinstance(receiver, Principal):
            return self._claim(receiver, name)
        record = record_of(receiver)
        return self._member_of_record(record, name, called) if record is not None else (None, UNKNOWN)

    def _member_of_record(self, record: Record, name: str, called: bool) -> tuple[Node | None, Type]:
        if name == "id" and isinstance(record, n.Aggregate | n.Entity):
            return None, IdOf(record)
        declaration = member_of(record, name, self.links)
        if isinstance(declaration, _RETURNING):
            return declaration, self.declared(declaration.return_type) if called else UNKNOWN
        return declaration, self.member(declaration) if isinstance(declaration, _TYPED) else UNKNOWN

    def _claim(self, principal: Principal, name: str) -> tuple[Node | None, Type]:
        for block in self.declarations.in_system(principal.system, n.UserBlock):
            declared = self.declarations.member(block, name, n.UserField)
            if declared is not None:
                return declared, self.member(declared)
        return None, self.claim(principal, name)

    def _member_of_head(self, head: Node, name: str) -> tuple[Node | None, Type]:
        """A member of an enum, aggregate, repository, service, store or api handle."""
        match head:
            case n.Enum():
                return self.declarations.member(head, name, n.EnumValue), self.record(head)
            case n.Aggregate():
                return self._member_of_aggregate(head, name)
            case n.Repository():
                return self._read(head, name)
            case n.DomainService():
                operation = self.declarations.member(head, name, n.ServiceOperation)
                return operation, self.declared(operation.return_type) if operation else UNKNOWN
            case n.Store():
                field = self.scopes.state_field(head, name)
                return (
                    (field, self.member(field))
                    if field
                    else (
                        self.declarations.member(head, name, n.Action),
                        UNKNOWN,
                    )
                )
            case n.UiApiParam():
                return self._behind_api(head, name), UNKNOWN
            case _:
                return None, UNKNOWN

    def _member_of_aggregate(self, aggregate: n.Aggregate, name: str) -> tuple[Node | None, Type]:
        """A create or destroy, an operation named on the aggregate, or a read of one of its repositories."""
        declared = self.declarations.member(aggregate, name, n.Create)
        if name == "create" or declared is not None:
            return declared, self.record(aggregate)
        member = self.declarations.member(aggregate, name, n.Destroy, n.Operation)
        if member is not None:
            return member, UNKNOWN
        for repository in self._repositories_of(aggregate):
            find, found = self._read(repository, name)
            if found != UNKNOWN:
                return find, found
        return None, UNKNOWN

    def _repositories_of(self, aggregate: n.Aggregate) -> list[n.Repository]:
        return [
            holder
            for ref in self.links.references_to(aggregate)
            if isinstance(holder := self.links.holder_of(ref), n.Repository)
        ]

    def _read(self, repository: n.Repository, name: str) -> tuple[Node | None, Type]:
        find = self.declarations.member(repository, name, n.Find)
        if find is not None:
            return find, self.declared(find.return_type)
        aggregate = self.links.target_of(repository.aggregate)
        reads = IMPLIED_FINDS.get(name)
        if reads is None or not isinstance(aggregate, n.Aggregate):
            return None, UNKNOWN
        return None, self.record(aggregate) if reads == "one" else Array(self.record(aggregate))

    def _behind_api(self, handle: n.UiApiParam, name: str) -> Node | None:
        """An aggregate, projection or workflow of the subdomain behind an api parameter."""
        contexts = self._apis.get(handle)
        if contexts is None:
            api = self.links.target_of(handle.api)
            source = self.links.target_of(api.source) if isinstance(api, n.Api) else None
            contexts = self.declarations.contexts_of(source) if isinstance(source, n.Subdomain) else []
            self._apis[handle] = contexts
        for context in contexts:
            found = self.declarations.member(context, name, n.Aggregate, n.Projection, n.Workflow)
            if found is not None:
                return found
        return None


LexicalTyping.rules = {
    **Typing.rules,
    n.NameRef: LexicalTyping._name,
    n.This: LexicalTyping._this,
    n.IdExpr: LexicalTyping._id,
    n.Match: LexicalTyping._match,
    n.Await: LexicalTyping._await,
    n.Builder: LexicalTyping._built,
}


def _applied(suffix: n.MemberSuffix) -> n.Lambda | None:
    """The lambda that a collection operation applies to each element."""
    function = suffix.args[0].value if suffix.args else None
    return function if isinstance(function, n.Lambda) else None


def _element(kind: Type) -> Type:
    kind = _present(kind)
    return kind.element if isinstance(kind, Array) else UNKNOWN


def _present(kind: Type) -> Type:
    return kind.inner if isinstance(kind, Optional) else kind


def _is_inside(node: Node, owner: Node) -> bool:
    outer = node.parent
    while outer is not None and outer is not owner:
        outer = outer.parent
    return outer is owner
