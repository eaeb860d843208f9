"""Suggestions for misspelt names: the nearest candidate, found without comparing all of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.nearest import edit_distance
from loomsmith.ddd.names.suggestions import Suggester

WORDS = st.text(alphabet="abc", max_size=9)


def by_comparing_all(name: str, candidates: list[str]) -> str | None:
    limit = min(2, len(name) // 2)
    near = [
        (edit_distance(name, candidate, limit), place, candidate)
        for place, candidate in enumerate(candidates)
        if len(candidate) >= 3 and candidate != name
    ]
    return min(((d, p, c) for d, p, c in near if d <= limit), default=(0, 0, None))[2]


@given(WORDS, st.lists(WORDS, max_size=30))
@examples(400)
def test_the_suggestion_is_the_one_that_comparing_all_candidates_gives(
    name: str, candidates: list[str]
) -> None:
    assert Suggester(candidates).nearest(name) == by_comparing_all(name, candidates)


def test_ties_go_to_the_first_candidate() -> None:
    assert Suggester(["titan", "title", "titly"]).nearest("titl") == "title"
    assert Suggester(["titly", "title"]).nearest("titl") == "titly"


def test_a_model_full_of_misspelt_names_is_looked_up_whole() -> None:
    words = [f"{place * 2_654_435_761 % 2**32:08x}" for place in range(20_000)]
    suggester = Suggester(words)
    misspelt = [f"{word[:3]}-{word[4:]}" for word in words[::20]]
    assert [suggester.nearest(word) for word in misspelt] == words[::20]


def test_names_that_are_all_alike_end_the_search_and_not_the_checking() -> None:
    suggester = Suggester(f"Harbour{place}Master" for place in range(20_000))
    assert suggester.nearest("Harbor19999Master") == "Harbour19999Master"
    found = {suggester.nearest(f"Harbr{place}Master") for place in range(1_000)}
    assert None in found
