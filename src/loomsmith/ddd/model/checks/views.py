"""Pages and components: elements where they belong, actions that exist, effects that are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.model.checks.ui_scope import (
    UiScope,
    argument,
    elements,
    first_positional,
    host_expressions,
    is_true,
    ui_scope,
)
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.intrinsics import COLLECTION_OPERATIONS
from loomsmith.ddd.vocabulary.page_elements import ELEMENTS, PARENTS, VIEW_EFFECTS

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = ModelFamily()

_FORM_NAMES = frozenset({"create", "run", "register", "handleSubmit", "control", "errors"})
_FORMS = frozenset({"CreateForm", "WorkflowForm", "OperationForm"})
_CALLBACKS = ("onClick", "onRowClick", "onSubmit")
_FAMILIES = {"string": "string", "int": "number", "decimal": "number", "money": "number", "bool": "bool"}
_PARAMETER_FAMILIES = {
    **_FAMILIES,
    "long": "number",
    "datetime": "string",
    "json": "string",
    "guid": "string",
}


@checks.on(v.Ui)
def views(ui: v.Ui, survey: Survey) -> None:
    """Every page and component of a ui."""
    if survey.system is None:
        return
    scope = ui_scope(ui, survey.system, survey)
    mounts = survey.tables(survey.system).mounts.get(ui.name, [])
    rendered = {ui.framework or d.framework for d in mounts} | {d.platform for d in mounts}
    for view in (*ui.pages, *ui.components):
        _View(view, scope, survey, "feliz" in rendered).check()


class _View:
    """Checks one page or component."""

    def __init__(self, view: v.View, scope: UiScope, survey: Survey, feliz: bool) -> None:
        self.view = view
        self.scope = scope
        self.survey = survey
        self.feliz = feliz
        self.maps = not feliz and scope.ui.framework != "feliz"
        self.node = f"{view.kind} '{view.name}'"
        self.actions = {action.name: action for action in view.actions}

    def report(self, code: str, message: str, action: str | None = None) -> None:
        node = self.node if action is None else f"{self.node} action '{action}'"
        self.survey.report(f"loom.{code}", node, message)

    def check(self) -> None:
        host = host_expressions(self.view)
        self.unknown_elements(host)
        self.slots(host)
        self.misplaced(host)
        self.collections(host)
        if self.view.body is not None:
            for element in elements(self.view.body):
                self.grid(element)
                self.chart(element)
        watched = [root for root in (self.view.body, self.view.title, self.view.gate) if root is not None]
        self.watch(watched, None)
        for action in self.view.actions:
            roots = [root for s in e.all_statements(action.body) for root in e.own_exprs(s)]
            self.watch(roots, action.name)
            self.action(action)

    # Elements

    def unknown_elements(self, host: list[e.Expr]) -> None:
        known = {*ELEMENTS, *VIEW_EFFECTS, *self.scope.functions, *self.actions}
        for name in dict.fromkeys(call.name for call in elements(*host)):
            declared = self.scope.component(name) is not None or self.scope.is_value_object(name)
            if name not in known and not declared:
                self.report("unknown-page-element", f"There is no page element or component {name!r}.")

    def slots(self, host: list[e.Expr]) -> None:
        if self.view.kind == "page" and any(call.name == "Slot" for call in elements(*host)):
            self.report("slot-outside-component", "`Slot` is the place for what a component is given.")

    def misplaced(self, host: list[e.Expr]) -> None:
        found: dict[str, None] = {}
        stack: list[tuple[e.Expr, str]] = [(root, "") for root in reversed(host)]
        while stack:
            expr, parent = stack.pop()
            is_element = isinstance(expr, e.Call) and expr.kind == "free"
            if isinstance(expr, e.Call) and expr.name in PARENTS and parent not in PARENTS[expr.name]:
                found[expr.name] = None
            around = expr.name if isinstance(expr, e.Call) and is_element else ""
            stack.extend((part, around) for part in reversed(list(e.parts(expr))))
        for name in found:
            wanted = " or ".join(sorted(PARENTS[name]))
            self.report("sub-primitive-misplaced", f"`{name}` belongs directly into {wanted}.")

    def collections(self, host: list[e.Expr]) -> None:
        roots = [*host]
        for action in self.view.actions:
            roots += [root for s in e.all_statements(action.body) for root in e.own_exprs(s)]
        rows = {
            data.param
            for call in elements(*roots)
            if call.name == "QueryView" and not is_true(argument(call, "single"))
            if isinstance(data := argument(call, "data"), e.Lambda)
        }
        used: dict[str, None] = {}
        for expr in e.deep(*roots):
            if not isinstance(expr, e.Member | e.MethodCall) or expr.name not in COLLECTION_OPERATIONS:
                continue
            receiver = expr.receiver
            listed = isinstance(t.required(receiver.type), t.ListOf)
            listed |= isinstance(receiver, e.Name) and receiver.kind == "lambda" and receiver.name in rows
            if listed and not (expr.name == "map" and self.maps):
                used[expr.name] = None
        for name in used:
            message = f"`{name}` does not run in a ui: read what it gives from a projection or a find."
            self.report("frontend-collection-op-unsupported", message)

    def grid(self, call: e.Call) -> None:
        selection = argument(call, "selection") if call.name == "DataGrid" else None
        if selection is None:
            return
        state = {field.name: field.type for field in self.view.state}
        if not isinstance(selection, e.Name) or selection.name not in state:
            self.report("datagrid-selection-not-state", "`selection:` names a state field of the page.")
        elif state[selection.name] != t.ListOf(t.STRING):
            self.report("datagrid-selection-not-array", "`selection:` names a state field of type string[].")

    def chart(self, call: e.Call) -> None:
        if call.name != "Chart":
            return
        kind = argument(call, "kind")
        if not (isinstance(kind, e.Literal) and kind.kind == "string" and kind.text in ("line", "bar")):
            self.report("chart-kind-invalid", '`kind:` of a Chart is "line" or "bar".')
        projection = self.charted(argument(call, "of"))
        if projection is None:
            message = "`of:` of a Chart is a grouped projection behind an api of the ui: `handle.Projection`."
            self.report("chart-of-not-grouped", message)
        for axis in ("x", "y"):
            accessor = argument(call, axis)
            body = accessor.body if isinstance(accessor, e.Lambda) else None
            simple = isinstance(body, e.Member) and isinstance(body.receiver, e.Name)
            if not simple or not isinstance(body, e.Member):
                self.report(
                    "chart-accessor-not-field", f"`{axis}:` of a Chart reads one field: `r => r.day`."
                )
            elif projection is not None and all(f.name != body.name for f in projection.fields):
                message = f"`{axis}:` reads {body.name!r}, which {projection.name} does not have."
                self.report("chart-accessor-not-field", message)

    def charted(self, of: e.Expr | None) -> v.Projection | None:
        if not isinstance(of, e.Member) or not isinstance(of.receiver, e.Name):
            return None
        found = self.scope.projection(of.receiver.name, of.name)
        return found if found is not None and found.readable and found.group_by else None

    # What runs

    def watch(self, roots: list[e.Expr], action: str | None) -> None:
        """The findings in what a page shows and in what its actions do."""
        for projection in self.scope.projection_reads(e.deep(*roots)):
            if not projection.readable:
                message = f"{projection.name} is keyed or folded from events: a ui cannot read it whole."
                self.report("ui-projection-read-unsupported", message, action)
        in_forms = {
            id(expr)
            for form in elements(*roots)
            if form.name.endswith("Form")
            for expr in e.deep(*(given.value for given in form.args))
        }
        for expr in e.deep(*roots):
            if isinstance(expr, e.MethodCall):
                self.receiver(expr, action, in_form=id(expr) in in_forms)
            elif isinstance(expr, e.Call) and expr.kind == "free":
                self.callbacks(expr, action)
        for found in self.effectful_lambdas(roots):
            message = f"The lambda over {found.param!r} has an effect: name an action instead."
            self.report("effect-in-lambda", message, action)

    def receiver(self, expr: e.MethodCall, action: str | None, *, in_form: bool) -> None:
        root: e.Expr = expr.receiver
        while isinstance(root, e.Member | e.MethodCall):
            root = root.receiver
        if not isinstance(root, e.Name) or root.kind != "unknown":
            return
        if self.scope.is_handle(root.name) or root.name in self.scope.stores:
            return
        if in_form and root.name in _FORM_NAMES:
            return
        message = f"{root.name!r} is nothing that a page can call: no parameter, state, store or handle."
        self.report("method-call-unresolved-receiver", message, action)

    def callbacks(self, call: e.Call, action: str | None) -> None:
        for name in _CALLBACKS:
            value = argument(call, name)
            if not isinstance(value, e.Name) or value.kind != "unknown":
                continue
            if not self.scope.is_handle(value.name) and value.name not in self.scope.functions:
                message = f"`{name}:` names {value.name!r}, which is no action."
                self.report("unresolved-action-ref", message, action)
        first = first_positional(call)
        if call.name == "Action" and isinstance(first, e.Member):
            operation = _operation_of(first)
            if operation is not None and operation.params and not operation.private:
                message = (
                    f"`Action` runs operations without parameters; use `OperationForm` for {first.name}."
                )
                self.report("action-op-has-params", message, action)
        self.payloads(call, action)

    def payloads(self, call: e.Call, action: str | None) -> None:
        submit, click = argument(call, "onSubmit"), argument(call, "onRowClick")
        if call.name in _FORMS and isinstance(submit, e.Name) and submit.name in self.actions:
            wanted = 0 if argument(call, "into") is not None else 1
            if len(self.actions[submit.name].params) != wanted:
                message = f"{submit.name!r} must take {wanted or 'no'} parameter: the form gives as much."
                self.report("action-payload-mismatch", message, action)
        clicked = self.actions.get(click.name) if isinstance(click, e.Name) else None
        if call.name == "Table" and clicked is not None and len(clicked.params) > 1:
            message = f"{clicked.name!r} gets the row that was clicked, and nothing else."
            self.report("action-payload-mismatch", message, action)

    def effectful_lambdas(self, roots: list[e.Expr]) -> Iterator[e.Lambda]:
        exempt: set[int] = set()
        for expr in e.deep(*roots):
            component = self.scope.component(expr.name) if isinstance(expr, e.Call) else None
            if isinstance(expr, e.Call) and component is not None:
                exempt |= set(_action_arguments(expr, component.params))
            if isinstance(expr, e.Lambda) and id(expr) not in exempt and self.has_effect(expr):
                yield expr

    def has_effect(self, found: e.Lambda) -> bool:
        effects = e.Assign | e.Emit | e.CallStmt | e.MatchStmt
        block = list(e.all_statements(found.block)) if found.block is not None else []
        if any(isinstance(statement, effects) for statement in block):
            return True
        roots = [found.body] if found.body is not None else []
        roots += [root for statement in block for root in e.own_exprs(statement)]
        body = found.body
        if isinstance(body, e.Call) and body.kind == "free" and body.name in VIEW_EFFECTS:
            return True
        return any(self.scope.remote_action(expr) is not None for expr in e.deep(*roots))

    # Actions

    def action(self, action: v.ActionModel) -> None:
        awaited: set[int] = set()
        for statement in e.all_statements(action.body):
            called = statement.name if isinstance(statement, e.CallStmt) else None
            known = {*VIEW_EFFECTS, *self.scope.functions, *self.actions}
            if called is not None and called not in known:
                message = f"{called!r} is no action and no function of the ui."
                self.report("unresolved-action-ref", message, action.name)
            if isinstance(statement, e.Assign) and statement.path[0] in self.scope.stores:
                message = f"{'.'.join(statement.path)} is written by the actions of its store alone."
                self.report("store-state-inline-write", message)
            if isinstance(statement, e.MatchStmt):
                if statement.awaited:
                    awaited.add(id(statement.subject))
                self.instance_match(statement.subject, bool(statement.arms), action)
            for expr in (found for root in e.own_exprs(statement) for found in e.deep(root)):
                if isinstance(expr, e.Match) and expr.awaited and expr.subject is not None:
                    awaited.add(id(expr.subject))
                    self.instance_match(expr.subject, bool(expr.arms), action)
                if self.scope.remote_action(expr) is not None and id(expr) not in awaited:
                    message = "A call that changes something is awaited: `match await call { ... }`."
                    self.report("missing-effect-marker", message, action.name)

    def instance_match(self, subject: e.Expr, has_arms: bool, action: v.ActionModel) -> None:
        operation = self.scope.instance_operation(subject)
        if self.feliz and (self.view.kind == "component" or operation is None or not has_arms):
            message = "feliz awaits operations of one thing, in pages."
            self.report("feliz-async-effect-unsupported", message, action.name)
        if operation is None or not isinstance(subject, e.MethodCall):
            return
        if self.view.kind == "page" and ":" not in self.view.route:
            message = f"{operation.name!r} works on one thing: give the page a route such as `/things/:id`."
            self.report("instance-effect-needs-route-id", message)
        args = subject.args
        needed = sum(not isinstance(param.type, t.OptionalOf) for param in operation.params)
        if not needed <= len(args) <= len(operation.params):
            message = f"{operation.name!r} takes {len(operation.params)} arguments, not {len(args)}."
            self.report("match-await-arg-mismatch", message)
        for given, param in zip(args, operation.params, strict=False):
            literal, wanted = given.value, _family_of(param.type)
            if (
                wanted is not None
                and isinstance(literal, e.Literal)
                and _FAMILIES.get(literal.kind, wanted) != wanted
            ):
                message = f"{param.name!r} of {operation.name} is {t.label(param.type)}."
                self.report("match-await-arg-type", message)


def _action_arguments(call: e.Call, params: list[v.Param]) -> Iterator[int]:
    """The identities of the arguments that a component takes as actions."""
    by_name = {param.name: param for param in params}
    positional = iter(params)
    for given in call.args:
        param = by_name.get(given.name) if given.name is not None else next(positional, None)
        if param is not None and isinstance(t.required(param.type), t.ActionOf):
            yield id(given.value)


def _family_of(type_: t.Type) -> str | None:
    """The family of literals that a parameter takes, `None` where none is known."""
    inner = t.required(type_)
    if isinstance(inner, t.IdOf | t.EnumOf):
        return "string"
    return _PARAMETER_FAMILIES.get(inner.name) if isinstance(inner, t.Primitive) else None


def _operation_of(member: e.Member) -> n.Operation | None:
    """The operation that `x.op` names, x being an aggregate."""
    held = t.required(member.receiver.type)
    declaration = held.declaration if isinstance(held, t.EntityOf | t.IdOf) else None
    members = declaration.members if isinstance(declaration, n.Aggregate) else []
    return next((m for m in members if isinstance(m, n.Operation) and m.name == member.name), None)
