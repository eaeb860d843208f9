"""Types and meanings by lexical scope: for finding and renaming every use of a declaration.

`LexicalTyping` differs from `Typing`, whose leniency the checks need, in what it knows: every binding where
it stands (loops, `if let`, arms, nested lets, parameters), inherited members, enum values and names, optional
values, pages of a list, matches, rows of projections, what the lambdas of page elements are called with, and
what stands before a dot without being a value (`Ferry.create`, `Kind.Car`, a repository, a store, an api of a
ui, the `api` of an end-to-end test). While it types a chain, it notes in `meanings` what each member means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from loomsmith.ddd.names.scopes import Scopes
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing, walk
from loomsmith.ddd.types.elements import rows_for
from loomsmith.ddd.types.environments import Environment, Scope
from loomsmith.ddd.types.heads import NOTHING, Heads, Step
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
from loomsmith.ddd.vocabulary.intrinsics import DURATIONS, PRELUDE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loomsmith.ddd.names.linker import Links

_TYPED = (n.Property, n.Containment, n.Derived, n.UserField, n.StateField, n.Parameter)
_FIELDS = (n.Property, n.Containment, n.Derived)
_RECORDS = (
    n.Aggregate, n.Entity, n.ValueObject, n.Event, n.Payload, n.Projection, n.Workflow, n.Capability,
)  # fmt: skip
# What binds a local, whose type may depend on those around it.
_NESTED = (n.Let, n.For, n.IfLet, n.Lambda, n.StmtArm, n.VariantArm)
_RETURNING = (n.Function, n.Operation, n.ServiceOperation, n.Find, n.UiFunction, n.Handler)

# What stands for the running system in an end-to-end test.
_UNDER_TEST = ("api", "ui")


class _Progress:
    """How far a chain has been typed: the types after its head and its suffixes so far, and the last head."""

    __slots__ = ("head", "types")

    def __init__(self, kind: Type, head: Node | None) -> None:
        self.types = [kind]
        self.head = head

    @property
    def done(self) -> int:
        """How many suffixes have been typed."""
        return len(self.types) - 1


class LexicalTyping(Typing):
    """See the module; `meaning(name)` and `meanings` say which declaration is meant."""

    __slots__ = (
        "_bound",
        "_entered",
        "_heads",
        "_here",
        "_members_of",
        "_names",
        "_paths",
        "_prepared",
        "_progress",
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
        self._progress: dict[n.Postfix, _Progress] = {}
        self._bound: dict[Node, Type] = {}
        self._entered: set[Node] = set()
        self._prepared: set[Node] = set()
        self._paths: dict[n.AssignOrCall, list[Step]] = {}
        self._here = Environment(Scope())
        self._members_of = Heads(self)
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
        if not isinstance(binding, _NESTED):
            return self._type_of_declaration(binding)
        found = self._bound.get(binding)
        if found is None:
            self._bind_around(binding)
            found = self._bound[binding] = self._type_of_local(binding)
        return found

    def _bind_around(self, binding: Node) -> None:
        """Type what is bound around a local, from the outside in, so that deep nesting needs no recursion."""
        around: list[Node] = []
        outer = binding.parent
        while outer is not None and outer not in self._entered:
            self._entered.add(outer)
            around.append(outer)
            outer = outer.parent
        for outer in reversed(around):
            self._type_block(outer)
            if isinstance(outer, _NESTED):
                self.type_of_binding(outer)
        self._type_block(binding)

    def _type_block(self, statement: Node) -> None:
        """Type the lets beside a statement in order: neither does a long row of them need recursion."""
        block = self.scopes.block_of(statement)
        if block is None or block in self._typed:
            return
        self._typed.add(block)
        for other in getattr(*block):
            if isinstance(other, n.Let):
                self.type_of(other.expr)

    def _type_of_local(self, binding: n.Let | n.For | n.IfLet | n.Lambda | n.StmtArm | n.VariantArm) -> Type:
        match binding:
            case n.Let():
                return self.type_of(binding.expr)
            case n.For():
                return _element(self.type_of(binding.source))
            case n.IfLet():
                return _present(self.type_of(binding.source))
            case n.Lambda():
                return self._element_for(binding, self._here)
            case _:
                return self.atom(binding.variant)

    def _type_of_declaration(self, binding: Node | None) -> Type:
        match binding:
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
            return _element(self.receiver(chain, suffix, outer))
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

    def receiver(self, chain: n.Postfix, suffix: n.MemberSuffix, environment: Environment) -> Type:
        """The type of what stands before a suffix of a chain; what comes after it is not looked at."""
        progress = self._progress_of(chain)
        while suffix not in environment.receivers and progress.done < len(chain.suffixes):
            self._advance(chain, progress)
        return environment.receivers.get(suffix, UNKNOWN)

    def _steps(self, chain: n.Postfix, environment: Environment) -> list[Type]:
        self._type_lambdas(chain)
        progress = self._progress_of(chain)
        while progress.done < len(chain.suffixes):
            self._advance(chain, progress)
        return progress.types

    def _type_lambdas(self, chain: n.Postfix) -> None:
        """Type the chains inside the lambdas of one, from the inside out, so that these need no recursion."""
        if chain in self._prepared:
            return
        inside = [node for node in walk(chain) if isinstance(node, n.Postfix) and node not in self._prepared]
        self._prepared.update(inside)
        for inner in reversed(inside):
            if inner is not chain and any(_applied(s) is not None for s in inner.suffixes):
                self.steps(inner)

    def _progress_of(self, chain: n.Postfix) -> _Progress:
        """How far a chain has been typed; at first it is its head alone."""
        progress = self._progress.get(chain)
        if progress is None:
            progress = self._progress[chain] = _Progress(self.type_of(chain.head), self.head_of(chain.head))
            if chain.suffixes:
                self._note(chain.suffixes[0], progress)
        return progress

    def _note(self, suffix: n.MemberSuffix | n.CallSuffix, progress: _Progress) -> None:
        self._here.receivers[suffix] = progress.types[-1]
        self._heads[suffix] = progress.head

    def _advance(self, chain: n.Postfix, progress: _Progress) -> None:
        """Type one more suffix of a chain."""
        place, head, current = progress.done, progress.head, progress.types[-1]
        suffix = chain.suffixes[place]
        meaning: Node | None = None
        if isinstance(suffix, n.CallSuffix):
            name = chain.head.name if isinstance(chain.head, n.NameRef) and not place else ""
            head, current = None, self._called(head, name)
        else:
            meaning, current, head = self._after_member(
                head, current, suffix.member, suffix.call, _applied(suffix)
            )
        if progress.done != place:
            return  # Typing the body of a lambda has come this far already.
        if meaning is not None:
            self.meanings[suffix] = meaning
        progress.types.append(current)
        progress.head = head
        if progress.done < len(chain.suffixes):
            self._note(chain.suffixes[progress.done], progress)

    def head_of(self, expression: n.Expr) -> Node | None:
        """The declaration that an expression names, whether or not it has a value."""
        match expression:
            case n.NameRef():
                return self.meaning(expression) or _under_test(expression, expression.name)
            case n.Postfix():
                self.steps(expression)
                return self._progress[expression].head
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
            return self._members_of.after(head, name) if head is not None else NOTHING
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
        return self._member_of_record(record, name, called) if record is not None else NOTHING

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


LexicalTyping.rules = {
    **Typing.rules,
    n.NameRef: LexicalTyping._name,
    n.This: LexicalTyping._this,
    n.IdExpr: LexicalTyping._id,
    n.Match: LexicalTyping._match,
    n.Await: LexicalTyping._await,
    n.Builder: LexicalTyping._built,
}


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


def _applied(suffix: n.MemberSuffix | n.CallSuffix) -> n.Lambda | None:
    """The lambda that a collection operation applies to each element."""
    function = suffix.args[0].value if suffix.args else None
    return function if isinstance(function, n.Lambda) else None


def _element(kind: Type) -> Type:
    kind = _present(kind)
    return kind.element if isinstance(kind, Array) else UNKNOWN


def _present(kind: Type) -> Type:
    return kind.inner if isinstance(kind, Optional) else kind
