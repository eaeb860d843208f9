"""Strict JSON texts to trees: the second reading of a config that is no YAML."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from loomsmith.loop.config.scalars import has_lone_surrogate, resolve_plain
from loomsmith.loop.config.tree import (
    DEEPEST,
    Budget,
    Entries,
    Entry,
    Items,
    Place,
    Scalar,
    TreeError,
    Value,
    checked_key,
)


class _Pairs(list[tuple[str, Any]]):
    """An object's members, repeated keys included."""


def read_json(text: str, budget: Budget) -> Value:
    """The tree of a JSON text. Repeated keys, NaN, infinities and lone surrogates are refused.

    Raises `TreeError`, with the place where the standard library's parser knows it.
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_Pairs,
            parse_int=_number,
            parse_float=_number,
            parse_constant=_refuse_constant,
        )
    except json.JSONDecodeError as error:
        raise TreeError(error.msg, Place(error.lineno, error.colno)) from None
    except RecursionError:
        raise TreeError(f"nested more than {DEEPEST} levels deep") from None
    return _tree(value, budget, 0)


def _number(literal: str) -> Scalar:
    value = resolve_plain(literal)
    if isinstance(value, str):
        raise TreeError(f"the number {literal[:40]} is out of range")
    return Scalar(value, literal)


def _refuse_constant(literal: str) -> NoReturn:
    raise TreeError(f"{literal} is no JSON number")


def _tree(value: Any, budget: Budget, depth: int) -> Value:
    if depth > DEEPEST:
        raise TreeError(f"nested more than {DEEPEST} levels deep")
    budget.spend(1, None)
    if isinstance(value, Scalar):
        return value
    if isinstance(value, _Pairs):
        entries: dict[str, Entry] = {}
        for key, member in value:
            entries[checked_key(_whole(key), entries, None)] = Entry(_tree(member, budget, depth + 1), None)
        return Entries(entries)
    if isinstance(value, list):
        return Items([_tree(member, budget, depth + 1) for member in value])
    if isinstance(value, str):
        return Scalar(_whole(value), value)
    return Scalar(value, json.dumps(value))


def _whole(text: str) -> str:
    """The string, unless an escape has left half a character in it."""
    if has_lone_surrogate(text):
        raise TreeError(f"the string {text.encode('utf-8', 'replace').decode()[:40]!r} has a lone surrogate")
    return text
