"""Tests, requirements, seeds and migrations."""

from __future__ import annotations

import pytest

from checking import findings, told, told_of
from loomsmith.ddd import toolkit
from loomsmith.ddd.vocabulary.intrinsics import MATCHERS

DEPOT = "context Depot { aggregate Van { plate: string seats: int } valueobject Size { n: int } }"


def in_aggregate(statements: str) -> str:
    return f'context Depot {{ aggregate Van {{ plate: string test "t" {{ {statements} }} }} }}'


def end_to_end(statements: str) -> str:
    return f'system S {{ deployable d {{ platform: node }} test e2e "t" against d {{ {statements} }} }}'


# What tests are about


@pytest.mark.parametrize(
    ("owner", "name", "can_be_cut"),
    [
        ("aggregate Van { n: int TEST }", "Van", True),
        ("valueobject Size { n: int TEST }", "Size", True),
        ("domainService Sales { operation sell() { } TEST }", "Sales", False),
    ],
)
def test_a_test_inside_of_its_subject_does_not_name_it(owner: str, name: str, can_be_cut: bool) -> None:
    test = f'test "t" for {name} {{ let a = 1 }}'
    text = f"context Depot {{ {owner.replace('TEST', test)} }}"
    assert told(text) == [("test-redundant-for", name)]
    assert (findings(text)[0].hint is not None) is can_be_cut
    if can_be_cut:
        answer = toolkit.quickfix(text, "loom.test-redundant-for")
        assert answer["edits"][0]["newText"] == 'test "t" { let a = 1 }'  # type: ignore[index]


def test_a_test_in_a_context_may_name_anything_but_that_context() -> None:
    text = (
        'context Depot { aggregate Van { n: int } test "a" for Depot { } test "b" for Van { } } '
        "context Shop { }"
    )
    assert told_of(text, "test-redundant-for") == [("test-redundant-for", "Depot")]


def test_a_test_at_file_level_names_its_subject() -> None:
    assert told(f'{DEPOT} test "a" {{ let x = 1 }} test "b" for Van {{ let x = 1 }}') == [
        ("test-needs-target", '"a"')
    ]


@pytest.mark.parametrize(
    ("platform", "runs"),
    [
        ("node", True),
        ("python", True),
        ("java", True),
        ('"dotnet@v10"', True),
        ("react", False),
        (None, False),
    ],
)
def test_a_context_is_tested_where_a_backend_runs_it(platform: str | None, runs: bool) -> None:
    deployable = "" if platform is None else f"deployable d {{ platform: {platform}, contexts: [Depot] }}"
    text = (
        'system S { subdomain D { context Depot { test "in" { } test "other" for Nobody { } } } '
        f'{deployable} }} test "out" for Depot {{ }}'
    )
    code = "context-test-unsupported"
    expected = [] if runs else [(code, '"in"'), (code, '"other"'), (code, '"out"')]
    assert told_of(text, code) == expected


# Expectations


@pytest.mark.parametrize(
    "expectation", ["expect 1 > 0", "expect(1)", "expect(1).not", "expect(1).toBe", "expect(plate).trim()"]
)
def test_an_expectation_ends_in_a_matcher(expectation: str) -> None:
    assert told(in_aggregate(expectation)) == [
        ("expect-without-matcher", expectation.removeprefix("expect").strip())
    ]


@pytest.mark.parametrize("name", sorted(set(MATCHERS) - {"toThrow", "toBeSameInstant"}))
def test_matchers_take_what_they_compare_with(name: str) -> None:
    arity = MATCHERS[name][0]
    for count in range(4):
        arguments = ", ".join("1" * count)
        where = "1" if count else f".{name}()"
        expected = [] if count == arity else [("matcher-arity", where)]
        assert told(in_aggregate(f"expect(1).{name}({arguments})")) == expected
        assert told(in_aggregate(f"let a = (1).not.{name}({arguments})")) == expected


def test_instants_and_statuses_are_compared_end_to_end() -> None:
    assert told(in_aggregate("expect(now()).toBeSameInstant(now())")) == [
        ("matcher-needs-e2e", "toBeSameInstant")
    ]
    assert told(end_to_end('expect("a").toBeSameInstant("b")')) == []
    for arguments, in_unit, in_e2e in [
        ("", [], []),
        ("404", ["404"], []),
        ('"no"', ['"no"'], ['"no"']),
        ("404, 500", ["404"], ["404"]),
    ]:
        code = "matcher-throw-status"
        assert told(in_aggregate(f"expect(1).toThrow({arguments})")) == [(code, where) for where in in_unit]
        assert told(end_to_end(f"expect(1).toThrow({arguments})")) == [(code, where) for where in in_e2e]


# Requirements


@pytest.mark.parametrize(
    ("props", "expected"),
    [
        ('type: UserStory title: "a" status: Draft priority: 2', []),
        ('type: Epic title: "a"', [("requirement-invalid-value", "Epic")]),
        ('type: "UserStory" title: "a"', [("requirement-invalid-value", '"UserStory"')]),
        ("type: UseCase title: `a`", [("requirement-invalid-value", "`a`")]),
        ('type: UseCase title: "a" status: Closed', [("requirement-invalid-value", "Closed")]),
        ('type: UseCase title: "a" priority: 1.5', [("requirement-invalid-value", "1.5")]),
        ('type: UseCase title: "a" priority: -1', [("requirement-invalid-value", "-1")]),
        ('type: UseCase title: "a" owner: 1', [("requirement-unknown-key", "owner")]),
        ('type: UseCase title: "a" type: Nothing', [("requirement-duplicate-key", "type")]),
        ("", [("requirement-missing-key", "US-1")] * 2),
        ('title: "a"', [("requirement-missing-key", "US-1")]),
    ],
)
def test_requirements_say_what_they_are(props: str, expected: list[tuple[str, str]]) -> None:
    assert told(f"requirement US-1 {{ {props} }}") == expected


def requirements(**parents: str | None) -> str:
    return " ".join(
        f'requirement {name} {f"parent {parent}" if parent else ""} {{ type: UseCase title: "{name}" }}'
        for name, parent in parents.items()
    )


def test_every_requirement_below_a_circle_is_told() -> None:
    text = requirements(A="B", B="C", C="B", D="A", E=None, F="E", G="G")
    code = "requirement-cycle"
    assert told(text) == [(code, "B"), (code, "C"), (code, "B"), (code, "A"), (code, "G")]


def test_a_long_line_of_requirements_is_followed_once() -> None:
    chain: dict[str, str | None] = {f"R{place}": f"R{place + 1}" for place in range(5000)}
    assert told(requirements(**chain, R5000=None)) == []


# Seeds


@pytest.mark.parametrize(
    ("row", "raw", "expected"),
    [
        ('plate: "a", seats: 1', "", []),
        ('plate: "a", plate: "b", plate: "c"', "", [("seed-duplicate-field", "plate")] * 2),
        ('id: "1"', "", [("seed-id-needs-raw", "id")]),
        ('id: "1"', "raw", []),
        ("plate: { a: 1 }", "raw", [("seed-raw-column-invalid", "{ a: 1 }")]),
        ("plate: Size { n: 1 }", "raw", [("seed-raw-column-invalid", "Size { n: 1 }")]),
        ("plate: { a: 1 }", "", []),
        ("nothing: 1", "", []),
    ],
)
def test_rows_say_what_can_be_stored(row: str, raw: str, expected: list[tuple[str, str]]) -> None:
    text = (
        "context Depot { aggregate Van { plate: string seats: int } valueobject Size { n: int } "
        f"seed {raw} {{ Van {{ {row} }} }} }}"
    )
    assert told(text) == expected


def test_rows_are_of_the_own_context() -> None:
    text = f'{DEPOT} context Shop {{ seed {{ Van {{ plate: "a" }} }} }}'
    assert told(text) == [("seed-foreign-aggregate", "Van")]


# Migrations


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("Van.number -> plate, Van.places -> seats, Car -> Van", []),
        ("Van.plate -> plate", [("rename-to-self", "plate")]),
        ("Van -> Van", [("rename-to-self", "Van")]),
        ("Van.a -> plate, Van.a -> seats", [("rename-duplicate-source", "a")]),
        ("Van.a -> plate, Van.b -> plate", [("rename-duplicate-target", "plate")]),
        ("Car -> Van, Bus -> Van", [("rename-duplicate-target", "Van")]),
        ("Van.plate -> plate, Van.plate -> seats, Van.a -> plate", [("rename-to-self", "plate")]),
        ('sql "select 1", sql " "', [("migration-sql-empty", '" "')]),
        ('Van.seats = 1, Van.plate = "a"', []),
        ("Van.seat = 1", [("backfill-unknown-field", "seat")]),
        ("Van.seats = 1, Van.seats = 2", [("backfill-duplicate", "seats")]),
    ],
)
def test_steps_of_a_migration(steps: str, expected: list[tuple[str, str]]) -> None:
    assert told(f'{DEPOT} migration "a" {{ {steps} }}') == expected


def test_renames_count_over_all_migrations_and_values_within_one() -> None:
    text = (
        f'{DEPOT} migration "a" {{ Van.a -> plate, Van.seats = 1 }} '
        'migration "a" { Van.a -> seats, Van.seats = 2 }'
    )
    assert told(text) == [("migration-duplicate-name", '"a"'), ("rename-duplicate-source", "a")]
