"""The garbage collector is held off, and left as it was."""

import gc
import weakref

import pytest

from loomsmith.base import collector
from loomsmith.base.collector import Paused


def test_nothing_is_collected_inside_and_collecting_goes_on_behind() -> None:
    with Paused():
        assert not gc.isenabled()
        with Paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with Paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_an_error_inside_leaves_the_collector_on() -> None:
    with pytest.raises(ZeroDivisionError), Paused():
        raise ZeroDivisionError
    assert gc.isenabled()


class Ring:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


def test_large_structures_that_nobody_holds_are_freed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "LARGE", 1_000)
    monkeypatch.setattr(collector, "COLLECTED_AFTER", 10_000)
    seen = []
    for _ in range(20):
        with Paused():
            rings = [Ring() for _ in range(2_000)]
            seen.append(weakref.ref(rings[0]))
            del rings
    assert seen[0]() is None
    assert sum(ring() is not None for ring in seen) <= 10


def test_frozen_objects_stay_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "LARGE", 1)
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with Paused():
            kept = [Ring() for _ in range(10)]
        assert gc.get_freeze_count() >= frozen - 100
        assert kept
    finally:
        gc.unfreeze()
