"""Workflows, handlers and domain services, lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.lower_aggregates import lower_applier
from loomsmith.ddd.model.lower_statements import ProcessLowering
from loomsmith.ddd.model.scopes import Scope, declared_type
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of

if TYPE_CHECKING:
    from loomsmith.ddd.model.lower_aggregates import Lowering


def lower_workflow(node: n.Workflow, low: Lowering) -> v.Workflow:
    """A workflow: its state, and what starts and continues it."""
    scope = low.scope(node)
    processes = ProcessLowering(low.expressions)
    state = [low.field(m, scope) for m in members_of(node, n.Property)]
    starters = [
        _starter(m, low, scope, processes)
        for m in node.members
        if isinstance(m, n.WorkflowCreate | n.Handle | n.EventHandler)
    ]
    return v.Workflow(
        node=node,
        name=node.name,
        event_sourced=node.event_sourced,
        transactional=node.transactional,
        gate=low.optional(node.requires, scope),
        state=state,
        id_fields=[field for field in state if isinstance(field.type, t.IdOf)],
        creates=[starter for starter in starters if starter.kind == "create"],
        handles=[starter for starter in starters if starter.kind == "handle"],
        handlers=[starter for starter in starters if starter.kind == "on"],
        appliers=[lower_applier(m, low, scope) for m in members_of(node, n.Apply)],
        functions=low.functions(node.members, scope),
    )


def _starter(
    node: n.WorkflowCreate | n.Handle | n.EventHandler,
    low: Lowering,
    scope: Scope,
    processes: ProcessLowering,
) -> v.Starter:
    links = low.context.program.links
    if isinstance(node, n.EventHandler):
        kind, name = "on", node.event.text
        event = links.target_of(node.event)
        params = [v.Param(node.param, declared_type(event) if event is not None else t.STRING)]
    else:
        kind = "handle" if isinstance(node, n.Handle) else "create"
        name = node.name or "create"
        params = low.params(node.params)
    inner = low.bound(scope, params)
    by = low.optional(getattr(node, "by", None), inner)
    body = processes.body(node.body, inner)
    requires: n.Expr | None = getattr(node, "requires", None)
    if requires is not None:
        body.insert(0, e.Requires(node, low.expressions.root(requires, inner)))
    started_by = name if kind == "on" else None
    if kind == "create" and by is not None:
        started_by = _event_name(node, params)
    canonical = kind == "create" and getattr(node, "name", None) is None
    return v.Starter(node, kind, name, canonical, params, started_by, by, body)


def _event_name(node: Any, params: list[v.Param]) -> str:
    """The event that triggers a create: the type of its parameter."""
    if not params:
        return ""
    named = params[0].type
    if isinstance(named, t.EntityOf):
        return named.name
    base = node.params[0].type.head.base
    return base.target.text if isinstance(base, n.NamedType) else ""


def lower_handler(node: n.Handler, low: Lowering) -> v.Handler:
    """A command or query handler; its `return` is its result and no statement."""
    params = low.params(node.params)
    processes = ProcessLowering(low.expressions, has_result=True)
    scope = low.bound(Scope(low.context), params)
    body: list[e.Stmt] = []
    result: e.Expr | None = None
    for statement in processes.body(node.body or [], scope):
        if isinstance(statement, e.Return):
            result = statement.value
        else:
            body.append(statement)
    returns = low.context.type_of(node.return_type) if node.return_type is not None else None
    return v.Handler(node, node.kind, node.name, node.extern, params, returns, body, result)


def lower_service(node: n.DomainService, low: Lowering) -> v.Service:
    """A domain service, inside which repositories are read."""
    operations = []
    for member in node.members:
        if isinstance(member, n.ServiceOperation):
            params = low.params(member.params)
            scope = low.bound(Scope(low.context, service=True), params)
            returns = low.context.type_of(member.return_type) if member.return_type is not None else None
            body = low.statements.body(member.body, scope)
            operations.append(v.ServiceOperation(member, member.name, params, returns, body))
    return v.Service(node, node.name, operations)
