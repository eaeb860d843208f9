"""Codes of the type checks on values, bodies, calls and operators."""

from loomsmith.ddd.diagnostics.row import Row

ROWS: tuple[Row, ...] = ()
