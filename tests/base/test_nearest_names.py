"""Which names are thought to be meant by a misspelt one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.nearest import edit_distance, nearest_names

WORDS = st.text("abc", max_size=6)


def plain_distance(left: str, right: str) -> int:
    if not left or not right:
        return len(left) + len(right)
    return min(
        plain_distance(left[1:], right) + 1,
        plain_distance(left, right[1:]) + 1,
        plain_distance(left[1:], right[1:]) + (left[0] != right[0]),
    )


@examples(100)
@given(WORDS, WORDS, st.integers(0, 7))
def test_the_distance_is_levenshteins_up_to_its_limit(left: str, right: str, limit: int) -> None:
    assert edit_distance(left, right, limit) == min(plain_distance(left, right), limit + 1)


def test_the_nearest_comes_first_and_ties_keep_their_order() -> None:
    assert nearest_names("goal", ["gaol", "goals", "coal", "ledger"]) == ["goals", "coal"]


def test_letter_case_does_not_count() -> None:
    assert nearest_names("CONFIG_PATH", ["config_path"]) == ["config_path"]


def test_a_beginning_counts_as_near() -> None:
    assert nearest_names("config", ["config_path", "target"]) == ["config_path"]


def test_a_beginning_comes_behind_a_slip_and_before_what_is_further_away() -> None:
    tools = ["loopsmith_plan", "loopsmith_ledger", "loopsmith_gate_evaluate"]
    assert nearest_names("loopsmith_gate", tools)[0] == "loopsmith_gate_evaluate"
    assert nearest_names("goal", ["goal_states", "goals"]) == ["goals", "goal_states"]
    assert nearest_names("abc", ["abcde"]) == ["abcde"]


def test_nothing_is_near_to_nothing() -> None:
    assert nearest_names("", ["a"]) == []
    assert nearest_names("zebra", ["ledger", "plan"]) == []
