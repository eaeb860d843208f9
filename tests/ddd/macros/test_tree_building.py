"""The small constructors from which macros build trees."""

from loomsmith.ddd.macros.build import (
    call,
    chained_call,
    copy_of,
    function,
    name,
    named,
    operators,
    path,
    primitive,
    prop,
    record,
)
from loomsmith.ddd.syntax.node import Ref, same_tree, walk
from loomsmith.ddd.syntax.nodes import Chain, IdExpr, IntLiteral, Projection, Property, StringLiteral, This
from loomsmith.ddd.syntax.printer import print_node


def test_plain_values_stand_for_literals_in_calls():
    shown = call("Heading", "Boats", level=2, wide=True, of=name("Boat"))
    assert print_node(shown) == 'Heading("Boats", level: 2, wide: true, of: Boat)'


def test_a_dotted_call_is_a_call_of_the_last_member():
    assert print_node(call("S.Boat.all", path("pageNum"), 10)) == "S.Boat.all(pageNum, 10)"
    assert print_node(chained_call(path("o.made"), "startOfDay")) == "o.made.startOfDay()"
    assert print_node(chained_call(name("o"), "startOfDay")) == "o.startOfDay()"


def test_this_and_id_are_the_expressions_that_they_spell():
    assert isinstance(name("this"), This)
    assert isinstance(name("id"), IdExpr)


def test_records_lambdas_and_operators_read_as_written():
    assert print_node(record({"a": name("x"), "b": path("y.z")})) == "{ a: x, b: y.z }"
    assert print_node(function("r", operators("row-", ("+", path("r.id"))))) == 'r => "row-" + r.id'


def test_types_take_their_marks():
    assert print_node(named("Boat", carriers=("paged",))) == "Boat paged"
    assert print_node(named("Boat", array=True, optional=True)) == "Boat[]?"
    assert print_node(prop("version", primitive("int"), "token", 1)) == "version: int token = 1"


def test_a_copy_is_an_equal_tree_of_other_nodes_without_places():
    original = Projection(
        "Totals",
        members=[prop("count", primitive("int"))],
        source=Ref("Boat", "aggregate", (3, 7)),
        group_by=[path("o.a"), call("f", 1)],
    )
    for node in walk(original):
        node.span = (0, 1)
    copied = copy_of(original)
    assert same_tree(copied, original)
    assert not set(map(id, walk(copied))) & set(map(id, walk(original)))
    assert all(node.span is None for node in walk(copied))
    assert copied.source is not original.source
    assert copied.source.span is None
    assert all(node.parent is not None for node in walk(copied) if node is not copied)
    assert copied.members[0].parent is copied


def test_a_copy_needs_no_recursion():
    deep = StringLiteral("x")
    for _ in range(50_000):
        deep = Chain(deep, ["+"], [IntLiteral("1")])
    assert sum(1 for _ in walk(copy_of(deep))) == 100_001


def test_a_copied_field_keeps_its_words():
    field = Property("a", primitive("string"), True, ["pii"], "secret", StringLiteral("x"), None, "told")
    assert same_tree(copy_of(field), field)
