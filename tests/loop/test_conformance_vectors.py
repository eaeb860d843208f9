"""The conformance vectors of configs, patterns, cron, phases, skills and permissions, one test a file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from loomsmith.base.failures import Failure
from loomsmith.loop.config import ConfigError, loads
from loomsmith.loop.cron import parse_cron
from loomsmith.loop.patterns import compile_pattern
from loomsmith.loop.permissions import merge_grant
from loomsmith.loop.phases import parse_chain
from loomsmith.loop.skills import is_acceptable_url, is_never_installed, is_safe_name

CASES = Path(__file__).parents[1] / "conformance" / "loop"
VECTORS = CASES / "vectors"
ELSEWHERE = {"mcp-session"}
"""Vectors that other tests run."""

FOR_THE_RUNNER = {
    "digest", "judge-output", "perturb-choice", "perturb-fallback", "perturb-seed", "perturb-shuffle",
    "placeholders", "poll-interval", "skill-scores", "stop-gates", "usage-estimate", "usage-regex",
}  # fmt: skip
"""Vectors of what only a runner does."""


def _vector(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    return content


def _cases(name: str) -> list[Any]:
    return [pytest.param(case, id=f"{name}-{i}") for i, case in enumerate(_vector(name)["cases"])]


def _grammar_cases() -> list[Any]:
    found = []
    for grammar in ("yaml", "markdown"):
        vector = _vector(grammar)
        for i, case in enumerate(vector["cases"]):
            text = case["text"] if case.get("whole") else vector["base"] + case["text"]
            found.append(pytest.param(grammar, text, case["expect"], id=f"{grammar}-{i}"))
    return found


@pytest.mark.parametrize(("grammar", "text", "expect"), _grammar_cases())
def test_text_loads_as_its_grammar_says(grammar: Any, text: str, expect: dict[str, Any]) -> None:
    if expect["load"] == "error":
        with pytest.raises(ConfigError) as refusal:
            loads(text, grammar)
        for word in expect["error_mentions"]:
            assert word in str(refusal.value)
        return
    model = loads(text, grammar).as_json()
    for wanted in expect.get("values", []):
        value: Any = model
        for key in wanted["path"]:
            value = value[key]
        assert value == wanted["value"]


@pytest.mark.parametrize("case", _cases("regex"))
def test_pattern_is_found_or_refused(case: dict[str, Any]) -> None:
    if case["expect"] == "error":
        with pytest.raises(Failure):
            compile_pattern(case["pattern"])
    else:
        assert compile_pattern(case["pattern"]).found_in(case["text"]) is case["expect"]


@pytest.mark.parametrize("case", _cases("cron"))
def test_cron_matches_or_is_refused(case: dict[str, Any]) -> None:
    if "error" in case["expect"]:
        with pytest.raises(Failure):
            parse_cron(case["expr"])
        return
    cron = parse_cron(case["expr"])
    assert {name: cron.matches(instant) for name, instant in case["at"].items()} == case["expect"]


@pytest.mark.parametrize("case", _cases("phase-chains"))
def test_chain_gives_its_edges_or_is_refused(case: dict[str, Any]) -> None:
    if case["expect"] == {"error": True}:
        with pytest.raises(Failure):
            parse_chain(case["line"])
    else:
        assert [list(edge) for edge in parse_chain(case["line"])] == case["expect"]


@pytest.mark.parametrize("case", _cases("permission-merge"))
def test_grant_is_merged_or_refused(case: dict[str, Any]) -> None:
    if case["expect"] == {"error": True}:
        with pytest.raises(Failure):
            merge_grant(case["before"], case["grant"])
    else:
        assert json.loads(merge_grant(case["before"], case["grant"])) == case["expect"]


@pytest.mark.parametrize(
    ("name", "key", "rule"),
    [
        ("skill-names", "name", is_safe_name),
        ("skill-blocklist", "name", is_never_installed),
        ("skill-repo-urls", "url", is_acceptable_url),
    ],
)
def test_skill_is_judged_by_name_and_address(name: str, key: str, rule: Callable[[str], bool]) -> None:
    cases = _vector(name)["cases"]
    assert {case[key]: rule(case[key]) for case in cases} == {case[key]: case["expect"] for case in cases}


@pytest.mark.parametrize("name", sorted(FOR_THE_RUNNER))
def test_vector_of_the_runner(name: str) -> None:
    assert _vector(name)["cases"]
    pytest.skip("there is no runner yet")


@pytest.mark.parametrize("name", sorted(path.name for path in (CASES / "runs").glob("*.yaml")))
def test_run_of_the_runner(name: str) -> None:
    assert (CASES / "runs" / name.replace(".yaml", ".expected.json")).exists()
    pytest.skip("there is no runner yet")


def test_every_vector_is_accounted_for() -> None:
    here = {"yaml", "markdown", "regex", "cron", "phase-chains", "permission-merge"}
    skills = {"skill-names", "skill-blocklist", "skill-repo-urls"}
    assert {path.stem for path in VECTORS.glob("*.json")} == here | skills | ELSEWHERE | FOR_THE_RUNNER
