"""Handlers, routes, domain services, and where resources may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.places import actions, owners, rules
from loomsmith.ddd.model.checks.system_tables import by_name
from loomsmith.ddd.model.lower_statements import REPOSITORY_WRITES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.syntax.node import Node

checks = ModelFamily()


# Handlers and routes


_EFFECTS = e.Emit | e.Factory | e.OperationCall | e.Delete | e.OwnAssign | e.ServiceCall


def mutates(handler: v.Handler, context: v.Context, survey: Survey) -> bool:
    """Whether a handler changes something: it saves what it loaded, creates, emits, deletes or calls."""
    statements = list(e.all_statements(handler.body))
    if any(isinstance(statement, _EFFECTS) for statement in statements):
        return True
    loaded = {statement.name for statement in statements if isinstance(statement, e.Load)}
    if not loaded or not context.services:
        return False
    changed_by = survey.once("parameters changed by services", context, _changed_by_services)
    exprs = (*e.deep_exprs(handler.body), *e.deep(handler.result))
    for call in exprs:
        if isinstance(call, e.Call) and call.declaration in changed_by:
            for given, changes in zip(call.args, changed_by[call.declaration], strict=False):
                if changes and isinstance(given.value, e.Name) and given.value.name in loaded:
                    return True
    return False


@checks.on(v.Handler)
def handlers(handler: v.Handler, survey: Survey) -> None:
    """Parameters, what queries may not do, and how much a command may change."""
    context = survey.context
    if context is None:
        return
    node = f"{context.name}/{handler.name}"
    if any(param.name == "id" for param in handler.params):
        message = "A handler parameter cannot be named `id`; say whose id it is."
        survey.report("loom.handler-param-reserved-id", node, message)
    if handler.extern:
        return
    if handler.kind == "query" and mutates(handler, context, survey):
        message = f"The query {handler.name!r} changes something; only commands may."
        survey.report("loom.query-handler-saves", node, message)
    if handler.kind == "command":
        touched = sorted(set(_touched(handler, context)))
        if len(touched) > 1:
            message = (
                f"The command {handler.name!r} touches {', '.join(touched)}: one aggregate a transaction."
            )
            survey.report("loom.command-handler-multi-aggregate", node, message)


def _touched(handler: v.Handler, context: v.Context) -> Iterator[str]:
    repositories = {repository.name: repository.aggregate for repository in context.repositories}
    for statement in e.all_statements(handler.body):
        match statement:
            case e.Factory():
                yield statement.aggregate
            case e.Load() | e.Run() | e.Delete():
                yield repositories.get(statement.repository, statement.repository)
            case e.Branch() if statement.repository is not None:
                yield repositories.get(statement.repository, statement.repository)
            case e.Loop() if statement.element is not None:
                yield statement.element


@checks.on(v.Api)
def routes(api: v.Api, survey: Survey) -> None:
    """Each route leads to a handler, and reading routes to handlers that only read."""
    system = survey.system.name if survey.system is not None else ""
    contexts = survey.once("contexts by name", survey.model, lambda model: by_name(model.contexts()))
    for route in api.node.routes:
        found = contexts.get(route.context.text)
        handler = next((h for h in found.handlers if h.name == route.handler), None) if found else None
        handle = any(
            starter.name == route.handler for w in (found.workflows if found else ()) for starter in w.handles
        )
        if handler is None and not handle:
            message = (
                f"{route.context.text} has no handler {route.handler!r} for {route.method} {route.path}."
            )
            survey.report("loom.route-handler-unresolved", f"{system}/{api.name}", message)
        elif route.method == "GET":
            writes = (
                found is not None
                and handler is not None
                and handler.kind == "command"
                and not handler.extern
                and mutates(handler, found, survey)
            )
            if writes or (handle and handler is None):
                message = f"GET {route.path} leads to {route.handler!r}, which changes something: use POST."
                survey.report("loom.read-context-repo-write", f"{system}/{api.name}", message)


# Domain services


@checks.on(v.Service)
def services(service: v.Service, survey: Survey) -> None:
    """A domain service computes across aggregates; it changes none, emits nothing, starts nothing."""
    context = survey.context
    if context is None:
        return
    repositories = {repository.name for repository in context.repositories}
    workflows = {workflow.name for workflow in context.workflows}
    for operation in service.operations:
        node = f"{context.name}/{service.name}.{operation.name}"
        for statement in operation.body:
            if isinstance(statement, e.Emit):
                message = f"A domain service does not emit {statement.name}: let an operation do it."
                survey.report("loom.domain-service-no-emit", node, message)
            elif isinstance(statement, e.Assign):
                message = f"A domain service does not assign {'.'.join(statement.path)}: call an operation."
                survey.report("loom.domain-service-no-mutation", node, message)
        for expr in e.deep_exprs(operation.body):
            receiver = expr.receiver if isinstance(expr, e.MethodCall) else None
            if not isinstance(expr, e.MethodCall) or not isinstance(receiver, e.Name):
                continue
            if receiver.name in repositories and expr.name in REPOSITORY_WRITES:
                message = f"A domain service reads from {receiver.name}; it does not {expr.name}."
                survey.report("loom.domain-service-no-repo-write", node, message)
            if receiver.name in workflows:
                message = f"A domain service does not start the workflow {receiver.name}."
                survey.report("loom.domain-service-no-workflow-start", node, message)
    alone = [len(o.params) == 1 and isinstance(o.params[0].type, t.EntityOf) for o in service.operations]
    if alone and all(alone):
        message = "Every operation works on one aggregate alone: it belongs into that aggregate."
        survey.report("loom.domain-service-single-aggregate", f"{context.name}/{service.name}", message)


@checks.on(v.Aggregate)
def services_called_by_aggregates(aggregate: v.Aggregate, survey: Survey) -> None:
    """An aggregate may call a service that only computes."""
    context = survey.context
    if context is None:
        return
    if not context.services:
        return
    impure = survey.once("impure services", context, _impure_services)
    for action in actions(aggregate):
        for expr in e.deep_exprs(action.body):
            if isinstance(expr, e.Call) and expr.kind == "domain-service" and expr.owner in impure:
                message = (
                    f"{expr.owner} reads or changes other aggregates: call it from a workflow or a handler."
                )
                node = f"{context.name}/{aggregate.name}.{action.name}"
                survey.report("loom.domain-service-infra-call-from-aggregate", node, message)


def _impure_services(context: v.Context) -> set[str]:
    changing = _changing_operations(context)
    return {service.name for service in context.services if not _is_pure(service, changing)}


def _changed_by_services(context: v.Context) -> dict[Node | None, list[bool]]:
    """For each operation of a service, which of its parameters it changes."""
    changing = _changing_operations(context)
    found: dict[Node | None, list[bool]] = {}
    for service in context.services:
        for operation in service.operations:
            changed = _changed_parameters(operation, changing)
            found[operation.node] = [param.name in changed for param in operation.params]
    return found


def _is_pure(service: v.Service, changing: set[tuple[str, str]]) -> bool:
    for operation in service.operations:
        if any(isinstance(statement, e.Assign) for statement in operation.body):
            return False
        if any(isinstance(x, e.Call) and x.kind == "repo-read" for x in e.deep_exprs(operation.body)):
            return False
        if _changed_parameters(operation, changing):
            return False
    return True


def _changing_operations(context: v.Context) -> set[tuple[str, str]]:
    """The operations that assign something, as (aggregate, operation)."""
    return {
        (aggregate.name, operation.name)
        for aggregate in context.aggregates
        for operation in aggregate.operations
        if any(isinstance(statement, e.Assign) for statement in operation.body)
    }


def _changed_parameters(operation: v.ServiceOperation, changing: set[tuple[str, str]]) -> set[str]:
    """The parameters of a service's operation that it assigns to, or calls a changing operation on."""
    found = {s.path[0] for s in operation.body if isinstance(s, e.Assign)}
    for expr in e.deep_exprs(operation.body):
        receiver = expr.receiver if isinstance(expr, e.MethodCall) else None
        if isinstance(expr, e.MethodCall) and isinstance(receiver, e.Name) and receiver.kind == "param":
            owner = getattr(receiver.type, "name", "")
            if (owner, expr.name) in changing:
                found.add(receiver.name)
    return found & {param.name for param in operation.params}


# Resources


@checks.on(v.Context)
def resources_outside_processes(context: v.Context, survey: Survey) -> None:
    """Resources are used by workflows, handlers and services; the model itself does not reach outside."""
    for place, exprs in _inner_places(context, survey):
        used = dict.fromkeys(
            f"{expr.owner}.{expr.name}"
            for expr in exprs
            if isinstance(expr, e.Call) and expr.kind in ("resource-op", "remote-api-op")
        )
        for call in used:
            message = f"{call} reaches outside: call it from a workflow or a handler."
            survey.report("loom.resource-op-outside-workflow", f"{context.name}/{place}", message)


def _inner_places(context: v.Context, survey: Survey) -> Iterator[tuple[str, list[e.Expr]]]:
    for aggregate in context.aggregates:
        for action in actions(aggregate):
            exprs = list(e.deep_exprs(action.body))
            if isinstance(action, v.Operation):
                exprs += e.deep(action.when)
            yield f"{aggregate.name}.{action.name}", exprs
    for owner in owners(context, survey):
        for place, roots, statements in rules(owner):
            yield place, [*e.deep(*roots), *e.deep_exprs(statements)]
    for repository in context.repositories:
        for find in repository.finds:
            if find.node is not None:
                yield f"repository[{repository.name}].find[{find.name}]", list(e.deep(find.where))
