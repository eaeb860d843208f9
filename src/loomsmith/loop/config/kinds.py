"""What a field of a config may hold, and the table of each object's fields, for loader, writers and schema.

A record of the model declares its fields once, as a dataclass whose fields carry a `Kind` and a sentence of
documentation; `fields_of` gives them as a table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

ABSENT: Any = dataclasses.MISSING


@dataclass(frozen=True, slots=True)
class Text:
    """A string."""

    optional: bool = False


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number from `lowest` to `highest`, both included; `title` is its name in messages."""

    title: str
    lowest: int
    highest: int
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Real:
    """A finite double."""

    optional: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """`true` or `false`."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of a closed set of words. `aliases` are further accepted spellings and the word each stands for."""

    words: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...] = ()

    def canonical(self, spelling: str) -> str | None:
        """The word that a spelling stands for, or None; letter case matters."""
        return spelling if spelling in self.words else dict(self.aliases).get(spelling)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose members are all of one kind."""

    member: Kind


@dataclass(frozen=True, slots=True)
class MapOf:
    """A mapping from any string to values of one kind."""

    value: Kind


@dataclass(frozen=True, slots=True)
class Record:
    """An object with the fields of a dataclass of the model."""

    type: Any


@dataclass(frozen=True, slots=True)
class Tagged:
    """An object told apart by the string in its field `tag`; further keys are ignored with a warning."""

    tag: str
    variants: tuple[Any, ...]

    def variant(self, word: str) -> Any:
        """The record type whose tag is `word`, or None."""
        return next((variant for variant in self.variants if variant.tag == word), None)

    @property
    def words(self) -> tuple[str, ...]:
        """The tags, in order."""
        return tuple(variant.tag for variant in self.variants)


Kind: TypeAlias = Text | Integer | Real | Flag | Word | ListOf | MapOf | Record | Tagged

STRING = Text()
OPTIONAL_STRING = Text(optional=True)
STRINGS = ListOf(STRING)
U32 = Integer("u32", 0, 2**32 - 1)
OPTIONAL_U32 = dataclasses.replace(U32, optional=True)
U64 = Integer("u64", 0, 2**64 - 1)
OPTIONAL_U64 = dataclasses.replace(U64, optional=True)
USIZE = Integer("usize", 0, 2**64 - 1)
OPTIONAL_I32 = Integer("i32", -(2**31), 2**31 - 1, optional=True)
F64 = Real()
OPTIONAL_F64 = Real(optional=True)
BOOL = Flag()


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of a record: `key` as written in a config, `attribute` in Python, its kind and its meaning.

    `default` is the value where the key is absent, or `ABSENT` where the field is required.
    """

    key: str
    attribute: str
    kind: Kind
    about: str
    default: Any

    @property
    def required(self) -> bool:
        return self.default is ABSENT


def of(kind: Kind, about: str, key: str | None = None) -> Mapping[str, Any]:
    """The metadata of a dataclass field: its kind, its meaning, and its key where that is no Python name."""
    return {"kind": kind, "about": about, "key": key}


@cache
def fields_of(record: Any) -> tuple[FieldSpec, ...]:
    """The table of a record type's fields, in the model's order; fields without a kind are not part of it."""
    return tuple(
        FieldSpec(
            key=field.metadata["key"] or field.name,
            attribute=field.name,
            kind=field.metadata["kind"],
            about=field.metadata["about"],
            default=field.default_factory() if callable(field.default_factory) else field.default,
        )
        for field in dataclasses.fields(record)
        if "kind" in field.metadata
    )


@cache
def fields_by_key(record: Any) -> Mapping[str, FieldSpec]:
    """The same table by key."""
    return {spec.key: spec for spec in fields_of(record)}


def plain(value: Any) -> Any:
    """A value of the model as plain data: objects as dicts in the model's order, absent optionals as None."""
    if isinstance(value, (str, int, float)) or value is None:
        return value
    if isinstance(value, tuple):
        return [plain(member) for member in value]
    if isinstance(value, Mapping):
        return {key: plain(member) for key, member in value.items()}
    return {key: plain(member) for key, _, member in members_of(value)}


def members_of(value: Any, sparing: bool = False) -> Iterator[tuple[str, Kind, Any]]:
    """The (key, kind, value) of each field of a record, its tag (if it has one) first.

    With `sparing`, fields that have their default are left out.
    """
    record: Any = type(value)
    if (tag := getattr(record, "tag_field", None)) is not None:
        yield tag, Word((record.tag,)), record.tag
    for spec in fields_of(record):
        member = getattr(value, spec.attribute)
        if not sparing or spec.required or member != spec.default:
            yield spec.key, spec.kind, member


def count_values(value: Any) -> int:
    """How many values a value of the model consists of, itself included."""
    if isinstance(value, tuple):
        return 1 + sum(map(count_values, value))
    if isinstance(value, Mapping):
        return 1 + sum(map(count_values, value.values()))
    if isinstance(value, (str, int, float)) or value is None:
        return 1
    return 1 + sum(count_values(member) for _, _, member in members_of(value))
