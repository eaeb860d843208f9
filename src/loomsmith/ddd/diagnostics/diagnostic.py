"""One finding about a model, and the repairs that may come with it."""

from __future__ import annotations

from dataclasses import dataclass

from loomsmith.ddd.diagnostics.row import IR
from loomsmith.ddd.diagnostics.table import TABLE

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Replacement:
    """Write a declaration anew with some of its text exchanged.

    `target` is the span of the whole declaration, `edits` are (start, end, new text) in offsets of the
    source, ascending and inside the target; an edit without new text also cuts the blanks left over at its
    seam. Told as a patch that replaces the declaration.
    """

    summary: str
    target: Span
    edits: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class HeaderInsertion:
    """Write `text` before the `{` of the declaration whose span is `target`."""

    summary: str
    target: Span
    text: str


@dataclass(frozen=True, slots=True)
class Addition:
    """Add the member `text` to the declaration whose span is `target`."""

    summary: str
    target: Span
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Several repairs of which only a person or agent can pick one."""

    summary: str
    options: tuple[Replacement | HeaderInsertion | Addition, ...]


Hint = Replacement | HeaderInsertion | Addition | Choice


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding: `code`, `phase`, `severity` (see the table), a message for people, and where it is.

    `span` holds offsets into the source and is `None` for findings on the resolved model, which have `path`
    instead. A finding on an added member has the empty span at the start of the text. The declaration that a
    finding is told to belong to is the owner of the token at `anchor`, usually the start of the span; `None`
    stands for the first token of the text.
    """

    code: str
    phase: str
    severity: str
    message: str
    span: Span | None
    anchor: int | None = None
    path: str | None = None
    hint: Hint | None = None


def at_source(
    code: str,
    message: str,
    span: Span | None,
    *,
    anchor: int | None = None,
    severity: str | None = None,
    phase: str | None = None,
    hint: Hint | None = None,
) -> Diagnostic:
    """A finding at a place in the text; `span=None` stands for a node that is nowhere in it (0:0).

    `severity` and `phase` are needed only where the table leaves a choice. `anchor` is the offset of the
    token whose owner is named, where that is not the start of the span (a macro call that added the node).
    Raises LookupError when the table has no such code, or not in exactly one such variant.
    """
    matching = [
        variant
        for variant in TABLE[code].variants
        if variant[0] != IR and severity in (None, variant[1]) and phase in (None, variant[0])
    ]
    if len(matching) != 1:
        raise LookupError(f"{code} has {len(matching)} variants at the source for {phase} and {severity}")
    found_phase, found_severity = matching[0]
    if anchor is None and span is not None:
        anchor = span[0]
    return Diagnostic(code, found_phase, found_severity, message, span or (0, 0), anchor, None, hint)


def at_model(code: str, message: str, path: str | None, *, severity: str | None = None) -> Diagnostic:
    """A finding on the resolved model; `path` is free-form, such as `Berths/Ferry`.

    `severity` is needed only where the table leaves a choice. Raises LookupError as `at_source` does.
    """
    matching = [
        variant for variant in TABLE[code].variants if variant[0] == IR and severity in (None, variant[1])
    ]
    if len(matching) != 1:
        raise LookupError(f"{code} has {len(matching)} variants on the model for {severity}")
    found_phase, found_severity = matching[0]
    return Diagnostic(code, found_phase, found_severity, message, None, None, path)
