"""Renaming: what to edit to give a declaration and all its uses another name, or why that cannot be.

Nothing may change its meaning: neither a use of the declaration, which the new name could lose to something
nearer, nor a use of something else, which it could take over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import DECLARATIONS, address, own_name
from loomsmith.ddd.navigation.captures import family, in_the_way
from loomsmith.ddd.navigation.dependants import dependants
from loomsmith.ddd.navigation.name_classes import may_be_declared, may_be_used, stays_apart
from loomsmith.ddd.navigation.symbols import name_span
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import ancestors, members_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.macros.expander import Expansion
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.text import Span
    from loomsmith.ddd.types.resolution import Resolution

INVALID_NAME = "invalid-name"
COLLISION = "collision"

_ADDRESSED = DECLARATIONS | {n.Parameter, n.Let}
_NAMED_BY_TEXT = (n.TestBlock, n.TestE2E, n.Migration)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a declaration is not renamed; of a collision the addresses that are in the way."""

    error: str
    message: str
    candidates: tuple[str, ...] | None = None


def rename(
    node: Node, name: str, text: str, links: Links, resolution: Resolution, expansion: Expansion
) -> list[Span] | Refusal:
    """Where in `text` the name stands, the declaration's own first and then its uses by place; or a refusal.

    With a field go the parameters by which creates take its first value under the same name. `node` is a
    named declaration that is written in the source. The present name is taken as it is.
    """
    own = name_span(node)
    old = getattr(node, "name", "")
    if own is None or isinstance(node, _NAMED_BY_TEXT):
        return Refusal(INVALID_NAME, "Only a declaration with a written name that is no text can be renamed.")
    renamed = [node, *_handed_through(node, links, resolution)]
    if name != old:
        if not all(may_be_declared(each, name) for each in renamed):
            return Refusal(INVALID_NAME, f"'{name}' cannot be the name of such a declaration.")
        if not all(may_be_used(use, name) for each in renamed for use in resolution.uses_of(each)):
            return Refusal(
                INVALID_NAME,
                f"'{name}' is a word of the language that cannot stand where '{old}' is used.",
            )
        if not all(stays_apart(text, use.span, name) for each in renamed for use in resolution.uses_of(each)):
            return Refusal(
                INVALID_NAME,
                f"'{name}' would be one word with the hyphen beside it; put blanks around that minus first.",
            )
        following = _addresses(dependants(node, links, resolution, expansion))
        if following:
            return Refusal(COLLISION, f"Other declarations go by the name '{old}'.", following)
        for each in renamed:
            found = in_the_way(each, name, links, resolution)
            if found is not None:
                return Refusal(
                    COLLISION, f"'{name}' already means something where '{old}' is seen.", _addresses(found)
                )
    spans = {use.span for each in renamed for use in resolution.uses_of(each)}
    spans |= {span for each in renamed if (span := name_span(each)) is not None}
    return [own, *sorted(spans - {own})]


def _handed_through(node: Node, links: Links, resolution: Resolution) -> list[n.Parameter]:
    """The parameters of creates that have the name of a field since they are its first value.

    `create(title: string) { title := title }` is made for callers only if field and parameter share a name.
    """
    aggregate = node.parent
    if not isinstance(node, n.Property | n.Containment) or not isinstance(aggregate, n.Aggregate):
        return []
    found = []
    creates = [m for each in family(aggregate, links) for m in members_of(each, n.Create)]
    for create in creates:
        if create.span is None:
            continue
        parameter = next((param for param in create.params if param.name == node.name), None)
        if parameter is not None and any(_sets(run, node, parameter, resolution) for run in create.body):
            found.append(parameter)
    return found


def _sets(statement: n.Stmt, field: Node, parameter: n.Parameter, resolution: Resolution) -> bool:
    """Whether a statement is `field := parameter`."""
    return (
        isinstance(statement, n.AssignOrCall)
        and statement.op == ":="
        and len(statement.path) == 1
        and isinstance(statement.value, n.NameRef)
        and resolution.at(statement, "path") is field
        and resolution.at(statement.value, "name") is parameter
    )


def _addresses(nodes: Iterable[Node]) -> tuple[str, ...]:
    """The addresses of what has a name, and of the declarations around what has none."""
    found = set()
    for node in nodes:
        named = [outer for outer in (node, *ancestors(node)) if type(outer) in _ADDRESSED and own_name(outer)]
        found.add(address(named[0]) if named else address(node))
    return tuple(sorted(filter(None, found)))
