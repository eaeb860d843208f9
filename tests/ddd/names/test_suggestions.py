"""The name that was probably meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.nearest import edit_distance
from loomsmith.ddd.names.suggestions import Suggester

NAMES = st.text("abcx", min_size=0, max_size=7)


@pytest.mark.parametrize(
    ("name", "candidates", "wanted"),
    [
        ("lenght", ["length", "weight"], "length"),
        ("dayz", ["currentUser", "permissions", "days", "hours"], "days"),
        ("titel", ["title", "title"], "title"),
        ("abc", ["abd", "abe"], "abd"),
        ("ab", ["abc"], "abc"),
        ("a", ["ab", "abc"], None),
        ("xy", ["xyab"], None),
        ("same", ["same"], None),
        ("wibble", ["title", "label"], None),
        ("Title", ["title"], "title"),
        ("ok", ["on"], None),
    ],
)
def test_the_nearest_candidate_is_suggested(name: str, candidates: list[str], wanted: str | None) -> None:
    assert Suggester(candidates).nearest(name) == wanted


@examples(200)
@given(NAMES, st.lists(NAMES, max_size=8))
def test_a_suggestion_has_the_smallest_distance_and_the_first_of_equals_wins(
    name: str, candidates: list[str]
) -> None:
    limit = min(2, len(name) // 2)
    distances = [
        (edit_distance(name, candidate, 99), place, candidate)
        for place, candidate in enumerate(candidates)
        if len(candidate) >= 3
    ]
    near = [found for found in distances if 1 <= found[0] <= limit]
    assert Suggester(candidates).nearest(name) == (min(near)[2] if near else None)


def test_names_without_end_are_not_compared() -> None:
    assert Suggester(["a" * 10_000]).nearest("a" * 9_999) is None


def test_looking_up_stops_after_very_many_comparisons() -> None:
    suggester = Suggester(f"alike{number:05}" for number in range(10_000))
    found = [suggester.nearest(f"alike{number:05}x") for number in range(200)]
    assert found[0] is not None
    assert found[-1] is None
