"""The syntax part of the conformance cases: which sources are sound, and where the others first go wrong."""

import json
from pathlib import Path

import pytest

from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source

CASES = Path(__file__).parents[2] / "conformance" / "ddd"
CODES = ("loom.lex-error", "loom.parse-error")


@pytest.mark.parametrize("topic", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_each_case_has_its_first_syntax_error_where_expected_or_none(topic):
    for expected_path in sorted((CASES / topic).glob("*.expected.json")):
        text = (
            expected_path.with_name(expected_path.name.replace(".expected.json", ".ddd"))
            .read_bytes()
            .decode()
        )
        expected = json.loads(expected_path.read_text())["validate"]["diagnostics"]
        lines = [d["range"]["start"]["line"] for d in expected if d["code"] in CODES]
        source = Source(text)
        faults = parse(source).faults
        found = [source.position(fault.span[0])[0] for fault in faults]
        if not lines:
            assert not faults, f"{expected_path.name}: {faults[0]}"
        else:
            assert found, expected_path.name
            assert abs(found[0] - lines[0]) <= 1, f"{expected_path.name}: {faults[0]}"


def test_a_single_slip_gives_a_single_message():
    # In these, what follows the slip is no sound text in any reading.
    several = {
        "bad-string-backslash-line-end",
        "bad-storage-clause-order",
        "bad-match-statement-with-conditions",
    }
    several |= {"bad-template-brace-in-hole"}
    for path in sorted((CASES / "syntax-core").glob("bad-*.ddd")):
        if path.stem not in several:
            faults = parse(Source(path.read_bytes().decode())).faults
            assert len(faults) == 1, (path.stem, faults)
