"""Projections: keys, folds, sources, groups and selects."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey

if TYPE_CHECKING:
    from collections.abc import Callable

checks = ModelFamily()

_GROUPED_ROWS = "Groups are made of the rows of an aggregate."


@checks.on(v.Projection)
def keys_and_folds(projection: v.Projection, survey: Survey) -> None:
    """How rows are found, and what folds events into them."""
    report = _reporter(projection, survey)
    key = next((field for field in projection.fields if field.name == projection.key), None)
    if projection.key is not None:
        if key is None:
            report("projection-key-unknown", f"There is no field {projection.key!r} to be keyed by.")
        elif not isinstance(t.required(key.type), t.IdOf):
            report("projection-key-not-id", f"The key {key.name!r} is not of an id type.")
    for event, count in Counter(fold.event for fold in projection.folds).items():
        for _ in range(count - 1):
            report("projection-duplicate-on", f"The event {event!r} is folded already.")
    events = {event.name: event for event in survey.context.events} if survey.context is not None else {}
    for fold in projection.folds:
        event_record = events.get(fold.event)
        keyless = event_record is not None and all(f.name != projection.key for f in event_record.fields)
        if fold.by is None and keyless:
            report(
                "projection-event-unkeyed", f"The event {fold.event!r} has no {projection.key!r}: say `by`."
            )
        for statement in e.all_statements(fold.body):
            if isinstance(statement, e.Emit | e.CallStmt | e.Precondition | e.Requires):
                report("projection-fold-impure", f"Folding {fold.event!r} may only assign.")
        if fold.event not in survey.carried:
            report("projection-event-uncarried", f"No channel carries {fold.event!r}, so it never arrives.")
    if projection.node.source is not None and projection.folds:
        report(
            "projection-query-and-fold-invalid", "A projection reads from a source or folds events, not both."
        )


@checks.on(v.Projection)
def sources(projection: v.Projection, survey: Survey) -> None:
    """What a projection reads from, and what that allows."""
    report = _reporter(projection, survey)
    if projection.query_time and projection.fields and not projection.selects:
        report(
            "projection-fields-without-select", "Fields are declared, but nothing selects values for them."
        )
    if projection.shorthand and projection.source_kind in ("workflow", "projection"):
        report(
            "projection-shorthand-nonaggregate", "Only an aggregate can be shown as it is: select its fields."
        )
    if projection.source_kind == "workflow":
        _check_workflow_source(projection, survey)
    elif projection.source_kind == "projection":
        _check_projection_source(projection, survey)


def _check_workflow_source(projection: v.Projection, survey: Survey) -> None:
    report = _reporter(projection, survey)
    found = survey.context.workflows if survey.context is not None else []
    workflow = next((w for w in found if w.name == projection.source), None)
    if workflow is None:
        return
    if workflow.correlation is None:
        message = f"{workflow.name} has no state field of an id type, so its instances cannot be read."
        report("projection-workflow-source-not-observable", message)
        return
    if workflow.event_sourced:
        message = f"{workflow.name} is event-sourced: its instances are kept as events."
        report("projection-workflow-source-eventsourced-invalid", message)
    if projection.joins:
        report("projection-workflow-source-join-invalid", "A projection of a workflow joins nothing.")
    if projection.ignoring is not None:
        message = "The instances of a workflow have no standing filters to ignore."
        report("projection-workflow-source-ignoring-no-effect", message)


def _check_projection_source(projection: v.Projection, survey: Survey) -> None:
    report = _reporter(projection, survey)
    if projection.source == projection.name:
        report("projection-source-self", "A projection cannot read from itself.")
        return
    found = survey.context.projections if survey.context is not None else []
    source = next((p for p in found if p.name == projection.source), None)
    if source is None:
        return
    if not source.folds:
        message = f"{source.name} is computed when it is read; read from what it reads from."
        report("projection-source-not-materialized", message)
        return
    if projection.joins:
        report("projection-source-join-invalid", "A projection of a projection joins nothing.")
    if projection.ignoring is not None:
        message = "The rows of a projection have no standing filters to ignore."
        report("projection-source-ignoring-no-effect", message)


@checks.on(v.Projection)
def selects(projection: v.Projection, survey: Survey) -> None:
    """What is selected, by itself and for each group."""
    report = _reporter(projection, survey)
    if projection.folds:
        if projection.group_by and not _can_be_grouped(projection):
            report("projection-groupby-source-invalid", _GROUPED_ROWS)
        return
    aggregations = [select for select in projection.selects if select.aggregation is not None]
    plain = [select for select in projection.selects if select.aggregation is None]
    if not projection.group_by and aggregations and plain:
        report(
            "projection-groupby-missing", "Some selects are totals and some are not: `group by` the others."
        )
    for select in aggregations:
        if select.argument is not None and not isinstance(select.argument, e.Member):
            message = f"`{select.aggregation}` takes a column, written with the alias: `o.field`."
            report("projection-aggregate-arg-not-columnar", message)
    for select in plain:
        if any(_is_unresolved(expr) for expr in e.deep(select.expr)):
            message = f"The select of {select.field!r} names something that is not there."
            report("projection-select-unresolved", message)
    if projection.group_by:
        _check_groups(projection, survey, plain, bool(aggregations))


def _is_unresolved(expr: e.Expr) -> bool:
    if isinstance(expr, e.Name):
        return expr.kind == "unknown"
    return isinstance(expr, e.Call) and expr.kind == "free"


def _can_be_grouped(projection: v.Projection) -> bool:
    return projection.source is not None and projection.source_kind not in ("workflow", "projection")


def _check_groups(
    projection: v.Projection, survey: Survey, plain: list[v.Select], has_aggregation: bool
) -> None:
    report = _reporter(projection, survey)
    if not _can_be_grouped(projection):
        report("projection-groupby-source-invalid", _GROUPED_ROWS)
        return
    if projection.key is not None:
        report("projection-groupby-keyed-invalid", "A grouped projection has no key.")
    if projection.joins:
        report("projection-groupby-join-invalid", "A grouped projection joins nothing.")
    if not has_aggregation:
        report("projection-groupby-no-aggregate", "Groups are counted or summed; no select does.")
    keys = set()
    for expr in projection.group_by:
        column = _group_column(expr)
        if column is None:
            message = "A group is made by a column, or by the day of a time: `o.at.startOfDay()`."
            report("projection-groupby-key-not-columnar", message)
        else:
            keys.add(column)
    for select in plain:
        if _group_column(select.expr) not in keys:
            message = f"{select.field!r} is neither a total nor what the groups are made by."
            report("projection-groupby-select-not-grouped", message)


def _group_column(expr: e.Expr) -> tuple[str, str] | None:
    """The column and the transform of a group key, `None` for any other expression."""
    match expr:
        case e.Paren():
            return _group_column(expr.inner)
        case e.Name() if expr.kind == "this-prop":
            return expr.name, ""
        case e.Member() if isinstance(expr.receiver, e.This):
            return expr.name, ""
        case e.MethodCall() if expr.name == "startOfDay" and expr.receiver.type == t.DATETIME:
            inner = _group_column(expr.receiver)
            return (inner[0], "startOfDay") if inner is not None and not inner[1] else None
        case _:
            return None


def _reporter(projection: v.Projection, survey: Survey) -> Callable[[str, str], None]:
    """Reports codes, written without `loom.`, at a projection."""
    context = survey.context.name if survey.context is not None else ""
    node = f"{context}/{projection.name}"
    return lambda code, message: survey.report(f"loom.{code}", node, message)
