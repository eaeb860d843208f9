"""Components and stores: that components have one body, and that both get what they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.calls import Signature, judge_arguments
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.pages import told_if_actions_repeat
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing
from loomsmith.ddd.types.kinds import Action, Optional, Slot, show
from loomsmith.ddd.types.relations import fits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.kinds import Type

checks = Family()


@checks.on(n.Component)
def components_have_one_body(component: n.Component, inspection: Inspection) -> None:
    if component.extern and component.body is not None:
        message = f"{component.name} is extern, so that its body is written elsewhere: drop this one."
        inspection.report("loom.extern-component-has-body", component.body, message)
    elif not component.extern and component.body is None:
        message = f"{component.name} shows nothing: give it a `body:`, or say `extern from` where it is."
        inspection.report("loom.component-missing-body", anchor(component, "name"), message)
    told_if_actions_repeat(component.decls, f"the component {component.name}", inspection)


# Invocations


def component_named(node: Node, name: str, inspection: Inspection) -> n.Component | None:
    """The component of the ui around a node, else one at file level."""
    declarations = inspection.links.declarations
    return declarations.member(enclosing(node, n.Ui), name, n.Component) or declarations.member(
        inspection.file, name, n.Component
    )


def _in_ui(node: Node) -> bool:
    return enclosing(node, n.Ui, n.Component, n.Layout) is not None


@checks.on(n.File)
def components_get_what_they_take(_: n.File, inspection: Inspection) -> None:
    """Look at `K { ... }` and `K(...)` in pages, components and layouts."""
    nodes = inspection.links.nodes
    names = {component.name for component in nodes.get(n.Component, ())}
    if not names:
        return
    parameters: dict[n.Component, dict[str, n.Parameter]] = {}
    for builder in nodes.get(n.Builder, ()):
        if builder.type in names:
            _invocation(builder, builder.type, builder.entries, parameters, inspection)
    for chain in nodes.get(n.Postfix, ()):
        first = chain.suffixes[0] if chain.suffixes else None
        if isinstance(chain.head, n.NameRef) and chain.head.name in names and isinstance(first, n.CallSuffix):
            _invocation(chain, chain.head.name, first.args, parameters, inspection)


def _invocation(
    node: Node,
    name: str,
    arguments: Sequence[n.Arg],
    parameters: dict[n.Component, dict[str, n.Parameter]],
    inspection: Inspection,
) -> None:
    component = component_named(node, name, inspection) if _in_ui(node) else None
    if component is None:
        return
    by_name = parameters.get(component)
    if by_name is None:
        by_name = parameters[component] = {parameter.name: parameter for parameter in component.params}
    typing = inspection.typing
    for place, argument in enumerate(arguments):
        if argument.name is not None:
            parameter = by_name.get(argument.name)
        else:
            parameter = component.params[place] if place < len(component.params) else None
        if parameter is None:
            continue
        wanted = typing.member(parameter)
        found = typing.type_of(argument.value)
        if not _takes_no_value(wanted) and not fits(argument.value, found, wanted):
            message = f"{name} takes {show(wanted)} as {parameter.name!r}, not {show(found)}."
            inspection.report("loom.component-prop-type", argument.value, message)


def _takes_no_value(kind: Type) -> bool:
    inner = kind.inner if isinstance(kind, Optional) else kind
    return isinstance(inner, Slot | Action)


# Actions of stores


@checks.on(n.AssignOrCall)
def store_actions_are_called_well(statement: n.AssignOrCall, inspection: Inspection) -> None:
    """`Store.action(...)` as a statement."""
    if not statement.call or len(statement.path) != 2 or not inspection.links.nodes.get(n.Store):
        return
    action = _store_action(statement, statement.path[0], statement.path[1], inspection)
    if action is not None:
        arguments = [(None, argument, argument) for argument in statement.args]
        signature = Signature(f"{statement.path[0]}.{action.name}", action.params)
        environment = inspection.typing.environment_at(statement)
        judge_arguments(signature, arguments, statement, environment, inspection)


@checks.on(n.Postfix)
def store_actions_in_expressions_are_called_well(chain: n.Postfix, inspection: Inspection) -> None:
    """`Store.action(...)` in an expression."""
    first = chain.suffixes[0] if chain.suffixes else None
    if not inspection.links.nodes.get(n.Store) or not isinstance(chain.head, n.NameRef):
        return
    if not isinstance(first, n.MemberSuffix) or not first.call:
        return
    action = _store_action(chain, chain.head.name, first.member, inspection)
    if action is not None:
        arguments = [(argument.name, argument.value, argument) for argument in first.args]
        signature = Signature(f"{chain.head.name}.{action.name}", action.params)
        environment = inspection.typing.environment_at(chain)
        judge_arguments(signature, arguments, first, environment, inspection)


def _store_action(node: Node, store: str, action: str, inspection: Inspection) -> n.Action | None:
    declarations = inspection.links.declarations
    found = declarations.member(enclosing(node, n.Ui), store, n.Store)
    return declarations.member(found, action, n.Action)
