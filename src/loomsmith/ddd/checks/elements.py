"""Page elements: inputs that are bound, pictures with words, and texts that can be translated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.records import constructed
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing
from loomsmith.ddd.vocabulary.page_elements import BINDABLE_INPUTS, ELEMENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.vocabulary.page_elements import PageElement

checks = Family()


@checks.on(n.Builder)
def elements_are_used_well(builder: n.Builder, inspection: Inspection) -> None:
    element = ELEMENTS.get(builder.type)
    if element is None or constructed(builder, inspection) is not None:
        return
    given = {entry.name: entry for entry in builder.entries if entry.name is not None}
    rule = _RULES.get(element.name)
    if rule is not None:
        rule(builder, given, inspection)
    _visible_texts(builder, element, inspection)


Given = dict[str, n.Arg]


def _input(builder: n.Builder, given: Given, inspection: Inspection) -> None:
    if "value" in given:
        message = f"A {builder.type} shows and changes the state field that it is bound to: write `bind:`."
        inspection.report("loom.bindable-input-value-arg", anchor(given["value"], "name"), message)


def _has_positional(builder: n.Builder) -> bool:
    return any(entry.name is None for entry in builder.entries)


def _picture(builder: n.Builder, given: Given, inspection: Inspection) -> None:
    shown = "src" in given or (builder.type == "Image" and _has_positional(builder))
    if shown and "alt" not in given and "decorative" not in given:
        message = (
            f"Say in words what this {builder.type} shows, `alt: ...`, or that it says nothing, "
            "`decorative: true`."
        )
        inspection.report("loom.a11y-missing-alt", anchor(builder, "type"), message)


def _button(builder: n.Builder, given: Given, inspection: Inspection) -> None:
    if ("icon" in given or "iconSvg" in given) and "label" not in given and not _has_positional(builder):
        message = "A button with nothing but an icon needs a name for those who cannot see it: `label: ...`."
        inspection.report("loom.a11y-icon-only-no-name", anchor(builder, "type"), message)


_RULES: dict[str, Callable[[n.Builder, Given, Inspection], None]] = {
    **dict.fromkeys(BINDABLE_INPUTS, _input),
    "Image": _picture,
    "Avatar": _picture,
    "Button": _button,
}


# Uploads


@checks.on(n.File)
def files_are_uploaded_into_files(_: n.File, inspection: Inspection) -> None:
    states: dict[Node, dict[str, n.StateField]] = {}
    for builder in inspection.links.nodes.get(n.Builder, ()):
        if builder.type != "FileUpload":
            continue
        owner = enclosing(builder, n.Page, n.Component, n.Store)
        if not isinstance(owner, n.Page | n.Component | n.Store):
            continue
        if owner not in states:
            states[owner] = _state_fields(owner)
        for entry in builder.entries:
            if entry.name == "bind" and isinstance(entry.value, n.NameRef):
                _upload(entry.value, states[owner].get(entry.value.name), inspection)


def _state_fields(owner: n.Page | n.Component | n.Store) -> dict[str, n.StateField]:
    fields: dict[str, n.StateField] = {}
    for block in owner.props if isinstance(owner, n.Page) else owner.decls:
        if isinstance(block, n.State):
            for field in block.fields:
                fields.setdefault(field.name, field)
    return fields


def _upload(bound: n.NameRef, field: n.StateField | None, inspection: Inspection) -> None:
    base = field.type.head.base if field is not None else None
    if field is None or (isinstance(base, n.PrimitiveType) and base.name == "File"):
        return
    message = f"What is uploaded is a File, and {bound.name!r} is declared as something else."
    inspection.report("loom.file-upload-not-file-field", bound, message)


# Texts that people see


def _visible_texts(builder: n.Builder, element: PageElement, inspection: Inspection) -> None:
    for value in _visible(builder, element):
        while isinstance(value, n.Paren):
            value = value.inner
        if _joins_text(value):
            message = "Text that is put together cannot be translated: write one template, `Hi {name}`."
            inspection.report("loom.user-visible-concat", value, message)


def _visible(builder: n.Builder, element: PageElement) -> Iterator[n.Expr]:
    place = 0
    for entry in builder.entries:
        if entry.name is not None:
            if entry.name in element.visible_names:
                yield entry.value
            continue
        if place in element.visible_positions:
            yield entry.value
        place += 1


def _joins_text(value: n.Expr) -> bool:
    return (
        isinstance(value, n.Chain)
        and "+" in value.ops
        and any(isinstance(operand, n.StringLiteral) for operand in (value.head, *value.rest))
    )
