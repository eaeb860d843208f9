"""The table of diagnostic codes, and how findings are made from it."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from loomsmith.ddd import toolkit
from loomsmith.ddd.diagnostics import TABLE, at_model, at_source, near_codes
from loomsmith.ddd.diagnostics.row import PHASES, SEVERITIES, Row
from loomsmith.ddd.diagnostics.table import AREAS

ROOT = Path(__file__).resolve().parents[2]
ROWS = [pytest.param(row, id=row.code) for row in TABLE.values()]


@pytest.mark.parametrize("row", ROWS)
def test_every_row_says_when_it_is_told_and_explains_itself(row: Row) -> None:
    assert re.fullmatch(r"loom\.[a-z0-9]+(-[a-z0-9]+)*", row.code)
    assert row.variants
    assert len(set(row.variants)) == len(row.variants)
    for phase, severity in row.variants:
        assert phase in PHASES
        assert severity in SEVERITIES
    assert row.explanation[0].isupper() or row.explanation[0] in "`*"
    assert row.explanation.endswith(".")
    assert len(row.explanation) > 40
    assert "  " not in row.explanation


@pytest.mark.parametrize("row", [param for param in ROWS if param.values[0].right])  # type: ignore[union-attr, attr-defined]
def test_right_examples_do_not_raise_the_code_they_put_right(row: Row) -> None:
    report = toolkit.validate(row.right)
    diagnostics = report["diagnostics"]
    assert isinstance(diagnostics, list)
    told = [(found["code"], found["message"]) for found in diagnostics]
    assert row.code not in [code for code, _ in told]
    assert "loom.parse-error" not in [code for code, _ in told], told


@pytest.mark.parametrize("row", [param for param in ROWS if param.values[0].wrong])  # type: ignore[union-attr, attr-defined]
def test_wrong_examples_raise_the_code_they_stand_for(row: Row) -> None:
    diagnostics = toolkit.validate(row.wrong)["diagnostics"]
    assert isinstance(diagnostics, list)
    assert row.code in [found["code"] for found in diagnostics]


def test_no_code_stands_twice() -> None:
    codes = [row.code for _, rows in AREAS for row in rows]
    assert len(codes) == len(set(codes)) == len(TABLE)


def test_a_code_without_a_row_cannot_be_told() -> None:
    with pytest.raises(LookupError, match=r"loom\.nonsense is not in the diagnostics table"):
        at_source("loom.nonsense", "", (0, 1))
    with pytest.raises(LookupError):
        at_model("loom.nonsense", "", None)


def test_a_code_cannot_be_told_in_a_phase_that_its_row_does_not_have() -> None:
    with pytest.raises(LookupError):
        at_model("loom.parse-error", "", "C/A")
    with pytest.raises(LookupError):
        at_source("loom.ir-internal", "", (0, 1))
    with pytest.raises(LookupError):
        at_source("loom.parse-error", "", (0, 1), severity="warning")


def test_phase_and_severity_come_from_the_table() -> None:
    finding = at_source("loom.parse-error", "What.", (3, 4))
    assert (finding.phase, finding.severity, finding.span, finding.anchor) == ("parse", "error", (3, 4), 3)
    assert at_model("loom.ir-internal", "What.", "C/A").path == "C/A"


def test_a_finding_on_an_added_node_stands_at_the_start_and_belongs_to_the_first_token() -> None:
    finding = at_source("loom.linking-error", "What.", None)
    assert (finding.span, finding.anchor) == ((0, 0), None)


@pytest.mark.parametrize("asked", ["parse-error", "loom.parse-eror", "LOOM.PARSE-ERROR", " parse_error"])
def test_a_misspelt_code_finds_its_neighbours(asked: str) -> None:
    assert "loom.parse-error" in near_codes(asked)


def test_explain_tells_phases_text_and_examples() -> None:
    answer = toolkit.explain("linking-error")
    assert answer["code"] == "loom.linking-error"
    assert answer["told"] == [{"phase": "scope-link", "severity": "error"}]
    assert answer["wrong"] != answer["right"]
    assert answer == toolkit.explain("loom.linking-error")


def test_explain_names_the_nearest_codes_for_an_unknown_one() -> None:
    answer = toolkit.explain("loom.linking-eror")
    assert answer["error"] == "not-found"
    assert answer["candidates"][0] == "loom.linking-error"  # type: ignore[index]
    assert "loom.linking-error" in str(answer["message"])


TOLD_ELSEWHERE = {
    # What no text of a user can raise, or what takes two texts: shown by tests of their own.
    "loom.validator-check-crashed",
    "loom.ir-internal",
    "loom.no-system",
    "loom.diff-baseline-invalid",
    "loom.migration-chain-invalid",
    "loom.migration-scope-ambiguous",
    "loom.migration-shape-change",
    "loom.migration-ambiguous-rename",
    "loom.migration-destructive",
}


def test_every_code_is_shown_by_an_example_or_by_tests_of_its_own() -> None:
    without = {code for code, row in TABLE.items() if not row.wrong}
    assert without == TOLD_ELSEWHERE
    shown = [path for path in (ROOT / "tests").rglob("*.py") if path.name != Path(__file__).name]
    shown += (ROOT / "tests" / "conformance" / "ddd").rglob("*.expected.json")
    tests = "".join(path.read_text(encoding="utf-8") for path in shown)
    assert [code for code in sorted(without) if code not in tests] == []


def test_the_page_of_diagnostics_is_what_the_table_makes() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "generate_docs.py"))
    written = (ROOT / "docs" / "ddd" / "diagnostics.md").read_text(encoding="utf-8")
    assert written == script["PAGES"]["docs/ddd/diagnostics.md"](), "run `make docs`"
