"""Any text is an input: mutated models are answered by every report, and no stage fails on them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from budgets import rounds
from conformance import run_ddd
from loomsmith.ddd import toolkit
from mutations import CASES, mutated

SOURCES = (
    "extra: int",
    "operation fresh() { }",
    "enum Fresh { A, B }",
    "audited",
    "Fresh",
    "}",
    "",
    "with x",
)
CRASHES = {"loom.validator-check-crashed", "loom.ir-internal"}


def answers(text: str) -> list[Any]:
    return [toolkit.validate(text), toolkit.generate(text), toolkit.read_model(text)]


@pytest.mark.parametrize("part", range(8))
def test_no_stage_fails_on_a_mutated_model(part: int) -> None:
    chance = random.Random(part)
    for path in chance.sample(CASES, rounds(25, len(CASES))):
        text = mutated(run_ddd.read(path), chance)
        report, generated, _ = answers(text)
        told = [found for found in report["diagnostics"] if found["code"] in CRASHES]
        assert told == [], f"{path.parent.name}/{path.stem}\n{told[0]['message']}\n{text}"
        assert [found["code"] for found in generated["diagnostics"]] == [
            found["code"]
            for found in toolkit.validate(text, limit=100_000)["diagnostics"]  # type: ignore[attr-defined]
        ]
        places = [found["range"]["start"] for found in report["diagnostics"] if "range" in found]
        assert places == sorted(places, key=lambda place: (place["line"], place["character"]))


def test_no_stage_fails_on_a_model_that_ends_early() -> None:
    chance = random.Random(99)
    for path in chance.sample(CASES, rounds(40, 800)):
        text = run_ddd.read(path)
        cut = text[: chance.randrange(len(text) + 1)]
        report = answers(cut)[0]
        told = [found for found in report["diagnostics"] if found["code"] in CRASHES]
        assert told == [], f"{path.parent.name}/{path.stem}\n{told[0]['message']}\n{cut}"


def addresses(outlined: Any) -> list[str]:
    """Every address in an outline."""
    if isinstance(outlined, str):
        return [outlined] if " " in outlined else []
    parts = outlined.values() if isinstance(outlined, dict) else outlined
    return [address for part in parts for address in addresses(part)]


@pytest.mark.parametrize("part", range(4))
def test_patches_of_mutated_models_are_applied_or_refused(part: int) -> None:
    chance = random.Random(part)
    for path in chance.sample(CASES, rounds(25, 400)):
        text = mutated(run_ddd.read(path), chance)
        targets = [*addresses(toolkit.outline(text)), "context Nowhere"]
        batch: list[dict[str, object]] = []
        for _ in range(chance.randint(1, 4)):
            op = chance.choice(("add", "replace", "remove", "insert", "rename"))
            patch: dict[str, object] = {
                "op": op,
                "target": chance.choice(targets),
                "source": chance.choice(SOURCES),
            }
            if op == "insert":
                patch["position"] = chance.choice(("before", "after", "header-end"))
            batch.append(patch)
        answer: Any = toolkit.apply_patch(text, batch)
        assert answer["ok"] == (not answer["errors"])
        if not answer["ok"]:
            assert answer["text"] == text
            assert all(error["patch"] in batch and error["message"] for error in answer["errors"])
        else:
            assert len(answer["applied"]) == len(batch)
            toolkit.validate(answer["text"])
