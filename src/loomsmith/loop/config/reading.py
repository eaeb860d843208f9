"""Trees to the model: what each kind of field accepts, and faults that say what, where and what instead."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from loomsmith.base.failures import shortened
from loomsmith.base.nearest import nearest_names
from loomsmith.loop.config.errors import MOST_TOLD, Fault
from loomsmith.loop.config.kinds import (
    Flag,
    Integer,
    Kind,
    ListOf,
    MapOf,
    Real,
    Record,
    Tagged,
    Text,
    Word,
    fields_by_key,
    fields_of,
)
from loomsmith.loop.config.model import Config, IgnoredKey
from loomsmith.loop.config.scalars import quoted, resolve_plain
from loomsmith.loop.config.tree import Entries, Entry, Items, Place, Scalar, Value, is_null

_BAD: Any = object()
"""Stands for a value that has been found at fault; nothing with one in it leaves this module."""


class Reader:
    """Reads one tree; `faults` are what was found wrong, the first few, and `untold` counts the rest."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.untold = 0
        self.ignored: list[IgnoredKey] = []

    def config(self, root: Value) -> Config | None:
        """The config of a tree, or None where there are faults."""
        config = self._record(Record(Config), root, "", False)
        return None if self.faults else replace(config, ignored_keys=tuple(self.ignored))

    # Each reader below takes the kind, the value, the value's path and whether it stands in a tagged object.

    def _value(self, kind: Kind, value: Value, path: str, tagged: bool) -> Any:
        return _READERS[type(kind)](self, kind, value, path, tagged)

    def _text(self, kind: Text, value: Value, path: str, tagged: bool) -> Any:
        if kind.optional and is_null(value):
            return None
        if isinstance(value, Scalar) and isinstance(value.value, str):
            return value.value
        if tagged:
            # What Markdown reads as a list or mapping has a text of its own, which quotes would keep.
            hint = "" if value.source is None else "write it in quotes"
            return self._refuse(path, value, "a string", hint)
        return self._refuse(path, value, "a string") if value.source is None else value.source

    def _integer(self, kind: Integer, value: Value, path: str, tagged: bool) -> Any:
        if kind.optional and is_null(value):
            return None
        number = value.value if isinstance(value, Scalar) else None
        if isinstance(number, int) and not isinstance(number, bool) and kind.lowest <= number <= kind.highest:
            return number
        highest = "2^64 - 1" if kind.highest == 2**64 - 1 else kind.highest
        wanted = f"a whole number from {kind.lowest} to {highest}"
        return self._refuse(path, value, wanted, _number_hint(number))

    def _real(self, kind: Real, value: Value, path: str, tagged: bool) -> Any:
        if kind.optional and is_null(value):
            return None
        number = value.value if isinstance(value, Scalar) else None
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            try:
                real = float(number)
            except OverflowError:
                real = math.inf
            if math.isfinite(real):
                return real
            return self._refuse(path, value, "a finite number in the range of a double")
        return self._refuse(path, value, "a number", _number_hint(number))

    def _flag(self, kind: Flag, value: Value, path: str, tagged: bool) -> Any:
        if isinstance(value, Scalar) and isinstance(value.value, bool):
            return value.value
        hint = "yes, no, on and off are strings in YAML 1.2" if not is_null(value) else ""
        return self._refuse(path, value, "true or false", hint)

    def _word(self, kind: Word, value: Value, path: str, tagged: bool) -> Any:
        if isinstance(value, Scalar) and isinstance(value.value, str):
            word = kind.canonical(value.value)
            if word is not None:
                return word
            near = nearest_names(value.value, (*kind.words, *(alias for alias, _ in kind.aliases)), 1)
            return self._refuse(path, value, f"one of {', '.join(kind.words)}", _meant(near))
        return self._refuse(path, value, f"one of {', '.join(kind.words)}")

    def _list(self, kind: ListOf, value: Value, path: str, tagged: bool) -> Any:
        if is_null(value):
            return ()
        if not isinstance(value, Items):
            return self._refuse(
                path, value, "a list", f"write [{_brief(value)}]" if isinstance(value, Scalar) else ""
            )
        return tuple(
            [
                self._value(kind.member, member, f"{path}[{i}]", tagged)
                for i, member in enumerate(value.members)
            ]
        )

    def _map(self, kind: MapOf, value: Value, path: str, tagged: bool) -> Any:
        if is_null(value):
            return {}
        if not isinstance(value, Entries):
            return self._refuse(path, value, "a mapping")
        return {
            key: self._value(kind.value, entry.value, f"{path}.{key}", tagged)
            for key, entry in value.entries.items()
        }

    def _record(self, kind: Record, value: Value, path: str, tagged: bool) -> Any:
        if is_null(value):
            value = Entries(place=value.place)
        if not isinstance(value, Entries):
            return self._refuse(path, value, "a mapping")
        known = fields_by_key(kind.type)
        for key, entry in value.entries.items():
            if key not in known:
                self._unknown_key(key, list(known), _below(path, key), entry)
        return self._fields(kind.type, value, path, tagged)

    def _tagged(self, kind: Tagged, value: Value, path: str, tagged: bool) -> Any:
        wanted = f"a mapping with {kind.tag}: {', '.join(kind.words[:-1])} or {kind.words[-1]}"
        if not isinstance(value, Entries):
            word = value.value if isinstance(value, Scalar) else None
            hint = f"write {{ {kind.tag}: {word} }}" if word in kind.words else ""
            return self._refuse(path or kind.tag, value, wanted, hint)
        entry = value.entries.get(kind.tag)
        if entry is None:
            return self._fault(f"missing; {path or 'this'} is {wanted}", _below(path, kind.tag), value.place)
        word = entry.value.value if isinstance(entry.value, Scalar) else None
        variant = kind.variant(word) if isinstance(word, str) else None
        if variant is None:
            near = nearest_names(word, kind.words, 1) if isinstance(word, str) else []
            one_of = f"one of {', '.join(kind.words)}"
            return self._refuse(_below(path, kind.tag), entry.value, one_of, _meant(near))
        known = fields_by_key(variant)
        for key in value.entries:
            if key != kind.tag and key not in known:
                self.ignored.append(IgnoredKey(_below(path, key), key, tuple(known)))
        return self._fields(variant, value, path, True)

    def _fields(self, record: Any, value: Entries, path: str, tagged: bool) -> Any:
        """The record of a mapping whose keys have been looked at."""
        found: dict[str, Any] = {}
        for spec in fields_of(record):
            entry = value.entries.get(spec.key)
            if entry is not None:
                found[spec.attribute] = self._value(spec.kind, entry.value, _below(path, spec.key), tagged)
            elif spec.required:
                self._fault("missing", _below(path, spec.key), value.place, spec.about)
        return _BAD if self.faults else record(**found)

    def _unknown_key(self, key: str, known: list[str], path: str, entry: Entry) -> None:
        near = nearest_names(key, known)
        suggestion = f"; did you mean {' or '.join(near)}?" if near else ""
        hint = f"known here: {', '.join(known)}"
        if key == "<<":
            hint = "merge keys are not part of YAML 1.2; repeat the values\n" + hint
        self._fault(f"unknown key{suggestion}", path, entry.place or entry.value.place, hint)

    def _refuse(self, path: str, value: Value, wanted: str, hint: str = "") -> Any:
        return self._fault(f"expected {wanted}, got {_described(value)}", path, value.place, hint)

    def _fault(self, message: str, path: str, place: Place | None, hint: str = "") -> Any:
        if len(self.faults) < MOST_TOLD:
            self.faults.append(Fault(message, path, place, hint))
        else:
            self.untold += 1
        return _BAD


_Read: TypeAlias = Callable[[Reader, Any, Value, str, bool], Any]

_READERS: Mapping[type, _Read] = {
    Text: Reader._text,
    Integer: Reader._integer,
    Real: Reader._real,
    Flag: Reader._flag,
    Word: Reader._word,
    ListOf: Reader._list,
    MapOf: Reader._map,
    Record: Reader._record,
    Tagged: Reader._tagged,
}


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _meant(near: Sequence[str]) -> str:
    return f"did you mean {near[0]}?" if near else ""


def _number_hint(value: object) -> str:
    return "write the number without quotes" if isinstance(value, str) and _looks_numeric(value) else ""


def _looks_numeric(text: str) -> bool:
    return not isinstance(resolve_plain(text), (str, bool, type(None)))


def _described(value: Value) -> str:
    if isinstance(value, Items):
        return "a list"
    if isinstance(value, Entries):
        return "a mapping"
    if value.value is None:
        return f"null ({value.source})" if value.source else "nothing"
    return f"the string {quoted(_brief(value))}" if isinstance(value.value, str) else _brief(value)


def _brief(value: Scalar) -> str:
    return shortened(value.source, 40)
