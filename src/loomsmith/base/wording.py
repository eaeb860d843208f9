"""Words for people that all layers say alike."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number of things: `1 error`, `2 errors`; for nouns whose plural ends in a plain s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
