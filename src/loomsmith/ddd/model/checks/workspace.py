"""Names that must be unique in the whole source, in a system, or in the database."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.storage import aggregate_schema
from loomsmith.ddd.vocabulary.naming import plural, snake

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

checks = ModelFamily()


def later_twins(names: Iterable[str]) -> Iterator[str]:
    """Each name that has been seen before, as often as it comes again."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


@checks.on(v.Model)
def twins_at_the_root(model: v.Model, survey: Survey) -> None:
    """Value objects, enums, systems and contexts of one name."""
    for name in later_twins(found.name for found in model.value_objects):
        message = f"There is another value object {name!r} at the root of the file."
        survey.report("loom.duplicate-valueobject", f"valueobject {name}", message)
    for name in later_twins(found.name for found in model.enums):
        message = f"There is another enum {name!r} at the root of the file."
        survey.report("loom.duplicate-enum", f"enum {name}", message)
    for name in later_twins(system.name for system in model.systems):
        survey.report("loom.duplicate-system", f"system {name}", f"There is another system {name!r}.")
    for name in later_twins(context.name for context in survey.contexts):
        survey.report("loom.duplicate-context", f"context {name}", f"There is another context {name!r}.")


@checks.on(v.Context)
def shadows_of_the_root(context: v.Context, survey: Survey) -> None:
    """A value object or enum that hides one of the root.

    The root's are seen in every context, so that a second one of a name at the root hides the first there.
    """
    model = survey.model
    for name in _hiding(context.value_objects, model.value_objects):
        message = (
            f"{name!r} is a value object at the root of the file as well; give one of them another name."
        )
        survey.report("loom.valueobject-shadows-root", f"{context.name}.{name}", message)
    for name in _hiding(context.enums, model.enums):
        message = f"{name!r} is an enum at the root of the file as well; give one of them another name."
        survey.report("loom.enum-shadows-root", f"{context.name}.{name}", message)


def _hiding(own: Sequence[v.ValueObject | v.Enum], rooted: Sequence[v.ValueObject | v.Enum]) -> Iterator[str]:
    """The names of those of a context that hide one of the root, then of those of the root that do."""
    root_names = {found.name for found in rooted}
    own_names = {found.name for found in own}
    yield from (found.name for found in own if found.name in root_names)
    yield from (name for name in later_twins(found.name for found in rooted) if name not in own_names)


@checks.on(v.System)
def shared_tables(system: v.System, survey: Survey) -> None:
    """Aggregates that would be kept in one table."""
    holders: dict[str, list[v.Aggregate]] = {}
    for context in system.contexts:
        for aggregate in context.aggregates:
            if _owns_table(aggregate, context):
                schema = aggregate_schema(system, aggregate) or "public"
                key = f"{schema}.{plural(snake(aggregate.name))}"
                holders.setdefault(key, []).append(aggregate)
    for key, found in holders.items():
        for aggregate in found if len(found) > 1 else ():
            others = ", ".join(other.context for other in found if other is not aggregate)
            message = f"Table {key} would hold aggregates of several contexts: also of {others}."
            node = f"{system.name}.{aggregate.context}.{aggregate.name}"
            survey.report("loom.duplicate-table", node, message)


def _owns_table(aggregate: v.Aggregate, context: v.Context) -> bool:
    if aggregate.layout == "sharedTable":
        base = context.aggregate(aggregate.base) if aggregate.base is not None else None
        if base is not None and base.abstract:
            return False
        if aggregate.abstract:
            return aggregate.base is None
    return not aggregate.abstract


@checks.on(v.Aggregate)
def unique_value_objects(aggregate: v.Aggregate, survey: Survey) -> None:
    """A unique key over a field that takes several columns."""
    for unique in aggregate.uniques:
        for column in unique.columns:
            field = aggregate.field(column)
            if field is not None and isinstance(t.required(field.type), t.ValueObjectOf):
                message = f"{column!r} is a value object and takes several columns: it cannot be unique."
                node = f"{aggregate.context}/{aggregate.name}"
                survey.report("loom.unique-valueobject-field", node, message)


@checks.on(v.Subdomain)
def twin_permissions(subdomain: v.Subdomain, survey: Survey) -> None:
    """A permission declared twice."""
    system = survey.system.name if survey.system is not None else ""
    for name in later_twins(subdomain.permissions):
        message = f"Permission {name!r} is declared more than once in subdomain {subdomain.name}."
        survey.report("loom.duplicate-permission", f"{system}/{subdomain.name}/permissions.{name}", message)


@checks.on(v.System)
def twins_in_a_system(system: v.System, survey: Survey) -> None:
    """Claims, ports and service names used twice."""
    if system.user_node is not None:
        for name in later_twins(field.name for field in system.user_node.fields):
            message = f"The user block declares the claim {name!r} more than once."
            survey.report("loom.user-duplicate-field", f"{system.name}/user", message)
    for port, count in Counter(deployable.port for deployable in system.deployables).items():
        if count > 1:
            message = f"{count} deployables listen on port {port}: give each its own `port:`."
            survey.report("loom.duplicate-host-port", system.name, message)
    for slug, count in Counter(snake(deployable.name) for deployable in system.deployables).items():
        if count > 1:
            message = f"{count} deployables would be called {slug!r}: rename all but one."
            survey.report("loom.duplicate-service-slug", system.name, message)
