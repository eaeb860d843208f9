"""Deployables against what they host: storage, channels, timers, and what a platform can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.workflows import statements_of
from loomsmith.ddd.vocabulary.storages import STORAGES, VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.syntax import nodes as n

checks = ModelFamily()


# Data


@checks.on(v.Deployable)
def data_sources(deployable: v.Deployable, survey: Survey) -> None:
    """A backend lists a resource for everything that it must keep, and none that nothing needs."""
    system = survey.system
    if system is None:
        return
    node = f"{system.name}/{deployable.name}"
    by_name = survey.tables(system).resources
    listed = [by_name[name] for name in deployable.data_sources if name in by_name]
    if survey.is_backend(deployable):
        for context in survey.hosted(system, deployable):
            for aggregate in context.aggregates:
                kind = "eventLog" if aggregate.event_sourced else "state"
                if not any(r.context == context.name and r.kind == kind for r in listed):
                    message = (
                        f"Nothing keeps {aggregate.name}: list a resource for {context.name}, kind {kind}."
                    )
                    survey.report("loom.persistence-mode-unsupported", node, message)
                if _has_file(aggregate) and not any(r.kind == "objectStore" for r in listed):
                    message = f"{aggregate.name} has a File field: list a resource of kind objectStore."
                    survey.report("loom.file-field-needs-object-storage", node, message)
    hosted = {context.name: context for context in survey.hosted(system, deployable)}
    for resource in listed:
        context_of = hosted.get(resource.context or "")
        if context_of is not None and _is_unused(resource, context_of):
            message = f"Nothing in {context_of.name} needs {resource.name}: take it out of dataSources."
            survey.report("loom.datasource-unused", node, message)


def _has_file(aggregate: v.Aggregate) -> bool:
    fields = [*aggregate.fields, *(field for part in aggregate.parts for field in part.fields)]
    return any(t.element(field.type) == t.Primitive("File") for field in fields)


def _is_unused(resource: v.Resource, context: v.Context) -> bool:
    sourced = [aggregate.event_sourced for aggregate in context.aggregates]
    if not sourced or resource.kind == "state":
        return all(sourced)
    if resource.kind in ("eventLog", "snapshot"):
        return not any(sourced)
    return False


@checks.on(v.Resource)
def resources(resource: v.Resource, survey: Survey) -> None:
    """Settings that have no effect yet, configuration, indexes, and apis that are resources."""
    system = survey.system
    if system is None:
        return
    written = resource.node
    knobs = {
        "ttl": written.ttl is not None,
        "every": written.every is not None,
        "retain": written.retain is not None,
        "readonly": written.readonly,
        "keyPrefix": written.key_prefix is not None,
    }
    for knob, given in knobs.items():
        if given:
            message = f"`{knob}` has no effect yet; leave it out."
            survey.report("loom.datasource-knob-unwired", f"{system.name}/{resource.name}", message)
    _check_indexes(resource, system, survey)
    if resource.api is not None:
        _check_served(resource, system, survey)
    storage = survey.tables(system).storages.get(resource.storage or "")
    if storage is not None:
        node = f"{system.name}/resource '{resource.name}'"
        _check_config(written.config, storage.type, node, survey)


def _check_indexes(resource: v.Resource, system: v.System, survey: Survey) -> None:
    node = f"{system.name}/resource '{resource.name}'"
    specs = resource.node.indexes
    if specs and resource.kind != "state":
        message = "Indexes are made in the tables of aggregates: on a resource of kind state."
        survey.report("loom.resource-index-non-state", node, message)
        return
    context = survey.tables(system).contexts.get(resource.context or "")
    entities = {}
    for aggregate in context.aggregates if context is not None else ():
        entities[aggregate.name] = [field.name for field in aggregate.fields]
        for part in aggregate.parts:
            entities.setdefault(part.name, [field.name for field in part.fields])
    for spec in specs:
        if spec.entity not in entities:
            message = f"{spec.entity!r} is no aggregate or part of {resource.context}."
            survey.report("loom.resource-index-unknown-entity", node, message)
            continue
        for column in spec.columns:
            if column not in entities[spec.entity]:
                message = f"{spec.entity} has no field {column!r} to index."
                survey.report("loom.resource-index-unknown-column", node, message)


def _check_served(resource: v.Resource, system: v.System, survey: Survey) -> None:
    node = f"{system.name}/{resource.name}"
    serving = survey.tables(system).servers.get(resource.api or "", [])
    servers = [deployable for deployable in serving if survey.is_backend(deployable)]
    if not servers:
        message = f"No backend serves the api {resource.api}, so it cannot be called."
        survey.report("loom.resource-api-unserved", node, message)
    elif len(servers) > 1:
        named = ", ".join(server.name for server in servers)
        message = f"Several backends serve the api {resource.api}: {named}."
        survey.report("loom.resource-api-ambiguous-server", node, message)
    for deployable in serving:
        if resource.name in deployable.data_sources:
            message = f"{deployable.name} serves the api {resource.api} itself; call the code directly."
            survey.report("loom.resource-api-self-call", node, message)


@checks.on(v.System)
def storages(system: v.System, survey: Survey) -> None:
    """The configuration of storages."""
    for storage in system.storages:
        node = f"{system.name}/storage '{storage.name}'"
        _check_config(storage.config, storage.type, node, survey)
        known = STORAGES.get(storage.type)
        given = {entry.key for entry in storage.config}
        for key in known.required if known is not None else ():
            if key not in given:
                message = f"A storage of type {storage.type} needs `{key}` in its config."
                survey.report("loom.config-key-required", node, message)


def _check_config(config: list[n.ConfigEntry], type_: str, node: str, survey: Survey) -> None:
    known = STORAGES.get(type_)
    for entry in config:
        if known is None or entry.key not in known.config:
            message = f"A storage of type {type_} has no config key {entry.key!r}."
            survey.report("loom.config-key-unknown", node, message)
        elif not isinstance(entry.value, str):
            message = f"The config key {entry.key!r} takes a text."
            survey.report("loom.config-key-type", node, message)


@checks.on(v.System)
def needs(system: v.System, survey: Survey) -> None:
    """What the code of a context asks of a resource, its storage can do."""
    storages_by_name = survey.tables(system).storages
    named: dict[str | None, dict[str, str | None]] = {}
    for found in reversed(system.resources):
        named.setdefault(found.context, {})[found.name] = found.kind
    for context in system.contexts:
        for kind, wanted in _needs(context, named.get(context.name, {})):
            resource = system.resource_for(context.name, kind)
            storage = storages_by_name.get(resource.storage or "") if resource is not None else None
            known = STORAGES.get(storage.type) if storage is not None else None
            if resource is None or storage is None or known is None or kind not in known.kinds:
                continue
            missing = [found for found in wanted if found and found not in known.kinds[kind]]
            if missing:
                message = f"{context.name} needs {', '.join(missing)}, which {storage.type} does not have."
                survey.report("loom.resource-missing-capability", f"{system.name}/{resource.name}", message)


def _needs(context: v.Context, kinds: dict[str, str | None]) -> Iterator[tuple[str, list[str]]]:
    """The kinds of resource that a context needs, with the capabilities it asks of each.

    `kinds` are the kinds of its resources by their names.
    """
    if any(not aggregate.event_sourced for aggregate in context.aggregates):
        yield "state", ["state", "crud", "query"]
    if any(aggregate.event_sourced for aggregate in context.aggregates):
        yield "eventLog", ["append", "read"]
    used: dict[str, dict[str, None]] = {}
    for call in _resource_calls(context):
        kind = kinds.get(call.owner)
        if kind is not None and call.kind == "resource-op":
            used.setdefault(kind, {})[VERBS.get(kind, {}).get(call.name, "")] = None
    for kind, capabilities in used.items():
        yield kind, list(capabilities)


def _resource_calls(context: v.Context) -> Iterator[e.Call]:
    bodies = [body for workflow in context.workflows for body in statements_of(workflow)]
    bodies += [handler.body for handler in context.handlers]
    bodies += [operation.body for service in context.services for operation in service.operations]
    results = e.deep(*(handler.result for handler in context.handlers))
    for exprs in (*map(e.deep_exprs, bodies), results):
        for expr in exprs:
            if isinstance(expr, e.Call) and expr.kind in ("resource-op", "remote-api-op"):
                yield expr


# Channels and timers


def consumed_events(context: v.Context) -> set[str]:
    """The events that a context waits for, in workflows and projections."""
    found = {consumer.event or "" for workflow in context.workflows for consumer in workflow.consumers()}
    found |= {fold.event for projection in context.projections for fold in projection.folds}
    return found


@checks.on(v.System)
def channel_sources(system: v.System, survey: Survey) -> None:
    """Every channel source is bound by a deployable."""
    bound = {name for deployable in system.deployables for name in deployable.channels}
    for source in system.channel_sources:
        if system.deployables and source.name not in bound:
            message = f"No deployable lists {source.name} in its `channels:`, so nothing is sent through it."
            survey.report("loom.channelsource-unbound", f"{system.name}/{source.name}", message)


@checks.on(v.Deployable)
def channels_of_deployables(deployable: v.Deployable, survey: Survey) -> None:
    """A deployable lists the channels of what it hosts or consumes, and those whose events it needs."""
    system = survey.system
    if system is None:
        return
    node = f"{system.name}/{deployable.name}"
    consumed: set[str] = set()
    for context in survey.hosted(system, deployable):
        consumed |= consumed_events(context)
    tables = survey.tables(system)
    for name in deployable.channels:
        source = tables.channel_sources.get(name)
        channel = tables.channels.get((source.context, source.channel)) if source is not None else None
        events = channel.events if channel is not None else []
        if source is not None and source.context not in deployable.contexts and not consumed & set(events):
            message = f"{name} carries nothing that {deployable.name} sends or waits for."
            survey.report("loom.deployable-channel-unrelated", node, message)
    if not survey.is_backend(deployable):
        return
    heard = [pair for event in sorted(consumed) for pair in tables.carrying.get(event, ())]
    for context_name, heard_channel in dict.fromkeys(heard):
        carrying = tables.bound_sources.get((context_name, heard_channel.name), set())
        if carrying and not carrying & set(deployable.channels):
            message = (
                f"{deployable.name} waits for events of {heard_channel.name} and lists none of its sources: "
                f"{', '.join(sorted(carrying))}."
            )
            survey.report("loom.channel-consumer-unwired", node, message)


@checks.on(v.System)
def timers(system: v.System, survey: Survey) -> None:
    """A timer raises an event of its own kind, in a module that keeps state, for a workflow that waits."""
    tables = survey.tables(system)
    for timer in system.timer_sources:
        context = tables.contexts.get(timer.context or "")
        subdomain = tables.subdomain_of.get(context) if context is not None else None
        if subdomain is None or tables.hosted_by_backends.isdisjoint(c.name for c in subdomain.contexts):
            message = f"No backend hosts what {timer.name} belongs to, so nothing remembers when it ran."
            survey.report("loom.timer-needs-state", system.name, message)
        if context is None:
            continue
        event = next((found for found in context.events if found.name == timer.event), None)
        if timer.event in _emitted(context):
            message = f"{timer.event} is raised by a timer and emitted by the model: keep them apart."
            survey.report("loom.timer-event-shape", system.name, message, severity="error")
        if event is None or all(f.name != "at" or f.type != t.DATETIME for f in event.fields):
            message = f"{timer.event} has no field `at: datetime` for the time at which it was due."
            survey.report("loom.timer-event-shape", system.name, message, severity="warning")
        waiting = any(consumer.event == timer.event for w in context.workflows for consumer in w.consumers())
        if not waiting:
            message = f"No workflow of {context.name} waits for {timer.event}."
            survey.report("loom.timer-source-unbound", system.name, message)


def _emitted(context: v.Context) -> set[str]:
    bodies = [body for workflow in context.workflows for body in statements_of(workflow)]
    for aggregate in context.aggregates:
        bodies += [action.body for action in (*aggregate.creates, *aggregate.destroys)]
        bodies += [operation.body for operation in aggregate.operations]
    return {s.name for body in bodies for s in e.all_statements(body) if isinstance(s, e.Emit)}


# What needs a backend


@checks.on(v.Context)
def hosted_features(context: v.Context, survey: Survey) -> None:
    """Inheritance in one table, provenance and audits are the work of a backend."""
    if survey.backends_of(context):
        return
    for aggregate in context.aggregates:
        node = f"{context.name}/{aggregate.name}"
        inherits = aggregate.abstract or aggregate.node.extends is not None
        if inherits and aggregate.layout == "sharedTable":
            message = f"{aggregate.name} shares a table with others, and no backend hosts {context.name}."
            survey.report("loom.tph-backend-unsupported", node, message)
        fields = [*aggregate.fields, *(f for part in aggregate.parts for f in part.fields)]
        for field in fields:
            if field.provenanced:
                message = f"{field.name!r} is provenanced, and no backend hosts {context.name} to trace it."
                survey.report("loom.provenanced-backend-unsupported", node, message)
                break
        audited = aggregate.audited_actions()
        for kind, word in ((v.Operation, "operations"), (v.Lifecycle, "creates or destroys")):
            if any(isinstance(action, kind) for action in audited):
                message = f"{aggregate.name} has audited {word}, and no backend hosts {context.name}."
                survey.report("loom.audited-backend-unsupported", node, message)
