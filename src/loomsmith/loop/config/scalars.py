"""Plain scalars as the core schema of YAML 1.2 reads them (not as YAML 1.1 does), and how strings are quoted.

`yes`, `on`, `017`, `1_000`, `12:30`, `2026-01-02` and `1e400` are strings here.
"""

from __future__ import annotations

import math
import re

WHITE_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's white space. (Python's own notion has the separators U+001C to U+001F besides.)"""


def is_blank(text: str) -> bool:
    """Whether nothing but white space is in the text."""
    return not text.strip(WHITE_SPACE)


_SURROGATE = re.compile("[\ud800-\udfff]")


def has_lone_surrogate(text: str) -> bool:
    """Whether half a character is in the text, which no encoding can hold."""
    return _SURROGATE.search(text) is not None


_WORDS: dict[str, bool | None] = {
    "": None,
    **dict.fromkeys(("~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"([-+]?)(?:(0|[1-9][0-9]*)|0x([0-9a-fA-F]+)|0o([0-7]+)|0b([01]+))")
_FLOAT = re.compile(r"[-+]?(?=[0-9]|\.[0-9])(?=[^eE.]*[eE.])[0-9]*(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?")
_SPECIAL_FLOAT = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BASES = (10, 16, 8, 2)
_STARTS_NUMBER = frozenset("+-.0123456789")

_BEYOND_ALL_RANGES = 400
"""A decimal number of so many digits is beyond every range, and its exact value of no interest."""


def resolve_plain(text: str) -> bool | int | float | str | None:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _STARTS_NUMBER:
        return text
    if match := _INTEGER.fullmatch(text):
        sign, *digits = match.groups()
        written, base = next((d, base) for d, base in zip(digits, _BASES, strict=True) if d is not None)
        value = int(written[:_BEYOND_ALL_RANGES] if base == 10 else written, base)
        return -value if sign == "-" else value
    if _FLOAT.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    if _SPECIAL_FLOAT.fullmatch(text):
        return float(text.replace(".", "", 1))
    return text


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_NEEDS_ESCAPE = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]')


def quoted(text: str) -> str:
    """The text as a double-quoted scalar that JSON and YAML read alike, whatever characters are in it."""
    return '"' + _NEEDS_ESCAPE.sub(_escape, text) + '"'


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"
