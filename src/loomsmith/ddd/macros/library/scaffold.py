"""`scaffold`: the pages of all that is named, with a home page and an index of the workflows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from loomsmith.base.wording import counted
from loomsmith.ddd.macros.build import call, function, path
from loomsmith.ddd.macros.directory import Directory, api_handle, contexts_of
from loomsmith.ddd.macros.fields import plain_primitive
from loomsmith.ddd.macros.library import (
    scaffold_aggregate,
    scaffold_context,
    scaffold_dashboard,
    scaffold_subdomain,
    scaffold_workflow,
)
from loomsmith.ddd.macros.library.scaffold_dashboard import ROW_COUNT, totals, totals_name
from loomsmith.ddd.macros.library.scaffold_workflow import is_command_started
from loomsmith.ddd.macros.macro import Add, Given, Macro, References, Run, Step
from loomsmith.ddd.macros.pages import AGGREGATES, HIDDEN, HOME, WORKFLOWS, crumbs, page
from loomsmith.ddd.syntax.node import Node, enclosing, members_of
from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Context,
    Expr,
    Page,
    Projection,
    Property,
    Subdomain,
    Ui,
    Workflow,
)
from loomsmith.ddd.vocabulary.naming import humanize, plural, snake, upper_first

N = TypeVar("N", bound=Node)


def _covered(kind: type[N], direct: list[N], given: Given) -> list[N]:
    """The declarations of one kind that get pages, each once: direct ones first, then by context."""
    contexts = given.many("contexts", Context)
    for subdomain in given.many("subdomains", Subdomain):
        contexts = [*contexts, *contexts_of(subdomain)]
    below = (member for context in contexts for member in members_of(context, kind))
    return list(dict.fromkeys([*direct, *below]))


def _home(ui: Ui, aggregates: list[Aggregate], workflows: list[Workflow]) -> Page:
    started = sum(map(is_command_started, workflows))
    cards = []
    if aggregates:
        heading = call("Heading", counted(len(aggregates), "aggregate"), level=4)
        cards.append(call("Card", heading, call("Text", AGGREGATES)))
    if started:
        heading = call("Heading", counted(started, "workflow"), level=4)
        cards.append(call("Card", heading, call("Anchor", "Open workflows →", to="/workflows")))
    body = call(
        "Stack",
        call("Heading", "Welcome", level=2),
        call("Text", HOME),
        *_figures(ui, aggregates),
        call("Stack", *cards),
        testid="home",
    )
    return page("Home", "/", body, menu=HIDDEN)


def _figures(ui: Ui, aggregates: list[Aggregate]) -> Iterator[Expr]:
    """The totals of each aggregate whose context has them, or will have them from its dashboard."""
    handle = api_handle(ui)
    projections: dict[Context, dict[str, Projection]] = {}
    for aggregate in aggregates:
        context = enclosing(aggregate, Context)
        if context is None:
            continue
        if context not in projections:
            projections[context] = {member.name: member for member in members_of(context, Projection)}
        shown = _totals_of(aggregate, context, projections[context])
        if shown is not None:
            query = path(shown.name if handle is None else f"{handle}.{shown.name}")
            yield _figure(aggregate, shown, query)


def _totals_of(aggregate: Aggregate, context: Context, declared: dict[str, Projection]) -> Projection | None:
    found = declared.get(totals_name(aggregate))
    if found is not None and found.key is None and found.source is not None:
        return found
    has_dashboard = any(call.name == scaffold_dashboard.MACRO.name for call in context.with_calls)
    return totals(aggregate) if found is None and has_dashboard and not aggregate.abstract else None


def _figure(aggregate: Aggregate, shown: Projection, query: Expr) -> Expr:
    fields = members_of(shown, Property)
    stats = []
    for field in fields:
        value = path(f"t.{field.name}")
        if plain_primitive(field.type) == "money":
            value = call("Money", value)
        stats.append(call("Stat", _label(aggregate, field.name), value))
    return call(
        "QueryView",
        of=query,
        loading=call("Skeleton", count=len(fields)),
        data=function("t", call("Group", *stats, testid=f"{snake(aggregate.name)}-totals")),
    )


def _label(aggregate: Aggregate, field: str) -> str:
    """What a figure is called: the records for their number, else the total of what was added up."""
    if field == ROW_COUNT:
        return humanize(plural(aggregate.name))
    words = humanize(field.removesuffix("Sum")).lower()
    return upper_first(words) if words.startswith("total") else f"Total {words}"


def _index(workflows: list[Workflow]) -> Page:
    cards = []
    for workflow in workflows:
        words, slug = humanize(workflow.name), snake(workflow.name)
        link = call("Anchor", "Run →", to=f"/workflows/{slug}", testid=f"workflow-{slug}-run")
        cards.append(call("Card", call("Heading", words, level=4), link, testid=f"workflow-card-{slug}"))
    body = call(
        "Stack",
        crumbs(call("Text", "Workflows")),
        call("Heading", "Workflows", level=2),
        call("Text", WORKFLOWS),
        call("Stack", *cards),
        testid="workflows-index",
    )
    return page("WorkflowsIndex", "/workflows", body, menu={"section": "Workflows", "label": "Index"})


def _steps(ui: Ui, given: Given, directory: Directory) -> Iterator[Step]:
    subdomains, contexts = given.many("subdomains", Subdomain), given.many("contexts", Context)
    aggregates, workflows = given.many("aggregates", Aggregate), given.many("workflows", Workflow)
    for subdomain in subdomains:
        yield Run(ui, scaffold_subdomain.MACRO, {"of": subdomain})
    for context in contexts:
        yield Run(ui, scaffold_context.MACRO, {"of": context})
    for aggregate in aggregates:
        yield Run(ui, scaffold_aggregate.MACRO, {"of": aggregate})
    for workflow in workflows:
        yield Run(ui, scaffold_workflow.MACRO, {"of": workflow})
    if subdomains or contexts or aggregates or workflows:
        covered = _covered(Workflow, workflows, given)
        yield Add(ui, (_home(ui, _covered(Aggregate, aggregates, given), covered),))
        if any(map(is_command_started, covered)):
            yield Add(ui, (_index(covered),))


MACRO = Macro(
    "scaffold",
    Ui,
    _steps,
    (
        References("aggregates", Aggregate),
        References("workflows", Workflow),
        References("contexts", Context),
        References("subdomains", Subdomain),
    ),
)
