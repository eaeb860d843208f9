"""The table and the checks on the resolved model agree: all that can be told is shown and told."""

from __future__ import annotations

import pytest

from conformance import run_ddd
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.diagnostics import TABLE
from loomsmith.ddd.diagnostics.row import IR, Row
from loomsmith.ddd.diagnostics.table import AREAS

OF_TWO_TEXTS = {row.code for title, rows in AREAS if title == "Evolution" for row in rows}
OUR_OWN_DEFECTS = {"loom.ir-internal"}
MODEL_ROWS = [
    row
    for row in TABLE.values()
    if any(phase == IR for phase, _ in row.variants) and row.code not in OF_TWO_TEXTS | OUR_OWN_DEFECTS
]


def told(text: str) -> set[tuple[str, str]]:
    return {(found.code, found.severity) for found in Analysis(text).model_findings}


def test_every_code_about_a_model_is_told_of_an_example_or_a_case() -> None:
    wanted = {(row.code, severity) for row in MODEL_ROWS for phase, severity in row.variants if phase == IR}
    assert len(wanted) > 230
    for row in MODEL_ROWS:
        wanted -= told(row.wrong)
    for path in run_ddd.cases():
        if not wanted:
            break
        wanted -= told(run_ddd.read(path))
    assert wanted == set()


@pytest.mark.parametrize("row", [pytest.param(row, id=row.code) for row in MODEL_ROWS])
def test_a_code_about_a_model_is_shown_by_a_wrong_and_a_right_model_that_parse(row: Row) -> None:
    assert row.wrong
    assert row.right
    for text in (row.wrong, row.right):
        assert Analysis(text).syntax_findings == []
    right = Analysis(row.right)
    found = (*right.source_findings, *right.model_findings)
    errors = {each.code for each in found if each.severity == "error"}
    assert errors <= {"loom.event-sourcing-backend-unsupported"}, errors
