"""Which records a store refuses. A refused write stores nothing."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from loomsmith.base.failures import Failure

if TYPE_CHECKING:
    from collections.abc import Collection

MAX_IDENTIFIER_BYTES: Final = 256 * 1024
MAX_NOTE_BYTES: Final = 256 * 1024
MAX_OUTPUT_BYTES: Final = 16 * 1024 * 1024
MAX_COUNT: Final = 2**53 - 1
"""The largest token count, time or other number kept: beyond it JSON readers lose digits."""
MAX_ITERATION: Final = 2**32 - 1


class RefusedWrite(Failure):
    """A record that must not be stored: its first line names the field and says why."""


def size(text: str) -> int:
    """The length of a text in bytes of UTF-8."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def named(value: str, name: str, why: str) -> None:
    """Refuses a blank or an oversized name; `why` says what a record without it would be worth."""
    if not value.strip():
        raise RefusedWrite(f"{name} is blank: {why}.")
    if size(value) > MAX_IDENTIFIER_BYTES:
        raise RefusedWrite(f"{name} is larger than {MAX_IDENTIFIER_BYTES} bytes.")


def require(record: object, name: str, why: str) -> None:
    """`named` for a member of a record."""
    named(getattr(record, name), name, why)


def identifiers(record: object, *names: str) -> None:
    """Refuses members that are larger than an identifier may be; None passes."""
    for name in names:
        value = getattr(record, name)
        if value is not None and size(value) > MAX_IDENTIFIER_BYTES:
            raise RefusedWrite(f"{name} is larger than {MAX_IDENTIFIER_BYTES} bytes. Nothing was stored.")


def one_of(value: str, name: str, known: Collection[str]) -> None:
    """Refuses a word that is not in the list."""
    if value not in known:
        raise RefusedWrite(f"{name} {value!r} is none of {', '.join(sorted(known))}. Nothing was stored.")


def _whole(value: int, name: str, most: int) -> int:
    if not 0 <= value <= most:
        raise RefusedWrite(f"{name} is {value}; it must lie in 0…{most}. Nothing was stored.")
    return value


def counts(record: object, *names: str) -> None:
    """Refuses members that are negative or too large for JSON to carry exactly; None passes."""
    for name in names:
        value = getattr(record, name)
        if value is not None:
            _whole(value, name, MAX_COUNT)


def whole_iteration(value: int) -> int:
    """Refuses an iteration that is negative or has more than 32 bits."""
    return _whole(value, "iteration", MAX_ITERATION)


def amount(value: float | None) -> None:
    """Refuses what is no amount of money spent; None passes."""
    if value is not None and not (math.isfinite(value) and value >= 0):
        raise RefusedWrite(f"cost_usd is {value}; it must be a number of at least 0. Nothing was stored.")
