"""The expressions of a model by the place they stand in, as messages name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import values as v

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.model.checks.framework import Survey

Owner = v.Aggregate | v.Part | v.ValueObject


def owners(context: v.Context, survey: Survey) -> Iterator[Owner]:
    """The aggregates of a context, each followed by its parts, then the value objects that it sees.

    Those of the file root count as if every context declared them, unless it has one of the name itself.
    """
    for aggregate in context.aggregates:
        yield aggregate
        yield from aggregate.parts
    yield from context.value_objects
    own = {found.name for found in context.value_objects}
    for found in survey.once("value objects with expressions", survey.model, _telling_value_objects):
        if found.name not in own:
            yield found


def _telling_value_objects(model: v.Model) -> list[v.ValueObject]:
    """The value objects of the file root of which a check can say something: most have plain rules alone."""
    return [found for found in model.value_objects if _can_be_told(found)]


def _can_be_told(found: v.ValueObject) -> bool:
    if any(function.block is not None for function in found.functions):
        return True
    defaults = e.deep(*(field.default for field in found.fields))
    if any(isinstance(x, e.Name | e.This | e.Id | e.Call) for x in defaults):
        return True
    plain = (expr for _, exprs, _ in rules(found) for expr in e.deep(*exprs))
    return any(isinstance(x, e.Name) and x.kind in ("current-user", "unknown-permission") for x in plain)


def rules(owner: Owner) -> Iterator[tuple[str, list[e.Expr], list[e.Stmt]]]:
    """The invariants, derived properties and functions of an owner: (place, expressions, statements)."""
    name = owner.name
    for invariant in owner.invariants:
        guard = [invariant.guard] if invariant.guard is not None else []
        yield f"{name}.invariant", [invariant.expr, *guard], []
    for derived in owner.derived:
        if derived.expr is not None:
            yield f"{name}.derived[{derived.name}]", [derived.expr], []
    for function in owner.functions:
        exprs = [function.expr] if function.expr is not None else []
        yield f"{name}.function[{function.name}]", exprs, function.block or []


def actions(aggregate: v.Aggregate) -> Iterator[v.Operation | v.Lifecycle]:
    """The operations, creates and destroys of an aggregate."""
    yield from aggregate.operations
    yield from aggregate.creates
    yield from aggregate.destroys
