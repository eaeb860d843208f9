"""Aggregates that are kept as events: they change by folding events, and only so."""

from __future__ import annotations

from collections import Counter

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.places import actions

checks = ModelFamily()


@checks.on(v.Aggregate)
def appliers(aggregate: v.Aggregate, survey: Survey) -> None:
    """Who has appliers, how many of each, and what they may do."""
    node = f"{aggregate.context}/{aggregate.name}"
    if aggregate.appliers and not aggregate.event_sourced:
        message = "Only an aggregate `persistedAs: eventLog` is made from events: it alone has appliers."
        survey.report("loom.applier-on-non-event-sourced", node, message)
    for event, count in Counter(applier.event for applier in aggregate.appliers).items():
        if count > 1:
            message = f"{count} appliers fold the event {event!r}; there must be one."
            survey.report("loom.duplicate-applier", node, message)
    for applier in aggregate.appliers:
        for statement in e.all_statements(applier.body):
            match statement:
                case e.Emit():
                    message = f"The applier of {applier.event!r} emits: events are folded, not made, there."
                    survey.report("loom.applier-emits", node, message)
                case e.CallStmt():
                    message = f"The applier of {applier.event!r} calls {statement.name}: it may only assign."
                    survey.report("loom.applier-impure-call", node, message)
                case e.Precondition() | e.Requires():
                    message = f"The applier of {applier.event!r} checks: an event has happened already."
                    survey.report("loom.applier-guard", node, message)


@checks.on(v.Aggregate)
def event_sourced_actions(aggregate: v.Aggregate, survey: Survey) -> None:
    """Actions of an event-sourced aggregate emit events that it folds."""
    if not aggregate.event_sourced:
        return
    node = f"{aggregate.context}/{aggregate.name}"
    if len(aggregate.creates) > 1:
        message = "An event-sourced aggregate has one create, the start of its stream."
        survey.report("loom.event-sourced-multiple-creates", node, message)
    handled = {applier.event for applier in aggregate.appliers}
    for action in actions(aggregate):
        for statement in action.body:
            if isinstance(statement, e.Assign):
                message = (
                    f"{action.name!r} changes {statement.path[0]}: emit an event and fold it in an applier."
                )
                survey.report("loom.event-sourced-direct-mutation", node, message)
            elif isinstance(statement, e.Emit) and statement.name not in handled:
                message = f"{action.name!r} emits {statement.name}, which no applier folds."
                survey.report("loom.emitted-event-unhandled", node, message)
    context = survey.context
    if context is not None and not survey.backends_of(context):
        message = f"No backend hosts {context.name}, so nothing can keep the events."
        survey.report("loom.event-sourcing-backend-unsupported", node, message)


@checks.on(v.Deployable)
def stamps_on_events(deployable: v.Deployable, survey: Survey) -> None:
    """Stamps assign, and an event-sourced aggregate is not assigned to."""
    system = survey.system
    if system is None or not survey.is_backend(deployable):
        return
    for context in survey.hosted(system, deployable):
        for aggregate in context.aggregates:
            if aggregate.event_sourced and aggregate.stamps:
                message = f"{aggregate.name} is event-sourced: its stamps cannot be assigned."
                node = f"{system.name}/{deployable.name}"
                survey.report("loom.stamp-on-event-sourced-invalid", node, message)
