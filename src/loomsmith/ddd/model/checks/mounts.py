"""Uis where they are mounted: what the framework can show, and what the backend behind it sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.ui_scope import elements, host_expressions, ui_scope
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.vocabulary.platforms import PLATFORMS

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = ModelFamily()

_GRID_FRAMEWORKS = frozenset({"react", "vue", "svelte", "angular", "feliz"})
_STREAM_FRAMEWORKS = _GRID_FRAMEWORKS | {"static"}
_STREAM_BACKENDS = frozenset({"node", "dotnet", "java", "python"})


@checks.on(v.Deployable)
def mounted(deployable: v.Deployable, survey: Survey) -> None:
    """Each ui that a deployable mounts."""
    system = survey.system
    if system is None:
        return
    uis = survey.tables(system).uis
    for name in deployable.mounted_uis:
        ui = uis.get(name)
        if ui is not None:
            _check_views(ui, deployable, system, survey)
            _check_realtime(ui, deployable, system, survey)


def _check_views(ui: v.Ui, deployable: v.Deployable, system: v.System, survey: Survey) -> None:
    framework = ui.framework or deployable.framework
    scope = ui_scope(ui, system, survey)
    for view in (*ui.pages, *ui.components):
        node = f"{ui.name}/{view.kind} '{view.name}'"
        names = {call.name for call in elements(*host_expressions(view))}
        if "DataGrid" in names and framework not in _GRID_FRAMEWORKS:
            message = f"{framework or 'This framework'} has no DataGrid: use a Table."
            survey.report("loom.datagrid-unsupported-target", node, message)
        if framework is not None:
            continue
        if "Chart" in names:
            message = f"{deployable.name} renders no framework that could draw a Chart."
            survey.report("loom.chart-unsupported-target", node, message)
        roots = [root for root in (view.body, view.title, view.gate) if root is not None]
        bodies = [expr for action in view.actions for expr in e.deep_exprs(action.body)]
        for projection in scope.projection_reads(iter([*e.deep(*roots), *bodies])):
            if projection.readable:
                message = f"{deployable.name} has no client that could read {projection.name}."
                survey.report("loom.ui-projection-read-unsupported", node, message)


def _check_realtime(ui: v.Ui, deployable: v.Deployable, system: v.System, survey: Survey) -> None:
    notifications = members_of(ui.node, n.UiNotification)
    if not notifications:
        return
    framework = ui.framework or deployable.framework
    tables = survey.tables(system)
    target = tables.deployables.get(deployable.target or "")
    relay = target or deployable
    streams = framework in _STREAM_FRAMEWORKS and relay.platform in _STREAM_BACKENDS
    if framework != "phoenixLiveView" and not streams:
        message = f"{ui.name} waits for events, and {relay.name} has no stream that {framework} could read."
        survey.report("loom.ui-realtime-unsupported", deployable.name, message)
    params = {m.name: m for m in members_of(ui.node, n.UiChannelParam)}
    sources = tables.channel_sources
    for name in dict.fromkeys(notification.param.text for notification in notifications):
        param = params.get(name)
        if param is None or param.context.text in relay.contexts:
            continue
        listed = [sources[source] for source in relay.channels if source in sources]
        if not any(source.channel == param.channel.text for source in listed):
            channel = param.channel.text
            message = f"{relay.name} neither hosts {param.context.text} nor lists a source of {channel}."
            survey.report("loom.relay-target-not-subscribed", deployable.name, message)


@checks.on(v.Deployable)
def shown_references(deployable: v.Deployable, survey: Survey) -> None:
    """What a ui shows refers to things that it can name."""
    system = survey.system
    platform = PLATFORMS.get(deployable.platform)
    if system is None or platform is None or not platform.mounts_ui:
        return
    if not deployable.mounted_uis and platform.backend:
        return
    aggregates = survey.tables(system).aggregates
    for context in survey.hosted(system, deployable):
        for aggregate in context.aggregates:
            for path, target in _references(aggregate):
                _check_reference(path, target, aggregates, deployable, survey)


def _references(aggregate: v.Aggregate) -> Iterator[tuple[str, str]]:
    for field in aggregate.fields:
        held = t.element(field.type)
        if isinstance(held, t.IdOf):
            yield f"{aggregate.name}.{field.name}", held.target
    for operation in aggregate.operations:
        for param in operation.params:
            held = t.element(param.type)
            if isinstance(held, t.IdOf):
                yield f"{aggregate.name}.{operation.name}({param.name})", held.target
    for part in aggregate.parts:
        for field in part.fields:
            held = t.element(field.type)
            if isinstance(held, t.IdOf):
                yield f"{aggregate.name}.{part.name}.{field.name}", held.target


def _check_reference(
    path: str,
    target: str,
    aggregates: dict[str, v.Aggregate],
    deployable: v.Deployable,
    survey: Survey,
) -> None:
    node = f"{deployable.name}/{path}"
    found = aggregates.get(target)
    if found is None:
        message = f"{path} refers to {target}, which is no aggregate of the system."
        survey.report("loom.ui-id-ref-unknown-aggregate", node, message)
    elif found.context not in deployable.contexts:
        message = f"{path} refers to {target}, whose context {deployable.name} does not have."
        survey.report("loom.ui-id-ref-unmounted", node, message)
    elif all(derived.name != "display" for derived in found.derived):
        message = f"{path} refers to {target}, which has no `derived display` to be shown by."
        survey.report("loom.ui-id-ref-no-display", node, message)
