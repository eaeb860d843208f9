"""Codes of the checks on the structure of a model."""

from loomsmith.ddd.diagnostics.row import Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.validator-check-crashed",
        "A check failed while it looked at this model; the other checks have run. This is a defect of the "
        "toolkit and not of the model: please report it together with the model.",
    ),
)
