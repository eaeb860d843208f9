"""`scaffoldAggregate`: an area with the pages to list, create and inspect the records of an aggregate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loomsmith.ddd.macros.build import call, copy_of, function, name, operators, path, primitive, state
from loomsmith.ddd.macros.cells import cell, plain_cell, value_object_of, value_object_rows
from loomsmith.ddd.macros.directory import Directory, api_handle
from loomsmith.ddd.macros.fields import HIDDEN as HIDDEN_ACCESS
from loomsmith.ddd.macros.fields import plain_primitive, properties, visible_fields
from loomsmith.ddd.macros.macro import Add, Given, Macro, Reference, Step
from loomsmith.ddd.macros.pages import HIDDEN, crumbs, failed, no_such, page
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Area,
    Arm,
    Containment,
    Create,
    Destroy,
    Entity,
    Expr,
    Find,
    Match,
    Operation,
    Page,
    Parameter,
    Property,
    Ui,
)
from loomsmith.ddd.vocabulary.naming import humanize, plural, snake, upper_first

_NOT_EDITED = HIDDEN_ACCESS | {"managed", "token"}


@dataclass(frozen=True, slots=True)
class _Filter:
    """A find with the state fields that hold its arguments, by parameter."""

    find: Find
    fields: tuple[tuple[Parameter, str], ...]


@dataclass(frozen=True, slots=True)
class _Scaffold:
    """An aggregate with the names and words that its pages use."""

    aggregate: Aggregate
    directory: Directory
    queries: str
    route: str
    titles: str
    title: str

    def cell(self, field: Property, receiver: str) -> Expr | None:
        """The element for one field, if it has one."""
        return cell(field, receiver, self.directory)

    def rows(self, field: Property, receiver: str) -> Iterator[Expr]:
        """The rows of the details for one field."""
        value = value_object_of(field, self.directory)
        if value is not None and not field.type.head.array:
            yield from value_object_rows(field, value, receiver, self.directory)
            return
        shown = plain_cell(field, receiver, self.directory)
        if shown is None:
            return
        testid = f"{self.route}-detail-{field.name}"
        if field.provenanced:
            origin = call("ProvenanceInfo", of=name(receiver), field=field.name, testid=f"{testid}-prov")
            shown = call("Group", shown, origin)
        yield call("KeyValueRow", humanize(field.name), shown, testid=testid)


def _is_paged(aggregate: Aggregate, directory: Directory) -> bool:
    """Whether reading all records gives a page of them at a time."""
    declared = directory.find_all(aggregate)
    if declared is not None:
        return "paged" in declared.return_type.head.carriers
    return (
        aggregate.persisted_as != "eventLog"
        and aggregate.shape in (None, "relational")
        and aggregate.extends is None
    )


def _filters(aggregate: Aggregate, directory: Directory) -> list[_Filter]:
    """The finds by which the list can be narrowed down: those over texts that give several records."""
    return [
        _Filter(find, tuple((param, find.name + upper_first(param.name)) for param in find.params))
        for find in directory.finds(aggregate)
        if find.name != "all"
        and find.return_type.head.array
        and find.params
        and all(plain_primitive(param.type) == "string" for param in find.params)
    ]


def _list_page(scaffold: _Scaffold) -> Page:
    aggregate, route, titles = scaffold.aggregate, scaffold.route, scaffold.titles
    declared = scaffold.directory.find_all(aggregate)
    filters = _filters(aggregate, scaffold.directory)
    inputs = [
        call(
            "Field",
            humanize(param.name),
            bind=name(field),
            testid=f"{route}-filter-{snake(field)}",
        )
        for choice in filters
        for param, field in choice.fields
    ]
    new = call("Button", f"New {scaffold.title.lower()}", to=f"/{route}/new", testid=f"{route}-list-create")
    body = call(
        "Stack",
        crumbs(call("Text", titles)),
        call("Toolbar", call("Heading", titles, level=2), new),
        *([call("Group", *inputs)] if inputs else []),
        _region(scaffold, filters),
        testid=f"{route}-list",
    )
    fields = [
        *(state(field, primitive("string"), "") for choice in filters for _, field in choice.fields),
        state("sortKey", primitive("string"), ""),
        state("sortDir", primitive("string"), ""),
        state("pageNum", primitive("int"), 1),
    ]
    requires = declared.requires if declared is not None else None
    return page(
        "List",
        f"/{route}",
        body,
        requires=None if requires is None else copy_of(requires),
        state=fields,
        menu={"section": "Aggregates", "label": titles},
    )


def _region(scaffold: _Scaffold, filters: list[_Filter]) -> Expr:
    """The records: all of them, or those of the first filter that is filled in."""
    everything = _all_records(scaffold)
    if not filters:
        return everything
    arms = []
    for choice in filters:
        head, *rest = (operators(name(field), ("!=", "")) for _, field in choice.fields)
        condition = operators(head, *(("&&", other) for other in rest)) if rest else head
        arguments = (name(field) for _, field in choice.fields)
        found = call(f"{scaffold.queries}.{choice.find.name}", *arguments)
        arms.append(Arm(condition, _view(scaffold, found, paged=False)))
    return Match(None, list(arms), everything)


def _all_records(scaffold: _Scaffold) -> Expr:
    paged = _is_paged(scaffold.aggregate, scaffold.directory)
    window = (name("pageNum"), 10, name("sortKey"), name("sortDir")) if paged else ()
    return _view(scaffold, call(f"{scaffold.queries}.all", *window), paged=paged)


def _view(scaffold: _Scaffold, query: Expr, *, paged: bool) -> Expr:
    label = scaffold.titles.lower()
    return call(
        "QueryView",
        of=query,
        **({"paged": True} if paged else {}),
        loading=call("Skeleton", count=5),
        error=failed(label),
        empty=call("Empty", f"No {label} yet."),
        data=function("rows", call("Paper", _table(scaffold, paged))),
    )


def _table(scaffold: _Scaffold, paged: bool) -> Expr:
    aggregate = scaffold.aggregate
    own_id = function("o", call("IdLink", path("o.id"), of=name(aggregate.name)))
    columns = [call("Column", "ID", own_id, sortable=True, field="id")]
    for field in visible_fields(aggregate):
        shown = scaffold.cell(field, "o")
        if shown is not None:
            columns.append(
                call("Column", humanize(field.name), function("o", shown), sortable=True, field=field.name)
            )
    size = {"serverPaged": True, "totalPages": path("rows.totalPages")} if paged else {"pageSize": 10}
    return call(
        "Table",
        *columns,
        rows=path("rows.items" if paged else "rows"),
        sortKey=name("sortKey"),
        sortDir=name("sortDir"),
        page=name("pageNum"),
        **size,
        striped=True,
        highlight=True,
        sticky=True,
        rowTestid=function("r", operators(f"{scaffold.route}-row-", ("+", path("r.id")))),
    )


def _new_page(scaffold: _Scaffold) -> Page:
    route = scaffold.route
    form = call("CreateForm", of=name(scaffold.aggregate.name), testid=f"{route}-new")
    body = call(
        "Stack",
        crumbs(call("Anchor", scaffold.titles, to=f"/{route}"), call("Text", "New")),
        call("Heading", f"Create {scaffold.title.lower()}", level=2),
        call("Card", form),
        testid=f"{route}-new-page",
    )
    return page("New", f"/{route}/new", body, menu=HIDDEN)


def _detail_page(scaffold: _Scaffold) -> Page:
    aggregate, route, label = scaffold.aggregate, scaffold.route, scaffold.title.lower()
    rows = [row for field in visible_fields(aggregate) for row in scaffold.rows(field, "data")]
    card = call("Card", call("Stack", *rows))
    beside = [*_parts(scaffold), *_operations(scaffold)]
    body = call(
        "Stack",
        crumbs(call("Anchor", scaffold.titles, to=f"/{route}"), call("Text", "Detail")),
        call("Heading", f"{scaffold.title} detail", level=2),
        call(
            "QueryView",
            of=call(f"{scaffold.queries}.byId", name("id")),
            single=True,
            loading=call("Skeleton", count=3),
            error=failed(label),
            empty=call("Alert", no_such(label), color="yellow"),
            data=function("data", call("Stack", card, *beside) if beside else card),
        ),
        *([_history(scaffold)] if _has_history(aggregate, scaffold.directory) else []),
        testid=f"{route}-detail",
    )
    return page("Detail", f"/{route}/:id", body, menu=HIDDEN)


def _parts(scaffold: _Scaffold) -> Iterator[Expr]:
    """A card per contained part: a table of many, the rows of one."""
    parts = {part.name: part for part in members_of(scaffold.aggregate, Entity)}
    for containment in members_of(scaffold.aggregate, Containment):
        part = parts.get(containment.part.text)
        fields = properties(part) if part is not None else []
        if containment.many:
            shown = _part_table(scaffold, containment, fields)
        else:
            receiver = f"data.{containment.name}"
            cells = [(field, scaffold.cell(field, receiver)) for field in fields]
            shown = call(
                "Stack",
                *(
                    call("KeyValueRow", humanize(field.name), value)
                    for field, value in cells
                    if value is not None
                ),
            )
        yield call(
            "Card",
            call("Stack", call("Heading", humanize(containment.name), level=4), shown),
            testid=f"{scaffold.route}-detail-{snake(containment.name)}",
        )


def _part_table(scaffold: _Scaffold, containment: Containment, fields: list[Property]) -> Expr:
    cells = [(field, scaffold.cell(field, "row")) for field in fields]
    return call(
        "Table",
        *(
            call("Column", humanize(field.name), function("row", value))
            for field, value in cells
            if value is not None
        ),
        rows=path(f"data.{containment.name}"),
        striped=True,
        highlight=True,
        keyExpr="idx",
    )


def _operations(scaffold: _Scaffold) -> Iterator[Expr]:
    """One group with a dialogue per public operation, the first of them as the primary one."""
    operations = [op for op in members_of(scaffold.aggregate, Operation) if not op.private]
    if not operations:
        return
    dialogues = []
    for place, operation in enumerate(operations):
        label, testid = humanize(operation.name), f"{scaffold.route}-op-{operation.name}"
        emphasis = "secondary" if place else "primary"
        dialogues.append(
            call(
                "Modal",
                call("OperationForm", path(f"data.{operation.name}"), testid=testid),
                title=label,
                trigger=call("Button", label, emphasis=emphasis, testid=testid),
            )
        )
    yield call("Group", *dialogues)


def _has_history(aggregate: Aggregate, directory: Directory) -> bool:
    """Whether what was done to a record can be read: something public is audited, something changes."""
    actions = [
        member
        for member in aggregate.members
        if isinstance(member, (Create, Destroy)) or (isinstance(member, Operation) and not member.private)
    ]
    return (
        not aggregate.abstract
        and any(aggregate.audited or action.audited for action in actions)
        and any(field.access not in _NOT_EDITED for field in properties(aggregate))
        and all(find.name != "history" for find in directory.finds(aggregate))
    )


def _history(scaffold: _Scaffold) -> Expr:
    testid = f"{scaffold.route}-detail-history"
    timeline = call("Timeline", of=name("entries"), testid=f"{testid}-timeline")
    return call(
        "Card",
        call(
            "Stack",
            call("Heading", "History", level=4),
            call(
                "QueryView",
                of=call(f"{scaffold.queries}.history", name("id")),
                loading=call("Skeleton", count=3),
                error=failed("history"),
                empty=call("Alert", "No history yet.", color="yellow"),
                data=function("entries", timeline),
            ),
        ),
        testid=testid,
    )


def _steps(ui: Ui, given: Given, directory: Directory) -> Iterator[Step]:
    aggregate = given.one("of", Aggregate)
    if aggregate.abstract:
        return
    many, handle = plural(aggregate.name), api_handle(ui)
    scaffold = _Scaffold(
        aggregate,
        directory,
        queries=aggregate.name if handle is None else f"{handle}.{aggregate.name}",
        route=snake(many),
        titles=humanize(many),
        title=humanize(aggregate.name),
    )
    pages = [_list_page(scaffold), _new_page(scaffold), _detail_page(scaffold)]
    yield Add(ui, (Area(many, list(pages)),))


MACRO = Macro("scaffoldAggregate", Ui, _steps, (Reference("of", Aggregate),))
