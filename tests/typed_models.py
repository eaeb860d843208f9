"""Links and types of small models, in the form in which tests like to compare them."""

from __future__ import annotations

from loomsmith.ddd.macros.expander import expand
from loomsmith.ddd.names.linker import Links, link
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source
from loomsmith.ddd.types.inference import Typing
from loomsmith.ddd.types.kinds import show


def linked(text: str) -> Links:
    """The links of a text that follows the grammar, after expansion."""
    parsed = parse(Source(text))
    assert not parsed.faults, parsed.faults
    expand(parsed.tree)
    return link(parsed.tree)


def unresolved(text: str) -> list[str]:
    """The references that get a linking error, as they are written."""
    return [text[found.span[0] : found.span[1]] for found in linked(text).diagnostics() if found.span]


def type_in(members: str, expression: str, around: str = "", context: str = "") -> str:
    """The type of an expression in an aggregate with these members, as people write it.

    `context` is what else stands in the bounded context, `around` what stands in the file.
    """
    aggregate = f"aggregate Van {{ {members} derived probe: string = {expression} }}"
    text = f"context Depot {{ {context} {aggregate} }} {around}"
    links = linked(text)
    probe = next(field for field in links.nodes[n.Derived] if field.name == "probe")
    return show(Typing(links).type_of(probe.expr))
