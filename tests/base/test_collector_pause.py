"""The garbage collector is held off, and left as it was."""

import gc

import pytest

from loomsmith.base.collector import Paused


def test_nothing_is_collected_inside_and_collecting_goes_on_behind():
    with Paused():
        assert not gc.isenabled()
        with Paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    try:
        with Paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_an_error_inside_leaves_the_collector_on():
    with pytest.raises(ZeroDivisionError), Paused():
        raise ZeroDivisionError
    assert gc.isenabled()
