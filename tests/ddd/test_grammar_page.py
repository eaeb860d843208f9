"""The grammar page agrees with the parser: its productions are all used, and they describe what parses."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from loomsmith.base.recursion import DeepCalls
from loomsmith.ddd.syntax import parse
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
from loomsmith.ddd.vocabulary import words

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "ddd" / "grammar.md").read_text()
CASES = sorted((ROOT / "tests" / "conformance" / "ddd").rglob("*.ddd"))

TOKENS = {
    "STRING": STRING,
    "INT": INT,
    "DECIMAL": DECIMAL,
    "DURATION": DURATION,
    "TRACE_ID": TRACE_ID,
    "TEMPLATE": TEMPLATE,
    "TEMPLATE_START": TEMPLATE_START,
    "TEMPLATE_MIDDLE": TEMPLATE_MIDDLE,
    "TEMPLATE_END": TEMPLATE_END,
    "FORMAT": FORMAT,
}
CLASSES = {
    "PlainName": words.PLAIN_NAME,
    "AnyName": words.ANY_NAME,
    "FieldName": words.FIELD_NAME,
    "StateName": words.STATE_NAME,
    "RefName": words.REF_NAME,
    "MemberName": words.MEMBER_NAME,
    "TargetName": words.TARGET_NAME,
    "VerbName": words.VERB_NAME,
    "ClaimName": words.CLAIM_NAME,
}
# Here the readings listed at the end of the page decide, which the productions leave open.
READINGS = {
    "syntax-core/bad-match-arm-without-comma-before-paren",
    "syntax-core/bad-user-id-after-named-type",
}


class Rule(NamedTuple):
    """A part of a production: `kind` is word, name, seq, alt, opt or star."""

    kind: str
    text: str = ""
    parts: tuple[Rule, ...] = ()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@cache
def grammar() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for block in blocks("ebnf"):
        for production in re.split(r"\n(?=\S)", block.strip()):
            name, _, right = production.partition("=")
            assert name.strip() not in rules, f"{name} twice"
            marks = re.findall(r'"[^"]+"|\w+|[()|?*+]', right)
            rule, rest = alternatives(marks)
            assert not rest, f"{name}: {rest}"
            rules[name.strip()] = rule
    return rules


def alternatives(marks: list[str]) -> tuple[Rule, list[str]]:
    found = []
    while True:
        sequence = []
        while marks and marks[0] not in ")|":
            part, marks = repeated(marks)
            sequence.append(part)
        found.append(Rule("seq", parts=tuple(sequence)))
        if not marks or marks[0] == ")":
            return (found[0] if len(found) == 1 else Rule("alt", parts=tuple(found))), marks
        marks = marks[1:]


def repeated(marks: list[str]) -> tuple[Rule, list[str]]:
    mark, marks = marks[0], marks[1:]
    if mark == "(":
        part, marks = alternatives(marks)
        marks = marks[1:]
    elif mark.startswith('"'):
        part = Rule("word", mark[1:-1])
    elif mark in ("list", "items", "loose"):
        item, marks = alternatives(marks[1:])
        part = listing(mark, item)
        marks = marks[1:]
    else:
        part = Rule("name", mark)
    while marks and marks[0] in "?*+":
        star = Rule("star", parts=(part,))
        part = {"?": Rule("opt", parts=(part,)), "*": star, "+": Rule("seq", parts=(part, star))}[marks[0]]
        marks = marks[1:]
    return part, marks


def listing(kind: str, item: Rule) -> Rule:
    comma = Rule("word", ",")
    between = Rule("opt", parts=(comma,)) if kind == "loose" else comma
    more = Rule("star", parts=(Rule("seq", parts=(between, item)),))
    last = () if kind == "list" else (Rule("opt", parts=(comma,)),)
    return Rule("seq", parts=(item, more, *last))


class Recogniser:
    """Finds all ends of a production from each place, and one derivation of a whole text."""

    def __init__(self, kinds: list[str]) -> None:
        self.kinds = kinds
        self.known: dict[tuple[int, int], tuple[int, ...]] = {}
        self.used: set[str] = set()

    def ends(self, rule: Rule, at: int) -> tuple[int, ...]:
        if not starts(rule) & {self.kinds[at], ""}:
            return ()
        key = (id(rule), at)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = tuple(sorted(set(self.find(rule, at))))
        return found

    def find(self, rule: Rule, at: int) -> list[int]:
        if rule.kind == "word":
            return [at + 1] if self.kinds[at] == rule.text else []
        if rule.kind == "name":
            if rule.text in TOKENS:
                return [at + 1] if self.kinds[at] is TOKENS[rule.text] else []
            if rule.text in CLASSES:
                kind = self.kinds[at]
                return [at + 1] if kind is NAME or kind in CLASSES[rule.text] else []
            return list(self.ends(grammar()[rule.text], at))
        if rule.kind == "alt":
            return [end for part in rule.parts for end in self.ends(part, at)]
        if rule.kind == "opt":
            return [at, *self.ends(rule.parts[0], at)]
        if rule.kind == "star":
            seen = {at}
            todo = [at]
            while todo:
                for end in self.ends(rule.parts[0], todo.pop()):
                    if end not in seen:
                        seen.add(end)
                        todo.append(end)
            return list(seen)
        places = {at}
        for part in rule.parts:
            places = {end for place in places for end in self.ends(part, place)}
        return list(places)

    def mark_used(self, rule: Rule, at: int, end: int) -> None:
        """Note the productions of one derivation of the tokens from `at` to `end`."""
        if rule.kind == "name" and rule.text in grammar():
            self.used.add(rule.text)
            self.mark_used(grammar()[rule.text], at, end)
        elif rule.kind == "alt":
            self.mark_used(next(part for part in rule.parts if end in self.ends(part, at)), at, end)
        elif rule.kind == "opt":
            if at != end:
                self.mark_used(rule.parts[0], at, end)
        elif rule.kind == "star":
            while at != end:
                steps = [e for e in self.ends(rule.parts[0], at) if e > at and end in self.find(rule, e)]
                self.mark_used(rule.parts[0], at, steps[0])
                at = steps[0]
        elif rule.kind == "seq":
            self.mark_sequence(rule.parts, at, end)

    def mark_sequence(self, parts: tuple[Rule, ...], at: int, end: int) -> None:
        for index, part in enumerate(parts):
            rest = Rule("seq", parts=parts[index + 1 :])
            step = next(e for e in self.ends(part, at) if end in self.find(rest, e))
            self.mark_used(part, at, step)
            at = step


FIRST: dict[int, frozenset[str]] = {}


def starts(rule: Rule) -> frozenset[str]:
    """The kinds of token that a rule may start with; with the empty text where it may be empty."""
    found = FIRST.get(id(rule))
    if found is None:
        found = FIRST[id(rule)] = frozenset(first_of(rule))
    return found


def first_of(rule: Rule) -> set[str]:
    if rule.kind == "word":
        return {rule.text}
    if rule.kind == "name":
        if rule.text in TOKENS:
            return {TOKENS[rule.text]}
        if rule.text in CLASSES:
            return {NAME, *CLASSES[rule.text]}
        return set(starts(grammar()[rule.text]))
    if rule.kind == "alt":
        return {kind for part in rule.parts for kind in starts(part)}
    if rule.kind in ("opt", "star"):
        return {"", *starts(rule.parts[0])}
    found = {""}
    for part in rule.parts:
        found.discard("")
        found |= starts(part)
        if "" not in found:
            break
    return found


def recognises(text: str) -> Recogniser | None:
    """The recogniser after it has found the text to be a file, else nothing."""
    kinds = parse(Source(text)).tokens.kinds
    recogniser = Recogniser(kinds)
    with DeepCalls():
        return recogniser if len(kinds) - 1 in recogniser.ends(Rule("name", "File"), 0) else None


def case_name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def test_the_page_has_productions_and_examples() -> None:
    assert len(grammar()) > 120
    assert len(blocks("ddd")) == len(blocks("ebnf"))
    assert kinds_of_names() == set()


def kinds_of_names() -> set[str]:
    """Names in productions that nothing defines."""
    named = set(re.findall(r'(?<!")\b[A-Z]\w+\b(?!")', "\n".join(blocks("ebnf"))))
    literals = set(re.findall(r'"(\w+)"', "\n".join(blocks("ebnf"))))
    return named - set(grammar()) - set(TOKENS) - set(CLASSES) - literals


@pytest.mark.parametrize("example", blocks("ddd"), ids=lambda text: text.split("\n")[0][:30])
def test_every_example_parses(example: str) -> None:
    faults = parse(Source(example)).faults
    assert not faults, f"{faults[0]}: {example[faults[0].span[0] :][:60]}"


def test_every_production_is_used_by_an_example() -> None:
    used: set[str] = set()
    for example in blocks("ddd"):
        recogniser = recognises(example)
        assert recogniser is not None, example
        with DeepCalls():
            recogniser.mark_used(Rule("name", "File"), 0, len(recogniser.kinds) - 1)
        used |= recogniser.used
    assert set(grammar()) - used == set()


def test_the_grammar_describes_the_cases_that_parse_and_no_others() -> None:
    wrong = set()
    for path in CASES:
        result = parse(Source(path.read_bytes().decode()))
        if result.tokens.faults:
            continue
        if (recognises(result.tokens.text) is None) != bool(result.faults):
            wrong.add(case_name(path))
    assert wrong == READINGS


def test_the_classes_of_names_are_those_of_the_vocabulary() -> None:
    core = re.search(r"The core soft words: `([^`]+)`", PAGE)
    assert core is not None
    assert set(core[1].split()) == words.CORE_SOFT_WORDS
    for name, admitted in CLASSES.items():
        row = re.search(rf"^\| `{name}` \| ([^|]*) \|", PAGE, re.MULTILINE)
        assert row is not None, name
        listed = {word for quoted in re.findall(r"`([^`]+)`", row[1]) for word in quoted.split()}
        if "the core soft words" in row[1]:
            listed |= words.CORE_SOFT_WORDS
        assert listed == admitted, name


def test_the_marks_are_those_of_the_lexer() -> None:
    row = re.search(r"^\| marks \| `(.*)` \|$", PAGE, re.MULTILINE)
    assert row is not None
    for mark in row[1].replace("\\|", "|").split():
        tokens = parse(Source(f"a {mark} b")).tokens
        assert tokens.kinds == [NAME, mark, NAME, END]
