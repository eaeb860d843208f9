"""The tables of the config reference, written from the model's fields into a page of prose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from loomsmith.loop.config.kinds import (
    FieldSpec,
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
    fields_of,
    plain,
)
from loomsmith.loop.config.model import Config

_PLACE = re.compile(r"(<!-- fields: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def records() -> dict[str, Any]:
    """All records of the model by name, in the order in which the fields lead to them."""
    found: dict[str, Any] = {}

    def visit(record: Any) -> None:
        if record.__name__ not in found:
            found[record.__name__] = record
            for spec in fields_of(record):
                for inner in _within(spec.kind):
                    visit(inner)

    visit(Config)
    return found


def _within(kind: Kind) -> Iterator[Any]:
    match kind:
        case ListOf(inner) | MapOf(inner):
            yield from _within(inner)
        case Record(record):
            yield record
        case Tagged(_, variants):
            yield from variants
        case _:
            return


def with_field_tables(page: str) -> str:
    """The page with a table of fields between each `<!-- fields: NAME -->` and the `<!-- end -->` after it.

    Raises KeyError for a name that is no record of the model.
    """
    known = records()
    return _PLACE.sub(lambda place: f"{place[1]}{_table(known[place[2]])}{place[3]}", page)


def _table(record: Any) -> str:
    lines = ["| key | type | default | meaning |", "| --- | --- | --- | --- |"]
    lines += [
        f"| `{spec.key}` | {_type(spec.kind)} | {_default(spec)} | {spec.about} |"
        for spec in fields_of(record)
    ]
    return "\n".join(lines) + "\n"


def _type(kind: Kind) -> str:
    match kind:
        case Text():
            return "string"
        case Integer(title):
            return title
        case Real():
            return "number"
        case Flag():
            return "boolean"
        case Word(words):
            return " ".join(f"`{word}`" for word in words)
        case ListOf(member):
            return f"list {_type(member)}" if isinstance(member, Tagged) else f"list of {_plural(member)}"
        case MapOf(value):
            return f"mapping to {_type(value)}"
        case Record(record):
            return _link(record)
        case Tagged(tag, variants):
            return f"by `{tag}`: {' '.join(_link(variant, variant.tag) for variant in variants)}"


def _plural(kind: Kind) -> str:
    return "strings" if isinstance(kind, Text) else _type(kind)


def _link(record: Any, text: str | None = None) -> str:
    return f"[{text or record.__name__}](#{record.__name__.lower()})"


def _default(spec: FieldSpec) -> str:
    if spec.required:
        return "**required**"
    if spec.default is None:
        return "absent"
    if isinstance(spec.kind, (Record, Tagged)):
        return "all defaults" if isinstance(spec.kind, Record) else f"`{spec.default.tag}`"
    return f"`{json.dumps(plain(spec.default))}`"
