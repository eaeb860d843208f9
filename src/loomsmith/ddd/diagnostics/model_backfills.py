"""Codes of checks on the resolved model: backfills of migrations."""

from loomsmith.ddd.diagnostics.model_frames import filled
from loomsmith.ddd.diagnostics.row import IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.backfill-target-invalid",
        "A backfill names a field that has no column of its own, or an aggregate that has no table of rows.",
        wrong=filled("Van.spot = 1"),
        right=filled("Van.miles = 1"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-expr-unsupported",
        "The value of a backfill is more than a database can compute: literals, fields, "
        "operators, `c ? a : b`, enum values and now().",
        wrong=filled("Van.label = label.trim()"),
        right=filled('Van.label = "none"'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.backfill-type-mismatch",
        "The value of a backfill is of another kind than the field.",
        wrong=filled('Van.miles = "far"'),
        right=filled("Van.miles = 0"),
        variants=(IR_ERROR,),
    ),
)
