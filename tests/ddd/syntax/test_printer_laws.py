"""Printing is the inverse of parsing: for the trees of all conformance cases and for generated ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given

from budgets import examples
from ddd.strategies import expressions, files, statements
from loomsmith.ddd.syntax import nodes, parse
from loomsmith.ddd.syntax.node import Node, dump, same_tree, walk
from loomsmith.ddd.syntax.printer import PRINTERS, print_node
from loomsmith.ddd.text import Source

CASES = sorted((Path(__file__).parents[2] / "conformance" / "ddd").rglob("*.ddd"))


@cache
def case_texts() -> dict[str, str]:
    return {f"{path.parent.name}/{path.stem}": path.read_bytes().decode() for path in CASES}


def assert_prints_back(tree: nodes.File) -> None:
    text = print_node(tree)
    result = parse(Source(text))
    assert not result.faults, f"{result.faults[0]}\n{text}"
    if not same_tree(tree, result.tree):
        pytest.fail(f"{dump(tree)}\n--- printed as\n{text}\n--- parsed as\n{dump(result.tree)}")
    assert print_node(result.tree) == text


def in_an_operation(body: list[nodes.Stmt]) -> nodes.File:
    operation = nodes.Operation("run", body=body)
    return nodes.File([], [nodes.Context("C", [], [nodes.Aggregate("A", members=[operation])])])


def test_there_are_cases() -> None:
    assert len(case_texts()) > 1000


def test_the_tree_of_every_case_prints_back() -> None:
    for name, text in case_texts().items():
        result = parse(Source(text))
        if not result.faults:
            printed = parse(Source(print_node(result.tree)))
            assert not printed.faults, name
            assert same_tree(result.tree, printed.tree), name


def test_a_broken_source_still_prints() -> None:
    for text in case_texts().values():
        result = parse(Source(text))
        if result.faults:
            print_node(result.tree)


@examples(60)
@given(files())
def test_generated_files_print_back(tree: nodes.File) -> None:
    assert_prints_back(tree)


@examples(150)
@given(expressions())
def test_generated_expressions_print_back(expression: nodes.Expr) -> None:
    assert_prints_back(in_an_operation([nodes.Let("x", expression)]))


@examples(100)
@given(statements())
def test_generated_statements_print_back(body: list[nodes.Stmt]) -> None:
    assert_prints_back(in_an_operation(body))


def test_every_kind_of_node_can_be_printed() -> None:
    kinds = {
        kind
        for kind in vars(nodes).values()
        if isinstance(kind, type) and issubclass(kind, Node) and kind is not Node
    }
    assert kinds - set(PRINTERS) == {nodes.Expr, nodes.Stmt, nodes.TypeBase}


def test_every_subtree_of_the_cases_prints_as_part_of_the_whole() -> None:
    for name, text in list(case_texts().items())[::40]:
        result = parse(Source(text))
        if result.faults:
            continue
        for node in walk(result.tree):
            printed = print_node(node)
            assert printed or isinstance(node, nodes.File), name
            assert not printed.startswith((" ", "\n")), name


@pytest.mark.parametrize(
    "level",
    [
        "({})",
        "Stack({})",
        "Box {{ a: {} }}",
        "match {{ a => {} }}",
        "x => {{ let a = {} }}",
        "(a || b && c == d < e + f * -({}).y)",
        "`{{{}}}`",
    ],
)
def test_the_deepest_trees_that_parse_can_be_printed(level: str) -> None:
    text = "x"
    deepest = None
    for _ in range(210):
        text = level.format(text)
        result = parse(Source(f"function f(): int = {text}"))
        if result.faults:
            break
        deepest = result.tree
    assert deepest is not None
    assert print_node(deepest)
