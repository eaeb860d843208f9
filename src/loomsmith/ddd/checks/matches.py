"""`match` as an expression: that it can give a value at all, and for every case."""

from __future__ import annotations

from loomsmith.ddd.checks.framework import Family, Inspection
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import walk

checks = Family()


@checks.on(n.Match)
def matches_give_a_value(match: n.Match, inspection: Inspection) -> None:
    if match.else_expr is not None:
        return
    if not match.arms:
        inspection.report("loom.match-empty", match, "This `match` has no arms: it never gives a value.")
    elif match.subject is None:
        message = "Where no condition holds, this `match` has no value: add an `else`."
        inspection.report("loom.match-no-else", match, message)


@checks.on(n.Match)
def subjects_are_read_not_called(match: n.Match, inspection: Inspection) -> None:
    subject = match.subject
    if subject is None or isinstance(subject, n.Await):
        return
    if any(
        isinstance(node, n.CallSuffix) or (isinstance(node, n.MemberSuffix) and node.call)
        for node in walk(subject)
    ):
        message = "A `match` looks at a value: put what the call gives in a `let` first, or `await` it."
        inspection.report("loom.match-subject-not-simple", subject, message)
