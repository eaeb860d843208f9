"""How checks are written, registered and run.

A check is a function `check(node, inspection)` for the kinds of node it looks at; it tells what it finds with
`inspection.report`. A module collects its checks in a `Family`, and `suite` lists the families:

    checks = Family()

    @checks.on(Operation, Function)
    def repeated_parameter(node: Operation | Function, inspection: Inspection) -> None:
        for parameter in repeated(node.params):
            inspection.report("loom.duplicate-parameter", anchor(parameter, "name"), "...")

A check for `File` runs once a source. The tree is walked once, by the linker, which sorts the nodes by kind;
a check gets the nodes of its kinds in document order, added ones included. A check that fails ends alone: the
failure is told as one finding, what it had found until then is kept, and the other checks run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.diagnostics import Diagnostic, at_source
from loomsmith.ddd.syntax.node import Node, Ref, field_span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from loomsmith.ddd.diagnostics import Hint
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Span
    from loomsmith.ddd.syntax.nodes import File
    from loomsmith.ddd.types.inference import Typing

    CheckFunction = Callable[[Any, "Inspection"], None]


class Inspection:
    """What a check sees of a source (`file`, `links`, `typing`), and where it tells its findings."""

    __slots__ = ("file", "findings", "links", "typing")

    def __init__(self, file: File, links: Links, typing: Typing) -> None:
        self.file = file
        self.links = links
        self.typing = typing
        self.findings: list[Diagnostic] = []

    def report(
        self,
        code: str,
        where: Span | Node | Ref | None,
        message: str,
        *,
        severity: str | None = None,
        hint: Hint | None = None,
    ) -> None:
        """Add a finding at a span, or at the whole of a node or reference; added nodes stand at 0:0.

        `severity` is needed only for codes that have two. Raises LookupError for a code without a row.
        """
        span = where.span if isinstance(where, Node | Ref) else where
        self.findings.append(at_source(code, message, span, severity=severity, hint=hint))


class Family:
    """The checks of one module, in the order in which they were written."""

    __slots__ = ("checks",)

    def __init__(self) -> None:
        self.checks: list[tuple[tuple[type[Node], ...], CheckFunction]] = []

    def on(self, *kinds: type[Node]) -> Callable[[CheckFunction], CheckFunction]:
        """Register the decorated function for nodes of exactly these classes."""

        def register(check: CheckFunction) -> CheckFunction:
            self.checks.append((kinds, check))
            return check

        return register


def anchor(node: Node, field: str, index: int = 0) -> Span | None:
    """The offsets of what is written for `field`, its item `index` for a list; else those of the node."""
    written = node.spans.get(field)
    if isinstance(written, list):
        written = written[index] if index < len(written) else None
    if written is None:
        value = getattr(node, field, None)
        if isinstance(value, list):
            value = value[index] if index < len(value) else None
        if isinstance(value, Node | Ref):
            written = value.span
    return written if written is not None else node.span


def whole(node: Node, field: str) -> Span | None:
    """The offsets of all that is written for a list field, first item to last; else those of the node."""
    return field_span(node, field) or node.span


def run_families(families: Iterable[Family], inspection: Inspection) -> list[Diagnostic]:
    """Run every check of the families over the nodes that the linker found; never raises."""
    nodes = inspection.links.nodes
    for family in families:
        for kinds, check in family.checks:
            try:
                for kind in kinds:
                    for node in nodes.get(kind, ()):
                        check(node, inspection)
            except Exception as failure:  # noqa: BLE001 one faulty check must not silence the others
                inspection.report(
                    "loom.validator-check-crashed",
                    inspection.file,
                    f"The check {check.__name__!r} failed: {type(failure).__name__}: {failure}",
                )
    return inspection.findings
