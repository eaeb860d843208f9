"""The name that was probably meant by one that is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.nearest import edit_distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SHORTEST = 3
_LONGEST = 64
_FURTHEST = 2
_PARTS = _FURTHEST + 1
_COMPARISONS = 100_000


class Suggester:
    """Finds the nearest of many candidates, again and again.

    Each candidate is cut into three parts. A name at most two edits away has one of them unchanged, at
    most two characters further left or right, so that the candidates sharing a part are all that need be
    compared (Li, Deng, Wang and Feng, Pass-Join: A Partition-based Method for Similarity Joins, 2011).

    Candidates are tried in the given order, duplicates once. Names of more than 64 characters have no
    suggestion. After 100,000 comparisons, which takes a text full of faults and of names that are all alike,
    no further names are looked up.
    """

    __slots__ = ("_candidates", "_found", "_index", "_left")

    def __init__(self, candidates: Iterable[str]) -> None:
        self._candidates = [name for name in dict.fromkeys(candidates) if _SHORTEST <= len(name) <= _LONGEST]
        self._index: dict[tuple[int, int, str], list[int]] | None = None
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
        limit = min(_FURTHEST, len(name) // 2)
        if limit and len(name) <= _LONGEST and self._left > 0:
            places = self._sharing_a_part(name)
            self._left -= len(places)
            for place in sorted(places):
                candidate = self._candidates[place]
                if candidate == name:
                    continue
                distance = edit_distance(name, candidate, limit)
                if distance <= limit:
                    best, limit = candidate, distance - 1
                    if not limit:
                        break
        self._found[name] = best
        return best

    def _sharing_a_part(self, name: str) -> set[int]:
        """The places of all candidates at most two edits away from `name`, and of some others."""
        if self._index is None:
            self._index = {}
            for place, candidate in enumerate(self._candidates):
                for part, start, end in _parts(len(candidate)):
                    key = (len(candidate), part, candidate[start:end])
                    self._index.setdefault(key, []).append(place)
        found: set[int] = set()
        for length in range(max(len(name) - _FURTHEST, _SHORTEST), len(name) + _FURTHEST + 1):
            longer = len(name) - length
            for part, start, end in _parts(length):
                # An edit before the part moves it by one, and those not before it come after it.
                rest = _FURTHEST - part
                first = max(start - part, start + longer - rest, 0)
                last = min(start + part, start + longer + rest)
                for at in range(first, last + 1):
                    found.update(self._index.get((length, part, name[at : at + end - start]), ()))
        return found


def _parts(length: int) -> Iterator[tuple[int, int, int]]:
    """The parts of a candidate of this length: number, start and end."""
    for part in range(_PARTS):
        yield part, part * length // _PARTS, (part + 1) * length // _PARTS
