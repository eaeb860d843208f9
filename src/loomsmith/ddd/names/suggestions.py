"""The name that was probably meant by one that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.nearest import edit_distance

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORTEST = 3
_LONGEST = 64
_COMPARISONS = 300_000


class Suggester:
    """Finds the nearest of many candidates, again and again, at a bounded total cost.

    Candidates are tried in the given order, duplicates once. Each misspelt name is looked up once; after
    300,000 comparisons no further names are looked up, so that a text full of faults stays quick to check.
    Names of more than 64 characters have no suggestion.
    """

    __slots__ = ("_candidates", "_found", "_left")

    def __init__(self, candidates: Iterable[str]) -> None:
        self._candidates = [name for name in dict.fromkeys(candidates) if _SHORTEST <= len(name) <= _LONGEST]
        self._found: dict[str, str | None] = {}
        self._left = _COMPARISONS

    def nearest(self, name: str) -> str | None:
        """The candidate nearest to `name`, the first of several; `None` if none is near.

        Near means a Levenshtein distance from 1 to the smaller of 2 and half the length of `name`, rounded
        down; candidates shorter than three characters do not count.
        """
        if name in self._found:
            return self._found[name]
        best: str | None = None
        limit = min(2, len(name) // 2)
        if limit and len(name) <= _LONGEST and self._left > 0:
            self._left -= len(self._candidates)
            for candidate in self._candidates:
                if candidate == name or abs(len(candidate) - len(name)) > limit:
                    continue
                distance = edit_distance(name, candidate, limit)
                if distance <= limit:
                    best, limit = candidate, distance - 1
                    if not limit:
                        break
        self._found[name] = best
        return best
