"""`ddd guide`: the language by topic, for people who would rather read than ask."""

from __future__ import annotations

import json

import pytest

from loomsmith.cli.ddd_app import main
from loomsmith.ddd import toolkit
from loomsmith.ddd.toolkit.guide_text import TOPICS

Shown = pytest.CaptureFixture[str]


def test_without_a_topic_all_are_listed_with_what_they_are_about(capsys: Shown) -> None:
    assert main("ddd", ["guide"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ", 1)[0] for line in lines] == list(TOPICS)
    assert all(line.endswith(summary) for line, (summary, _) in zip(lines, TOPICS.values(), strict=True))


def test_a_topic_is_shown_as_it_is_written(capsys: Shown) -> None:
    assert main("ddd", ["guide", "reads"]) == 0
    assert capsys.readouterr().out == TOPICS["reads"][1]


def test_an_unknown_topic_gives_one_and_names_the_nearest(capsys: Shown) -> None:
    assert main("ddd", ["guide", "auth"]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "tenancy-and-auth" in shown.err


@pytest.mark.parametrize(("topic", "status"), [(None, 0), ("reads", 0), ("auth", 1)])
def test_as_json_it_is_the_tools_answer(topic: str | None, status: int, capsys: Shown) -> None:
    assert main("ddd", ["guide", *([topic] if topic else []), "--json"]) == status
    assert json.loads(capsys.readouterr().out) == toolkit.guide(topic)
