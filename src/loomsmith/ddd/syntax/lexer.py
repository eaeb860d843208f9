"""Text to tokens, in one pass and in linear time on any text.

One compiled expression takes white space and the token after it, and the loop around it appends to flat
lists. What the expression cannot decide alone (templates, block comments, hyphenated ids, whatever starts no
token) leaves the fast loop for one step. Each scan that may run far and fail remembers how far it got: no
later start within that stretch can succeed, so none is tried again, and broken text costs no more than sound.
"""

from __future__ import annotations

import re

from loomsmith.ddd.syntax.errors import LEX_ERROR, SyntaxFault
from loomsmith.ddd.syntax.tokens import (
    DECIMAL,
    DURATION,
    END,
    FORMAT,
    INT,
    NAME,
    STRING,
    TEMPLATE,
    TEMPLATE_END,
    TEMPLATE_MIDDLE,
    TEMPLATE_START,
    TRACE_ID,
    Tokens,
)
from loomsmith.ddd.text import Source, Span
from loomsmith.ddd.vocabulary.words import TRAILING_MODIFIERS, WORDS

_SPACE = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]"
_STRING = r'"[^"\\]*+(?:\\[^\r\n][^"\\]*+)*+"'


def _master(string: str) -> re.Pattern[str]:
    return re.compile(
        rf"{_SPACE}*+(?:"
        r"([A-Za-z_][A-Za-z0-9_]*+)(?!-[A-Za-z0-9])"
        r"|(:=?)"
        r"|(//[^\r\n]*+|/\*)"
        r"|(\[\]|\+=|-=|->|==|=>|!=|<=|>=|&&|\|\||[{}()\[\],;.?|=<>!+\-*/%])"
        rf"|({string})"
        r"|([0-9]++(?:ms|[smhd]))"
        r"|([0-9]++\.[0-9]++)"
        r"|([0-9]++)"
        r"|([A-Za-z_])"
        r"|(`)"
        r"|(\Z)"
        r"|(.))",
        re.DOTALL,
    )


_MASTER = _master(_STRING)
# The same where a string has been found to have no end: tries none.
_WITHOUT_STRINGS = _master("(?!)")
# The groups of the expression above.
_WORD, _COLON, _COMMENT, _PUNCTUATION, _QUOTED = 1, 2, 3, 4, 5
_DURATION, _DECIMAL, _INT, _HYPHENATED, _BACKTICK, _END, _NOTHING = 6, 7, 8, 9, 10, 11, 12
_LITERALS = {_QUOTED: STRING, _DURATION: DURATION, _DECIMAL: DECIMAL, _INT: INT}

_PLAIN_WORD = re.compile("[A-Za-z_][A-Za-z0-9_]*+")
_HYPHENATED_RUN = re.compile("[A-Za-z][A-Za-z0-9]*+(?:-[A-Za-z0-9]++)*+")
_LAST_NUMBER = re.compile(".*-[0-9]+")
_TEMPLATE_TEXT = re.compile(r"[^`{\\]*+(?:\\[^\r\n][^`{\\]*+)*+")
_STRING_TEXT = re.compile(r'[^"\\]*+(?:\\[^\r\n][^"\\]*+)*+')
_BRACE = re.compile("[{}]")

_KINDS = {word: word for word in WORDS}
_MARKS = {
    mark: mark
    for mark in ("[] += -= -> == => != <= >= && || { } ( ) [ ] , ; . ? | = < > ! + - * / % : :=".split(" "))
}

# What a character that starts no token most likely was meant to start: the kind of token, none for a comment.
_MEANT = {
    "'": (STRING, re.compile(r"'[^'\r\n]*+'")),
    '"': (STRING, re.compile(r'"[^"{}\\\r\n]*+(?=[\r\n]|\Z)')),
    "`": (TEMPLATE, re.compile(r"`[^`{}\\\r\n]*+(?=[\r\n]|\Z)")),
    "&": ("&&", re.compile("&")),
    "#": ("", re.compile(r"#[#!\t ][^\r\n]*+")),
}

_ADVICE = {
    "'": 'strings take double quotes: "text"',
    '"': 'this string has no end; close it with ", and write a " inside it as \\"',
    "`": "this template has no end; close it with a backtick",
    "#": "comments start with // or stand between /* and */",
    "&": "the logical operator is written &&",
    "@": "there are no annotations; flags such as 'immutable' follow the type of a property",
    "\\": "a backslash stands only inside strings and templates",
    "{": "a hole of a template takes an expression without braces; compute the value in a derived property",
    "}": "the template around this hole has no end; close it with a backtick",
    "$": "a hole of a template is written {expression}, without a dollar sign",
}


def tokenize(source: Source) -> Tokens:
    """The tokens of a source text. Never fails: what starts no token is reported in `Tokens.faults`."""
    return _Lexer(source.text).run()


class _Lexer:
    __slots__ = (
        "comments",
        "comments_end",
        "dead_formats",
        "dead_strings",
        "dead_templates",
        "dead_traces",
        "ends",
        "holes",
        "kinds",
        "last_backtick",
        "skipped",
        "starts",
        "text",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.comments: list[Span] = []
        self.skipped: list[Span] = []
        # The depth of brackets in each open hole, the innermost last.
        self.holes: list[int] = []
        # No scan of the kind succeeds that starts before these offsets.
        self.dead_strings = self.dead_templates = self.dead_traces = 0
        self.dead_formats = False
        self.comments_end: int | None = None
        self.last_backtick: int | None = None

    def run(self) -> Tokens:
        """Take everything."""
        at = 0
        while at >= 0:
            at = self._step(at) if self.holes or at < self.dead_strings else self._run(at)
        end = self.ends[-1] if self.ends else 0
        self._add(END, end, end)
        text = self.text
        faults = [SyntaxFault(LEX_ERROR, span, _advice(text, span)) for span in self.skipped]
        return Tokens(text, self.kinds, self.starts, self.ends, self.comments, faults)

    def _add(self, kind: str, start: int, end: int) -> None:
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)

    def _run(self, at: int) -> int:
        """Take tokens until one needs more than the expression; where to go on, -1 at the end."""
        add_kind, add_start, add_end = self.kinds.append, self.starts.append, self.ends.append
        kinds, words, marks, literals = self.kinds, _KINDS, _MARKS, _LITERALS
        for match in _MASTER.finditer(self.text, at):
            which = match.lastindex or _NOTHING
            written: str = match[which]
            end = match.end()
            if which == _WORD:
                add_kind(words.get(written, NAME))
            elif which == _PUNCTUATION:
                add_kind(marks[written])
            elif which == _COLON:
                # A word that ends a type is a name where a colon follows it.
                if kinds and kinds[-1] in TRAILING_MODIFIERS:
                    kinds[-1] = NAME
                add_kind(marks[written])
            elif which == _COMMENT and written != "/*":
                self.comments.append((end - len(written), end))
                continue
            elif which in literals:
                add_kind(literals[which])
            elif which == _END:
                return -1
            else:
                return self._special(which, end - len(written))
            add_start(end - len(written))
            add_end(end)
        return -1

    def _step(self, at: int) -> int:
        """Take one token, in a hole of a template or behind a string without end; as `_run` otherwise."""
        match = (_WITHOUT_STRINGS if at < self.dead_strings else _MASTER).match(self.text, at)
        if match is None:
            return -1
        which = match.lastindex or _NOTHING
        written: str = match[which]
        end = match.end()
        start = end - len(written)
        if which == _PUNCTUATION:
            return self._mark_in_hole(written, start, end) if self.holes else self._mark(written, start, end)
        if which == _WORD:
            self._add(_KINDS.get(written, NAME), start, end)
        elif which == _COLON:
            if self.kinds and self.kinds[-1] in TRAILING_MODIFIERS:
                self.kinds[-1] = NAME
            self._add(_MARKS[written], start, end)
        elif which in _LITERALS:
            self._add(_LITERALS[which], start, end)
        elif which == _COMMENT and written != "/*":
            self.comments.append((start, end))
        elif which == _END:
            return -1
        else:
            return self._special(which, start)
        return end

    def _mark(self, written: str, start: int, end: int) -> int:
        self._add(_MARKS[written], start, end)
        return end

    def _mark_in_hole(self, written: str, start: int, end: int) -> int:
        """Punctuation in a hole, where braces end it and a comma outside brackets starts its format."""
        if written == "{":
            return self._skip(start) if self._backtick_follows(start) else self._abandon(start)
        if written == "}":
            return self._template(start, TEMPLATE_END, TEMPLATE_MIDDLE)
        if written == "," and self.holes[-1] == 0:
            close = self._format_end(end)
            if close is not None:
                self._add(FORMAT, start, close)
                return close
        elif written in "([":
            self.holes[-1] += 1
        elif written in ")]":
            self.holes[-1] = max(self.holes[-1] - 1, 0)
        return self._mark(written, start, end)

    def _special(self, which: int, start: int) -> int:
        """Take what the expression cannot decide alone, inside holes and outside."""
        if which == _HYPHENATED:
            return self._hyphenated(start)
        if which == _COMMENT:
            return self._block_comment(start)
        if which == _BACKTICK:
            return self._template(start, TEMPLATE, TEMPLATE_START)
        if self.text[start] == '"' and start >= self.dead_strings:
            # The expression has scanned to the end of the string in vain; it shall not do so again for the
            # quotes that were escaped in there.
            scanned = _STRING_TEXT.match(self.text, start + 1)
            self.dead_strings = scanned.end() if scanned else start
        return self._slip(start)

    def _slip(self, start: int) -> int:
        """Report a character that starts no token, and read on as was most likely meant.

        So one slip gives one message: a text in single quotes is a string, one without end is a string up to
        the end of its line (unless braces show that more than the text is there), and what follows a `#` as
        after other comment marks is dropped.
        """
        letter = self.text[start]
        meant = _MEANT.get(letter)
        if meant is not None:
            kind, shape = meant
            found = shape.match(self.text, start)
            if found is not None:
                self.skipped.append((start, start + 1))
                if kind:
                    self._add(kind, start, found.end())
                return found.end()
        return self._skip(start)

    def _skip(self, start: int) -> int:
        """Report a character that starts no token, together with those directly before it."""
        if self.skipped and self.skipped[-1][1] == start:
            self.skipped[-1] = (self.skipped[-1][0], start + 1)
        else:
            self.skipped.append((start, start + 1))
        return start + 1

    def _hyphenated(self, start: int) -> int:
        """A word before a hyphen: an id such as `US-001` where a number ends it, else the word alone."""
        if start >= self.dead_traces:
            run = _HYPHENATED_RUN.match(self.text, start)
            if run is not None:
                found = _LAST_NUMBER.match(self.text, start, run.end())
                if found is not None:
                    self._add(TRACE_ID, start, found.end())
                    return found.end()
                self.dead_traces = run.end()
        word = _PLAIN_WORD.match(self.text, start)
        end = word.end() if word else start + 1
        self._add(_KINDS.get(self.text[start:end], NAME), start, end)
        return end

    def _block_comment(self, start: int) -> int:
        """A block comment, or the operator `/` where nothing closes it."""
        if self.comments_end is None:
            self.comments_end = self.text.rfind("*/")
        if self.comments_end >= start + 2:
            end = self.text.index("*/", start + 2) + 2
            self.comments.append((start, end))
            return end
        self._add("/", start, start + 1)
        return start + 1

    def _template(self, start: int, whole: str, part: str) -> int:
        """The text of a template from a backtick, or from the brace that ends a hole."""
        if start >= self.dead_templates:
            scanned = _TEMPLATE_TEXT.match(self.text, start + 1)
            end = scanned.end() if scanned else start + 1
            stop = self.text[end : end + 1]
            if stop == "`":
                self._add(whole, start, end + 1)
                if part is TEMPLATE_MIDDLE:
                    self.holes.pop()
                return end + 1
            if stop == "{" and (part is TEMPLATE_START or self._backtick_follows(end)):
                self._add(part, start, end + 1)
                if part is TEMPLATE_START:
                    self.holes.append(0)
                else:
                    self.holes[-1] = 0
                return end + 1
            self.dead_templates = end if stop != "{" else self.dead_templates
        return self._slip(start) if part is TEMPLATE_START else self._abandon(start)

    def _backtick_follows(self, offset: int) -> bool:
        """Whether any backtick is left: without one, no open template can be closed."""
        if self.last_backtick is None:
            self.last_backtick = self.text.rfind("`")
        return self.last_backtick > offset

    def _abandon(self, start: int) -> int:
        """Report the brace that shows that the open templates have no end, close them, and go on before it.

        What follows is read as ordinary text, so that the declarations after the slip are kept.
        """
        self.skipped.append((start, start + 1))
        while self.holes:
            self.holes.pop()
            self._add(TEMPLATE_END, start, start)
        return start

    def _format_end(self, start: int) -> int | None:
        """Where the brace is that closes the hole, after the comma that starts its format."""
        if self.dead_formats:
            return None
        depth = 0
        for brace in _BRACE.finditer(self.text, start):
            if brace[0] == "{":
                depth += 1
            elif depth == 0:
                return brace.start()
            else:
                depth -= 1
        self.dead_formats = True
        return None


def _advice(text: str, span: Span) -> str:
    """What to say about a run of characters that starts no token."""
    run = text[span[0] : span[1]]
    advice = _ADVICE.get(run[0])
    if advice is not None:
        return f"unexpected {run[0]}: {advice}"
    shown = run if len(run) <= 20 else run[:20] + "..."
    if shown[0].isalnum():
        return f"unexpected {shown}: names consist of the letters A to Z and a to z, digits and underscores"
    return f"unexpected {shown if shown.isprintable() else ascii(shown)[1:-1]}: no token starts like this"
