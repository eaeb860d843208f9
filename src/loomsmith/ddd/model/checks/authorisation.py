"""Who may do what, where nobody is signed in, and what stays open although all should be closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.places import actions
from loomsmith.ddd.model.checks.workflows import reads_user
from loomsmith.ddd.model.storage import saving_shape

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = ModelFamily()

LOGIN_FRAMEWORKS = frozenset({"react", "vue", "svelte", "angular", "feliz"})
"""The ui frameworks that can send a user to sign in."""


def is_authed(deployable: v.Deployable, system: v.System) -> bool:
    """Whether whoever calls a deployable is known to it."""
    return deployable.auth == "required" and system.user is not None


@checks.on(v.Deployable)
def users(deployable: v.Deployable, survey: Survey) -> None:
    """What reads the current user runs where there is one."""
    system = survey.system
    if system is None:
        return
    node = f"{system.name}/{deployable.name}"
    if deployable.auth == "required" and system.user is None:
        message = "`auth: required`, but the system has no `user` block that says who is signed in."
        survey.report("loom.auth-no-user-block", node, message)
    if deployable.auth == "ui" and deployable.framework not in LOGIN_FRAMEWORKS:
        message = f"`auth: ui` needs a framework that can send users to sign in, not {deployable.framework}."
        survey.report("loom.auth-ui-unsupported-framework", deployable.name, message)
    if not survey.is_backend(deployable):
        return
    authed = is_authed(deployable, system)
    for context in survey.hosted(system, deployable):
        for aggregate in context.aggregates:
            _check_filters(aggregate, deployable, system, survey)
        if not authed:
            for message in _principals(context):
                survey.report("loom.guard-principal-without-auth", node, message)
            for aggregate in context.aggregates:
                for stamp in aggregate.stamps:
                    if any(reads_user(*e.own_exprs(statement)) for statement in stamp.body):
                        message = f"A stamp of {aggregate.name} writes who is signed in, and nobody is."
                        survey.report("loom.stamp-principal-without-auth", node, message)
                        break


def _check_filters(
    aggregate: v.Aggregate, deployable: v.Deployable, system: v.System, survey: Survey
) -> None:
    filters = [found.expr for found in aggregate.filters]
    if not filters:
        return
    node = f"{system.name}/{deployable.name}"
    if deployable.platform == "elixir" and saving_shape(system, aggregate) == "document":
        message = f"{aggregate.name} is kept as documents, which elixir cannot filter."
        survey.report("loom.context-filter-unsupported", node, message)
    elif not is_authed(deployable, system) and reads_user(*filters):
        message = f"A filter of {aggregate.name} reads who is signed in, and nobody is: `auth: required`."
        survey.report("loom.context-filter-unsupported", node, message)


def _principals(context: v.Context) -> Iterator[str]:
    """One message for each guarded thing of a context that names the current user."""
    for aggregate in context.aggregates:
        for action in actions(aggregate):
            guards = [s.expr for s in action.body if isinstance(s, e.Requires)]
            if reads_user(*guards):
                yield f"{aggregate.name}.{action.name} asks who is signed in, and nobody is."
    for repository in context.repositories:
        for find in repository.finds:
            if reads_user(find.gate):
                yield f"The find {find.name!r} asks who is signed in, and nobody is."
    for projection in context.projections:
        if reads_user(projection.gate):
            yield f"The projection {projection.name!r} asks who is signed in, and nobody is."


@checks.on(v.Ui)
def users_of_uis(ui: v.Ui, survey: Survey) -> None:
    """A ui that shows the current user is mounted where users sign in."""
    system = survey.system
    for deployable in survey.tables(system).mounts.get(ui.name, ()) if system is not None else ():
        if deployable.auth in ("ui", "required"):
            continue
        for view in (*ui.pages, *ui.components):
            roots = [view.body, *(f.init for f in view.state), *(d.expr for d in view.derived)]
            bodies = [expr for action in view.actions for expr in e.deep_exprs(action.body)]
            if reads_user(*roots, *bodies):
                message = f"{view.name} shows who is signed in, but {deployable.name} has no `auth:`."
                node = f"{ui.name}/{view.kind} '{view.name}'"
                survey.report("loom.current-user-needs-auth-ui", node, message)


# Closed unless opened


@checks.on(v.System)
def ungated(system: v.System, survey: Survey) -> None:
    """Where all is denied by default, everything that can be called has a gate."""
    if system.auth is None or system.auth.enforcement != "denyByDefault":
        return
    hosted = {name: None for d in system.deployables if d.auth == "required" for name in d.contexts}
    by_name = survey.tables(system).contexts
    for name in hosted:
        context = by_name.get(name)
        if context is None:
            continue
        for node, what in _ungated(context, survey):
            message = f"All is denied by default, and {what} has no `requires`: nobody could call it."
            survey.report("loom.default-deny-ungated", node, message)
        for repository in context.repositories:
            everything = repository.find("all")
            if repository.history and (everything is None or everything.gate is None):
                message = "The history of changes has no gate: give the find `all` a `requires`."
                survey.report("loom.audit-history-ungated", f"find/{repository.name}.history", message)


def _is_gated(body: list[e.Stmt]) -> bool:
    return any(isinstance(statement, e.Requires) for statement in body)


def _ungated(context: v.Context, survey: Survey) -> Iterator[tuple[str, str]]:
    for aggregate in context.aggregates:
        for action in actions(aggregate):
            is_private = isinstance(action, v.Operation) and action.private
            if not is_private and not _is_gated(action.body):
                yield f"{aggregate.name}/{action.name}", f"{aggregate.name}.{action.name}"
    for workflow in context.workflows:
        commands = [create for create in workflow.creates if create.event is None]
        for starter in (*commands, *workflow.handles):
            if not _is_gated(starter.body):
                yield f"{workflow.name}/{starter.name}", f"{workflow.name}.{starter.name}"
        if workflow.correlation is not None and workflow.gate is None:
            yield f"workflow/{workflow.name}", f"reading the instances of {workflow.name}"
    for repository in context.repositories:
        for find in repository.finds:
            if find.gate is None and find.name != "all" and not find.synthesised:
                yield f"find/{repository.name}.{find.name}", f"the find {find.name!r}"
    for projection in context.projections:
        if projection.gate is None and not projection.from_macro:
            yield f"projection/{projection.name}", f"the projection {projection.name!r}"
    routed = survey.once("routed handlers", survey.model, _routed).get(context.name, set())
    for handler in context.handlers:
        if handler.name in routed and not _is_gated(handler.body):
            yield f"{context.name}/handler/{handler.name}", f"the handler {handler.name!r}"


def _routed(model: v.Model) -> dict[str, set[str]]:
    """The names of the handlers that routes lead to, by context."""
    found: dict[str, set[str]] = {}
    for system in model.systems:
        for api in system.apis:
            for route in api.node.routes:
                found.setdefault(route.context.text, set()).add(route.handler)
    return found


# Masks


@checks.on(v.Context)
def masks(context: v.Context, survey: Survey) -> None:
    """Masked fields are masked by backends, and not shown by projections."""
    masked = {
        aggregate.name: aggregate
        for aggregate in context.aggregates
        if any(field.mask is not None for field in aggregate.fields)
    }
    if not survey.backends_of(context):
        for name in masked:
            message = f"{name} has a masked field, and no backend hosts {context.name} to mask it."
            survey.report("loom.field-mask-unsupported", f"{context.name}/{name}", message)
    for projection in context.projections:
        if any(name in masked for name in (projection.source, *projection.joins)):
            message = f"{projection.name} reads an aggregate with a masked field, which it would show."
            node = f"{context.name}/projection/{projection.name}"
            survey.report("loom.field-mask-projection-source", node, message)
