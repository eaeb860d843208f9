"""The pictures of models under the real Mermaid parser, in Node."""

from __future__ import annotations

import json
import re
import subprocess

from clients.environments import HERE, MODULES, ROOT, missing, node
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.model.diagrams import KINDS, diagrams

EXAMPLES = sorted((ROOT / "examples" / "models").glob("*.ddd"))
PAGE = ROOT / "docs" / "ddd" / "diagrams.md"

WORDS = """
system Graph {
  subdomain Style {
    context Subgraph {
      enum Direction { end, graph }
      event Click { note: Class id }
      aggregate Class {
        title: string
        direction: Direction
        contains links: Link[]
        entity Link { href: string }
        operation call() { emit Click { note: id } }
      }
      aggregate End { note: Class id }
      workflow Callback { note: Class id  n: int  on(c: Click) by c.note { n := 1 } }
    }
  }
}
"""


def parsed(texts: list[str]) -> list[dict[str, str]]:
    if not (MODULES / "mermaid").exists():
        missing("Mermaid (tests/clients/node_modules)")
    answer = subprocess.run(
        [node(), str(HERE / "drivers" / "mermaid.mjs")],
        input=json.dumps(texts),
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    found: list[dict[str, str]] = json.loads(answer.stdout)
    return found


def drawn(text: str) -> list[tuple[str, str]]:
    model = Analysis(text).model
    assert model is not None
    return [(diagram.kind, diagram.text) for diagram in diagrams(model)]


def test_mermaid_parses_every_picture_of_every_example_and_of_names_that_are_words_of_its_own() -> None:
    pictures = [picture for path in EXAMPLES for picture in drawn(path.read_text(encoding="utf-8"))]
    pictures += drawn(WORDS)
    assert {kind for kind, _ in pictures} == set(KINDS)
    answers = parsed([text for _, text in pictures])
    wrong = [
        (answer["error"], text)
        for answer, (_, text) in zip(answers, pictures, strict=True)
        if "error" in answer
    ]
    assert wrong == []
    types = {"contexts": "flowchart-v2", "classes": "classDiagram", "flow": "flowchart-v2"}
    assert [answer["type"] for answer in answers] == [types[kind] for kind, _ in pictures]


def test_mermaid_parses_the_pictures_of_the_documentation() -> None:
    texts = re.findall(r"```mermaid\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(texts) == 3
    assert all("error" not in answer for answer in parsed(texts))


def test_the_parser_refuses_what_is_no_picture() -> None:
    assert "error" in parsed(["flowchart LR\n  a --"])[0]
