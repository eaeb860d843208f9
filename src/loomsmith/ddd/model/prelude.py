"""The functions that every model has without declaring them, written in the language itself."""

from __future__ import annotations

from functools import cache

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source
from loomsmith.ddd.vocabulary.intrinsics import PRELUDE

_TEXT = """
function isBlank(s: string): bool = s.trim().length == 0
function isPresent(s: string): bool = s.trim().length > 0
function truncate(s: string, n: int): string = s.substring(0, n)
function clamp(n: int, lo: int, hi: int): int = n.max(lo).min(hi)
function percentOf(part: decimal, whole: decimal): decimal = part / whole * 100
function roundTo(n: decimal, places: int): decimal = n.round(places)
function isOverdue(due: datetime): bool = now() > due
function isFuture(t: datetime): bool = t > now()
function isPast(t: datetime): bool = t < now()
"""


@cache
def _functions() -> dict[str, n.Function]:
    members = parse(Source(_TEXT)).tree.members
    return {member.name: member for member in members if isinstance(member, n.Function)}


def prelude_function(name: str) -> n.Function | None:
    """The prelude function of that name."""
    return _functions().get(name) if name in PRELUDE else None
