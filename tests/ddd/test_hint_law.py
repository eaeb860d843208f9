"""The law of repairs: the patch applies, brings no syntax error, and the finding it came with is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from conformance import run_ddd
from loomsmith.ddd import toolkit

CODES_WITH_REPAIRS = {
    "loom.bare-aggregate-in-type",
    "loom.unknown-name",
    "loom.reserved-derived-on-vo",
    "loom.token-nullable",
    "loom.entity-field-optional-collection",
    "loom.entity-field-modifier",
    "loom.test-redundant-for",
    "loom.es-tph-forced-own-table",
    "loom.applier-on-non-event-sourced",
    "loom.workflow-applier-on-non-event-sourced",
    "loom.react-deployable-missing-ui",
    "loom.vue-deployable-missing-ui",
    "loom.svelte-deployable-missing-ui",
    "loom.angular-deployable-missing-ui",
}


def report(text: str) -> list[dict[str, Any]]:
    answer: Any = toolkit.validate(text, limit=10_000, outline=False)
    found: list[dict[str, Any]] = answer["diagnostics"]
    return found


def told(diagnostics: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    return Counter((found["code"], found["message"]) for found in diagnostics)


def patches(hint: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "patch" in hint:
        yield hint["patch"]
    for option in hint.get("options", ()):
        yield option["patch"]


@pytest.mark.parametrize("topic", run_ddd.topics())
def test_every_repair_does_what_it_says(topic: str) -> None:
    for path in run_ddd.cases([f"{topic}/"]):
        text = run_ddd.read(path)
        before = report(text)
        for found in before:
            if "fixHint" not in found:
                continue
            assert found["code"] in CODES_WITH_REPAIRS
            for patch in patches(found["fixHint"]):
                answer: Any = toolkit.apply_patch(text, [patch])
                assert answer["ok"], (path.stem, patch, answer["errors"])
                after = report(answer["text"])
                key = (found["code"], found["message"])
                assert told(after)[key] < told(before)[key], (path.stem, key, patch)
                syntax = [now["phase"] for now in after].count("parse")
                assert syntax <= [now["phase"] for now in before].count("parse"), (path.stem, patch)
