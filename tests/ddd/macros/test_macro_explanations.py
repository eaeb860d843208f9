"""The rows of the macro codes show the fault that they explain, and how it is put right."""

import pytest

from expanded_models import codes
from loomsmith.ddd.diagnostics.macros import ROWS


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_the_wrong_example_raises_the_code_and_the_right_one_raises_none(row):
    assert row.code in [code for code, _ in codes(row.wrong)]
    assert codes(row.right) == []
