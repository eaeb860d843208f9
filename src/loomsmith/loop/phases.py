"""The order of phases, as chains of names tell it."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from loomsmith.base.failures import Failure, shortened
from loomsmith.loop.config.scalars import WHITE_SPACE

Edge: TypeAlias = tuple[str, str]
"""An earlier and a later phase."""


class ChainError(Failure):
    """A chain that is not `earlier -> later`."""


def parse_chain(line: str) -> tuple[Edge, ...]:
    """The edges of a chain `a -> b -> c`, in order. Raises `ChainError` for a missing part."""
    parts = [part.strip(WHITE_SPACE) for part in line.split("->")]
    if len(parts) < 2:
        raise ChainError(f"{shortened(line, 60)!r} is no chain; write `earlier -> later`")
    if not all(parts):
        raise ChainError(f"a name is missing beside an arrow in {shortened(line, 60)!r}")
    return tuple(pairwise(parts))
