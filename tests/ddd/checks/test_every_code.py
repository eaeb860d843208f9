"""The table of codes and the checks agree: whatever can be told is in the table, and all of it is told."""

from __future__ import annotations

import re
from pathlib import Path

import loomsmith.ddd
from conformance import run_ddd
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.diagnostics import TABLE
from loomsmith.ddd.diagnostics.row import AST, LINK, PARSE

SOURCE = Path(loomsmith.ddd.__file__).parent
OF_THE_TEXT = {PARSE, LINK, AST}
OUR_OWN_DEFECTS = {("loom.validator-check-crashed", "error")}


def told(text: str) -> set[tuple[str, str]]:
    return {(found.code, found.severity) for found in Analysis(text).source_findings}


def test_every_code_about_a_text_is_told_of_an_example_or_a_case() -> None:
    wanted = {
        (row.code, severity)
        for row in TABLE.values()
        for phase, severity in row.variants
        if phase in OF_THE_TEXT
    } - OUR_OWN_DEFECTS
    for row in TABLE.values():
        if row.wrong:
            wanted -= told(row.wrong)
    for path in run_ddd.cases():
        if not wanted:
            break
        wanted -= told(run_ddd.read(path))
    assert wanted == set()


def test_every_code_that_stands_in_the_source_is_in_the_table() -> None:
    written = {
        code
        for path in sorted(SOURCE.rglob("*.py"))
        for code in re.findall(r'"(loom\.[a-z0-9]+(?:-[a-z0-9]+)*)"', path.read_text(encoding="utf-8"))
    }
    beginnings = {code[: -len(end)] for code in TABLE for end in re.findall(r"(?=(-.*))", code)}
    assert written - set(TABLE) - beginnings == set()
    assert len(written) > 200


def test_examples_of_codes_about_a_text_follow_the_grammar() -> None:
    broken = [
        row.code
        for row in TABLE.values()
        if row.variants[0][0] in (LINK, AST) and row.wrong and Analysis(row.wrong).has_syntax_errors
    ]
    assert broken == []
