"""YAML 1.2 texts to trees, on libyaml's events.

The tree is composed here rather than by PyYAML so that nesting, aliases and repeated keys are checked while
reading (a hostile text costs no more than an honest one), scalars follow the core schema of YAML 1.2, and
every value keeps its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from loomsmith.loop.config.scalars import resolve_plain
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
    checked_key,
)

_STRING_TAG = "tag:yaml.org,2002:str"
_NON_SPECIFIC_TAG = re.compile(r"(?:&\S+\s+)?!(?:\s|$)")


_START = Place(1, 1)


def read_yaml(text: str, budget: Budget, origin: Place = _START, with_source: bool = False) -> Value:
    """The tree of a YAML text of one document; an empty text is null.

    `origin` is the place of the text's first character. With `with_source`, lists and mappings keep the text
    they were read from. Raises `TreeError` with the place of the fault.
    """
    if not hasattr(yaml, "CSafeLoader"):
        raise TreeError(
            "PyYAML is installed here without libyaml, which is needed to read configs; "
            "install it from a wheel (`pip install --force-reinstall --only-binary :all: PyYAML`)"
        )
    try:
        return _Composer(text, budget, origin, with_source).document()
    except yaml.YAMLError as error:
        problem, place = _fault(error, text)
        raise TreeError(problem, place and _shifted(place, origin)) from None


@dataclass(slots=True)
class _Frame:
    """A collection that is being read: where its text starts and, so far, ends, and its number of values."""

    value: Items | Entries
    anchor: str | None
    start: int
    end: int
    size: int = 1
    key: str | None = None
    key_place: Place | None = None

    def wants_key(self) -> bool:
        return isinstance(self.value, Entries) and self.key is None


class _Composer:
    """Reads one text's events into a tree, with a stack of its own instead of recursion."""

    def __init__(self, text: str, budget: Budget, origin: Place, with_source: bool) -> None:
        self.text = text
        self.budget = budget
        self.origin = origin
        self.with_source = with_source
        self.events: Any = yaml.CSafeLoader(text)
        self.anchors: dict[str, tuple[Value, int]] = {}
        self.open_anchors: set[str] = set()

    def document(self) -> Value:
        """The value of the only document."""
        try:
            self.events.get_event()  # the start of the stream
            event = self.events.get_event()
            if isinstance(event, yaml.StreamEndEvent):
                return Scalar(None, "", self.origin)
            root = self._root()
            self.events.get_event()  # the end of the document
            event = self.events.get_event()
            if not isinstance(event, yaml.StreamEndEvent):
                raise TreeError("a second document starts here; a config is one document", self._place(event))
            return root
        finally:
            self.events.dispose()

    def _root(self) -> Value:
        stack: list[_Frame] = []
        while True:
            event = self.events.get_event()
            if isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
                self._open(event, stack)
                continue
            if isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                frame = stack.pop()
                value, size, end = self._close(event, frame)
            elif isinstance(event, yaml.AliasEvent):
                value, size = self._alias(event)
                end = _end(event)
            else:
                value, size = self._scalar(event, counted=not (stack and stack[-1].wants_key())), 1
                end = _end(event)
            if not stack:
                return value
            self._put(stack[-1], self._place(event), value, size, end)

    def _open(self, event: Any, stack: list[_Frame]) -> None:
        place = self._place(event)
        if len(stack) >= DEEPEST:
            raise TreeError(f"nested more than {DEEPEST} levels deep", place)
        if stack and stack[-1].wants_key():
            raise TreeError("a mapping key must be a single word or string, not a list or mapping", place)
        self.budget.spend(1, place)
        if event.anchor is not None:
            self.open_anchors.add(event.anchor)
        is_list = isinstance(event, yaml.SequenceStartEvent)
        value: Items | Entries = Items(place=place) if is_list else Entries(place=place)
        start = event.start_mark.index
        stack.append(_Frame(value, event.anchor, start, start))

    def _close(self, event: Any, frame: _Frame) -> tuple[Value, int, int]:
        # A flow collection ends with its bracket; the end of a block collection has no width, and lies beyond
        # the comments and blank lines that may follow its last member.
        width = event.end_mark.index - event.start_mark.index
        end = event.end_mark.index if width else frame.end
        if self.with_source:
            frame.value.source = self.text[frame.start : end]
        if frame.anchor is not None:
            self.open_anchors.discard(frame.anchor)
            self.anchors[frame.anchor] = (frame.value, frame.size)
        return frame.value, frame.size, end

    def _alias(self, event: Any) -> tuple[Value, int]:
        place = self._place(event)
        if event.anchor in self.open_anchors:
            raise TreeError(f"the alias *{event.anchor} stands inside the value it names", place)
        if event.anchor not in self.anchors:
            raise TreeError(f"the alias *{event.anchor} names no anchor before it", place)
        value, size = self.anchors[event.anchor]
        self.budget.spend(size, place)
        return value, size

    def _scalar(self, event: Any, counted: bool) -> Scalar:
        place = self._place(event)
        text = str(event.value)
        if counted:
            self.budget.spend(1, place)
        plain = not event.style and event.tag != _STRING_TAG and not self._has_non_specific_tag(event)
        scalar = Scalar(resolve_plain(text) if plain else text, text, place)
        if event.anchor is not None:
            self.anchors[event.anchor] = (scalar, 1)
        return scalar

    def _has_non_specific_tag(self, event: Any) -> bool:
        # libyaml reports `! 5` as it does `5`; only the text tells them apart.
        start = event.start_mark.index
        return self.text[start : start + 1] in ("!", "&") and bool(_NON_SPECIFIC_TAG.match(self.text, start))

    def _put(self, frame: _Frame, place: Place, value: Value, size: int, end: int) -> None:
        """Adds a finished value to the collection around it, as a member, a key or a key's value."""
        frame.end = end
        if isinstance(frame.value, Items):
            frame.value.members.append(value)
        elif frame.key is None:
            if not isinstance(value, Scalar):
                raise TreeError("a mapping key must be a single word or string, not a list or mapping", place)
            key = value.value if isinstance(value.value, str) else value.source
            frame.key = checked_key(key, frame.value.entries, place)
            frame.key_place = place
            return
        else:
            frame.value.entries[frame.key] = Entry(value, frame.key_place)
            frame.key = None
        frame.size += size

    def _place(self, event: Any) -> Place:
        mark = event.start_mark
        return _shifted(Place(mark.line + 1, mark.column + 1), self.origin)


def _end(event: Any) -> int:
    index: int = event.end_mark.index
    return index


def _shifted(place: Place, origin: Place) -> Place:
    """A place in a text as a place in the larger text around it."""
    column = place.column + origin.column - 1 if place.line == 1 else place.column
    return Place(place.line + origin.line - 1, column)


def _fault(error: yaml.YAMLError, text: str) -> tuple[str, Place | None]:
    """What libyaml found wrong, and where."""
    if isinstance(error, yaml.MarkedYAMLError):
        mark: Any = error.problem_mark or error.context_mark
        problem = ", ".join(part for part in (error.context, error.problem) if part)
        return problem or "malformed", mark and Place(mark.line + 1, mark.column + 1)
    if isinstance(error, yaml.reader.ReaderError):
        before = text.encode("utf-8", "replace")[: error.position].decode("utf-8", "ignore")
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        return f"the character {_code(error.character)} may not stand in YAML unescaped", place
    return str(error), None


def _code(character: Any) -> str:
    return f"U+{character if isinstance(character, int) else ord(character[:1]):04X}"
