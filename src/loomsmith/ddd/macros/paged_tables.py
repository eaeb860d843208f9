"""What a plain table over a read that comes page by page stands for.

A page may show `QueryView { of: Boat.all, data: boats => Table { rows: boats, ... } }` although reading all
boats gives one page at a time. The checks on page bodies then look at the view as it will be built: the read
gets its window, the table its paging, and the page the state that both need. The tree stays as written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from loomsmith.ddd.macros.build import Value, copy_of, expression, name, path, primitive, state
from loomsmith.ddd.macros.directory import Directory, blocks
from loomsmith.ddd.syntax.node import Node, children, walk
from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Area,
    Arg,
    Builder,
    Expr,
    File,
    Lambda,
    MemberSuffix,
    NameRef,
    Page,
    Postfix,
    State,
    StateField,
    Ui,
)

_PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class PagedTables:
    """Views to read in the place of written ones, and the state fields that their pages get besides."""

    replacements: dict[Builder, Builder]
    state: dict[Page, tuple[StateField, ...]]


def paged_tables(file: File, directory: Directory) -> PagedTables:
    """The replacements for every written page of every ui of a file."""
    result = PagedTables({}, {})
    for page in _pages(file):
        views = list(_plain_views(page, directory))
        for view in views:
            result.replacements[view] = _replacement(view, directory)
        if views:
            result.state[page] = _missing_state(page)
    return result


def _pages(file: File) -> Iterator[Page]:
    stack: list[Node] = [block for block in blocks(file) if isinstance(block, Ui)]
    while stack:
        node = stack.pop()
        if isinstance(node, Page):
            if node.span is not None:
                yield node
        elif isinstance(node, (Ui, Area)):
            stack.extend(reversed(node.members))


def _plain_views(root: Node, directory: Directory) -> Iterator[Builder]:
    """The outermost views to replace."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Builder) and _plain_tables(node, directory):
            yield node
        else:
            stack.extend(reversed(list(children(node))))


def _plain_tables(view: Builder, directory: Directory) -> list[Builder]:
    """The tables of a view that show all records without paging; empty if the view is to stay as it is."""
    if view.type != "QueryView":
        return []
    given = {entry.name: entry.value for entry in view.entries if entry.name is not None}
    query, data = given.get("of"), given.get("data")
    if "paged" in given or "single" in given or not isinstance(data, Lambda):
        return []
    if not _reads_pages(query, directory):
        return []
    return [
        node
        for node in walk(data)
        if isinstance(node, Builder) and node.type == "Table" and _is_plain(node, data.param)
    ]


def _reads_pages(query: Expr | None, directory: Directory) -> bool:
    """Whether `query` is `... .Aggregate.all` of an aggregate whose `all` gives pages."""
    if not isinstance(query, Postfix) or not isinstance(query.head, NameRef):
        return False
    members = [suffix for suffix in query.suffixes if isinstance(suffix, MemberSuffix) and not suffix.call]
    if len(members) != len(query.suffixes) or members[-1].member != "all":
        return False
    aggregate = directory.find(Aggregate, members[-2].member if len(members) > 1 else query.head.name)
    if not isinstance(aggregate, Aggregate):
        return False
    declared = directory.find_all(aggregate)
    return declared is None or "paged" in declared.return_type.head.carriers


def _is_plain(table: Builder, rows: str) -> bool:
    given = {entry.name: entry.value for entry in table.entries}
    shown = given.get("rows")
    return isinstance(shown, NameRef) and shown.name == rows and not given.keys() & {"page", "serverPaged"}


def _replacement(view: Builder, directory: Directory) -> Builder:
    copied = copy_of(view)
    copied.parent, copied.origin = view.parent, view
    for node in list(walk(copied)):
        if isinstance(node, Builder):
            tables = _plain_tables(node, directory)
            if tables:
                _rewrite(node, tables)
    return copied


def _rewrite(view: Builder, tables: list[Builder]) -> None:
    """Give a copied view and its tables what paging takes."""
    given = {entry.name: entry for entry in view.entries}
    query, data = given["of"].value, given["data"].value
    if not isinstance(query, Postfix) or not isinstance(data, Lambda):
        return
    last = query.suffixes[-1]
    if isinstance(last, MemberSuffix):
        window = (name("pageNum"), _PAGE_SIZE, name("sortKey"), name("sortDir"))
        last.call, last.args = True, [Arg(None, expression(value)) for value in window]
        for arg in last.args:
            arg.parent = last
    _put(view, paged=True)
    for table in tables:
        for column in _columns(table):
            field = _plain_field(column)
            if field is not None:
                _put(column, sortable=True, field=field)
        _put(
            table,
            rows=path(f"{data.param}.items"),
            page=name("pageNum"),
            sortKey=name("sortKey"),
            sortDir=name("sortDir"),
            serverPaged=True,
            totalPages=path(f"{data.param}.totalPages"),
        )


def _put(builder: Builder, **values: Value) -> None:
    """Set named entries, in the place of those that are there."""
    for key, value in values.items():
        arg = Arg(key, expression(value))
        arg.parent = builder
        at = next((place for place, entry in enumerate(builder.entries) if entry.name == key), None)
        if at is None:
            builder.entries.append(arg)
        else:
            builder.entries[at] = arg


def _columns(table: Builder) -> list[Builder]:
    values = (entry.value for entry in table.entries if entry.name is None)
    return [value for value in values if isinstance(value, Builder) and value.type == "Column"]


def _plain_field(column: Builder) -> str | None:
    """The field that the accessor of a column reads, if it does nothing else."""
    accessor = next((entry.value for entry in column.entries if isinstance(entry.value, Lambda)), None)
    shown = accessor.expr if accessor is not None else None
    if accessor is None or not isinstance(shown, Postfix) or len(shown.suffixes) != 1:
        return None
    head, member = shown.head, shown.suffixes[0]
    plain = isinstance(head, NameRef) and head.name == accessor.param
    return member.member if plain and isinstance(member, MemberSuffix) and not member.call else None


def _missing_state(page: Page) -> tuple[StateField, ...]:
    """The state fields that paging reads and the page does not have."""
    present = {field.name for prop in page.props if isinstance(prop, State) for field in prop.fields}
    wanted = (
        state("pageNum", primitive("int"), 1),
        state("sortKey", primitive("string"), ""),
        state("sortDir", primitive("string"), "asc"),
    )
    missing = tuple(field for field in wanted if field.name not in present)
    for field in missing:
        field.parent = page
    return missing
