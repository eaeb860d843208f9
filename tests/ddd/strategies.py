"""Hypothesis strategies for trees that the parser can produce, and so the printer must write faithfully."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import strategies as st

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import references as r
from loomsmith.ddd.syntax.node import Ref
from loomsmith.ddd.vocabulary import words
from loomsmith.ddd.vocabulary.platforms import DESIGN_PACKS, FRAMEWORK_WORDS, PLATFORM_WORDS
from loomsmith.ddd.vocabulary.storages import RESOURCE_KINDS, STORAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypothesis.strategies import DrawFn

    from loomsmith.ddd.syntax.node import Node

T = TypeVar("T")

PRIMITIVES = ("int", "long", "decimal", "money", "string", "bool", "datetime", "guid", "json", "File")
OPERATORS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("+", "-"),
    ("*", "/", "%"),
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_PLAIN = st.sampled_from(
    "Boat crew x y1 _z Total seats2 Berth open_ n o Sail name count a b c e3 s m US kindOf ms".split()
) | st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True).filter(lambda text: text not in words.WORDS)


def _class(name_class: frozenset[str], without: Sequence[str] = ()) -> st.SearchStrategy[str]:
    soft = sorted(name_class - set(without))
    return _PLAIN | st.sampled_from(soft) if soft else _PLAIN


ANY_NAME = _class(words.ANY_NAME)
FIELD_NAME = _class(words.FIELD_NAME)
# `id` is an expression of its own; `money(x)` and `retrieval {` read as more than a name.
REF_NAME = _class(words.REF_NAME, ("money", "retrieval"))
MEMBER_NAME = _class(words.MEMBER_NAME)
TARGET_NAME = _class(words.TARGET_NAME)
# After `precondition x`, the word `message` starts a clause.
FIRST_TARGET = _class(words.TARGET_NAME, ("message",))
VERB_NAME = _class(words.VERB_NAME)
STATE_NAME = _class(words.STATE_NAME)
TRACE_ID = _PLAIN | st.sampled_from(["US-001", "A-b2-7", "TC-1"])
FORMATS = st.sampled_from([", number", ", number, ::currency/EUR", ", plural, one {# a} other {# b}", ","])


class Trees:
    """Builds trees with what `draw` decides; `depth` bounds how far expressions and statements nest."""

    def __init__(self, draw: DrawFn, depth: int = 3) -> None:
        self.draw = draw
        self.depth = depth

    # Choices

    def flag(self) -> bool:
        return self.draw(st.booleans())

    def pick(self, options: Sequence[T]) -> T:
        return self.draw(st.sampled_from(options))

    def text(self) -> str:
        return self.draw(TEXTS)

    def plain(self) -> str:
        return self.draw(_PLAIN)

    def maybe(self, make: Callable[[], T]) -> T | None:
        return make() if self.flag() else None

    def some(self, make: Callable[[], T], least: int = 0, most: int = 2) -> list[T]:
        return [make() for _ in range(self.draw(st.integers(least, most)))]

    def ref(self, kind: str, names: st.SearchStrategy[str] = _PLAIN) -> Ref:
        return Ref(self.draw(names), kind)

    def number(self) -> int:
        return self.draw(st.integers(0, 10**6))

    def dotted(self, kind: str) -> Ref:
        return Ref(".".join(self.draw(ANY_NAME) for _ in range(self.draw(st.integers(1, 3)))), kind)

    # Types

    def type_base(self) -> n.TypeBase:
        return self.pick(
            [
                lambda: n.PrimitiveType(self.pick(PRIMITIVES)),
                lambda: n.NamedType(self.ref(r.TYPE)),
                lambda: n.IdType(self.ref(r.IDENTITY)),
                n.SlotType,
                n.SelfIdType,
                lambda: n.ActionType(None),
                lambda: n.ActionType(n.TypeRef(n.TypeAtom(n.PrimitiveType("int")))),
            ]
        )()

    def type_atom(self) -> n.TypeAtom:
        carriers = self.some(lambda: self.pick(("paged", "envelope", "option")))
        return n.TypeAtom(self.type_base(), carriers, self.flag(), self.flag())

    def type(self) -> n.TypeRef:
        return n.TypeRef(self.type_atom(), self.some(self.type_atom, 0, 1))

    # Expressions

    def expression(self) -> n.Expr:
        """A whole expression."""
        if self.depth <= 0:
            return self.leaf()
        self.depth -= 1
        try:
            which = self.draw(st.integers(0, 9))
            if which == 0:
                return self.lambda_()
            if which == 1:
                return self.match()
            if which == 2:
                return n.Ternary(self.operand(0), self.expression(), self.expression())
            return self.operand(self.draw(st.integers(0, 9)))
        finally:
            self.depth += 1

    def lambda_(self) -> n.Expr:
        if self.flag():
            return n.Lambda(self.plain(), self.expression())
        return n.Lambda(self.plain(), None, self.statements(1))

    def match(self) -> n.Expr:
        if self.flag():
            arms: list[Any] = self.some(lambda: n.Arm(self.operand(0), self.last_expression()))
            return n.Match(None, arms, self.maybe(self.last_expression))
        arms = self.some(
            lambda: n.VariantArm(self.type_atom(), self.maybe(self.plain), self.last_expression())
        )
        return n.Match(self.scrutinee(), arms, self.maybe(self.expression))

    def scrutinee(self) -> n.Expr:
        return n.Await(self.chain()) if self.flag() else self.chain()

    def operand(self, level: int) -> n.Expr:
        """An operand of a level: 0 for the loosest operator, 6 for unary, above that a postfix chain."""
        if level >= 7 or self.depth <= 0:
            return self.postfix()
        if level == 6:
            return n.Unary(self.pick("!-"), self.postfix())
        self.depth -= 1
        try:
            rest = self.some(lambda: self.operand(level + 1 + self.draw(st.integers(0, 6))), 1)
            ops = [self.pick(OPERATORS[level]) for _ in rest]
            return n.Chain(self.operand(level + 1 + self.draw(st.integers(0, 6))), ops, rest)
        finally:
            self.depth += 1

    def postfix(self) -> n.Expr:
        return self.chained(self.primary()) if self.flag() else self.primary()

    def chained(self, head: n.Expr) -> n.Expr:
        """`head` with suffixes, if there are any; a call behind a member is that member's."""
        suffixes: list[Any] = []
        for _ in range(self.draw(st.integers(0, 2))):
            bare_member = suffixes and isinstance(suffixes[-1], n.MemberSuffix) and not suffixes[-1].call
            which = self.draw(st.integers(0, 2 if bare_member else 3))
            if which == 3:
                suffixes.append(n.CallSuffix(self.args()))
            elif which == 2:
                suffixes.append(n.MemberSuffix(self.draw(MEMBER_NAME), True, self.args()))
            else:
                suffixes.append(n.MemberSuffix(self.draw(MEMBER_NAME)))
        return n.Postfix(head, suffixes) if suffixes else head

    def args(self) -> list[n.Arg]:
        return self.some(lambda: n.Arg(self.draw(ANY_NAME) if self.flag() else None, self.expression()))

    def chain(self) -> n.Expr:
        """A name with suffixes: what stands before a brace that opens a body."""
        return self.chained(n.NameRef(self.draw(REF_NAME)))

    def condition(self) -> n.Expr:
        """An expression that may stand before a body: its end cannot be taken for a builder's name."""
        return self.pick(
            [
                lambda: n.Paren(self.expression()),
                lambda: n.Postfix(n.NameRef(self.draw(REF_NAME)), [n.MemberSuffix(self.draw(MEMBER_NAME))]),
            ]
        )()

    def last_expression(self) -> n.Expr:
        """An expression that nothing but a new construct follows, so that a list of names may end it."""
        if self.draw(st.integers(0, 5)):
            return self.expression()
        ignoring = n.Ignoring(True) if self.flag() else n.Ignoring(False, self.some(self.plain, 1))
        return n.Postfix(self.primary(), [n.MemberSuffix(self.draw(MEMBER_NAME), True)], ignoring)

    def leaf(self) -> n.Expr:
        return self.pick(
            [
                lambda: n.NameRef(self.draw(REF_NAME)),
                lambda: n.StringLiteral(self.text()),
                lambda: n.IntLiteral(self.pick(("0", "007", "42"))),
                lambda: n.DecimalLiteral(self.pick(("1.50", "0.0"))),
                lambda: n.BoolLiteral(self.flag()),
                n.NullLiteral,
                n.Now,
                n.This,
                n.IdExpr,
                lambda: n.MoneyLiteral(self.text()),
                lambda: n.ListLiteral([]),
                lambda: n.Object([]),
                lambda: n.Builder(self.plain(), []),
            ]
        )()

    def primary(self) -> n.Expr:
        if self.depth <= 0:
            return self.leaf()
        self.depth -= 1
        try:
            return self.pick(
                [
                    self.leaf,
                    self.leaf,
                    lambda: n.Paren(self.expression()),
                    lambda: n.ListLiteral(self.some(self.expression)),
                    lambda: n.Object(self.named_values()),
                    lambda: n.Builder(self.plain(), self.args()),
                    lambda: n.Conversion(self.pick(("string", "long", "decimal")), self.expression()),
                    lambda: n.Conversion("money", n.Paren(self.expression())),
                    self.template,
                    self.retrieval_literal,
                ]
            )()
        finally:
            self.depth += 1

    def named_values(self) -> list[n.NamedValue]:
        return self.some(lambda: n.NamedValue(self.draw(ANY_NAME), self.expression()))

    def template(self) -> n.Expr:
        holes = self.some(lambda: n.Hole(self.hole(), self.draw(FORMATS) if self.flag() else None))
        return n.TemplateString([self.text() for _ in range(len(holes) + 1)], holes)

    def hole(self) -> n.Expr:
        """An expression without braces."""
        return self.pick(
            [
                lambda: n.NameRef(self.draw(REF_NAME)),
                lambda: n.Postfix(n.This(), [n.MemberSuffix(self.draw(MEMBER_NAME), True, [])]),
                lambda: n.Chain(n.IntLiteral("1"), ["+"], [n.NameRef(self.plain())]),
                lambda: n.Ternary(n.NameRef(self.plain()), n.StringLiteral(self.text()), n.NullLiteral()),
                lambda: n.Conversion("string", n.NameRef(self.plain())),
                lambda: n.TemplateString([self.text(), self.text()], [n.Hole(n.IdExpr())]),
                lambda: n.Postfix(
                    n.NameRef(self.plain()), [n.CallSuffix([n.Arg(None, n.Now()), n.Arg("at", n.This())])]
                ),
                lambda: n.ListLiteral([n.IntLiteral("1"), n.NullLiteral()]),
            ]
        )()

    def retrieval_literal(self) -> n.Expr:
        return n.RetrievalLiteral(self.expression(), self.some(self.sort_item), self.some(self.load_path))

    def sort_item(self) -> n.SortItem:
        return n.SortItem(self.load_path(), self.pick((None, "asc", "desc")))

    def load_path(self) -> n.LoadPath:
        return n.LoadPath(self.flag(), self.some(lambda: n.LoadSegment(self.draw(ANY_NAME), self.flag()), 1))

    # Statements

    def statements(self, least: int = 0) -> list[n.Stmt]:
        if self.depth <= 0:
            return [n.AssignOrCall([self.plain()], True) for _ in range(least)]
        self.depth -= 1
        try:
            return self.some(self.statement, least)
        finally:
            self.depth += 1

    def statement(self) -> n.Stmt:
        return self.pick(
            [
                lambda: n.Precondition(self.expression(), self.maybe(self.text)),
                lambda: n.Requires(self.expression()),
                lambda: n.Let(self.draw(VERB_NAME), self.last_expression()),
                lambda: n.Emit(self.ref(r.EVENT), self.named_values()),
                lambda: n.For(self.plain(), self.chain(), self.statements()),
                lambda: n.IfLet(
                    self.draw(VERB_NAME), self.chain(), self.statements(), self.maybe(self.statements)
                ),
                lambda: n.Return(self.last_expression()),
                self.match_statement,
                self.assign_or_call,
                self.assign_or_call,
            ]
        )()

    def match_statement(self) -> n.Stmt:
        arms = self.some(lambda: n.StmtArm(self.type_atom(), self.maybe(self.plain), self.statements()))
        return n.MatchStatement(self.scrutinee(), arms, self.maybe(self.statements))

    def assign_or_call(self) -> n.Stmt:
        path = [self.draw(FIRST_TARGET), *self.some(lambda: self.draw(TARGET_NAME))]
        call = self.flag()
        args = self.some(self.expression) if call else []
        if self.flag():
            return n.AssignOrCall(path, call, args, self.pick((":=", "+=", "-=")), self.last_expression())
        return n.AssignOrCall(path, call, args)

    def assignments(self) -> list[Any]:
        return self.some(self.assign_or_call)

    # Members

    def parameter(self) -> n.Parameter:
        return n.Parameter(self.draw(ANY_NAME), self.type(), self.maybe(self.expression))

    def parameters(self) -> list[n.Parameter]:
        return self.some(self.parameter)

    def property(self) -> n.Property:
        return n.Property(
            self.draw(FIELD_NAME),
            self.type(),
            self.flag(),
            self.some(self.plain),
            self.pick((None, "immutable", "managed", "token", "internal", "secret")),
            self.maybe(self.last_expression),
            *self.check(),
            self.maybe(self.expression),
        )

    def check(self) -> tuple[n.Expr | None, str | None]:
        return (self.expression(), self.maybe(self.text)) if self.flag() else (None, None)

    def derived(self) -> n.Derived:
        return n.Derived(self.plain(), self.type(), self.last_expression())

    def invariant(self) -> n.Invariant:
        return n.Invariant(self.flag(), self.expression(), self.maybe(self.expression), self.maybe(self.text))

    def containment(self) -> n.Containment:
        return n.Containment(self.plain(), self.ref(r.PART), self.flag(), self.flag())

    def function(self) -> n.Function:
        if self.flag():
            return n.Function(self.plain(), self.parameters(), self.type(), self.last_expression())
        return n.Function(self.plain(), self.parameters(), self.type(), None, self.statements())

    def operation(self) -> n.Operation:
        return n.Operation(
            self.draw(VERB_NAME),
            self.flag(),
            self.parameters(),
            self.flag(),
            self.flag(),
            self.maybe(self.type),
            self.maybe(self.condition),
            self.maybe(self.condition),
            self.statements(),
        )

    def create(self) -> n.Create:
        return n.Create(self.maybe(self.plain), self.parameters(), self.flag(), self.statements())

    def destroy(self) -> n.Destroy:
        return n.Destroy(self.maybe(self.plain), self.parameters(), self.flag(), self.statements())

    def apply(self) -> n.Apply:
        return n.Apply(self.draw(ANY_NAME), self.ref(r.EVENT), self.statements())

    def filter(self) -> n.Filter:
        return n.Filter(self.last_expression())

    def stamp(self) -> n.Stamp:
        return n.Stamp(self.pick(("onCreate", "onUpdate")), self.assignments())

    def implements(self) -> n.Implements:
        return n.Implements(self.plain())

    def unique(self) -> n.Unique:
        return n.Unique(self.some(lambda: self.draw(ANY_NAME), 1))

    def test(self) -> n.TestBlock:
        return n.TestBlock(
            self.text(),
            self.maybe(lambda: self.ref(r.TEST_SUBJECT)),
            self.maybe(lambda: self.ref(r.TEST_CASE, TRACE_ID)),
            self.test_statements(),
        )

    def test_statements(self) -> list[n.Stmt]:
        return self.some(
            lambda: self.pick(
                [
                    lambda: n.Expect(self.expression()),
                    lambda: n.Precondition(self.expression(), self.maybe(self.text)),
                    lambda: n.Let(self.draw(VERB_NAME), self.expression()),
                    lambda: n.Emit(self.ref(r.EVENT), self.named_values()),
                    self.assign_or_call,
                ]
            )()
        )

    def any_of(self, *makers: Callable[[], Node]) -> list[Node]:
        return self.some(lambda: self.pick(makers)(), 0, 3)

    def macro_calls(self) -> list[n.MacroCall]:
        return self.some(lambda: n.MacroCall(self.plain(), self.some(self.macro_arg)), 0, 1)

    def macro_arg(self) -> n.MacroArg:
        value = self.pick(
            [
                self.text,
                self.number,
                self.flag,
                lambda: n.MacroRef(self.plain()),
                lambda: self.some(lambda: n.MacroRef(self.plain())),
            ]
        )()
        return n.MacroArg(self.draw(ANY_NAME), value)

    # Context members

    def aggregate(self) -> Node:
        members = self.any_of(
            self.property,
            self.containment,
            self.derived,
            self.invariant,
            self.function,
            self.unique,
            self.operation,
            self.create,
            self.destroy,
            self.apply,
            self.filter,
            self.stamp,
            self.implements,
            self.test,
            lambda: n.Entity(
                self.plain(),
                self.any_of(self.property, self.containment, self.derived, self.invariant, self.function),
            ),
        )
        return n.Aggregate(
            self.plain(),
            self.flag(),
            self.maybe(lambda: self.ref(r.AGGREGATE)),
            self.pick((None, "eventLog", "state")),
            self.pick((None, "relational", "embedded", "document")),
            self.pick((None, "sharedTable", "ownTable")),
            self.flag(),
            self.flag(),
            self.macro_calls(),
            members,
        )

    def value_object(self) -> Node:
        members = self.any_of(self.property, self.derived, self.invariant, self.function, self.test)
        return n.ValueObject(self.plain(), members)

    def enum(self) -> Node:
        return n.Enum(self.plain(), self.some(lambda: n.EnumValue(self.plain()), 1))

    def event(self) -> Node:
        return n.Event(self.plain(), self.some(self.property))

    def payload(self) -> Node:
        keyword = self.pick(("payload", "command", "query", "response", "error"))
        if self.flag():
            return n.Payload(keyword, self.plain(), [], self.some(self.type_atom, 1), True)
        return n.Payload(keyword, self.plain(), self.some(self.property))

    def repository(self) -> Node:
        return n.Repository(self.plain(), self.ref(r.AGGREGATE), self.some(self.find))

    def find(self) -> n.Find:
        where = self.maybe(self.expression)
        return n.Find(
            self.plain(),
            self.parameters(),
            self.type(),
            self.maybe(self.expression),
            where,
            self.maybe(self.ignoring) if where is not None else None,
        )

    def ignoring(self) -> n.Ignoring:
        return n.Ignoring(True) if self.flag() else n.Ignoring(False, self.some(self.plain, 1))

    def criterion(self) -> Node:
        return n.Criterion(
            self.plain(), self.parameters(), self.type(), self.maybe(self.plain), self.last_expression()
        )

    def retrieval(self) -> Node:
        return n.Retrieval(
            self.plain(),
            self.parameters(),
            self.type(),
            self.expression(),
            self.some(self.sort_item),
            self.some(self.load_path),
        )

    def event_handler(self) -> Node:
        return n.EventHandler(
            self.draw(ANY_NAME), self.ref(r.EVENT), self.maybe(self.chain), self.statements()
        )

    def projection(self) -> Node:
        members = self.any_of(self.property, self.event_handler)
        key = self.draw(ANY_NAME) if self.flag() else None
        node = n.Projection(self.plain(), self.parameters(), key, self.maybe(self.condition), members)
        if self.flag():
            return n.Projection(
                node.name,
                node.params,
                key,
                node.requires,
                members,
                self.ref(r.PROJECTION_SOURCE),
                self.maybe(self.plain),
                self.maybe(self.expression),
                self.maybe(self.ignoring),
                self.some(lambda: n.Join(self.ref(r.AGGREGATE), self.plain(), self.expression())),
                self.some(self.expression),
                self.some(lambda: n.Select(self.draw(ANY_NAME), self.expression())),
            )
        return node

    def workflow(self) -> Node:
        members = self.any_of(
            self.property,
            self.function,
            self.apply,
            self.event_handler,
            lambda: n.WorkflowCreate(
                self.maybe(self.plain),
                self.parameters(),
                self.maybe(self.chain),
                self.maybe(self.condition),
                self.statements(),
            ),
            lambda: n.Handle(self.plain(), self.parameters(), self.maybe(self.condition), self.statements()),
        )
        transactional = self.flag()
        isolation = self.pick((None, "serializable", "readCommitted")) if transactional else None
        return n.Workflow(
            self.plain(), self.flag(), transactional, isolation, self.maybe(self.condition), members
        )

    def domain_service(self) -> Node:
        operation = lambda: n.ServiceOperation(  # noqa: E731
            self.draw(VERB_NAME), self.parameters(), self.maybe(self.type), self.statements()
        )
        return n.DomainService(self.plain(), self.any_of(operation, self.test))

    def handler(self) -> Node:
        kind = self.pick(("command", "query"))
        return_type = self.type() if kind == "query" else self.maybe(self.type)
        return n.Handler(
            kind, self.plain(), self.flag(), self.parameters(), return_type, self.maybe(self.statements)
        )

    def policy(self) -> Node:
        if self.flag():
            return n.PolicyFunction(self.plain(), self.parameters(), self.type(), self.expression())
        return n.PolicyRules(self.maybe(self.plain), self.some(self.policy_rule))

    def policy_rule(self) -> n.PolicyRule:
        effect = self.pick(("allow", "deny"))
        level = self.pick(("local", "deep", "global")) if effect == "allow" else None
        return n.PolicyRule(effect, self.flag(), level, self.plain())

    def channel(self) -> Node:
        return n.Channel(
            self.plain(),
            self.some(lambda: self.ref(r.EVENT), 1),
            self.pick((None, "broadcast", "queue")),
            self.pick((None, "ephemeral", "log", "work")),
            self.maybe(self.plain),
        )

    def seed(self) -> Node:
        rows = self.some(lambda: n.SeedRow(self.ref(r.AGGREGATE), n.Object(self.named_values())))
        return n.Seed(self.maybe(self.plain), self.flag(), rows)

    def context(self) -> Node:
        members = self.any_of(
            self.aggregate,
            self.value_object,
            self.enum,
            self.event,
            self.payload,
            self.repository,
            self.criterion,
            self.retrieval,
            self.projection,
            self.workflow,
            self.domain_service,
            self.handler,
            self.policy,
            self.channel,
            self.filter,
            self.stamp,
            self.implements,
            self.seed,
            self.test,
        )
        return n.Context(self.plain(), self.macro_calls(), members)

    # Systems

    def subdomain(self) -> Node:
        permission = lambda: n.Permission(self.plain(), self.some(self.plain))  # noqa: E731
        return n.Subdomain(
            self.plain(), self.any_of(self.context, lambda: n.Permissions(self.some(permission)))
        )

    def deployable(self) -> Node:
        binding = lambda: n.UiBinding(self.draw(ANY_NAME), self.ref(r.DEPLOYABLE, ANY_NAME))  # noqa: E731

        def mount() -> n.UiMount:
            block = self.flag()
            return n.UiMount(self.ref(r.UI), block, self.some(binding) if block else [])

        return n.Deployable(
            self.draw(ANY_NAME),
            self.pick(PLATFORM_WORDS) if self.flag() else self.text(),
            self.maybe(lambda: self.draw(ANY_NAME)),
            self.maybe(lambda: self.draw(ANY_NAME)),
            self.some(lambda: self.ref(r.CONTEXT)),
            self.some(lambda: self.ref(r.RESOURCE, ANY_NAME)),
            self.some(lambda: self.ref(r.CHANNEL_SOURCE, ANY_NAME)),
            self.maybe(lambda: self.ref(r.DEPLOYABLE, ANY_NAME)),
            self.some(lambda: self.ref(r.API)),
            self.maybe(mount),
            self.some(lambda: self.ref(r.UI)),
            self.maybe(self.number),
            self.pick((None, "required", "ui")),
            self.pick((None, *DESIGN_PACKS, "mantine@v7", "./own")),
            self.maybe(self.text),
        )

    def config(self) -> list[n.ConfigEntry]:
        return self.some(
            lambda: n.ConfigEntry(self.draw(ANY_NAME), self.pick((self.text, self.number, self.flag))())
        )

    def storage(self) -> Node:
        def connection() -> n.Connection:
            kind = self.pick(("service", "secret", "env", "literal"))
            return n.Connection(kind, self.plain() if kind in ("service", "secret") else self.text())

        return n.Storage(
            self.draw(ANY_NAME),
            self.pick(list(STORAGES)),
            self.maybe(self.plain),
            self.maybe(connection),
            self.config(),
        )

    def resource(self) -> Node:
        index = lambda: n.IndexSpec(self.plain(), self.some(lambda: self.draw(ANY_NAME), 1))  # noqa: E731
        return n.Resource(
            self.draw(ANY_NAME),
            self.maybe(lambda: self.ref(r.CONTEXT)),
            self.maybe(lambda: self.pick(RESOURCE_KINDS)),
            self.maybe(lambda: self.ref(r.STORAGE_OR_API, ANY_NAME)),
            self.maybe(self.text),
            self.maybe(self.text),
            self.maybe(self.text),
            self.maybe(self.number),
            self.maybe(self.number),
            self.maybe(self.number),
            self.pick((None, "serializable", "repeatableRead")),
            self.flag(),
            self.pick((None, "relational", "document")),
            self.some(index),
            self.config(),
        )

    def channel_source(self) -> Node:
        use = self.maybe(lambda: self.ref(r.STORAGE, ANY_NAME))
        return n.ChannelSource(self.draw(ANY_NAME), self.plain(), use)

    def timer_source(self) -> Node:
        return n.TimerSource(
            self.draw(ANY_NAME),
            self.ref(r.EVENT),
            self.maybe(self.text),
            self.pick((None, "5m", "250ms", "1d")),
            self.maybe(self.text),
            self.pick((None, "allow")),
        )

    def api(self) -> Node:
        route = lambda: n.Route(  # noqa: E731
            self.pick(("GET", "POST", "PUT", "PATCH", "DELETE")),
            self.text(),
            self.ref(r.CONTEXT),
            self.plain(),
        )
        return n.Api(
            self.plain(),
            self.macro_calls(),
            self.maybe(lambda: self.ref(r.SUBDOMAIN)),
            self.pick((None, "literal", "resource")),
            self.some(lambda: n.ApiStatus(self.plain(), self.number())),
            self.some(route),
        )

    def user(self) -> Node:
        names = self.some(lambda: self.draw(_class(words.CLAIM_NAME, ("id",))))
        # After a type, `id` would belong to it; so it can only come first.
        return n.UserBlock(
            [n.UserField(name, self.type()) for name in (["id"] if self.flag() else []) + names]
        )

    def auth(self) -> Node:
        def value() -> n.AuthValue:
            return n.AuthValue(self.pick(("literal", "env")), self.text())

        def oidc() -> n.Oidc:
            parts = [self.maybe(value) for _ in range(4)]
            return n.Oidc(*parts, self.some(self.text))

        has_claims = self.flag()
        entry = lambda: n.ClaimEntry(self.draw(_class(words.CLAIM_NAME)), self.text())  # noqa: E731
        return n.AuthBlock(
            self.maybe(self.plain),
            self.maybe(oidc),
            self.pick((None, "cookie", "jwt")),
            self.some(entry) if has_claims else [],
            has_claims,
            self.pick((None, "denyByDefault", "opt")),
        )

    def capability(self) -> Node:
        return n.Capability(self.plain(), self.any_of(self.property, self.filter, self.stamp))

    # Uis

    def state(self) -> Node:
        return n.State(
            self.some(
                lambda: n.StateField(self.draw(STATE_NAME), self.type(), self.maybe(self.last_expression))
            )
        )

    def action(self) -> Node:
        return n.Action(self.draw(VERB_NAME), self.parameters(), self.statements())

    def menu_entries(self, least: int = 0) -> list[n.MenuEntry]:
        return self.some(lambda: n.MenuEntry(self.draw(ANY_NAME), self.last_expression()), least)

    def page(self) -> Node:
        props = self.any_of(
            lambda: n.RouteProp(self.text()),
            lambda: n.DescriptionProp(self.text()),
            lambda: n.OgImageProp(self.text()),
            lambda: n.CanonicalProp(self.text()),
            lambda: n.LayoutProp(self.plain()),
            lambda: n.TitleProp(self.last_expression()),
            lambda: n.BodyProp(self.last_expression()),
            lambda: n.RequiresProp(self.last_expression()),
            lambda: n.PageMenu(self.menu_entries()),
            self.state,
            self.derived,
            self.action,
        )
        return n.Page(self.plain(), self.parameters(), props)

    def component(self) -> Node:
        extern = self.flag()
        return n.Component(
            self.plain(),
            self.parameters(),
            extern,
            self.text() if extern else None,
            self.any_of(self.state, self.derived, self.action),
            self.maybe(self.expression),
        )

    def area(self) -> Node:
        return n.Area(self.plain(), self.any_of(self.page, lambda: n.Area(self.plain(), [self.page()])))

    def menu(self) -> Node:
        def link() -> n.MenuLink:
            if self.flag():
                return n.MenuLink(None, [], self.text(), self.text())
            return n.MenuLink(self.dotted(r.PAGE), self.menu_entries())

        return n.Menu(self.some(lambda: n.MenuSection(self.text(), self.some(link))))

    def ui(self) -> Node:
        members = self.any_of(
            lambda: n.UiApiParam(self.plain(), self.ref(r.API)),
            lambda: n.UiChannelParam(self.plain(), self.ref(r.CONTEXT), self.ref(r.CHANNEL)),
            lambda: n.UiNotification(
                self.ref(r.CHANNEL_HANDLE), self.ref(r.EVENT), self.plain(), self.assignments()
            ),
            lambda: n.UiFunction(self.plain(), self.parameters(), self.type(), self.text()),
            lambda: n.Store(
                self.plain(),
                self.maybe(lambda: self.draw(ANY_NAME)),
                self.any_of(self.state, self.action),
            ),
            self.page,
            self.component,
            self.area,
            self.menu,
        )
        return n.Ui(self.plain(), self.macro_calls(), self.pick((None, *FRAMEWORK_WORDS)), members)

    def layout(self) -> Node:
        def slot() -> Any:
            if self.flag():
                return n.LayoutMainSlot()
            return n.LayoutNamedSlot(self.pick(("header", "sidebar", "footer")), self.expression())

        return n.Layout(self.plain(), self.some(slot, 1))

    def theme(self) -> Node:
        return n.Theme(self.some(lambda: n.ThemeProp(self.draw(ANY_NAME), self.text())))

    # Files

    def system(self) -> Node:
        members = self.any_of(
            self.subdomain,
            self.context,
            self.deployable,
            self.storage,
            self.resource,
            self.channel_source,
            self.timer_source,
            self.api,
            self.user,
            self.auth,
            lambda: n.Tenancy(self.ref(r.CLAIM, _class(words.CLAIM_NAME)), self.ref(r.AGGREGATE)),
            self.capability,
            self.function,
            self.ui,
            self.theme,
            self.layout,
            self.e2e,
        )
        return n.System(self.plain(), members)

    def e2e(self) -> Node:
        return n.TestE2E(
            self.text(),
            self.ref(r.DEPLOYABLE, ANY_NAME),
            self.maybe(lambda: self.ref(r.TEST_CASE, TRACE_ID)),
            self.test_statements(),
        )

    def requirement(self) -> Node:
        keys = _class(frozenset({"type", "title"}))
        return n.Requirement(
            self.draw(TRACE_ID),
            self.maybe(lambda: self.ref(r.REQUIREMENT, TRACE_ID)),
            self.some(lambda: n.RequirementProp(self.draw(keys), self.last_expression())),
        )

    def trace(self) -> Node:
        kind = self.pick((n.Solution, n.TestCase))
        targets = self.some(lambda: self.dotted(r.TARGETABLE))
        return kind(self.draw(TRACE_ID), self.ref(r.REQUIREMENT, TRACE_ID), self.maybe(self.text), targets)

    def migration(self) -> Node:
        columns = _class(words.FIELD_NAME | words.CLAIM_NAME)
        step = lambda: self.pick(  # noqa: E731
            [
                lambda: n.SqlStep(self.text()),
                lambda: n.ColumnStep(self.ref(r.AGGREGATE), self.draw(columns), self.draw(columns)),
                lambda: n.ColumnStep(self.ref(r.AGGREGATE), self.draw(columns), None, self.last_expression()),
                lambda: n.TableRename(self.plain(), self.ref(r.AGGREGATE)),
            ]
        )()
        return n.Migration(self.text(), self.some(step))

    def file(self) -> n.File:
        members = self.any_of(
            self.system,
            self.context,
            self.subdomain,
            self.ui,
            self.deployable,
            self.enum,
            self.value_object,
            self.payload,
            self.capability,
            self.function,
            self.component,
            self.requirement,
            self.trace,
            self.migration,
            self.test,
            self.e2e,
        )
        return n.File(self.some(lambda: n.Import(self.text())), members)


@st.composite
def files(draw: DrawFn, depth: int = 3) -> n.File:
    """Whole files, of any shape that the parser can give."""
    return Trees(draw, depth).file()


@st.composite
def expressions(draw: DrawFn, depth: int = 4) -> n.Expr:
    """Whole expressions."""
    return Trees(draw, depth).expression()


@st.composite
def statements(draw: DrawFn, depth: int = 4) -> list[n.Stmt]:
    """Bodies of operations."""
    return Trees(draw, depth).statements(1)
