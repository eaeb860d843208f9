"""All checks on the expanded and linked tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks import (
    access,
    aggregates,
    channels,
    components,
    composition,
    deployables,
    duplicates,
    elements,
    expressions,
    functions,
    inheritance,
    matches,
    migrations,
    names,
    pages,
    positions,
    queries,
    records,
    requirements,
    resources,
    seeds,
    statements,
    tests,
    themes,
    uis,
    values,
)
from loomsmith.ddd.checks.framework import Family, Inspection, run_families

if TYPE_CHECKING:
    from loomsmith.ddd.diagnostics import Diagnostic
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.nodes import File
    from loomsmith.ddd.types.inference import Typing

FAMILIES: tuple[Family, ...] = (
    names.checks,
    duplicates.checks,
    positions.checks,
    values.checks,
    statements.checks,
    expressions.checks,
    records.checks,
    aggregates.checks,
    inheritance.checks,
    matches.checks,
    queries.checks,
    functions.checks,
    access.checks,
    composition.checks,
    deployables.checks,
    resources.checks,
    channels.checks,
    migrations.checks,
    uis.checks,
    pages.checks,
    themes.checks,
    components.checks,
    elements.checks,
    tests.checks,
    requirements.checks,
    seeds.checks,
)


def run(file: File, links: Links, typing: Typing) -> list[Diagnostic]:
    """The findings of every check, in the order of the checks; any tree is an input, broken ones included."""
    return run_families(FAMILIES, Inspection(file, links, typing))
