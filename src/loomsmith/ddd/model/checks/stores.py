"""Stores of uis: what they keep for how long, and what their actions may do."""

from __future__ import annotations

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.vocabulary.page_elements import VIEW_EFFECTS

checks = ModelFamily()


@checks.on(v.Ui)
def stores(ui: v.Ui, survey: Survey) -> None:
    """Fields that fit into a url, actions without view effects, and no circles of calls."""
    for store in ui.stores:
        node = f"store '{store.name}'"
        for field in store.state:
            inner = t.required(field.type)
            if store.lifetime == "url" and isinstance(inner, t.ListOf | t.EntityOf | t.ValueObjectOf):
                message = f"{field.name!r} holds more than fits into a url: keep plain values."
                survey.report("loom.store-url-field-invalid", node, message)
        for action in store.actions:
            for statement in e.all_statements(action.body):
                if isinstance(statement, e.CallStmt) and statement.name in VIEW_EFFECTS:
                    message = f"{action.name!r} calls {statement.name}: that is for the actions of pages."
                    survey.report("loom.store-action-view-effect", node, message)
    _check_cycles(ui, survey)


def _calls(action: v.ActionModel, store: v.Store) -> list[tuple[str, str]]:
    """The store actions that an action calls, as (store, action)."""
    own = {other.name for other in store.actions}
    found = []
    for statement in e.all_statements(action.body):
        if isinstance(statement, e.CallStmt) and statement.name in own:
            found.append((store.name, statement.name))
        exprs = [expr for root in e.own_exprs(statement) for expr in e.deep(root)]
        found += [(x.owner, x.name) for x in exprs if isinstance(x, e.Call) and x.kind == "store-action"]
    return found


def _check_cycles(ui: v.Ui, survey: Survey) -> None:
    """Depth first from each action in order of declaration; each action that closes a circle is told once."""
    calls = {
        (store.name, action.name): _calls(action, store) for store in ui.stores for action in store.actions
    }
    done: set[tuple[str, str]] = set()
    told: set[tuple[str, str]] = set()
    for start in calls:
        if start in done:
            continue
        path = {start: iter(calls[start])}
        while path:
            current = next(reversed(path))
            following = next(path[current], None)
            if following is None:
                del path[current]
                done.add(current)
            elif following in path:
                if following not in told:
                    told.add(following)
                    name = ".".join(following)
                    survey.report("loom.store-action-cycle", name, f"{name} calls itself in a circle.")
            elif following in calls and following not in done:
                path[following] = iter(calls[following])


@checks.on(v.Deployable)
def lifetimes(deployable: v.Deployable, survey: Survey) -> None:
    """How long a store can live depends on where its ui runs."""
    system = survey.system
    uis = survey.tables(system).uis if system is not None else {}
    for name in deployable.mounted_uis:
        ui = uis.get(name)
        if ui is None:
            continue
        framework = ui.framework or deployable.framework
        for store in ui.stores:
            node = f"store '{store.name}'"
            kept = store.lifetime != "memory"
            if kept and framework == "phoenixLiveView":
                message = f"phoenixLiveView keeps stores in memory, not as {store.lifetime}."
                survey.report("loom.store-lifetime-liveview-invalid", node, message)
            if kept and deployable.platform in ("feliz", "flutter"):
                message = f"{deployable.platform} keeps stores in memory, not as {store.lifetime}."
                survey.report("loom.store-lifetime-target-unsupported", node, message)
            for action in store.actions if framework == "phoenixLiveView" else ():
                for owner in dict.fromkeys(o for o, _ in _calls(action, store) if o != store.name):
                    message = f"On phoenixLiveView a store does not call another: {owner}."
                    place = f"{node} action '{action.name}'"
                    survey.report("loom.store-cross-store-on-liveview-invalid", place, message)
