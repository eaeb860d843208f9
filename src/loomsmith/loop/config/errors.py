"""Why a config was not loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loomsmith.base.failures import Failure, shortened
from loomsmith.loop.config.tree import Place

MOST_TOLD = 10
"""How many faults one error tells."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a config text.

    `field` is the path of the offending value (`graph.nodes[0].role`; empty for the text as a whole), `place`
    its line and column where they are known, and `hint` what would be accepted.
    """

    message: str
    field: str = ""
    place: Place | None = None
    hint: str = ""


class ConfigError(Failure):
    """A config cannot be loaded: unreadable, not in its grammar, or not of the model's shape.

    `source` names the text, `faults` lists what is wrong (the first few of many); `line`, `column` and
    `field` are the first fault's.
    """

    def __init__(self, source: str, faults: Sequence[Fault], untold: int = 0) -> None:
        self.source = source
        self.faults = tuple(faults)
        lines = [line for fault in faults for line in _lines(source, fault)]
        if untold:
            lines.append(f"… and {untold} more")
        super().__init__("\n".join(lines))

    @property
    def field(self) -> str:
        return self.faults[0].field

    @property
    def line(self) -> int | None:
        place = self.faults[0].place
        return place and place.line

    @property
    def column(self) -> int | None:
        place = self.faults[0].place
        return place and place.column


def _lines(source: str, fault: Fault) -> list[str]:
    where = f"{source}:{fault.place.line}:{fault.place.column}" if fault.place else source
    field = shortened(fault.field, 80)
    head = ": ".join(part for part in (where, field, fault.message) if part)
    return [head, *(f"  {line}" for line in fault.hint.splitlines())]
