"""Which words a name may become where it is written: the name class of every place that renaming edits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import references as r
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

# Names written in nodes that hold a use, where they may be more than plain ones.
_USED: dict[type[Node], NameClass] = {
    n.NameRef: REF_NAME,
    n.MemberSuffix: MEMBER_NAME,
    n.Arg: ANY_NAME,
    n.NamedValue: ANY_NAME,
    n.AssignOrCall: TARGET_NAME,
    n.Unique: ANY_NAME,
    n.LoadSegment: ANY_NAME,
    n.Select: ANY_NAME,
    n.UiBinding: ANY_NAME,
    n.ColumnStep: FIELD_NAME | CLAIM_NAME,
    n.ClaimEntry: CLAIM_NAME,
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
    kind = _reference_kind(use)
    if kind in _TRACE_KINDS and _TRACE_ID.match(name):
        return True
    if kind is not None:
        return is_name(name, _REFERRED.get(kind, PLAIN_NAME))
    node = use.node
    if isinstance(node, n.IndexSpec):
        return is_name(name, PLAIN_NAME if node.spans.get("entity") == use.span else ANY_NAME)
    if isinstance(node, n.Projection):
        return is_name(name, ANY_NAME)
    return is_name(name, _USED.get(type(node), PLAIN_NAME))


def _reference_kind(use: Use) -> str | None:
    """The kind of the reference that a use stands in; None where it is another word."""
    from loomsmith.ddd.syntax.node import references

    for _, ref in references(use.node):
        if ref.span is not None and ref.span[0] <= use.span[0] and use.span[1] <= ref.span[1]:
            return ref.kind
    return None
