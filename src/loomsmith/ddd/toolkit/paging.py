"""Parts of long lists: what was left out of an answer is always said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.jsontext import pretty

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SOFT_LIMIT = 40_000
"""How many characters an answer may have before clients store it away instead of showing it."""


def page(
    key: str,
    items: Sequence[object],
    limit: int | None,
    offset: int | None,
    room: Callable[[], int] = lambda: SOFT_LIMIT,
) -> dict[str, object]:
    """`items` from `offset` on under `key`, `limit` of them at most.

    Without a limit they are cut where their text would exceed `room()` characters, which is asked for only
    when that could be. Unless all are shown, `total`, `returned` and, where more follow, `next_offset` tell.
    """
    start = min(offset or 0, len(items))
    stop = len(items) if limit is None else min(start + limit, len(items))
    if limit is None:
        stop = start + _fitting(items[start:stop], room)
    shown = list(items[start:stop])
    answer: dict[str, object] = {key: shown}
    if limit is None and offset is None and len(shown) == len(items):
        return answer
    answer["total"] = len(items)
    answer["returned"] = len(shown)
    if stop < len(items):
        answer["next_offset"] = stop
    return answer


def _fitting(items: Sequence[object], room: Callable[[], int]) -> int:
    """How many of the items fit, at least one where there is one."""
    total = 0
    for place, item in enumerate(items):
        # Lists stand two levels deep in an answer: four blanks before each line, a comma and a line end.
        text = pretty(item)
        total += len(text) + 4 * (text.count("\n") + 1) + 2
        if total > _LEAST_ROOM and total > room():
            return max(place, 1)
    return len(items)


# Below this, `room` need not be asked.
_LEAST_ROOM = 10_000
