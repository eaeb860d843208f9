"""Parts of long lists: what was left out of an answer is always said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.jsontext import pretty

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Json = dict[str, object]

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

GROUPS = frozenset({"systems", "contexts"})
"""The lists of a tree that hold groups; the entries of its other lists are its rows."""

# What the objects around the first row of a page take.
_SURROUNDINGS = 1_000


def page_tree(tree: Json, limit: int | None, offset: int | None, room: int = SOFT_LIMIT) -> Json:
    """The tree with its rows from `offset` on, `limit` of them at most.

    A tree is an object whose lists `systems` and `contexts` hold objects of the same kind, its groups; every
    entry of another list is a row, and so is a group without any. Groups none of whose rows are shown are
    left out. Without a limit rows are cut where their text would exceed `room` characters, one row at least
    being shown. Unless all are shown, `total`, `returned` and, where more follow, `next_offset` tell, all
    counting rows.
    """
    total = _cut(tree, 0, 0, 0)[1]
    start = min(offset or 0, total)
    stop = total if limit is None else min(start + limit, total)
    if limit is None:
        stop = start + _rows_fitting(tree, start, room)
        if offset is None and stop == total:
            return tree
    answer: Json = _cut(tree, 0, start, stop)[0] | {"total": total, "returned": stop - start}
    if stop < total:
        answer["next_offset"] = stop
    return answer


def tree_size(tree: Json, most: int) -> int:
    """About how many characters the text of a tree has; once that is more than `most`, some such number."""
    size = _SURROUNDINGS
    for row in _row_sizes(tree, 0):
        size += row
        if size > most:
            break
    return size


def some_of(key: str, items: Sequence[object], total: str = "total") -> Json:
    """The first `items` under `key`, as many as fit beside anything else; where that is not all, their number
    under the name that `total` gives."""
    shown = _fitting(items, lambda: _LEAST_ROOM)
    answer: Json = {key: list(items[:shown])}
    if shown < len(items):
        answer[total] = len(items)
    return answer


def _cut(group: Mapping[str, object], at: int, start: int, stop: int) -> tuple[Json, int]:
    """The part of a group that has the rows from `start` to `stop`, and the number behind its last row.

    `at` is the number of its first row.
    """
    part: Json = {}
    for key, value in group.items():
        if not isinstance(value, list):
            part[key] = value
        elif key in GROUPS:
            shown = []
            for inner in value:
                first = at
                inner_part, at = _cut(inner, at, start, stop)
                at += at == first
                if max(first, start) < min(at, stop):
                    shown.append(inner_part)
            part[key] = shown
        else:
            part[key] = value[max(start - at, 0) : max(stop - at, 0)]
            at += len(value)
    return part, at


def _rows_fitting(tree: Json, start: int, room: int) -> int:
    size, count = _SURROUNDINGS, 0
    for number, row in enumerate(_row_sizes(tree, 0)):
        if number < start:
            continue
        size += row
        if count and size > room:
            break
        count += 1
    return count


def _row_sizes(group: Mapping[str, object], depth: int) -> Iterator[int]:
    """How many characters each row takes, that of a group's first row with the group itself."""
    around = _text_size(
        {key: [] if isinstance(value, list) else value for key, value in group.items()}, depth
    )
    for key, value in group.items():
        for entry in value if isinstance(value, list) else ():
            if key in GROUPS:
                sizes = _row_sizes(entry, depth + 1)
            else:
                sizes = iter((_text_size(entry, depth + 1),))
            for size in sizes:
                yield around + size
                around = 0
    if around and depth:
        yield around


def _text_size(value: object, depth: int) -> int:
    # An answer may hold the tree one level deeper; each level of groups is two of text.
    text = pretty(value)
    return len(text) + (4 * depth + 2) * (text.count("\n") + 1) + 2
