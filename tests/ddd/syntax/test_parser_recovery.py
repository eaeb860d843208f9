"""Broken texts: one slip gives one message that names the cure, and all around it is kept."""

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.text import Source


def faults(text):
    return [(text[slice(*fault.span)], fault.message) for fault in parse(Source(text)).faults]


def names(text, *kinds):
    return [node.name for node in walk(parse(Source(text)).tree) if isinstance(node, kinds)]


def member(text):
    """The faults of a text as a member of an aggregate between two sound ones, which must both be kept."""
    before = "context C {\n  aggregate A {\n    first: int\n    "
    source = f"{before}{text}\n    last: int\n  }}\n  enum E {{ X }}\n}}\n"
    result = parse(Source(source))
    kept = [node.name for node in walk(result.tree) if isinstance(node, n.Property)]
    assert kept[0] == "first"
    assert kept[-1] == "last"
    assert [node.name for node in walk(result.tree) if isinstance(node, n.Enum)] == ["E"]
    return [(source[slice(*fault.span)], fault.message) for fault in result.faults]


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("id: string", "id", "has its id already"),
        ("port: int", "port", "'portNumber'"),
        ("index: int", "index", "reserved"),
        ("type: string", "type", "reserved"),
        ("user: string", "user", "reserved"),
        ("contains: string", "contains", "'containsValue'"),
        ("a: int, b: int", ",", "need no separator"),
        ("a: int; b: int", ";", "need no separator"),
        ("name string", "string", "'name: type'"),
        ("name", "last", "expected ':'"),
        ("name : string : int", ":", "expected a member"),
        ("derived kind: string = x", "kind", "as it can of properties and parameters"),
        ("derived x: int = count-1", "count-1", "write 'count - 1'"),
        ("derived x: int := 1", ":=", "a derived value takes '='"),
        ("x: int := 1", ":=", "follows '='"),
        ("tags: string[ ]", "[", "without a blank"),
        ("tags: List<string>", "<", "T[]"),
        ("x: string = 'text'", "'", "double quotes"),
        ('x: string = "text', '"', "no end"),
        ("x: string // fine\n    # a remark: here", "#", "comments start with //"),
        ("x: bool = a & b", "&", "&&"),
        ("x: int = 1 immutable", "immutable", "right after the type"),
        ('x: int message "m"', "message", "'check' before it"),
        ("x: int check x > 0 = 1", "=", "before 'check'"),
        ("x: int = f(1", "last", "expected"),
        ("x: int = (1 + 2", "last", "')'"),
        ("x: int = a +", ":", "not finished"),
        ("operation go() { y = 1 }", "=", ":="),
        ("operation go() { this.y := 1 }", "this", "no 'this.'"),
        ("operation go() { y := 1; z := 2 }", ";", "need no separator"),
        ("operation go() { y *= 2 }", "*", "y := y * value"),
        ("operation go() { if y > 1 { z := 1 } }", "y", "no plain 'if'"),
        ("operation go() { y := 1 +\n z := 2 }", ":=", "before 'z' is not finished"),
        ("operation go() { return }", "}", "needs a value"),
        ("operation go() { f(x: 1) }", ":", "have no names"),
        ("operation go() { a().b() }", ".", "let x"),
        ("operation go() { let state = 1 }", "state", "as it can of properties"),
        ("operation go() when a requires b { }", "requires", "in this order"),
        ("operation go { }", "{", "'('"),
        ("operation use() { }", "use", "cannot be the name of an operation"),
        ("create { }", "{", "even without parameters"),
        ("create(n: int) requires a { }", "requires", "first statement"),
        ("function f(n: int) = n", "=", "type that the function returns"),
        ("entity P { operation o() { } x: int }", "operation", "stands in an aggregate"),
        ("enum F { Y }", "enum", "stands in a file or a context"),
        ("repository R for A { find f(): A }", "repository", "stands in a context"),
        ("@x: int", "@", "no annotations"),
        ("unique ()", ")", "at least one"),
        ('test "t" { x = 1 }', "=", ":="),
    ],
)
def test_a_slip_in_a_member_gives_one_message_with_the_cure_and_keeps_the_rest(text, at, words):
    found = member(text)
    assert len(found) == 1, found
    assert (found[0][0], words in found[0][1]) == (at, True), found


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("system S { aggregate A { x: int } }", "aggregate", "it stands in a context"),
        ("Context C { }", "Context", "did you mean 'context'?"),
        ("deployable d { platform: rust }", "rust", "'dotnet'"),
        ("deployable d { platform: pyton }", "pyton", "expected a platform: 'python'"),
        ("deployable d { platform: node portt: 1 }", "portt", "expected a clause of a deployable: 'port'"),
        ("deployable d { port: 1 }", "port", "starts with 'platform:'"),
        ("deployable d { platform: node port: 1 platform: vue }", "platform", "stands once, first"),
        ("storage s { type: postgress }", "postgress", "expected a type of storage: 'postgres'"),
        ("storage s { }", "}", "starts with 'type:'"),
        ("resource r { kind: state for: C }", "for", "'for' stands too late"),
        ("enum E { A, error }", "error", "cannot be the name of an enum value"),
        ("enum E { A, user, B }", "user", "'member'"),
        ("enum E { }", "}", "at least one value"),
        ("enum E { A,, B }", ",", "one comma too many"),
        ('enum E { A } import "x"', "import", "stand before all declarations"),
        ("import more", "more", "string in double quotes"),
        ("context C { } }", "}", "closes nothing"),
        ("context query { }", "query", "cannot be the name of a context"),
        ("auth { oidc: { } }", ":", "without a colon"),
        ('api A { route get "/" -> C.x }', "get", "'GET'"),
        ("system S { user { crew: Crew id: guid } }", ":", "put the field 'id' first"),
        ("context C", "", "expected the '{' of the body of a context"),
        ("context", "", "expected a name for a context"),
    ],
)
def test_a_slip_in_a_declaration_gives_one_message_with_the_cure(text, at, words):
    found = faults(text)
    assert len(found) == 1, found
    assert (found[0][0], words in found[0][1]) == (at, True), found


def test_an_unclosed_block_names_its_opening_line():
    ((at, message),) = faults("context C {\n  aggregate A {\n    x: int\n  }\n")
    assert at == ""
    assert "line 1" in message


def test_a_missing_brace_is_found_where_the_next_declaration_starts():
    text = "context C {\n  aggregate A {\n    x: int\n  repository R for A { }\n  enum E { X }\n}\n"
    ((at, message),) = faults(text)
    assert at == "repository"
    assert "line 2" in message
    assert names(text, n.Repository, n.Enum) == ["R", "E"]


def test_a_fault_at_the_end_of_the_text_has_no_width_and_stands_behind_the_last_token():
    result = parse(Source("context C { aggregate A { x: int }\n\n// end\n"))
    assert [fault.span for fault in result.faults] == [(34, 34)]
    assert [fault.span for fault in parse(Source("context")).faults] == [(7, 7)]


def test_declarations_whose_header_was_read_are_kept_with_the_members_read_so_far():
    text = "system S { context C { aggregate A { x: int operation o(n: int) { y := "
    assert names(text, n.System, n.Context, n.Aggregate, n.Property, n.Operation) == ["S", "C", "A", "x", "o"]


def test_a_fault_in_a_header_keeps_the_body():
    text = "context C { aggregate A with m(1) { x: int } aggregate B { } }"
    assert len(faults(text)) == 1
    assert names(text, n.Aggregate, n.Property) == ["A", "x", "B"] or names(text, n.Property) == ["x"]


def test_a_reserved_word_in_the_place_of_a_name_is_taken_for_the_name():
    assert names("context C { aggregate state { port: int } }", n.Aggregate, n.Property) == ["state", "port"]


def test_a_property_is_kept_without_the_part_that_cannot_be_read():
    tree = parse(Source("valueobject V { a: int = ] b: int }")).tree
    a, b = tree.members[0].members
    assert (a.name, a.default, b.name) == ("a", None, "b")


def test_a_derived_value_without_a_readable_expression_has_a_missing_one():
    tree = parse(Source("valueobject V { derived a: int = ]\n b: int }")).tree
    assert isinstance(tree.members[0].members[0].expr, n.Missing)


def test_a_misplaced_declaration_is_skipped_with_its_block():
    text = "system S { aggregate A { x: int enum E { F } } deployable d { platform: node } }"
    assert len(faults(text)) == 1
    assert names(text, n.Deployable, n.Enum, n.Property) == ["d"]


def test_statements_around_a_faulty_one_are_kept():
    text = "context C { aggregate A { operation o() { a := 1\n b = 2\n c := 3 } } }"
    operation = parse(Source(text)).tree.members[0].members[0].members[0]
    assert [statement.path for statement in operation.body if statement.op] == [["a"], ["c"]]


def test_clauses_around_a_faulty_one_are_kept():
    tree = parse(Source("deployable d { platform: node contexts: [1] port: 80 }")).tree
    assert (tree.members[0].platform, tree.members[0].port) == ("node", 80)


def test_a_fault_right_behind_a_lexical_one_is_not_reported():
    assert len(faults("enum Flüge { Low }")) == 1


def test_faults_of_lexer_and_parser_come_in_order_of_position():
    found = parse(Source("context C { aggregate A { x: string = 'a'\n 5 } }\n~\nenum { }")).faults
    assert [fault.span[0] for fault in found] == sorted(fault.span[0] for fault in found)
    assert {fault.code for fault in found} == {"loom.lex-error", "loom.parse-error"}


def test_an_unclosed_block_is_named_by_the_line_whose_indentation_gives_it_away():
    ((_, message),) = faults("context C {\n  aggregate A {\n    x: int\n  enum E { X }\n}\n")
    assert "line 2" in message
    ((_, message),) = faults("context C {\n  enum E {\n    A\n}\n")
    assert "'{' on line 2 has no '}' of its own before line 4" in message


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("status: enum { Draft, Open }", "enum", "declared beside the aggregates"),
        ("public operation p() { }", "operation", "no 'public'"),
        ("x: int default 3", "3", "follows '='"),
        ("operation o() -> int { return 1 }", "->", "instead of an arrow"),
        ("operation o() { for (x in xs) { } }", "(", "takes no parentheses"),
        ("operation o() { let x: int = 3 }", ":", "has no type"),
        ("operation o() { emit Done(order: id) }", "(", "{ name: value }"),
        ("operation o() { let x := 1 }", ":=", "a 'let' takes '='"),
    ],
)
def test_habits_from_other_languages_are_named(text, at, words):
    found = member(text)
    assert (found[0][0], words in found[0][1]) == (at, True), found


def test_a_broken_header_does_not_take_the_body_of_the_next_declaration():
    text = "context C {\n  enum F [A, B]\n  valueobject V { x: int }\n}\n"
    assert len(faults(text)) == 1
    assert names(text, n.Enum, n.ValueObject, n.Property) == ["F", "V", "x"]


def test_what_was_found_is_said_only_where_something_else_was_expected():
    messages = [message for _, message in faults("context C { aggregate A { x: string?[] } } system 5 { }")]
    assert messages[0].endswith("for an optional list")
    assert messages[1] == "expected a name for a system, found '5'"


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        ("operation o() { for x in this.lines { a := x } }", "this", "leave out the 'this.'"),
        (
            "operation o() { if let x = this.line { a := x } else { a := 1 } }",
            "this",
            "leave out the 'this.'",
        ),
        ("operation o() { for x in [1, 2] { a := x } }", "[", "a name or a chain"),
        ("operation o() { for x in index { a := x } }", "index", "reserved"),
    ],
)
def test_what_stands_before_a_body_is_a_chain_that_starts_with_a_name(text, at, words):
    [(place, message)] = member(text)
    assert place == at
    assert words in message
