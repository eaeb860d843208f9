"""The untyped value of a config text, the same for every grammar, with the places to point at in errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from loomsmith.base.failures import shortened

MOST_VALUES = 100_000
"""How many values a config may hold, aliases counted as often as they are used."""

DEEPEST = 64
"""How deep values may be nested; the model itself needs eight levels."""

LONGEST_KEY = 512
"""The longest mapping key, in bytes of UTF-8."""


class Place(NamedTuple):
    """Where something stands in a text: line and column, both from 1, columns in characters."""

    line: int
    column: int


@dataclass(slots=True)
class Scalar:
    """A single value. `source` is what a string field takes where the value is no string."""

    value: bool | int | float | str | None
    source: str
    place: Place | None = None


@dataclass(slots=True)
class Items:
    """A list. `source` is its text where a string field may take that instead."""

    members: list[Value] = field(default_factory=list)
    place: Place | None = None
    source: str | None = None


@dataclass(slots=True)
class Entry:
    """A value under a key, with the key's place."""

    value: Value
    place: Place | None


@dataclass(slots=True)
class Entries:
    """A mapping. `source` as for a list."""

    entries: dict[str, Entry] = field(default_factory=dict)
    place: Place | None = None
    source: str | None = None


Value: TypeAlias = Scalar | Items | Entries


class TreeError(Exception):
    """A text that is not what its grammar asks for; `hint` says what would be accepted."""

    def __init__(self, problem: str, place: Place | None = None, hint: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.place = place
        self.hint = hint


class Budget:
    """Counts the values of one config, over all the texts they come from."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_VALUES

    def spend(self, values: int, place: Place | None) -> None:
        """Raises `TreeError` when there are too many."""
        self.left -= values
        if self.left < 0:
            raise TreeError(f"more than {MOST_VALUES:,} values, aliases counted as often as used", place)


def checked_key(key: str, known: dict[str, Entry], place: Place | None) -> str:
    """The key, unless the mapping has it already or it is too long; then raises `TreeError`."""
    check_length(key, place)
    if key in known:
        first = known[key].place
        told = f", first in line {first.line}" if first else ""
        raise TreeError(f"the key {shortened(key, 60)!r} is given twice{told}", place)
    return key


def check_length(key: str, place: Place | None) -> None:
    """Raises `TreeError` for a key that is too long."""
    if len(key.encode("utf-8", "replace")) > LONGEST_KEY:
        raise TreeError(f"the key {shortened(key, 40)!r} is longer than {LONGEST_KEY} bytes", place)


def is_null(value: Value) -> bool:
    """Whether nothing, or an explicit null, stands there."""
    return isinstance(value, Scalar) and value.value is None
