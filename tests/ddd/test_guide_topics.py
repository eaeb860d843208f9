"""The guide for models tells the truth: examples are valid, and what it says of words and patches is so."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from loomsmith.base.context import CallContext, Settings
from loomsmith.ddd import toolkit
from loomsmith.ddd.checks.access import PROVIDERS
from loomsmith.ddd.macros.capabilities import built_in
from loomsmith.ddd.macros.library import MACROS
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.formatter import format_tokens
from loomsmith.ddd.syntax.parser.members import ACCESS
from loomsmith.ddd.text import Source
from loomsmith.ddd.toolkit.guide_text import TOPICS
from loomsmith.ddd.vocabulary.intrinsics import (
    COLLECTION_OPERATIONS,
    CONVERSIONS,
    DURATIONS,
    HOLE_FORMATS,
    INTRINSICS,
    MATCHERS,
    PRELUDE,
    STRING_LENGTH,
    STRING_MATCHES,
)
from loomsmith.ddd.vocabulary.page_elements import ELEMENTS
from loomsmith.ddd.vocabulary.platforms import DESIGN_PACKS, PLATFORMS
from loomsmith.ddd.vocabulary.storages import RESOURCE_KINDS
from loomsmith.ddd.vocabulary.words import HARD_WORDS, SOFT_WORDS, is_name
from loomsmith.tools.agent import language_catalog

ROOT = Path(__file__).parents[2]
BLOCKS = [
    pytest.param(block, id=f"{topic}-{number}")
    for topic, (_, text) in TOPICS.items()
    for number, block in enumerate(re.findall(r"^```ddd\n(.*?)^```", text, re.DOTALL | re.MULTILINE), 1)
]
each_block = pytest.mark.parametrize("block", BLOCKS)
each_topic = pytest.mark.parametrize("topic", TOPICS)


@each_block
def test_an_example_is_a_model_without_findings(block: str) -> None:
    assert toolkit.validate(block)["diagnostics"] == []


@each_block
def test_an_example_is_laid_out_as_the_formatter_does(block: str) -> None:
    result = parse(Source(block))
    assert format_tokens(result.tokens, result.tree) == block


@each_topic
def test_a_topic_has_an_example_and_fits_into_one_answer(topic: str) -> None:
    summary, text = TOPICS[topic]
    assert len(text) <= 8_000
    assert text.startswith(f"# {text[2]}")
    assert text.split("\n")[2] == summary
    assert "```ddd\n" in text
    assert len(summary) <= 120


def test_the_examples_cover_what_models_need() -> None:
    text = "\n".join(block.values[0] for block in BLOCKS)  # type: ignore[misc]
    for construct in (
        "tenancy by",
        "auth {",
        "workflow ",
        "channel ",
        "channelSource ",
        "timerSource ",
        "resource ",
        "api ",
        "route GET",
        "ui ",
        "persistedAs: eventLog",
        "projection ",
        "criterion ",
        "retrieval ",
        "domainService ",
        "commandHandler ",
        "queryHandler ",
        "capability ",
        "policy {",
        "permissions {",
        "requirement ",
        "solution ",
        "testCase ",
        "test e2e",
        "seed ",
        "migration ",
        "match await",
        "extends ",
    ):
        assert construct in text, construct


def test_the_module_is_what_the_pages_make() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "generate_docs.py"))
    target = "src/loomsmith/ddd/toolkit/guide_text.py"
    assert (ROOT / target).read_text(encoding="utf-8") == script["PAGES"][target](), "run `make docs`"


def test_without_a_topic_the_guide_lists_them() -> None:
    listed = toolkit.guide()["topics"]
    assert listed == [{"topic": topic, "summary": summary} for topic, (summary, _) in TOPICS.items()]
    assert len(json.dumps(listed)) <= 8_000


@each_topic
def test_a_topic_answers_with_its_page(topic: str) -> None:
    assert toolkit.guide(topic) == {"topic": topic, "text": TOPICS[topic][1]}
    assert toolkit.guide(f" {topic.upper().replace('-', ' ')} ") == toolkit.guide(topic)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("basic", "basics"),
        ("agregates", "aggregates"),
        ("auth", "tenancy-and-auth"),
        ("tenancy", "tenancy-and-auth"),
        ("channels", "events-and-channels"),
        ("projection", "reads"),
        ("repositories", "reads"),
        ("storage", "deployment"),
        ("pages", "ui"),
        ("migrations", "evolution"),
        ("patch", "editing"),
        ("requirements", "tests-and-requirements"),
    ],
)
def test_an_unknown_topic_leads_to_the_one_that_is_meant(asked: str, meant: str) -> None:
    answer = toolkit.guide(asked)
    assert answer["error"] == "not-found"
    assert meant in answer["candidates"]  # type: ignore[operator]
    assert "`" + asked + "`" in str(answer["message"])


@pytest.mark.parametrize("asked", ["", "?", "quantum chromodynamics", "x" * 100_000])
def test_a_topic_that_is_like_none_is_told_all(asked: str) -> None:
    answer = toolkit.guide(asked)
    assert (answer["error"], answer["candidates"]) == ("not-found", [])
    assert all(topic in str(answer["message"]) for topic in TOPICS)
    assert len(str(answer["message"])) < 500


def test_the_tool_offers_the_topics_there_are() -> None:
    tool = language_catalog().get("loom_guide")
    assert tool is not None
    assert tool.parameters[0].limits()["enum"] == list(TOPICS)
    answer = language_catalog().call("loom_guide", {"topic": "auth"}, CallContext(Settings(), lambda: 0))
    assert answer.is_error is False
    assert isinstance(answer.value, dict)
    assert answer.value["error"] == "not-found"


def words_after(topic: str, start: str, end: str) -> list[str]:
    """The words between backticks in the part of a page from `start` to `end`."""
    text = TOPICS[topic][1]
    part = text[text.index(start) : text.index(end, text.index(start))]
    return re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", part)))


def test_what_the_guide_says_of_words_is_so() -> None:
    hard = words_after("basics", "Models trip over", "The\n  error offers")
    assert len(hard) > 15
    assert set(hard) <= HARD_WORDS
    soft = words_after("basics", "Soft words may name", "the names of")
    assert len(soft) > 8
    assert set(soft) <= SOFT_WORDS
    for word in soft:
        assert toolkit.validate(f"context C {{ aggregate A {{ {word}: string }} }}")["ok"] is True
    assert is_name("port_")


def test_what_the_guide_says_of_elements_platforms_and_kinds_is_so() -> None:
    named = re.findall(r"\b[A-Z]\w+", TOPICS["ui"][1].split("## Elements")[1].replace("Layout: ", ""))
    assert set(named) - {"Text", "Media", "Values", "Inputs", "Acting", "Data"} <= set(ELEMENTS)
    deployment = TOPICS["deployment"][1]
    assert all(f"`{kind}`" in deployment for kind in RESOURCE_KINDS)
    assert all(platform in deployment for platform in PLATFORMS)
    assert all(pack in deployment for pack in DESIGN_PACKS)


def names_in(topic: str) -> set[str]:
    return set(re.findall(r"\w+", TOPICS[topic][1]))


def test_no_member_function_or_matcher_is_missing_from_the_guide() -> None:
    members = {name for methods in INTRINSICS.values() for name in methods} | {STRING_LENGTH, STRING_MATCHES}
    functions = {*PRELUDE, *DURATIONS, *CONVERSIONS, *HOLE_FORMATS}
    assert members | set(COLLECTION_OPERATIONS) | functions <= names_in("expressions")
    assert set(MATCHERS) <= names_in("tests-and-requirements")
    assert names_in("aggregates") >= ACCESS


def test_no_macro_capability_or_provider_is_missing_from_the_guide() -> None:
    assert set(MACROS) | set(built_in()) <= names_in("macros")
    assert set(PROVIDERS) <= names_in("tenancy-and-auth")


def test_the_patches_of_the_guide_do_what_it_says() -> None:
    text = TOPICS["editing"][1]
    source = re.findall(r"^```ddd\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[0]
    patches = json.loads(re.findall(r"^```json\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[0])
    outcome: Any = toolkit.apply_patch(source, patches)
    assert outcome["ok"] is True
    assert toolkit.validate(outcome["text"])["diagnostics"] == []
    result = parse(Source(outcome["text"]))
    assert format_tokens(result.tokens, result.tree) == outcome["text"]
    assert "buyer: string" in outcome["text"]
