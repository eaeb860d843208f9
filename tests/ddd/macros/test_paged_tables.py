"""What the body checks read in place of a plain table over a read that comes page by page."""

import pytest

from expanded_models import expanded, node
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.syntax.nodes import Builder, Page
from loomsmith.ddd.syntax.printer import print_node

MODEL = """
context C { aggregate Boat { name: string } repository Boats for Boat { } }
ui U { api S: P  page Start { BODY } }
api P from D
subdomain D { }
"""
PLAIN = (
    'QueryView { of: S.Boat.all, data: rs => Paper { Table { Column { "Name", r => r.name }, rows: rs } } }'
)


def tables(body: str, model: str = MODEL):
    expansion = expanded(model.replace("BODY", body))
    return expansion, expansion.paged_tables


def test_a_plain_table_over_all_records_reads_and_shows_them_by_page():
    _, found = tables(f"body: Stack {{ {PLAIN} }}")
    [(view, replacement)] = found.replacements.items()
    assert view.type == "QueryView"
    assert view.span is not None
    paging = "page: pageNum, sortKey: sortKey, sortDir: sortDir, serverPaged: true, totalPages: rs.totalPages"
    column = 'Column { "Name", r => r.name, sortable: true, field: "name" }'
    assert " ".join(print_node(replacement).split()) == (
        "QueryView { of: S.Boat.all(pageNum, 20, sortKey, sortDir), "
        f"data: rs => Paper {{ Table {{ {column}, rows: rs.items, {paging} }} }}, paged: true }}"
    )
    assert replacement.parent is view.parent
    assert replacement.origin is view


def test_the_page_gets_the_state_that_it_lacks():
    expansion, found = tables(f'state {{ sortKey: string = "name" }} body: {PLAIN}')
    page = node(expansion, "Start")
    assert isinstance(page, Page)
    assert [print_node(field) for field in found.state[page]] == [
        "pageNum: int = 1",
        'sortDir: string = "asc"',
    ]


def test_the_tree_stays_as_written():
    expansion, _ = tables(f"body: {PLAIN}")
    page = node(expansion, "Start")
    assert all(inner.span is not None for inner in walk(page))
    assert "Boat.all(" not in print_node(page)


@pytest.mark.parametrize(
    "view",
    [
        PLAIN.replace("of:", "paged: true, of:"),
        PLAIN.replace("of:", "single: true, of:"),
        PLAIN.replace("S.Boat.all", "S.Boat.all()"),
        PLAIN.replace("S.Boat.all", "S.Boat.recent"),
        PLAIN.replace("S.Boat.all", "S.Plane.all"),
        PLAIN.replace("rows: rs", "rows: rs.items"),
        PLAIN.replace("rows: rs", "rows: rs, page: p"),
        PLAIN.replace("rows: rs", "rows: rs, serverPaged: true"),
        PLAIN.replace("QueryView", "OtherView"),
        'QueryView { of: Boat.all, data: rs => Text { "x" } }',
        "QueryView { of: Boat.all }",
    ],
)
def test_every_other_view_is_read_as_it_stands(view):
    _, found = tables(f"body: {view}")
    assert not found.replacements
    assert not found.state


@pytest.mark.parametrize(("find", "replaced"), [("find all(): Boat[]", 0), ("find all(): Boat paged", 1)])
def test_a_declared_find_all_decides(find, replaced):
    _, found = tables(f"body: {PLAIN}", MODEL.replace("for Boat { }", f"for Boat {{ {find} }}"))
    assert len(found.replacements) == replaced


def test_views_inside_a_view_are_replaced_with_it():
    inner = "QueryView { of: Boat.all, data: xs => Table { rows: xs } }"
    outer = f"QueryView {{ of: S.Boat.all, data: rs => Stack {{ Table {{ rows: rs }}, {inner} }} }}"
    _, found = tables(f"body: {outer}")
    [replacement] = found.replacements.values()
    views = [n for n in walk(replacement) if isinstance(n, Builder) and n.type == "QueryView"]
    assert ["paged: true" in print_node(view) for view in views] == [True, True]
    assert print_node(replacement).count("serverPaged") == 2


def test_pages_in_areas_are_looked_at_and_added_pages_are_not():
    model = f"""context C {{ aggregate Boat {{ }} }}
    ui U with scaffoldAggregate(of: Boat) {{ area X {{ page Start {{ body: {PLAIN} }} }} }}"""
    _, found = tables("", model)
    assert [page.name for page in found.state] == ["Start"]
