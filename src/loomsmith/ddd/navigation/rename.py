"""Renaming: the edits that give a declaration and all its uses another name, or why there are none.

Nothing may change its meaning: neither a use of the declaration, which the new name could lose to something
nearer, nor a use of something else, which it could take over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from loomsmith.ddd.addresses import address
from loomsmith.ddd.editing.splice import TextEdit
from loomsmith.ddd.navigation.captures import in_the_way
from loomsmith.ddd.navigation.dependants import dependants
from loomsmith.ddd.navigation.name_classes import may_be_declared, may_be_used
from loomsmith.ddd.navigation.symbols import name_span
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.macros.expander import Expansion
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.types.resolution import Resolution

INVALID_NAME = "invalid-name"
COLLISION = "collision"

_NAMED_BY_TEXT = (n.TestBlock, n.TestE2E, n.Migration)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a declaration is not renamed; of a collision the addresses that are in the way."""

    error: str
    message: str
    candidates: tuple[str, ...] | None = None


def rename(
    node: Node, name: str, links: Links, resolution: Resolution, expansion: Expansion
) -> list[TextEdit] | Refusal:
    """The edits, the declaration's own name first and then its uses by place; or a refusal.

    `node` is a named declaration that is written in the source. The present name is taken as it is.
    """
    own = name_span(node)
    old = getattr(node, "name", "")
    if own is None or isinstance(node, _NAMED_BY_TEXT):
        return Refusal(INVALID_NAME, "Only a declaration with a written name that is no text can be renamed.")
    uses = resolution.uses_of(node)
    if name != old:
        if not may_be_declared(node, name):
            return Refusal(INVALID_NAME, f"'{name}' cannot be the name of such a declaration.")
        refused = [use for use in uses if not may_be_used(use, name)]
        if refused:
            return Refusal(
                INVALID_NAME,
                f"'{name}' is a word of the language that cannot stand where '{old}' is used.",
            )
        following = _addresses(dependants(node, links, resolution, expansion))
        if following:
            return Refusal(COLLISION, f"Other declarations go by the name '{old}'.", following)
        found = in_the_way(node, name, links, resolution)
        if found is not None:
            return Refusal(
                COLLISION, f"'{name}' already means something where '{old}' is seen.", _addresses(found)
            )
    return [TextEdit(*own, name), *(TextEdit(*use.span, name) for use in uses if use.span != own)]


def _addresses(nodes: Iterable[Node]) -> tuple[str, ...]:
    return tuple(sorted({found for node in nodes if (found := address(node)) is not None}))
