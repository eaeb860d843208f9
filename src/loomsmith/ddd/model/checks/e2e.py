"""End-to-end tests: what they call is there, by the names that the api or the ui gives it."""

from __future__ import annotations

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.vocabulary.naming import lower_first, plural, snake

checks = ModelFamily()


def slugs(aggregate: str) -> set[str]:
    """The words by which a test may name an aggregate."""
    return {lower_first(aggregate), snake(plural(aggregate)), lower_first(plural(aggregate))}


@checks.on(v.EndToEndTest)
def end_to_end(test: v.EndToEndTest, survey: Survey) -> None:
    """Every statement and every call of a test, once for each way in which it runs."""
    system = survey.system
    if system is None or test.deployable is None:
        return
    contexts = survey.hosted(system, test.deployable)
    for kind in test.kinds:
        _Run(test, kind, contexts, f"{system.name}/{test.name}", survey).check()


class _Run:
    def __init__(
        self, test: v.EndToEndTest, kind: str, contexts: list[v.Context], node: str, survey: Survey
    ) -> None:
        self.test = test
        self.kind = kind
        self.contexts = contexts
        self.node = node
        self.survey = survey
        self.known = {"api", "ui", *(s.name for s in test.body if isinstance(s, e.Let))}

    def report(self, code: str, message: str) -> None:
        self.survey.report(f"loom.{code}", self.node, message)

    def check(self) -> None:
        for statement in self.test.body:
            if not isinstance(statement, e.Let | e.ExprStmt | e.CallStmt):
                message = "An end-to-end test calls, binds with `let`, and expects."
                self.report("e2e-unsupported-statement", message)
            if isinstance(statement, e.CallStmt):
                self.report("e2e-unresolved-call", f"There is no function {statement.name!r} to call.")
        for expr in e.deep_exprs(self.test.body):
            match expr:
                case e.Call() if expr.kind == "free":
                    self.report("e2e-unresolved-call", f"There is no function {expr.name!r} to call.")
                case e.Name() if expr.kind in ("unknown", "enum-value") and expr.name not in self.known:
                    message = f"There is no {expr.name!r} here; write enum values as strings."
                    self.report("e2e-unresolved-ref", message)
                case e.MethodCall():
                    self.call(expr)

    def call(self, expr: e.MethodCall) -> None:
        """`api.x.y(...)`, `ui.x.y(...)`."""
        receiver = expr.receiver
        if not isinstance(receiver, e.Member) or not isinstance(receiver.receiver, e.Name):
            return
        if receiver.receiver.name != self.kind:
            return
        if receiver.name == "workflows":
            names = {w.name for context in self.contexts for w in context.workflows}
            known = {slug for name in names for slug in (lower_first(name), snake(name))}
            if expr.name not in known:
                self.report("e2e-unknown-workflow", f"No hosted workflow is called {expr.name!r}.")
            return
        self.method(receiver.name, expr.name)

    def method(self, slug: str, name: str) -> None:
        for context in self.contexts:
            for aggregate in context.aggregates:
                if slug in slugs(aggregate.name):
                    if name not in _methods(aggregate, context):
                        self.report("e2e-unknown-method", f"{aggregate.name} has no {name!r} to call.")
                    return
        if self.kind == "api":
            for context in self.contexts:
                for projection in context.projections:
                    if slug not in (lower_first(projection.name), snake(projection.name)):
                        continue
                    if name not in ("byKey", "list"):
                        message = f"A projection is read by `byKey` or `list`, not {name!r}."
                        self.report("e2e-unknown-method", message)
                    return
        self.report("e2e-unknown-aggregate", f"No hosted aggregate is called {slug!r}.")


def _methods(aggregate: v.Aggregate, context: v.Context) -> set[str]:
    """What can be called on an aggregate from outside."""
    found = {"create", "getById"}
    if any(destroy.canonical for destroy in aggregate.destroys):
        found.add("destroy")
    found |= {operation.name for operation in aggregate.operations if not operation.private}
    for repository in context.repositories:
        if repository.aggregate == aggregate.name:
            found |= {find.name for find in repository.finds}
            if repository.history:
                found.add("history")
    return found
