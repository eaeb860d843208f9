"""Room for functions that follow the nesting of their input."""

from __future__ import annotations

import sys

# More than the deepest accepted input needs: 200 nested constructs, ten nodes each, three calls a node.
_CALLS = 20_000


class DeepCalls:
    """`with DeepCalls():` lets calls nest as deep as any accepted input does.

    Calls between Python functions take no room on the machine's stack, so the interpreter's own limit, which
    is there to stop endless recursion, may be raised; what recurses must be bounded by itself.
    """

    __slots__ = ("_limit",)

    def __enter__(self) -> None:
        """Raise the limit."""
        self._limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(self._limit, _CALLS))

    def __exit__(self, *_: object) -> None:
        """Put the limit back."""
        sys.setrecursionlimit(self._limit)
