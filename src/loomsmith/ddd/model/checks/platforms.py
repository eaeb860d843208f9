"""What single platforms and persistence adapters cannot do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.workflows import reads_user, statements_of
from loomsmith.ddd.model.storage import saving_shape
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

checks = ModelFamily()

_PLAIN_OPERATIONS = frozenset({"create", "update", "delete", "destroy", "list", "get"})


class _Host:
    """A backend, its node in messages, and the contexts that it hosts."""

    def __init__(self, deployable: v.Deployable, system: v.System, survey: Survey) -> None:
        self.deployable = deployable
        self.system = system
        self.survey = survey
        self.contexts = survey.hosted(system, deployable)
        self.node = f"{system.name}/{deployable.name}"

    def report(self, code: str, message: str) -> None:
        self.survey.report(f"loom.{code}", self.node, message)


@checks.on(v.Deployable)
def platforms(deployable: v.Deployable, survey: Survey) -> None:
    """The limits of the platform and of its persistence adapter."""
    system = survey.system
    if system is None or not survey.is_backend(deployable):
        return
    host = _Host(deployable, system, survey)
    _check_bypasses(host)
    by_platform: dict[str, Callable[[_Host], None]] = {"elixir": _check_elixir, "java": _check_java}
    by_adapter: dict[str, Callable[[_Host], None]] = {"dapper": _check_dapper, "mikroorm": _check_mikroorm}
    for check in (by_platform.get(deployable.platform), by_adapter.get(deployable.persistence or "")):
        if check is not None:
            check(host)


# Filters that are ignored


def _check_bypasses(host: _Host) -> None:
    for context in host.contexts:
        for aggregate, names in _bypasses(context):
            brought = {found.capability for found in aggregate.filters}
            for name in names:
                if name == "*":
                    continue
                if name not in aggregate.capabilities:
                    message = f"{aggregate.name} does not carry {name!r}, whose filter is ignored."
                    host.report("filter-bypass-unknown-capability", message)
                elif name not in brought:
                    message = f"{name!r} brings no filter to {aggregate.name} that could be ignored."
                    host.report("filter-bypass-no-filter", message)


def _bypasses(context: v.Context) -> Iterator[tuple[v.Aggregate, list[str]]]:
    repositories = {repository.name: repository for repository in reversed(context.repositories)}
    for repository in context.repositories:
        aggregate = context.aggregate(repository.aggregate)
        for find in repository.finds:
            if aggregate is not None and find.ignoring:
                yield aggregate, find.ignoring
    for workflow in context.workflows:
        for body in statements_of(workflow):
            for statement in e.all_statements(body):
                if isinstance(statement, e.Run) and statement.ignoring:
                    run_over = repositories.get(statement.repository)
                    aggregate = context.aggregate(run_over.aggregate) if run_over is not None else None
                    if aggregate is not None:
                        yield aggregate, statement.ignoring
    for projection in context.projections:
        if projection.query_time and projection.ignoring and projection.source_kind == "aggregate":
            aggregate = context.aggregate(projection.source or "")
            if aggregate is not None:
                yield aggregate, projection.ignoring


# Elixir


def _check_elixir(host: _Host) -> None:
    for context in host.contexts:
        for aggregate in context.aggregates:
            _check_calls_in_place(aggregate, host)
            if saving_shape(host.system, aggregate) == "document":
                _check_document(aggregate, context, host)


def _check_calls_in_place(aggregate: v.Aggregate, host: _Host) -> None:
    """A sibling operation is called by a `return` alone."""
    for operation in aggregate.operations:
        for statement in e.all_statements(operation.body):
            roots = list(e.own_exprs(statement))
            if isinstance(statement, e.Return) and isinstance(statement.value, e.Call):
                roots = [argument.value for argument in statement.value.args]
            calls = [x for x in e.deep(*roots) if isinstance(x, e.Call) and x.kind == "private-operation"]
            stray = len(calls)
            if isinstance(statement, e.CallStmt) and statement.kind == "private-operation":
                stray += any(other.name == statement.name for other in aggregate.operations)
            for _ in range(stray):
                message = f"{operation.name!r} calls a sibling operation other than as its whole result."
                host.report("vanilla-op-call-position", message)


def _check_document(aggregate: v.Aggregate, context: v.Context, host: _Host) -> None:
    simple_functions = all(
        function.block is None and _is_plain(function.expr, aggregate, functions=True)
        for function in aggregate.functions
    )
    for operation in aggregate.operations:
        runs = all(_is_plain_statement(s, aggregate, simple_functions) for s in operation.body)
        if operation.name not in _PLAIN_OPERATIONS and not runs:
            message = f"{aggregate.name} is a document: elixir cannot run the operation {operation.name!r}."
            host.report("vanilla-document-unsupported", message)
    for repository in context.repositories:
        for find in repository.finds if repository.aggregate == aggregate.name else ():
            runs = _is_plain(find.where, aggregate, functions=simple_functions)
            if find.name != "all" and not runs:
                message = f"{aggregate.name} is a document: elixir cannot run the find {find.name!r}."
                host.report("vanilla-document-unsupported", message)


def _is_plain_statement(statement: e.Stmt, aggregate: v.Aggregate, functions: bool) -> bool:
    match statement:
        case e.Assign():
            held = {c.name for c in aggregate.containments}
            field = aggregate.field(statement.path[0])
            if len(statement.path) > 1 or (field is not None and field.provenanced):
                return False
            listed = isinstance(t.required(statement.target_type or t.STRING), t.ListOf)
            if statement.op != ":=" and listed and statement.path[0] not in held:
                return False
        case e.CallStmt() | e.MatchStmt():
            return False
    return all(_is_plain(expr, aggregate, functions=functions) for expr in e.own_exprs(statement))


def _is_plain(expr: e.Expr | None, aggregate: v.Aggregate, *, functions: bool) -> bool:
    """Scalar reads, arithmetic, comparisons, ternaries, conversions, and functions made of these."""
    for found in e.deep(expr):
        match found:
            case (
                e.Literal()
                | e.Chain()
                | e.Unary()
                | e.Paren()
                | e.Ternary()
                | e.Convert()
                | e.This()
                | e.Id()
            ):
                continue
            case e.Name() if found.kind not in ("this-derived", "unknown"):
                continue
            case e.Member() if isinstance(found.receiver, e.This) or _is_user(found.receiver):
                continue
            case e.Member() if isinstance(t.required(found.receiver.type), t.ValueObjectOf):
                continue
            case e.Record() | e.ObjectValue() | e.Template():
                continue
            case e.Call() if found.kind == "function" and functions:
                continue
            case e.Call() if found.kind == "constructor":
                continue
            case e.MethodCall() if isinstance(t.required(found.receiver.type), t.Primitive):
                continue
            case _:
                return False
    return True


def _is_user(expr: e.Expr) -> bool:
    return isinstance(expr, e.Name) and expr.kind == "current-user"


# Java


def _check_java(host: _Host) -> None:
    for context in host.contexts:
        for workflow in context.workflows:
            if workflow.correlation is not None:
                for field in workflow.state:
                    if isinstance(t.element(field.type), t.EntityOf):
                        message = f"{workflow.name}.{field.name} holds an entity, which java cannot show."
                        host.report("java-workflow-instance-field-unsupported", message)
        for projection in context.projections:
            for name in _entity_fields(projection, context):
                message = f"{projection.name}.{name} holds an entity, which java cannot show."
                host.report("java-projection-field-unsupported", message)


def _entity_fields(projection: v.Projection, context: v.Context) -> Iterator[str]:
    for field in projection.fields:
        if isinstance(t.element(field.type), t.EntityOf):
            yield field.name
    source = context.aggregate(projection.source or "") if projection.shorthand else None
    for held in source.containments if source is not None else ():
        yield held.name


# Persistence adapters


def _migrates(host: _Host) -> bool:
    """Whether a migration block touches a hosted context, or runs SQL."""
    hosted = {aggregate.node for context in host.contexts for aggregate in context.aggregates}
    names = {getattr(node, "name", "") for node in hosted}
    for block in host.survey.model.migrations:
        for step in block.steps:
            if isinstance(step, n.SqlStep):
                return True
            ref = step.aggregate if isinstance(step, n.ColumnStep) else step.to_aggregate
            if ref.text in names:
                return True
    return False


def _check_dapper(host: _Host) -> None:
    for context in host.contexts:
        for projection in context.projections:
            source = context.aggregate(projection.source or "")
            if source is None or not any(select.aggregation for select in projection.selects):
                continue
            own_table_base = source.abstract and source.layout == "ownTable"
            if source.event_sourced or own_table_base or (saving_shape(host.system, source) == "document"):
                message = f"dapper cannot total {source.name} for {projection.name}: it has no table of rows."
                host.report("dapper-unsupported", message)
        for aggregate in context.aggregates:
            scoped = any(found.scope == "subtree" for found in aggregate.filters)
            if scoped and saving_shape(host.system, aggregate) != "document":
                message = f"dapper cannot filter {aggregate.name} by the tenants below."
                host.report("dapper-unsupported", message)
    if _migrates(host):
        host.report("dapper-unsupported", "dapper has no migrations: the steps of `migration` would not run.")


def _check_mikroorm(host: _Host) -> None:
    for context in host.contexts:
        for aggregate in context.aggregates:
            if any(found.scope == "subtree" for found in aggregate.filters):
                message = f"mikroorm cannot filter {aggregate.name} by the tenants below."
                host.report("mikroorm-unsupported", message)
            if aggregate.abstract and (aggregate.parts or aggregate.containments):
                message = f"mikroorm cannot keep parts of the abstract {aggregate.name}."
                host.report("mikroorm-unsupported", message)
        for name, where in _predicates(context):
            if not _is_simple_predicate(where):
                message = f"mikroorm runs comparisons and logic; {name} is more."
                host.report("find-predicate-unsupported", message)
    if _migrates(host):
        message = "mikroorm makes its own migrations: the steps of `migration` would not run."
        host.report("mikroorm-unsupported", message)


def _predicates(context: v.Context) -> Iterator[tuple[str, e.Expr]]:
    for repository in context.repositories:
        for find in repository.finds:
            if find.where is not None and not find.synthesised:
                yield f"the find {find.name!r}", find.where
    for retrieval in context.retrievals:
        yield f"the retrieval {retrieval.name!r}", retrieval.where
    for projection in context.projections:
        if projection.query_time and projection.where is not None:
            yield f"the projection {projection.name!r}", projection.where
    for aggregate in context.aggregates:
        for found in aggregate.filters:
            if found.expr is not None and not reads_user(found.expr):
                yield f"a filter of {aggregate.name}", found.expr


def _is_simple_predicate(expr: e.Expr) -> bool:
    """Comparisons of a column with a value, bare columns, negation and logic."""
    match expr:
        case e.Paren():
            return _is_simple_predicate(expr.inner)
        case e.Unary():
            return expr.op == "!" and _is_simple_predicate(expr.operand)
        case e.Chain() if all(op in ("&&", "||") for op in expr.ops):
            return all(map(_is_simple_predicate, (expr.head, *expr.rest)))
        case e.Chain():
            return all(map(_is_simple_operand, (expr.head, *expr.rest)))
        case e.Name():
            return expr.kind == "this-prop"
        case e.Member():
            return not _is_user(expr.receiver)
        case _:
            return False


def _is_simple_operand(expr: e.Expr) -> bool:
    match expr:
        case e.Paren():
            return _is_simple_operand(expr.inner)
        case e.Member():
            return not _is_user(expr.receiver)
        case e.Literal() | e.Name() | e.Id():
            return True
        case _:
            return False
