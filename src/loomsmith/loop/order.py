"""The order that dependencies impose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def depths(dependencies: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """For each name the length of the longest chain of dependencies that ends at it, 0 without any.

    Names that are no keys are ignored, and repetitions count once. A name in a cycle, or behind one, has no
    depth and is left out. Kahn's algorithm (Topological sorting of large networks, 1962), one layer at a
    time: linear in names and dependencies.
    """
    waiting: dict[str, int] = {}
    dependants: dict[str, list[str]] = {}
    for name, names in dependencies.items():
        known = {other for other in names if other in dependencies}
        waiting[name] = len(known)
        for other in known:
            dependants.setdefault(other, []).append(name)
    found: dict[str, int] = {}
    layer = [name for name, count in waiting.items() if not count]
    depth = 0
    while layer:
        found.update(dict.fromkeys(layer, depth))
        following: list[str] = []
        for finished in layer:
            for dependant in dependants.get(finished, ()):
                waiting[dependant] -= 1
                if not waiting[dependant]:
                    following.append(dependant)
        layer = following
        depth += 1
    return found
