"""Arguments of calls, and values given to the fields of records, where a value of known type is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from loomsmith.base.wording import counted
from loomsmith.ddd.checks.records import constructed, field_to_fill
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.types.kinds import PRIMITIVES, UNKNOWN, Declared, Type, show
from loomsmith.ddd.types.relations import fits
from loomsmith.ddd.vocabulary.intrinsics import PRELUDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from loomsmith.ddd.checks.framework import Inspection
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.environments import Environment


class Signature(NamedTuple):
    """What a call takes: its name, and its parameters, declared or built in; whether the count is checked."""

    name: str
    parameters: Sequence[n.Parameter | tuple[str, str]]
    counted: bool = True


def signature_of(callee: n.Function | n.Operation | n.Criterion | n.PolicyFunction) -> Signature:
    """The signature of a declaration that can be called."""
    return Signature(callee.name, callee.params, not isinstance(callee, n.Criterion | n.PolicyFunction))


def _named_type(parameter: n.Parameter | tuple[str, str], inspection: Inspection) -> tuple[str, Type]:
    if isinstance(parameter, n.Parameter):
        return parameter.name, inspection.typing.member(parameter)
    name, word = parameter
    return name, PRIMITIVES[word]


def judge(expression: n.Expr | None, environment: Environment, inspection: Inspection) -> None:
    """Check the calls and constructions anywhere inside an expression, all in one environment."""
    if expression is None:
        return
    for node in walk(expression):
        judge_node(node, environment, inspection)


def judge_node(node: Node, environment: Environment, inspection: Inspection) -> None:
    """Check one call or construction, without what is inside it."""
    if type(node) is n.Postfix:
        _call(node, environment, inspection)
    elif type(node) is n.Builder:
        _construction(node, environment, inspection)


def judge_arguments(
    signature: Signature,
    arguments: Sequence[tuple[str | None, n.Expr, Node]],
    where: Node,
    environment: Environment,
    inspection: Inspection,
) -> None:
    """Check arguments, each as its name, its value and where it stands, against a signature."""
    wanted, given = len(signature.parameters), len(arguments)
    if wanted != given:
        if signature.counted:
            message = f"`{signature.name}` takes {counted(wanted, 'argument')}, not {given}."
            inspection.report("loom.call-arg-count", where, message)
        return
    parameters = [_named_type(parameter, inspection) for parameter in signature.parameters]
    by_name = dict(parameters)
    for (_, by_place), (name, value, place) in zip(parameters, arguments, strict=True):
        parameter = by_name.get(name, by_place) if name is not None else by_place
        found = inspection.typing.type_of(value, environment)
        if not fits(value, found, parameter):
            message = f"`{signature.name}` takes {show(parameter)} here, not {show(found)}."
            inspection.report("loom.call-arg-type", place, message)


def _given(arguments: Iterable[n.Arg]) -> list[tuple[str | None, n.Expr, Node]]:
    return [(argument.name, argument.value, argument) for argument in arguments]


def _call(chain: n.Postfix, environment: Environment, inspection: Inspection) -> None:
    head, first = chain.head, chain.suffixes[0] if chain.suffixes else None
    if isinstance(head, n.NameRef) and isinstance(first, n.CallSuffix):
        signature = free_signature(head.name, environment, inspection)
        if signature is not None:
            judge_arguments(signature, _given(first.args), first, environment, inspection)
        return
    types = inspection.typing.steps(chain, environment)
    for receiver, suffix in zip(types, chain.suffixes, strict=False):
        if isinstance(suffix, n.MemberSuffix) and suffix.call:
            callee = method_of(receiver, suffix.member, inspection)
            if callee is not None:
                signature = signature_of(callee)
                judge_arguments(signature, _given(suffix.args), suffix, environment, inspection)


def free_signature(name: str, environment: Environment, inspection: Inspection) -> Signature | None:
    """The signature of what a bare call means; `None` where it is none of ours to judge."""
    declarations = inspection.links.declarations
    context = environment.scope.context
    own = inspection.typing.own_function(name, environment)
    if own is not None:
        return signature_of(own)
    if declarations.member(context, name, n.ValueObject) is not None:
        return None
    rule = declarations.member(context, name, n.Criterion) or declarations.member(
        context, name, n.PolicyFunction
    )
    if rule is not None:
        return signature_of(rule)
    ambient = declarations.global_name(name, n.Function)
    if ambient is not None:
        return signature_of(ambient)
    if name in PRELUDE:
        return Signature(name, PRELUDE[name][0])
    return None


def method_of(receiver: Type, name: str, inspection: Inspection) -> n.Function | n.Operation | None:
    """The function or operation of a value that is an aggregate, a part or a value object."""
    if not isinstance(receiver, Declared):
        return None
    record = receiver.declaration
    if not isinstance(record, n.Aggregate | n.Entity | n.ValueObject):
        return None
    declarations = inspection.links.declarations
    return declarations.member(record, name, n.Function) or declarations.member(record, name, n.Operation)


def _construction(builder: n.Builder, environment: Environment, inspection: Inspection) -> None:
    """Check the values given to the fields of a record."""
    record = constructed(builder, inspection)
    if record is None:
        return
    for entry in builder.entries:
        field = field_to_fill(record, entry.name, inspection) if entry.name is not None else None
        if field is None:
            continue
        wanted = inspection.typing.member(field)
        found = inspection.typing.type_of(entry.value, environment)
        if not fits(entry.value, found, wanted):
            message = f"{record.name}.{field.name} is {show(wanted)}, not {show(found)}."
            inspection.report("loom.construction-field-type", entry.value, message)
        told_if_less_sensitive(entry.value, found, wanted, inspection)


def told_if_less_sensitive(value: n.Expr, found: Type, wanted: Type, inspection: Inspection) -> None:
    """Warn where a value goes to a place that is less sensitive than it; silent on unknown types."""
    if UNKNOWN in (found, wanted) or found.tags <= wanted.tags:
        return
    lost = ", ".join(sorted(found.tags - wanted.tags))
    message = f"This value is sensitive ({lost}), and the place that it goes to is not."
    inspection.report("loom.sensitivity-drop", value, message)
