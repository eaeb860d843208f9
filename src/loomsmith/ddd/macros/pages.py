"""The page and its parts as the ui scaffolds write them, and the wording that they share."""

from __future__ import annotations

from loomsmith.ddd.macros.build import Value, call, entries
from loomsmith.ddd.syntax.node import Node
from loomsmith.ddd.syntax.nodes import (
    BodyProp,
    Expr,
    Page,
    PageMenu,
    RequiresProp,
    RouteProp,
    State,
    StateField,
)

FAILED = "Failed to get "
HOME = "Begin in the side menu on the left, or follow one of the cards here."
AGGREGATES = "Browse every kind of record in the side menu."
WORKFLOWS = "Processes that span records: choose one below."


def no_such(label: str) -> str:
    """What stands where a record was wanted that does not exist."""
    return f"No {label} carries this id."


def failed(label: str) -> Expr:
    """What stands where `label` could not be read."""
    return call("Alert", FAILED + label)


def crumbs(*steps: Expr) -> Expr:
    """The way from the home page to this one."""
    return call("Breadcrumbs", call("Anchor", "Home", to="/"), *steps)


def page(
    name: str,
    route: str,
    body: Expr,
    *,
    requires: Expr | None = None,
    state: list[StateField] | None = None,
    menu: dict[str, Value],
) -> Page:
    """A page with its properties in the order in which all scaffolded pages have them."""
    props: list[Node] = [RouteProp(route)]
    if requires is not None:
        props.append(RequiresProp(requires))
    props.append(BodyProp(body))
    if state is not None:
        props.append(State(state))
    props.append(PageMenu(entries(**menu)))
    return Page(name, [], props)


HIDDEN: dict[str, Value] = {"hidden": True}
"""The menu of a page that is reached from other pages only."""
