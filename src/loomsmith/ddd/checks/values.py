"""Values in declarations: conditions that are no conditions, and values that do not fit where they go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.checks.calls import judge, told_if_less_sensitive
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.types.kinds import BOOL, UNKNOWN, Type, show
from loomsmith.ddd.types.relations import fits

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.environments import Environment

checks = Family()

_RECORDS = (n.Aggregate, n.Entity, n.ValueObject)


def demand_bool(
    code: str, what: str, expression: n.Expr | None, environment: Environment, inspection: Inspection
) -> None:
    """Tell a condition that is not exactly bool; what cannot be told is not bool either."""
    if expression is None or isinstance(expression, n.Missing):
        return
    found = inspection.typing.type_of(expression, environment)
    if found != BOOL:
        shown = "cannot be told to be one" if found == UNKNOWN else f"is {show(found)}"
        inspection.report(code, expression, f"{what} must be a bool, and this {shown}.")


def demand_fit(
    code: str, what: str, value: n.Expr, wanted: Type, environment: Environment, inspection: Inspection
) -> None:
    """Tell a value that does not fit where it goes, or is more sensitive than the place."""
    found = inspection.typing.type_of(value, environment)
    if not fits(value, found, wanted):
        inspection.report(code, value, f"{what} must be {show(wanted)}, and this is {show(found)}.")
    told_if_less_sensitive(value, found, wanted, inspection)


# Fields


@checks.on(n.Property)
def fields_have_fitting_rules(field: n.Property, inspection: Inspection) -> None:
    owner = field.parent
    if not isinstance(owner, _RECORDS):
        return
    environment = inspection.typing.environment_at(field)
    demand_bool("loom.check-not-bool", "A check", field.check, environment, inspection)
    demand_bool("loom.mask-not-bool", "The condition of a mask", field.mask_unless, environment, inspection)
    if field.default is not None and not isinstance(owner, n.ValueObject):
        wanted = inspection.typing.member(field)
        demand_fit("loom.default-type", "The default", field.default, wanted, environment, inspection)
        judge(field.default, environment, inspection)


@checks.on(n.Derived)
def derived_values_fit(field: n.Derived, inspection: Inspection) -> None:
    if isinstance(field.parent, _RECORDS):
        environment = inspection.typing.environment_at(field)
        wanted = inspection.typing.member(field)
        demand_fit("loom.derived-type", "This value", field.expr, wanted, environment, inspection)
        judge(field.expr, environment, inspection)


@checks.on(n.Invariant)
def invariants_are_conditions(invariant: n.Invariant, inspection: Inspection) -> None:
    environment = inspection.typing.environment_at(invariant)
    demand_bool("loom.invariant-not-bool", "An invariant", invariant.expr, environment, inspection)
    guard = invariant.guard
    demand_bool("loom.invariant-guard-not-bool", "The guard of an invariant", guard, environment, inspection)
    judge(invariant.expr, environment, inspection)
    judge(guard, environment, inspection)


# Messages


@checks.on(n.Property, n.Invariant, n.Precondition)
def messages_say_something(rule: n.Property | n.Invariant | n.Precondition, inspection: Inspection) -> None:
    name = "check_message" if isinstance(rule, n.Property) else "message"
    text: str | None = getattr(rule, name)
    if text is not None and not text.strip():
        inspection.report("loom.blank-message", anchor(rule, name), "This message says nothing.")


# Headers of operations, workflows and reads


@checks.on(n.Operation)
def operation_headers_are_conditions(operation: n.Operation, inspection: Inspection) -> None:
    typing = inspection.typing
    if operation.requires is not None:
        environment = typing.body_environment(operation)
        _demand_requires(operation.requires, environment, inspection)
        judge(operation.requires, environment, inspection)
    when = operation.when
    if when is not None:
        environment = typing.environment_at(operation.parent or operation)
        demand_bool("loom.when-not-bool", "`when`", when, environment, inspection)
        judge(when, environment, inspection)
        names = {parameter.name for parameter in operation.params}
        for node in walk(when):
            if isinstance(node, n.NameRef) and node.name in names:
                message = f"`when` is asked before there are arguments: it cannot read {node.name!r}."
                inspection.report("loom.when-uses-parameter", when, message)


def _demand_requires(expression: n.Expr | None, environment: Environment, inspection: Inspection) -> None:
    demand_bool("loom.requires-not-bool", "`requires`", expression, environment, inspection)


@checks.on(n.WorkflowCreate, n.Handle, n.Find, n.Projection)
def gates_are_conditions(
    owner: n.WorkflowCreate | n.Handle | n.Find | n.Projection, inspection: Inspection
) -> None:
    if owner.requires is not None:
        environment = inspection.typing.environment_at(owner.requires)
        _demand_requires(owner.requires, environment, inspection)
        judge(owner.requires, environment, inspection)


@checks.on(n.Operation)
def private_operations_have_no_gates(operation: n.Operation, inspection: Inspection) -> None:
    if not operation.private:
        return
    why = "has no effect on a private operation, which only the aggregate itself calls."
    if operation.when is not None:
        inspection.report("loom.when-on-private", operation.when, f"`when` {why}")
    if operation.requires is not None:
        inspection.report("loom.requires-on-private", operation.requires, f"`requires` {why}")
    if operation.audited:
        inspection.report("loom.audited-on-private", anchor(operation, "audited"), f"`audited` {why}")


@checks.on(n.Operation, n.Create, n.WorkflowCreate, n.Handle)
def parameter_defaults_fit(owner: Any, inspection: Inspection) -> None:
    typing = inspection.typing
    in_body = isinstance(owner, n.Operation | n.Create)
    for parameter in owner.params:
        if parameter.default is None:
            continue
        environment = typing.body_environment(owner) if in_body else typing.environment_at(parameter)
        found = typing.type_of(parameter.default, environment)
        wanted = typing.member(parameter)
        if not fits(parameter.default, found, wanted):
            message = f"The default of {parameter.name!r} must be {show(wanted)}, and this is {show(found)}."
            inspection.report("loom.parameter-default-type", parameter.default, message)
        judge(parameter.default, environment, inspection)


# Functions


def is_typed_function(function: n.Function) -> bool:
    """Whether what a function gives is held to its return type: not in value objects and workflows."""
    return isinstance(function.parent, n.Aggregate | n.Entity | n.File | n.System)


@checks.on(n.Function)
def functions_give_what_they_say(function: n.Function, inspection: Inspection) -> None:
    if function.expr is None or not is_typed_function(function):
        return
    environment = inspection.typing.environment_at(function)
    wanted = inspection.typing.declared(function.return_type)
    code = "loom.function-return-type"
    demand_fit(code, "The result of this function", function.expr, wanted, environment, inspection)
    judge(function.expr, environment, inspection)


@checks.on(n.Function)
def function_blocks_return(function: n.Function, inspection: Inspection) -> None:
    if function.block is None or not isinstance(function.parent, n.Aggregate | n.Entity):
        return
    if not any(isinstance(statement, n.Return) for statement in function.block):
        message = f"{function.name!r} ends without a `return`."
        inspection.report("loom.function-block-no-return", anchor(function, "name"), message)


# Reads and rules, whose calls and constructions are checked and whose types are not


@checks.on(n.Find, n.Criterion, n.Retrieval, n.PolicyFunction)
def queries_call_and_construct_well(owner: Any, inspection: Inspection) -> None:
    for name in ("where", "body"):
        expression: Node | None = getattr(owner, name, None)
        if isinstance(expression, n.Expr):
            judge(expression, inspection.typing.environment_at(expression), inspection)
