"""Failures that are told to a person or a model, as opposed to defects of ours."""

from __future__ import annotations


class Failure(Exception):
    """A call cannot be answered, and the caller can do something about it.

    `str(failure)` is the whole text. Its first line is complete in itself (at most 200 characters where the
    parts allow) and says what is wrong and where; further lines say what would be accepted and what to do.
    """


class Cancelled(Failure):
    """The caller has withdrawn the call; nobody waits for an answer."""


def shortened(text: str, most: int) -> str:
    """A text from outside, to be named in a failure: on one line, cut to `most` characters."""
    line = " ".join(text[: 2 * most].split())
    return line if len(line) <= most and len(text) <= 2 * most else line[: most - 1] + "…"
