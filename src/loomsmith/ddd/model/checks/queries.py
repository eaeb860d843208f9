"""What a database can be asked: filters, criteria, retrievals, gates, indexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.workspace import later_twins
from loomsmith.ddd.model.storage import data_source
from loomsmith.ddd.vocabulary.intrinsics import INTRINSICS
from loomsmith.ddd.vocabulary.platforms import PLATFORMS

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = ModelFamily()

_QUERYABLE_NAMES = frozenset({"param", "let", "lambda", "this-prop", "enum-value", "current-user"})
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_LOGIC = frozenset({"&&", "||"})
_RESERVED_FINDS = frozenset(name for platform in PLATFORMS.values() for name in platform.find_names)


# Predicates


def is_queryable(expr: e.Expr) -> bool:
    """Whether a database can evaluate the expression as part of a predicate."""
    match expr:
        case e.Literal() | e.This() | e.Id():
            return True
        case e.Name():
            return expr.kind in _QUERYABLE_NAMES
        case e.Paren():
            return is_queryable(expr.inner)
        case e.Unary():
            return expr.op == "!" and is_queryable(expr.operand)
        case e.Chain():
            return _chain_is_queryable(expr)
        case e.Member():
            return _member_is_queryable(expr)
        case e.MethodCall():
            return _method_is_queryable(expr)
        case _:
            return False


def _chain_is_queryable(expr: e.Chain) -> bool:
    operands = [expr.head, *expr.rest]
    if all(op in _COMPARISONS or op in _LOGIC for op in expr.ops):
        return all(map(is_queryable, operands))
    if any(op not in ("+", "-") for op in expr.ops):
        return False
    if expr.ops[0] == "+" and _is_duration(operands[0]):
        operands[:2] = operands[1::-1]
    return _is_time(operands[0]) and all(map(_is_duration, operands[1:]))


def _is_time(expr: e.Expr) -> bool:
    return expr.type == t.DATETIME and is_queryable(expr)


def _is_duration(expr: e.Expr) -> bool:
    if isinstance(expr, e.Paren):
        return _is_duration(expr.inner)
    return (
        isinstance(expr, e.Call)
        and expr.kind == "duration"
        and all(is_queryable(argument.value) for argument in expr.args)
    )


def _member_is_queryable(expr: e.Member) -> bool:
    receiver = expr.receiver
    if isinstance(receiver, e.This):
        return True
    if isinstance(receiver, e.Name):
        return receiver.kind == "current-user"
    return (
        isinstance(receiver, e.Member)
        and isinstance(receiver.receiver, e.This)
        and isinstance(t.required(receiver.type), t.ValueObjectOf)
    )


def _method_is_queryable(expr: e.MethodCall) -> bool:
    if expr.name == "contains" and len(expr.args) == 1 and _is_reference_list(expr.receiver):
        return is_queryable(expr.args[0].value)
    primitive = getattr(t.required(expr.receiver.type), "name", "")
    intrinsic = INTRINSICS.get(primitive, {}).get(expr.name)
    if intrinsic is None or not intrinsic.queryable:
        return False
    if expr.name == "startsWith" and not is_column(expr.receiver):
        return False
    return is_queryable(expr.receiver) and all(is_queryable(argument.value) for argument in expr.args)


def _is_reference_list(expr: e.Expr) -> bool:
    is_field = isinstance(expr, e.Member) and isinstance(expr.receiver, e.This)
    is_field = is_field or (isinstance(expr, e.Name) and expr.kind == "this-prop")
    listed = t.required(expr.type)
    return is_field and isinstance(listed, t.ListOf) and isinstance(listed.element, t.IdOf)


def is_column(expr: e.Expr) -> bool:
    """Whether the expression is a column, perhaps under a function that a database has."""
    match expr:
        case e.Name():
            return expr.kind == "this-prop"
        case e.Member():
            inner = expr.receiver
            return isinstance(inner, e.This) or (
                isinstance(inner, e.Member) and isinstance(inner.receiver, e.This)
            )
        case e.Paren():
            return is_column(expr.inner)
        case e.MethodCall():
            primitive = getattr(t.required(expr.receiver.type), "name", "")
            intrinsic = INTRINSICS.get(primitive, {}).get(expr.name)
            return intrinsic is not None and intrinsic.queryable and is_column(expr.receiver)
        case _:
            return False


def compares_columns(expr: e.Expr) -> bool:
    """Whether some comparison has a column on both sides."""
    for found in e.deep(expr):
        if isinstance(found, e.Chain):
            left = found.head
            for op, right in zip(found.ops, found.rest, strict=False):
                if op in _COMPARISONS and is_column(left) and is_column(right):
                    return True
                left = right
    return False


def unknown_column(expr: e.Expr, aggregate: v.Aggregate, survey: Survey, *, id_is_known: bool) -> str | None:
    """The first column that the aggregate does not have, as written."""
    for found in e.deep(expr):
        if not isinstance(found, e.Member):
            continue
        if isinstance(found.receiver, e.This):
            if found.name == "id" and id_is_known:
                continue
            if aggregate.field(found.name) is None:
                return f"this.{found.name}"
        elif isinstance(found.receiver, e.Member) and isinstance(found.receiver.receiver, e.This):
            outer = aggregate.field(found.receiver.name)
            held = t.required(outer.type) if outer is not None else None
            if isinstance(held, t.ValueObjectOf) and found.name not in survey.stored_names(held.declaration):
                return f"this.{found.receiver.name}.{found.name}"
    return None


# Finds, filters, retrievals


@checks.on(v.Repository)
def finds(repository: v.Repository, survey: Survey) -> None:
    """The finds of a repository: their names, their filters, what they return."""
    context = survey.context
    if context is None:
        return
    aggregate = context.aggregate(repository.aggregate)
    for name in later_twins(find.name for find in repository.finds if find.node is not None):
        message = f"Repository {repository.name} has another find {name!r}."
        survey.report("loom.duplicate-find", f"{context.name}/{repository.name}.{name}", message)
    for find in repository.finds:
        if find.node is None:
            continue
        node = f"{context.name}/{repository.name}.{find.name}"
        if find.name in _RESERVED_FINDS:
            message = f"Repositories have a method {find.name!r} already; choose another name."
            survey.report("loom.find-reserved-name", node, message)
        if find.where is not None:
            _check_where(find.where, aggregate, node, "loom.find-where", survey)
        if isinstance(find.returns, t.UnionOf) and not _is_find_union(find.returns, repository, survey):
            message = (
                f"A find returns {repository.aggregate} or none, or {repository.aggregate} or an error whose "
                "fields are all `resource: string`."
            )
            place = f"{context.name}/repository {repository.name}.{find.name}"
            survey.report("loom.union-find-shape-unsupported", place, message)
        if find.gate is not None:
            place = f"find/{repository.name}.{find.name}"
            _check_gate(find.gate, place, "loom.find-gate-not-current-user", survey)


def _check_where(where: e.Expr, aggregate: v.Aggregate | None, node: str, code: str, survey: Survey) -> None:
    """A filter: it can be run by a database, names columns that are there, compares them with values."""
    if not is_queryable(where):
        message = "A database cannot evaluate this filter: use columns, literals, parameters and comparisons."
        survey.report(f"{code}-not-queryable", node, message)
        return
    if aggregate is not None:
        unknown = unknown_column(where, aggregate, survey, id_is_known=False)
        if unknown is not None:
            message = f"{unknown} is no column of {aggregate.name}: only stored fields are."
            survey.report(f"{code}-unknown-field", node, message)
    if compares_columns(where):
        message = "A comparison in a filter has a column on one side only."
        survey.report(f"{code}-column-column", node, message)


def _is_find_union(union: t.UnionOf, repository: v.Repository, survey: Survey) -> bool:
    if len(union.variants) != 2:
        return False
    first, second = union.variants
    if not (isinstance(first, t.EntityOf) and first.name == repository.aggregate):
        return False
    if isinstance(second, t.NoneOf):
        return True
    return isinstance(second, t.EntityOf) and survey.is_resource_error(second.declaration)


@checks.on(v.Retrieval)
def retrievals(retrieval: v.Retrieval, survey: Survey) -> None:
    """The filter, the order and the loads of a retrieval."""
    context = survey.context
    if context is None:
        return
    node = f"{context.name}/retrieval {retrieval.name}"
    target = retrieval.target
    aggregate = context.aggregate(target.name) if isinstance(target, t.EntityOf) else None
    _check_where(retrieval.where, aggregate, node, "loom.retrieval-where", survey)
    if aggregate is None:
        return
    known = {field.name for field in aggregate.fields} | {held.name for held in aggregate.containments}
    known |= {derived.name for derived in aggregate.derived}
    for item in retrieval.node.sort:
        first = item.path.segments[0].name if item.path.segments else ""
        if first not in known:
            message = f"{aggregate.name} has no {first!r} to sort by."
            survey.report("loom.retrieval-sort-unknown-field", node, message)
    if retrieval.node.loads:
        message = "A retrieval loads its aggregate whole; `loads:` has no effect yet, so leave it out."
        survey.report("loom.retrieval-loads-unsupported", node, message)


@checks.on(v.Aggregate)
def capability_filters(aggregate: v.Aggregate, survey: Survey) -> None:
    """Standing filters run in the database too."""
    for found in aggregate.filters:
        if found.expr is None or found.scope is not None:
            continue
        unknown = None
        if is_queryable(found.expr):
            unknown = unknown_column(found.expr, aggregate, survey, id_is_known=True)
            if unknown is None:
                continue
        message = (
            f"A filter of {aggregate.name} names {unknown}, which is no column."
            if unknown is not None
            else f"A filter of {aggregate.name} is more than a database can evaluate."
        )
        survey.report("loom.criterion-not-selectable", f"{aggregate.context}/{aggregate.name}", message)


# Gates


def _check_gate(gate: e.Expr, node: str, code: str, survey: Survey) -> None:
    """A gate is asked before anything is loaded: it knows the current user and nothing else."""
    stray = next(_stray_names(gate), None)
    if stray is not None:
        message = f"The gate names {stray!r}: it is asked before anything is read, and knows the user alone."
        survey.report(code, node, message)


def _stray_names(gate: e.Expr) -> Iterator[str]:
    for expr in e.deep(gate):
        if isinstance(expr, e.Name):
            if expr.kind not in ("current-user", "enum-value", "lambda", "own-fn", "workflow-fn"):
                yield expr.name
        elif isinstance(expr, e.This | e.Id):
            yield "this" if isinstance(expr, e.This) else "id"


@checks.on(v.Context)
def gates(context: v.Context, survey: Survey) -> None:
    """The gates of projections and workflows, and the masks of fields."""
    for projection in context.projections:
        if projection.gate is not None:
            node = f"projection/{projection.name}"
            _check_gate(projection.gate, node, "loom.projection-gate-not-current-user", survey)
    for workflow in context.workflows:
        if workflow.gate is not None:
            node = f"workflow/{workflow.name}"
            _check_gate(workflow.gate, node, "loom.workflow-gate-not-current-user", survey)
    for aggregate in context.aggregates:
        for field in aggregate.fields:
            if field.mask is not None:
                node = f"{context.name}/{aggregate.name}.{field.name}"
                _check_gate(field.mask, node, "loom.field-mask-not-current-user", survey)


# Seeds and indexes


@checks.on(v.Context)
def raw_seeds(context: v.Context, survey: Survey) -> None:
    """The rows of a raw seed are written to the table as they stand."""
    for seed in context.seeds:
        if not seed.node.raw:
            continue
        node = f"{context.name}/seed {seed.node.dataset or 'default'}"
        for _, columns in seed.rows:
            for name, value in columns:
                if not _is_plain(value):
                    message = f"Column {name!r} of a raw row must be a literal, an enum value or now()."
                    survey.report("loom.seed-raw-non-literal-column", node, message)


def _is_plain(expr: e.Expr) -> bool:
    if isinstance(expr, e.Unary):
        return expr.op == "-" and isinstance(expr.operand, e.Literal)
    return isinstance(expr, e.Literal) or (isinstance(expr, e.Name) and expr.kind == "enum-value")


@checks.on(v.Aggregate)
def missing_indexes(aggregate: v.Aggregate, survey: Survey) -> None:
    """Fields that queries read and no index covers."""
    system, context = survey.system, survey.context
    if system is None or context is None or aggregate.abstract or aggregate.event_sourced:
        return
    if aggregate.header_shape == "document":
        return
    wheres = [
        find.where
        for repository in context.repositories
        if repository.aggregate == aggregate.name
        for find in repository.finds
        if find.where is not None
    ]
    wheres += [found.expr for found in aggregate.filters if found.expr is not None]
    read = {name for where in wheres for name in _fields_read(where)}
    covered = {unique.columns[0] for unique in aggregate.uniques if unique.columns}
    if "tenantOwned" in aggregate.capabilities:
        covered.add("tenantId")
    resource = data_source(system, aggregate)
    for index in resource.node.indexes if resource is not None else ():
        if index.entity == aggregate.name and index.columns:
            covered.add(index.columns[0])
    for field in aggregate.fields:
        inner = t.required(field.type)
        plain = inner != t.BOOL and not isinstance(inner, t.IdOf)
        if plain and field.name in read and field.name not in covered:
            spec = f"{aggregate.name}.{field.name}"
            message = f"Queries read {field.name!r} and no index covers it: add `index: [{spec}]`."
            survey.report("loom.index-suggestion", f"{context.name}/{aggregate.name}", message)


def _fields_read(where: e.Expr) -> Iterator[str]:
    for expr in e.deep(where):
        if (isinstance(expr, e.Member) and isinstance(expr.receiver, e.This)) or (
            isinstance(expr, e.Name) and expr.kind == "this-prop"
        ):
            yield expr.name
