"""Names in expressions that mean nothing, and members that a value does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.hints import replace_in_member
from loomsmith.ddd.names.bound import bound_names, name_classes
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.names.suggestions import Suggester
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.types.kinds import Optional, Slot, Type, show
from loomsmith.ddd.types.members import has_identity, member_of, record_of
from loomsmith.ddd.vocabulary.intrinsics import MAGIC_NAMES, MATCHERS, PRELUDE
from loomsmith.ddd.vocabulary.words import HARD_WORDS

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node

checks = Family()

_CHECKED = frozenset(
    {
        n.Operation, n.Create, n.Destroy, n.Function, n.Derived, n.Invariant, n.Property, n.WorkflowCreate,
        n.Handle,
    }
)  # fmt: skip
_CHECKED_IN_WORKFLOWS = frozenset({n.EventHandler, n.Apply})
_UNCHECKED = frozenset({n.Ui, n.TestE2E})


def _is_checked(node: Node) -> bool:
    """Whether a misspelt name is told at this place: in the rules and bodies of aggregates and workflows."""
    found = False
    outer = node.parent
    while outer is not None:
        kind = type(outer)
        if kind in _UNCHECKED:
            return False
        if kind in _CHECKED or (kind in _CHECKED_IN_WORKFLOWS and isinstance(outer.parent, n.Workflow)):
            found = True
        outer = outer.parent
    return found


@checks.on(n.File)
def names_are_known(_: n.File, inspection: Inspection) -> None:
    """Tell names that are declared and bound nowhere; quiet while a reference is unresolved."""
    if inspection.links.has_errors:
        return
    nodes = inspection.links.nodes
    # A reserved word is a name only where the parser has told it already.
    known = {*MAGIC_NAMES, *PRELUDE, *HARD_WORDS}
    for kind in name_classes(nodes):
        for node in nodes[kind]:
            known.update(bound_names(node))
    suggesters: dict[Node, Suggester] = {}
    for name in nodes.get(n.NameRef, ()):
        if not name.name or name.name in known or not _is_checked(name):
            continue
        root = context_of(name) or inspection.file
        suggester = suggesters.get(root)
        if suggester is None:
            declared = (found for node in walk(root) for found in bound_names(node))
            suggester = suggesters[root] = Suggester((*MAGIC_NAMES, *declared))
        near = suggester.nearest(name.name)
        hint = None
        message = f"Nothing is named {name.name!r}."
        if near is not None:
            message += f" Did you mean {near!r}?"
            if name.span is not None:
                hint = replace_in_member(name, f"write {near!r}", [(*name.span, near)])
        inspection.report("loom.unknown-name", name, message, hint=hint)


@checks.on(n.Postfix)
def members_exist(chain: n.Postfix, inspection: Inspection) -> None:
    """Tell the first member along a chain that the record before it does not have."""
    types = inspection.typing.steps(chain)
    for receiver, suffix in zip(types, chain.suffixes, strict=False):
        if not isinstance(suffix, n.MemberSuffix) or suffix.member in MATCHERS:
            continue
        missing = _missing_member(receiver, suffix.member, inspection)
        if missing is not None:
            inspection.report("loom.unknown-member", anchor(suffix, "member"), missing)
            return


def _missing_member(receiver: Type, name: str, inspection: Inspection) -> str | None:
    """What to say if a value of a record type has no member of that name; `None` if it may have."""
    kind = receiver.inner if isinstance(receiver, Optional) else receiver
    record = record_of(kind)
    if record is None or not name:
        return None
    if name == "id" and has_identity(record):
        return None
    if member_of(record, name, inspection.links) is not None:
        return None
    return f"{show(kind)} has no member {name!r}."


@checks.on(n.Postfix)
def slots_have_no_members(chain: n.Postfix, inspection: Inspection) -> None:
    types = inspection.typing.steps(chain)
    for receiver, suffix in zip(types, chain.suffixes, strict=False):
        if isinstance(receiver, Slot) and isinstance(suffix, n.MemberSuffix):
            message = "A slot holds a piece of a page: it can be placed, but has no members."
            inspection.report("loom.slot-member-access", anchor(suffix, "member"), message)
            return
