"""Repositories, criteria, retrievals, projections and seeds, lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.lower_statements import bypassed
from loomsmith.ddd.model.scopes import Scope, declared_type
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of

if TYPE_CHECKING:
    from loomsmith.ddd.model.lower_aggregates import Lowering
    from loomsmith.ddd.syntax.node import Node

AGGREGATIONS = {"count": 0, "sum": 1, "avg": 1, "min": 1, "max": 1}
"""The aggregations of a select, with the number of their arguments."""

_HIDDEN = frozenset({"internal", "secret", "managed", "token"})


def lower_repositories(context: v.Context, low: Lowering) -> list[v.Repository]:
    """The written repositories in order, then one for each aggregate that has none and is not abstract."""
    members = low.context.node.members if low.context.node is not None else []
    found = [_repository(member, context, low) for member in members if isinstance(member, n.Repository)]
    served = {repository.aggregate for repository in found}
    for aggregate in context.aggregates:
        if not aggregate.abstract and aggregate.name not in served:
            repository = v.Repository(None, f"{aggregate.name}s", aggregate.name, [])
            _complete(repository, aggregate)
            found.append(repository)
    return found


def add_paged_finds(context: v.Context, low: Lowering) -> None:
    """A find for each query handler that reads pages of an aggregate by a criterion; nobody wrote it."""
    repositories = {repository.name: repository for repository in reversed(context.repositories)}
    for handler in context.handlers:
        returns = handler.returns
        if handler.kind != "query" or not isinstance(returns, t.CarrierOf) or returns.carrier != "paged":
            continue
        for run in handler.body:
            if not isinstance(run, e.Run) or run.criterion is None or run.repository not in repositories:
                continue
            criterion = low.context.own(run.criterion, n.Criterion)
            if criterion is None:
                continue
            target = low.context.type_of(criterion.target)
            owner = target.declaration if isinstance(target, t.EntityOf) else None
            aliases = frozenset((criterion.alias,)) if criterion.alias else frozenset()
            params = low.params(criterion.params)
            scope = low.bound(Scope(low.context, owner, target, aliases=aliases), params)
            where = low.expressions.root(criterion.body, scope)
            found = v.Find(None, criterion.name, params, returns, None, where, run.ignoring, True)
            repositories[run.repository].finds.append(found)


def _repository(node: n.Repository, context: v.Context, low: Lowering) -> v.Repository:
    target = low.context.program.links.target_of(node.aggregate)
    owner = target if isinstance(target, n.Aggregate) else None
    scope = Scope(low.context, owner, declared_type(owner) if owner is not None else None)
    finds = [_find(find, low, scope) for find in node.finds]
    repository = v.Repository(node, node.name, node.aggregate.text, finds)
    aggregate = context.aggregate(node.aggregate.text)
    if aggregate is not None:
        _complete(repository, aggregate)
    return repository


def _find(node: n.Find, low: Lowering, scope: Scope) -> v.Find:
    params = low.params(node.params)
    inner = low.bound(scope, params)
    return v.Find(
        node,
        node.name,
        params,
        low.context.type_of(node.return_type),
        low.optional(node.requires, inner),
        low.optional(node.where, inner),
        bypassed(node.ignoring),
    )


def _complete(repository: v.Repository, aggregate: v.Aggregate) -> None:
    """Add the find `all` where none is declared, and note whether audited changes can be read."""
    entity = t.EntityOf(aggregate.name, aggregate.node)
    if repository.find("all") is None:
        plain = aggregate.event_sourced or aggregate.node.extends is not None
        listed = plain or (aggregate.header_shape or "relational") != "relational"
        returns: t.Type = t.ListOf(entity) if listed else t.CarrierOf("paged", entity)
        repository.finds.insert(0, v.Find(None, "all", [], returns, None, None, None, synthesised=True))
    shown = any(f.access not in _HIDDEN for f in aggregate.fields)
    visible = shown or bool(aggregate.containments) or len(aggregate.derived) > 1
    audited = bool(aggregate.audited_actions())
    repository.history = audited and visible and repository.find("history") is None


def lower_criterion(node: n.Criterion, low: Lowering) -> v.Criterion:
    """A criterion; its body is put in place where it is used."""
    return v.Criterion(node, node.name, len(node.params), low.context.type_of(node.target))


def lower_retrieval(node: n.Retrieval, low: Lowering) -> v.Retrieval:
    """A retrieval."""
    target = low.context.type_of(node.target)
    owner = target.declaration if isinstance(target, t.EntityOf | t.ValueObjectOf) else None
    scope = low.bound(Scope(low.context, owner, target), low.params(node.params))
    return v.Retrieval(node, node.name, target, low.expressions.root(node.where, scope))


def lower_projection(node: n.Projection, low: Lowering) -> v.Projection:
    """A projection."""
    own = Scope(low.context, node, declared_type(node))
    fields = [low.field(m, own) for m in members_of(node, n.Property)]
    folds = [_fold(m, low, own) for m in members_of(node, n.EventHandler)]
    source, kind = _source(node, low)
    params = low.params(node.params)
    aliases = frozenset((node.source_alias,)) if node.source_alias else frozenset()
    this = declared_type(source) if source is not None else None
    query = low.bound(Scope(low.context, source, this, aliases=aliases), params)
    for join in node.joins:
        joined = low.context.program.links.target_of(join.aggregate)
        query.bind(join.alias, "param", declared_type(joined) if joined is not None else t.STRING)
    return v.Projection(
        node=node,
        name=node.name,
        key=node.key,
        gate=low.optional(node.requires, low.bound(own, params)),
        fields=fields,
        folds=folds,
        source_kind=kind,
        source=node.source.text if node.source is not None else None,
        where=low.optional(node.where, query),
        ignoring=bypassed(node.ignoring),
        joins=[join.aggregate.text for join in node.joins],
        group_by=[low.expressions.root(expr, query) for expr in node.group_by],
        selects=[_select(select, low, query) for select in node.selects],
        from_macro=node.span is None,
    )


def _source(node: n.Projection, low: Lowering) -> tuple[Node | None, str | None]:
    """What a projection reads from, and whether that is an aggregate, a workflow or a projection."""
    if node.source is None:
        return None, None
    found = low.context.program.links.target_of(node.source)
    if found is None:
        found = low.context.own(node.source.text, n.Aggregate, n.Workflow, n.Projection)
    return found, type(found).__name__.lower() if found is not None else None


def _fold(node: n.EventHandler, low: Lowering, scope: Scope) -> v.Fold:
    inner = scope.nested()
    event = low.context.program.links.target_of(node.event)
    inner.bind(node.param, "param", declared_type(event) if event is not None else t.STRING)
    by = low.optional(node.by, inner)
    return v.Fold(node, node.event.text, by, low.statements.body(node.body, inner))


def _select(node: n.Select, low: Lowering, scope: Scope) -> v.Select:
    expr = low.expressions.root(node.expr, scope)
    aggregation, argument = _aggregation(expr)
    return v.Select(node, node.field, expr, aggregation, argument)


def _aggregation(expr: e.Expr) -> tuple[str | None, e.Expr | None]:
    if isinstance(expr, e.Name) and expr.name == "count" and expr.kind == "unknown":
        return "count", None
    if isinstance(expr, e.Call) and expr.kind == "free" and AGGREGATIONS.get(expr.name) == len(expr.args):
        return expr.name, expr.args[0].value if expr.args else None
    return None, None


def lower_seed(node: n.Seed, low: Lowering) -> v.SeedData:
    """A seed block; its columns see the enum values of the context."""
    scope = Scope(low.context)
    rows = [
        (row.aggregate.text, [(f.name, low.expressions.root(f.value, scope)) for f in row.value.fields])
        for row in node.rows
    ]
    return v.SeedData(node, rows)
