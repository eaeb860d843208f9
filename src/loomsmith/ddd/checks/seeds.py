"""Seeds: rows of the own aggregates, each field once, and what only raw rows may say."""

from __future__ import annotations

from loomsmith.ddd.checks.duplicates import repeated
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n

checks = Family()


@checks.on(n.SeedRow)
def rows_are_of_the_own_context(row: n.SeedRow, inspection: Inspection) -> None:
    aggregate = inspection.links.target_of(row.aggregate)
    here = context_of(row)
    if aggregate is not None and here is not None and context_of(aggregate) is not here:
        message = f"{row.aggregate.text} belongs to another context: seed it there."
        inspection.report("loom.seed-foreign-aggregate", row.aggregate, message)


@checks.on(n.SeedRow)
def rows_say_what_can_be_stored(row: n.SeedRow, inspection: Inspection) -> None:
    seed = row.parent
    raw = isinstance(seed, n.Seed) and seed.raw
    fields = row.value.fields
    for field in repeated(fields):
        message = f"This row says {field.name!r} before."
        inspection.report("loom.seed-duplicate-field", anchor(field, "name"), message)
    for field in fields:
        if field.name == "id" and not raw:
            message = "Rows are created as users create them, and the id is given then: write `seed raw`."
            inspection.report("loom.seed-id-needs-raw", anchor(field, "name"), message)
        if raw and isinstance(field.value, n.Object | n.Builder):
            message = "A raw row fills columns: it takes single values and no records."
            inspection.report("loom.seed-raw-column-invalid", field.value, message)
