"""Formatting changes the layout and nothing else, and formatting twice is formatting once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples, rounds
from ddd.strategies import files
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.formatter import format_tokens
from loomsmith.ddd.syntax.node import same_tree
from loomsmith.ddd.syntax.printer import print_node
from loomsmith.ddd.text import Source

CASES = sorted((Path(__file__).parents[2] / "conformance" / "ddd").rglob("*.ddd"))
# White space to put between two tokens; a line comment brings its line end along.
GAPS = (
    " ",
    "  ",
    "\n",
    "\n\n\n",
    "\t",
    "\r\n",
    " // note \n",
    " /* a */ ",
    " /* a\n   b */ ",
    "\n// alone\n",
    "\n\n/* x */ ",
)


def formatted(text: str) -> str:
    result = parse(Source(text))
    assert not result.faults, f"{result.faults[0]}\n{text}"
    return format_tokens(result.tokens, result.tree)


def assert_layout_only(text: str) -> str:
    before = parse(Source(text))
    result = format_tokens(before.tokens, before.tree)
    after = parse(Source(result))
    assert not after.faults, f"{after.faults[0]}\n{text}\n--- became\n{result}"
    assert same_tree(before.tree, after.tree), f"{text}\n--- became\n{result}"
    assert comments(before) == comments(after)
    again = format_tokens(after.tokens, after.tree)
    assert again == result, f"{result}\n--- became\n{again}"
    return result


def comments(result: object) -> list[str]:
    tokens = result.tokens  # type: ignore[attr-defined]
    return [tokens.text[start:end].rstrip() for start, end in tokens.comments]


def scattered(text: str, seed: int, gaps: tuple[str, ...] = GAPS) -> str:
    """`text` with other white space between its tokens, and comments in it."""
    result = parse(Source(text))
    tokens = result.tokens
    choose = random.Random(seed)
    parts = []
    last = 0
    hole = 0
    for index in range(len(tokens) - 1):
        start, end = tokens.starts[index], tokens.ends[index]
        kind = tokens.kinds[index]
        inside = hole > 0 or kind in ("<template middle>", "<template end>", "<format>")
        gap = text[last:start] if inside else choose.choice(gaps)
        parts += (gap, text[start:end])
        hole += (kind == "<template start>") - (kind == "<template end>")
        last = end
    return "".join(parts)


def test_every_case_keeps_its_tree_and_its_comments() -> None:
    for path in CASES:
        text = path.read_bytes().decode()
        if not parse(Source(text)).faults:
            assert_layout_only(text)


def test_every_case_keeps_its_tree_when_its_white_space_was_scattered() -> None:
    for seed, path in enumerate(CASES[:: 1 if rounds(1) > 1 else 12]):
        text = path.read_bytes().decode()
        if not parse(Source(text)).faults:
            assert_layout_only(scattered(text, seed))


@examples(40)
@given(files(), st.integers(0, 1000))
def test_generated_files_keep_their_trees_however_they_were_laid_out(tree: object, seed: int) -> None:
    assert_layout_only(scattered(print_node(tree), seed))  # type: ignore[arg-type]


@examples(40)
@given(files())
def test_what_the_printer_writes_is_laid_out_already(tree: object) -> None:
    text = print_node(tree)  # type: ignore[arg-type]
    assert formatted(text) == text


@pytest.mark.parametrize("gaps", [("\n",), (" ",), ("\r\n",)])
def test_one_token_a_line_and_all_on_one_line_are_read_alike(gaps: tuple[str, ...]) -> None:
    text = "context C { aggregate A { a: int derived b: int = this.a - 1 operation go(x: int) { a := x } } }"
    assert_layout_only(scattered(text, 0, gaps))


def test_spaces_between_tokens_follow_the_printer() -> None:
    text = """\
context C{aggregate A extends B{
unique(a,b)
a :int[]?=[1,2]
derived d:int=a?b:- c*( 2+x . y )
function f( p : string ):bool=!p.ok
operation go( ) { x:=f( a ,b:{c:1} ) }
handle:json
}}
"""
    assert (
        formatted(text)
        == """\
context C {
  aggregate A extends B {
    unique (a, b)
    a: int[]? = [1, 2]
    derived d: int = a ? b : -c * (2 + x.y)
    function f(p: string): bool = !p.ok
    operation go() { x := f(a, b: { c: 1 }) }
    handle: json
  }
}
"""
    )


def test_braces_of_several_lines_stand_at_line_ends() -> None:
    assert formatted("enum E { A\n B }\nsystem S\n{ }\n") == "enum E {\n  A\n  B\n}\nsystem S {}\n"


def test_the_rest_of_an_item_stands_two_levels_deeper() -> None:
    text = """\
context C {
aggregate A
persistedAs: eventLog
with crudish {
invariant this.a > 0
&& this.b > 0
message "both"
operation go()
requires currentUser.admin
{
a := x.where(y =>
y.ok)
.first()
}
}
}
"""
    assert (
        formatted(text)
        == """\
context C {
  aggregate A
      persistedAs: eventLog
      with crudish {
    invariant this.a > 0
        && this.b > 0
        message "both"
    operation go()
        requires currentUser.admin {
      a := x.where(y =>
            y.ok)
          .first()
    }
  }
}
"""
    )


def test_clauses_of_a_block_are_its_items() -> None:
    text = "deployable d {\nplatform: node {\npersistence: drizzle\n}\nserves: A,\nB\nport: 80\n}\n"
    assert formatted(text) == (
        "deployable d {\n  platform: node {\n    persistence: drizzle\n  }\n"
        "  serves: A,\n      B\n  port: 80\n}\n"
    )


def test_comments_stay_behind_before_and_between() -> None:
    text = """\


// head


context C { // opens
// first
enum E { A /* one */, B } // values


// last
}
// tail
"""
    assert (
        formatted(text)
        == """\
// head

context C { // opens
  // first
  enum E { A /* one */, B } // values

  // last
}
// tail
"""
    )


def test_blank_lines_come_one_at_a_time_and_never_next_to_a_bracket() -> None:
    text = "context C {\n\n\n  enum E { A }\n\n\n\n  enum F { B }\n\n}\n"
    assert formatted(text) == "context C {\n  enum E { A }\n\n  enum F { B }\n}\n"


def test_strings_templates_and_block_comments_keep_what_is_in_them() -> None:
    text = 'context C{\n/* a\n      b */\nfilter x=="p\n   q"||`r {  a+b , number } \n s`==y\n}\n'
    assert formatted(text) == (
        'context C {\n  /* a\n      b */\n  filter x == "p\n   q" || `r {  a+b , number } \n s` == y\n}\n'
    )


def test_nothing_is_made_of_nothing() -> None:
    assert formatted("") == ""
    assert formatted(" \n\n\t") == ""
    assert formatted("\ufeffenum E { A }") == "enum E { A }\n"


def test_a_file_of_comments_alone_is_kept() -> None:
    assert formatted("  // a\n\n\n   /* b */  \n") == "// a\n\n/* b */\n"


def test_long_files_are_formatted_in_reasonable_time() -> None:
    text = "context C {\n" + "".join(f"aggregate A{i} {{ a: int\nb: string }}\n" for i in range(4000)) + "}\n"
    assert formatted(text).count("\n") == 4000 * 4 + 2
