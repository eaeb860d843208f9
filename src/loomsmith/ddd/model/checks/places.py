"""The expressions of a model by the place they stand in, as messages name it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import values as v

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.model.expressions import Expr, Stmt

Owner = v.Aggregate | v.Part | v.ValueObject


def owners(context: v.Context) -> Iterator[Owner]:
    """The aggregates of a context, each followed by its parts, then its value objects."""
    for aggregate in context.aggregates:
        yield aggregate
        yield from aggregate.parts
    yield from context.value_objects


def rules(owner: Owner) -> Iterator[tuple[str, list[Expr], list[Stmt]]]:
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
