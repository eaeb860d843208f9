"""The model to YAML: every field in the model's order, absent optionals left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from loomsmith.loop.config.kinds import (
    Kind,
    ListOf,
    MapOf,
    Real,
    Record,
    Tagged,
    Text,
    Word,
    count_values,
    members_of,
)
from loomsmith.loop.config.model import Config
from loomsmith.loop.config.scalars import quoted
from loomsmith.loop.config.tree import MOST_VALUES

_LONGEST_IMPLICIT_KEY = 1000
"""Beyond 1,024 characters YAML asks for a `?` before a key."""


def to_yaml(config: Config) -> str:
    """The config as YAML that loads to an equal one. Strings are double-quoted, words are not."""
    return "\n".join(_Writer(is_vast(config)).block(Record(Config), config, "")) + "\n"


def is_vast(config: Config) -> bool:
    """Whether a config written with all its defaults would have more values than a text may have."""
    return count_values(config) > MOST_VALUES


def inline(kind: Kind, value: Any, sparing: bool = False) -> str:
    """A value on one line, as JSON (which YAML reads as well); objects without their absent fields."""
    if isinstance(kind, ListOf):
        return "[" + ", ".join(inline(kind.member, member, sparing) for member in value) + "]"
    if isinstance(kind, MapOf):
        pairs = [(key, inline(kind.value, member, sparing)) for key, member in value.items()]
    elif isinstance(kind, (Record, Tagged)):
        members = members_of(value, sparing)
        pairs = [
            (key, inline(field, member, sparing)) for key, field, member in members if member is not None
        ]
    elif isinstance(kind, (Text, Word)):
        return quoted(value)
    elif isinstance(value, bool):
        return "true" if value else "false"
    else:
        return repr(float(value)) if isinstance(kind, Real) else str(value)
    return "{" + ", ".join(f"{_key(key)}: {text}" for key, text in pairs) + "}"


def _key(key: str) -> str:
    text = quoted(key)
    return text if len(text) <= _LONGEST_IMPLICIT_KEY else f"? {text} "


class _Writer:
    """Writes blocks, line by line; `sparing` leaves out fields that have their default."""

    def __init__(self, sparing: bool) -> None:
        self.sparing = sparing

    def block(self, kind: Kind, value: Any, indent: str) -> Iterator[str]:
        """The lines of a list or object, each at the indent."""
        if isinstance(kind, ListOf):
            for member in value:
                yield from self._item(kind.member, member, indent)
        elif isinstance(kind, MapOf):
            for key, member in value.items():
                yield from self._field(_key(key).rstrip(), kind.value, member, indent)
        else:
            for key, field, member in members_of(value, self.sparing):
                if member is not None:
                    yield from self._field(key, field, member, indent)

    def _field(self, key: str, kind: Kind, value: Any, indent: str) -> Iterator[str]:
        # A key behind a `?` ends its line.
        head = f"{indent}{key}\n{indent}:" if key.startswith("?") else f"{indent}{key}:"
        if (text := self._line(kind, value)) is not None:
            yield f"{head} {text}"
        else:
            yield head
            yield from self.block(kind, value, indent + "  ")

    def _item(self, kind: Kind, value: Any, indent: str) -> Iterator[str]:
        if (text := self._line(kind, value)) is not None:
            yield f"{indent}- {text}"
            return
        first, *further = self.block(kind, value, indent + "  ")
        yield f"{indent}- {first[len(indent) + 2 :]}"
        yield from further

    def _line(self, kind: Kind, value: Any) -> str | None:
        """The value on one line where it is written so: scalars, lists of scalars, and what is empty."""
        if isinstance(kind, Word):
            return str(value)
        if isinstance(kind, ListOf):
            nested = isinstance(kind.member, (ListOf, MapOf, Record, Tagged))
            return None if nested and value else inline(kind, value)
        if isinstance(kind, MapOf):
            return None if value else "{}"
        if isinstance(kind, (Record, Tagged)):
            empty = all(member is None for _, _, member in members_of(value, self.sparing))
            return "{}" if empty else None
        return inline(kind, value)
