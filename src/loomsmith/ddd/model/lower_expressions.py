"""Expressions of the tree to expressions of the model: names get kinds, calls get meanings, all get types.

A bare name means the first of: an argument of what is being inlined; the current user; a resource of the
context; an alias of `this`; a local; a member of the owner; a sibling action; a criterion or policy function
without parameters, whose body is put in place; an enum value; otherwise it is unknown.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import inference
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model.prelude import prelude_function
from loomsmith.ddd.model.scopes import Frame, Scope
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.intrinsics import DURATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.ddd.syntax.node import Node

INLINING_BUDGET = 5_000
"""How many expressions are put in place within one expression; what comes after stays an unknown name.

A criterion that uses another twice, which uses another twice, would otherwise double at every step.
"""

INLINING_DEPTH = 1_000
"""How deeply expressions may be nested where a body is put in place; a source nests them some 200 deep."""

INLINING_ALLOWANCE = 200_000
"""How many expressions are put in place in a whole source of no size; sources get more by their own."""

_REPOSITORY_READS = frozenset({"getById", "findById", "findAll", "all", "run"})


class ExpressionLowering:
    """Lowers the expressions of one source; keeps count of what it inlines."""

    __slots__ = ("_allowance", "_budget", "_depth", "_inlined")

    def __init__(self, allowance: int = INLINING_ALLOWANCE) -> None:
        self._allowance = allowance
        self._budget = INLINING_BUDGET
        self._depth = 0
        self._inlined: dict[tuple[Node, Node | None], tuple[e.Expr, int]] = {}

    def root(self, node: n.Expr, scope: Scope) -> e.Expr:
        """Lower an expression that stands by itself."""
        self._budget = start = min(INLINING_BUDGET, self._allowance)
        lowered = self.expr(node, scope)
        self._allowance -= start - self._budget
        return lowered

    def expr(self, node: n.Expr, scope: Scope) -> e.Expr:
        """Lower an expression inside another."""
        if scope.inlining:
            self._budget -= 1
        self._depth += 1
        lowered = _LOWER[type(node)](self, node, scope)
        self._depth -= 1
        if lowered.origin is None:
            lowered.origin = node
        return lowered

    def arguments(self, written: list[n.Arg], scope: Scope) -> list[e.Argument]:
        """Lower the arguments of a call or the entries of a builder."""
        return [e.Argument(argument.name, self.expr(argument.value, scope)) for argument in written]

    # Names

    def name(self, name: str, scope: Scope) -> e.Expr:
        """Lower a bare name."""
        argument = scope.arguments.get(name)
        if argument is not None:
            given, size = argument
            self._budget -= size
            return given if self._budget > 0 else e.Name(t.STRING, "unknown", name)
        if name == "currentUser" and scope.current_user:
            return e.Name(t.STRING, "current-user", name)
        context = scope.context
        if name in context.resources:
            return e.Name(t.STRING, "resource", name)
        if name in scope.aliases:
            return e.This(scope.this or t.STRING)
        local = scope.frame.find(name)
        if local is not None:
            return e.Name(local[1], local[0], name)
        member = scope.program.members(scope.owner).get(name) if scope.owner is not None else None
        if member is not None and member[0] != "op":
            return e.Name(member[1], _member_kind(member[0], scope.owner), name)
        if name in scope.actions:
            return e.Name(t.STRING, "action", name)
        inlined = self._inline_by_name(name, None, scope)
        if inlined is not None:
            return inlined
        value = context.enum_values.get(name)
        if value is not None:
            return e.Name(value, "enum-value", name)
        return e.Name(t.STRING, "unknown", name)

    def is_value(self, name: str, scope: Scope) -> bool:
        """Whether a bare name is something that has a value here: a local, a member, an argument."""
        return (
            name in scope.arguments
            or name in scope.aliases
            or scope.frame.find(name) is not None
            or (scope.owner is not None and name in scope.program.members(scope.owner))
        )

    # Inlining

    def _inline_by_name(self, name: str, args: list[e.Argument] | None, scope: Scope) -> e.Expr | None:
        """The body of a criterion or a policy function; as a bare name (no `args`) it has no parameters."""
        found: n.Criterion | n.PolicyFunction | None = scope.context.own(name, n.Criterion, n.PolicyFunction)
        if found is None or (args is None and found.params):
            return None
        owner, this = scope.owner, scope.this
        aliases = scope.aliases
        if isinstance(found, n.Criterion):
            this = scope.context.type_of(found.target)
            owner = this.declaration if isinstance(this, t.EntityOf) else owner
            aliases = frozenset((found.alias,)) if found.alias else frozenset()
        return self._inline(found, found.params, found.body, args or [], scope, (owner, this, aliases))

    def _inline_function(self, function: n.Function, args: list[e.Argument], scope: Scope) -> e.Expr | None:
        """The body of a top-level function with the arguments put in, in parentheses."""
        if function.expr is None:
            return None
        body = self._inline(function, function.params, function.expr, args, scope, (None, None, frozenset()))
        if body is not None and isinstance(body, e.Paren):
            body.type = scope.program.context(None).type_of(function.return_type)
        return body

    def _inline(
        self,
        declaration: Node,
        params: list[n.Parameter],
        body: n.Expr,
        args: list[e.Argument],
        scope: Scope,
        place: tuple[Node | None, t.Type | None, frozenset[str]],
    ) -> e.Expr | None:
        if declaration in scope.inlining:
            return e.Name(t.STRING, "unknown", getattr(declaration, "name", ""))
        owner, this, aliases = place
        known = self._inlined.get((declaration, owner)) if not params else None
        if known is not None:
            self._budget -= known[1]
            return known[0] if self._budget > 0 else None
        before = self._budget
        arguments = _bind(params, args, before)
        if before <= 0 or self._depth > INLINING_DEPTH:
            return None
        inner = Scope(
            scope.context,
            owner,
            this,
            frame=Frame(),
            aliases=aliases,
            arguments=arguments,
            inlining=(*scope.inlining, declaration),
            current_user=scope.current_user,
        )
        lowered = self.expr(body, inner)
        result = e.Paren(lowered.type, lowered)
        if not params and not scope.inlining:
            self._inlined[declaration, owner] = (result, before - self._budget)
        return result

    # Calls

    def call(self, name: str, args: list[e.Argument], scope: Scope) -> e.Expr:
        """`name(args)`."""
        inlined = self._inline_by_name(name, args, scope)
        if inlined is not None:
            return inlined
        owner = scope.owner
        member = scope.program.members(owner).get(name) if owner is not None else None
        if member is not None and member[0] == "fn":
            kind = "workflow-fn" if isinstance(owner, n.Workflow) else "function"
            return e.Call(member[1], kind, name, args)
        if isinstance(owner, n.Aggregate | n.Entity):
            operation = scope.program.declarations.member(owner, name, n.Operation)
            if operation is not None:
                returns = operation.return_type
                found = scope.context.type_of(returns) if returns is not None else t.STRING
                return e.Call(found, "private-operation", name, args, declaration=operation)
        value_object = scope.context.seen(name, n.ValueObject)
        if value_object is not None:
            return e.Call(t.ValueObjectOf(name, value_object), "constructor", name, args)
        function = scope.program.declarations.global_name(name, n.Function) or prelude_function(name)
        if function is not None:
            inlined = self._inline_function(function, args, scope)
            if inlined is not None:
                return inlined
        if name in DURATIONS:
            return e.Call(t.DURATION, "duration", name, args)
        return e.Call(t.STRING, "free", name, args)

    def method(self, receiver: e.Expr, suffix: n.MemberSuffix, scope: Scope) -> e.Expr:
        """`receiver.name(args)`, or `receiver.name`."""
        name = suffix.member
        if not suffix.call:
            return self._member(receiver, name, scope)
        listed = t.required(receiver.type)
        collection = inference.is_collection_operation(receiver.type, name)
        if collection and isinstance(listed, t.ListOf):
            args = [
                e.Argument(a.name, self._lambda_over(a.value, listed.element, scope)) for a in suffix.args
            ]
        else:
            args = self.arguments(suffix.args, scope)
        return self._method_call(receiver, name, args, collection, scope)

    def _method_call(
        self, receiver: e.Expr, name: str, args: list[e.Argument], collection: bool, scope: Scope
    ) -> e.Expr:
        """A method call; an average is the sum divided by the count."""
        found = inference.method_type(scope.program, receiver.type, name, args)
        if collection and name == "avg":
            total = e.MethodCall(found, receiver, "sum", args, collection)
            return e.Chain(found, total, ["/"], [e.Member(t.INT, receiver, "count")])
        return e.MethodCall(found, receiver, name, args, collection)

    def _lambda_over(self, node: n.Expr, element: t.Type, scope: Scope) -> e.Expr:
        if isinstance(node, n.Lambda):
            return self._lambda(node, scope, element)
        return self.expr(node, scope)

    def _member(self, receiver: e.Expr, name: str, scope: Scope) -> e.Expr:
        if name in ("first", "firstOrNull") and isinstance(t.required(receiver.type), t.ListOf):
            found = inference.collection_type(receiver.type, name, [])
            return e.MethodCall(found, receiver, name, [], collection=True)
        if isinstance(receiver, e.Name) and receiver.kind == "current-user":
            return e.Member(inference.principal_type(scope, name), receiver, name)
        return e.Member(inference.member_type(scope.program, receiver.type, name), receiver, name)

    def chain(self, head: n.NameRef, suffixes: list[n.MemberSuffix | n.CallSuffix], scope: Scope) -> e.Expr:
        """A chain that starts with a bare name; its first suffix may give the name another meaning."""
        first = suffixes[0]
        if isinstance(first, n.CallSuffix):
            result: e.Expr | None = self.call(head.name, self.arguments(first.args, scope), scope)
        elif self.is_value(head.name, scope):
            result = None
        elif first.call:
            result = self._owned_call(
                head.name, first.member, lambda: self.arguments(first.args, scope), scope
            )
        else:
            result = self._owned_member(head.name, first.member, scope)
        if result is None:
            result = self.name(head.name, scope)
            if result.origin is None:
                result.origin = head
            return self.suffixes(result, suffixes, scope)
        return self.suffixes(result, suffixes[1:], scope)

    def path_call(self, path: list[str], args: list[e.Argument], scope: Scope) -> e.Expr:
        """`a.b.c(args)` of a call statement, its arguments lowered already."""
        *heads, name = path
        if len(heads) == 1 and not self.is_value(heads[0], scope):
            owned = self._owned_call(heads[0], name, lambda: args, scope)
            if owned is not None:
                return owned
        receiver = self.name(heads[0], scope)
        for step in heads[1:]:
            receiver = self._member(receiver, step, scope)
        collection = inference.is_collection_operation(receiver.type, name)
        return self._method_call(receiver, name, args, collection, scope)

    def suffixes(self, head: e.Expr, suffixes: list[n.MemberSuffix | n.CallSuffix], scope: Scope) -> e.Expr:
        """The rest of a chain."""
        result = head
        for suffix in suffixes:
            if isinstance(suffix, n.MemberSuffix):
                result = self.method(result, suffix, scope)
            else:
                result = e.MethodCall(t.STRING, result, "", self.arguments(suffix.args, scope))
        return result

    def _owned_call(
        self, head: str, name: str, lower_args: Callable[[], list[e.Argument]], scope: Scope
    ) -> e.Expr | None:
        """`head.name(args)` where the head is no value: a service, a store, a resource, a repository."""
        context = scope.context
        if head in context.resources:
            kind = "remote-api-op" if inference.is_remote_operation(scope, head, name) else "resource-op"
            return e.Call(inference.remote_type(scope, head, name), kind, name, lower_args(), owner=head)
        service = context.own(head, n.DomainService)
        if service is not None:
            operation = scope.program.declarations.member(service, name, n.ServiceOperation)
            returns = operation.return_type if operation is not None else None
            found = context.type_of(returns) if returns is not None else t.STRING
            return e.Call(found, "domain-service", name, lower_args(), owner=head, declaration=operation)
        if scope.stores is not None and scope.stores(head) is not None:
            return e.Call(t.STRING, "store-action", name, lower_args(), owner=head)
        aggregate = context.own(head, n.Aggregate)
        if aggregate is not None and name == "create":
            receiver = e.Name(t.STRING, "unknown", head)
            return e.MethodCall(t.EntityOf(head, aggregate), receiver, name, lower_args())
        repository = context.own(head, n.Repository)
        if repository is not None:
            found = inference.repository_type(scope, repository, name)
            if scope.service and (name in _REPOSITORY_READS or inference.has_find(repository, name)):
                return e.Call(found, "repo-read", name, lower_args(), owner=head)
            return e.MethodCall(found, e.Name(t.STRING, "unknown", head), name, lower_args())
        return None

    def _owned_member(self, head: str, name: str, scope: Scope) -> e.Expr | None:
        context = scope.context
        if head == "permissions" and context.subdomain is not None:
            if name in context.permissions:
                return e.Literal(t.STRING, "string", f"{context.subdomain.name.lower()}.{name}")
            return e.Name(t.STRING, "unknown-permission", name)
        enum = context.seen(head, n.Enum) or scope.program.declarations.global_name(head, n.Enum)
        if enum is not None and any(value.name == name for value in enum.values):
            return e.Name(t.EnumOf(head, enum), "enum-value", name)
        return None

    # One method per kind of expression

    def _postfix(self, node: n.Postfix, scope: Scope) -> e.Expr:
        if isinstance(node.head, n.NameRef):
            return self.chain(node.head, node.suffixes, scope)
        return self.suffixes(self.expr(node.head, scope), node.suffixes, scope)

    def _chain(self, node: n.Chain, scope: Scope) -> e.Expr:
        head = self.expr(node.head, scope)
        rest = [self.expr(operand, scope) for operand in node.rest]
        found = head.type
        for op, operand in zip(node.ops, rest, strict=False):
            found = inference.operator_type(op, found, operand.type)
        return e.Chain(found, head, node.ops, rest)

    def _ternary(self, node: n.Ternary, scope: Scope) -> e.Expr:
        then = self.expr(node.then_expr, scope)
        condition = self.expr(node.condition, scope)
        return e.Ternary(then.type, condition, then, self.expr(node.else_expr, scope))

    def _lambda(self, node: n.Lambda, scope: Scope, element: t.Type = t.STRING) -> e.Expr:
        inner = scope.nested(**{node.param: ("lambda", element)})
        if node.block is not None:
            from loomsmith.ddd.model.lower_statements import StatementLowering

            return e.Lambda(t.STRING, node.param, None, StatementLowering(self).body(node.block, inner))
        body = self.expr(node.expr, inner) if node.expr is not None else e.Literal(t.STRING, "null", "")
        return e.Lambda(body.type, node.param, body, None)

    def _match(self, node: n.Match, scope: Scope) -> e.Expr:
        subject, awaited = self.subject(node.subject, scope)
        arms: list[e.MatchArm] = []
        for arm in node.arms:
            if isinstance(arm, n.Arm):
                condition = self.expr(arm.condition, scope)
                arms.append(e.MatchArm(condition, None, "", self.expr(arm.value, scope)))
            else:
                variant, inner = self.variant(arm.variant, arm.binding, scope)
                arms.append(e.MatchArm(None, variant, variant_name(arm.variant), self.expr(arm.value, inner)))
        otherwise = self.expr(node.else_expr, scope) if node.else_expr is not None else None
        found = arms[0].value.type if arms else otherwise.type if otherwise is not None else t.STRING
        return e.Match(found, subject, awaited, arms, otherwise)

    def subject(self, node: n.Expr | None, scope: Scope) -> tuple[e.Expr | None, bool]:
        """The subject of a match, and whether it is awaited."""
        if isinstance(node, n.Await):
            return self.expr(node.inner, scope), True
        return (self.expr(node, scope) if node is not None else None), False

    def variant(self, atom: n.TypeAtom, binding: str | None, scope: Scope) -> tuple[t.Type, Scope]:
        """The type of a variant arm, and the scope in which its binding is visible."""
        found = scope.context.type_of(atom)
        return found, scope.nested(**{binding: ("binding", found)}) if binding else scope

    def _builder(self, node: n.Builder, scope: Scope) -> e.Expr:
        replacement = scope.program.paged_tables.replacements.get(node)
        if replacement is not None:
            return self.expr(replacement, scope)
        name, context = node.type, scope.context
        args = self.arguments(node.entries, scope)
        value_object = context.seen(name, n.ValueObject)
        if value_object is not None:
            return e.Record(t.ValueObjectOf(name, value_object), "constructor", name, args)
        owner: Any = scope.owner
        while owner is not None and not isinstance(owner, n.Aggregate):
            owner = owner.parent
        part = scope.program.declarations.member(owner, name, n.Entity)
        if part is None:
            part = context.declarations.global_name(name, n.Entity)
        if part is not None:
            return e.Record(t.EntityOf(name, part), "construction", name, args)
        payload = context.seen(name, n.Payload) or context.own(name, n.Event)
        if payload is not None:
            return e.Record(t.EntityOf(name, payload), "object", name, args)
        return e.Call(t.STRING, "free", name, args, builder=True)

    def _object(self, node: n.Object, scope: Scope) -> e.Expr:
        fields = [e.Argument(field.name, self.expr(field.value, scope)) for field in node.fields]
        return e.ObjectValue(t.STRING, fields)

    def _list(self, node: n.ListLiteral, scope: Scope) -> e.Expr:
        elements = [self.expr(element, scope) for element in node.elements]
        return e.ListValue(t.ListOf(elements[0].type if elements else t.STRING), elements)

    def _unary(self, node: n.Unary, scope: Scope) -> e.Expr:
        operand = self.expr(node.operand, scope)
        return e.Unary(t.BOOL if node.op == "!" else operand.type, node.op, operand)

    def _paren(self, node: n.Paren, scope: Scope) -> e.Expr:
        inner = self.expr(node.inner, scope)
        return e.Paren(inner.type, inner)

    def _conversion(self, node: n.Conversion, scope: Scope) -> e.Expr:
        return e.Convert(t.Primitive(node.target), node.target, self.expr(node.value, scope))

    def _template(self, node: n.TemplateString, scope: Scope) -> e.Expr:
        return e.Template(t.STRING, [self.expr(hole.value, scope) for hole in node.holes])

    def _retrieval(self, node: n.RetrievalLiteral, scope: Scope) -> e.Expr:
        return e.RetrievalValue(t.STRING, self.expr(node.where, scope))

    def _id(self, scope: Scope) -> e.Expr:
        this = scope.this
        if isinstance(this, t.EntityOf):
            return e.Id(t.IdOf(this.name, this.declaration))
        return e.Id(t.STRING)


def _literal(kind: str, type_: t.Type, field: str | None) -> Callable[[Any, Any, Any], e.Expr]:
    def lower(_: Any, node: Any, __: Any) -> e.Expr:
        return e.Literal(type_, kind, str(getattr(node, field)) if field is not None else kind)

    return lower


_Lower = ExpressionLowering
_LOWER: dict[type[n.Expr], Callable[[ExpressionLowering, Any, Scope], e.Expr]] = {
    n.NameRef: lambda self, node, scope: self.name(node.name, scope),
    n.Postfix: _Lower._postfix,
    n.Chain: _Lower._chain,
    n.Ternary: _Lower._ternary,
    n.Lambda: _Lower._lambda,
    n.Match: _Lower._match,
    n.Await: lambda self, node, scope: self.expr(node.inner, scope),
    n.Builder: _Lower._builder,
    n.Object: _Lower._object,
    n.ListLiteral: _Lower._list,
    n.Unary: _Lower._unary,
    n.Paren: _Lower._paren,
    n.Conversion: _Lower._conversion,
    n.TemplateString: _Lower._template,
    n.RetrievalLiteral: _Lower._retrieval,
    n.This: lambda self, node, scope: e.This(scope.this or t.STRING),
    n.IdExpr: lambda self, node, scope: self._id(scope),
    n.Now: _literal("now", t.DATETIME, None),
    n.StringLiteral: _literal("string", t.STRING, "value"),
    n.IntLiteral: _literal("int", t.INT, "text"),
    n.DecimalLiteral: _literal("decimal", t.DECIMAL, "text"),
    n.MoneyLiteral: _literal("money", t.MONEY, "text"),
    n.BoolLiteral: _literal("bool", t.BOOL, "value"),
    n.NullLiteral: _literal("null", t.STRING, None),
    n.Missing: _literal("null", t.STRING, None),
}


def _member_kind(kind: str, owner: Node | None) -> str:
    if kind == "fn":
        return "workflow-fn" if isinstance(owner, n.Workflow) else "own-fn"
    if kind == "derived":
        return "this-derived"
    return "this-vo-prop" if isinstance(owner, n.ValueObject) else "this-prop"


def _bind(params: list[n.Parameter], args: list[e.Argument], most: int) -> dict[str, tuple[e.Expr, int]]:
    """The arguments by parameter, named ones by name, the others in order; with their sizes up to `most`."""
    bound = {arg.name: arg.value for arg in args if arg.name is not None}
    positional = [arg.value for arg in args if arg.name is None]
    for param, value in zip(params, positional, strict=False):
        bound.setdefault(param.name, value)
    for param in params:
        bound.setdefault(param.name, e.Name(t.STRING, "unknown", param.name))
    return {
        name: (value, sum(1 for _ in islice(e.deep(value), max(most, 0)))) for name, value in bound.items()
    }


def variant_name(atom: n.TypeAtom) -> str:
    """The name that an arm gives to its variant, as written."""
    base = atom.base
    if isinstance(base, n.NamedType):
        return base.target.text
    if isinstance(base, n.IdType):
        return f"{base.target.text}Id"
    return base.name if isinstance(base, n.PrimitiveType) else ""
