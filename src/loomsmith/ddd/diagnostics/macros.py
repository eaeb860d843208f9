"""Codes of macro expansion and of capabilities."""

from loomsmith.ddd.diagnostics.row import Row

ROWS: tuple[Row, ...] = ()
