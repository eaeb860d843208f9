"""How checks on the resolved model are written, registered and run.

A check is a function `check(subject, survey)` for one kind of value of the model; it tells what it finds with
`survey.report`. A module collects its checks in a `ModelFamily`, and `suite` lists the families:

    checks = ModelFamily()

    @checks.on(Aggregate)
    def uniques_of_value_objects(aggregate: Aggregate, survey: Survey) -> None:
        survey.report("loom.unique-valueobject-field", f"{aggregate.context}/{aggregate.name}", "...")

The model is walked once: the model itself, each system, each deployable and ui of it, each context (the loose
ones too), and what a context holds. `survey.system` and `survey.context` are those around the subject.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from loomsmith.ddd.diagnostics import Diagnostic, at_model
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.system_tables import SystemTables
from loomsmith.ddd.model.types import STRING
from loomsmith.ddd.vocabulary.platforms import BACKENDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from loomsmith.ddd.syntax.node import Node

    ModelCheck = Callable[[Any, "Survey"], None]


S = TypeVar("S")
R = TypeVar("R")


class ModelFamily:
    """The checks of one module, in the order in which they were written."""

    __slots__ = ("checks",)

    def __init__(self) -> None:
        self.checks: list[tuple[type[Any], ModelCheck]] = []

    def on(self, kind: type[Any]) -> Callable[[ModelCheck], ModelCheck]:
        """Register the decorated function for values of exactly this class."""

        def register(check: ModelCheck) -> ModelCheck:
            self.checks.append((kind, check))
            return check

        return register


class Survey:
    """What a check sees besides its subject, and where it tells its findings."""

    def __init__(self, model: v.Model) -> None:
        self.model = model
        self.system: v.System | None = None
        self.context: v.Context | None = None
        self.findings: list[Diagnostic] = []
        self._known: dict[tuple[str, Any], Any] = {}

    def report(self, code: str, node: str, message: str, *, severity: str | None = None) -> None:
        """Add a finding at a path of the model; `severity` only for codes that have two.

        Raises LookupError for a code without a row in the table.
        """
        self.findings.append(at_model(code, message, node, severity=severity))

    def once(self, what: str, subject: S, compute: Callable[[S], R]) -> R:
        """What `compute` gives for a subject, computed at the first call with this name of what it is."""
        key = (what, subject)
        if key not in self._known:
            self._known[key] = compute(subject)
        found: R = self._known[key]
        return found

    def tables(self, system: v.System) -> SystemTables:
        """What can be looked up in a system."""
        return self.once("tables", system, SystemTables)

    @cached_property
    def contexts(self) -> list[v.Context]:
        """All contexts: system by system, then the loose ones."""
        return list(self.model.contexts())

    @cached_property
    def _backends(self) -> dict[tuple[str | None, str], list[v.Deployable]]:
        found: dict[tuple[str | None, str], list[v.Deployable]] = {}
        for system in self.model.systems:
            for deployable in system.deployables:
                if deployable.platform in BACKENDS:
                    for context in dict.fromkeys(deployable.contexts):
                        found.setdefault((system.name, context), []).append(deployable)
        return found

    def backends_of(self, context: v.Context) -> list[v.Deployable]:
        """The backends that host a context, in order; a loose context has none."""
        return self._backends.get((context.system, context.name), []) if context.system is not None else []

    def hosted(self, system: v.System, deployable: v.Deployable) -> list[v.Context]:
        """The contexts of a deployable, in the order in which it lists them."""
        contexts = self.tables(system).contexts
        return [contexts[name] for name in deployable.contexts if name in contexts]

    def is_backend(self, deployable: v.Deployable) -> bool:
        """Whether a deployable runs contexts and has a database."""
        return deployable.platform in BACKENDS

    def resource(self, name: str) -> v.Resource | None:
        """The resource of that name for the context around the subject."""
        if self.system is None or self.context is None:
            return None
        return self.tables(self.system).own_resources.get((self.context.name, name))

    @cached_property
    def value_objects(self) -> dict[Node, v.ValueObject]:
        """The value objects of the root and of every context, by declaration."""
        lists = [self.model.value_objects, *(context.value_objects for context in self.contexts)]
        return {found.node: found for value_objects in lists for found in value_objects}

    @cached_property
    def records(self) -> dict[Node, v.Record]:
        """The events and payloads of the root and of every context, by declaration."""
        lists = [self.model.payloads]
        for context in self.contexts:
            lists += [context.events, context.payloads]
        return {found.node: found for records in lists for found in records}

    def stored_names(self, value_object: Node) -> frozenset[str]:
        """The names of the fields of a value object."""
        found = self.value_objects.get(value_object)
        return frozenset(field.name for field in found.fields) if found is not None else frozenset()

    def is_resource_error(self, declaration: Node) -> bool:
        """Whether a declaration is an error payload that only says which resource is concerned."""
        found = self.records.get(declaration)
        return (
            found is not None
            and found.keyword == "error"
            and all(field.name == "resource" and field.type == STRING for field in found.fields)
        )

    @cached_property
    def carried(self) -> dict[str, list[tuple[v.Context, v.Channel]]]:
        """The channels that carry an event of a name, in any context."""
        found: dict[str, list[tuple[v.Context, v.Channel]]] = {}
        for context in self.contexts:
            for channel in context.channels:
                for event in channel.events:
                    found.setdefault(event, []).append((context, channel))
        return found


def survey_model(families: Iterable[ModelFamily], model: v.Model) -> list[Diagnostic]:
    """Run every check over the model, each kind of value in order; raises what a check raises."""
    by_kind: dict[type[Any], list[ModelCheck]] = {}
    for family in families:
        for kind, check in family.checks:
            by_kind.setdefault(kind, []).append(check)
    survey = Survey(model)
    for system, context, subject in _subjects(model):
        survey.system, survey.context = system, context
        for check in by_kind.get(type(subject), ()):
            check(subject, survey)
    return survey.findings


def _subjects(model: v.Model) -> Iterator[tuple[v.System | None, v.Context | None, Any]]:
    yield None, None, model
    for system in model.systems:
        yield system, None, system
        for member in (*system.deployables, *system.resources, *system.uis, *system.apis, *system.e2e_tests):
            yield system, None, member
        for subdomain in system.subdomains:
            yield system, None, subdomain
        for context in system.contexts:
            yield from _of_context(system, context)
    for context in model.loose:
        yield from _of_context(None, context)


def _of_context(
    system: v.System | None, context: v.Context
) -> Iterator[tuple[v.System | None, v.Context | None, Any]]:
    yield system, context, context
    for members in (
        context.aggregates,
        context.value_objects,
        context.repositories,
        context.retrievals,
        context.workflows,
        context.handlers,
        context.services,
        context.projections,
    ):
        for member in members:
            yield system, context, member
