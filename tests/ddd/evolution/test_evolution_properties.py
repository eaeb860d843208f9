"""What holds for every model: nothing leads to itself, and chains end where the model does."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from ddd.evolution.random_models import walk
from ddd.evolution.versions import CASES, EXAMPLES, version_of
from loomsmith.ddd import toolkit
from loomsmith.ddd.evolution.chain import read_chain, render
from loomsmith.ddd.evolution.diffing import BACKUP_SUFFIX
from loomsmith.ddd.evolution.report import evolve
from loomsmith.ddd.evolution.schema import modules

if TYPE_CHECKING:
    from pathlib import Path

    from loomsmith.ddd.evolution.report import Version

SEEDS = st.integers(0, 1_000_000)
FOLDERS = ["examples", *sorted(path.name for path in CASES.iterdir() if path.is_dir())]


def _models(folder: str) -> list[Path]:
    return sorted((EXAMPLES if folder == "examples" else CASES / folder).rglob("*.ddd"))


def _homeless(version: Version) -> bool:
    """Whether the model has SQL to run and no database to run it in, which is refused."""
    return bool(version.model.migrations) and not modules(version.model)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_model_needs_nothing_to_become_itself_whether_it_was_recorded_or_not(folder: str) -> None:
    for path in _models(folder):
        version = version_of(path.read_text())
        if version is None or _homeless(version):
            continue
        report = evolve(version, version, None).to_json()
        assert report.pop("hasBaseline") is bool(version.model.systems)
        assert not any(report.values()), path
        first = evolve(version, None, None)
        files = [file for m in first.migrations for file in render(m, first.several_systems)]
        assert evolve(version, None, read_chain(files)).migrations == [], path


@examples(30)
@given(seed=SEEDS)
def test_a_chain_ends_in_the_schema_of_the_last_model(seed: int) -> None:
    files: list[tuple[str, str]] = []
    version = None
    for _, version in walk(random.Random(seed), 8):
        for migration in evolve(version, None, read_chain(files)).migrations:
            files += render(migration, several_systems=False)
    assert version is not None
    for module in modules(version.model):
        head = read_chain(files).head(module.system, module.name)
        kept = [table for table in head.schema.tables if BACKUP_SUFFIX not in table.name] if head else []
        assert tuple(kept) == module.schema.tables
        if head is not None:
            assert head.version == head.schema.history[-1][0]


@examples(30)
@given(seed=SEEDS)
def test_answers_depend_on_their_arguments_alone(seed: int) -> None:
    texts = [text for text, _ in walk(random.Random(seed), 1)]
    for before, after in itertools.pairwise(texts):
        assert toolkit.diff(after, before) == toolkit.diff(after, before)


@examples(30)
@given(seed=SEEDS)
def test_a_migration_is_flagged_just_when_one_of_its_steps_is_or_it_reshapes(seed: int) -> None:
    versions = [version for _, version in walk(random.Random(seed), 3)]
    for before, after in itertools.pairwise(versions):
        for migration in evolve(after, before, None).migrations:
            assert migration.destructive == ("breaking-for-data" in migration.classes())
            assert bool(migration.destructive_message) == migration.destructive
