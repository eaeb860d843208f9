"""Migration blocks: renames that rename, each column and table once, and values for columns that exist."""

from __future__ import annotations

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n

checks = Family()

_Place = tuple[str, str]


@checks.on(n.File)
def migrations_have_names_of_their_own(_: n.File, inspection: Inspection) -> None:
    seen: set[str] = set()
    for migration in inspection.links.declarations.of_kind(n.Migration):
        if migration.name in seen:
            message = f"There is another migration named {migration.name!r}."
            inspection.report("loom.migration-duplicate-name", anchor(migration, "name"), message)
        seen.add(migration.name)


@checks.on(n.File)
def renames_are_unambiguous(_: n.File, inspection: Inspection) -> None:
    """Over all migrations, nothing is renamed twice and nothing becomes the same twice."""
    sources: set[_Place] = set()
    targets: set[_Place] = set()
    for migration in inspection.links.declarations.of_kind(n.Migration):
        for step in migration.steps:
            if isinstance(step, n.ColumnStep) and step.renamed_to is not None:
                owner = step.aggregate.text
                source, target = (owner, step.field), (owner, step.renamed_to)
                places = "field", "renamed_to"
            elif isinstance(step, n.TableRename):
                source, target = ("", step.from_table), ("", step.to_aggregate.text)
                places = "from_table", "to_aggregate"
            else:
                continue
            if source == target:
                message = f"{source[1]!r} is renamed to itself."
                inspection.report("loom.rename-to-self", anchor(step, places[1]), message)
                continue
            if source in sources:
                message = f"{source[1]!r} is renamed by another step already."
                inspection.report("loom.rename-duplicate-source", anchor(step, places[0]), message)
            if target in targets:
                message = f"Another step renames something to {target[1]!r} already."
                inspection.report("loom.rename-duplicate-target", anchor(step, places[1]), message)
            sources.add(source)
            targets.add(target)


@checks.on(n.SqlStep)
def statements_are_not_blank(step: n.SqlStep, inspection: Inspection) -> None:
    if not step.sql.strip():
        inspection.report("loom.migration-sql-empty", anchor(step, "sql"), "There is no SQL in this text.")


@checks.on(n.Migration)
def filled_columns_exist(migration: n.Migration, inspection: Inspection) -> None:
    filled: set[_Place] = set()
    for step in migration.steps:
        if not isinstance(step, n.ColumnStep) or step.renamed_to is not None or not step.field:
            continue
        aggregate = inspection.links.target_of(step.aggregate)
        if (
            isinstance(aggregate, n.Aggregate)
            and inspection.links.declarations.member(aggregate, step.field, n.Property) is None
        ):
            message = f"{aggregate.name} has no property {step.field!r}."
            inspection.report("loom.backfill-unknown-field", anchor(step, "field"), message)
        place = (step.aggregate.text, step.field)
        if place in filled:
            message = f"{step.field!r} is given a value by another step of this migration."
            inspection.report("loom.backfill-duplicate", anchor(step, "field"), message)
        filled.add(place)
