"""Blocks of members, `{ member* }`: reading them by a table, and going on in them after a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.parser.cursor import UNFINISHED, Unexpected
from loomsmith.ddd.syntax.parser.tables import homes, is_landmark
from loomsmith.ddd.syntax.tokens import END, NAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.syntax.parser.tables import MemberTable


def block(
    c: Cursor,
    table: MemberTable,
    tail: Callable[[Cursor], None] | None = None,
    head: Callable[[Cursor], None] | None = None,
) -> list[Node]:
    """`{ member* }`, each member read by the table. Faults inside are recorded, never raised.

    `head` reads what stands before the members, if anything; at a word of `table.tail`, `tail` reads the
    clauses that follow them. A `{` that is missing is reported, and the block is empty.
    """
    if c.kinds[c.at] != "{":
        message = f"expected the '{{' of {table.owner}"
        if c.trying:
            c.fail(message)
        c.report(c.at, f"{message}, found {c.found(c.at)}")
        return []
    opening = c.at
    c.at += 1
    found: list[Node] = []
    depth = c.depth
    c.descend()
    c.open_blocks.append((table, opening))
    try:
        if head is not None:
            try:
                head(c)
            except Unexpected as fault:
                c.caught(fault, depth + 1)
                _resume(c, table, opening + 1)
        members(c, table, found, tail)
    finally:
        c.open_blocks.pop()
    c.depth = depth
    return found


def members(
    c: Cursor, table: MemberTable, found: list[Node], tail: Callable[[Cursor], None] | None = None
) -> None:
    """Append members to `found` up to the `}` of the block, which is taken; or to the end of the text."""
    kinds = c.kinds
    depth = c.depth
    last = -1
    while True:
        at = c.at
        kind = kinds[at]
        if kind == "}" and c.open_blocks:
            c.at = at + 1
            return
        if kind == END:
            if c.open_blocks:
                report_unclosed(c, table.owner, c.open_blocks[-1][1])
            return
        parser = table.parser_at(kinds, at)
        if parser is None and (tail is None or kind not in table.tail):
            if _stray(c, table, last):
                return
            continue
        last = at
        try:
            if parser is not None:
                member = parser(c)
                if member is not None:
                    found.append(member)
                if table.separators:
                    c.match(",")
            elif tail is not None:
                tail(c)
        except Unexpected as fault:
            c.caught(fault, depth)
            _resume(c, table, at)
        if c.lost:
            # The member was kept in spite of a fault: find the next one, and say no more.
            c.lost = False
            if kinds[c.at] not in ("}", END) and not _starts_member(c, table, 0):
                _resume(c, table, c.at)


def _stray(c: Cursor, table: MemberTable, last: int) -> bool:
    """Deal with a token that starts no member; whether the block shall end here for want of its `}`.

    `last` is the token at which the member before starts.
    """
    at = c.at
    kind = c.kinds[at]
    if c.trying:
        c.fail(f"expected a member of {table.owner}")
    if kind == "}":
        c.report(at, "this '}' closes nothing; remove it")
    elif _closes_block(c, kind):
        opening = c.open_blocks[-1][1]
        line = c.source.line_of(c.starts[opening]) + 1
        c.report(
            at,
            f"expected the '}}' of {table.owner} that opens on line {line} before '{kind}', "
            f"which stands in {wording.listed(homes(kind))}",
        )
        c.surplus -= 1
        return True
    elif (
        kind == ":"
        and 0 <= last < at - 1
        and table.named is not None
        and table.parser_at(c.kinds, at - 1) is table.named
        and c.starts_line(at - 1)
    ):
        # The name of this member was taken for the rest of an expression.
        c.report(at, wording.unfinished(c.word(at - 1), kind))
        c.at = at - 1
        c.silence()
        return False
    else:
        c.report(at, wording.stray(table, kind, c.word(at)))
    c.at = at + 1
    if kind not in (",", ";", "}"):
        _resume(c, table, at, whole=bool(homes(kind)))
    c.silence()
    return False


def _closes_block(c: Cursor, kind: str) -> bool:
    """Whether a declaration that belongs further out shows that the `}` of this block is missing.

    Only where the text closes too few braces; else the declaration is in the wrong place.
    """
    return (
        c.surplus > 0 and is_landmark(kind) and any(kind in outer.parsers for outer, _ in c.open_blocks[:-1])
    )


def _resume(c: Cursor, table: MemberTable, start: int, whole: bool = False) -> None:
    """After a fault in the member that starts at token `start`: skip to the next member of the block.

    Braces are skipped with all they enclose. A word that may also stand inside an expression counts as the
    start of a member only outside brackets or at the start of a line. `whole` says that a whole declaration
    is to be skipped: the next member starts a line, or follows a brace.
    """
    kinds = c.kinds
    passed = c.at + (c.at == start)
    taken = kinds[start:passed]
    brackets = taken.count("(") - taken.count(")")
    for kind in c.skipped(start):
        if kind == "(":
            brackets += 1
        elif kind == ")":
            brackets -= 1
        elif (not whole or kinds[c.at - 1] == "}" or c.starts_line(c.at)) and _starts_member(
            c, table, brackets
        ):
            break
    c.silence()


def _starts_member(c: Cursor, table: MemberTable, brackets: int) -> bool:
    """Whether a member of the block, or a declaration of some other block, seems to start here."""
    at = c.at
    kind = c.kinds[at]
    if table.parser_at(c.kinds, at) is None:
        return kind in table.tail or (is_landmark(kind) and c.starts_line(at))
    if kind is NAME or kind in table.name_class:
        if c.kinds[at + 1] != ":" and table.named is not None and kind not in table.parsers:
            return False
        return c.starts_line(at) or (brackets <= 0 and c.kinds[at - 1] not in UNFINISHED)
    return True


def report_unclosed(c: Cursor, owner: str, opening: int) -> None:
    """Record that the block that opens at token `opening` is not closed by the current token.

    A `}` that stands further left than the line of the `{` that it closes was most likely meant for another:
    then that `{` is named. Else the outermost block that is open is at fault.
    """
    if c.is_silent():
        return
    message = f"expected the '}}' of {owner}, found {c.found(c.at)}"
    source = c.source
    if c.misindented is None:
        c.misindented = _misindented(c)
    if c.misindented:
        line, end = (source.line_of(c.starts[brace]) + 1 for brace in c.misindented)
        c.report(c.at, f"{message}; the '{{' on line {line} has no '}}' of its own before line {end}")
        return
    line = source.line_of(c.starts[opening]) + 1
    c.report(c.at, f"{message}; the '{{' on line {line} opens {owner} and is never closed")


def _misindented(c: Cursor) -> tuple[int, ...]:
    """The first `}` that stands further left than the line of its `{`, as the tokens of both, if any."""
    pending: list[int] = []
    for at, kind in enumerate(c.kinds):
        if kind == "{":
            pending.append(at)
        elif kind == "}" and pending:
            inner = pending.pop()
            if c.starts_line(at) and _indent(c, inner) > _indent(c, at):
                return inner, at
    return ()


def _indent(c: Cursor, index: int) -> int:
    """How many blanks lead the line of a token."""
    text = c.source.line_text(c.source.line_of(c.starts[index]))
    return len(text) - len(text.lstrip())
