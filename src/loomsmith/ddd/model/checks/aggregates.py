"""Aggregates: defaults, functions, what creates and destroys may say, tests, returned errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.places import owners, rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

checks = ModelFamily()

BUILT_IN_STATUSES = {
    "NotFound": 404,
    "ValidationError": 422,
    "ParseError": 400,
    "Forbidden": 403,
    "DomainError": 422,
    "TransportFailure": 502,
    "UnexpectedStatus": 502,
    "DeserializeError": 502,
    "UniquenessConflict": 409,
    "ConcurrencyConflict": 409,
    "Disallowed": 409,
    "ReferencedInUse": 409,
}
"""The errors that have a status without being given one."""

STRUCTURAL_ERRORS = frozenset({"UniquenessConflict", "ConcurrencyConflict", "Disallowed", "ReferencedInUse"})
"""The errors that generated code raises by itself."""

_OWN_STATE = frozenset({"this-prop", "this-vo-prop", "this-derived"})
_OWN_CALLS = frozenset({"function", "workflow-fn", "private-operation"})


@checks.on(v.Context)
def constant_defaults(context: v.Context, survey: Survey) -> None:
    """A default is computed before there is an object to read from."""
    for owner in owners(context, survey):
        for field in owner.fields:
            if field.default is not None and any(map(_reads_object, e.deep(field.default))):
                message = (
                    f"The default of {field.name!r} reads the object itself, which is not there yet. "
                    "Use literals, or set the value in a create."
                )
                node = f"{context.name}/{owner.name}.{field.name}"
                survey.report("loom.field-default-not-constant", node, message)


def _reads_object(expr: e.Expr) -> bool:
    match expr:
        case e.This() | e.Id():
            return True
        case e.Name():
            return expr.kind in _OWN_STATE or expr.kind == "own-fn"
        case e.Call():
            return expr.kind in _OWN_CALLS
        case _:
            return False


@checks.on(v.Context)
def pure_functions(context: v.Context, survey: Survey) -> None:
    """A block function computes: it changes nothing and calls only what computes too."""
    for owner in (*owners(context, survey), *context.workflows):
        for function in owner.functions:
            if function.block is None:
                continue
            node = f"{context.name}/{owner.name}.function[{function.name}]"
            for reason in _impurities(function.block):
                survey.report("loom.function-block-impure", node, f"Function {function.name!r} {reason}.")


def _impurities(block: list[e.Stmt]) -> Iterator[str]:
    for statement in e.all_statements(block):
        match statement:
            case e.Assign():
                yield f"changes {'.'.join(statement.path)}"
            case e.Emit():
                yield f"emits {statement.name}"
            case e.CallStmt() if statement.kind != "function":
                yield f"calls {statement.name}, which is no function of its owner"
        for root in e.own_exprs(statement):
            for expr in e.deep(root):
                if isinstance(expr, e.MethodCall):
                    yield f"calls {expr.name or 'a value'}"
                elif isinstance(expr, e.Call) and expr.kind not in ("function", "workflow-fn", "constructor"):
                    yield f"calls {expr.name}"


@checks.on(v.Context)
def rules_without_a_user(context: v.Context, survey: Survey) -> None:
    """Invariants, derived properties and functions hold for everyone, whoever asks."""
    for owner in owners(context, survey):
        for place, exprs, statements in rules(owner):
            for expr in (*e.deep(*exprs), *e.deep_exprs(statements)):
                if isinstance(expr, e.Name) and expr.kind == "current-user":
                    message = "A rule of the model holds for everyone: it cannot read the current user."
                    node = f"{context.name}/{place}"
                    survey.report("loom.currentuser-not-in-request-scope", node, message)


@checks.on(v.Context)
def known_permissions(context: v.Context, survey: Survey) -> None:
    """A permission must be declared in the subdomain."""
    for place, exprs in _permission_places(context, survey):
        for expr in exprs:
            if isinstance(expr, e.Name) and expr.kind == "unknown-permission":
                message = f"Subdomain {context.subdomain} declares no permission {expr.name!r}."
                survey.report("loom.unknown-permission", f"{context.name}/{place}", message)


def _permission_places(context: v.Context, survey: Survey) -> Iterator[tuple[str, Iterable[e.Expr]]]:
    for owner in owners(context, survey):
        for place, exprs, statements in rules(owner):
            yield place, (*e.deep(*exprs), *e.deep_exprs(statements))
    for aggregate in context.aggregates:
        for operation in aggregate.operations:
            yield f"{aggregate.name}.operation[{operation.name}]", e.deep_exprs(operation.body)
        for test in aggregate.tests:
            yield f"{aggregate.name}.test[{test.name}]", e.deep_exprs(test.body)
    for repository in context.repositories:
        for find in repository.finds:
            yield f"repository[{repository.name}].find[{find.name}]", e.deep(find.where)
    for workflow in context.workflows:
        roots = [root for statement in workflow.primary for root in e.own_exprs(statement)]
        yield f"workflow[{workflow.name}]", e.deep(*roots)


# Operations


@checks.on(v.Aggregate)
def extern_operations(aggregate: v.Aggregate, survey: Survey) -> None:
    """An extern operation is written elsewhere: here stands what must hold before it."""
    for operation in aggregate.operations:
        if not operation.extern:
            continue
        node = f"{aggregate.context}/{aggregate.name}.{operation.name}"
        if operation.private:
            message = f"{operation.name!r} is extern and private; an extern operation is called from outside."
            survey.report("loom.extern-on-private-operation", node, message)
        for statement in operation.body:
            if not isinstance(statement, e.Precondition):
                message = f"The body of the extern operation {operation.name!r} may hold only preconditions."
                survey.report("loom.extern-body-not-precondition", node, message)


@checks.on(v.Aggregate)
def returned_errors(aggregate: v.Aggregate, survey: Survey) -> None:
    """Each error that an operation returns has an HTTP status."""
    system, context = survey.system, survey.context
    mapped: set[str] = set()
    if system is not None and context is not None and context.subdomain is not None:
        mapped = survey.tables(system).statuses.get(context.subdomain, mapped)
    for operation in aggregate.operations:
        if not isinstance(operation.returns, t.UnionOf):
            continue
        names = dict.fromkeys(
            variant.name
            for variant in operation.returns.variants
            if isinstance(variant, t.EntityOf) and getattr(variant.declaration, "keyword", "") == "error"
        )
        for name in names:
            if name not in BUILT_IN_STATUSES and name not in mapped:
                message = (
                    f"The error {name!r} has no `httpStatus` in an api over the subdomain; it gives 500."
                )
                node = f"{aggregate.context}/aggregate {aggregate.name}.{operation.name}"
                survey.report("loom.unmapped-error-status", node, message)


@checks.on(v.Context)
def structural_errors(context: v.Context, survey: Survey) -> None:
    """The names of the errors that generated code raises by itself are taken."""
    own = {payload.name for payload in context.payloads}
    rooted = (payload for payload in survey.model.payloads if payload.name not in own)
    for payload in (*context.payloads, *rooted):
        if payload.keyword == "error" and payload.name in STRUCTURAL_ERRORS:
            message = f"{payload.name!r} is raised by generated code itself; choose another name."
            survey.report(
                "loom.reserved-structural-error-name", f"{context.name}/error {payload.name}", message
            )


# Creates and destroys


@checks.on(v.Aggregate)
def lifecycle_bodies(aggregate: v.Aggregate, survey: Survey) -> None:
    """What a canonical create or destroy says beyond its parameters is not generated."""
    for word, found in (("create", aggregate.creates), ("destroy", aggregate.destroys)):
        canonical = next((action for action in found if action.canonical), None)
        emitted = canonical if not (word == "create" and aggregate.event_sourced) else next(iter(found), None)
        for action in found:
            if action is not emitted:
                node = f"{aggregate.context}/aggregate {aggregate.name}.{word} {action.name}"
                message = f"The {word} {action.name!r} is not generated: only the unnamed one is."
                survey.report("loom.named-lifecycle-dropped", node, message)
        if canonical is not None:
            _check_lifecycle(canonical, word, aggregate, survey)


def _check_lifecycle(action: v.Lifecycle, word: str, aggregate: v.Aggregate, survey: Survey) -> None:
    node = f"{aggregate.context}/aggregate {aggregate.name}.{word}"
    if word == "create" and aggregate.event_sourced:
        for statement in action.body:
            if isinstance(statement, e.Requires):
                message = "The create of an event-sourced aggregate has no guard; check in the caller."
                survey.report("loom.lifecycle-guard-event-sourced", node, message)
        return
    for statement in action.body:
        if isinstance(statement, e.Requires):
            if any(not _readable(expr, word) for expr in e.deep(statement.expr)):
                message = f"The guard of a {word} reads something that is not known when it is asked."
                survey.report("loom.lifecycle-guard-unreadable", node, message)
        elif not isinstance(statement, e.Let | e.Return) and not _is_harmless(statement, action, aggregate):
            message = f"The {word} is generated from its parameters; this statement would be dropped."
            survey.report("loom.lifecycle-body-dropped", node, message)


def _is_harmless(statement: e.Stmt, action: v.Lifecycle, aggregate: v.Aggregate) -> bool:
    """`f := f` from the parameter, or an assignment of the default that the field has anyway."""
    if not isinstance(statement, e.Assign) or statement.op != ":=" or len(statement.path) != 1:
        return isinstance(statement, e.Loop | e.Branch)
    name, value = statement.path[0], statement.value
    if isinstance(value, e.Name) and value.kind == "param" and value.name == name:
        return True
    field = aggregate.field(name)
    return field is not None and field.default is not None and same_value(field.default, value)


def same_value(left: e.Expr, right: e.Expr) -> bool:
    """Whether two expressions are the same literal or enum value; numbers compare by value."""
    if isinstance(left, e.Literal) and isinstance(right, e.Literal):
        numbers = ("int", "decimal", "money")
        if left.kind in numbers and right.kind in numbers:
            return _number(left.text) == _number(right.text)
        return (left.kind, left.text) == (right.kind, right.text)
    if isinstance(left, e.Unary) and isinstance(right, e.Unary):
        return left.op == right.op and same_value(left.operand, right.operand)
    if isinstance(left, e.Name) and isinstance(right, e.Name):
        return left.kind == right.kind == "enum-value" and left.name == right.name
    return False


def _number(text: str) -> tuple[str, str]:
    """Digits before and after the point without the zeros that mean nothing."""
    whole, _, fraction = text.partition(".")
    return whole.lstrip("0"), fraction.rstrip("0")


_ALWAYS_READABLE = frozenset({"current-user", "enum-value", "unknown", "unknown-permission", "lambda"})


def _readable(expr: e.Expr, word: str) -> bool:
    match expr:
        case e.This() | e.Id():
            return word == "destroy"
        case e.Name():
            own = expr.kind in _OWN_STATE or expr.kind == "own-fn"
            return expr.kind in _ALWAYS_READABLE or (word == "destroy" and own)
        case e.Call() if expr.kind in _OWN_CALLS:
            return word == "destroy" and expr.kind == "function"
        case _:
            return True


@checks.on(v.Aggregate)
def stamps_not_read_early(aggregate: v.Aggregate, survey: Survey) -> None:
    """Stamped fields get their values when the change is saved, after the body has run."""
    if not aggregate.stamps:
        return
    created = frozenset({"createdAt", "createdBy", "updatedAt", "updatedBy"})
    updated = frozenset({"updatedAt", "updatedBy"})
    bodies = [(action.body, created) for action in aggregate.creates]
    bodies += [(operation.body, updated) for operation in aggregate.operations]
    for body, names in bodies:
        if any(_reads_member(expr, names) for expr in e.deep_exprs(body)):
            message = "A stamped field is read before it is set: stamps run when the change is saved."
            node = f"{aggregate.context}/{aggregate.name}"
            survey.report("loom.stamp-read-before-flush", node, message)


def _reads_member(expr: e.Expr, names: frozenset[str]) -> bool:
    if isinstance(expr, e.Name):
        return expr.kind == "this-prop" and expr.name in names
    return isinstance(expr, e.Member) and isinstance(expr.receiver, e.This) and expr.name in names


# Tests


@checks.on(v.Aggregate)
def aggregate_tests(aggregate: v.Aggregate, survey: Survey) -> None:
    """A test uses an aggregate from outside."""
    functions = {function.name for function in aggregate.functions}
    for test in aggregate.tests:
        node = f"{aggregate.context}/{aggregate.name}.test:{test.name}"
        for statement in test.body:
            inside = isinstance(statement, e.Assign | e.Emit | e.Precondition | e.Requires)
            if isinstance(statement, e.CallStmt):
                inside = statement.name not in functions
            if inside:
                message = "A test uses the aggregate from outside: create one, call operations, expect."
                survey.report("loom.aggregate-test-context", node, message)


@checks.on(v.Context)
def context_tests(context: v.Context, survey: Survey) -> None:
    """What is read from a repository is bound before it is looked at."""
    reads: dict[str, set[str]] = {}
    for repository in context.repositories:
        names = reads.setdefault(repository.aggregate, {"findById", "getById", "findAll"})
        names |= {find.name for find in repository.finds}
    for test in context.tests:
        for expectation in test.expects:
            if any(_reads_repository(expr, reads) for expr in e.deep(expectation)):
                message = "Bind what is read to a `let` first, then expect something of it."
                survey.report("loom.integration-find-must-bind", f"{context.name}.test:{test.name}", message)


def _reads_repository(expr: e.Expr, reads: dict[str, set[str]]) -> bool:
    return (
        isinstance(expr, e.MethodCall)
        and isinstance(expr.receiver, e.Name)
        and expr.name in reads.get(expr.receiver.name, ())
    )
