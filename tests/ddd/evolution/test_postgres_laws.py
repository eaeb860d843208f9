"""What migrations do in a real database: they apply, they lead where they should, and they keep rows."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples, rounds
from ddd.evolution import laws
from ddd.evolution.random_models import walk
from ddd.evolution.versions import CASES, case_pairs, changes, first_steps, script, sources, version_of
from loomsmith.ddd.evolution.chain import read_chain, render
from loomsmith.ddd.evolution.report import evolve
from loomsmith.ddd.evolution.schema import modules
from loomsmith.ddd.evolution.steps import SqlExec

if TYPE_CHECKING:
    from pathlib import Path

    from ddd.evolution.databases import Database
    from ddd.evolution.versions import Change

pytestmark = pytest.mark.postgres

SEEDS = st.integers(0, 1_000_000)
PAIRS = [
    pytest.param(change, id=f"{name}-{change.after.name}")
    for name, base, new in case_pairs()
    if (before := version_of(base)) is not None and (after := version_of(new)) is not None
    for change in changes(before, after)
]


@pytest.mark.parametrize(
    "folder", [*sorted(path.name for path in CASES.iterdir() if path.is_dir()), "examples"]
)
def test_every_first_migration_applies(database: Database, folder: str) -> None:
    for path in _sources_in(folder):
        version = version_of(path.read_text())
        for module in modules(version.model) if version is not None else ():
            assert laws.catalog_after(database, script(first_steps(module))) or not module.schema.tables, path


def _sources_in(folder: str) -> list[Path]:
    return [path for path in sources() if folder in path.parts]


@pytest.mark.parametrize("change", PAIRS)
def test_a_migration_leads_from_the_old_schema_to_the_new_one(database: Database, change: Change) -> None:
    laws.leads_to_the_new_schema(database, change)


@pytest.mark.parametrize("change", PAIRS)
def test_a_migration_that_is_not_flagged_keeps_rows_and_values(database: Database, change: Change) -> None:
    laws.keeps_rows(database, change)


@pytest.mark.parametrize("change", PAIRS)
def test_what_a_flagged_migration_drops_is_gone(database: Database, change: Change) -> None:
    laws.loses_what_it_says(database, change)


@examples(40)
@given(seed=SEEDS)
def test_the_laws_hold_between_random_models(database: Database, seed: int) -> None:
    versions = [version for _, version in walk(random.Random(seed), 2)]
    for before, after in itertools.pairwise(versions):
        for change in changes(before, after):
            laws.leads_to_the_new_schema(database, change)
            laws.keeps_rows(database, change)
            laws.loses_what_it_says(database, change)


def test_the_laws_hold_between_models_that_have_only_their_names_in_common(database: Database) -> None:
    texts = [path.read_text() for path in sorted((CASES / "migrations").glob("*.ddd"))]
    versions = [version for text in texts if (version := version_of(text)) is not None]
    for before, after in random.Random(7).sample(list(itertools.permutations(versions, 2)), rounds(60, 5000)):
        for change in changes(before, after):
            if not any(isinstance(step, SqlExec) for step in change.steps):
                laws.leads_to_the_new_schema(database, change)
                laws.keeps_rows(database, change)
                laws.loses_what_it_says(database, change)


@examples(15)
@given(seed=SEEDS)
def test_small_changes_keep_rows(database: Database, seed: int) -> None:
    versions = [version for _, version in walk(random.Random(seed), 6, edits_at_once=1)]
    for before, after in itertools.pairwise(versions):
        for change in changes(before, after):
            laws.keeps_rows(database, change)


@examples(15)
@given(seed=SEEDS)
def test_a_chain_of_committed_migrations_ends_in_the_schema_of_the_last_model(
    database: Database, seed: int
) -> None:
    versions = [version for _, version in walk(random.Random(seed), 6)]
    files: list[tuple[str, str]] = []
    scripts: dict[str, list[str]] = {}
    for version in [*versions, *versions[-1:]]:  # once more: a reshape leaves a table to drop
        for migration in evolve(version, None, read_chain(files)).migrations:
            scripts.setdefault(migration.module.name, []).append(script(migration.steps))
            files += render(migration, several_systems=False)
    assert evolve(versions[-1], None, read_chain(files)).migrations == []
    for module in modules(versions[-1].model):
        made = laws.catalog_after(database, script(first_steps(module)))
        migrated = laws.catalog_after(database, *scripts.get(module.name, []))
        assert laws.comparable(migrated) == laws.comparable(made)
