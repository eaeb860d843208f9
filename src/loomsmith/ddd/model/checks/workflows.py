"""Workflows: names, what starts and correlates them, and the statements of their main body."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.workspace import later_twins
from loomsmith.ddd.vocabulary.storages import VERBS

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = ModelFamily()


def create_inputs(aggregate: v.Aggregate) -> list[v.Field]:
    """The fields that a create takes, inherited ones included."""
    return [f for f in aggregate.fields if f.access in ("editable", "immutable", "secret")]


def is_required_input(field: v.Field) -> bool:
    """Whether a create must be given the field."""
    return not field.optional and field.default is None and field.type != t.BOOL


@checks.on(v.Context)
def names(context: v.Context, survey: Survey) -> None:
    """Workflows of one name, or named like something else of the context."""
    for name in later_twins(workflow.name for workflow in context.workflows):
        message = f"Context {context.name} has another workflow {name!r}."
        survey.report("loom.duplicate-workflow", f"{context.name}/{name}", message)
    taken: dict[str, str] = {}
    for word, found in (
        ("an aggregate", [a.name for a in context.aggregates]),
        ("a value object", [o.name for o in (*context.value_objects, *survey.model.value_objects)]),
        ("an enum", [x.name for x in (*context.enums, *survey.model.enums)]),
        ("an event", [x.name for x in context.events]),
        ("a repository", [x.name for x in context.repositories]),
    ):
        for name in found:
            taken.setdefault(name, word)
    for workflow in context.workflows:
        if workflow.name in taken:
            message = (
                f"{workflow.name!r} is {taken[workflow.name]} of the context as well; rename the workflow."
            )
            survey.report("loom.workflow-name-collision", f"{context.name}/{workflow.name}", message)


@checks.on(v.Workflow)
def starters(workflow: v.Workflow, survey: Survey) -> None:
    """Creates that could not be told apart, and functions that read what they are not given."""
    node = _node(workflow, survey)
    for function in workflow.functions:
        exprs = [*e.deep(function.expr), *e.deep_exprs(function.block or [])]
        if any(isinstance(x, e.This) or (isinstance(x, e.Name) and x.kind == "this-prop") for x in exprs):
            message = f"Function {function.name!r} reads the state of the workflow: pass the value to it."
            survey.report("loom.workflow-function-uses-state", node, message)
    if sum(create.canonical for create in workflow.creates) > 1:
        message = "Only one create may be without a name."
        survey.report("loom.canonical-create-duplicate-workflow", node, message)
    named = Counter(create.name for create in workflow.creates if not create.canonical)
    for name, count in named.items():
        if count > 1:
            survey.report("loom.create-name-conflict-workflow", node, f"{count} creates are named {name!r}.")
    triggers = Counter(create.event for create in workflow.creates if create.event is not None)
    for event, count in triggers.items():
        if count > 1:
            message = f"The event {event!r} triggers {count} creates, so each would start an instance."
            survey.report("loom.event-create-overlap-workflow", node, message)


@checks.on(v.Workflow)
def correlation(workflow: v.Workflow, survey: Survey) -> None:
    """How an event finds the instance that waits for it."""
    consumers = workflow.consumers()
    if not consumers:
        return
    node = _node(workflow, survey)
    if len(workflow.id_fields) != 1:
        code = (
            "loom.correlation-field-ambiguous" if workflow.id_fields else "loom.workflow-correlation-required"
        )
        message = "A workflow that takes events has exactly one state field of an id type, which finds it."
        survey.report(code, node, message)
    else:
        key = workflow.id_fields[0]
        for consumer in consumers:
            _check_correlation(consumer, key, node, survey)
    for consumer in consumers:
        event = consumer.event or ""
        carriers = survey.carried.get(event, [])
        own = [channel for context, channel in carriers if context is survey.context]
        if not carriers:
            message = f"No channel carries the event {event!r}, so it never arrives."
            survey.report("loom.reactor-event-uncarried", node, message)
        if len(own) > 1:
            message = f"{len(own)} channels carry the event {event!r}, so it arrives more than once."
            survey.report("loom.reactor-channel-ambiguous", node, message)


def _check_correlation(consumer: v.Starter, key: v.Field, node: str, survey: Survey) -> None:
    target = key.type.target if isinstance(key.type, t.IdOf) else ""
    if consumer.by is not None:
        typed = isinstance(consumer.by, e.Name | e.Member)
        if typed and not (isinstance(consumer.by.type, t.IdOf) and consumer.by.type.target == target):
            message = f"`by` gives no {target} id, by which the workflow is found."
            survey.report("loom.correlation-type-mismatch", node, message)
        return
    event = _event(consumer.event or "", survey)
    if event is None or all(field.name != key.name for field in event.fields):
        message = f"The event {consumer.event!r} has no field {key.name!r}: say `by` what finds the workflow."
        survey.report("loom.correlation-uninferrable", node, message)


def _event(name: str, survey: Survey) -> v.Record | None:
    """The event of that name: of the context, else of any."""
    contexts = [survey.context] if survey.context is not None else []
    for context in (*contexts, *survey.contexts):
        found = next((event for event in context.events if event.name == name), None)
        if found is not None:
            return found
    return None


def _node(workflow: v.Workflow, survey: Survey) -> str:
    return f"{survey.context.name if survey.context is not None else ''}/{workflow.name}"


# The main body


@checks.on(v.Workflow)
def main_body(workflow: v.Workflow, survey: Survey) -> None:
    """The statements of the main body, one after the other."""
    context = survey.context
    if context is None:
        return
    _Body(workflow, context, survey).check()
    if workflow.transactional and not _has_effect(workflow, context):
        message = (
            "A transaction around nothing: the body neither emits, creates, deletes nor changes anything."
        )
        survey.report("loom.transactional-no-effect", _node(workflow, survey), message)


def _has_effect(workflow: v.Workflow, context: v.Context) -> bool:
    bound: dict[str, str] = {}
    for statement in workflow.primary:
        match statement:
            case e.Emit() | e.Factory() | e.Delete() | e.OwnAssign():
                return True
            case e.Load():
                aggregate = _aggregate_behind(statement.repository, context)
                if aggregate is not None:
                    bound[statement.name] = aggregate.name
            case e.OperationCall():
                found = context.aggregate(bound.get(statement.binding, ""))
                operation = _operation(found, statement.operation) if found is not None else None
                if operation is not None and not operation.private:
                    return True
            case e.Loop() | e.Branch():
                nested = e.all_statements([statement])
                effects = e.Emit | e.Factory | e.Delete | e.OwnAssign | e.OperationCall
                if any(isinstance(inner, effects) for inner in nested):
                    return True
    return False


def _aggregate_behind(repository: str, context: v.Context) -> v.Aggregate | None:
    found = next((r for r in context.repositories if r.name == repository), None)
    return context.aggregate(found.aggregate) if found is not None else None


def _operation(aggregate: v.Aggregate, name: str) -> v.Operation | None:
    return next((operation for operation in aggregate.operations if operation.name == name), None)


class _Body:
    """Checks one body, keeping what its statements bind."""

    def __init__(self, workflow: v.Workflow, context: v.Context, survey: Survey) -> None:
        self.workflow = workflow
        self.context = context
        self.survey = survey
        self.node = _node(workflow, survey)
        self.bindings: dict[str, str] = {}
        self.lists: dict[str, str] = {}

    def report(self, code: str, message: str) -> None:
        self.survey.report(f"loom.{code}", self.node, message)

    def check(self) -> None:
        for statement in self.workflow.primary:
            self.statement(statement)

    def statement(self, statement: e.Stmt) -> None:
        match statement:
            case e.Precondition() | e.Requires():
                found = statement.expr
                if isinstance(found, e.Name) and found.kind == "unknown":
                    self.report("workflow-unknown-name", f"There is no {found.name!r} here.")
            case e.Emit():
                self.emit(statement)
            case e.Factory():
                self.factory(statement)
            case e.Load():
                self.load(statement)
            case e.Run():
                self.run(statement)
            case e.Loop():
                self.loop(statement)
            case e.Branch():
                self.branch(statement)
            case e.OperationCall():
                self.operation(statement)
            case e.ResourceCall():
                self.resource(statement)
            case e.OwnAssign() if self.workflow.event_sourced:
                self.report(
                    "workflow-eventsourced-assign",
                    f"An event-sourced workflow does not assign {statement.field!r}: emit and fold instead.",
                )
            case e.Unrecognised():
                self.report(
                    "workflow-unrecognised-statement",
                    "A workflow loads, creates, calls operations, emits and loops; this is none of it.",
                )

    def emit(self, statement: e.Emit) -> None:
        event = next((found for found in self.context.events if found.name == statement.name), None)
        if event is None:
            message = f"Context {self.context.name} has no event {statement.name!r} to emit."
            self.report("workflow-emit-unknown-event", message)
            return
        given = [argument.name for argument in statement.fields]
        known = {field.name for field in event.fields}
        for field in event.fields:
            if field.name not in given:
                self.report("workflow-emit-missing-field", f"{event.name} needs a value for {field.name!r}.")
        for name in given:
            if name not in known:
                self.report("workflow-emit-unknown-field", f"{event.name} has no field {name!r}.")

    def factory(self, statement: e.Factory) -> None:
        aggregate = self.context.aggregate(statement.aggregate)
        if aggregate is None:
            return
        inputs = create_inputs(aggregate)
        given = [argument.name or "" for argument in statement.fields]
        for field in inputs:
            if field.name not in given and is_required_input(field):
                message = f"Creating {aggregate.name} needs a value for {field.name!r}."
                self.report("workflow-create-missing-field", message)
        names_of_inputs = {field.name for field in inputs}
        for name in given:
            if name not in names_of_inputs:
                message = f"Creating {aggregate.name} takes no {name!r}."
                self.report("workflow-create-unknown-field", message)
        self.bindings[statement.name] = aggregate.name

    def load(self, statement: e.Load) -> None:
        repository = self.repository(statement.repository)
        if repository is None:
            return
        if statement.method == "getById":
            self.bindings[statement.name] = repository.aggregate
            return
        find = repository.find(statement.method)
        if find is None:
            message = f"Repository {repository.name} has no find {statement.method!r}."
            self.report("workflow-unknown-repository-method", message)
            return
        returns = find.returns
        if find.where is not None and reads_user(find.where):
            message = f"The find {find.name!r} filters by the current user, whom a workflow does not have."
            self.report("workflow-currentuser-find", message)
        elif isinstance(returns, t.ListOf):
            message = f"The find {find.name!r} returns a list: run a retrieval or a criterion instead."
            self.report("workflow-load-array-unsupported", message)
        elif isinstance(returns, t.OptionalOf):
            message = f"The find {find.name!r} may return nothing: branch with `if let` instead."
            self.report("workflow-load-nullable-unsupported", message)
        else:
            self.bindings[statement.name] = repository.aggregate

    def repository(self, name: str) -> v.Repository | None:
        return next((r for r in self.context.repositories if r.name == name), None)

    def run(self, statement: e.Run) -> None:
        repository = self.repository(statement.repository)
        if repository is None:
            return
        if statement.criterion is not None:
            if not self.criterion(statement.criterion, statement.arguments, repository):
                return
            if not statement.paged:
                message = "A run over a criterion without `page:` reads everything that fits."
                self.report("findall-no-page", message)
        elif statement.retrieval is not None:
            name = statement.retrieval
            retrieval = next((r for r in self.context.retrievals if r.name == name), None)
            if retrieval is None:
                message = f"Context {self.context.name} has no retrieval {name!r}."
                self.report("workflow-run-unknown-retrieval", message)
                return
            if getattr(retrieval.target, "name", "") != repository.aggregate:
                message = f"The retrieval {name!r} is not of {repository.aggregate}."
                self.report("workflow-run-retrieval-mismatch", message)
        self.lists[statement.name] = repository.aggregate

    def criterion(self, name: str, arguments: int, repository: v.Repository) -> bool:
        """Check a criterion that a run or a branch uses; whether its name may be bound."""
        criterion = next((c for c in self.context.criteria if c.name == name), None)
        if criterion is None:
            self.report(
                "findall-unknown-criterion", f"Context {self.context.name} has no criterion {name!r}."
            )
        elif getattr(criterion.target, "name", "") != repository.aggregate:
            self.report(
                "findall-criterion-mismatch", f"The criterion {name!r} is not of {repository.aggregate}."
            )
        elif criterion.params != arguments:
            message = f"The criterion {name!r} takes {criterion.params} arguments, not {arguments}."
            self.report("findall-criterion-arity", message)
        else:
            return True
        return False

    def loop(self, statement: e.Loop) -> None:
        source = statement.source
        listed = self.lists.get(source.name) if isinstance(source, e.Name) else None
        if listed is None:
            message = (
                "A loop runs over what a retrieval or a criterion has found: bind that with `let` first."
            )
            self.report("workflow-foreach-source", message)
        self.nested(statement.body, statement.var)

    def branch(self, statement: e.Branch) -> None:
        repository = self.repository(statement.repository) if statement.repository is not None else None
        if repository is None or statement.criterion is None:
            message = "`if let` branches over one thing found by a criterion: `R.find(C(...))`."
            self.report("iflet-bad-source", message)
            return
        self.criterion(statement.criterion, statement.arguments, repository)
        self.nested(statement.then, statement.var)
        self.nested(statement.otherwise, None)

    def nested(self, body: list[e.Stmt], var: str | None) -> None:
        """Operation calls directly in a loop or a branch: their bindings must be there."""
        known = {var, *self.bindings}
        for statement in body:
            if isinstance(statement, e.Factory | e.Load):
                known.add(statement.name)
            if isinstance(statement, e.OperationCall) and statement.binding not in known:
                message = f"{statement.binding!r} is nothing that was loaded or created."
                self.report("workflow-foreach-unknown-binding", message)

    def operation(self, statement: e.OperationCall) -> None:
        bound = self.bindings.get(statement.binding)
        if bound is None:
            message = f"{statement.binding!r} is nothing that was loaded or created."
            self.report("workflow-unknown-binding", message)
            return
        aggregate = self.context.aggregate(bound)
        operation = _operation(aggregate, statement.operation) if aggregate is not None else None
        if operation is None:
            self.report("workflow-unknown-operation", f"{bound} has no operation {statement.operation!r}.")
        elif operation.private:
            message = f"The operation {operation.name!r} of {bound} is private."
            self.report("workflow-private-operation", message)

    def resource(self, statement: e.ResourceCall) -> None:
        call = statement.call
        resource = self.survey.resource(call.owner)
        kind = resource.kind if resource is not None else None
        if call.kind == "resource-op" and call.name not in VERBS.get(kind or "", {}):
            message = f"A resource of kind {kind or 'none'} has no verb {call.name!r}."
            self.report("resource-verb-invalid", message)
        if self.workflow.transactional:
            message = f"{call.owner}.{call.name} cannot be taken back when the transaction is."
            self.report("resource-op-in-transaction", message)


def reads_user(*exprs: e.Expr | None) -> bool:
    """Whether some of the expressions reads the current user."""
    return any(isinstance(found, e.Name) and found.kind == "current-user" for found in e.deep(*exprs))


def statements_of(workflow: v.Workflow) -> Iterator[list[e.Stmt]]:
    """Every body of a workflow: creates, handles and `on` handlers."""
    for starter in (*workflow.creates, *workflow.handles, *workflow.handlers):
        yield starter.body
