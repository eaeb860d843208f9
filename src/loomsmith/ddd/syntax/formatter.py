"""Layout of a source text: indentation, spaces and blank lines, and nothing else.

The formatter moves tokens and comments; it never adds, drops or reorders any. Where lines break is left to
the writer, with three exceptions: a `{...}` of several lines has its braces at line ends; an opening brace or
an `else` stands on the line of what it belongs to; and blank lines come one at a time, none next to a
bracket. The tree tells what a line starts with: an item of the bracket around it stands one level deeper than
what the bracket belongs to, the rest of an item that started before stands two levels deeper still.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.syntax.printer.layout import STEP
from loomsmith.ddd.syntax.tokens import END, NAME, TEMPLATE, TEMPLATE_END, TEMPLATE_START
from loomsmith.ddd.vocabulary.words import WORDS

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.tokens import Tokens

_CONTINUATION = 2 * STEP
_LINE_END = re.compile(r"\r\n|\r|\n")

_OPENERS = frozenset("([{")
_CLOSERS = frozenset(")]}")
_NOTHING_BEFORE = frozenset({",", ";", ")", "]", "."})
_NOTHING_AFTER = frozenset({"(", "[", "."})
# Behind one of these an item goes on.
_UNFINISHED = frozenset(": . ? | = := += -= == != < <= > >= && || ! + - * / % -> =>".split())
# Blocks with clauses that may end in a list without brackets.
_OPEN_LISTS = (n.Deployable, n.Channel, n.Projection)

_BLOCK_COMMENT = "<block comment>"
_LINE_COMMENT = "<line comment>"
_COMMENTS = frozenset({_BLOCK_COMMENT, _LINE_COMMENT})


class _Piece(NamedTuple):
    """A token, a whole template or a comment, by its offsets; `breaks` counts the line ends before it."""

    kind: str
    start: int
    end: int
    breaks: int


class _Group(NamedTuple):
    """An open bracket: what it belongs to, and the columns of its items and of its closing bracket."""

    owner: Node | None
    indent: int
    closing_indent: int
    multiline: bool


def format_tokens(tokens: Tokens, root: n.File) -> str:
    """The text of `tokens` laid out anew; `root` is the tree that parsing them without any fault gave.

    Formatting the result again changes nothing, and it parses to an equal tree. Line ends are LF, but within
    strings, templates and comments everything stays as it is. Takes linear time, but for sorting the nodes.
    """
    pieces = _pieces(tokens)
    return _Formatter(tokens.text, pieces, root).run() if pieces else ""


def _pieces(tokens: Tokens) -> list[_Piece]:
    """Tokens and comments in order, each template with its holes as one piece."""
    text, kinds, starts, ends = tokens.text, tokens.kinds, tokens.starts, tokens.ends
    parts = [
        (start, end, _LINE_COMMENT if text[start + 1] == "/" else _BLOCK_COMMENT)
        for start, end in tokens.comments
    ]
    index = 0
    while kinds[index] != END:
        kind, start = kinds[index], starts[index]
        if kind is TEMPLATE_START:
            depth = 1
            while depth:
                index += 1
                depth += (kinds[index] is TEMPLATE_START) - (kinds[index] is TEMPLATE_END)
            kind = TEMPLATE
        parts.append((start, ends[index], kind))
        index += 1
    parts.sort()
    pieces = []
    last = 0
    for start, end, kind in parts:
        if start >= last:  # a comment in a hole belongs to the template
            pieces.append(_Piece(kind, start, end, len(_LINE_END.findall(text, last, start))))
            last = end
    return pieces


class _Formatter:
    __slots__ = (
        "after_unary",
        "groups",
        "indent_at",
        "items",
        "last_token",
        "line_indent",
        "lists",
        "multiline",
        "next_token",
        "output",
        "owners",
        "parens",
        "pieces",
        "ternary_gaps",
        "text",
        "unaries",
        "unfinished",
    )

    def __init__(self, text: str, pieces: list[_Piece], root: n.File) -> None:
        self.text = text
        self.pieces = pieces
        self.output: list[str] = []
        self.groups = [_Group(None, 0, 0, True)]
        self.line_indent = 0
        # The indent of the line on which the piece at an offset stands.
        self.indent_at: dict[int, int] = {}
        self.last_token: _Piece | None = None
        self.unfinished = False
        # Where lists, parentheses and unary operators start, and where what stands before the `?` and the `:`
        # of a choice ends.
        self.lists: set[int] = set()
        self.parens: set[int] = set()
        self.unaries: set[int] = set()
        self.ternary_gaps: set[int] = set()
        # By piece: the node that an opening bracket belongs to; the innermost node that has started before.
        self.owners: list[Node | None] = []
        self.items: list[Node | None] = []
        self._look_at(root)
        self.multiline = _multiline(pieces)
        self.next_token = _next_tokens(pieces)

    def _look_at(self, root: n.File) -> None:
        """Take from the tree what the layout depends on."""
        nodes: list[tuple[int, int, Node]] = []
        for node in walk(root):
            if node.span is None or node is root:
                continue
            start, end = node.span
            nodes.append((start, -end, node))
            if isinstance(node, n.ListLiteral):
                self.lists.add(start)
            elif isinstance(node, n.Paren):
                self.parens.add(start)
            elif isinstance(node, n.Unary):
                self.unaries.add(start)
            elif isinstance(node, n.Ternary):
                gaps = (node.condition.span, node.then_expr.span)
                self.ternary_gaps.update(span[1] for span in gaps if span is not None)
        nodes.sort(key=lambda entry: entry[:2])
        open_nodes: list[tuple[int, Node]] = []
        at = 0
        for piece in self.pieces:
            while open_nodes and open_nodes[-1][0] <= piece.start:
                open_nodes.pop()
            while at < len(nodes) and nodes[at][0] < piece.start:
                if -nodes[at][1] > piece.start:
                    open_nodes.append((-nodes[at][1], nodes[at][2]))
                at += 1
            self.items.append(open_nodes[-1][1] if open_nodes else None)
            while at < len(nodes) and nodes[at][0] == piece.start:
                open_nodes.append((-nodes[at][1], nodes[at][2]))
                at += 1
            self.owners.append(open_nodes[-1][1] if open_nodes else None)

    def run(self) -> str:
        """Everything, piece by piece."""
        output = self.output
        previous: _Piece | None = None
        for index, piece in enumerate(self.pieces):
            if previous is None:
                self.line_indent = 0
            elif self._breaks_before(index, piece, previous):
                blank = piece.breaks > 1 and previous.kind not in _OPENERS and piece.kind not in _CLOSERS
                self.line_indent = self._indent(index)
                output.append("\n\n" if blank else "\n")
                output.append(" " * self.line_indent)
            elif not self._glued(piece, previous):
                output.append(" ")
            written = self.text[piece.start : piece.end]
            output.append(written.rstrip() if piece.kind is _LINE_COMMENT else written)
            self.indent_at[piece.start] = self.line_indent
            self._follow_brackets(index, piece)
            previous = piece
            if piece.kind not in _COMMENTS:
                self.unfinished = self._leaves_unfinished(piece)
                self.last_token = piece
        output.append("\n")
        return "".join(output)

    def _follow_brackets(self, index: int, piece: _Piece) -> None:
        if piece.kind in _OPENERS:
            owner = self.owners[index]
            base = self.line_indent
            # The clauses of a block may have brackets of their own: they count from their line.
            if owner is not None and owner.span is not None and owner is not self.groups[-1].owner:
                base = self.indent_at[owner.span[0]]
            self.groups.append(_Group(owner, base + STEP, base, self.multiline[index]))
        elif piece.kind in _CLOSERS:
            self.groups.pop()

    def _breaks_before(self, index: int, piece: _Piece, previous: _Piece) -> bool:
        """Whether a piece starts a line."""
        kind = piece.kind
        if previous.kind is _LINE_COMMENT:
            return True
        if kind == "}":
            return self.groups[-1].multiline and previous.kind != "{"
        if piece.breaks == 0:
            return previous.kind == "{" and self.groups[-1].multiline and kind not in _COMMENTS
        if previous.kind in _COMMENTS or self.items[index] is self.groups[-1].owner:
            return True
        return not (kind == "{" or (kind == "else" and previous.kind == "}"))

    def _indent(self, index: int) -> int:
        """The column of a piece that starts a line; a comment stands where the token after it would."""
        pieces = self.pieces
        group = self.groups[-1]
        if pieces[index].kind in _CLOSERS:
            return group.closing_indent
        index = self.next_token[index]
        if index == len(pieces) or pieces[index].kind in _CLOSERS or self.last_token is None:
            return group.indent
        goes_on = (
            self.items[index] is not group.owner
            or self.unfinished
            or (
                self.last_token.kind == ","
                and isinstance(group.owner, _OPEN_LISTS)
                and not (index + 1 < len(pieces) and pieces[index + 1].kind == ":")
            )
        )
        return group.indent + _CONTINUATION if goes_on else group.indent

    def _leaves_unfinished(self, piece: _Piece) -> bool:
        """Whether an item must go on behind a token: not behind the marks that end a type or a list."""
        last = self.last_token
        if piece.kind not in _UNFINISHED or last is None:
            return False
        if piece.kind == "?":
            return last.end in self.ternary_gaps
        return not (piece.kind == "*" and last.kind == "ignoring")

    def _glued(self, piece: _Piece, previous: _Piece) -> bool:
        """Whether a piece follows the one before on its line without a space."""
        kind, before = piece.kind, previous.kind
        if before in _NOTHING_AFTER or previous.start in self.unaries:
            return True
        if kind in _NOTHING_BEFORE:
            return True
        if kind in (":", "?"):
            return self.last_token is None or self.last_token.end not in self.ternary_gaps
        if kind == "(":
            return before == "expect" or (piece.start not in self.parens and before != "unique")
        if kind == "[]":
            is_type = piece.start not in self.lists and before not in ("entitles", "covers")
            return is_type and (before is NAME or before == ")" or before in WORDS)
        return kind == "}" and before == "{"


def _multiline(pieces: list[_Piece]) -> list[bool]:
    """By piece: whether it is an opening brace whose block takes several lines."""
    lines = list(accumulate(piece.breaks for piece in pieces))
    found = [False] * len(pieces)
    opened: list[int] = []
    for index, piece in enumerate(pieces):
        if piece.kind in _OPENERS:
            opened.append(index)
        elif piece.kind in _CLOSERS:
            opening = opened.pop()
            found[opening] = piece.kind == "}" and lines[index] > lines[opening]
    return found


def _next_tokens(pieces: list[_Piece]) -> list[int]:
    """By piece: the index of the first token from it on; behind the last one, the number of pieces."""
    found = [len(pieces)] * (len(pieces) + 1)
    for index in range(len(pieces) - 1, -1, -1):
        found[index] = found[index + 1] if pieces[index].kind in _COMMENTS else index
    return found
