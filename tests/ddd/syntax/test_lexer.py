"""Tokens: kinds, places, and the rules that decide between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd.syntax.lexer import tokenize
from loomsmith.ddd.syntax.tokens import (
    DECIMAL,
    DURATION,
    END,
    FORMAT,
    INT,
    NAME,
    STRING,
    TEMPLATE,
    TEMPLATE_END,
    TEMPLATE_MIDDLE,
    TEMPLATE_START,
    TRACE_ID,
)
from loomsmith.ddd.text import Source


def lex(text):
    """Kind and text of each token but the last, where the two differ; else the text."""
    tokens = tokenize(Source(text))
    pairs = [(kind, tokens.text_of(i)) for i, kind in enumerate(tokens.kinds[:-1])]
    return [text if kind == text else (kind, text) for kind, text in pairs]


def skipped(text):
    return [text[fault.span[0] : fault.span[1]] for fault in tokenize(Source(text)).faults]


def test_a_word_is_its_own_kind_and_a_name_is_no_word():
    assert lex("context Context kind") == ["context", (NAME, "Context"), "kind"]
    assert lex("contexts contextual") == ["contexts", (NAME, "contextual")]


def test_the_last_token_is_an_end_behind_the_last_real_one():
    tokens = tokenize(Source("a  // b\n"))
    assert (tokens.kinds[-1], tokens.starts[-1], tokens.ends[-1]) == (END, 1, 1)
    assert tokenize(Source(" \n")).starts == [0]


def test_a_byte_order_mark_and_all_line_ends_are_white_space():
    assert lex("\ufeffa\r\nb\rc\u2028d\xa0e") == [(NAME, letter) for letter in "abcde"]


def test_comments_are_no_tokens_but_kept_apart():
    tokens = tokenize(Source("a // b\r/* c\n // */ d"))
    assert [tokens.text_of(i) for i in range(2)] == ["a", "d"]
    assert tokens.comments == [(2, 6), (7, 18)]


def test_block_comments_do_not_nest():
    assert lex("/* a /* b */ c") == [(NAME, "c")]


def test_an_unclosed_block_comment_is_two_operators():
    assert lex("/* a") == ["/", "*", (NAME, "a")]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("1.5e3", [(DECIMAL, "1.5"), (NAME, "e3")]),
        ("1_000", [(INT, "1"), (NAME, "_000")]),
        (".5", [".", (INT, "5")]),
        ("1.", [(INT, "1"), "."]),
        ("1.a", [(INT, "1"), ".", (NAME, "a")]),
        ("-1", ["-", (INT, "1")]),
        ("3minutes", [(DURATION, "3m"), (NAME, "inutes")]),
        ("3ms 45s 2h 1d", [(DURATION, "3ms"), (DURATION, "45s"), (DURATION, "2h"), (DURATION, "1d")]),
    ],
)
def test_numbers_have_no_sign_exponent_or_separator(text, tokens):
    assert lex(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("US-001", [(TRACE_ID, "US-001")]),
        ("A-b2-7", [(TRACE_ID, "A-b2-7")]),
        ("state-1", [(TRACE_ID, "state-1")]),
        ("US-001x", [(TRACE_ID, "US-001"), (NAME, "x")]),
        ("a-12-b", [(TRACE_ID, "a-12"), "-", (NAME, "b")]),
        ("count-other", [(NAME, "count"), "-", (NAME, "other")]),
        ("a_b-1", [(NAME, "a_b"), "-", (INT, "1")]),
        ("count -1", [(NAME, "count"), "-", (INT, "1")]),
        ("3-1", [(INT, "3"), "-", (INT, "1")]),
        ("a->b", [(NAME, "a"), "->", (NAME, "b")]),
        ("a-=1", [(NAME, "a"), "-=", (INT, "1")]),
    ],
)
def test_a_name_with_hyphens_up_to_digits_is_one_id(text, tokens):
    assert lex(text) == tokens


def test_punctuation_takes_the_longest_mark():
    assert lex("[] [ ] := += => <= || |") == ["[]", "[", "]", ":=", "+=", "=>", "<=", "||", "|"]


@pytest.mark.parametrize("word", ["immutable", "secret", "token", "or", "paged", "message"])
def test_a_trailing_modifier_before_a_colon_is_a_name(word):
    assert lex(f"{word}\n :") == [(NAME, word), ":"]
    assert lex(f"{word} := 1")[0] == (NAME, word)
    assert lex(f"{word} /* c */ : x")[0] == (NAME, word)
    assert lex(f"{word} x")[0] == word
    assert lex("kind: x")[0] == "kind"


def test_strings_span_lines_and_escape_all_but_line_ends():
    assert lex('"a\nb\\"c" d') == [(STRING, '"a\nb\\"c"'), (NAME, "d")]
    assert skipped('"a\\\nb"') == ['"', "\\", '"']


def test_an_unclosed_string_is_reported_at_its_quote_and_costs_its_line():
    tokens = tokenize(Source('a: "x y\nb: int'))
    assert [fault.span for fault in tokens.faults] == [(3, 4)]
    assert [tokens.text_of(i) for i in range(len(tokens) - 1)] == ["a", ":", '"x y', "b", ":", "int"]


def test_single_quotes_are_reported_once_and_read_as_a_string():
    assert skipped("'a b'") == ["'"]
    assert lex("'a b' c") == [(STRING, "'a b'"), (NAME, "c")]


def test_a_hash_comment_is_reported_and_dropped():
    assert skipped("a # b c\nd") == ["#"]
    assert lex("a # b c\nd") == [(NAME, "a"), (NAME, "d")]


def test_a_run_of_strange_characters_is_one_fault():
    assert skipped("a ~^@ b @") == ["~^@", "@"]
    assert skipped("Flüge") == ["ü"]


def test_a_template_without_holes_is_one_token():
    assert lex("`a \\` \\{ } b`") == [(TEMPLATE, "`a \\` \\{ } b`")]


def test_a_template_with_holes_is_a_run_of_tokens():
    assert lex("`a {b} c {d.e}`") == [
        (TEMPLATE_START, "`a {"),
        (NAME, "b"),
        (TEMPLATE_MIDDLE, "} c {"),
        (NAME, "d"),
        ".",
        (NAME, "e"),
        (TEMPLATE_END, "}`"),
    ]


def test_templates_nest_in_holes():
    assert lex("`a {`b {c} d`} e`") == [
        (TEMPLATE_START, "`a {"),
        (TEMPLATE_START, "`b {"),
        (NAME, "c"),
        (TEMPLATE_END, "} d`"),
        (TEMPLATE_END, "} e`"),
    ]


def test_a_comma_outside_brackets_starts_the_format_of_a_hole():
    assert lex("`{f(a, b), number, ::currency/EUR}`") == [
        (TEMPLATE_START, "`{"),
        (NAME, "f"),
        "(",
        (NAME, "a"),
        ",",
        (NAME, "b"),
        ")",
        (FORMAT, ", number, ::currency/EUR"),
        (TEMPLATE_END, "}`"),
    ]
    assert lex("`{n, plural, one {# seat} other {x}} y`")[2] == (FORMAT, ", plural, one {# seat} other {x}")


def test_a_brace_in_a_hole_is_a_lexical_error():
    assert skipped("`a {b { c} d`") == ["{"]


def test_an_unclosed_template_is_reported_at_the_backtick_or_at_the_first_brace_behind_its_hole():
    assert [fault.span for fault in tokenize(Source("x `a b")).faults] == [(2, 3)]
    assert [fault.span for fault in tokenize(Source("`a {b\n}\n}")).faults] == [(6, 7)]


def test_what_follows_an_unclosed_template_is_read_as_ordinary_text():
    assert lex("`a {b } } enum E { A }")[-6:] == ["}", "enum", (NAME, "E"), "{", (NAME, "A"), "}"]


def test_covering_finds_the_token_at_an_offset():
    tokens = tokenize(Source("ab  cd"))
    assert [tokens.covering(offset) for offset in range(7)] == [0, 0, None, None, 1, 1, None]


@given(st.text(alphabet="ab1 -_.\"`{}\\/*#'\n,([é:=|&", max_size=60))
@examples(300)
def test_tokens_comments_and_faults_lie_in_order_without_overlap(text):
    tokens = tokenize(Source(text))
    at = 0
    for start, end in zip(tokens.starts, tokens.ends, strict=True):
        assert at <= start <= end <= len(text)
        at = end
    for start, end in tokens.comments:
        assert text[start : start + 2] in ("//", "/*")
        assert tokens.covering(start) is None
        assert end <= len(text)
    assert all(0 <= fault.span[0] < fault.span[1] <= len(text) for fault in tokens.faults)


@given(st.text(alphabet='ab1 -_."`{}\\/*\n,([:=|&', max_size=60))
@examples(300)
def test_every_character_is_white_space_or_lies_in_a_token_a_comment_or_a_fault(text):
    tokens = tokenize(Source(text))
    spans = [*zip(tokens.starts, tokens.ends, strict=True), *tokens.comments]
    spans += [fault.span for fault in tokens.faults]
    covered = {offset for start, end in spans for offset in range(start, end)}
    assert all(text[offset].isspace() for offset in range(len(text)) if offset not in covered)


@pytest.mark.parametrize(
    "piece", ['"\\"', "`\\`", "/*/", "a-", "a-b", "`{a,{", "`{", "`{a}{", "€ ", '"\\\n', "'", "`{}}", "# "]
)
def test_hostile_repetition_is_lexed_like_any_text(piece):
    tokens = tokenize(Source(piece * 20_000))
    assert tokens.kinds[-1] == END
