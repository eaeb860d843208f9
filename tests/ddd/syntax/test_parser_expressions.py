"""Expressions and types: precedence, forms, and the doubtful spots."""

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import field_span
from loomsmith.ddd.text import Source


def expression(text):
    """The tree of one expression."""
    result = parse(Source(f"function f(): int = {text}"))
    assert not result.faults, result.faults
    (function,) = result.tree.members
    return function.expr


def refused(text):
    """The text at the first fault in an expression, and the message."""
    source = f"function f(): int = {text}"
    faults = parse(Source(source)).faults
    assert faults, text
    return source[slice(*faults[0].span)], faults[0].message


def show(node):
    """An expression with all its structure in brackets."""
    match node:
        case n.NameRef():
            return node.name
        case n.IntLiteral() | n.DecimalLiteral():
            return node.text
        case n.StringLiteral():
            return repr(node.value)
        case n.Chain():
            rest = "".join(f" {op} {show(e)}" for op, e in zip(node.ops, node.rest, strict=True))
            return f"({show(node.head)}{rest})"
        case n.Unary():
            return f"{node.op}{show(node.operand)}"
        case n.Paren():
            return f"P[{show(node.inner)}]"
        case n.Ternary():
            return f"({show(node.condition)} ? {show(node.then_expr)} : {show(node.else_expr)})"
        case n.Postfix():
            ignored = node.ignoring
            tail = "" if ignored is None else f" !{'*' if ignored.all else ','.join(ignored.capabilities)}"
            return f"<{show(node.head)}{''.join(show(s) for s in node.suffixes)}{tail}>"
        case n.MemberSuffix():
            return f".{node.member}" + (args(node.args) if node.call else "")
        case n.CallSuffix():
            return args(node.args)
        case n.Builder():
            return f"{node.type}{{{', '.join(map(show, node.entries))}}}"
        case n.Arg():
            return show(node.value) if node.name is None else f"{node.name}: {show(node.value)}"
        case n.Object():
            return "{" + ", ".join(f"{f.name}: {show(f.value)}" for f in node.fields) + "}"
        case n.ListLiteral():
            return f"[{', '.join(map(show, node.elements))}]"
        case n.Lambda():
            return f"({node.param} => {show(node.expr) if node.expr else '{' + str(len(node.block)) + '}'})"
        case n.Conversion():
            return f"{node.target}!{show(node.value)}"
        case n.MoneyLiteral():
            return f"money!{node.text!r}"
        case _:
            return type(node).__name__


def args(items):
    return f"({', '.join(map(show, items))})"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b - c", "(a + b - c)"),
        ("a + b * c", "(a + (b * c))"),
        ("a * b + c", "((a * b) + c)"),
        ("a || b && c == d < e + f * g", "(a || (b && (c == (d < (e + (f * g))))))"),
        ("a * b + c < d == e && f || g", "((((((a * b) + c) < d) == e) && f) || g)"),
        ("a < b < c", "(a < b < c)"),
        ("a == b != c", "(a == b != c)"),
        ("a + b * c * d - e", "(a + (b * c * d) - e)"),
        ("a && b || c && d", "((a && b) || (c && d))"),
        ("-a * !b", "(-a * !b)"),
        ("!a.b", "!<a.b>"),
        ("-(a)", "-P[a]"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ? b ? c : d : e", "(a ? (b ? c : d) : e)"),
        ("a == b ? x : y", "((a == b) ? x : y)"),
        ("a -1", "(a - 1)"),
    ],
)
def test_operators_bind_by_level_and_chains_stay_flat(text, tree):
    assert show(expression(text)) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a.b.c(d)(e).f()", "<a.b.c(d)(e).f()>"),
        ('"ab".length', "<'ab'.length>"),
        ("[1, 2].count", "<[1, 2].count>"),
        ("now().year", "<Now.year>"),
        ("1.days", "<1.days>"),
        ("id.text", "<IdExpr.text>"),
        ("this.open", "<This.open>"),
        ("P { x: 1 }.x", "<P{x: 1}.x>"),
        ("f(a: 1, of: 2, 3)", "<f(a: 1, of: 2, 3)>"),
        ("xs.where", "<xs.where>"),
        ("B.all() ignoring *", "<B.all() !*>"),
        ("B.all() ignoring X, Y", "<B.all() !X,Y>"),
        ("f(B.all() ignoring X, 2)", "<f(<B.all() !X>, 2)>"),
        ("B.ignoring.x", "<B.ignoring.x>"),
    ],
)
def test_any_primary_heads_a_chain(text, tree):
    assert show(expression(text)) == tree


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("P {}", "P{}"),
        ("P { a, b: c, }", "P{a, b: c}"),
        ("{}", "{}"),
        ("{ a: 1, state: 2, }", "{a: 1, state: 2}"),
        ("[]", "[]"),
        ("[ ]", "[]"),
        ("[1, 2,]", "[1, 2]"),
        ("x => x + 1", "(x => (x + 1))"),
        ("x => {}", "(x => {})"),
        ("x => { a: 1 }", "(x => {a: 1})"),
        ("x => { a := 1 }", "(x => {1})"),
        ("x => { a(1) b := 2 }", "(x => {2})"),
        ("xs.map(x => x.y, 2)", "<xs.map((x => <x.y>), 2)>"),
        ('money("4.50")', "money!'4.50'"),
        ("money(x)", "money!x"),
        ('money("4" + "5")', "money!('4' + '5')"),
        ("money(a, b).c", "<money(a, b).c>"),
        ("money(a: 1)", "<money(a: 1)>"),
        ("money()", "<money()>"),
        ("money.total", "<money.total>"),
        ("money", "money"),
        ("string(x)", "string!x"),
        ("retrieval + 1", "(retrieval + 1)"),
        ("retrieval { where: a }", "RetrievalLiteral"),
        ("state", "state"),
        ("create", "create"),
    ],
)
def test_primary_expressions(text, tree):
    assert show(expression(text)) == tree


def test_a_condition_arm_may_be_a_bare_name_and_its_value_a_lambda():
    node = expression("match { open => 1 shut => x => 2, else => 3 }")
    assert [show(arm.condition) for arm in node.arms] == ["open", "shut"]
    assert show(node.arms[1].value) == "(x => 2)"
    assert show(node.else_expr) == "3"


def test_variant_arms_take_types_and_plain_bindings():
    node = expression("match await a.b(1) { Done d => d.x, Boat id => 2 Boat id b => 3 }")
    assert isinstance(node.subject, n.Await)
    heads = [(type(arm.variant.base).__name__, arm.binding) for arm in node.arms]
    assert heads == [("NamedType", "d"), ("IdType", None), ("IdType", "b")]


def test_a_match_may_be_empty():
    assert expression("match { }").arms == []


def test_templates_have_one_text_more_than_holes():
    node = expression("`a {b} c {d, number} \\{ \\` \\n`")
    assert node.texts == ["a ", " c ", " { ` \n"]
    assert [(show(hole.value), hole.format) for hole in node.holes] == [("b", None), ("d", ", number")]
    assert expression("`plain`").texts == ["plain"]


def test_string_escapes_are_applied_and_unknown_ones_stand_for_themselves():
    assert expression(r'"a\"b\\c\nd\u0041\0"').value == 'a"b\\c\ndu0041\0'
    assert expression('"two\nlines"').value == "two\nlines"


def test_number_literals_keep_their_text():
    assert expression("007").text == "007"
    assert expression("1.50").text == "1.50"
    assert expression("9" * 5000).text == "9" * 5000


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("!!a", "!"),
        ("- -a", "-"),
        ("!-a", "-"),
        ("count-1", "count-1"),
        ("15s", "15s"),
        ("xs[0]", "["),
        ("(x) => 1", "=>"),
        ("1 + x => 2", "=>"),
        ("1 + match { a => 2 }", "match"),
        ("f(1, 2,)", ")"),
        ("string(a, 2)", ","),
        ("int(a)", "int"),
        ('f({ "a": 1 })', '"a"'),
        ("x.index", "index"),
        ("`a {} b`", "} b`"),
        ("match a { a > 1 => 2 }", ">"),
        ("match { else => 1, a => 2 }", "a"),
        ("a ? b", ""),
        ("", ""),
    ],
)
def test_what_is_no_expression_is_reported_where_it_stops_making_sense(text, at):
    assert refused(text)[0] == at


def test_a_builder_in_a_header_is_the_body_unless_it_reads_as_entries():
    text = "context C { aggregate A { operation o() when %s } }"

    def operation(header):
        result = parse(Source(text % header))
        return result, result.tree.members[0].members[0].members[0]

    result, node = operation("ready { ready := false }")
    assert not result.faults
    assert isinstance(node.when, n.NameRef)
    assert len(node.body) == 1
    result, node = operation("a == P { x: 1 } { }")
    assert not result.faults
    assert isinstance(node.when.rest[0], n.Builder)
    result, _ = operation("phase == Open { close() }")
    assert [fault.message.split(":")[0] for fault in result.faults] == [
        "expected the '{' of the body of an operation"
    ]
    result, node = operation("user2.admin { close() }")
    assert not result.faults
    assert len(node.body) == 1


def test_ignoring_after_a_where_belongs_to_the_find():
    text = """context C { repository R for A {
      find f(): A[] where this.a.b ignoring X
      find g(): A[] where f(x.y() ignoring *)
    } }"""
    result = parse(Source(text))
    assert not result.faults
    first, second = result.tree.members[0].members[0].finds
    assert first.ignoring.capabilities == ["X"]
    assert first.where.ignoring is None
    assert second.ignoring is None
    assert second.where.suffixes[0].args[0].value.ignoring.all


def test_spans_run_from_the_first_to_the_last_token():
    text = "function f(): int = a + b.c( d ) * 2"
    node = parse(Source(text)).tree.members[0].expr
    assert text[slice(*node.span)] == "a + b.c( d ) * 2"
    assert text[slice(*node.rest[0].span)] == "b.c( d ) * 2"
    call = node.rest[0].head
    assert text[slice(*call.span)] == "b.c( d )"
    assert text[slice(*call.suffixes[0].span)] == ".c( d )"
    assert text[slice(*field_span(call.suffixes[0], "member"))] == "c"
    assert text[slice(*field_span(node, "ops", 0))] == "+"


# Types


def type_of(text):
    result = parse(Source(f"enum E {{ A }} valueobject V {{ x: {text} }}"))
    assert not result.faults, result.faults
    return result.tree.members[1].members[0].type


@pytest.mark.parametrize(
    ("text", "base", "carriers", "array", "optional"),
    [
        ("string", "PrimitiveType", [], False, False),
        ("string[]?", "PrimitiveType", [], True, True),
        ("Boat", "NamedType", [], False, False),
        ("Boat id[]", "IdType", [], True, False),
        ("Self id", "SelfIdType", [], False, False),
        ("string envelope paged", "PrimitiveType", ["envelope", "paged"], False, False),
        ("Boat option[]", "NamedType", ["option"], True, False),
        ("slot?", "SlotType", [], False, True),
        ("action(int)", "ActionType", [], False, False),
    ],
)
def test_type_atoms(text, base, carriers, array, optional):
    atom = type_of(text).head
    assert (type(atom.base).__name__, atom.carriers, atom.array, atom.optional) == (
        base,
        carriers,
        array,
        optional,
    )


def test_postfix_marks_bind_tighter_than_or():
    type_ref = type_of("Ticket or Refund[] or Boat id")
    assert [atom.array for atom in (type_ref.head, *type_ref.alternatives)] == [False, True, False]


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("string?[]", "[]", "before its '?'"),
        ("int[][]", "[]", "lists of lists"),
        ("string[ ]", "[", "without a blank"),
        ("List<string>", "<", "T[]"),
        ("(string or int)", "(", "no parentheses"),
        ("Self", "}", "Self id"),
        ("state", "state", "names no type"),
    ],
)
def test_types_of_other_languages_are_refused_with_the_form_that_fits(text, at, words):
    source = f"valueobject V {{ x: {text} }}"
    fault = parse(Source(source)).faults[0]
    assert source[slice(*fault.span)] == at
    assert words in fault.message
