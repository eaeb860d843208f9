"""Holding the garbage collector off while a large structure is built."""

from __future__ import annotations

import gc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


LARGE = 50_000
"""How many objects make a structure large: some 2,000 lines of a model."""

COLLECTED_AFTER = 1_000_000
"""After how many objects of large structures those that nobody holds any more are looked for."""


class Paused:
    """A context in which no cyclic garbage is collected; what was so before holds again behind it.

    Building a tree makes a great many objects and no garbage in cycles, and each full collection walks all
    that has been built so far: of a model of 100,000 lines, parsing takes five times as long with it.
    Reference counts still free what is dropped, so memory is not held longer.
    """

    __slots__ = ("_was_enabled",)

    def __init__(self) -> None:
        self._was_enabled = False

    def __enter__(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._was_enabled:
            return
        made = gc.get_count()[0]
        if made >= LARGE and gc.get_freeze_count() == 0:
            _age(made)
        gc.enable()


_aged = 0
"""How many objects have been put into the oldest generation since it was last collected."""


def _age(made: int) -> None:
    """Puts what has been built into the oldest generation at once, where it would be walked three times.

    The interpreter does not count these objects when it decides whether to collect that generation, so this
    does. Where a program has frozen objects for good, nothing is done: they would be thawed.
    """
    global _aged
    gc.freeze()
    gc.unfreeze()
    _aged += made
    if _aged >= COLLECTED_AFTER:
        _aged = 0
        gc.collect()
