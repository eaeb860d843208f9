"""Uis, pages, components and stores, lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.scopes import Scope
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.vocabulary.naming import snake

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from loomsmith.ddd.model.lower_aggregates import Lowering
    from loomsmith.ddd.syntax.node import Node


def lower_ui(node: n.Ui, low: Lowering, without_create: frozenset[str]) -> v.Ui:
    """A ui; `without_create` are the areas of what nobody can create, whose page `New` is left out."""
    declared = {member.name: member for member in members_of(node, n.Store)}
    stores = declared.get
    return v.Ui(
        node,
        node.name,
        node.framework,
        [_page(page, low, stores) for page in _pages(node.members, None, without_create)],
        [lower_component(m, low, stores) for m in members_of(node, n.Component)],
        [_store(m, low, stores) for m in members_of(node, n.Store)],
    )


def _pages(members: Iterable[Node], area: n.Area | None, without_create: frozenset[str]) -> Iterator[n.Page]:
    """The pages of a ui and of its areas, in order."""
    omitted = area is not None and snake(area.name) in without_create
    for member in members:
        if isinstance(member, n.Area):
            yield from _pages(member.members, member, without_create)
        elif isinstance(member, n.Page) and not (omitted and member.name == "New"):
            yield member


def _scope(
    low: Lowering,
    params: list[v.Param],
    declarations: Iterable[Node],
    stores: Callable[[str], n.Store | None],
    *,
    current_user: bool | None = None,
) -> tuple[Scope, list[Node]]:
    """The scope of a page, component or store, and its declarations as a list."""
    listed = list(declarations)
    actions = frozenset(m.name for m in listed if isinstance(m, n.Action))
    scope = Scope(low.context, actions=actions, stores=stores, current_user=current_user)
    for param in params:
        scope.bind(param.name, "param", param.type)
    for member in listed:
        if isinstance(member, n.State):
            for field in member.fields:
                scope.bind(field.name, "state", low.context.type_of(field.type))
        elif isinstance(member, n.Derived):
            scope.bind(member.name, "derived", low.context.type_of(member.type))
    return scope, listed


def _state(declarations: list[Node], low: Lowering, scope: Scope) -> list[v.StateFieldModel]:
    return [
        v.StateFieldModel(field, field.name, low.context.type_of(field.type), low.optional(field.init, scope))
        for member in declarations
        if isinstance(member, n.State)
        for field in member.fields
    ]


def _actions(declarations: list[Node], low: Lowering, scope: Scope) -> list[v.ActionModel]:
    found = []
    for member in declarations:
        if isinstance(member, n.Action):
            params = low.params(member.params)
            body = low.statements.body(member.body, low.bound(scope, params))
            found.append(v.ActionModel(member, member.name, params, body))
    return found


def _page(node: n.Page, low: Lowering, stores: Callable[[str], n.Store | None]) -> v.View:
    params = low.params(node.params)
    scope, props = _scope(low, params, node.props, stores)
    for field in low.context.program.paged_tables.state.get(node, ()):
        scope.bind(field.name, "state", low.context.type_of(field.type))
    view = v.View(
        node,
        "page",
        node.name,
        params,
        _state(props, low, scope),
        low.derived(props, scope),
        _actions(props, low, scope),
        None,
    )
    for prop in props:
        match prop:
            case n.BodyProp():
                view.body = low.expressions.root(prop.expr, scope)
            case n.TitleProp():
                view.title = low.expressions.root(prop.expr, scope)
            case n.RequiresProp():
                view.gate = low.expressions.root(prop.expr, scope)
            case n.RouteProp():
                view.route = prop.value
    return view


def lower_component(
    node: n.Component, low: Lowering, stores: Callable[[str], n.Store | None] = lambda _: None
) -> v.View:
    """A component; it does not know the current user."""
    params = low.params(node.params)
    scope, decls = _scope(low, params, node.decls, stores, current_user=False)
    return v.View(
        node,
        "component",
        node.name,
        params,
        _state(decls, low, scope),
        low.derived(decls, scope),
        _actions(decls, low, scope),
        low.optional(node.body, scope),
    )


def _store(node: n.Store, low: Lowering, stores: Callable[[str], n.Store | None]) -> v.Store:
    scope, decls = _scope(low, [], node.decls, stores)
    lifetime = node.lifetime if node.lifetime in ("local", "session", "url") else "memory"
    return v.Store(node, node.name, lifetime, _state(decls, low, scope), _actions(decls, low, scope))
