"""Blocks of clauses, `{ word: value, word: value }`: each word once or often, in fixed or in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.parser.blocks import report_unclosed
from loomsmith.ddd.syntax.parser.cursor import Unexpected
from loomsmith.ddd.syntax.parser.tables import is_landmark
from loomsmith.ddd.syntax.tokens import END, INT, NAME, STRING
from loomsmith.ddd.vocabulary.words import ANY_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.ddd.syntax.node import Node, Ref
    from loomsmith.ddd.syntax.parser.cursor import Cursor

    # Reads the value of a clause, behind the colon; gives it with its span, or with `None` where the value
    # has spans of its own (references and nodes).
    Reader = Callable[[Cursor], tuple[Any, Any]]


class Clauses:
    """The clauses of one kind of block.

    `owner` names the block in messages. `readers` maps each word to the field that it fills and to what reads
    its value. `first` must be there and stand first, if given. `ordered` says that the words come in the
    order of `readers`, each at most once; otherwise they may repeat, and the last single value holds while
    lists add up. `bare` are the words that no colon follows.
    """

    __slots__ = ("bare", "first", "ordered", "owner", "rank", "readers")

    def __init__(
        self,
        owner: str,
        readers: dict[str, tuple[str, Reader]],
        first: str = "",
        ordered: bool = True,
        bare: frozenset[str] = frozenset(),
    ) -> None:
        self.owner = owner
        self.readers = readers
        self.rank = {word: place for place, word in enumerate(readers)}
        self.first = first
        self.ordered = ordered
        self.bare = bare

    def read(self, c: Cursor, values: dict[str, Any], spans: dict[str, Any]) -> None:
        """From the brace on: put the values and spans of the clauses into the two tables, by field."""
        opening = c.expect_body(self.owner)
        c.at += 1
        depth = c.depth
        rank = -1
        if self.first and c.kinds[c.at] not in (self.first, END):
            c.report(c.at, f"{self.owner} starts with '{self.first}:', found {c.found(c.at)}")
        while True:
            at = c.at
            kind = c.kinds[at]
            if kind == "}":
                c.at = at + 1
                return
            if kind == END or (is_landmark(kind) and kind not in self.readers and c.starts_line(at)):
                report_unclosed(c, self.owner, opening)
                return
            try:
                rank = self._clause(c, rank, values, spans)
            except Unexpected as fault:
                c.caught(fault, depth)
                self._resume(c, at)

    def _clause(self, c: Cursor, rank: int, values: dict[str, Any], spans: dict[str, Any]) -> int:
        word = c.kinds[c.at]
        if word not in self.readers:
            if word == ",":
                c.fail("one comma too many")
            c.fail(c.not_among(self.readers, f"a clause of {self.owner}"))
        if self.ordered:
            if self.rank[word] <= rank:
                order = ", ".join(f"'{name}'" for name in self.readers)
                c.report(
                    c.at,
                    f"'{word}' stands too late: {self.owner} takes its clauses once, in the order {order}",
                )
            rank = max(rank, self.rank[word])
        elif word == self.first and self.readers[word][0] in values:
            c.report(c.at, f"'{word}' stands once, first in {self.owner}")
        c.at += 1
        if word not in self.bare:
            c.expect(":", f"after '{word}'")
        field, reader = self.readers[word]
        value, span = reader(c)
        if isinstance(value, list) and not self.ordered:
            values[field] = values.get(field, []) + value
            if span is not None:
                spans[field] = spans.get(field, []) + span
        else:
            values[field] = value
            if span is not None:
                spans[field] = span
        c.match(",")
        return rank

    def _resume(self, c: Cursor, start: int) -> None:
        """Skip to the next clause, or to the end of the block."""
        for kind in c.skipped(start):
            if kind in self.readers and (c.kinds[c.at + 1] == ":" or kind in self.bare):
                break
            if is_landmark(kind) and c.starts_line(c.at):
                break
        c.silence()


# Readers


def text(c: Cursor) -> tuple[str, Any]:
    """A string."""
    index = c.expect(STRING)
    return c.string(index), c.span(index)


def number(c: Cursor) -> tuple[int, Any]:
    """A whole number."""
    index = c.expect(INT)
    return c.number(index), c.span(index)


def plain_name(what: str) -> Reader:
    """A plain name of something."""

    def read(c: Cursor) -> tuple[str, Any]:
        return c.named(PLAIN_NAME, what)

    return read


def any_name(what: str) -> Reader:
    """A name of something that soft words may be."""

    def read(c: Cursor) -> tuple[str, Any]:
        return c.named(ANY_NAME, what)

    return read


def word_of(words: tuple[str, ...], what: str) -> Reader:
    """One of some words. If a string is among them, its text without quotes counts."""

    def read(c: Cursor) -> tuple[str, Any]:
        index = c.choice(words, what)
        written = c.string(index) if c.kinds[index] is STRING else c.word(index)
        return written, c.span(index)

    return read


def reference(name_class: frozenset[str], kind: str) -> Reader:
    """One reference."""

    def read(c: Cursor) -> tuple[Ref, Any]:
        return c.reference(name_class, kind), None

    return read


def references(name_class: frozenset[str], kind: str) -> Reader:
    """`[a, b]`, at least one; a comma may follow the last."""

    def read(c: Cursor) -> tuple[list[Ref], Any]:
        opening = c.at
        if c.kinds[opening] is NAME:
            c.fail(f"this list stands in brackets: write '[{c.word(opening)}]'")
        found = c.enclosed("[", "]", lambda c: c.reference(name_class, kind), trailing=True)
        if not found:
            c.fail(f"expected {wording.reference(kind)}: the list cannot be empty", opening + 1)
        return found, None

    return read


def open_references(kind: str) -> Reader:
    """`a, b` without brackets: a comma that no plain name follows ends the clause instead."""

    def read(c: Cursor) -> tuple[list[Ref], Any]:
        if c.kinds[c.at] == "[":
            c.fail("this list stands without brackets: write 'A, B'")
        found = [c.reference(PLAIN_NAME, kind)]
        while c.kinds[c.at] == "," and c.kinds[c.at + 1] is NAME:
            c.at += 1
            found.append(c.reference(PLAIN_NAME, kind))
        return found, None

    return read


def node(parse: Callable[[Cursor], Node]) -> Reader:
    """A construct of its own."""

    def read(c: Cursor) -> tuple[Node, Any]:
        return parse(c), None

    return read
