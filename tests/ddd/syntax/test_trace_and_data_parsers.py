"""Tests, requirements, seeds and migrations: what parses, to which tree, and what the messages say."""

from __future__ import annotations

from typing import TypeVar

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import Node, field_span, walk
from loomsmith.ddd.text import Source

N = TypeVar("N", bound=Node)


def only(kind: type[N], text: str) -> N:
    """The only node of a kind in a text without faults."""
    result = parse(Source(text))
    assert not result.faults, result.faults[0]
    (found,) = [node for node in walk(result.tree) if isinstance(node, kind)]
    return found


def fault_of(text: str) -> tuple[str, str]:
    """The text of the first faulty token, and the message."""
    faults = parse(Source(text)).faults
    assert faults, "no fault"
    start, end = faults[0].span
    return text[start:end], faults[0].message


def test_a_test_names_its_subject_and_what_it_verifies() -> None:
    test = only(
        n.TestBlock,
        'test "adds" for Order verifies TC-1 { let o = f(1) expect(o.n).toBe(1) o.close() precondition o.ok '
        "emit Done { a: 1 } n := 2 expect o.x }",
    )
    assert test.target is not None
    assert test.verifies is not None
    assert (test.name, test.target.text, test.verifies.text) == ("adds", "Order", "TC-1")
    assert [type(statement).__name__ for statement in test.body] == (
        "Let Expect AssignOrCall Precondition Emit AssignOrCall Expect".split()
    )


@pytest.mark.parametrize(
    "where",
    [
        "{}",
        "context C {{ {} }}",
        "context C {{ aggregate A {{ {} }} }}",
        "context C {{ valueobject V {{ {} }} }}",
        "context C {{ domainService S {{ {} }} }}",
    ],
)
def test_tests_stand_beside_what_they_test(where: str) -> None:
    assert only(n.TestBlock, where.format('test "x" { }')).name == "x"


@pytest.mark.parametrize("where", ["{}", "system S {{ {} }}"])
def test_end_to_end_tests_run_against_a_deployable(where: str) -> None:
    test = only(
        n.TestE2E, where.format('test e2e "x" against web verifies T1 { expect(api.a.all()).toBe(1) }')
    )
    assert (test.name, test.deployable.text) == ("x", "web")


def test_requirements_keep_their_ids_and_keys() -> None:
    text = 'requirement US-001 parent US-01 { type: UserStory title: "t" status: Draft priority: 2 }'
    requirement = only(n.Requirement, text)
    assert requirement.parent_requirement is not None
    assert (requirement.name, requirement.parent_requirement.text) == ("US-001", "US-01")
    assert [prop.name for prop in requirement.props] == ["type", "title", "status", "priority"]
    span = field_span(requirement, "name")
    assert span is not None
    assert text[span[0] : span[1]] == "US-001"


def test_solutions_and_test_cases_list_what_they_concern() -> None:
    solution = only(n.Solution, 'solution S-1 for US-1 { title: "t" entitles [Sub.Ctx.Agg.op, web,] }')
    assert solution.title == "t"
    assert [ref.text for ref in solution.entitles] == ["Sub.Ctx.Agg.op", "web"]
    case = only(n.TestCase, "testCase TC-1 verifies US-1 { covers [] }")
    assert (case.name, case.requirement.text, case.title, case.covers) == ("TC-1", "US-1", None, [])


def test_seeds_have_a_dataset_may_be_raw_and_hold_rows() -> None:
    seed = only(n.Seed, 'context C { seed demo raw { A { id: "x", n: 1 } A { } } }')
    assert (seed.dataset, seed.raw, [row.aggregate.text for row in seed.rows]) == ("demo", True, ["A", "A"])
    assert only(n.Seed, "context C { seed raw { } }").dataset is None
    assert only(n.Seed, "context C { seed { } }").raw is False


def test_migrations_rename_fill_and_run_sql() -> None:
    migration = only(
        n.Migration,
        'migration "m" { Tree.title -> name, Tree.height = 1 + 2 OldTree -> Tree sql "x" Tree.id = x }',
    )
    rename, fill, table, sql, last = migration.steps
    assert isinstance(rename, n.ColumnStep)
    assert (rename.aggregate.text, rename.field, rename.renamed_to, rename.value) == (
        "Tree",
        "title",
        "name",
        None,
    )
    assert isinstance(fill, n.ColumnStep)
    assert isinstance(fill.value, n.Chain)
    assert fill.value.parent is fill
    assert isinstance(table, n.TableRename)
    assert (table.from_table, table.to_aggregate.text) == ("OldTree", "Tree")
    assert isinstance(sql, n.SqlStep)
    assert isinstance(last, n.ColumnStep)


@pytest.mark.parametrize(
    ("text", "token", "said"),
    [
        ('test "x" { for a in b { } }', "for", "expected a statement in a test"),
        ('test "x" { return 1 }', "return", "expected a statement in a test"),
        ('system S { test "x" { } }', '"x"', "'e2e'"),
        ('context C { test e2e "x" against d { } }', "e2e", "name of the test"),
        ("requirement US-1 { kind: x }", "kind", "key of a requirement"),
        ("system S { requirement US-1 { } }", "requirement", "cannot stand in a system"),
        ('solution S for R { entitles [A] title: "x" }', "title", "before 'entitles'"),
        ("testCase T for R { }", "for", "'verifies'"),
        ("context C { seed a { A } }", "}", "a row is written"),
        ("seed { }", "seed", "cannot stand in a file"),
        ('migration "m" { Tree }', "}", "'.'"),
        ('migration "m" { Tree.a }', "}", "'='"),
        ("migration m { }", "m", "name of the migration"),
    ],
)
def test_slips_are_named(text: str, token: str, said: str) -> None:
    found, message = fault_of(text)
    assert found == token
    assert said in message


def test_a_slip_in_one_row_or_step_keeps_the_others() -> None:
    result = parse(
        Source('context C { seed { A { n 1 } B { n: 1 } } } migration "m" { sql 3 A -> B A.x -> y }')
    )
    assert result.faults
    assert [node.aggregate.text for node in walk(result.tree) if isinstance(node, n.SeedRow)] == ["B"]
    (migration,) = [node for node in walk(result.tree) if isinstance(node, n.Migration)]
    assert [type(step).__name__ for step in migration.steps] == ["TableRename", "ColumnStep"]
