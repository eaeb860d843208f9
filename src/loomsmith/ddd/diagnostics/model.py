"""Codes of the checks on the resolved model."""

from loomsmith.ddd.diagnostics.row import IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.ir-internal",
        "Resolving the model, or a check on the resolved model, failed. The message says where. This is a "
        "defect of the toolkit and not of the model: please report it together with the model.",
        variants=(IR_ERROR,),
    ),
)
