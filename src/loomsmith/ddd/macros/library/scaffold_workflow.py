"""`scaffoldWorkflow`: a page that starts a workflow, and pages for its instances if they have a key."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.build import call, copy_of, function, name, operators, path
from loomsmith.ddd.macros.cells import cell, plain_cell
from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.fields import instance_key
from loomsmith.ddd.macros.macro import Add, Given, Macro, Reference, Step
from loomsmith.ddd.macros.pages import HIDDEN, crumbs, failed, no_such, page
from loomsmith.ddd.syntax.node import Node, members_of
from loomsmith.ddd.syntax.nodes import Expr, Page, Property, Ui, Workflow, WorkflowCreate
from loomsmith.ddd.vocabulary.naming import humanize, snake, upper_first


def is_command_started(workflow: Workflow) -> bool:
    """Whether a person can start a workflow: its main create, if it has one, waits for no event."""
    creates = members_of(workflow, WorkflowCreate)
    if not creates:
        return True
    main = next((create for create in creates if create.name is None and create.by is None), creates[0])
    return main.by is None


def _start_page(workflow: Workflow) -> Page:
    words, slug = humanize(workflow.name), snake(workflow.name)
    form = call("WorkflowForm", runs=name(workflow.name), testid=f"workflow-{slug}")
    body = call(
        "Stack",
        crumbs(call("Anchor", "Workflows", to="/workflows"), call("Text", words)),
        call("Heading", words, level=2),
        call("Card", form),
        testid=f"workflow-{slug}-page",
    )
    title = f"{upper_first(workflow.name)}Workflow"
    return page(title, f"/workflows/{slug}", body, menu={"section": "Workflows", "label": words})


def _instance_fields(workflow: Workflow, key: Property) -> list[Property]:
    """The state of an instance, what it is about first."""
    others = [member for member in workflow.members if isinstance(member, Property) and member is not key]
    return [key, *others]


def _list_page(workflow: Workflow, key: Property, directory: Directory) -> Page:
    words, slug = humanize(workflow.name), snake(workflow.name)
    label, route = words.lower(), f"/workflows/{slug}/instances"
    link = call("Anchor", path(f"i.{key.name}"), to=operators(f"{route}/", ("+", path(f"i.{key.name}"))))
    columns = [call("Column", humanize(key.name), function("i", link))]
    for field in _instance_fields(workflow, key)[1:]:
        shown = cell(field, "i", directory)
        if shown is not None:
            columns.append(call("Column", humanize(field.name), function("i", shown)))
    table = call(
        "Table",
        *columns,
        rows=name("rows"),
        striped=True,
        highlight=True,
        sticky=True,
        keyExpr=f"row.{key.name}",
        rowTestid=function("r", operators(f"{slug}-instances-row-", ("+", path(f"r.{key.name}")))),
    )
    body = call(
        "Stack",
        crumbs(call("Text", "Workflows"), call("Text", f"{words} instances")),
        call("Heading", f"{words} instances", level=2),
        call(
            "QueryView",
            of=path(f"{workflow.name}.instances.all"),
            loading=call("Skeleton", count=5),
            error=failed(f"{label} instances"),
            empty=call("Empty", f"No {label} instances yet."),
            data=function("rows", call("Paper", table)),
        ),
        testid=f"{slug}-instances-list",
    )
    return page(
        f"{upper_first(workflow.name)}InstancesList",
        route,
        body,
        requires=_requires(workflow),
        menu={"section": "Workflows", "label": f"{words} Instances"},
    )


def _detail_page(workflow: Workflow, key: Property, directory: Directory) -> Page:
    words, route = humanize(workflow.name), f"/workflows/{snake(workflow.name)}/instances"
    cells = [(field, plain_cell(field, "data", directory)) for field in _instance_fields(workflow, key)]
    rows = [call("KeyValueRow", humanize(field.name), shown) for field, shown in cells if shown is not None]
    body = call(
        "Stack",
        crumbs(
            call("Text", "Workflows"),
            call("Anchor", f"{words} instances", to=route),
            call("Text", "Detail"),
        ),
        call("Heading", f"{words} instance", level=2),
        call(
            "QueryView",
            of=call(f"{workflow.name}.instances.byId", name("id")),
            single=True,
            loading=call("Skeleton", count=3),
            error=failed(f"{words.lower()} instance"),
            empty=call("Alert", no_such(f"{words.lower()} instance"), color="yellow"),
            data=function("data", call("Card", *rows)),
        ),
    )
    title = f"{upper_first(workflow.name)}InstanceDetail"
    return page(title, f"{route}/:id", body, requires=_requires(workflow), menu=HIDDEN)


def _requires(workflow: Workflow) -> Expr | None:
    return None if workflow.requires is None else copy_of(workflow.requires)


def _steps(ui: Ui, given: Given, directory: Directory) -> Iterator[Step]:
    workflow = given.one("of", Workflow)
    pages: list[Node] = []
    if is_command_started(workflow):
        pages.append(_start_page(workflow))
    key = instance_key(workflow)
    if key is not None:
        pages.append(_list_page(workflow, key, directory))
        pages.append(_detail_page(workflow, key, directory))
    yield Add(ui, tuple(pages))


MACRO = Macro("scaffoldWorkflow", Ui, _steps, (Reference("of", Workflow),))
