"""The model to the Markdown form: headings for sections and entries, bullets for everything else.

Absent values and empty lists and objects are left out, except where leaving them out would mean something
else. Loading what is written gives an equal model for every model there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from loomsmith.loop.config.kinds import (
    FieldSpec,
    Kind,
    ListOf,
    MapOf,
    Record,
    Tagged,
    Text,
    Word,
    fields_by_key,
    fields_of,
    members_of,
)
from loomsmith.loop.config.markdown_reader import SECTIONS, read_scalar
from loomsmith.loop.config.model import Config
from loomsmith.loop.config.scalars import WHITE_SPACE, is_blank, quoted
from loomsmith.loop.config.tree import Budget, Place, Scalar
from loomsmith.loop.config.yaml_writer import inline, is_vast

_TITLES = {"pre_execution": "Pre-execution"}
"""The sections whose title is not simply their key in words."""


def to_markdown(config: Config) -> str:
    """The config in the Markdown form, loading to an equal one."""
    return "\n".join(_Writer(is_vast(config)).document(config)) + "\n"


class _Writer:
    """Writes lines; `sparing` leaves out fields that have their default."""

    def __init__(self, sparing: bool) -> None:
        self.sparing = sparing

    def document(self, config: Config) -> list[str]:
        """The whole: the loop's name, its own fields, and the sections."""
        fields: list[str] = []
        sections: list[str] = []
        letters = iter("ABCDEFGHIJ")
        for spec in fields_of(Config):
            value = getattr(config, spec.attribute)
            if spec.key == "name":
                fields += self._heading("#", "loop", spec.key, spec.kind, value)
                fields.append("")
            elif isinstance(spec.kind, Text):
                fields += self._bullet(spec.key, spec.kind, value)
            else:
                title = _TITLES.get(spec.key) or spec.key.replace("_", " ").capitalize()
                letter = next(letters, None)
                if not value and _means_something_empty(spec):
                    fields.append(f"- {spec.key}: []")
                elif body := self._section(spec, value):
                    sections += ["", f"## {letter}. {title}" if letter else f"## {title}", *body]
        return [*fields, *sections]

    def _section(self, spec: FieldSpec, value: Any) -> list[str]:
        """The lines below a section's heading."""
        section = SECTIONS.get(spec.key)
        bullets: list[str] = []
        entries: tuple[Any, ...] = ()
        if section is None:
            bullets = list(self._bullets(value, ""))
        elif section.container is None:
            entries = value
        else:
            bullets = list(self._bullets(value, "", leaving_out=section.container))
            entries = getattr(value, section.container)
        below = (
            [line for entry in entries for line in self._entry(entry, section.heading_key)] if section else []
        )
        return ["", *bullets, *below] if bullets else below

    def _entry(self, value: Any, heading_key: str) -> Iterator[str]:
        """An entry: its heading and its bullets."""
        heading, kind = next((member, kind) for key, kind, member in members_of(value) if key == heading_key)
        yield ""
        yield from self._heading("###", "entry", heading_key, kind, heading)
        yield from self._bullets(value, "", leaving_out=heading_key)

    def _heading(self, mark: str, placeholder: str, key: str, kind: Kind, text: str) -> Iterator[str]:
        """A heading. A text that no heading can hold goes into a bullet, which wins over the heading."""
        if text and "\n" not in text and text == text.strip(WHITE_SPACE):
            yield f"{mark} {text}"
        else:
            yield f"{mark} {placeholder}"
            yield from self._bullet(key, kind, text)

    def _bullets(self, value: Any, indent: str, leaving_out: str | None = None) -> Iterator[str]:
        """The bullets of a record's fields."""
        record: Any = type(value)
        for key, kind, member in members_of(value, self.sparing):
            if member is None or key == leaving_out:
                continue
            if isinstance(kind, (ListOf, MapOf)) and not member:
                if _means_something_empty(fields_by_key(record)[key]):
                    yield f"{indent}- {key}: []"
            elif not isinstance(kind, Record) or any(True for _ in self._bullets(member, "")):
                yield from self._bullet(key, kind, member, indent)

    def _bullet(self, key: str, kind: Kind, value: Any, indent: str = "") -> Iterator[str]:
        """The bullet of one field, with what is nested in it."""
        head = f"{indent}- {key}:"
        deeper = indent + "  "
        if isinstance(kind, Text):
            yield from _text(head, value, deeper)
        elif isinstance(kind, Word):
            yield f"{head} {value}"
        elif isinstance(kind, (Record, Tagged)):
            nested = list(self._bullets(value, deeper))
            yield from [head, *nested] if nested else [f"{head} {{}}"]
        elif isinstance(kind, MapOf) and all(_PLAIN_WORD.fullmatch(name) for name in value):
            yield head
            for name, member in value.items():
                yield from self._bullet(name, kind.value, member, deeper)
        else:
            yield f"{head} {inline(kind, value, self.sparing)}"


def _means_something_empty(spec: FieldSpec) -> bool:
    """Whether an empty list must be written: it is required, or its default is not empty."""
    return isinstance(spec.kind, ListOf) and spec.default != ()


_PLAIN_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_SOMEWHERE = Place(1, 1)


def _text(head: str, text: str, deeper: str) -> Iterator[str]:
    """A string: bare where it reads back as itself, on further lines where it has several, else in quotes."""
    first, *further = text.split("\n")
    if further and all(_continues(line) for line in (first, *further)):
        yield f"{head} {first}"
        yield from (deeper + line for line in further)
    else:
        yield f"{head} {text if _reads_back(text) else quoted(text)}"


def _continues(line: str) -> bool:
    return not is_blank(line) and line == line.strip(WHITE_SPACE) and not line.startswith("- ")


def _reads_back(text: str) -> bool:
    if not text or "\n" in text or text != text.strip(WHITE_SPACE):
        return False
    value = read_scalar(text, Budget(), _SOMEWHERE)
    return isinstance(value, Scalar) and isinstance(value.value, str) and value.value == text
