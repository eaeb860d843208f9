"""Aggregates that extend others."""

from __future__ import annotations

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.hints import insert_in_header
from loomsmith.ddd.syntax import nodes as n

checks = Family()

_SHARED, _OWN = "sharedTable", "ownTable"


def base_of(aggregate: n.Aggregate, inspection: Inspection) -> n.Aggregate | None:
    """The aggregate that another extends."""
    base = inspection.links.target_of(aggregate.extends)
    return base if isinstance(base, n.Aggregate) else None


def layout_of(base: n.Aggregate) -> str:
    """How a base and its subtypes lie in tables."""
    return base.inheritance_using or _SHARED


@checks.on(n.Aggregate)
def bases_are_abstract(aggregate: n.Aggregate, inspection: Inspection) -> None:
    base = base_of(aggregate, inspection)
    if base is None:
        return
    if base is aggregate:
        inspection.report("loom.extends-self", aggregate.extends, f"{aggregate.name} extends itself.")
    elif not base.abstract:
        message = f"{base.name} is not abstract: only abstract aggregates can be extended."
        inspection.report("loom.extends-non-abstract", aggregate.extends, message)


@checks.on(n.File)
def inheritance_ends(_: n.File, inspection: Inspection) -> None:
    """Tell each cycle of two or more once, at the member declared first."""
    aggregates = inspection.links.declarations.of_kind(n.Aggregate)
    order = {aggregate: place for place, aggregate in enumerate(aggregates)}
    settled: set[n.Aggregate] = set()
    for aggregate in aggregates:
        path: dict[n.Aggregate, int] = {}
        current: n.Aggregate | None = aggregate
        while current is not None and current not in settled and current not in path:
            path[current] = len(path)
            current = base_of(current, inspection)
        if current is not None and current in path:
            cycle = sorted(list(path)[path[current] :], key=order.__getitem__)
            if len(cycle) > 1:
                names = ", ".join(member.name for member in cycle)
                message = f"{names} extend each other in a circle."
                inspection.report("loom.extends-cycle", cycle[0].extends, message)
        settled.update(path)


@checks.on(n.Aggregate)
def layouts_are_for_families(aggregate: n.Aggregate, inspection: Inspection) -> None:
    if aggregate.inheritance_using is not None and not aggregate.abstract and aggregate.extends is None:
        message = f"{aggregate.name} neither is extended nor extends: it has no layout to choose."
        inspection.report(
            "loom.inheritance-modifier-misplaced", anchor(aggregate, "inheritance_using"), message
        )


@checks.on(n.Aggregate)
def abstract_aggregates_do_nothing(aggregate: n.Aggregate, inspection: Inspection) -> None:
    if not aggregate.abstract:
        return
    for member in aggregate.members:
        if isinstance(member, n.Operation | n.Create | n.Destroy):
            message = f"{aggregate.name} is abstract: what it can do belongs to its subtypes."
            inspection.report("loom.abstract-aggregate-behavior", member, message)


@checks.on(n.Aggregate)
def layouts_of_subtypes_fit(aggregate: n.Aggregate, inspection: Inspection) -> None:
    base = base_of(aggregate, inspection)
    if aggregate.abstract or base is None or not base.abstract or layout_of(base) != _SHARED:
        return
    needs_own = aggregate.persisted_as == "eventLog" or aggregate.shape == "document"
    chosen = aggregate.inheritance_using
    if needs_own and chosen != _OWN:
        hint = None
        if chosen is None and not aggregate.with_calls:
            hint = insert_in_header(aggregate, f"inheritanceUsing: {_OWN}")
        place = anchor(aggregate, "inheritance_using" if chosen is not None else "name")
        message = f"{aggregate.name} cannot lie in the table of {base.name}: it needs its own."
        inspection.report("loom.es-tph-forced-own-table", place, message, hint=hint)
    elif not needs_own and chosen == _OWN:
        message = f"{base.name} keeps its subtypes in its own table, and {aggregate.name} fits in there."
        place = anchor(aggregate, "inheritance_using")
        inspection.report("loom.tph-own-override-unsupported", place, message)


@checks.on(n.Repository)
def repositories_are_for_concrete_aggregates(repository: n.Repository, inspection: Inspection) -> None:
    aggregate = inspection.links.target_of(repository.aggregate)
    if isinstance(aggregate, n.Aggregate) and aggregate.abstract:
        message = f"{aggregate.name} is abstract: its subtypes have repositories."
        inspection.report("loom.abstract-repository", repository.aggregate, message)


@checks.on(n.File)
def ids_of_bases_are_unambiguous(_: n.File, inspection: Inspection) -> None:
    declarations = inspection.links.declarations
    mixed = {
        base
        for aggregate in declarations.of_kind(n.Aggregate)
        if aggregate.inheritance_using == _OWN and (base := base_of(aggregate, inspection)) is not None
    }
    for identity in declarations.of_kind(n.IdType):
        target = inspection.links.target_of(identity.target)
        if not isinstance(target, n.Aggregate) or not target.abstract:
            continue
        if layout_of(target) == _OWN:
            message = f"The subtypes of {target.name} lie in tables of their own: name one of them."
            inspection.report("loom.polymorphic-id-ref-unsupported", identity.target, message)
        elif target in mixed:
            message = f"Some subtypes of {target.name} lie in tables of their own: name one of them."
            inspection.report("loom.polymorphic-id-ref-mixed-strategy", identity.target, message)
