"""The conformance sources: outlines after expansion, and faults with their places."""

import json
from pathlib import Path

import pytest

from loomsmith.ddd.diagnostics.macros import ROWS
from loomsmith.ddd.macros import expand
from loomsmith.ddd.outline import outline
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source

CASES = Path(__file__).parents[2] / "conformance" / "ddd"
TOPICS = sorted({case.parent.name for case in CASES.glob("*/*.expected.json")})
CODES = {row.code for row in ROWS}


def _sources(topic: str):
    """The sources of a topic without syntax errors, with what their reports should say."""
    for case in sorted((CASES / topic).glob("*.expected.json")):
        expected = json.loads(case.read_text("utf-8"))
        report = expected.get("validate")
        if report is not None and all(found["phase"] != "parse" for found in report["diagnostics"]):
            path = case.with_name(case.name.replace(".expected.json", ".ddd"))
            yield path.name, Source(path.read_bytes().decode("utf-8")), expected


@pytest.mark.parametrize("topic", TOPICS)
def test_outlines_list_what_macros_and_capabilities_add(topic):
    for name, source, expected in _sources(topic):
        tree = parse(source).tree
        expand(tree)
        assert outline(tree) == expected["outline"], name


@pytest.mark.parametrize("topic", TOPICS)
def test_faults_of_expansion_have_their_codes_and_places(topic):
    for name, source, expected in _sources(topic):
        faults = expand(parse(source).tree).faults
        told = sorted((fault.code, *source.range(fault.span)) for fault in faults)
        wanted = sorted(
            (found["code"], *(tuple(found["range"][end].values()) for end in ("start", "end")))
            for found in expected["validate"]["diagnostics"]
            if found["code"] in CODES
        )
        assert told == wanted, name
