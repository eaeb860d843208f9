"""What the pages and components of a ui can name, for the checks on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model.checks.system_tables import by_name
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.model.checks.framework import Survey


class UiScope:
    """The names that a ui gives to what it reaches.

    `apis` are its api parameters with the contexts behind each, `functions` its extern functions.
    """

    def __init__(self, ui: v.Ui, system: v.System, survey: Survey) -> None:
        self.ui = ui
        tables = survey.tables(system)
        self.aggregates = tables.aggregates
        self.workflows = tables.workflows
        root = survey.once("names of root value objects", survey.model, _value_objects)
        self.value_objects = (root, tables.value_objects)
        self.apis: dict[str, list[v.Context]] = {}
        self.channels: set[str] = set()
        self.functions: set[str] = set()
        for member in ui.node.members:
            if isinstance(member, n.UiApiParam):
                self.apis[member.name] = tables.behind_apis.get(member.api.text, [])
            elif isinstance(member, n.UiChannelParam):
                self.channels.add(member.name)
            elif isinstance(member, n.UiFunction):
                self.functions.add(member.name)
        self.stores = {store.name: store for store in reversed(ui.stores)}
        self._own_components = by_name(ui.components)
        self._components = survey.once("root components", survey.model, _components)

    def is_handle(self, name: str) -> bool:
        """Whether a name reaches data or processes: an api, a channel, an aggregate, a workflow, `Views`."""
        own = name in self.apis or name in self.channels or name == "Views"
        return own or name in self.aggregates or name in self.workflows

    def is_value_object(self, name: str) -> bool:
        """Whether a value object of that name can be made in a page."""
        return any(name in names for names in self.value_objects)

    def component(self, name: str) -> v.View | None:
        """The component of that name: of the ui, else of the root."""
        return self._own_components.get(name) or self._components.get(name)

    def projection(self, handle: str, name: str) -> v.Projection | None:
        """The projection of that name behind an api parameter."""
        for context in self.apis.get(handle, ()):
            found = next((p for p in context.projections if p.name == name), None)
            if found is not None:
                return found
        return None

    def projection_reads(self, exprs: Iterator[e.Expr]) -> Iterator[v.Projection]:
        """The projections that are read as `handle.Projection`, once for each place."""
        for expr in exprs:
            receiver = expr.receiver if isinstance(expr, e.Member | e.MethodCall) else None
            if isinstance(expr, e.Member | e.MethodCall) and isinstance(receiver, e.Name):
                found = self.projection(receiver.name, expr.name)
                if found is not None:
                    yield found

    def remote_action(self, expr: e.Expr | None) -> tuple[v.Aggregate, str] | None:
        """The aggregate and the action that `Agg.m(...)` or `handle.Agg.m(...)` calls, if it is public."""
        if not isinstance(expr, e.MethodCall):
            return None
        receiver = expr.receiver
        if isinstance(receiver, e.Member) and isinstance(receiver.receiver, e.Name):
            name = receiver.name if receiver.receiver.name in self.apis else ""
        else:
            name = receiver.name if isinstance(receiver, e.Name) and receiver.kind == "unknown" else ""
        aggregate = self.aggregates.get(name)
        if aggregate is None:
            return None
        public = {operation.name for operation in aggregate.operations if not operation.private}
        public |= {action.name for action in (*aggregate.creates, *aggregate.destroys)}
        return (aggregate, expr.name) if expr.name in public else None

    def instance_operation(self, expr: e.Expr | None) -> v.Operation | None:
        """The operation that such a call runs on one instance; creates and destroys are none."""
        found = self.remote_action(expr)
        if found is None:
            return None
        return next((o for o in found[0].operations if o.name == found[1] and not o.private), None)


def ui_scope(ui: v.Ui, system: v.System, survey: Survey) -> UiScope:
    """The scope of a ui, made once."""
    return survey.once("scope of a ui", ui, lambda found: UiScope(found, system, survey))


def _value_objects(model: v.Model) -> frozenset[str]:
    return frozenset(found.name for found in model.value_objects)


def _components(model: v.Model) -> dict[str, v.View]:
    return by_name(model.components)


def host_expressions(view: v.View) -> list[e.Expr]:
    """What a page or a component renders: body, title, derived values, initial state."""
    roots = [view.body, view.title, *(d.expr for d in view.derived), *(f.init for f in view.state)]
    return [root for root in roots if root is not None]


def argument(call: e.Call, name: str) -> e.Expr | None:
    """The value given to an argument by name."""
    return next((a.value for a in call.args if a.name == name), None)


def first_positional(call: e.Call) -> e.Expr | None:
    """The first argument given without a name."""
    return next((a.value for a in call.args if a.name is None), None)


def is_true(expr: e.Expr | None) -> bool:
    """Whether an argument is the literal `true`."""
    return isinstance(expr, e.Literal) and expr.kind == "bool" and expr.text == "True"


def elements(*roots: e.Expr) -> Iterator[e.Call]:
    """Every call of a bare name below the roots, in either form."""
    for expr in e.deep(*roots):
        if isinstance(expr, e.Call) and expr.kind == "free":
            yield expr
