"""The config reference in docs/loops.md knows every record, field and limit, and its example loads."""

import re
from pathlib import Path

import pytest

from loomsmith.loop.config import loads
from loomsmith.loop.config.kinds import fields_of
from loomsmith.loop.config.markdown_reader import SECTIONS
from loomsmith.loop.config.reference import records, with_field_tables
from loomsmith.loop.config.tree import DEEPEST, LONGEST_KEY, MOST_VALUES
from loomsmith.loop.files import MAX_CONFIG_BYTES

PAGE = (Path(__file__).parents[3] / "docs" / "loops.md").read_text("utf-8")


def test_the_tables_of_fields_are_those_of_the_model() -> None:
    assert with_field_tables(PAGE) == PAGE, "run `make docs`"


@pytest.mark.parametrize("name", records())
def test_every_record_has_a_section_and_where_it_has_fields_a_table(name: str) -> None:
    assert f"### {name}\n" in PAGE
    assert (f"<!-- fields: {name} -->" in PAGE) == bool(fields_of(records()[name]))


def test_links_within_the_page_lead_somewhere() -> None:
    anchors = {heading.lower().replace(" ", "-") for heading in re.findall(r"(?m)^#+ (.+)$", PAGE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= anchors


def test_a_name_that_is_no_record_is_refused() -> None:
    with pytest.raises(KeyError):
        with_field_tables("<!-- fields: Nothing -->\n<!-- end -->")


def test_the_markdown_example_is_read_as_described() -> None:
    example = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)[0]
    config = loads(example.replace("## C.", "- validations: []\n\n## C."), "markdown")
    assert config.name == "lockkeeper"
    assert config.goals[0].description == "Both lock gates are greased before the\nspring opening"
    assert config.constraints.global_.rules == ("Log: one line per gate", "Keep off the sluice")


def test_all_sections_with_entries_are_named() -> None:
    prose = PAGE.partition("## The fields")[0]
    assert all(f"`{section}`" in prose for section in SECTIONS)


def test_the_limits_are_those_of_the_loader() -> None:
    limits = " ".join(PAGE.partition("## Limits")[2].split())
    assert f"{MAX_CONFIG_BYTES >> 20} MiB" in limits
    assert f"{MOST_VALUES:,} values" in limits
    assert f"{DEEPEST} levels" in limits
    assert f"{LONGEST_KEY} bytes" in limits
