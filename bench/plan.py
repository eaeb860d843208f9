"""Planning a graph of 10,000 nodes, loading aside.

The peer is the standard library's `graphlib`, which finds an order and nothing else: no waves by id, no
critical path, no sizing.
"""

from __future__ import annotations

import statistics
import time
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING

from bench.report import Table, figure
from loomsmith.loop.config.model import Auto
from loomsmith.loop.plan import Task, plan_tasks

if TYPE_CHECKING:
    from collections.abc import Callable

NODES, ROUNDS = 10_000, 21


def measure() -> list[Table]:
    """The tables of this area."""
    shapes = (
        ("layers of 100, three dependencies each", _layers(100)),
        ("one chain", _layers(1)),
        ("all at once", _layers(NODES)),
    )
    rows = []
    for name, tasks in shapes:
        ours = _median(lambda tasks=tasks: plan_tasks(tasks, Auto()))
        graph = {task.id: task.depends_on for task in tasks}
        peer = _median(lambda graph=graph: list(TopologicalSorter(graph).static_order()))
        rows.append((name, figure(ours * 1e3, "ms"), figure(peer * 1e3, "ms"), figure(peer / ours)))
    columns = ("graph", "plan", "graphlib, order only", "ratio")
    remark = f"Median of {ROUNDS} rounds. A plan has waves, critical path and number of workers."
    return [Table(f"Planning {NODES:,} nodes", columns, rows, [remark])]


def _layers(width: int) -> list[Task]:
    """Tasks in layers of `width`, each but the first depending on up to three of the layer before."""
    tasks = []
    for number in range(NODES):
        layer, place = divmod(number, width)
        before = {(place + step) % width for step in range(3)} if layer else set()
        depends_on = tuple(f"n{(layer - 1) * width + each:05}" for each in sorted(before))
        tasks.append(Task(f"n{number:05}", depends_on, 1.0 + number % 7))
    return tasks


def _median(work: Callable[[], object]) -> float:
    """The median time of a call, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)
