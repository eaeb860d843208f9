"""Validation of models of growing length, stage by stage, and what a second call costs, in processor time."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from bench.models import broken, model
from bench.report import Table, figure
from loomsmith.base.collector import Paused
from loomsmith.ddd import analysis, toolkit
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTHS = {1_000: 9, 10_000: 3, 100_000: 1}
"""How long the models are, in lines, and how often each is measured."""


def measure() -> list[Table]:
    """The tables of this area."""
    toolkit.validate(model(100))
    return [_stages(), _reports()]


def _stages() -> Table:
    rows = []
    for lines, repeats in LENGTHS.items():
        text = model(lines)
        runs = [_run(text) for _ in range(repeats)]
        medians = [statistics.median(run[stage] for run in runs) for stage in range(len(runs[0]))]
        whole = sum(medians[1:])
        rows.append(
            (
                f"{text.count(chr(10)):,}",
                f"{len(text) // 1000:,} kB",
                *(figure(stage, "ms") for stage in (medians[0], medians[1] - medians[0], *medians[2:])),
                figure(whole, "ms"),
                figure(1000 * text.count("\n") / whole),
            )
        )
    columns = ("lines", "size", "parse", "expand", "link", "checks", "resolve", "model checks", "report")
    return Table(
        "Validation, first call, stage by stage, processor time", (*columns, "whole", "lines/s"), rows
    )


def _run(text: str) -> list[float]:
    """Milliseconds: parse alone, parse and expand, link, checks, resolve, model checks, report."""
    with Paused():
        parsing = _timed(lambda: parse(Source(text)))
        made: list[Analysis] = []
        reading = _timed(lambda: made.append(Analysis(text)))
        one = made[0]
        stages = [
            _timed(lambda: one.links),
            _timed(lambda: one.source_findings),
            _timed(lambda: one.model),
            _timed(lambda: one.model_findings),
        ]
        analysis._recent.insert(0, one)
        return [parsing, reading, *stages, _timed(lambda: toolkit.validate(text))]


def _reports() -> Table:
    rows = []
    for lines in LENGTHS:
        text = model(lines)
        faulty = broken(text)
        analysis._recent.clear()
        with Paused():
            first = _timed(lambda text=text: toolkit.validate(text))  # type: ignore[misc]
            again = _timed(lambda text=text: toolkit.validate(text))  # type: ignore[misc]
            outline = _timed(lambda text=text: toolkit.outline(text))  # type: ignore[misc]
            wrong = _timed(lambda faulty=faulty: toolkit.validate(faulty))  # type: ignore[misc]
        rows.append(
            (f"{text.count(chr(10)):,}", *(figure(value, "ms") for value in (first, again, outline, wrong)))
        )
    columns = ("lines", "first call", "second call", "outline after it", "a fault in every context")
    return Table("Reports on one text, processor time", columns, rows)


def _timed(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)
