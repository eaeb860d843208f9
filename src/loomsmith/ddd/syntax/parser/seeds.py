"""Seeds and migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax.nodes import ColumnStep, Migration, Seed, SeedRow, SqlStep, TableRename
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.expressions import expression
from loomsmith.ddd.syntax.parser.primaries import object_literal
from loomsmith.ddd.syntax.parser.tables import MemberTable
from loomsmith.ddd.syntax.references import AGGREGATE
from loomsmith.ddd.syntax.tokens import NAME, STRING
from loomsmith.ddd.vocabulary.words import CLAIM_NAME, FIELD_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.parser.cursor import Cursor

_SEED = MemberTable("a seed")
_MIGRATION = MemberTable("a migration", separators=True)

# A migration names columns of now and of the past: whatever may be a field, and what a claim may be called.
_COLUMN = FIELD_NAME | CLAIM_NAME


def seed(c: Cursor) -> Seed:
    """`seed name raw { Aggregate { field: value } }`."""
    start = c.at
    c.at += 1
    dataset = None
    raw = False
    spans: dict[str, Any] = {}
    with c.header():
        if c.kinds[c.at] not in ("{", "raw"):
            dataset, spans["dataset"] = c.named(PLAIN_NAME, "a seed")
        raw = c.match("raw")
        if raw:
            spans["raw"] = c.span(c.at - 1)
    rows: list[Any] = block(c, _SEED)
    return c.finish(Seed(dataset, raw, rows), start, **spans)


def _row(c: Cursor) -> SeedRow:
    start = c.at
    aggregate = c.reference(PLAIN_NAME, AGGREGATE)
    if c.kinds[c.at] != "{":
        c.fail(f"a row is written '{aggregate.text} {{ field: value }}': expected '{{'")
    return c.finish(SeedRow(aggregate, object_literal(c)), start)


def migration(c: Cursor) -> Migration:
    """`migration "name" { steps }`."""
    start = c.at
    c.at += 1
    name = ""
    spans: dict[str, Any] = {}
    with c.header():
        index = c.expect(STRING, "for the name of the migration")
        name, spans["name"] = c.string(index), c.span(index)
    steps: list[Any] = block(c, _MIGRATION)
    return c.finish(Migration(name, steps), start, **spans)


def _sql(c: Cursor) -> SqlStep:
    start = c.at
    c.at += 1
    text = c.expect(STRING, "after 'sql'")
    return c.finish(SqlStep(c.string(text)), start, sql=c.span(text))


def _step(c: Cursor) -> ColumnStep | TableRename:
    """`Old -> Aggregate`, `Aggregate.old -> new` or `Aggregate.field = expr`."""
    start = c.at
    if c.kinds[start + 1] == "->":
        c.at += 2
        target = c.reference(PLAIN_NAME, AGGREGATE)
        return c.finish(TableRename(c.word(start), target), start, from_table=c.span(start))
    aggregate = c.reference(PLAIN_NAME, AGGREGATE)
    c.expect(".", "and a field, or '->' and the new name of the aggregate")
    field = c.name(_COLUMN, "a field")
    node = ColumnStep(aggregate, c.word(field))
    spans = {"field": c.span(field)}
    if c.match("->"):
        renamed = c.name(_COLUMN, "a field")
        node.renamed_to, spans["renamed_to"] = c.word(renamed), c.span(renamed)
    else:
        c.expect("=", "and the value for existing rows, or '->' and the new name of the field")
        node.value = expression(c)
        node.value.parent = node
    return c.finish(node, start, **spans)


_SEED.parsers[NAME] = _row
_MIGRATION.parsers.update({"sql": _sql, NAME: _step})
