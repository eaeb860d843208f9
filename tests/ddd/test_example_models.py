"""The example models are right in every respect: valid, laid out, and showing the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from loomsmith.ddd import toolkit
from loomsmith.ddd.syntax import nodes, parse
from loomsmith.ddd.syntax.formatter import format_tokens
from loomsmith.ddd.syntax.node import Node, same_tree, walk
from loomsmith.ddd.syntax.printer import print_node
from loomsmith.ddd.text import Source

MODELS = sorted((Path(__file__).parents[2] / "examples" / "models").glob("*.ddd"))
# In no good file: what stands for missing parts, and what other nodes are built on; imports load nothing.
NOT_SHOWN = {"Missing", "MissingType", "Node", "Expr", "Stmt", "TypeBase", "Import"}

each_model = pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)


def test_there_are_models_from_several_trades() -> None:
    assert len(MODELS) >= 6


@each_model
def test_a_model_validates_without_findings(path: Path) -> None:
    report = toolkit.validate(path.read_text())
    assert report["diagnostics"] == []
    assert report["ok"] is True


@each_model
def test_a_model_is_laid_out_as_the_formatter_does(path: Path) -> None:
    text = path.read_text()
    result = parse(Source(text))
    assert format_tokens(result.tokens, result.tree) == text


@each_model
def test_a_model_prints_back(path: Path) -> None:
    tree = parse(Source(path.read_text())).tree
    assert same_tree(tree, parse(Source(print_node(tree))).tree)


@each_model
def test_a_model_has_a_size_that_can_be_read_at_once(path: Path) -> None:
    assert 80 <= len(path.read_text().splitlines()) <= 300


def test_together_the_models_show_nearly_every_construct() -> None:
    shown = {type(node).__name__ for path in MODELS for node in walk(parse(Source(path.read_text())).tree)}
    kinds = {name for name, kind in vars(nodes).items() if isinstance(kind, type) and issubclass(kind, Node)}
    assert len(kinds - NOT_SHOWN - shown) <= 4, sorted(kinds - NOT_SHOWN - shown)
