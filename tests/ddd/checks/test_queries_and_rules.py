"""Finds, criteria, policies, matches, functions and handlers."""

from __future__ import annotations

import pytest

from checking import told, told_of


def depot(members: str) -> str:
    return f"context Depot {{ enum Size {{ Small, Large }} aggregate Van {{ miles: int }} {members} }}"


@pytest.mark.parametrize(
    ("returned", "deprecated"),
    [("Van[]", True), ("Van paged", True), ("Van", False), ("Van?", False), ("Van option", False)],
)
def test_a_find_of_many_is_deprecated(returned: str, deprecated: bool) -> None:
    text = depot(f"repository Vans for Van {{ find far(): {returned} where miles > 9 }}")
    assert told(text) == ([("repository-find-deprecated", "far")] if deprecated else [])


@pytest.mark.parametrize("target", ["Van[]", "Van?", "Size", "string", "bool?"])
def test_a_criterion_looks_at_a_plain_aggregate_or_at_nothing(target: str) -> None:
    assert told(depot(f"criterion Odd of {target} = true")) == [("criterion-unsupported-target", target)]
    assert told(depot("criterion Odd of bool = true criterion Far of Van = miles > 9")) == []


def test_a_bare_name_that_a_member_or_an_enum_value_has_is_no_reference_to_a_criterion() -> None:
    text = depot(
        "criterion Large(n: int) of Van = n > 1 criterion miles(n: int) of Van = true "
        "repository Vans for Van { find a(): Van? where miles find b(): Van? where Large == Large }"
    )
    assert told_of(text, "criterion-arity") == []


def test_a_called_criterion_is_counted_whatever_has_its_name() -> None:
    text = depot(
        "criterion Large(n: int) of Van = miles > n "
        "repository Vans for Van { find a(): Van? where Large() find b(): Van? where Large(1) }"
    )
    assert told(text) == [("criterion-arity", "Large")]


def test_the_target_of_a_criterion_matters_only_under_an_aggregate() -> None:
    text = depot(
        "aggregate Bay { spots: int invariant Far } criterion Far of Van = miles > 9 "
        "criterion Farther of Bay = Far"
    )
    assert told(text) == [("criterion-target-mismatch", "Far")]


def test_each_member_of_a_circle_of_criteria_is_told_and_those_that_lead_into_it_are_not() -> None:
    text = depot(
        "criterion A of Van = B criterion B of Van = C criterion C of Van = A criterion D of Van = A "
        "criterion E of Van = E criterion F of Van = miles > 9"
    )
    assert told(text) == [("criterion-cycle", name) for name in "ABCE"]


def test_a_parameter_hides_a_criterion() -> None:
    text = depot("criterion A(B: bool) of Van = B criterion B of Van = A(true)")
    assert told_of(text, "criterion-cycle") == []


def test_criteria_change_nothing() -> None:
    text = depot(
        "aggregate Bay { spots: int operation fill() { spots := 0 } function free(): int = spots } "
        "criterion A of Bay = this.fill() criterion B of Bay as b = b.free() > 0 && fill()"
    )
    assert told_of(text, "criterion-impure") == [
        ("criterion-impure", ".fill()"),
        ("criterion-impure", "fill"),
    ]


def test_a_policy_call_that_goes_on_is_not_counted() -> None:
    text = depot(
        "policy May(n: int): bool = n > 1 "
        "aggregate Bay { spots: int operation a() requires (May().x) { } operation b() requires (May) { } }"
    )
    assert told_of(text, "policy-fn-arity") == [("policy-fn-arity", "May")]


@pytest.mark.parametrize("returned", ["int", "bool?", "bool[]", "Van"])
def test_a_policy_gives_a_plain_bool(returned: str) -> None:
    text = depot(f"policy May(n: int): {returned} = true")
    assert told_of(text, "policy-fn-return-type") == [("policy-fn-return-type", returned)]


def test_circles_of_policies_are_told_of_each_member() -> None:
    text = depot("policy A(): bool = B() policy B(): bool = A() policy C(): bool = A()")
    assert told(text) == [("policy-fn-cycle", "A"), ("policy-fn-cycle", "B")]


def test_a_long_chain_of_criteria_is_followed_without_recursion() -> None:
    links = " ".join(f"criterion C{place} of Van = C{place + 1}" for place in range(3000))
    assert told(depot(f"{links} criterion C3000 of Van = C0")) == [
        ("criterion-cycle", f"C{place}") for place in range(3001)
    ]


# Matches


def test_a_match_gives_a_value_in_every_case() -> None:
    text = depot(
        "aggregate Bay { spots: int derived a: string = match { } "
        'derived b: string = match { spots > 1 => "x" } derived c: string = match { else => "x" } '
        'derived d: string = match { spots > 1 => "x" else => "y" } }'
    )
    assert told(text) == [("match-empty", "match { }"), ("match-no-else", 'match { spots > 1 => "x" }')]


@pytest.mark.parametrize(
    ("subject", "simple"), [("o", True), ("o.inner", True), ("pick(o)", False), ("o.pick()", False)]
)
def test_the_subject_of_a_match_is_no_call(subject: str, simple: bool) -> None:
    text = depot(
        "payload Ok { code: int } payload Bad { code: int } payload Outcome = Ok | Bad "
        f"workflow W {{ handle tell(o: Outcome) {{ let x = match {subject} {{ Ok a => 1 Bad b => 2 }} }} }}"
    )
    expected = [] if simple else [("match-subject-not-simple", subject)]
    assert told_of(text, "match-subject-not-simple") == expected


# Functions and handlers


def test_functions_of_a_file_or_system_are_expressions() -> None:
    text = (
        "function a(n: int): int { return n } system S { function b(n: int): int { return n } "
        "subdomain D { context C { aggregate A { n: int function c(m: int): int { return m } } } } }"
    )
    assert told(text) == [("function-toplevel-block", "a"), ("function-toplevel-block", "b")]


def test_functions_of_a_file_that_need_themselves_are_told() -> None:
    text = (
        "function a(n: int): int = b(n) + 1 function b(n: int): int = a(n) function c(n: int): int = c(n) "
        "function d(c: int): int = c function e(n: int): int = a(n)"
    )
    assert told(text) == [("function-recursive", name) for name in "abc"]


def test_a_handler_has_a_body_or_is_extern() -> None:
    text = depot(
        "extern commandHandler a(n: int) { } extern commandHandler b(n: int); commandHandler c(n: int); "
        "commandHandler d(n: int) { }"
    )
    assert told(text) == [("extern-handler-has-body", "a"), ("handler-missing-body", "c")]
