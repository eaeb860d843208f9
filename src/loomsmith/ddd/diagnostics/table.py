"""Every code that may be told, merged from the rows of the areas."""

from __future__ import annotations

from loomsmith.base.nearest import nearest_names
from loomsmith.ddd.diagnostics import (
    checks_core,
    checks_data,
    checks_ui,
    deployment,
    evolution,
    links,
    macros,
    model,
    model_access,
    model_aggregates,
    model_backfills,
    model_channels,
    model_deployment,
    model_expressions,
    model_handlers,
    model_names,
    model_pages,
    model_projections,
    model_queries,
    model_tenancy,
    model_tests,
    model_ui,
    model_workflows,
    rules,
    syntax,
    types,
)
from loomsmith.ddd.diagnostics.row import Row

AREAS: tuple[tuple[str, tuple[Row, ...]], ...] = (
    ("Syntax", syntax.ROWS),
    ("Names and links", links.ROWS),
    ("Macros and capabilities", macros.ROWS),
    ("Types, values and bodies", types.ROWS),
    ("Structure", checks_core.ROWS),
    ("Queries, functions and access", rules.ROWS),
    ("Systems and deployment", deployment.ROWS),
    ("User interfaces", checks_ui.ROWS),
    ("Tests, requirements, seeds and migrations", checks_data.ROWS),
    ("The resolved model", model.ROWS),
    ("The resolved model: names", model_names.ROWS),
    ("The resolved model: aggregates", model_aggregates.ROWS),
    ("The resolved model: expressions and events", model_expressions.ROWS),
    ("The resolved model: queries and gates", model_queries.ROWS),
    ("The resolved model: workflows", model_workflows.ROWS),
    ("The resolved model: handlers and services", model_handlers.ROWS),
    ("The resolved model: projections", model_projections.ROWS),
    ("The resolved model: tenancy", model_tenancy.ROWS),
    ("The resolved model: access", model_access.ROWS),
    ("The resolved model: deployment", model_deployment.ROWS),
    ("The resolved model: channels, timers and backends", model_channels.ROWS),
    ("The resolved model: backfills", model_backfills.ROWS),
    ("The resolved model: end-to-end tests", model_tests.ROWS),
    ("The resolved model: pages and components", model_pages.ROWS),
    ("The resolved model: mounted uis and stores", model_ui.ROWS),
    ("Evolution", evolution.ROWS),
)
"""The titles and rows of the areas, in the order of the stages."""


class _Table(dict[str, Row]):
    """Rows by code; a missing code says what to do about it."""

    def __missing__(self, code: str) -> Row:
        raise LookupError(f"{code} is not in the diagnostics table: add its row to the module of its area")


def _merged() -> _Table:
    table = _Table()
    for title, rows in AREAS:
        for row in rows:
            if row.code in table:
                raise ValueError(f"{row.code} has a second row, under {title!r}")
            table[row.code] = row
    return table


TABLE = _merged()


def near_codes(code: str, most: int = 5) -> list[str]:
    """Known codes near a misspelt one, nearest first; `loom.` may be missing, and one word may suffice."""
    wanted = code.strip().lower()
    bare = wanted.removeprefix("loom.")
    bare_codes = {known.removeprefix("loom."): known for known in TABLE}
    near = nearest_names(bare, bare_codes, most)
    words = {word for word in bare.split("-") if len(word) > 2}
    shared = sorted(
        (known for known in bare_codes if known not in near and words & set(known.split("-"))),
        key=lambda known: (-len(words & set(known.split("-"))), known),
    )
    return [bare_codes[known] for known in (near + shared)[:most]]
