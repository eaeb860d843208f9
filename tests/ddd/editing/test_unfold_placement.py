"""Where unfolded members stand in a body, and how they are set off there."""

import pytest

from expanded_models import expanded, lines, node
from loomsmith.ddd.editing.placement import members_edit, opening_brace, with_keyword
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.macros.build import assign, primitive, prop
from loomsmith.ddd.syntax.nodes import Operation
from loomsmith.ddd.text import Source

FIELD = prop("b", primitive("int"))
LONG = Operation("go", body=[assign("b", 1)])


def placed(text: str, *members) -> str:
    """The text with the members put into the aggregate A."""
    span = node(expanded(text), "A").span
    edit = members_edit(Source(text), span, members)
    return splice(text, [edit])


@pytest.mark.parametrize(
    ("before", "members", "after"),
    [
        (
            "context C {\n  aggregate A {\n    a: int\n  }\n}\n",
            [FIELD],
            "context C {\n  aggregate A {\n    a: int\n    b: int\n  }\n}\n",
        ),
        (
            "context C {\n  aggregate A {\n    a: int\n  }\n}\n",
            [LONG],
            "context C {\n  aggregate A {\n    a: int\n\n    operation go() {\n      b := 1\n    }\n  }\n}\n",
        ),
        (
            "context C {\n  aggregate A {\n  }\n}\n",
            [LONG, FIELD],
            "context C {\n  aggregate A {\n    operation go() {\n      b := 1\n    }\n\n    b: int\n  }\n}\n",
        ),
        (
            "context C {\n  aggregate A {\n    create() { }\n\n  }\n}\n",
            [FIELD],
            "context C {\n  aggregate A {\n    create() { }\n\n\n    b: int\n  }\n}\n",
        ),
        (
            "context C { aggregate A { a: int  c: int } }",
            [FIELD],
            lines(
                """
                context C { aggregate A {
                              a: int  c: int
                              b: int
                            } }"""
            ),
        ),
        (
            "context C {\n  aggregate A {}\n}",
            [FIELD, FIELD],
            "context C {\n  aggregate A {\n    b: int\n    b: int\n  }\n}",
        ),
        (
            "context C {\n  aggregate A { a: int\n    c: int }\n}",
            [FIELD],
            "context C {\n  aggregate A { a: int\n    c: int\n    b: int\n  }\n}",
        ),
        (
            "context C {\r\n\taggregate A {\r\n\t\ta: int\r\n\t}\r\n}",
            [FIELD],
            "context C {\r\n\taggregate A {\r\n\t\ta: int\r\n   b: int\n\t}\r\n}",
        ),
    ],
)
def test_members_stand_one_level_deeper_than_the_body_and_apart_where_either_is_long(before, members, after):
    assert placed(before, *members) == after


def test_a_body_that_was_never_closed_takes_no_members():
    text = "context C { aggregate A { a: int"
    assert members_edit(Source(text), (12, len(text)), [FIELD]) is None
    assert members_edit(Source("aggregate A"), (0, 11), [FIELD]) is None


def test_comments_and_strings_of_a_header_hide_what_they_hold():
    text = 'context /* with { */ C with crudish(a: "with {") // {\n{ }'
    source = Source(text)
    assert with_keyword(source, (0, len(text))) == text.index("with crudish")
    assert opening_brace(source, (0, len(text))) == text.rindex("{")


def test_other_edits_inside_a_body_on_one_line_go_into_its_new_text():
    text = "context A { aggregate B { } }"
    edit = members_edit(Source(text), (0, len(text)), [FIELD], [TextEdit(23, 23, " with softDelete")])
    assert edit is not None
    assert splice(text, [edit]) == "context A {\n  aggregate B with softDelete { }\n  b: int\n}"
