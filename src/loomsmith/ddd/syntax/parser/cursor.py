"""The place where the parser is in the tokens, and all that the parse functions share.

**A parse function** takes a `Cursor` that stands on the first token of its construct and returns the node,
with the cursor behind its last token:

    def route(c: Cursor) -> Route:
        start = c.at
        c.expect("route")
        method = c.choice(METHODS, "an HTTP method")
        path = c.expect(STRING)
        c.expect("->")
        context = c.reference(PLAIN_NAME, CONTEXT)
        c.expect(".")
        handler = c.name(PLAIN_NAME, "a handler")
        node = Route(c.word(method), c.string(path), context, c.word(handler))
        return c.finish(node, start, method=c.span(method), path=c.span(path), handler=c.span(handler))

Taking functions (`expect`, `name`, `choice`) return the *index* of the token they took; `word`, `string`,
`number` and `span` turn an index into what a node keeps. `match` takes a token only if it is there. The kind
of the current token is `c.kinds[c.at]`, that of the next `c.kinds[c.at + 1]`: looking ahead never needs a
bounds check. Kinds of words and marks are their own text, the others are the constants of `tokens`. `finish`
sets the span of the node, from token `start` to the last one taken, and the spans of its fields; references
carry their own span, so they get none.

**A fault** is raised as `Unexpected` by `c.fail(message)` (by every taking function, with the words for what
was wanted and what was found) and is caught by the nearest of these, which records it, moves on to where
parsing can continue, and keeps what was read:

* `block(c, table)` of `blocks` reads `{ member* }` by a `MemberTable`; a fault costs the rest of one member.
* `with c.header():` around the clauses before a body; a fault in them moves on to the `{` of the body.
* `c.attempt(parse)` gives `None` in place of a part that cannot be read; `expression_or_missing` likewise
  gives `Missing`, so that what holds the expression is kept.

A name that is missing is `""`, an expression `Missing()`, a type a `MissingType`. `c.report(index, message)`
records a fault and lets the function go on as if nothing were wrong. One slip gives one message: after a
fault nothing more is recorded until a token has been taken, nor on a token right behind a character that the
lexer has reported.

While `c.trying` is set (a text is read in one of two ways, and this is the first try), faults are not
recorded and nobody catches them but the one who tries.

`c.descend()` counts a nested construct, `c.depth -= 1` ends it; whoever catches a fault restores the depth.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, TypeVar

from loomsmith.ddd.syntax.errors import PARSE_ERROR, SyntaxFault
from loomsmith.ddd.syntax.node import Node, Ref
from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.parser.tables import is_landmark
from loomsmith.ddd.syntax.tokens import END, NAME, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from loomsmith.ddd.syntax.parser.tables import MemberTable
    from loomsmith.ddd.text import Source, Span

T = TypeVar("T")
N = TypeVar("N", bound=Node)

MAX_DEPTH = 200
# Behind one of these an expression goes on: no member and no statement starts there.
UNFINISHED = frozenset("= := += -= => ( [ , . : ? + - * / % && || == != < <= > >= !".split(" "))

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}
# Longer digit strings than any number of the language needs are cut before conversion, which is quadratic.
_MAX_DIGITS = 400


class Unexpected(Exception):
    """A token that cannot continue what was read. Internal to the parser: it never leaves `parse`."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(message)
        self.index = index
        self.message = message


class Cursor:
    """The tokens of a text, the index of the current one, and the faults so far."""

    __slots__ = (
        "_no_body_until",
        "_silent_at",
        "at",
        "depth",
        "ends",
        "faults",
        "kinds",
        "lost",
        "misindented",
        "open_blocks",
        "source",
        "starts",
        "surplus",
        "text",
        "tokens",
        "trying",
    )

    def __init__(self, source: Source, tokens: Tokens) -> None:
        self.source = source
        self.tokens = tokens
        self.text = tokens.text
        self.kinds = [*tokens.kinds, END, END, END]
        self.starts = tokens.starts
        self.ends = tokens.ends
        self.at = 0
        self.depth = 0
        self.trying = False
        # A fault was caught in a construct that was kept: where the next one starts is not known.
        self.lost = False
        self.faults: list[SyntaxFault] = []
        # No fault is recorded at this token: it lies where the last one left off.
        self._silent_at = -1
        # The header of a declaration that starts before this token has no body.
        self._no_body_until = -1
        # The blocks around the current token: the table and the index of the opening brace.
        self.open_blocks: list[tuple[MemberTable, int]] = []
        # A pair of braces whose indentation does not fit, empty without one; sought once it is needed.
        self.misindented: tuple[int, ...] | None = None
        # How many more braces the text opens than it closes, less those found to be missing.
        self.surplus = tokens.kinds.count("{") - tokens.kinds.count("}")

    # Reading tokens

    @property
    def kind(self) -> str:
        """The kind of the current token."""
        return self.kinds[self.at]

    def word(self, index: int) -> str:
        """The token as written."""
        return self.text[self.starts[index] : self.ends[index]]

    def span(self, index: int) -> Span:
        """The offsets of a token."""
        return (self.starts[index], self.ends[index])

    def span_from(self, index: int) -> Span:
        """The offsets from a token to the last one taken."""
        return (self.starts[index], self.ends[self.at - 1])

    def string(self, index: int) -> str:
        """The value of a string token: without its quotes, escapes applied."""
        start, end = self.starts[index], self.ends[index]
        # What was taken for a string may lack its end.
        inner = self.text[start + 1 : end - (self.text[end - 1] == self.text[start])]
        return _ESCAPE.sub(_unescape, inner) if "\\" in inner else inner

    def number(self, index: int) -> int:
        """The value of a whole-number token; beyond 400 digits, that of the first 400."""
        return int(self.word(index)[:_MAX_DIGITS])

    # Taking tokens

    def match(self, kind: str) -> bool:
        """Take the current token if it is of that kind; whether it was."""
        if self.kinds[self.at] == kind:
            self.at += 1
            return True
        return False

    def expect(self, kind: str, after: str = "") -> int:
        """Take a token of that kind. `after` tells in the message what it was wanted for."""
        at = self.at
        if self.kinds[at] != kind:
            self.fail(f"expected {wording.wanted(kind)}{' ' + after if after else ''}")
        self.at = at + 1
        return at

    def name(self, name_class: frozenset[str], what: str) -> int:
        """Take a name of that class; `what` says of what, with its article ("an aggregate").

        A reserved word in its place is reported and taken for the name, so that the declaration is kept,
        unless the word is more likely to start what should have followed the name.
        """
        at = self.at
        kind = self.kinds[at]
        if kind is not NAME and kind not in name_class:
            if not wording.is_word(kind):
                self.fail(f"expected a name for {what}")
            self.report(at, wording.reserved(kind, what))
            if self._starts_something(at):
                raise Unexpected(at, "")
        self.at = at + 1
        return at

    def named(self, name_class: frozenset[str], what: str) -> tuple[str, Span]:
        """Take a name as `name` does; the word and its offsets."""
        index = self.name(name_class, what)
        return self.word(index), self.span(index)

    def choice(self, words: Collection[str], what: str) -> int:
        """Take one of `words`, or a token of one of these kinds; `what` names them ("a platform")."""
        at = self.at
        if self.kinds[at] not in words:
            self.fail(self.not_among(words, what))
        self.at = at + 1
        return at

    def not_among(self, words: Collection[str], what: str) -> str:
        """The message for a token that is none of `words`: the accepted ones, the nearest first."""
        written = self.word(self.at) if self.kinds[self.at] != END else ""
        return wording.alternatives(written, words, what)

    def reference(self, name_class: frozenset[str], kind: str, what: str = "") -> Ref:
        """Take a name that refers to a declaration of that kind (a constant of `references`)."""
        index = self.name(name_class, what or wording.reference(kind))
        return Ref(self.word(index), kind, self.span(index))

    def dotted(self, name_class: frozenset[str], kind: str, what: str = "") -> Ref:
        """Take `a.b.c` as one reference with the spans of its segments."""
        first = self.name(name_class, what or wording.reference(kind))
        segments = [self.span(first)]
        words = [self.word(first)]
        while self.match("."):
            index = self.name(name_class, what or wording.reference(kind))
            segments.append(self.span(index))
            words.append(self.word(index))
        span = (segments[0][0], segments[-1][1])
        return Ref(".".join(words), kind, span, segments if len(segments) > 1 else None)

    def no_reference(self, kind: str) -> Ref:
        """What stands for a reference that could not be read: empty, behind the last token taken."""
        offset = self.ends[self.at - 1] if self.at else 0
        return Ref("", kind, (offset, offset))

    def expect_body(self, owner: str) -> int:
        """See that a `{` comes next, without taking it."""
        at = self.at
        if self.kinds[at] != "{":
            message = f"expected the '{{' of the body of {owner}"
            if at and self.kinds[at - 1] == "}":
                message += (
                    ": the braces before were read as those of a value; put the condition into parentheses"
                )
            self.fail(message)
        return at

    def items(self, item: Callable[[Cursor], T]) -> list[T]:
        """`item ("," item)*`."""
        found = [item(self)]
        while self.match(","):
            found.append(item(self))
        return found

    def enclosed(
        self, opening: str, closing: str, item: Callable[[Cursor], T], trailing: bool = False
    ) -> list[T]:
        """`opening (item ("," item)*)? closing`; `trailing` allows a comma after the last item."""
        self.expect(opening)
        found: list[T] = []
        if self.match(closing):
            return found
        self.descend()
        while True:
            found.append(item(self))
            if self.match(","):
                if trailing and self.kinds[self.at] == closing:
                    break
            elif self.kinds[self.at] == closing:
                break
            else:
                self.fail(f"expected ',' or '{closing}'")
        self.at += 1
        self.depth -= 1
        return found

    def finish(self, node: N, start: int, **spans: Any) -> N:
        """Give the node its span, from token `start` to the last one taken, and the spans of its fields."""
        begin = self.starts[start]
        end = self.ends[self.at - 1] if self.at > start else begin
        node.span = (begin, end)
        node.spans = spans
        return node

    # Faults

    def fail(self, message: str, index: int | None = None) -> Any:
        """Raise a fault at the current token, or at that of `index`.

        A message that says what was expected is told what was found; any other names the slip itself.
        """
        at = self.at if index is None else index
        if message.startswith("expected"):
            message = f"{message}, found {self.found(at)}"
        raise Unexpected(at, message)

    def found(self, index: int) -> str:
        """The words for a token in a message."""
        kind = self.kinds[index]
        return wording.found(kind, self.word(index) if kind != END else "")

    def report(self, index: int, message: str) -> None:
        """Record a fault at a token, unless it follows from the one before."""
        if self.trying:
            raise Unexpected(index, message)
        if index == self._silent_at:
            return
        self._silent_at = index
        if self._behind_lex_fault(index):
            return
        if self.kinds[index] == END:
            offset = self.ends[index]
            self.faults.append(SyntaxFault(PARSE_ERROR, (offset, offset), message))
        else:
            self.faults.append(SyntaxFault(PARSE_ERROR, self.span(index), message))

    def caught(self, fault: Unexpected, depth: int) -> None:
        """Record a fault that was caught, and restore the depth; raises it again on a mere try."""
        if self.trying:
            raise fault
        self.depth = depth
        if fault.message:
            self.report(fault.index, fault.message)
        self.at = max(self.at, fault.index)

    def skipped(self, start: int) -> Iterator[str]:
        """Move on, after a fault in what starts at token `start`, by one token of this block at a time.

        Gives the kind of each token; braces are skipped with all they enclose. Ends in front of the brace
        that closes the block, or at the end; whoever finds where parsing goes on stops asking.
        """
        kinds = self.kinds
        if self.at == start and kinds[start] not in ("}", END):
            self.at += 1
        taken = kinds[start : self.at]
        braces = taken.count("{") - taken.count("}")
        while (kind := kinds[self.at]) != END:
            if kind == "{":
                braces += 1
            elif kind == "}":
                if braces <= 0:
                    return
                braces -= 1
            elif braces <= 0:
                yield kind
            self.at += 1

    def silence(self) -> None:
        """Record no fault at the current token: it is where the last one left off."""
        self._silent_at = self.at

    def is_silent(self) -> bool:
        """Whether a fault at the current token would not be recorded."""
        return not self.trying and self.at == self._silent_at

    def leave(self, start: int) -> None:
        """After a fault was caught in a construct that is kept, and that starts at token `start`.

        Moves behind the braces that the construct has opened; the block around looks for what comes next.
        """
        taken = self.kinds[start : self.at]
        braces = taken.count("{") - taken.count("}")
        while braces > 0 and self.kinds[self.at] != END:
            kind = self.kinds[self.at]
            braces += (kind == "{") - (kind == "}")
            self.at += 1
        self.silence()
        self.lost = True

    def attempt(self, parse: Callable[[Cursor], T]) -> T | None:
        """What `parse` reads, or `None` after recording the fault that it met."""
        depth = self.depth
        try:
            return parse(self)
        except Unexpected as fault:
            self.caught(fault, depth)
            return None

    def descend(self) -> None:
        """Count a nested construct; too many of them are a fault."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unexpected(
                self.at, f"nested more than {MAX_DEPTH} levels deep; name inner parts and refer to them"
            )

    def header(self) -> _Header:
        """A context for the clauses before a body: a fault in them moves on to the `{` of the body.

        Whatever the clauses assign must have a value before: that is what a faulty header keeps. Where no
        body follows, the declaration is kept without one.
        """
        return _Header(self)

    def _find_body(self, start: int) -> bool:
        """After a fault in a header that starts at token `start`: move on to the `{` of the body, if any."""
        kinds = self.kinds
        at = self.at
        if at < self._no_body_until:
            return False
        taken = kinds[start:at]
        braces = taken.count("{") - taken.count("}")
        brackets = taken.count("(") - taken.count(")")
        while True:
            kind = kinds[at]
            if kind == "{":
                if braces <= 0:
                    self.at = at
                    self.silence()
                    return True
                braces += 1
            elif kind == "}" and braces > 0:
                braces -= 1
            elif kind == "(" or kind == ")":
                brackets += 1 if kind == "(" else -1
            elif (
                kind in ("}", END)
                or (braces <= 0 and kind != "extern" and is_landmark(kind))
                or (braces <= 0 and brackets <= 0 and kind is NAME and self.starts_line(at))
            ):
                # No clause of a header starts with a name.
                if braces <= 0:
                    # Nor will the headers find one that start between here and there.
                    self._no_body_until = at
                return False
            at += 1

    def starts_line(self, index: int) -> bool:
        """Whether a token is the first on its line."""
        if index == 0:
            return True
        gap = self.text[self.ends[index - 1] : self.starts[index]]
        return "\n" in gap or "\r" in gap

    # Details of faults

    def _starts_something(self, index: int) -> bool:
        """Whether a word in the place of a name rather starts the next declaration than being the name."""
        following = self.kinds[index + 1]
        return following is NAME and is_landmark(self.kinds[index])

    def _behind_lex_fault(self, index: int) -> bool:
        """Whether the lexer has reported a character right before a token."""
        faults = self.tokens.faults
        if not faults:
            return False
        begin = self.ends[index - 1] if index else 0
        end = self.starts[index] if self.kinds[index] != END else len(self.text)
        place = bisect_left(faults, begin, key=_fault_start)
        return place < len(faults) and faults[place].span[0] < end


class _Header:
    """See `Cursor.header`."""

    __slots__ = ("cursor", "depth", "start")

    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.start = cursor.at
        self.depth = cursor.depth

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: BaseException | None, trace: object) -> bool:
        if not isinstance(fault, Unexpected):
            return False
        c = self.cursor
        if c.trying:
            return False
        c.caught(fault, self.depth)
        if not c._find_body(self.start):
            c.leave(self.start)
        return True


def _fault_start(fault: SyntaxFault) -> int:
    return fault.span[0]


def _unescape(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[1], match[1])
