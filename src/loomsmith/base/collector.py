"""The cyclic garbage collector, held still while much is built that stays."""

from __future__ import annotations

import gc


class CollectorPaused:
    """A context in which the cyclic garbage collector does not run by itself; contexts may nest.

    Trees and models are made of live objects that refer to each other. As they grow, the collector reads all
    of them again and again and finds nothing, which costs several times the work itself.
    """

    __slots__ = ("_was_running",)

    def __enter__(self) -> None:
        self._was_running = gc.isenabled()
        gc.disable()

    def __exit__(self, *failure: object) -> None:
        if self._was_running:
            gc.enable()
