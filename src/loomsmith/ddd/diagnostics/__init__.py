"""What is told about a model: one value per finding, and the table of every code that may be told.

A stage makes findings with `at_source` (a place in the text) or `at_model` (a path in the resolved model).
Both look the code up in the table, which fixes phase and severity; a code that is not in the table is a
defect of ours and raises LookupError. An area has its rows in its own module here (`syntax`, `links`, ...).
"""

from loomsmith.ddd.diagnostics.diagnostic import (
    Addition,
    Choice,
    Diagnostic,
    HeaderInsertion,
    Hint,
    Replacement,
    at_model,
    at_source,
)
from loomsmith.ddd.diagnostics.row import Row, Variant
from loomsmith.ddd.diagnostics.table import TABLE, near_codes

__all__ = [
    "TABLE",
    "Addition",
    "Choice",
    "Diagnostic",
    "HeaderInsertion",
    "Hint",
    "Replacement",
    "Row",
    "Variant",
    "at_model",
    "at_source",
    "near_codes",
]
