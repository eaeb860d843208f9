"""Declarations that mean themselves in a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from loomsmith.ddd.syntax.node import Node

N = TypeVar("N", bound="Node")


def on_cycles(declarations: Iterable[N], uses: Callable[[N], Iterable[N]]) -> set[N]:
    """The declarations from which a way along `uses` leads back to themselves.

    These are the members of the strongly connected components that have more than one member or an edge to
    themselves; found as in Tarjan (1972), in time linear in declarations and uses and without recursion.
    """
    order: dict[N, int] = {}
    lowest: dict[N, int] = {}
    path: list[N] = []
    on_path: set[N] = set()
    cyclic: set[N] = set()
    for start in declarations:
        if start in order:
            continue
        order[start] = lowest[start] = len(order)
        path.append(start)
        on_path.add(start)
        work = [(start, iter(uses(start)))]
        while work:
            current, remaining = work[-1]
            for used in remaining:
                if used is current:
                    cyclic.add(current)
                if used not in order:
                    order[used] = lowest[used] = len(order)
                    path.append(used)
                    on_path.add(used)
                    work.append((used, iter(uses(used))))
                    break
                if used in on_path:
                    lowest[current] = min(lowest[current], order[used])
            else:
                work.pop()
                if work:
                    outer = work[-1][0]
                    lowest[outer] = min(lowest[outer], lowest[current])
                if lowest[current] == order[current]:
                    alone = path[-1] is current
                    while current in on_path:
                        member = path.pop()
                        on_path.discard(member)
                        if not alone:
                            cyclic.add(member)
    return cyclic
