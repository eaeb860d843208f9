"""Which words a name may become where it is written: the name class of every place that renaming edits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import references as r
from loomsmith.ddd.syntax.lexer import tokenize
from loomsmith.ddd.text import Source
from loomsmith.ddd.vocabulary.words import (
    ANY_NAME,
    CLAIM_NAME,
    FIELD_NAME,
    MEMBER_NAME,
    PLAIN_NAME,
    REF_NAME,
    STATE_NAME,
    TARGET_NAME,
    VERB_NAME,
    is_name,
)

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.text import Span
    from loomsmith.ddd.types.resolution import Use

NameClass = frozenset[str]

# Names of declarations that may be more than plain ones.
_DECLARED: dict[type[Node], NameClass] = {
    n.Property: FIELD_NAME,
    n.StateField: STATE_NAME,
    n.UserField: CLAIM_NAME,
    n.Operation: VERB_NAME,
    n.ServiceOperation: VERB_NAME,
    n.Action: VERB_NAME,
    n.Deployable: ANY_NAME,
    n.Storage: ANY_NAME,
    n.Resource: ANY_NAME,
    n.ChannelSource: ANY_NAME,
    n.TimerSource: ANY_NAME,
}

# Names in the fields of nodes that may be more than plain ones.
_USED: dict[tuple[type[Node], str], NameClass] = {
    (n.NameRef, "name"): REF_NAME,
    (n.MemberSuffix, "member"): MEMBER_NAME,
    (n.Arg, "name"): ANY_NAME,
    (n.NamedValue, "name"): ANY_NAME,
    (n.AssignOrCall, "path"): TARGET_NAME,
    (n.Unique, "columns"): ANY_NAME,
    (n.IndexSpec, "columns"): ANY_NAME,
    (n.LoadSegment, "name"): ANY_NAME,
    (n.Projection, "key"): ANY_NAME,
    (n.Select, "field"): ANY_NAME,
    (n.UiBinding, "name"): ANY_NAME,
    (n.ColumnStep, "field"): FIELD_NAME | CLAIM_NAME,
    (n.ColumnStep, "renamed_to"): FIELD_NAME | CLAIM_NAME,
    (n.ClaimEntry, "field"): CLAIM_NAME,
}

# References to these kinds may be more than plain names.
_REFERRED: dict[str, NameClass] = {
    r.DEPLOYABLE: ANY_NAME,
    r.RESOURCE: ANY_NAME,
    r.CHANNEL_SOURCE: ANY_NAME,
    r.STORAGE: ANY_NAME,
    r.STORAGE_OR_API: ANY_NAME,
    r.TARGETABLE: ANY_NAME,
    r.PAGE: ANY_NAME,
    r.CLAIM: CLAIM_NAME,
}

# What may be one token with a name: letters, digits and hyphens, as far as it is looked at.
_FAR = 200
_JOINED_BEFORE = re.compile(r"[A-Za-z0-9_-]+\Z")
_JOINED_AFTER = re.compile(r"[A-Za-z0-9_-]*")
_TRACES = (n.Requirement, n.Solution, n.TestCase)
_TRACE_KINDS = (r.REQUIREMENT, r.TEST_CASE)
_TRACE_ID = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*-[0-9]+\Z")


def may_be_declared(node: Node, name: str) -> bool:
    """Whether the grammar takes `name` as the name of a declaration like `node`."""
    if isinstance(node, _TRACES) and _TRACE_ID.match(name):
        return True
    return is_name(name, _DECLARED.get(type(node), PLAIN_NAME))


def may_be_used(use: Use, name: str) -> bool:
    """Whether the grammar takes `name` in the place of a use."""
    node = use.node
    if use.field in type(node).REF_FIELDS:
        value = getattr(node, use.field)
        kind = (value[use.item] if isinstance(value, list) else value).kind
        if kind in _TRACE_KINDS and _TRACE_ID.match(name):
            return True
        return is_name(name, _REFERRED.get(kind, PLAIN_NAME))
    return is_name(name, _USED.get((type(node), use.field), PLAIN_NAME))


def stays_apart(text: str, span: Span, name: str) -> bool:
    """Whether `name` is a token of its own in the place of `span`: with hyphens around, it may join others.

    In `count-1` a name of letters and digits makes one id of the whole, one with a `_` does not.
    """
    start, end = span
    if "-" not in (text[start - 1 : start], text[end : end + 1]):
        return True
    before = _JOINED_BEFORE.search(text, max(0, start - _FAR), start)
    after = _JOINED_AFTER.match(text, end, end + _FAR)
    first = before.start() if before is not None else start
    piece = text[first:start] + name + (after.group() if after is not None else "")
    tokens = tokenize(Source(piece))
    return (start - first, start - first + len(name)) in zip(tokens.starts, tokens.ends, strict=True)
