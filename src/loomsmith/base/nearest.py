"""Names near a misspelt one, for messages that say what was probably meant."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def edit_distance(left: str, right: str, limit: int) -> int:
    """The Levenshtein distance of two strings in code points, or `limit + 1` where it exceeds `limit`.

    Wagner and Fischer, The String-to-String Correction Problem (1974), one row at a time, given up as soon
    as a whole row exceeds the limit: O(len(left) * len(right)) at worst.
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        current = [i]
        for j, b in enumerate(right, 1):
            current.append(min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a != b)))
        if min(current) > limit:
            return limit + 1
        previous = current
    return min(previous[-1], limit + 1)


_OF_A_BEGINNING = 2
"""How far a name counts to be from one that it begins, however much is missing."""


def nearest_names(name: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """The candidates close to `name`, nearest first and then in the given order, `most` of them at most.

    Close means a distance of at most a third of the longer name's length and at least 1, letter case aside.
    A candidate that starts with the name, or the other way round, counts as close too: it comes behind those
    that are one slip away, and before the others.
    """
    wanted = name[:80].lower()
    if not wanted:
        return []
    found: list[tuple[int, int, str]] = []
    for place, candidate in enumerate(candidates):
        other = candidate.lower()
        limit = max(1, max(len(wanted), len(other)) // 3)
        distance = edit_distance(wanted, other, limit)
        begins = min(len(wanted), len(other)) >= 3 and (other.startswith(wanted) or wanted.startswith(other))
        if begins:
            distance = min(distance, _OF_A_BEGINNING)
        if begins or distance <= limit:
            found.append((distance, place, candidate))
    return [candidate for _, _, candidate in sorted(found)[:most]]
