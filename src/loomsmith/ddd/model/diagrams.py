"""Pictures of a resolved model as Mermaid text: a map of contexts, classes by context, the flow of events.

    for diagram in diagrams(model, ("contexts",)):
        print(diagram.text)

The text follows the grammar of Mermaid (https://mermaid.js.org): flowcharts and class diagrams. Names become
identifiers that no word of Mermaid can collide with; what people read are the names of the model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.places import actions
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_WORDS = frozenset(
    "call callback class click cssClass default direction end graph href interpolate link linkStyle "
    "namespace note style subgraph".split()
)
_ONE, _MANY = '"1"', '"*"'


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture: its `kind` (contexts, classes or flow), a title for people, and the Mermaid text."""

    kind: str
    title: str
    text: str


def diagrams(model: v.Model, kinds: Sequence[str] = ()) -> list[Diagram]:
    """The pictures of the asked kinds, of all kinds when none is asked for.

    There is a map of the whole model, a class diagram for each context that declares a type, and one flow
    when anything flows. Raises KeyError for a kind that is not in `KINDS`.
    """
    return [diagram for kind in kinds or KINDS for diagram in KINDS[kind](model)]


class _Sheet:
    """The lines of a flowchart, and the identifiers given out so far."""

    def __init__(self, first: str) -> None:
        self.lines = [first]
        self.depth = 1
        self._ids: dict[tuple[str, ...], str] = {}
        self._taken: set[str] = set()

    def add(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    def open(self, line: str) -> None:
        self.add(line)
        self.depth += 1

    def close(self, word: str = "end") -> None:
        self.depth -= 1
        self.add(word)

    def id(self, *key: str) -> str:
        """The identifier of a thing, made of the last part of its key; equal keys have equal identifiers."""
        known = self._ids.get(key)
        if known is None:
            plain = re.sub(r"\W", "_", key[-1], flags=re.ASCII) or "_"
            plain = f"{plain}_" if plain in _WORDS or not plain[0].isalpha() else plain
            known, count = plain, 1
            while known in self._taken:
                count += 1
                known = f"{plain}_{count}"
            self._ids[key] = known
            self._taken.add(known)
        return known

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "#quot;") + '"'


def shown(type_: t.Type) -> str:
    """A type as people read it in a picture: `Deck[]`, `Ferry id?`, `Order or NotFound`."""
    match type_:
        case t.UnionOf():
            return " or ".join(map(shown, type_.variants))
        case t.CarrierOf():
            return f"{shown(type_.inner)} {type_.carrier}"
        case t.ListOf():
            return f"{shown(type_.element)}[]"
        case t.OptionalOf():
            return f"{shown(type_.inner)}?"
        case _:
            return t.label(type_)


# The map of contexts


def _context_maps(model: v.Model) -> Iterator[Diagram]:
    sheet = _Sheet("flowchart LR")
    for system in model.systems:
        sheet.open(f"subgraph {sheet.id('system', system.name)} [{_quoted(system.name)}]")
        for subdomain in system.subdomains:
            if subdomain.node is not None:
                sheet.open(f"subgraph {sheet.id(system.name, subdomain.name)} [{_quoted(subdomain.name)}]")
            for context in subdomain.contexts:
                sheet.add(f"{_context_id(sheet, context)}[{_quoted(context.name)}]")
            if subdomain.node is not None:
                sheet.close()
        sheet.close()
    for context in model.loose:
        sheet.add(f"{_context_id(sheet, context)}[{_quoted(context.name)}]")
    for system in model.systems:
        _draw_deployables(system, sheet)
    for origin, target, words in _dependencies(model):
        left, right = _context_id(sheet, origin), _context_id(sheet, target)
        sheet.add(f"{left} -- {_quoted(', '.join(words))} --> {right}")
    if len(sheet.lines) > 1:
        yield Diagram("contexts", "Contexts", sheet.text())


def _context_id(sheet: _Sheet, context: v.Context) -> str:
    return sheet.id("context", context.system or "", context.name)


def _draw_deployables(system: v.System, sheet: _Sheet) -> None:
    contexts = {context.name: context for context in reversed(system.contexts)}
    for deployable in system.deployables:
        own = sheet.id("deployable", system.name, deployable.name)
        label = f"{deployable.name}: {deployable.platform} {deployable.port}"
        sheet.add(f"{own}([{_quoted(label)}])")
        if deployable.target is not None:
            sheet.add(f"{own} -.-> {sheet.id('deployable', system.name, deployable.target)}")
            continue
        for name in deployable.contexts:
            if name in contexts:
                sheet.add(f"{own} -.-> {_context_id(sheet, contexts[name])}")


def _dependencies(model: v.Model) -> Iterator[tuple[v.Context, v.Context, list[str]]]:
    """Which context relies on which: by ids it stores, and by events it waits for."""
    owners = {a.node: context for context in model.contexts() for a in context.aggregates}
    events = {event.node: context for context in model.contexts() for event in context.events}
    by_name: dict[str, v.Context] = {}
    for event, context in events.items():
        by_name.setdefault(event.name, context)
    for context in model.contexts():
        found: dict[v.Context, dict[str, None]] = {}
        for aggregate in context.aggregates:
            for field in (*aggregate.own_fields, *(f for part in aggregate.parts for f in part.fields)):
                held = t.element(field.type)
                declared = held.declaration if isinstance(held, t.IdOf) else None
                owner = owners.get(declared) if isinstance(declared, n.Aggregate) else None
                if owner is not None:
                    found.setdefault(owner, {})[shown(held)] = None
        for name in _consumed(context):
            if name in by_name:
                found.setdefault(by_name[name], {})[name] = None
        for target, words in found.items():
            if target is not context:
                yield context, target, list(words)


def _consumed(context: v.Context) -> Iterator[str]:
    for workflow in context.workflows:
        yield from (consumer.event or "" for consumer in workflow.consumers())
    for projection in context.projections:
        yield from (fold.event for fold in projection.folds)


# Classes


def _class_diagrams(model: v.Model) -> Iterator[Diagram]:
    rooted: list[v.ValueObject | v.Enum] = [*model.value_objects, *model.enums]
    for context in model.contexts():
        if context.aggregates or context.value_objects or context.enums:
            yield Diagram("classes", f"Classes of {context.name}", _Classes(context, rooted).text())


class _Classes:
    """The class diagram of one context; types of the file root appear where they are used."""

    def __init__(self, context: v.Context, rooted: list[v.ValueObject | v.Enum]) -> None:
        self.sheet = _Sheet("classDiagram")
        self.context = context
        self.rooted = {found.node: found for found in rooted}
        self.drawn: set[object] = set()
        self.used: set[object] = set()
        self.relations: dict[str, None] = {}

    def text(self) -> str:
        for aggregate in self.context.aggregates:
            self.aggregate(aggregate)
        for value_object in self.context.value_objects:
            self.value_object(value_object)
        for enum in self.context.enums:
            self.enum(enum)
        while waiting := [found for node, found in self.rooted.items() if node in self.used - self.drawn]:
            for found in waiting:
                if isinstance(found, v.Enum):
                    self.enum(found)
                else:
                    self.value_object(found)
        for relation in self.relations:
            self.sheet.add(relation)
        return self.sheet.text()

    def aggregate(self, found: v.Aggregate) -> None:
        members = [*self.fields(found.own_fields), *self.derived(found.derived)]
        members += [self.operation(operation) for operation in found.operations]
        own = self.klass(found.node, found.name, "abstract" if found.abstract else "aggregate", members)
        if found.base is not None:
            self.relate(self.sheet.id(found.base), "<|--", own)
        self.held(own, found.containments, found.parts)
        self.references(own, found.own_fields)
        for part in found.parts:
            inner = self.klass(
                part.node, part.name, "entity", [*self.fields(part.fields), *self.derived(part.derived)]
            )
            self.held(inner, part.containments, found.parts)
            self.references(inner, part.fields)

    def value_object(self, found: v.ValueObject) -> None:
        members = [*self.fields(found.fields), *self.derived(found.derived)]
        self.references(self.klass(found.node, found.name, "value object", members), found.fields)

    def enum(self, found: v.Enum) -> None:
        self.klass(found.node, found.name, "enumeration", found.values)

    def klass(self, node: object, name: str, stereotype: str, members: Iterable[str]) -> str:
        own = self.sheet.id(name)
        self.drawn.add(node)
        self.sheet.open(f"class {own}[{_quoted(name)}] {{")
        self.sheet.add(f"<<{stereotype}>>")
        for member in members:
            self.sheet.add(member)
        self.sheet.close("}")
        return own

    def fields(self, fields: Iterable[v.Field]) -> list[str]:
        return [f"{_visibility(field.access)}{field.name}: {shown(field.type)}" for field in fields]

    def derived(self, derived: Iterable[v.Derived]) -> list[str]:
        return [f"+/{found.name}: {shown(found.type)}" for found in derived if found.node is not None]

    def operation(self, operation: v.Operation) -> str:
        params = ", ".join(f"{param.name}: {shown(param.type)}" for param in operation.params)
        returns = f" {shown(operation.returns)}" if operation.returns is not None else ""
        return f"{'-' if operation.private else '+'}{operation.name}({params}){returns}"

    def held(self, own: str, containments: Iterable[v.Containment], parts: Iterable[v.Part]) -> None:
        names = {part.name for part in parts}
        for held in containments:
            if held.part in names:
                count = _MANY if held.many else '"0..1"' if held.optional else _ONE
                self.relate(own, f"*-- {count}", self.sheet.id(held.part), held.name)

    def references(self, own: str, fields: Iterable[v.Field]) -> None:
        for field in fields:
            held = t.element(field.type)
            if isinstance(held, t.IdOf):
                self.relate(own, "..>", self.sheet.id(held.target), field.name)
            elif isinstance(held, t.ValueObjectOf | t.EnumOf):
                self.used.add(held.declaration)
                self.relate(own, "-->", self.sheet.id(held.name), field.name)

    def relate(self, left: str, arrow: str, right: str, label: str = "") -> None:
        self.relations[f"{left} {arrow} {right}" + (f" : {label}" if label else "")] = None


def _visibility(access: str) -> str:
    return {"secret": "-", "internal": "~", "managed": "#", "token": "#"}.get(access, "+")


# The flow of events


def _flows(model: v.Model) -> Iterator[Diagram]:
    sheet = _Sheet("flowchart LR")
    for context in model.contexts():
        lines = list(_nodes_of_flow(context, sheet))
        if lines:
            sheet.open(f"subgraph {_context_id(sheet, context)} [{_quoted(context.name)}]")
            for line in lines:
                sheet.add(line)
            sheet.close()
    for line in dict.fromkeys(_edges_of_flow(model, sheet)):
        sheet.add(line)
    if len(sheet.lines) > 1:
        yield Diagram("flow", "Events and workflows", sheet.text())


def _nodes_of_flow(context: v.Context, sheet: _Sheet) -> Iterator[str]:
    key = (context.system or "", context.name)
    acting = {name for name, _, _ in _emissions(context)} | {name for _, name, _ in _calls(context)}
    for aggregate in context.aggregates:
        if aggregate.name in acting:
            yield f"{sheet.id('aggregate', *key, aggregate.name)}[{_quoted(aggregate.name)}]"
    for event in context.events:
        yield f"{sheet.id('event', *key, event.name)}([{_quoted(event.name)}])"
    for workflow in context.workflows:
        yield f"{sheet.id('workflow', *key, workflow.name)}{{{{{_quoted(workflow.name)}}}}}"
    for projection in context.projections:
        if projection.folds:
            yield f"{sheet.id('projection', *key, projection.name)}[({_quoted(projection.name)})]"


def _edges_of_flow(model: v.Model, sheet: _Sheet) -> Iterator[str]:
    events: dict[str, str] = {}
    for context in model.contexts():
        for event in context.events:
            own = sheet.id("event", context.system or "", context.name, event.name)
            events.setdefault(event.name, own)
    for context in model.contexts():
        key = (context.system or "", context.name)
        local = {x.name: sheet.id("event", *key, x.name) for x in context.events}
        for name, event_name, action in _emissions(context):
            if event_name in local:
                yield f"{sheet.id('aggregate', *key, name)} -- {_quoted(action)} --> {local[event_name]}"
        for workflow in context.workflows:
            own = sheet.id("workflow", *key, workflow.name)
            for statement in _statements(workflow):
                if isinstance(statement, e.Emit) and statement.name in local:
                    yield f"{own} --> {local[statement.name]}"
            for consumer in workflow.consumers():
                heard = local.get(consumer.event or "") or events.get(consumer.event or "")
                if heard is not None:
                    yield f"{heard} --> {own}"
        for caller, name, action in _calls(context):
            target = sheet.id("aggregate", *key, name)
            yield f"{sheet.id('workflow', *key, caller)} -- {_quoted(action)} --> {target}"
        for projection in context.projections:
            for fold in projection.folds:
                heard = local.get(fold.event) or events.get(fold.event)
                if heard is not None:
                    yield f"{heard} -.-> {sheet.id('projection', *key, projection.name)}"
    for system in model.systems:
        for timer in system.timer_sources:
            if timer.event in events:
                own = sheet.id("timer", system.name, timer.name)
                yield f"{own}(({_quoted(timer.name)})) --> {events[timer.event]}"


def _emissions(context: v.Context) -> Iterator[tuple[str, str, str]]:
    """What aggregates emit, as (aggregate, event, action)."""
    for aggregate in context.aggregates:
        for action in actions(aggregate):
            for statement in e.all_statements(action.body):
                if isinstance(statement, e.Emit):
                    yield aggregate.name, statement.name, action.name


def _statements(workflow: v.Workflow) -> Iterator[e.Stmt]:
    for starter in (*workflow.creates, *workflow.handles, *workflow.handlers):
        yield from e.all_statements(starter.body)


def _calls(context: v.Context) -> Iterator[tuple[str, str, str]]:
    """What workflows do to aggregates, as (workflow, aggregate, action)."""
    served = {repository.name: repository.aggregate for repository in context.repositories}
    names = {aggregate.name for aggregate in context.aggregates}
    for workflow in context.workflows:
        bound: dict[str, str] = {}
        for statement in _statements(workflow):
            match statement:
                case e.Factory():
                    bound[statement.name] = statement.aggregate
                    yield workflow.name, statement.aggregate, "create"
                case e.Load() | e.Run():
                    bound[statement.name] = served.get(statement.repository, "")
                case e.Loop() if isinstance(statement.source, e.Name):
                    bound[statement.var] = bound.get(statement.source.name, "")
                case e.Branch() if statement.repository is not None:
                    bound[statement.var] = served.get(statement.repository, "")
                case e.OperationCall() if bound.get(statement.binding) in names:
                    yield workflow.name, bound[statement.binding], statement.operation
                case e.Delete() if served.get(statement.repository) in names:
                    yield workflow.name, served[statement.repository], statement.method


KINDS: dict[str, Callable[[v.Model], Iterator[Diagram]]] = {
    "contexts": _context_maps,
    "classes": _class_diagrams,
    "flow": _flows,
}
"""How the pictures of each kind are drawn, in the order in which they are shown."""
