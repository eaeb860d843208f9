"""Operators, conversions, members and formats whose operands do not fit, wherever they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.patterns import fault_in_pattern
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing
from loomsmith.ddd.types.kinds import (
    BOOL,
    DATETIME,
    INT,
    MONEY,
    STRING,
    UNKNOWN,
    Array,
    Declared,
    IdOf,
    Primitive,
    Type,
    is_numeric,
    show,
)
from loomsmith.ddd.types.members import intrinsic, primitive_member, written
from loomsmith.ddd.types.operators import has_display, step, stringifiable
from loomsmith.ddd.types.relations import assignable, fits, join
from loomsmith.ddd.vocabulary.intrinsics import (
    CONVERSIONS,
    DURATIONS,
    HOLE_FORMATS,
    MATCHERS,
    NEEDS_PARENTHESES,
    STRING_MATCHES,
)

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.environments import Environment

checks = Family()


# Operators

_REFUSALS = {
    "loom.operator-not-bool": "`{op}` joins conditions: {left} and {right} are not both bool.",
    "loom.operator-incomparable": "`{op}` cannot compare {left} with {right}.",
    "loom.operator-operand-types": "There is no `{left} {op} {right}`.",
}
_LEVELS = {
    operator: level
    for level, operators in enumerate(("||", "&&", "== !=", "< <= > >=", "+ -", "* / %"))
    for operator in operators.split()
}


@checks.on(n.Chain)
def operands_fit(chain: n.Chain, inspection: Inspection) -> None:
    typing = inspection.typing
    environment = typing.environment_at(chain)
    left = typing.type_of(chain.head, environment)
    literal: n.Expr | None = chain.head
    places: list[n.Expr] = []
    for place, (operator, operand) in enumerate(zip(chain.ops, chain.rest, strict=False)):
        right = typing.type_of(operand, environment)
        result, refusal = step(operator, left, literal, right, operand)
        if refusal is not None:
            message = _REFUSALS[refusal].format(op=operator, left=show(left), right=show(right))
            places = places or _places_of_operands(chain)
            inspection.report(refusal, places[min(place, len(places) - 1)], message)
        left, literal = result, None


def _places_of_operands(chain: n.Chain) -> list[n.Expr]:
    """Where faults in the operands of a chain are told: at the place of their number, or else the last.

    Clients compare places, and those that the language has always had follow from how its first parser
    nested its rules: an operand that is a chain of the next tighter level has no place, while a chain that is
    such an operand itself counts its head as well. Without any place the whole chain stands for all. So in
    `a + b * c` a fault in `c` is told at `b`.
    """
    level = _LEVELS[chain.ops[0]]
    places = [operand for operand in chain.rest if not _is_level(operand, level + 1)]
    outer = chain.parent
    if isinstance(outer, n.Chain) and chain is not outer.head and _is_level(chain, _LEVELS[outer.ops[0]] + 1):
        places.insert(0, chain.head)
    return places or [chain]


def _is_level(expression: n.Expr, level: int) -> bool:
    return isinstance(expression, n.Chain) and _LEVELS[expression.ops[0]] == level


@checks.on(n.Ternary)
def ternaries_choose(ternary: n.Ternary, inspection: Inspection) -> None:
    typing = inspection.typing
    environment = typing.environment_at(ternary)
    condition = typing.type_of(ternary.condition, environment)
    if condition not in (UNKNOWN, BOOL):
        message = f"The condition before `?` is {show(condition)}, not bool."
        inspection.report("loom.ternary-condition", ternary, message)
    then = typing.type_of(ternary.then_expr, environment)
    other = typing.type_of(ternary.else_expr, environment)
    if join(then, other) is None:
        message = f"The branches are {show(then)} and {show(other)}, which have no type in common."
        inspection.report("loom.ternary-branches", ternary.else_expr, message)


@checks.on(n.Conversion)
def conversions_exist(conversion: n.Conversion, inspection: Inspection) -> None:
    target = conversion.target
    source = inspection.typing.type_of(conversion.value)
    if source == UNKNOWN:
        return
    if isinstance(source, Primitive):
        if source.name not in CONVERSIONS.get(target, ()):
            message = f"{show(source)} cannot be converted to {target}."
            inspection.report("loom.convert-unsupported", conversion, message)
        return
    if target == "string":
        if isinstance(source, Declared) and isinstance(source.declaration, n.Aggregate):
            if not has_display(source.declaration):
                message = f"{show(source)} has no `derived display` to show it by."
                inspection.report("loom.convert-no-display", conversion.value, message)
            return
        if stringifiable(source) or isinstance(source, IdOf):
            return
    message = f"{show(source)} cannot be converted to {target}: only single values can."
    inspection.report("loom.convert-source-kind", conversion.value, message)


# Members


@checks.on(n.Postfix)
def collections_are_called(chain: n.Postfix, inspection: Inspection) -> None:
    types = inspection.typing.steps(chain)
    for receiver, suffix in zip(types, chain.suffixes, strict=False):
        if not isinstance(receiver, Array) or not isinstance(suffix, n.MemberSuffix):
            continue
        if not suffix.call and suffix.member in NEEDS_PARENTHESES:
            message = f"Write `{suffix.member}(...)` with parentheses."
            inspection.report("loom.bare-collection-accessor", anchor(suffix, "member"), message)
            return
        if suffix.member == "avg" and suffix.call:
            _average(receiver, suffix, chain, inspection)


def _average(receiver: Array, suffix: n.MemberSuffix, chain: n.Postfix, inspection: Inspection) -> None:
    if enclosing(suffix, n.Ui) is not None:
        message = "Averages are computed where the data is: a page cannot take one."
        inspection.report("loom.collection-op-in-ui", anchor(suffix, "member"), message)
    function = suffix.args[0].value if suffix.args else None
    if not isinstance(function, n.Lambda) or function.expr is None:
        return
    environment = inspection.typing.environment_at(chain).inside(function, receiver.element, shadows=True)
    value = inspection.typing.type_of(function.expr, environment)
    if value not in (UNKNOWN, MONEY) and not is_numeric(value):
        message = f"An average is taken of numbers, not of {show(value)}."
        inspection.report("loom.avg-non-numeric", anchor(suffix, "member"), message)


@checks.on(n.Postfix)
def intrinsics_are_used_well(chain: n.Postfix, inspection: Inspection) -> None:
    environment = inspection.typing.environment_at(chain)
    types = inspection.typing.steps(chain, environment)
    for receiver, suffix in zip(types, chain.suffixes, strict=False):
        if (
            isinstance(receiver, Primitive)
            and isinstance(suffix, n.MemberSuffix)
            and not _intrinsic(receiver, suffix, environment, inspection)
        ):
            return


def _intrinsic(
    receiver: Primitive, suffix: n.MemberSuffix, environment: Environment, inspection: Inspection
) -> bool:
    """Check one member of a primitive value; whether the rest of the chain is worth looking at."""
    name = suffix.member
    method = intrinsic(receiver, name)
    if method is None:
        if not suffix.call or name in MATCHERS or (receiver == STRING and name == STRING_MATCHES):
            return True
        known = (
            " It is read without parentheses." if primitive_member(receiver, name, False) != UNKNOWN else ""
        )
        message = f"{show(receiver)} has no method {name!r}.{known}"
        inspection.report("loom.intrinsic-unknown", anchor(suffix, "member"), message)
        return False
    if not suffix.call:
        message = f"Write `{name}(...)` with parentheses."
        inspection.report("loom.intrinsic-bare", anchor(suffix, "member"), message)
        return False
    least, most = method.required, len(method.parameters)
    if not least <= len(suffix.args) <= most:
        wanted = str(most) if least == most else f"{least} to {most}"
        message = f"`{name}` takes {wanted} arguments, not {len(suffix.args)}."
        where: Node = suffix.args[0] if suffix.args else suffix
        inspection.report("loom.intrinsic-arity", where, message)
        return False
    for argument, word in zip(suffix.args, method.parameters, strict=False):
        if argument.name is not None:
            message = f"Arguments of `{name}` have no names."
            inspection.report("loom.intrinsic-named-arg", anchor(argument, "name"), message)
            break
        parameter = written(word, receiver)
        value = inspection.typing.type_of(argument.value, environment)
        if not fits(argument.value, value, parameter):
            message = f"`{name}` takes {show(parameter)} here, not {show(value)}."
            inspection.report("loom.intrinsic-arg-type", argument, message)
    return True


@checks.on(n.Postfix)
def patterns_are_literal(chain: n.Postfix, inspection: Inspection) -> None:
    for suffix in chain.suffixes:
        if not isinstance(suffix, n.MemberSuffix) or suffix.member != STRING_MATCHES or not suffix.call:
            continue
        arguments = suffix.args
        first = arguments[0] if arguments else None
        if first is None or len(arguments) != 1:
            message = f"`matches` takes one regular expression, not {len(arguments)}."
            inspection.report("loom.matches-arity", first or suffix, message)
        elif first.name is not None:
            message = "The argument of `matches` has no name."
            inspection.report("loom.matches-named-arg", anchor(first, "name"), message)
        elif not isinstance(first.value, n.StringLiteral):
            message = "The regular expression of `matches` is written as a string, so that it can be checked."
            inspection.report("loom.matches-not-literal", first, message)
        else:
            fault = fault_in_pattern(first.value.value)
            if fault is not None:
                message = f"This is no regular expression: {fault}."
                inspection.report("loom.matches-invalid-pattern", first, message)


@checks.on(n.Postfix)
def durations_take_a_number(chain: n.Postfix, inspection: Inspection) -> None:
    head, call = chain.head, chain.suffixes[0] if chain.suffixes else None
    if not isinstance(head, n.NameRef) or head.name not in DURATIONS or not isinstance(call, n.CallSuffix):
        return
    typing = inspection.typing
    environment = typing.environment_at(chain)
    if _is_shadowed(head.name, environment, inspection):
        return
    arguments = call.args
    if len(arguments) != 1 or arguments[0].name is not None:
        where: Node = chain if not arguments else arguments[0] if len(arguments) == 1 else arguments[1]
        message = f"`{head.name}` takes one number, without a name."
        inspection.report("loom.duration-arity", where, message)
        return
    value = typing.type_of(arguments[0].value, environment)
    if value != UNKNOWN and not assignable(value, INT):
        message = f"`{head.name}` takes an int, not {show(value)}."
        inspection.report("loom.duration-arg-type", arguments[0], message)


def _is_shadowed(name: str, environment: Environment, inspection: Inspection) -> bool:
    """Whether a declaration of the model has taken the name of a duration."""
    declarations = inspection.links.declarations
    return (
        inspection.typing.own_function(name, environment) is not None
        or declarations.global_name(name, n.Function) is not None
        or declarations.member(environment.scope.context, name, n.ValueObject, n.Criterion) is not None
    )


# Templates


@checks.on(n.Hole)
def holes_can_be_shown(hole: n.Hole, inspection: Inspection) -> None:
    value = inspection.typing.type_of(hole.value)
    if value == UNKNOWN:
        return
    family = "text"
    if hole.format is not None:
        word = hole.format.lstrip(",").split(",", 1)[0].strip()
        word = word.split()[0] if word else word
        if word not in HOLE_FORMATS:
            known = ", ".join(HOLE_FORMATS)
            message = f"There is no format {word!r}: there are {known}."
            inspection.report("loom.interp-format-unknown", hole, message)
            return
        family = HOLE_FORMATS[word]
    if not _is_of(family, value):
        wanted = {"text": "text or what has a text", "number": "a number", "datetime": "a datetime"}[family]
        message = f"This hole takes {wanted}, not {show(value)}."
        inspection.report("loom.interp-hole-type", hole, message)


def _is_of(family: str, value: Type) -> bool:
    if family == "number":
        return value == MONEY or is_numeric(value)
    if family == "datetime":
        return value == DATETIME
    return value == STRING or stringifiable(value)
