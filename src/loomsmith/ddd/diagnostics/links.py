"""Codes of the linker and of the checks on names."""

from loomsmith.ddd.diagnostics.row import LINK_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.linking-error",
        "A reference names nothing of the wanted kind that can be seen from where it stands. Aggregates, "
        "value objects, enums and contexts are seen from everywhere; events and payloads only inside their "
        "own context; parts only inside their own aggregate. Correct the name, or declare what it names.",
        wrong="context Berths { aggregate Ferry { size: Sise } enum Size { Big, Small } }",
        right="context Berths { aggregate Ferry { size: Size } enum Size { Big, Small } }",
        variants=(LINK_ERROR,),
    ),
)
