"""Tables and texts for people: coloured on a terminal, plain and unwrapped everywhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from loomsmith.cli.excerpts import printable

GOOD, BAD, DOUBTFUL, QUIET = "green", "bold red", "yellow", "dim"

_UNWRAPPED = 100_000
"""The width where no terminal says otherwise: what is read by programs and pagers is not to be wrapped."""


def console(to_stderr: bool = False) -> Console:
    """A console on a standard stream as it is now."""
    stream = sys.stderr if to_stderr else sys.stdout
    width = None if stream.isatty() else _UNWRAPPED
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False, soft_wrap=True)


def styled(text: str, style: str = "") -> Text:
    """A text with a style, its control characters made visible line by line."""
    return Text("\n".join(map(printable, text.split("\n"))), style)


def joined(*parts: str | Text) -> Text:
    """Several parts as one text."""
    whole = Text()
    for part in parts:
        whole.append_text(part if isinstance(part, Text) else styled(part))
    return whole


def show_table(
    out: Console, columns: Sequence[str], rows: Iterable[Sequence[str | Text]], right: Sequence[int] = ()
) -> None:
    """Prints a table with a head; the columns whose places are in `right` are numbers."""
    shown = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for place, column in enumerate(columns):
        last = place == len(columns) - 1
        justify: Literal["left", "right"] = "right" if place in right else "left"
        shown.add_column(column, justify=justify, overflow="fold", no_wrap=not last)
    for row in rows:
        shown.add_row(*(cell if isinstance(cell, Text) else styled(cell) for cell in row))
    if out.is_terminal:
        out.print(shown)
        return
    # Where nothing is coloured, the blanks that fill the last column are of no use.
    with out.capture() as captured:
        out.print(shown)
    out.file.write("".join(f"{line.rstrip()}\n" for line in captured.get().splitlines()))


def mark(good: bool, yes: str, no: str) -> Text:
    """A word that says which of two it is, in the colour of good or bad news."""
    return Text(yes, GOOD) if good else Text(no, BAD)
