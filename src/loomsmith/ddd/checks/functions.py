"""Functions that a whole file shares, and the handlers of contexts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.cycles import on_cycles
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = Family()


def _is_shared(function: n.Function) -> bool:
    return isinstance(function.parent, n.File | n.System)


@checks.on(n.Function)
def shared_functions_are_expressions(function: n.Function, inspection: Inspection) -> None:
    if function.block is not None and _is_shared(function):
        message = f"{function.name!r} is written out where it is called: give it one expression, `= ...`."
        inspection.report("loom.function-toplevel-block", anchor(function, "name"), message)


@checks.on(n.File)
def shared_functions_end(_: n.File, inspection: Inspection) -> None:
    declarations = inspection.links.declarations
    shared = [function for function in declarations.of_kind(n.Function) if _is_shared(function)]

    def uses(function: n.Function) -> Iterator[n.Function]:
        hidden = {parameter.name for parameter in function.params}
        for node in walk(function):
            if isinstance(node, n.NameRef):
                name = node.name
            elif isinstance(node, n.AssignOrCall) and node.path:
                name = node.path[0]
            else:
                continue
            other = declarations.global_name(name, n.Function) if name not in hidden else None
            if other is not None:
                yield other

    cyclic = on_cycles(shared, uses)
    for function in shared:
        if function in cyclic:
            message = f"{function.name!r} needs itself, and is written out where it is called: it never ends."
            inspection.report("loom.function-recursive", anchor(function, "name"), message)


@checks.on(n.Handler)
def handlers_have_one_body(handler: n.Handler, inspection: Inspection) -> None:
    if handler.extern and handler.body is not None:
        message = f"{handler.name!r} is extern, so that its body is written elsewhere: end it with `;`."
        inspection.report("loom.extern-handler-has-body", anchor(handler, "name"), message)
    elif not handler.extern and handler.body is None:
        message = f"{handler.name!r} has no body: add one, or put `extern` before it."
        inspection.report("loom.handler-missing-body", anchor(handler, "name"), message)
