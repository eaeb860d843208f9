"""Codes of migrations, snapshots and diffs."""

from loomsmith.ddd.diagnostics.row import Row

ROWS: tuple[Row, ...] = ()
