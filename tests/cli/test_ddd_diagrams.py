"""`ddd diagram`: Markdown by default, bare text or JSON when asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from loomsmith.cli.ddd_app import main

MODEL = (
    "context Depot { aggregate Van { miles: int } } context Shop { aggregate Deal { van: Van id } } "
    "context Yard { }"
)


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "model.ddd"
    path.write_text(MODEL)
    return str(path)


def test_pictures_are_markdown_with_a_heading_each(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("ddd", ["diagram", model]) == 0
    out = capsys.readouterr().out
    headings = [line for line in out.splitlines() if line.startswith("## ")]
    assert headings == ["## Contexts", "## Classes of Depot", "## Classes of Shop"]
    assert out.count("```mermaid\n") == out.count("```\n") == 3
    assert 'Shop -- "Van id" --> Depot' in out


def test_one_raw_picture_can_be_handed_to_a_program(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("ddd", ["diagram", model, "--kind", "classes", "--context", "Shop", "--raw"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("classDiagram\n  class Deal")
    assert out.count("classDiagram") == 1


def test_json_lists_the_pictures(model: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main("ddd", ["diagram", model, "--json", "--kind", "contexts"]) == 0
    (picture,) = json.loads(capsys.readouterr().out)
    assert picture["kind"] == "contexts"
    assert picture["text"].startswith("flowchart LR\n")


def test_what_cannot_be_drawn_gives_one_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.ddd"
    path.write_text("context {")
    assert main("ddd", ["diagram", str(path)]) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "`ddd parse` shows why" in shown.err
    path.write_text("context Empty { }")
    assert main("ddd", ["diagram", str(path), "--kind", "flow"]) == 1
    assert "nothing of that kind" in capsys.readouterr().err


def test_an_unknown_kind_is_a_usage_error(model: str) -> None:
    assert main("ddd", ["diagram", model, "--kind", "sequence"]) == 2
