"""Room for recursion, given and taken back."""

import sys

import pytest

from loomsmith.base.recursion import DeepCalls


def depth_of(count: int) -> int:
    return 1 + depth_of(count - 1) if count else 0


def test_calls_nest_deeper_inside_and_the_limit_returns_afterwards() -> None:
    before = sys.getrecursionlimit()
    with DeepCalls(), DeepCalls():
        assert depth_of(10_000) == 10_000
    assert sys.getrecursionlimit() == before


def test_the_limit_returns_after_a_failure() -> None:
    before = sys.getrecursionlimit()
    with pytest.raises(ZeroDivisionError), DeepCalls():
        _ = 1 // 0
    assert sys.getrecursionlimit() == before
