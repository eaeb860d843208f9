"""Finds, criteria and policy functions: what they are declared on, and how they refer to each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.base.wording import counted
from loomsmith.ddd.checks.cycles import on_cycles
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.names.declarations import context_of
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing, members_of, walk
from loomsmith.ddd.types.members import NAMED_MEMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.syntax.node import Node

checks = Family()

Rule = n.Criterion | n.PolicyFunction


def _is_plain_bool(written: n.TypeRef) -> bool:
    head = written.head
    return (
        not (written.alternatives or head.array or head.optional or head.carriers)
        and isinstance(head.base, n.PrimitiveType)
        and head.base.name == "bool"
    )


@checks.on(n.Find)
def lists_are_retrieved(find: n.Find, inspection: Inspection) -> None:
    head = find.return_type.head
    if head.array or "paged" in head.carriers:
        message = (
            f"{find.name!r} gives many at once: declare a `criterion` and a `retrieval`, which say how they "
            "are sorted and loaded, and can be paged."
        )
        inspection.report("loom.repository-find-deprecated", anchor(find, "name"), message)


@checks.on(n.Criterion)
def criteria_look_at_aggregates(criterion: n.Criterion, inspection: Inspection) -> None:
    target = criterion.target
    if inspection.typing.plain_aggregate(target) is None and not _is_plain_bool(target):
        message = "A criterion looks at an aggregate: write `of` and the name of one, or of `bool`."
        inspection.report("loom.criterion-unsupported-target", target, message)
    if criterion.alias is not None and any(
        parameter.name == criterion.alias for parameter in criterion.params
    ):
        message = f"{criterion.alias!r} is a parameter already: choose another alias."
        inspection.report("loom.criterion-alias-collision", anchor(criterion, "alias"), message)


@checks.on(n.Criterion)
def criteria_only_look(criterion: n.Criterion, inspection: Inspection) -> None:
    aggregate = inspection.typing.plain_aggregate(criterion.target)
    if aggregate is None:
        return
    declarations = inspection.links.declarations
    for node in walk(criterion.body):
        if isinstance(node, n.MemberSuffix):
            name = node.member if node.call else ""
        elif isinstance(node, n.NameRef):
            name = node.name if _call_of(node) is not None else ""
        else:
            continue
        if name and declarations.member(aggregate, name, n.Operation) is not None:
            message = f"A criterion decides and changes nothing: it cannot call the operation {name!r}."
            inspection.report("loom.criterion-impure", node, message)


@checks.on(n.PolicyFunction)
def policies_decide(policy: n.PolicyFunction, inspection: Inspection) -> None:
    if not _is_plain_bool(policy.return_type):
        message = f"A policy says yes or no: {policy.name!r} must give a bool."
        inspection.report("loom.policy-fn-return-type", policy.return_type, message)


@checks.on(n.Context)
def rules_end(context: n.Context, inspection: Inspection) -> None:
    """Tell each criterion and each policy function that needs itself to be decided."""
    for kind, code, what in (
        (n.Criterion, "loom.criterion-cycle", "The criterion"),
        (n.PolicyFunction, "loom.policy-fn-cycle", "The policy"),
    ):
        rules = members_of(context, kind)
        for rule in _circular(rules, context, kind, inspection):
            message = f"{what} {rule.name!r} needs itself to be decided."
            inspection.report(code, anchor(rule, "name"), message)


def _circular(rules: list[Any], context: n.Context, kind: type[Node], inspection: Inspection) -> list[Any]:
    declarations = inspection.links.declarations

    def uses(rule: Rule) -> Iterator[Node]:
        hidden = {parameter.name for parameter in rule.params}
        for node in walk(rule.body):
            if isinstance(node, n.NameRef) and node.name not in hidden:
                other = declarations.member(context, node.name, kind)
                if other is not None:
                    yield other

    cyclic = on_cycles(rules, uses)
    return [rule for rule in rules if rule in cyclic]


# References


def _call_of(name: n.NameRef) -> n.CallSuffix | None:
    """The call that directly follows a bare name."""
    chain = name.parent
    if isinstance(chain, n.Postfix) and chain.head is name and chain.suffixes:
        first = chain.suffixes[0]
        return first if isinstance(first, n.CallSuffix) else None
    return None


@checks.on(n.File)
def rules_are_used_as_declared(_: n.File, inspection: Inspection) -> None:
    """Look at every bare name that is that of a criterion or a policy function of its context."""
    nodes = inspection.links.nodes
    names = {rule.name for kind in (n.Criterion, n.PolicyFunction) for rule in nodes.get(kind, ())}
    if not names:
        return
    declarations = inspection.links.declarations
    values = _EnumValues()
    for name in nodes.get(n.NameRef, ()):
        if name.name not in names:
            continue
        context = context_of(name)
        criterion = declarations.member(context, name.name, n.Criterion)
        if criterion is not None:
            _criterion_used(name, criterion, values, inspection)
        policy = declarations.member(context, name.name, n.PolicyFunction)
        if policy is not None:
            _policy_used(name, policy, values, inspection)


def _criterion_used(
    name: n.NameRef, criterion: n.Criterion, values: _EnumValues, inspection: Inspection
) -> None:
    host = _host_of(name, inspection)
    call = _call_of(name)
    if call is None and _means_something_else(name, host, values, inspection):
        return
    if not _right_count("loom.criterion-arity", name, call, criterion, inspection):
        return
    wanted = inspection.typing.plain_aggregate(criterion.target)
    if host is not None and wanted is not None and host is not wanted:
        message = f"{criterion.name!r} decides on a {wanted.name}, and here is a {host.name}."
        inspection.report("loom.criterion-target-mismatch", name, message)


def _policy_used(
    name: n.NameRef, policy: n.PolicyFunction, values: _EnumValues, inspection: Inspection
) -> None:
    call = _call_of(name)
    if call is None:
        if _means_something_else(name, enclosing(name, n.Aggregate), values, inspection):
            return
    elif isinstance(name.parent, n.Postfix) and len(name.parent.suffixes) > 1:
        return
    _right_count("loom.policy-fn-arity", name, call, policy, inspection)


def _right_count(
    code: str, name: n.NameRef, call: n.CallSuffix | None, rule: Rule, inspection: Inspection
) -> bool:
    """Whether as many arguments are given as the rule has parameters; told if not."""
    wanted = len(rule.params)
    given = len(call.args) if call is not None else 0
    if wanted == given:
        return True
    message = f"{rule.name!r} takes {counted(wanted, 'argument')}, not {given}."
    inspection.report(code, name, message)
    return False


def _host_of(name: n.NameRef, inspection: Inspection) -> n.Aggregate | None:
    """The aggregate that a criterion is asked about at this place."""
    if enclosing(name, n.Find) is None:
        return enclosing(name, n.Aggregate)
    repository = enclosing(name, n.Repository)
    aggregate = inspection.links.target_of(repository.aggregate) if repository is not None else None
    return aggregate if isinstance(aggregate, n.Aggregate) else None


class _EnumValues:
    """The names of the values of all enums of a context, collected once a context."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[n.Context, frozenset[str]] = {}

    def of(self, context: n.Context) -> frozenset[str]:
        known = self._known.get(context)
        if known is None:
            enums = members_of(context, n.Enum)
            known = self._known[context] = frozenset(value.name for enum in enums for value in enum.values)
        return known


def _means_something_else(
    name: n.NameRef, host: n.Aggregate | None, values: _EnumValues, inspection: Inspection
) -> bool:
    """Whether a bare name is that of a member of the aggregate or of a value of an enum of the context."""
    if inspection.links.declarations.member(host, name.name, *NAMED_MEMBERS) is not None:
        return True
    context = context_of(name)
    return context is not None and name.name in values.of(context)
