"""Statements of bodies: assignments, calls, events, and conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.checks.calls import (
    judge,
    judge_arguments,
    judge_node,
    method_of,
    signature_of,
    told_if_less_sensitive,
)
from loomsmith.ddd.checks.framework import Family, Inspection, anchor, whole
from loomsmith.ddd.checks.values import demand_bool, demand_fit, is_typed_function
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing, walk
from loomsmith.ddd.types.kinds import UNKNOWN, Array, Declared, IdOf, Type, show
from loomsmith.ddd.types.members import field_of, has_identity, member_of, record_of
from loomsmith.ddd.types.relations import assignable

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.environments import Environment

checks = Family()


class _Body:
    """One body while its statements are checked in order."""

    __slots__ = ("aggregate", "environment", "inspection", "locals", "owner")

    def __init__(
        self, owner: n.Operation | n.Create | n.Destroy | n.Function, inspection: Inspection
    ) -> None:
        self.owner = owner
        self.inspection = inspection
        self.environment = inspection.typing.body_environment(owner)
        self.aggregate = enclosing(owner, n.Aggregate)
        self.locals = {parameter.name for parameter in owner.params}

    def bind(self, statement: n.Let) -> None:
        found = self.inspection.typing.type_of(statement.expr, self.environment)
        self.environment.bind(statement.name, found)
        self.locals.add(statement.name)


@checks.on(n.Operation, n.Create, n.Destroy)
def bodies_do_what_they_can(owner: n.Operation | n.Create | n.Destroy, inspection: Inspection) -> None:
    """The direct statements of an aggregate's operations, creates and destroys."""
    body = _Body(owner, inspection)
    for statement in owner.body:
        match statement:
            case n.Let():
                body.bind(statement)
            case n.Precondition() | n.Requires():
                _condition(statement, body)
            case n.Emit():
                emitted_fields_fit(statement, body.environment, inspection)
                for given in statement.fields:
                    judge(given.value, body.environment, inspection)
            case n.AssignOrCall():
                _assign_or_call(statement, body)
            case _:
                pass


@checks.on(n.Function)
def function_blocks_fit(function: n.Function, inspection: Inspection) -> None:
    """The conditions and results of a function's block."""
    if function.block is None or not is_typed_function(function):
        return
    body = _Body(function, inspection)
    wanted = inspection.typing.declared(function.return_type)
    for statement in function.block:
        match statement:
            case n.Let():
                body.bind(statement)
            case n.Precondition() | n.Requires():
                _condition(statement, body)
            case n.Return():
                demand_fit(
                    "loom.function-return-type",
                    "The result of this function",
                    statement.value,
                    wanted,
                    body.environment,
                    inspection,
                )
                judge(statement.value, body.environment, inspection)
            case _:
                pass


def _condition(statement: n.Precondition | n.Requires, body: _Body) -> None:
    if isinstance(statement, n.Precondition):
        code, what = "loom.precondition-not-bool", "A precondition"
    else:
        code, what = "loom.requires-not-bool", "`requires`"
    demand_bool(code, what, statement.expr, body.environment, body.inspection)
    judge(statement.expr, body.environment, body.inspection)


# Events


def emitted_fields_fit(emit: n.Emit, environment: Environment, inspection: Inspection) -> None:
    """Check the fields given to an event: that they exist, fit, and are all there."""
    event = inspection.links.target_of(emit.event)
    if not isinstance(event, n.Event):
        return
    declarations = inspection.links.declarations
    for given in emit.fields:
        field = declarations.member(event, given.name, n.Property)
        if field is None:
            message = f"{event.name} has no field {given.name!r}."
            inspection.report("loom.emit-unknown-field", anchor(given, "name"), message)
            continue
        what = f"{event.name}.{field.name}"
        wanted = inspection.typing.member(field)
        demand_fit("loom.emit-field-type", what, given.value, wanted, environment, inspection)
    names = {given.name for given in emit.fields}
    for field in event.fields:
        if field.name and field.name not in names:
            message = f"{event.name} is emitted without its field {field.name!r}."
            inspection.report("loom.emit-missing-field", emit.event, message)


# Assignments and calls


def _assign_or_call(statement: n.AssignOrCall, body: _Body) -> None:
    for argument in statement.args:
        judge(argument, body.environment, body.inspection)
    judge(statement.value, body.environment, body.inspection)
    if statement.op is not None:
        _assignment(statement, body)
    elif statement.call:
        _call(statement, body)
    else:
        message = "This statement does nothing: assign with `:=`, or call with parentheses."
        body.inspection.report("loom.statement-no-effect", statement, message)


def _assignment(statement: n.AssignOrCall, body: _Body) -> None:
    value = statement.value
    target = _target(statement, body)
    if value is None:
        return
    inspection = body.inspection
    if statement.op == ":=":
        if target is not None:
            what = f"{'.'.join(statement.path)!r}"
            demand_fit("loom.assign-type", what, value, target, body.environment, inspection)
        return
    if not isinstance(target, Array):
        message = f"`{statement.op}` changes a list, and {'.'.join(statement.path)!r} is none."
        inspection.report("loom.collection-mutation-target", whole(statement, "path"), message)
        return
    found = inspection.typing.type_of(value, body.environment)
    if UNKNOWN not in (found, target.element) and not assignable(found, target.element):
        message = f"The elements are {show(target.element)}, and this is {show(found)}."
        inspection.report("loom.collection-element-type", value, message)
    told_if_less_sensitive(value, found, target.element, inspection)


def _target(statement: n.AssignOrCall, body: _Body) -> Type | None:
    """The type of an assignment's target; `None` after telling that there is no such target."""
    inspection = body.inspection
    path = statement.path
    current = _head(path[0], body)
    if current is None:
        message = f"Nothing named {path[0]!r} can be assigned to here."
        inspection.report("loom.assign-unknown-target", anchor(statement, "path"), message)
        return None
    last: Node | None = None
    if len(path) == 1 and path[0] not in body.locals and body.aggregate is not None:
        last = field_of(body.aggregate, path[0], inspection.links, inherited=True)
    for place, segment in enumerate(path[1:], 1):
        owner = current
        following = _segment(current, segment, inspection)
        if following is None:
            message = f"{show(current)} has nothing named {segment!r} that can be assigned to."
            inspection.report("loom.assign-unknown-member", whole(statement, "path"), message)
            return None
        current = following
        if place == len(path) - 1:
            record = record_of(owner)
            last = field_of(record, segment, inspection.links, inherited=True) if record else None
    if isinstance(last, n.Derived):
        message = f"{path[-1]!r} is derived: it is computed, and cannot be assigned to."
        inspection.report("loom.assign-to-derived", whole(statement, "path"), message)
    return current


def _head(name: str, body: _Body) -> Type | None:
    """The type of the first segment of a path; `None` if it means nothing."""
    bound = body.environment.lookup(name)
    if bound is not None:
        return bound
    if name == "id":
        return body.environment.scope.identity
    aggregate = body.aggregate
    if aggregate is None:
        return None
    links = body.inspection.links
    field = field_of(aggregate, name, links, inherited=True)
    if field is not None:
        return body.inspection.typing.member(field)
    return UNKNOWN if member_of(aggregate, name, links) is not None else None


def _segment(owner: Type, name: str, inspection: Inspection) -> Type | None:
    """The type of a further segment of a path: `None` where the value so far has no such member."""
    if owner == UNKNOWN:
        return UNKNOWN
    record = record_of(owner) if isinstance(owner, Declared) else None
    if record is None:
        return None
    if name == "id" and has_identity(record):
        return IdOf(record) if isinstance(record, n.Aggregate | n.Entity) else None
    field = field_of(record, name, inspection.links, inherited=True)
    if field is not None:
        return inspection.typing.member(field)
    return UNKNOWN if member_of(record, name, inspection.links) is not None else None


def _call(statement: n.AssignOrCall, body: _Body) -> None:
    if len(statement.path) == 1:
        _own_call(statement, body)
    else:
        _member_call(statement, body)


def _own_call(statement: n.AssignOrCall, body: _Body) -> None:
    """`f(...)`: a function or operation of the aggregate."""
    inspection = body.inspection
    name = statement.path[0]
    callee = None
    for base in inspection.links.with_bases(body.aggregate) if body.aggregate is not None else ():
        callee = callee or method_of(inspection.typing.record(base), name, inspection)
    if callee is None:
        message = f"The aggregate has no function or operation {name!r}."
        inspection.report("loom.call-unresolved", statement, message)
        return
    if isinstance(body.owner, n.Operation) and callee is body.owner:
        inspection.report("loom.operation-self-call", statement, f"{name!r} calls itself.")
    arguments = [(None, argument, argument) for argument in statement.args]
    judge_arguments(signature_of(callee), arguments, statement, body.environment, inspection)


def _member_call(statement: n.AssignOrCall, body: _Body) -> None:
    """`r.m(...)` with `r` of a known type."""
    inspection = body.inspection
    current = _head(statement.path[0], body)
    if current is None or current == UNKNOWN:
        return
    for segment in statement.path[1:-1]:
        following = _segment(current, segment, inspection)
        if following is None:
            _no_such_method(statement, current, segment, inspection)
            return
        if following == UNKNOWN:
            return
        current = following
    name = statement.path[-1]
    record = record_of(current) if isinstance(current, Declared) else None
    if not isinstance(record, n.Aggregate | n.Entity | n.ValueObject):
        _no_such_method(statement, current, name, inspection)
        return
    callee = _inherited_method(record, name, inspection)
    if callee is not None:
        arguments = [(None, argument, argument) for argument in statement.args]
        signature = signature_of(callee)
        judge_arguments(signature, arguments, statement, body.environment, inspection)
    elif member_of(record, name, inspection.links) is not None or (name == "id" and has_identity(record)):
        message = f"{name!r} is a value of {record.name}: it cannot be called."
        inspection.report("loom.call-not-callable", statement, message)
    else:
        _no_such_method(statement, current, name, inspection)


def _inherited_method(
    record: n.Aggregate | n.Entity | n.ValueObject, name: str, inspection: Inspection
) -> n.Function | n.Operation | None:
    owners: Any = inspection.links.with_bases(record) if isinstance(record, n.Aggregate) else (record,)
    for owner in owners:
        callee = method_of(inspection.typing.record(owner), name, inspection)
        if callee is not None:
            return callee
    return None


def _no_such_method(statement: n.AssignOrCall, owner: Type, name: str, inspection: Inspection) -> None:
    message = f"{show(owner)} has no function or operation {name!r}."
    inspection.report("loom.call-unknown-member", statement, message)


# Workflows


@checks.on(n.WorkflowCreate, n.Handle, n.EventHandler, n.Apply)
def workflow_bodies_fit(
    owner: n.WorkflowCreate | n.Handle | n.EventHandler | n.Apply, inspection: Inspection
) -> None:
    """Events, calls and constructions anywhere in the bodies of a workflow."""
    if not isinstance(owner.parent, n.Workflow):
        return
    typing = inspection.typing
    for statement in owner.body:
        for node in walk(statement):
            if isinstance(node, n.Emit):
                emitted_fields_fit(node, typing.environment_at(node), inspection)
            elif isinstance(node, n.AssignOrCall):
                _workflow_call(node, inspection)
            elif isinstance(node, n.Postfix | n.Builder):
                judge_node(node, typing.environment_at(node), inspection)


def _workflow_call(statement: n.AssignOrCall, inspection: Inspection) -> None:
    """A call on a `let` or parameter whose type is known: its arguments."""
    if not statement.call or statement.op is not None or len(statement.path) < 2:
        return
    environment = inspection.typing.environment_at(statement)
    current: Type | None = environment.lookup(statement.path[0])
    for segment in statement.path[1:-1]:
        current = _segment(current, segment, inspection) if current is not None else None
    if not isinstance(current, Declared):
        return
    record = current.declaration
    if not isinstance(record, n.Aggregate | n.Entity | n.ValueObject):
        return
    callee = _inherited_method(record, statement.path[-1], inspection)
    if callee is not None:
        arguments = [(None, argument, argument) for argument in statement.args]
        judge_arguments(signature_of(callee), arguments, statement, environment, inspection)
