"""What a comparison of two versions costs beyond validating them, and what the commands around it cost."""

from __future__ import annotations

import re
import statistics
import time
from typing import TYPE_CHECKING

from bench.models import model
from bench.report import Table, figure
from loomsmith.base.collector import Paused
from loomsmith.ddd import toolkit
from loomsmith.ddd.evolution.chain import read_chain, render
from loomsmith.ddd.toolkit.evolution import compare

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTHS = {1_000: 9, 10_000: 5}
"""How long the models are, in lines, and how often each is measured."""


def stored(lines: int) -> str:
    """A model of about so many lines whose contexts are kept in a database."""
    text = re.sub(r"        create\(.*?\n        }\n", "", model(lines), flags=re.DOTALL)
    contexts = re.findall(r"^    context (\w+)", text, re.MULTILINE)
    resources = "".join(f"  resource db{c} {{ for: {c}, kind: state, use: pg }}\n" for c in contexts)
    hosts = ", ".join(contexts)
    sources = ", ".join(f"db{context}" for context in contexts)
    hosted = f"  deployable svc {{ platform: node  contexts: [{hosts}]  dataSources: [{sources}] }}\n"
    return text.removesuffix("}\n") + "  storage pg { type: postgres }\n" + resources + hosted + "}\n"


def grown(text: str) -> str:
    """The next version: every context has a column more, one less, one renamed and one of another type."""
    text = text.replace("        notes: string[]\n", "        remarks: string[]\n        rank: int?\n")
    text = text.replace("notes += short", "remarks += short")
    text = text.replace("          count: int\n", "          count: decimal\n")
    return text.replace("        credit: money = 0\n", "")


def measure() -> list[Table]:
    """The tables of this area."""
    toolkit.diff(stored(100), stored(100))
    rows = [_row(lines, repeats) for lines, repeats in LENGTHS.items()]
    columns = (
        "lines of each version",
        "first run",
        "same text",
        "a change in every context",
        "steps",
        "chain",
    )
    remark = (
        "Milliseconds beyond validating both versions; the last column writes the first run as a committed "
        "migration and reads it back."
    )
    return [Table("Comparing two versions", columns, rows, [remark])]


def _row(lines: int, repeats: int) -> tuple[str, ...]:
    before = stored(lines)
    after = grown(before)
    for text in (before, after):
        if not toolkit.validate(text)["ok"]:
            raise RuntimeError("the models of the benchmark are not valid")
    first = _median(lambda: toolkit.diff(before), repeats)
    same = _median(lambda: toolkit.diff(before, before), repeats)
    changed = _median(lambda: toolkit.diff(after, before), repeats)
    steps = sum(len(migration.steps) for migration in compare(after, before, None)[0].migrations)
    chain = _median(lambda: _written_and_read(before), repeats)
    return (
        f"{before.count(chr(10)):,}",
        *(figure(value, "ms") for value in (first, same, changed)),
        f"{steps:,}",
        figure(chain, "ms"),
    )


def _written_and_read(text: str) -> None:
    found, _ = compare(text, None, [])
    read_chain([file for migration in found.migrations for file in render(migration, False)])


def _median(work: Callable[[], object], repeats: int) -> float:
    """Milliseconds; the models are validated by the first call, which is not counted."""
    times = []
    with Paused():
        work()
        for _ in range(repeats):
            start = time.perf_counter()
            work()
            times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)
