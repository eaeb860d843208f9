"""The grant of a loop, and merging it into a settings file without losing anything."""

import json

import pytest

from loomsmith.loop.config.model import (
    Config,
    FileExistsDetector,
    Provider,
    Providers,
    ScriptDetector,
    SkillPolicy,
    Validation,
)
from loomsmith.loop.permissions import SettingsError, grant, merge_grant


def test_the_grant_names_each_command_once_ascending() -> None:
    check = Validation("overall", "v", "objective", "s", ScriptDetector("make", ("check",)))
    other = Validation("overall", "w", "objective", "s", FileExistsDetector("p"))
    provider = Provider("p", "byok", command="make")
    config = Config("n", goals=(), validations=(check, other), providers=Providers((provider,)))
    assert grant(config) == [
        "Bash(make:*)", "Bash(npx skills:*)", "Edit", "Glob", "Grep", "Read",
        "WebFetch(domain:claudemarketplaces.com)", "Write",
    ]  # fmt: skip
    offline = Config("n", goals=(), validations=(), skills=SkillPolicy(acquisition_order=("installed",)))
    assert grant(offline) == ["Edit", "Glob", "Grep", "Read", "Write"]


def test_merging_keeps_what_is_there_and_appends_what_is_missing() -> None:
    before = '{"b": [1], "permissions": {"allow": ["Z"], "deny": ["Y"]}, "a": "é"}'
    merged = merge_grant(before, ["A", "Z", "A"])
    assert merged.endswith("\n")
    assert "é" in merged
    assert list(json.loads(merged).items()) == [
        ("b", [1]),
        ("permissions", {"allow": ["Z", "A"], "deny": ["Y"]}),
        ("a", "é"),
    ]


@pytest.mark.parametrize(
    "before", ["", "[]", "{", '{"permissions": 1}', '{"permissions": {"allow": "Read"}}', "[" * 100_000]
)
def test_a_file_that_is_something_else_is_refused_and_left_alone(before: str) -> None:
    with pytest.raises(SettingsError, match="nothing was changed"):
        merge_grant(before, ["Read"])
