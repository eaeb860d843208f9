"""Failures that are told to a person or a model, as opposed to defects of ours."""

from __future__ import annotations


class Failure(Exception):
    """A call cannot be answered, and the caller can do something about it.

    `str(failure)` is the whole text. Its first line is complete in itself (at most 200 characters where the
    parts allow) and says what is wrong and where; further lines say what would be accepted and what to do.
    """


class Cancelled(Failure):
    """The caller has withdrawn the call; nobody waits for an answer."""
