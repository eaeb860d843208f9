"""User interfaces, tests, requirements, seeds and migrations as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.printer.declarations import (
    clause,
    names,
    optional_parameters,
    parameters,
    return_type,
    with_clause,
)
from loomsmith.ddd.syntax.printer.expressions import statements
from loomsmith.ddd.syntax.printer.layout import STEP, block, members, prints, quoted, show, with_commas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.ddd.syntax.node import Node, Ref


# User interface


@prints(n.Ui)
def _ui(node: n.Ui, indent: int) -> str:
    header = f"ui {node.name}{with_clause(node.with_calls, indent)}"
    framework = [] if node.framework is None else [f"framework: {node.framework}"]
    return members(header, node.members, indent, framework)


@prints(n.UiApiParam)
def _ui_api_param(node: n.UiApiParam, indent: int) -> str:
    return f"api {node.name}: {node.api.text}"


@prints(n.UiChannelParam)
def _ui_channel_param(node: n.UiChannelParam, indent: int) -> str:
    return f"channel {node.name}: {node.context.text}.{node.channel.text}"


@prints(n.UiNotification)
def _ui_notification(node: n.UiNotification, indent: int) -> str:
    return statements(f"on {node.param.text}.{node.event.text}({node.bind})", node.body, indent)


@prints(n.UiFunction)
def _ui_function(node: n.UiFunction, indent: int) -> str:
    params, result = parameters(node.params, indent), return_type(node.return_type, indent)
    return f"function {node.name}{params}{result} extern from {quoted(node.path)}"


@prints(n.Page)
def _page(node: n.Page, indent: int) -> str:
    lines = [show(prop, indent + STEP) for prop in node.props]
    return block(f"page {node.name}{optional_parameters(node.params, indent)}", lines, indent)


@prints(n.RouteProp)
def _route_prop(node: n.RouteProp, indent: int) -> str:
    return f"route: {quoted(node.value)}"


@prints(n.DescriptionProp)
def _description_prop(node: n.DescriptionProp, indent: int) -> str:
    return f"description: {quoted(node.value)}"


@prints(n.OgImageProp)
def _og_image_prop(node: n.OgImageProp, indent: int) -> str:
    return f"ogImage: {quoted(node.value)}"


@prints(n.CanonicalProp)
def _canonical_prop(node: n.CanonicalProp, indent: int) -> str:
    return f"canonical: {quoted(node.value)}"


@prints(n.LayoutProp)
def _layout_prop(node: n.LayoutProp, indent: int) -> str:
    return f"layout: {node.value}"


@prints(n.TitleProp)
def _title_prop(node: n.TitleProp, indent: int) -> str:
    return f"title: {show(node.expr, indent)}"


@prints(n.BodyProp)
def _body_prop(node: n.BodyProp, indent: int) -> str:
    return f"body: {show(node.expr, indent)}"


@prints(n.PageMenu)
def _page_menu(node: n.PageMenu, indent: int) -> str:
    return _entries("menu", node.entries, indent)


def _entries(header: str, entries: Sequence[n.MenuEntry], indent: int) -> str:
    return block(header, with_commas([show(entry, indent + STEP) for entry in entries]), indent)


@prints(n.State)
def _state(node: n.State, indent: int) -> str:
    return block("state", [show(item, indent + STEP) for item in node.fields], indent)


@prints(n.StateField)
def _state_field(node: n.StateField, indent: int) -> str:
    return f"{node.name}: {show(node.type, indent)}{clause('=', node.init, indent)}"


@prints(n.Action)
def _action(node: n.Action, indent: int) -> str:
    return statements(f"action {node.name}{parameters(node.params, indent)}", node.body, indent)


@prints(n.Component)
def _component(node: n.Component, indent: int) -> str:
    header = f"component {node.name}{parameters(node.params, indent)}"
    if node.extern:
        header = f"{header} extern from {quoted(node.path or '')}"
    lines = [show(decl, indent + STEP) for decl in node.decls]
    if node.body is not None:
        lines.append(f"body: {show(node.body, indent + STEP)}")
    return header if node.extern and not lines else block(header, lines, indent)


@prints(n.Area)
def _area(node: n.Area, indent: int) -> str:
    margin = " " * (indent + STEP)
    pages = f"\n\n{margin}".join(show(member, indent + STEP) for member in node.members)
    return f"area {node.name} {{\n{margin}{pages}\n{' ' * indent}}}" if pages else f"area {node.name} {{}}"


@prints(n.Store)
def _store(node: n.Store, indent: int) -> str:
    lifetime = "" if node.lifetime is None else f" persist: {node.lifetime}"
    return members(f"store {node.name}{lifetime}", node.decls, indent)


@prints(n.Menu)
def _menu(node: n.Menu, indent: int) -> str:
    return members("menu", node.sections, indent)


@prints(n.MenuSection)
def _menu_section(node: n.MenuSection, indent: int) -> str:
    return block(f"section {quoted(node.label)}", [show(link, indent + STEP) for link in node.links], indent)


@prints(n.MenuLink)
def _menu_link(node: n.MenuLink, indent: int) -> str:
    if node.page is None:
        return f"link {quoted(node.label or '')} -> {quoted(node.url or '')}"
    head = f"link {node.page.text}"
    return _entries(head, node.entries, indent) if node.entries else head


@prints(n.Layout)
def _layout(node: n.Layout, indent: int) -> str:
    return members(f"layout {node.name}", node.slots, indent)


@prints(n.LayoutNamedSlot)
def _layout_named_slot(node: n.LayoutNamedSlot, indent: int) -> str:
    return block(node.name, [show(node.body, indent + STEP)], indent)


@prints(n.LayoutMainSlot)
def _layout_main_slot(node: n.LayoutMainSlot, indent: int) -> str:
    return "main"


@prints(n.Theme)
def _theme(node: n.Theme, indent: int) -> str:
    return block("theme", [show(prop, indent) for prop in node.props], indent)


@prints(n.ThemeProp)
def _theme_prop(node: n.ThemeProp, indent: int) -> str:
    return f"{node.name}: {quoted(node.value)}"


# Tests, requirements, seeds, migrations


def _reference(word: str, ref: Ref | None) -> str:
    return "" if ref is None else f" {word} {ref.text}"


@prints(n.TestBlock)
def _test(node: n.TestBlock, indent: int) -> str:
    clauses = _reference("for", node.target) + _reference("verifies", node.verifies)
    return statements(f"test {quoted(node.name)}{clauses}", node.body, indent)


@prints(n.TestE2E)
def _test_e2e(node: n.TestE2E, indent: int) -> str:
    clauses = _reference("against", node.deployable) + _reference("verifies", node.verifies)
    return statements(f"test e2e {quoted(node.name)}{clauses}", node.body, indent)


@prints(n.Requirement)
def _requirement(node: n.Requirement, indent: int) -> str:
    header = f"requirement {node.name}{_reference('parent', node.parent_requirement)}"
    return block(header, [show(prop, indent + STEP) for prop in node.props], indent)


def _trace(header: str, title: str | None, word: str, targets: Sequence[Ref], indent: int) -> str:
    lines = [] if title is None else [f"title: {quoted(title)}"]
    if targets:
        lines.append(f"{word} [{names(targets)}]")
    return block(header, lines, indent)


@prints(n.Solution)
def _solution(node: n.Solution, indent: int) -> str:
    header = f"solution {node.name} for {node.requirement.text}"
    return _trace(header, node.title, "entitles", node.entitles, indent)


@prints(n.TestCase)
def _test_case(node: n.TestCase, indent: int) -> str:
    header = f"testCase {node.name} verifies {node.requirement.text}"
    return _trace(header, node.title, "covers", node.covers, indent)


@prints(n.Seed)
def _seed(node: n.Seed, indent: int) -> str:
    words = ["seed", node.dataset, "raw" if node.raw else None]
    return block(" ".join(filter(None, words)), [show(row, indent + STEP) for row in node.rows], indent)


@prints(n.SeedRow)
def _seed_row(node: n.SeedRow, indent: int) -> str:
    return f"{node.aggregate.text} {show(node.value, indent)}"


@prints(n.Migration)
def _migration(node: n.Migration, indent: int) -> str:
    steps: list[Node] = [*node.steps]
    return block(f"migration {quoted(node.name)}", [show(step, indent + STEP) for step in steps], indent)


@prints(n.SqlStep)
def _sql_step(node: n.SqlStep, indent: int) -> str:
    return f"sql {quoted(node.sql)}"


@prints(n.ColumnStep)
def _column_step(node: n.ColumnStep, indent: int) -> str:
    column = f"{node.aggregate.text}.{node.field}"
    if node.renamed_to is not None:
        return f"{column} -> {node.renamed_to}"
    return f"{column}{clause('=', node.value, indent)}"


@prints(n.TableRename)
def _table_rename(node: n.TableRename, indent: int) -> str:
    return f"{node.from_table} -> {node.to_aggregate.text}"
