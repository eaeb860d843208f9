"""Types and meanings by lexical scope: for finding and renaming every use of a declaration.

`LexicalTyping` differs from `Typing`, whose leniency the checks need, in what it knows: every binding where
it stands (loops, `if let`, arms, nested lets, parameters), inherited members, enum values and names, optional
values, pages of a list, matches, rows of projections, what the lambdas of page elements are called with, and
what stands before a dot without being a value (`Ferry.create`, `Kind.Car`, a repository, a store, an api of a
ui, the `api` of an end-to-end test). While it types a chain, it notes in `meanings` what each member means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from loomsmith.ddd.names.scopes import Scopes
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing
from loomsmith.ddd.types.elements import rows_for
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
from loomsmith.ddd.vocabulary.naming import lower_first, plural, snake

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loomsmith.ddd.names.linker import Links

_TYPED = (n.Property, n.Containment, n.Derived, n.UserField, n.StateField, n.Parameter)
_FIELDS = (n.Property, n.Containment, n.Derived)
_RECORDS = (
    n.Aggregate, n.Entity, n.ValueObject, n.Event, n.Payload, n.Projection, n.Workflow, n.Capability,
)  # fmt: skip
_RETURNING = (n.Function, n.Operation, n.ServiceOperation, n.Find, n.UiFunction, n.Handler)

# What stands for the running system in an end-to-end test.
_UNDER_TEST = ("api", "ui")
# The reads of a repository by other names: of pages, and of workflows.
_READS = {**IMPLIED_FINDS, "byId": "one", "find": "one", "run": "many"}
_PROJECTION_READS = {"byKey": "one", "list": "many", "all": "many"}


class Step(NamedTuple):
    """What one more member of a chain comes to.

    `meaning` is the declaration that the member names, `head` the one that goes on before the next dot: the
    same, but for the words of end-to-end tests, which name nothing.
    """

    meaning: Node | None
    type: Type
    head: Node | None


_NOTHING = Step(None, UNKNOWN, None)


class LexicalTyping(Typing):
    """See the module; `meaning(name)` and `meanings` say which declaration is meant."""

    __slots__ = (
        "_contexts",
        "_ends",
        "_heads",
        "_here",
        "_names",
        "_paths",
        "_slugs",
        "_typed",
        "meanings",
        "scopes",
    )

    rules: ClassVar[Mapping[type[Node], Callable[[Any, Any, Environment], Type]]] = {}

    def __init__(self, links: Links) -> None:
        super().__init__(links)
        self.scopes = Scopes(links)
        self.meanings: dict[Node, Node] = {}
        self._names: dict[n.NameRef, Node | None] = {}
        self._heads: dict[Node, Node | None] = {}
        self._ends: dict[n.Postfix, Node | None] = {}
        self._paths: dict[n.AssignOrCall, list[Step]] = {}
        self._here = Environment(Scope())
        self._contexts: dict[n.UiApiParam, list[n.Context]] = {}
        self._slugs: dict[str, Node] | None = None
        self._typed: set[tuple[Node, str]] = set()

    def environment_at(self, node: Node) -> Environment:
        """One for all: every name is looked up where it stands."""
        return self._here

    def meaning(self, name: n.NameRef) -> Node | None:
        """The declaration or binding that a name in an expression means."""
        if name not in self._names:
            self._names[name] = self.scopes.lookup(name, name.name)
        return self._names[name]

    def atom(self, atom: n.TypeAtom) -> Type:
        """The type of one alternative of a written type; a page of values counts as the values."""
        found = super().atom(atom)
        return Array(found) if "paged" in atom.carriers and not isinstance(found, Array) else found

    # What is bound

    def type_of_binding(self, binding: Node | None) -> Type:
        """The type of the value that a declaration or binding stands for; unknown if it stands for none."""
        match binding:
            case n.Let():
                self._type_block(binding)
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
                return self.value_of(self.links.target_of(binding.event))
            case n.Criterion() | n.PolicyFunction():
                return BOOL
            case n.Join():
                return self.value_of(self.links.target_of(binding.aggregate))
            case n.EnumValue():
                enum = binding.parent
                return self.record(enum) if isinstance(enum, n.Enum) else UNKNOWN
            case n.UserBlock():
                system = self.declarations.system_of(binding)
                return Principal(system) if system is not None else UNKNOWN
            case _:
                return self.member(binding) if isinstance(binding, _TYPED) else UNKNOWN

    def _type_block(self, let: n.Let) -> None:
        """Type the lets of a block in order, so that a long row of them needs no deep recursion."""
        block = self.scopes.block_of(let)
        if block is None or block in self._typed:
            return
        self._typed.add(block)
        for other in getattr(*block):
            if isinstance(other, n.Let):
                self.type_of(other.expr)

    def value_of(self, declaration: Node | None) -> Type:
        """The type of the values of a record; unknown for any other declaration."""
        return self.record(declaration) if isinstance(declaration, _RECORDS) else UNKNOWN

    def _element_for(self, function: n.Lambda, outer: Environment) -> Type:
        given = function.parent
        if not isinstance(given, n.Arg):
            return UNKNOWN
        suffix = given.parent
        chain = suffix.parent if isinstance(suffix, n.MemberSuffix) else None
        if isinstance(suffix, n.MemberSuffix) and isinstance(chain, n.Postfix):
            known = outer.receivers.get(suffix)
            return _element(known if known is not None else self.receiver(chain, suffix, outer))
        rows, many = rows_for(given)
        if rows is None:
            return UNKNOWN
        found = self._rows(rows)
        return found if many else _element(found)

    def _rows(self, expression: n.Expr) -> Type:
        """The type of what a page element shows: a projection named by itself stands for its rows."""
        found = self.type_of(expression)
        head = self.head_of(expression) if found == UNKNOWN else None
        return Array(self.record(head)) if isinstance(head, n.Projection | n.Aggregate) else found

    # Rules by class of expression

    def _name(self, name: n.NameRef, _: Environment) -> Type:
        binding = self.meaning(name)
        if binding is not None and is_alias(name, name.name, binding):
            if isinstance(binding, n.Criterion):
                return self.value_of(self.scopes.aggregate_of_query(binding))
            if isinstance(binding, n.Projection):
                return self.value_of(self.links.target_of(binding.source))
        return self.type_of_binding(binding)

    def _this(self, this: n.This, environment: Environment) -> Type:
        return self.value_of(self.scopes.this_at(this))

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
        return self.value_of(self.built(builder))

    def built(self, builder: n.Builder, name: str | None = None) -> Node | None:
        """What `Name { ... }` builds: a component, or a record of the context around it or of the file.

        With a `name`, what it would build if that stood there.
        """
        name = builder.type if name is None else name
        component = self.declarations.member(enclosing(builder, n.Ui), name, n.Component)
        if component is not None:
            return component
        for context in self.scopes.contexts_at(builder):
            found = self.declarations.member(context, name, n.ValueObject, n.Aggregate, n.Payload)
            part = found or self.part_of(context, name)
            if part is not None:
                return part
        return self.declarations.member(self.declarations.file, name, n.ValueObject, n.Payload, n.Component)

    # Chains

    def _steps(self, chain: n.Postfix, environment: Environment) -> list[Type]:
        current, head = self.type_of(chain.head, environment), self.head_of(chain.head)
        types = [current]
        for suffix in chain.suffixes:
            environment.receivers[suffix] = current
            self._heads[suffix] = head
            if isinstance(suffix, n.CallSuffix):
                name = chain.head.name if isinstance(chain.head, n.NameRef) and len(types) == 1 else ""
                head, current = None, self._called(head, name)
            else:
                meaning, current, head = self._after_member(
                    head, current, suffix.member, suffix.call, _applied(suffix)
                )
                if meaning is not None:
                    self.meanings[suffix] = meaning
            types.append(current)
        self._ends[chain] = head
        return types

    def head_of(self, expression: n.Expr) -> Node | None:
        """The declaration that an expression names, whether or not it has a value."""
        match expression:
            case n.NameRef():
                return self.meaning(expression) or _under_test(expression, expression.name)
            case n.Postfix():
                self.steps(expression)
                return self._ends.get(expression)
            case n.Paren():
                return self.head_of(expression.inner)
            case n.This():
                return self.scopes.context_of_rule(expression)
            case _:
                return None

    def created(self, suffix: n.MemberSuffix) -> n.Aggregate | None:
        """The aggregate before `.create(...)`."""
        if isinstance(suffix.parent, n.Postfix):
            self.steps(suffix.parent)
        head = self._heads.get(suffix)
        return head if isinstance(head, n.Aggregate) else None

    def member_if(self, suffix: n.MemberSuffix, name: str) -> Node | None:
        """What a member of a chain would mean if `name` stood there."""
        if not isinstance(suffix.parent, n.Postfix):
            return None
        self.steps(suffix.parent)
        receiver = self._here.receivers.get(suffix, UNKNOWN)
        return self._after_member(self._heads.get(suffix), receiver, name, suffix.call).meaning

    def path_if(self, statement: n.AssignOrCall, index: int, name: str) -> Node | None:
        """What a later name on the path of an assignment or call would mean if `name` stood there."""
        before = self._path(statement)[index - 1]
        called = statement.call and index == len(statement.path) - 1
        return self._after_member(before.head, before.type, name, called).meaning

    def path_meaning(self, statement: n.AssignOrCall, index: int) -> Node | None:
        """What a name on the path of an assignment or call means."""
        return self._path(statement)[index].meaning

    def before(self, statement: n.AssignOrCall, index: int) -> Node | None:
        """The declaration that stands before a name on the path of an assignment or call."""
        return self._path(statement)[index - 1].head if index else None

    def _path(self, statement: n.AssignOrCall) -> list[Step]:
        """The path of an assignment or call: a bare name, then members."""
        steps = self._paths.get(statement)
        if steps is None:
            name = statement.path[0]
            first = self._assigned(statement) or self.scopes.lookup(statement, name)
            current = Step(first, self._bound_at(statement, first), first or _under_test(statement, name))
            steps = self._paths[statement] = [current]
            for place, name in enumerate(statement.path[1:], 1):
                called = statement.call and place == len(statement.path) - 1
                current = self._after_member(current.head, current.type, name, called)
                steps.append(current)
        return steps

    def _bound_at(self, statement: n.AssignOrCall, binding: Node | None) -> Type:
        if isinstance(binding, n.Criterion | n.Projection):
            return UNKNOWN
        return self.type_of_binding(binding)

    def _assigned(self, statement: n.AssignOrCall) -> Node | None:
        """The field that the head of an assignment means: also where a parameter of that name hides it.

        In `create(title: string) { title := title }` the left side is the field.
        """
        if statement.op is None:
            return None
        owner = enclosing(statement, n.Entity, n.Aggregate, n.Workflow, n.Capability)
        owner = owner or enclosing(statement, n.Projection)
        bound = self.scopes.lookup(statement, statement.path[0])
        if owner is None or (bound is not None and not isinstance(bound, n.Parameter)):
            return None
        return self.scopes.field(owner, statement.path[0], *_FIELDS)

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

    def _after_member(
        self, head: Node | None, receiver: Type, name: str, called: bool, function: n.Lambda | None = None
    ) -> Step:
        """What a member comes to, after a value of a type or after a declaration without one."""
        if receiver == UNKNOWN:
            return self._member_of_head(head, name) if head is not None else _NOTHING
        receiver = _present(receiver)
        if isinstance(receiver, Array):
            if name == "items":
                return Step(None, receiver, None)
            value = receiver.element
            if function is not None and function.expr is not None:
                value = self.type_of(function.expr)
            return Step(None, collection_member(name, receiver.element, value), None)
        if isinstance(receiver, Primitive):
            return Step(None, primitive_member(receiver, name, called), None)
        if isinstance(receiver, Principal):
            return self._claim(receiver, name)
        record = record_of(receiver)
        return self._member_of_record(record, name, called) if record is not None else _NOTHING

    def _member_of_record(self, record: Record, name: str, called: bool) -> Step:
        if name == "id" and isinstance(record, n.Aggregate | n.Entity):
            return Step(None, IdOf(record), None)
        declaration = member_of(record, name, self.links)
        if isinstance(declaration, _RETURNING):
            kind = self.declared(declaration.return_type) if called else UNKNOWN
            return Step(declaration, kind, declaration)
        kind = self.member(declaration) if isinstance(declaration, _TYPED) else UNKNOWN
        return Step(declaration, kind, declaration)

    def _claim(self, principal: Principal, name: str) -> Step:
        for block in self.declarations.in_system(principal.system, n.UserBlock):
            declared = self.declarations.member(block, name, n.UserField)
            if declared is not None:
                return Step(declared, self.member(declared), declared)
        return Step(None, self.claim(principal, name), None)

    def _member_of_head(self, head: Node, name: str) -> Step:
        """A member of a declaration that is no value."""
        match head:
            case n.Enum():
                value = self.declarations.member(head, name, n.EnumValue)
                return Step(value, self.record(head), None)
            case n.Aggregate():
                return self._member_of_aggregate(head, name)
            case n.Repository():
                aggregate = self.links.target_of(head.aggregate)
                return self._read(head, aggregate, name)
            case n.Projection():
                reads = _PROJECTION_READS.get(name)
                row = self.record(head)
                return Step(None, row if reads == "one" else Array(row) if reads else UNKNOWN, None)
            case n.DomainService():
                operation = self.declarations.member(head, name, n.ServiceOperation)
                return Step(operation, self.declared(operation.return_type) if operation else UNKNOWN, None)
            case n.Store():
                field = self.scopes.state_field(head, name)
                if field is not None:
                    return Step(field, self.member(field), None)
                return Step(self.declarations.member(head, name, n.Action), UNKNOWN, None)
            case n.UiApiParam():
                found = self._behind_api(head, name)
                return Step(found, UNKNOWN, found)
            case n.TestE2E():
                return Step(None, UNKNOWN, self._by_slug(name))
            case n.Context():
                field = self.scopes.capability_field(head, name)
                return Step(field, self.type_of_binding(field), field)
            case _:
                return _NOTHING

    def _member_of_aggregate(self, aggregate: n.Aggregate, name: str) -> Step:
        """A create or destroy, an operation named on the aggregate, or a read of one of its repositories."""
        declared = self.declarations.member(aggregate, name, n.Create)
        if name == "create" or declared is not None:
            return Step(declared, self.record(aggregate), None)
        member = self.scopes.field(aggregate, name, n.Destroy, n.Operation)
        if member is not None:
            return Step(member, UNKNOWN, None)
        for repository in self._repositories_of(aggregate):
            find = self.declarations.member(repository, name, n.Find)
            if find is not None:
                return Step(find, self.declared(find.return_type), None)
        return self._read(None, aggregate, name)

    def _repositories_of(self, aggregate: n.Aggregate) -> list[n.Repository]:
        return [
            holder
            for ref in self.links.references_to(aggregate)
            if isinstance(holder := self.links.holder_of(ref), n.Repository)
        ]

    def _read(self, repository: n.Repository | None, aggregate: Node | None, name: str) -> Step:
        """A find of a repository, or one of the reads that every repository has."""
        find = self.declarations.member(repository, name, n.Find)
        if find is not None:
            return Step(find, self.declared(find.return_type), None)
        reads = _READS.get(name)
        if reads is None or not isinstance(aggregate, n.Aggregate):
            return _NOTHING
        one = self.record(aggregate)
        return Step(None, one if reads == "one" else Array(one), None)

    def _behind_api(self, handle: n.UiApiParam, name: str) -> Node | None:
        """An aggregate, projection or workflow of the subdomain behind an api parameter."""
        contexts = self._contexts.get(handle)
        if contexts is None:
            api = self.links.target_of(handle.api)
            source = self.links.target_of(api.source) if isinstance(api, n.Api) else None
            contexts = self.declarations.contexts_of(source) if isinstance(source, n.Subdomain) else []
            self._contexts[handle] = contexts
        for context in contexts:
            found = self.declarations.member(context, name, n.Aggregate, n.Projection, n.Workflow)
            if found is not None:
                return found
        return None

    def _by_slug(self, slug: str) -> Node | None:
        """The aggregate or projection that an end-to-end test calls so."""
        if self._slugs is None:
            self._slugs = {}
            for aggregate in self.declarations.of_kind(n.Aggregate):
                for form in slugs(aggregate.name):
                    self._slugs.setdefault(form, aggregate)
            for projection in self.declarations.of_kind(n.Projection):
                for form in (lower_first(projection.name), snake(projection.name)):
                    self._slugs.setdefault(form, projection)
        return self._slugs.get(slug)


LexicalTyping.rules = {
    **Typing.rules,
    n.NameRef: LexicalTyping._name,
    n.This: LexicalTyping._this,
    n.IdExpr: LexicalTyping._id,
    n.Match: LexicalTyping._match,
    n.Await: LexicalTyping._await,
    n.Builder: LexicalTyping._built,
}


def slugs(aggregate: str) -> tuple[str, ...]:
    """The words by which end-to-end tests call an aggregate of this name."""
    return lower_first(aggregate), snake(plural(aggregate)), lower_first(plural(aggregate))


def is_alias(place: Node, name: str, declaration: Node) -> bool:
    """Whether a name means not the declaration but the alias that it binds for what is inside it."""
    if name not in (getattr(declaration, "alias", None), getattr(declaration, "source_alias", None)):
        return False
    outer = place.parent
    while outer is not None and outer is not declaration:
        outer = outer.parent
    return outer is declaration


def _under_test(place: Node, name: str) -> Node | None:
    """The end-to-end test around a place, if `name` is what stands for the running system in it."""
    return enclosing(place, n.TestE2E) if name in _UNDER_TEST else None


def _applied(suffix: n.MemberSuffix) -> n.Lambda | None:
    """The lambda that a collection operation applies to each element."""
    function = suffix.args[0].value if suffix.args else None
    return function if isinstance(function, n.Lambda) else None


def _element(kind: Type) -> Type:
    kind = _present(kind)
    return kind.element if isinstance(kind, Array) else UNKNOWN


def _present(kind: Type) -> Type:
    return kind.inner if isinstance(kind, Optional) else kind
