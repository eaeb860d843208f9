"""Finding, references, hovers and renames on validated texts, against the same calls on texts never seen."""

from __future__ import annotations

import statistics
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from bench.models import model
from bench.report import Table, figure
from loomsmith.base.collector import Paused
from loomsmith.ddd import analysis, toolkit

if TYPE_CHECKING:
    from collections.abc import Callable

LENGTHS = {1_000: 5, 10_000: 3, 100_000: 1}
"""How long the models are, in lines, and on how many new texts each call is measured."""

SYMBOLS = (
    "Order{}.total",
    "Customer{}",
    "Address{}.city",
    "Orders{}.Paid",
    "Order{}.pay",
    "Placed{}.total",
    "Line{}",
    "Waiting{}",
    "Delivery{}.done",
)
"""Declarations of many kinds, each in several of the model's contexts."""

FIRST = SYMBOLS[0].format(0)


def _rename(text: str, symbol: str) -> Any:
    return toolkit.rename(text, symbol, "renamed")


TOOLS: dict[str, Callable[[str, str], Any]] = {
    "find": toolkit.find_symbol,
    "references": toolkit.references,
    "hover": toolkit.hover,
    "rename": _rename,
}


def measure() -> list[Table]:
    """The tables of this area."""
    for tool in TOOLS.values():
        # Modules are imported at their first use, once in the life of a server.
        tool(model(100), FIRST)
    rows = [_row(name, lines) for lines in LENGTHS for name in TOOLS]
    columns = ("tool", "lines", "on a new text", "first after validation", "then", "slowest", "new : then")
    return [Table("Navigation, processor time", columns, rows)]


def _row(name: str, lines: int) -> tuple[str, ...]:
    text, tool = model(lines), TOOLS[name]
    contexts = range(0, max(1, lines // 70), max(1, lines // 200))
    symbols = [symbol.format(number) for symbol in SYMBOLS for number in contexts]
    with Paused():
        new = [_timed(partial(tool, f"{text}// {number}\n", FIRST)) for number in range(LENGTHS[lines])]
        analysis._recent.clear()
        toolkit.validate(text)
        first = _timed(partial(tool, text, FIRST))
        later = [_timed(partial(tool, text, symbol)) for symbol in symbols]
    unseen, usual = statistics.median(new), statistics.median(later)
    times = (figure(value, "ms") for value in (unseen, first, usual, max(later)))
    return (name, f"{text.count(chr(10)):,}", *times, figure(unseen / usual))


def _timed(work: Callable[[], Any]) -> float:
    start = time.process_time()
    answer = work()
    taken = 1000 * (time.process_time() - start)
    if "error" in answer:
        raise ValueError(f"nothing to measure: {answer}")
    return taken
