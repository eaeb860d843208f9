"""Statements of the tree to statements of the model: the general forms, and those of workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import inference
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model.lower_expressions import variant_name
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loomsmith.ddd.model.lower_expressions import ExpressionLowering
    from loomsmith.ddd.model.scopes import Scope
    from loomsmith.ddd.syntax.node import Node

REPOSITORY_WRITES = frozenset({"save", "insert", "update", "delete", "add", "remove", "commit"})
"""Method names that write through a repository."""


class StatementLowering:
    """Lowers bodies outside workflows and handlers."""

    __slots__ = ("expressions",)

    def __init__(self, expressions: ExpressionLowering) -> None:
        self.expressions = expressions

    def body(self, statements: Sequence[Node], scope: Scope) -> list[e.Stmt]:
        """Lower a list of statements; each `let` is visible from its statement on."""
        inner = scope.nested()
        return [self.statement(statement, inner) for statement in statements]

    def expr(self, node: n.Expr, scope: Scope) -> e.Expr:
        """Lower one expression of a statement."""
        return self.expressions.root(node, scope)

    def statement(self, node: Any, scope: Scope) -> e.Stmt:
        """Lower one statement."""
        return _LOWER[type(node)](self, node, scope)

    def _let(self, node: n.Let, scope: Scope) -> e.Stmt:
        value = self.expr(node.expr, scope)
        scope.bind(node.name, "let", value.type)
        return e.Let(node, node.name, value)

    def _emit(self, node: n.Emit, scope: Scope) -> e.Stmt:
        event = scope.program.links.target_of(node.event)
        fields = [e.Argument(field.name, self.expr(field.value, scope)) for field in node.fields]
        return e.Emit(node, node.event.text, event, fields)

    def _for(self, node: n.For, scope: Scope) -> e.Stmt:
        source = self.expr(node.source, scope)
        listed = t.required(source.type)
        item = listed.element if isinstance(listed, t.ListOf) else t.STRING
        inner = scope.nested(**{node.var: ("let", item)})
        name = item.name if isinstance(item, t.EntityOf) else None
        return e.Loop(node, node.var, source, name, self.body(node.body, inner))

    def _if_let(self, node: n.IfLet, scope: Scope) -> e.Stmt:
        source = self.expr(node.source, scope)
        repository, criterion, count = self.branch_source(node.source, scope)
        inner = scope.nested(**{node.var: ("let", t.required(source.type))})
        then = self.body(node.then_body, inner)
        otherwise = self.body(node.else_body or [], scope)
        return e.Branch(node, node.var, source, repository, criterion, count, then, otherwise)

    def branch_source(self, node: n.Expr, scope: Scope) -> tuple[str | None, str | None, int]:
        """The repository, the criterion and its number of arguments of `R.find(C(...))`."""
        call = owned_call(node)
        if call is None or call[1].member != "find" or scope.context.own(call[0], n.Repository) is None:
            return None, None, 0
        args = call[1].args
        named = criterion_call(args[0].value) if args else None
        return (call[0], named[0], named[1]) if named is not None else (None, None, 0)

    def _match(self, node: n.MatchStatement, scope: Scope) -> e.Stmt:
        subject, awaited = self.expressions.subject(node.subject, scope)
        arms = []
        for arm in node.arms:
            variant, inner = self.expressions.variant(arm.variant, arm.binding, scope)
            arms.append(e.StmtArm(variant, variant_name(arm.variant), self.body(arm.body, inner)))
        otherwise = self.body(node.else_body, scope) if node.else_body is not None else None
        assert subject is not None
        return e.MatchStmt(node, subject, awaited, arms, otherwise)

    def _expect(self, node: n.Expect, scope: Scope) -> e.Stmt:
        return e.ExprStmt(node, self.expr(node.expr, scope))

    def _assign_or_call(self, node: n.AssignOrCall, scope: Scope) -> e.Stmt:
        if node.op is not None and node.value is not None:
            return self._assign(node, node.op, node.value, scope)
        if node.call and len(node.path) == 1:
            return self._bare_call(node, scope)
        return e.ExprStmt(node, self.path_call(node, scope))

    def _assign(self, node: n.AssignOrCall, op: str, value: n.Expr, scope: Scope) -> e.Stmt:
        target = self.path(node.path, scope)
        head = target
        while isinstance(head, e.Member):
            head = head.receiver
        kind = head.kind if isinstance(head, e.Name) else "this"
        return e.Assign(node, node.path, op, self.expr(value, scope), kind, target.type)

    def _bare_call(self, node: n.AssignOrCall, scope: Scope) -> e.Stmt:
        name = node.path[0]
        args = self.positional(node.args, scope)
        member = scope.program.members(scope.owner).get(name) if scope.owner is not None else None
        if member is not None and member[0] == "fn":
            kind = "function"
        else:
            kind = "action" if name in scope.actions else "private-operation"
        return e.CallStmt(node, kind, name, args)

    def positional(self, args: list[n.Expr], scope: Scope) -> list[e.Argument]:
        """The arguments of a call statement, which have no names."""
        return [e.Argument(None, self.expr(argument, scope)) for argument in args]

    def path(self, path: list[str], scope: Scope) -> e.Expr:
        """A dotted target as an expression."""
        result = self.expressions.name(path[0], scope)
        for name in path[1:]:
            found = inference.member_type(scope.program, result.type, name)
            result = e.Member(found, result, name)
        return result

    def path_call(self, node: n.AssignOrCall, scope: Scope) -> e.Expr:
        """`a.b.c(args)` as an expression, or a bare target."""
        if not node.call:
            return self.path(node.path, scope)
        return self.expressions.path_call(node.path, self.positional(node.args, scope), scope)


def owned_call(node: Node | None) -> tuple[str, n.MemberSuffix] | None:
    """`(name, suffix)` of an expression that is exactly `name.method(args)`."""
    if not isinstance(node, n.Postfix) or not isinstance(node.head, n.NameRef) or len(node.suffixes) != 1:
        return None
    suffix = node.suffixes[0]
    return (node.head.name, suffix) if isinstance(suffix, n.MemberSuffix) and suffix.call else None


def criterion_call(node: n.Expr) -> tuple[str, int] | None:
    """The name and the number of arguments of `Name(args)` or a bare `Name`."""
    if isinstance(node, n.NameRef):
        return node.name, 0
    if isinstance(node, n.Postfix) and isinstance(node.head, n.NameRef) and len(node.suffixes) == 1:
        suffix = node.suffixes[0]
        if isinstance(suffix, n.CallSuffix):
            return node.head.name, len(suffix.args)
    return None


_S = StatementLowering
_LOWER: dict[type[Any], Callable[[StatementLowering, Any, Scope], e.Stmt]] = {
    n.Precondition: lambda self, node, scope: e.Precondition(node, self.expr(node.expr, scope)),
    n.Requires: lambda self, node, scope: e.Requires(node, self.expr(node.expr, scope)),
    n.Let: _S._let,
    n.Emit: _S._emit,
    n.For: _S._for,
    n.IfLet: _S._if_let,
    n.Return: lambda self, node, scope: e.Return(node, self.expr(node.value, scope)),
    n.MatchStatement: _S._match,
    n.Expect: _S._expect,
    n.AssignOrCall: _S._assign_or_call,
}


class ProcessLowering(StatementLowering):
    """Lowers the bodies of workflows and handlers, whose statements have forms of their own.

    Only a handler has a result: elsewhere a `return` has no form.
    """

    __slots__ = ("has_result",)

    def __init__(self, expressions: ExpressionLowering, *, has_result: bool = False) -> None:
        super().__init__(expressions)
        self.has_result = has_result

    def statement(self, node: Any, scope: Scope) -> e.Stmt:
        """Lower one statement to its workflow form; what has none is `Unrecognised`."""
        match node:
            case n.Let():
                return self._process_let(node, scope)
            case n.AssignOrCall():
                return self._process_call(node, scope)
            case n.MatchStatement():
                return e.Unrecognised(node, [self.expr(node.subject, scope)])
            case n.Return() if not self.has_result:
                return e.Unrecognised(node, [self.expr(node.value, scope)])
            case _:
                return super().statement(node, scope)

    def _process_let(self, node: n.Let, scope: Scope) -> e.Stmt:
        call = owned_call(node.expr)
        found = self._form(node, call[0], call[1], scope) if call is not None else None
        if found is not None:
            return found
        value = self.expr(node.expr, scope)
        scope.bind(node.name, "let", value.type)
        if isinstance(value, e.Call) and value.kind in ("resource-op", "remote-api-op"):
            return e.ResourceCall(node, value, node.name)
        return e.Let(node, node.name, value)

    def _form(self, node: n.Let, head: str, suffix: n.MemberSuffix, scope: Scope) -> e.Stmt | None:
        """A factory, a run or a load, or `None`."""
        context = scope.context
        aggregate = context.own(head, n.Aggregate)
        if aggregate is not None and suffix.member == "create" and len(suffix.args) == 1:
            given = suffix.args[0]
            if given.name is None and isinstance(given.value, n.Object):
                fields = [e.Argument(f.name, self.expr(f.value, scope)) for f in given.value.fields]
                scope.bind(node.name, "let", t.EntityOf(head, aggregate))
                return e.Factory(node, node.name, head, fields)
        repository = context.own(head, n.Repository)
        if repository is None:
            return None
        found = self._run(node, repository, suffix, scope)
        if found is None:
            args = self.expressions.arguments(suffix.args, scope)
            found = e.Load(node, node.name, head, suffix.member, args)
        given_type = inference.repository_type(scope, repository, suffix.member)
        scope.bind(node.name, "let", given_type)
        return found

    def _run(
        self, node: n.Let, repository: n.Repository, suffix: n.MemberSuffix, scope: Scope
    ) -> e.Stmt | None:
        if suffix.member not in ("run", "findAll") or not suffix.args or suffix.args[0].name is not None:
            return None
        query = suffix.args[0].value
        paged = any(argument.name == "page" for argument in suffix.args)
        written = node.expr.ignoring if isinstance(node.expr, n.Postfix) else None
        ignoring = bypassed(written)
        name = repository.name
        if suffix.member == "run" and isinstance(query, n.RetrievalLiteral):
            if criterion_call(query.where) is None:
                return None
            return e.Run(node, node.name, name, None, None, self.expr(query, scope), 0, paged, ignoring)
        called = criterion_call(query)
        if called is None:
            return None
        is_criterion = suffix.member == "findAll" or (
            scope.context.own(called[0], n.Criterion) is not None
            and scope.context.own(called[0], n.Retrieval) is None
        )
        criterion, retrieval = (called[0], None) if is_criterion else (None, called[0])
        return e.Run(node, node.name, name, retrieval, criterion, None, called[1], paged, ignoring)

    def _process_call(self, node: n.AssignOrCall, scope: Scope) -> e.Stmt:
        if node.op is not None:
            return self._own_assign(node, scope)
        if node.call and len(node.path) == 2:
            return self._two_part_call(node, scope)
        exprs = [self.expr(argument, scope) for argument in node.args]
        return e.Unrecognised(node, exprs)

    def _own_assign(self, node: n.AssignOrCall, scope: Scope) -> e.Stmt:
        name, op = node.path[0], node.op or ":="
        value = self.expr(node.value, scope) if node.value is not None else None
        member = scope.program.members(scope.owner).get(name) if scope.owner is not None else None
        if (
            value is not None
            and len(node.path) == 1
            and not node.call
            and isinstance(scope.owner, n.Workflow)
            and member is not None
            and member[0] == "prop"
            and (op == ":=" or not isinstance(t.required(member[1]), t.ListOf))
        ):
            return e.OwnAssign(node, name, op, value)
        return e.Unrecognised(node, [value] if value is not None else [])

    def _two_part_call(self, node: n.AssignOrCall, scope: Scope) -> e.Stmt:
        head, name = node.path
        context = scope.context
        if head in context.resources or context.own(head, n.DomainService) is not None:
            call = self.path_call(node, scope)
            if isinstance(call, e.Call) and call.kind == "domain-service":
                return e.ServiceCall(node, call)
            if isinstance(call, e.Call):
                return e.ResourceCall(node, call, None)
        args = self.positional(node.args, scope)
        if context.own(head, n.Repository) is not None and name in REPOSITORY_WRITES and args:
            return e.Delete(node, head, name, args)
        return e.OperationCall(node, head, name, args)


def bypassed(written: n.Ignoring | None) -> list[str] | None:
    """The capabilities that an `ignoring` clause names; `["*"]` for all of them, `None` without a clause."""
    if written is None:
        return None
    return ["*"] if written.all else list(written.capabilities)
