"""Any text is an input: the parser answers each with a sound tree, and raises nothing."""

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples, rounds
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source
from loomsmith.ddd.vocabulary.words import WORDS
from tree_invariants import faults_of_tree, unplaced_fields

CASES = Path(__file__).parents[2] / "conformance" / "ddd"
MARKS = [
    *"{}()[],;.:?|=<>!+-*/%\"`\\'\n\r\t é\U0001f600#",
    ":=",
    "+=",
    "->",
    "=>",
    "[]",
    "//",
    "/*",
    "*/",
    "`{",
]
LITERALS = [" US-001 ", " 12.5 ", " 3m ", " x ", ' "s" ']
PIECES = st.sampled_from([*MARKS, *LITERALS, *(f" {word} " for word in sorted(WORDS))])


@cache
def sources():
    return [path.read_bytes().decode() for path in sorted(CASES.glob("*/*.ddd"))]


def sound(text):
    result = parse(Source(text))
    assert not faults_of_tree(result.tree, text)
    starts = [fault.span[0] for fault in result.faults]
    assert starts == sorted(starts)
    for fault in result.faults:
        assert 0 <= fault.span[0] <= fault.span[1] <= len(text)
        assert fault.message
        assert fault.code in ("loom.lex-error", "loom.parse-error")
    return result


def test_the_tree_of_every_case_is_sound():
    for text in sources():
        sound(text)


def test_every_name_word_and_literal_of_a_case_has_its_place():
    # These say something about the form, not about a word that was written.
    formal = {
        "AssignOrCall.call",
        "AuthBlock.has_claims",
        "AuthValue.kind",
        "MemberSuffix.call",
        "Payload.is_union",
        "UiMount.has_block",
    }
    unplaced = set()
    for text in sources():
        result = parse(Source(text))
        if not result.faults:
            unplaced |= unplaced_fields(result.tree)
    assert unplaced <= formal


@given(st.lists(PIECES, max_size=60))
@examples(300)
def test_any_sequence_of_tokens_gives_a_sound_tree(pieces):
    sound("".join(pieces))


@given(st.text(max_size=80))
@examples(200)
def test_any_text_gives_a_sound_tree(text):
    sound(text)


def test_mutated_cases_give_sound_trees():
    chance = random.Random(20)
    texts = sources()
    pieces = [*MARKS, *LITERALS, *(f" {word} " for word in sorted(WORDS))]
    for _ in range(rounds(1500)):
        text = chance.choice(texts)[:3000]
        for _ in range(chance.randint(1, 5)):
            at = chance.randint(0, len(text))
            cut = chance.choice([0, 0, 1, 3, 12])
            text = text[:at] + chance.choice(["", *pieces]) + text[at + cut :]
        sound(text)


@given(st.data())
@examples(60)
def test_a_case_cut_anywhere_gives_a_sound_tree(data):
    text = data.draw(st.sampled_from(sources()))
    sound(text[: data.draw(st.integers(0, len(text)))])


EXPRESSION = "context C {{ aggregate A {{ derived x: int = {} }} }}"
STATEMENTS = "context C {{ aggregate A {{ operation o() {{ {} }} }} }}"


@pytest.mark.parametrize("deep", [190, 20_000])
@pytest.mark.parametrize(
    ("frame", "opening", "core", "closing"),
    [
        (EXPRESSION, "(", "1", ")"),
        (EXPRESSION, "f(", "1", ")"),
        (EXPRESSION, "a.b(", "1", ")"),
        (EXPRESSION, "[", "1", "]"),
        (EXPRESSION, "A { ", "", "}"),
        (EXPRESSION, "{ a: ", "1", "}"),
        (EXPRESSION, "`{", "a", "}`"),
        (EXPRESSION, "x => ", "1", ""),
        (EXPRESSION, "a ? b : ", "1", ""),
        (EXPRESSION, "match { a => ", "1", "}"),
        (EXPRESSION, "money(", "a", ")"),
        (STATEMENTS, "for a in b { ", "", "}"),
        (STATEMENTS, "if let a = b { ", "", "}"),
        ("ui U {{ page P(x: {}) {{ }} }}", "action(", "int", ")"),
        ("ui U {{ {} }}", "area A { ", "", "}"),
    ],
)
def test_two_hundred_levels_are_read_and_more_give_one_fault(frame, opening, core, closing, deep):
    result = parse(Source(frame.format(opening * deep + core + closing * deep)))
    if deep < 200:
        assert not result.faults
    else:
        assert [fault.message[:20] for fault in result.faults] == ["nested more than 200"]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 100_000,
        "}" * 100_000,
        "context A { " * 20_000,
        "(" * 50_000,
        EXPRESSION.format("(" * 50_000),
        EXPRESSION.format("+".join("a" * 20_000)),
        EXPRESSION.format("a" + ".b" * 20_000),
        EXPRESSION.format('"' + "a" * 1_000_000),
        EXPRESSION.format("match a { " * 20_000),
        EXPRESSION.format("x => { let y = " * 20_000),
        STATEMENTS.format("match a { B => " * 20_000),
        "context C { aggregate A { " + "operation o() when A { " * 10_000,
        "context C { aggregate A { operation o() when " + "A { " * 10_000,
        "context C { aggregate A { " + "operation " * 10_000,
        "context C { aggregate A { " + "create " * 10_000 + "}",
        "context C { aggregate A { " + "a: " * 5_000,
        "context C { aggregate A { " + "entity E { " * 5_000,
        "context C { aggregate A { " + "] = " * 20_000,
        "aggregate " * 100_000,
        "import " * 10_000,
        "auth { " + "oidc { " * 10_000,
        "deployable d { platform: node " + "port " * 10_000,
        "system S {\n" + "storage s { type: postgres\n" * 10_000,
        "ui U { " + "menu ( page : contains parent " * 10_000,
        STATEMENTS.format("a ( for " * 10_000),
        "context C { aggregate A { operation o() { match mantine",
        "enum E { " + "context " * 10_000,
        "ui U { menu { " + 'section "a" { link A { ' * 5_000,
    ],
    ids=lambda text: f"{text[:24]}.. {len(text)}",
)
def test_hostile_texts_give_sound_trees(text):
    assert sound(text).faults or "+" in text or ".b" in text


def test_a_broken_text_parses_alike_each_time():
    text = sources()[7].replace("{", "", 1)
    first, second = parse(Source(text)), parse(Source(text))
    assert first.faults == second.faults
