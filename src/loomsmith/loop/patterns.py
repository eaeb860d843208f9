"""Regular expressions of configs: one typed door to RE2, whose matching time is linear in the text.

The dialect is RE2's, less what other linear-time engines read differently (set operations inside a class,
the word boundaries `\\<`, `\\>` and `\\b{...}`), so that a config means one thing everywhere. RE2's limits
hold: no look-around, no back-references, no `(?x)`, no repeat over 1,000.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import re2

from loomsmith.base.failures import Failure


class PatternError(Failure):
    """A pattern that is not accepted; the text says why."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern. `source` is its text as written."""

    source: str
    _compiled: Any

    def found_in(self, text: str) -> bool:
        """Whether the pattern matches anywhere in `text`; `^` and `$` are the text's very start and end."""
        # Bytes on both sides spare the library its conversion of offsets, which nobody asks for here.
        return self._compiled.search(_encoded(text)) is not None


@lru_cache(maxsize=256)
def compile_pattern(source: str) -> Pattern:
    """The pattern of a text. Raises `PatternError` where it is malformed or not accepted."""
    _refuse_ambiguous(source)
    try:
        compiled = re2.compile(_encoded(source), _options())
    except re2.error as error:
        raise PatternError(f"pattern {_shown(source)} is not accepted: {_reason(error)}") from None
    return Pattern(source, compiled)


def _options() -> Any:
    options = re2.Options()
    # RE2 reports refused patterns on standard error by itself; the exception carries all there is to say.
    options.log_errors = False
    return options


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _reason(error: Exception) -> str:
    detail = error.args[0] if error.args else "malformed"
    return detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)


def _shown(source: str) -> str:
    return repr(source if len(source) <= 80 else source[:79] + "…")


_SET_OPERATIONS = ("&&", "--", "~~")
_NAMED_CLASS = re.compile(r"\[:\^?[a-z]{1,12}:\]")


def _refuse_ambiguous(source: str) -> None:
    """Raises `PatternError` for constructs that linear-time engines read in different ways."""
    place, end = 0, len(source)
    while place < end:
        if source.startswith("\\Q", place):
            close = source.find("\\E", place + 2)
            place = end if close < 0 else close + 2
        elif source[place] == "\\":
            escape = source[place : place + 2]
            if escape in ("\\<", "\\>") or source.startswith("\\b{", place):
                raise PatternError(
                    f"pattern {_shown(source)} is not accepted: {escape} at character {place + 1} means "
                    "different things to different engines; write \\b, or the character alone"
                )
            place += 2
        elif source[place] == "[":
            place = _class_end(source, place)
        else:
            place += 1


def _class_end(source: str, start: int) -> int:
    """The place after the character class that opens at `start`, its content checked."""
    place, end = start + 1, len(source)
    if source.startswith("^", place):
        place += 1
    first = True
    while place < end and (first or source[place] != "]"):
        first = False
        if source[place : place + 2] in _SET_OPERATIONS:
            raise PatternError(
                f"pattern {_shown(source)} is not accepted: {source[place : place + 2]} inside a class "
                f"(character {place + 1}) means different things to different engines; escape one with \\"
            )
        if named := _NAMED_CLASS.match(source, place):
            place = named.end()
        elif source[place] == "\\":
            place += 2
        else:
            place += 1
    return place + 1
