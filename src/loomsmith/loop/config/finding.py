"""What a finding is, and the words that findings share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeAlias

from loomsmith.base.nearest import nearest_names

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: the rule's id, its severity, the path of the field and what to say about it."""

    id: str
    severity: Severity
    field: str
    message: str

    def as_json(self) -> dict[str, str]:
        """The finding as {id, severity, field, message}."""
        return {"id": self.id, "severity": self.severity, "field": self.field, "message": self.message}


def error(rule: str, field: str, message: str) -> Finding:
    """A finding that keeps a loop from running."""
    return Finding(rule, "error", field, message)


def warning(rule: str, field: str, message: str) -> Finding:
    """A finding that is worth a second look."""
    return Finding(rule, "warning", field, message)


_MOST_LISTED = 10


def listed(names: Iterable[str]) -> str:
    """The first few names, in quotes, and how many more there are."""
    every = list(names)
    shown = ", ".join(repr(name) for name in islice(every, _MOST_LISTED))
    return f"{shown} and {len(every) - _MOST_LISTED} more" if len(every) > _MOST_LISTED else shown


class Suggestions:
    """Says what was probably meant, for the first few names asked about only: each search reads all names."""

    __slots__ = ("known", "left")

    def __init__(self, known: Collection[str]) -> None:
        self.known = known
        self.left = 20

    def meant(self, name: str) -> str:
        """`; did you mean …?`, or nothing."""
        self.left -= 1
        near = nearest_names(name, self.known) if self.left >= 0 else []
        return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
