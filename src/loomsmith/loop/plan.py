"""Planning a graph of work: waves, the critical path, and how many workers pay.

The arithmetic is that of IEEE doubles in exactly the written order, so that the same graph gives the same
digits everywhere. Workers are sized by Amdahl's law (G. M. Amdahl, Validity of the single processor approach
to achieving large scale computing capabilities, 1967): with the share p of the work that can be done in
parallel, n workers are S(n) = 1 / ((1 - p) + p / n) times as fast as one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from loomsmith.base.failures import Failure, shortened
from loomsmith.base.nearest import nearest_names
from loomsmith.loop.config.model import Auto, Concurrency, Fixed, Graph
from loomsmith.loop.order import depths

PlanFault: TypeAlias = Literal["unknown_node", "duplicate_node", "cycle", "weight"]


class PlanError(Failure):
    """A graph cannot be planned. `kind` says why and `nodes` names the ids concerned."""

    def __init__(self, kind: PlanFault, nodes: Sequence[str], message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.nodes = tuple(nodes)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be scheduled: its id, the ids it waits for in written order, and how long it takes."""

    id: str
    depends_on: tuple[str, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a graph.

    `waves` are lists of ids that can run together, each ascending by code point. Costs are sums of weights.
    `parallel_fraction` is the p of Amdahl's law, `concurrency` the number of workers, `predicted_speedup`
    what they gain, and `speedup_ceiling` what any number of workers could; None where that is unbounded.
    """

    waves: tuple[tuple[str, ...], ...]
    critical_path: tuple[str, ...]
    critical_path_cost: float
    total_cost: float
    parallel_fraction: float
    concurrency: int
    predicted_speedup: float
    speedup_ceiling: float | None

    def as_json(self) -> dict[str, Any]:
        """The same as plain data; a wave is {index from 0, nodes}."""
        return {
            "waves": [{"index": index, "nodes": list(wave)} for index, wave in enumerate(self.waves)],
            "critical_path": list(self.critical_path),
            "critical_path_cost": self.critical_path_cost,
            "total_cost": self.total_cost,
            "parallel_fraction": self.parallel_fraction,
            "concurrency": self.concurrency,
            "predicted_speedup": self.predicted_speedup,
            "speedup_ceiling": self.speedup_ceiling,
        }


def plan_graph(graph: Graph, source: str = "config") -> Plan:
    """The plan of a config's graph, whether or not the config is valid otherwise.

    `source` is what errors call the config. Raises `PlanError`.
    """
    tasks = [Task(node.id, node.depends_on, node.weight) for node in graph.nodes]
    try:
        return plan_tasks(tasks, graph.concurrency)
    except PlanError as error:
        raise PlanError(error.kind, error.nodes, f"{source}: graph.nodes: {error}") from None


def plan_tasks(tasks: Sequence[Task], concurrency: Concurrency) -> Plan:
    """The plan of any tasks. Raises `PlanError`."""
    waves = schedule(tasks)
    path, cost = critical_path(tasks, waves)
    total = 0.0
    for task in tasks:
        total += task.weight
    if not (math.isfinite(total) and math.isfinite(cost)):
        heaviest = max(tasks, key=lambda task: abs(task.weight)).id
        raise PlanError(
            "weight",
            [heaviest],
            f"the weights add up to more than a double holds; see node {shortened(heaviest, 60)!r}",
        )
    p = 0.0 if total <= 0 else min(max((total - cost) / total, 0.0), 1.0)
    workers = _workers(concurrency, p, max(map(len, waves), default=1))
    return Plan(
        waves=waves,
        critical_path=path,
        critical_path_cost=cost,
        total_cost=total,
        parallel_fraction=p,
        concurrency=workers,
        predicted_speedup=speedup(p, workers),
        speedup_ceiling=None if p == 1.0 else 1.0 / (1.0 - p),
    )


def schedule(tasks: Sequence[Task]) -> tuple[tuple[str, ...], ...]:
    """The waves: in each the ids whose last dependency lies in the wave before, ascending by code point.

    Raises `PlanError` for the first unknown dependency, else for ids given twice, else for tasks that never
    become ready (those in a cycle and those behind one).
    """
    dependencies = {task.id: task.depends_on for task in tasks}
    _refuse_unknown(tasks, dependencies)
    _refuse_duplicates(tasks)
    found = depths(dependencies)
    if len(found) < len(tasks):
        stuck = sorted(dependencies.keys() - found.keys())
        raise PlanError("cycle", stuck, _naming("the graph has a cycle; never ready are", stuck))
    waves: list[list[str]] = [[] for _ in range(max(found.values(), default=-1) + 1)]
    for node in sorted(found):
        waves[found[node]].append(node)
    return tuple(map(tuple, waves))


def _refuse_unknown(tasks: Sequence[Task], known: Collection[str]) -> None:
    for task in tasks:
        for dependency in task.depends_on:
            if dependency not in known:
                near = nearest_names(dependency, known)
                hint = f"; did you mean {' or '.join(near)}?" if near else ""
                waiting, awaited = shortened(task.id, 60), shortened(dependency, 60)
                message = f"node {waiting!r} depends on {awaited!r}, which is no node{hint}"
                raise PlanError("unknown_node", [dependency], message)


def _refuse_duplicates(tasks: Sequence[Task]) -> None:
    seen: set[str] = set()
    twice: dict[str, None] = {}
    for task in tasks:
        if task.id in seen:
            twice[task.id] = None
        seen.add(task.id)
    if twice:
        raise PlanError("duplicate_node", list(twice), _naming("node ids are given more than once", twice))


def critical_path(tasks: Sequence[Task], waves: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], float]:
    """The costliest chain of dependencies, from its start to its end, and its cost; () and 0.0 for no tasks.

    Of equally costly dependencies the first written is followed; of equally costly ends the greatest id wins.
    """
    by_id = {task.id: task for task in tasks}
    cost: dict[str, float] = {}
    via: dict[str, str | None] = {}
    for wave in waves:
        for node in wave:
            task = by_id[node]
            base, before = 0.0, None
            for dependency in task.depends_on:
                if cost[dependency] > base:
                    base, before = cost[dependency], dependency
            cost[node], via[node] = base + task.weight, before
    if not cost:
        return (), 0.0
    end = max(cost, key=lambda node: (cost[node], node))
    path: list[str] = []
    at: str | None = end
    while at is not None:
        path.append(at)
        at = via[at]
    return tuple(reversed(path)), cost[end]


def speedup(p: float, workers: int) -> float:
    """How many times faster `workers` are than one, where the share `p` of the work is parallel."""
    return 1.0 / ((1.0 - p) + p / workers)


def _workers(concurrency: Concurrency, p: float, widest: int) -> int:
    """How many workers a concurrency setting gives; more than the widest wave have nothing to do."""
    if isinstance(concurrency, Fixed):
        return min(max(concurrency.max_parallel, 1), widest)
    if not isinstance(concurrency, Auto):
        return 1
    workers, gained = 1, speedup(p, 1)
    for more in range(2, min(widest, max(concurrency.cap, 1)) + 1):
        faster = speedup(p, more)
        if faster - gained < concurrency.min_marginal_gain:
            break
        workers, gained = more, faster
    return workers


_MOST_NAMED = 200
_FITS_THE_LINE = 80


def _naming(fault: str, ids: Iterable[str]) -> str:
    """A fault and the ids concerned, which get a line of their own where they are many."""
    names = list(ids)
    named = ", ".join(names[:_MOST_NAMED])
    rest = len(names) - _MOST_NAMED
    if rest > 0:
        named += f" and {rest} more"
    return f"{fault}: {named}" if len(named) <= _FITS_THE_LINE else f"{fault} {len(names)} nodes:\n{named}"
