"""Codes of the checks on user interfaces, tests, requirements and seeds."""

from loomsmith.ddd.diagnostics.row import Row

ROWS: tuple[Row, ...] = ()
