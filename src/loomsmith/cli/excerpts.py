"""Findings as people read them: the message, the place, and the source line with the fault underlined."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import click

from loomsmith.base.wording import counted
from loomsmith.ddd.diagnostics.row import ERROR, WARNING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loomsmith.ddd.diagnostics import Diagnostic
    from loomsmith.ddd.text import Source

_COLOURS = {ERROR: "bright_red", WARNING: "yellow"}
_QUIET = "bright_blue"

_WINDOW = 140
"""How many columns of a line are shown; of a longer line, those around the fault."""

_TAB = "    "

# Controls, lone surrogates, line and paragraph separators; and the marks that turn the direction of text.
_COMMANDING = ("Cc", "Cs", "Zl", "Zp")
_TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def finding_text(label: str, source: Source, finding: Diagnostic, data: Mapping[str, object]) -> str:
    """A finding over several lines, styled for a terminal.

    `data` is the finding's plain form. Lines and columns count from 1, columns in characters.
    """
    colour = _COLOURS.get(finding.severity, "bright_cyan")
    head = click.style(f"{finding.severity}[{finding.code}]", fg=colour, bold=True)
    lines = [f"{head}{click.style(': ' + printable(finding.message), bold=True)}"]
    node = data.get("node")
    if finding.span is None:
        lines.append(f"{click.style('  -->', fg=_QUIET)} {label}{f', {node}' if node else ''}")
        return "\n".join(lines) + "\n"
    line = source.line_of(finding.span[0])
    column = finding.span[0] - source.line_span(line)[0]
    number = str(line + 1)
    gutter = " " * len(number)
    lines.append(f"{gutter}{click.style('-->', fg=_QUIET)} {label}:{number}:{column + 1}")
    shown, marks = _excerpt(source, finding, line)
    bar = click.style(f"{gutter} |", fg=_QUIET)
    lines += [
        bar,
        f"{click.style(f'{number} |', fg=_QUIET)} {shown}",
        f"{bar} {click.style(marks, fg=colour, bold=True)}",
    ]
    note = click.style(f"{gutter} =", fg=_QUIET)
    if node:
        lines.append(f"{note} in: {printable(str(node))}")
    lines += [f"{note} {help_line}" for help_line in _help(data.get("fixHint"))]
    return "\n".join(lines) + "\n"


def printable(text: str) -> str:
    """The text with tabs as blanks and control characters, which could command a terminal, made visible."""
    return "".join(_shown(character) for character in text)


def tally(counts: Mapping[str, int]) -> str:
    """Counts such as `{"errors": 2, "warnings": 1, "infos": 0}` in words, without the zeros."""
    return ", ".join(counted(count, word[:-1]) for word, count in counts.items() if count)


def _help(hint: object) -> list[str]:
    if not isinstance(hint, dict):
        return []
    options = hint.get("options")
    if not options:
        return [f"help: {printable(str(hint['summary']))}"]
    return [f"help: {printable(str(hint['summary']))}"] + [
        f"      {printable(str(option['summary']))}" for option in options
    ]


def _excerpt(source: Source, finding: Diagnostic, line: int) -> tuple[str, str]:
    """The line of the finding and the marks under it, both cut to the window."""
    start, end = source.line_span(line)
    first, last = finding.span or (start, start)
    last = min(last, end)
    # Around a fault that stands far out, half a window before it is shown.
    left = max(start, min(first - _WINDOW // 2, end - _WINDOW)) if end - start > _WINDOW else start
    right = min(end, left + _WINDOW)
    before = "…" if left > start else ""
    shown = before + printable(source.text[left:right]) + ("…" if right < end else "")
    indent = len(before) + _columns(source.text[left : max(left, first)])
    width = max(_columns(source.text[max(left, first) : min(last, right)]), 1)
    goes_on = (finding.span or (0, 0))[1] > end
    return shown, " " * indent + "^" * width + ("…" if goes_on else "")


def _shown(character: str) -> str:
    if character == "\t":
        return _TAB
    if unicodedata.category(character) in _COMMANDING or character in _TURNING:
        return "\N{REPLACEMENT CHARACTER}"
    return character


def _columns(text: str) -> int:
    """How many columns of a terminal the text takes once it is made printable."""
    return sum(
        len(_TAB)
        if character == "\t"
        else 0
        if unicodedata.category(character) in ("Mn", "Me", "Cf") and character not in _TURNING
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
