"""The Markdown form of a config to the same tree that YAML gives.

Headings name sections and entries, bullets hold the values, and everything else is prose for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from loomsmith.base.failures import shortened
from loomsmith.loop.config.scalars import WHITE_SPACE, resolve_plain
from loomsmith.loop.config.tree import (
    DEEPEST,
    Budget,
    Entries,
    Entry,
    Items,
    Place,
    Scalar,
    TreeError,
    Value,
    check_length,
    is_null,
)
from loomsmith.loop.config.yaml_reader import read_yaml


@dataclass(frozen=True, slots=True)
class Section:
    """Where the `###` entries of a section go, each with its heading's text under `heading_key`.

    They go into the list under `container`; None: the section itself is the list.
    """

    container: str | None
    heading_key: str


SECTIONS: dict[str, Section] = {
    "information": Section(None, "key"),
    "pre_execution": Section(None, "step"),
    "goals": Section(None, "name"),
    "validations": Section(None, "name"),
    "success": Section(None, "name"),
    "schedules": Section(None, "type"),
    "execution_guidelines": Section("items", "name"),
    "default_skills": Section(None, "name"),
    "graph": Section("nodes", "id"),
    "providers": Section("providers", "id"),
}
"""The sections that take entries. All others take bullets only."""


def read_markdown(text: str, budget: Budget) -> Entries:
    """The tree of a Markdown text. Raises `TreeError` with the place of the fault."""
    document = _Document(budget)
    run: list[_Bullet] = []
    for token in _tokens(text):
        if isinstance(token, _Bullet):
            run.append(token)
            continue
        document.bullets(run)
        run = []
        document.heading(token)
    document.bullets(run)
    document.close_entry()
    return document.root


# Lines to tokens.


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    text: str
    place: Place


@dataclass(slots=True)
class _Bullet:
    indent: int
    text: str
    place: Place


_Token: TypeAlias = _Heading | _Bullet

_HEADINGS = (("### ", 3), ("## ", 2), ("# ", 1))


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    fenced = False
    # The bullet that a deeper line continues, and its lines so far; None where no bullet can be continued.
    open_bullet: _Bullet | None = None
    lines: list[str] = []
    blank = False

    def close() -> None:
        nonlocal open_bullet
        if open_bullet is not None and len(lines) > 1:
            open_bullet.text = "\n".join(lines)
        open_bullet = None

    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.removesuffix("\r")
        rest = line.lstrip(WHITE_SPACE)
        # Indents are counted in bytes; blanks beyond ASCII take more than one.
        indent = len(line[: len(line) - len(rest)].encode())
        if line.startswith("```"):
            close()
            fenced = not fenced
        elif fenced:
            continue
        elif not rest:
            blank = True
        elif (level := _heading_level(line)) is not None:
            close()
            tokens.append(_Heading(level, line[level:].strip(WHITE_SPACE), Place(number, 1)))
        elif rest.startswith("- "):
            close()
            content = rest[2:].lstrip(WHITE_SPACE)
            place = Place(number, len(line) - len(content) + 1)
            open_bullet, blank = _Bullet(indent, content.rstrip(WHITE_SPACE), place), False
            lines = [open_bullet.text]
            tokens.append(open_bullet)
        elif open_bullet is not None and not blank and indent > open_bullet.indent:
            lines.append(rest.rstrip(WHITE_SPACE))
        else:
            close()
            blank = False
    close()
    return tokens


def _heading_level(line: str) -> int | None:
    return next((level for mark, level in _HEADINGS if line.startswith(mark)), None)


# Tokens to a tree.


class _Document:
    """The tree under construction, with at most one open section and one open entry in it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.root = Entries(place=Place(1, 1))
        self.section: str | None = None
        self.section_place = Place(1, 1)
        self.entry: Entries | None = None

    def heading(self, token: _Heading) -> None:
        """Takes a heading: the loop's name, a section, or an entry of the open section."""
        self.close_entry()
        if token.level == 1:
            self.root.entries["name"] = Entry(_string(token), token.place)
        elif token.level == 2:
            self.section, self.section_place = section_key(token.text), token.place
        else:
            self._open_entry(token)

    def _open_entry(self, token: _Heading) -> None:
        if self.section is None:
            raise TreeError(f"the entry {_shown(token)} stands before any ## section", token.place)
        section = SECTIONS.get(self.section)
        if section is None:
            raise TreeError(
                f"the section {shortened(self.section, 40)} takes no ### entries; found {_shown(token)}",
                token.place,
                f"entries go into {', '.join(SECTIONS)}",
            )
        self.budget.spend(2, token.place)
        self.entry = Entries({section.heading_key: Entry(_string(token), token.place)}, token.place)

    def close_entry(self) -> None:
        """Appends the open entry to its list."""
        if self.entry is None or self.section is None:
            return
        section = SECTIONS[self.section]
        owner, key = self.root, self.section
        if section.container is not None:
            owner, key = self._mapping(self.section, self.section_place), section.container
        found = owner.entries.get(key)
        if found is None or is_null(found.value):
            found = owner.entries[key] = Entry(Items(place=self.entry.place), self.section_place)
        if not isinstance(found.value, Items):
            raise TreeError(
                f"{key} is given as something else than a list, and has ### entries as well", self.entry.place
            )
        found.value.members.append(self.entry)
        self.entry = None

    def bullets(self, run: Sequence[_Bullet]) -> None:
        """Puts a run of bullets into what is open: the entry, else the section, else the top level."""
        if not run:
            return
        value = _Builder(run, self.budget).value()
        if not isinstance(value, Entries):
            where = f"the section {shortened(self.section, 40)}" if self.section else "the top level"
            raise TreeError(f"{where} takes fields (`- key: value`), not a list of items", run[0].place)
        self._open_mapping(run[0].place).entries.update(value.entries)

    def _open_mapping(self, place: Place) -> Entries:
        if self.entry is not None:
            return self.entry
        if self.section is None:
            return self.root
        section = SECTIONS.get(self.section)
        if section is not None and section.container is None:
            raise TreeError(
                f"the section {self.section} is a list: put its entries under ### headings", place
            )
        return self._mapping(self.section, self.section_place)

    def _mapping(self, key: str, place: Place) -> Entries:
        """The mapping of a section, made when first needed."""
        found = self.root.entries.get(key)
        if found is None or is_null(found.value):
            found = self.root.entries[key] = Entry(Entries(place=place), place)
        if not isinstance(found.value, Entries):
            raise TreeError(
                f"{key} is given as something else than a mapping, and as a section as well", place
            )
        return found.value


def _shown(token: _Heading) -> str:
    return f"### {shortened(token.text, 60)}"


def _string(token: _Heading) -> Scalar:
    return Scalar(token.text, token.text, token.place)


_ORDINAL_MARK = re.compile(r"[.)-]")
_BLANKS = re.compile(f"[{WHITE_SPACE}]+")


def section_key(heading: str) -> str:
    """The key of a `##` heading: its ordinal (`B.`, `10)`, `f -`) dropped, lower-case words joined by `_`."""
    text = heading.strip(WHITE_SPACE)
    if mark := _ORDINAL_MARK.search(text):
        ordinal = text[: mark.start()].removesuffix(" ")
        if len(ordinal) <= 2 and ordinal.isascii() and (not ordinal or ordinal.isalnum()):
            text = text[mark.end() :]
    words = _BLANKS.split(text.lower().strip(WHITE_SPACE))
    return "_".join(words).replace("-", "_")


# Bullets to a value.


class _Builder:
    """Builds the value of a run of bullets, nested by their indents."""

    def __init__(self, run: Sequence[_Bullet], budget: Budget) -> None:
        self.run = run
        self.budget = budget
        self.at = 0

    def value(self) -> Value:
        return self._level([])

    def _level(self, enclosing: list[int]) -> Value:
        """The value of the bullets at the indent of the next one; `enclosing` are the indents further out."""
        first = self.run[self.at]
        level = first.indent
        if len(enclosing) >= DEEPEST:
            raise TreeError(f"nested more than {DEEPEST} levels deep", first.place)
        fields = Entries(place=first.place)
        items = Items(place=first.place)
        while self.at < len(self.run) and self.run[self.at].indent == level:
            bullet = self.run[self.at]
            self.at += 1
            key, text = _split(bullet.text)
            if key is None:
                items.members.append(read_scalar(text, self.budget, bullet.place))
            else:
                check_length(key, bullet.place)
                fields.entries[key] = Entry(self._field(bullet, text, [*enclosing, level]), bullet.place)
            if fields.entries and items.members:
                raise TreeError(
                    "fields (`- key: value`) and plain items stand side by side",
                    bullet.place,
                    'put items with a colon into an inline list: `- key: ["one: two"]`',
                )
        self._check_indent(level, enclosing)
        return items if items.members else fields

    def _field(self, bullet: _Bullet, text: str, levels: list[int]) -> Value:
        if text:
            column = bullet.place.column + len(bullet.text) - len(text)
            return read_scalar(text, self.budget, Place(bullet.place.line, column))
        if self.at < len(self.run) and self.run[self.at].indent > bullet.indent:
            return self._level(levels)
        self.budget.spend(1, bullet.place)
        return Scalar(None, "", bullet.place)

    def _check_indent(self, level: int, enclosing: list[int]) -> None:
        if self.at == len(self.run):
            return
        bullet = self.run[self.at]
        if bullet.indent > level:
            raise TreeError(
                "this bullet is deeper than the one before it, which has a value already", bullet.place
            )
        if bullet.indent not in enclosing:
            raise TreeError("this bullet's indent matches no bullet before it", bullet.place)


def _split(text: str) -> tuple[str | None, str]:
    """The key of a bullet and the text after it, or None and the whole text."""
    key, colon, rest = text.partition(": ")
    if not colon:
        if not text.endswith(":"):
            return None, text
        key, rest = text[:-1], ""
    if not key or any(character in WHITE_SPACE for character in key):
        return None, text
    return key, rest.strip(WHITE_SPACE)


_PLAIN_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_.,/()'-]+)*")


def read_scalar(text: str, budget: Budget, place: Place) -> Value:
    """The value of a bullet's text: what YAML makes of it, or itself where it is no YAML or has lines."""
    if _PLAIN_WORDS.fullmatch(text):
        # What most bullets hold; the YAML reader would say the same at fifty times the cost.
        budget.spend(1, place)
        return Scalar(resolve_plain(text), text, place)
    if "\n" not in text:
        left = budget.left
        try:
            return read_yaml(text, budget, place, with_source=True)
        except TreeError:
            # What was read of it is no part of the config.
            budget.left = left
    budget.spend(1, place)
    return Scalar(text, text, place)
