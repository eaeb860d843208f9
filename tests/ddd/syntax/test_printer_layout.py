"""How printed text looks: the line budget, blank lines, and one canonical spelling of each construct."""

from __future__ import annotations

import pytest

from loomsmith.ddd.syntax import nodes, parse
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.syntax.printer import LINE_BUDGET, print_node
from loomsmith.ddd.text import Source


def file_of(text: str) -> nodes.File:
    result = parse(Source(text))
    assert not result.faults, result.faults[0]
    return result.tree


def printed(text: str, indent: int = 0) -> str:
    """How the only member of a file is printed."""
    return print_node(file_of(text).members[0], indent)


def body_of(expression: str, indent: int = 0) -> str:
    """How a page body is printed, without the word before it."""
    tree = file_of(f"ui U {{ page P {{ body: {expression} }} }}")
    prop = next(node for node in walk(tree) if isinstance(node, nodes.BodyProp))
    return print_node(prop.expr, indent)


def test_a_list_that_fits_stands_on_one_line() -> None:
    assert body_of('Stack( Heading("x" , level:2) ,Text( "y" ), )'.replace(", )", ")")) == (
        'Stack(Heading("x", level: 2), Text("y"))'
    )


def test_a_list_that_does_not_fit_stands_with_one_item_a_line() -> None:
    words = ", ".join(f'Text("{"w" * 30}")' for _ in range(3))
    item = f'Text("{"w" * 30}")'
    assert body_of(f"Stack({words})") == f"Stack(\n  {item},\n  {item},\n  {item}\n)"


def test_the_budget_counts_from_the_indent_to_the_closing_bracket() -> None:
    name = "x" * (LINE_BUDGET - len("Stack(, b)"))
    assert body_of(f"Stack({name}, b)") == f"Stack({name}, b)"
    assert body_of(f"Stack({name}, b)", 1) == f"Stack(\n   {name},\n   b\n )"


def test_what_stands_before_a_list_on_its_line_does_not_count() -> None:
    name = "x" * (LINE_BUDGET - len("Stack(, b)") - 4)
    text = printed(f"ui U {{ page P {{ body: Stack({name}, b) }} }}")
    assert f"    body: Stack({name}, b)\n" in text


def test_an_item_of_several_lines_breaks_the_lists_around_it() -> None:
    assert body_of("Stack(match { a => b }, c)") == "Stack(\n  match {\n    a => b\n  },\n  c\n)"


def test_a_broken_item_counts_from_its_own_indent() -> None:
    inner = "x" * 80
    assert body_of(f"A(B({inner}, y), C({inner}))", 4) == (
        f"A(\n      B({inner}, y),\n      C({inner})\n    )"
    )


def test_objects_and_builders_have_blanks_inside_their_braces() -> None:
    assert body_of("f({a:1,b:{}}, Point{x:1,2}, Slot{ })") == "f({ a: 1, b: {} }, Point { x: 1, 2 }, Slot {})"


def test_match_takes_several_lines_and_ends_in_else() -> None:
    assert body_of("match { a => 1 b == c => 2 else => 3 }") == (
        "match {\n  a => 1,\n  b == c => 2,\n  else => 3\n}"
    )


def test_no_comma_is_put_where_it_would_continue_a_list_of_names() -> None:
    text = body_of("match { a => x.all() ignoring Cap b => 2 }")
    assert text == "match {\n  a => x.all() ignoring Cap\n  b => 2\n}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('"a\\u\\"\\\\\n\t\\0é\\v"', '"au\\"\\\\\\n\\t\\0é\\v"'),
        ("`a{ x , number}\\{ }\n\\``", "`a{x, number}\\{ }\\n\\``"),
        ('money( "4.50" )', 'money("4.50")'),
        ("1.50+007", "1.50 + 007"),
        ("- x", "-x"),
        ("(a?b:c)", "(a ? b : c)"),
        ("x=>y=>z", "x => y => z"),
        ("[ ]", "[]"),
        ("string(now( ))", "string(now())"),
    ],
)
def test_literals_and_operators_have_one_spelling(written: str, expected: str) -> None:
    assert body_of(written) == expected


def test_members_of_several_lines_are_set_apart_by_blank_lines() -> None:
    assert printed("context C { enum E { A } filter x filter y aggregate A { } aggregate B { a: int } }") == (
        "context C {\n  enum E {\n    A\n  }\n\n  filter x\n  filter y\n  aggregate A {}\n\n"
        "  aggregate B {\n    a: int\n  }\n}"
    )


def test_headers_stay_on_one_line_however_long() -> None:
    params = ", ".join(f"parameter{at}: string" for at in range(8))
    operation = f"operation go({params}) audited requires a.b when (c) {{"
    assert f"    {operation}\n" in printed(
        f"context C {{ aggregate A {{ {operation} x := 1 }} }} }}".replace("}} }", "} }")
    )


def test_payloads_have_commas_and_events_have_none() -> None:
    text = printed("context C { command Go { a: int b: int } event Went { a: int, b: int } query Q { } }")
    assert "command Go {\n    a: int,\n    b: int\n  }" in text
    assert "event Went {\n    a: int\n    b: int\n  }" in text
    assert "query Q {}" in text


def test_pages_have_no_blank_lines_and_areas_have_them_between_pages() -> None:
    text = printed(
        'ui U { area A { page P { route: "/" state { a: int = 1 } menu { hidden: true, order: 1 } }'
        " page Q { } } }"
    )
    assert text == (
        'ui U {\n  area A {\n    page P {\n      route: "/"\n      state {\n        a: int = 1\n      }\n'
        "      menu {\n        hidden: true,\n        order: 1\n      }\n    }\n\n    page Q {}\n  }\n}"
    )


def test_clauses_in_any_order_are_written_in_one() -> None:
    text = printed('deployable d { platform: "node", port: 80 serves: A, B contexts: [C,] hosts: [U] }')
    assert text == (
        "deployable d {\n  platform: node\n  contexts: [C]\n  serves: A, B\n  hosts: U\n  port: 80\n}"
    )


def test_a_retrieval_with_a_condition_alone_needs_no_braces() -> None:
    tree = file_of("context C { retrieval R of A { where: this.open } }")
    assert "retrieval R of A = this.open" in print_node(tree)


def test_an_indented_member_keeps_its_further_lines_under_the_first() -> None:
    tree = file_of("context C { aggregate A { create(a: int) { a := a } } }")
    create = next(node for node in walk(tree) if isinstance(node, nodes.Create))
    assert print_node(create, 7) == "create(a: int) {\n         a := a\n       }"


def test_a_file_ends_in_one_line_end_and_an_empty_one_is_empty() -> None:
    assert print_node(file_of('import "a" enum E { A }')) == 'import "a"\n\nenum E {\n  A\n}\n'
    assert print_node(file_of("// nothing")) == ""
