"""What a change of a model does, as one report: migrations module by module, and changes that clients see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.evolution.blocks import Blocks
from loomsmith.ddd.evolution.migrations import (
    BREAKS_DATA,
    COMPATIBLE,
    Migration,
    assign_blocks,
    following,
    initial,
)
from loomsmith.ddd.evolution.records import Schema
from loomsmith.ddd.evolution.schema import Module, modules
from loomsmith.ddd.evolution.steps import op_of, sql_of
from loomsmith.ddd.evolution.wire_diff import BREAKS_CLIENTS, WireChange, wire_changes
from loomsmith.ddd.evolution.wire_spec import wire_spec

if TYPE_CHECKING:
    from loomsmith.ddd.evolution.chain import Chain, Place
    from loomsmith.ddd.model.values import Model
    from loomsmith.ddd.names.linker import Links


@dataclass(frozen=True, slots=True)
class Version:
    """A model with the links that its migration blocks are read by."""

    model: Model
    links: Links


@dataclass(slots=True)
class Evolution:
    """The report: migrations of the modules that change, wire changes, systems that come and go."""

    migrations: list[Migration] = field(default_factory=list)
    wire: list[WireChange] = field(default_factory=list)
    has_baseline: bool = False
    systems_added: list[str] = field(default_factory=list)
    systems_removed: list[str] = field(default_factory=list)

    @property
    def breaking_for_clients(self) -> bool:
        """Whether some client sees less than before, or something else."""
        return bool(self.systems_removed) or any(change.breaking for change in self.wire)

    @property
    def breaking_for_data(self) -> bool:
        """Whether rows or values may be lost."""
        return (
            bool(self.systems_removed)
            or any(migration.destructive for migration in self.migrations)
            or any(BREAKS_DATA in change.also for change in self.wire)
        )

    def to_json(self) -> dict[str, Any]:
        """The report as answers show it, without `ok` and `diagnostics`."""
        found: dict[str, Any] = {
            "hasBaseline": self.has_baseline,
            "migrations": [migration_json(migration) for migration in self.migrations],
            "wireChanges": [change.to_json() for change in self.wire],
            "breaking": self.breaking_for_clients or self.breaking_for_data,
            "breakingForClients": self.breaking_for_clients,
            "breakingForData": self.breaking_for_data,
        }
        if self.systems_added:
            found["systemsAdded"] = self.systems_added
        if self.systems_removed:
            found["systemsRemoved"] = self.systems_removed
        return found


def migration_json(migration: Migration) -> dict[str, Any]:
    """A migration as answers show it."""
    found: dict[str, Any] = {
        "module": migration.module.name,
        "name": migration.name,
        "version": migration.version,
        "steps": [
            {"op": op_of(step), "sql": sql_of(step), "class": class_}
            for step, class_ in zip(migration.steps, migration.classes(), strict=True)
        ],
        "class": BREAKS_DATA if migration.destructive else COMPATIBLE,
        "destructive": migration.destructive,
    }
    if migration.destructive_code is not None:
        found["destructiveCode"] = migration.destructive_code
        found["destructiveMessage"] = migration.destructive_message
    return found


def evolve(version: Version, baseline: Version | None, chain: Chain | None) -> Evolution:
    """Compare a version with what came before: the baseline for clients, the chain or the baseline for data.

    Raises AmbiguousScope where the SQL of a migration block could run in several modules.
    """
    report = Evolution()
    pairs = {system.name: system for system in baseline.model.systems} if baseline is not None else {}
    report.has_baseline = bool(pairs)
    if chain is not None:
        known = _heads(version, chain)
        used = chain.used_blocks()
    else:
        known = _derived(version, baseline) if baseline is not None else {}
        used = set()
    report.migrations = _migrations(version, known, used)
    if baseline is not None and pairs:
        for system in version.model.systems:
            before = pairs.pop(system.name, None)
            if before is None:
                report.systems_added.append(system.name)
            else:
                report.wire += wire_changes(
                    wire_spec(baseline.model, before), wire_spec(version.model, system)
                )
        report.systems_removed = list(pairs)
    return report


def _heads(version: Version, chain: Chain) -> dict[Place, Schema]:
    found: dict[Place, Schema] = {}
    for module in modules(version.model):
        head = chain.head(module.system, module.name)
        if head is not None:
            found[module.system, module.name] = head
    return found


def _derived(version: Version, baseline: Version) -> dict[Place, Schema]:
    """The schemas of the modules that a baseline shares with a version, as first runs would leave them."""
    wanted = {(module.system, module.name) for module in modules(version.model)}
    runs = {(run.module.system, run.module.name): run.schema for run in _first_runs(baseline)}
    return {place: schema for place, schema in runs.items() if place in wanted}


def _first_runs(version: Version) -> list[Migration]:
    found_modules = modules(version.model)
    blocks = Blocks(version.model, version.links, found_modules)
    numbers = assign_blocks(found_modules, {}, set())
    return [
        initial(module, number, blocks.orders(module, Schema()))
        for module, number in zip(found_modules, numbers, strict=True)
    ]


def _migrations(version: Version, known: dict[Place, Schema], used: set[int]) -> list[Migration]:
    """The migrations of the modules that have steps, systems and modules in order."""
    found_modules = modules(version.model)
    blocks = Blocks(version.model, version.links, found_modules)
    found: list[Migration] = []
    for module, number in zip(found_modules, assign_blocks(found_modules, known, used), strict=True):
        prev = known.get((module.system, module.name))
        migration = _migration(module, prev, number, blocks)
        if migration.steps:
            found.append(migration)
    return found


def _migration(module: Module, prev: Schema | None, number: int, blocks: Blocks) -> Migration:
    if prev is None:
        return initial(module, number, blocks.orders(module, Schema()))
    return following(module, prev, number, blocks.orders(module, prev))


EMPTY_REPORT: dict[str, Any] = {
    "hasBaseline": False,
    "migrations": [],
    "wireChanges": [],
    "breaking": False,
    "breakingForClients": False,
    "breakingForData": False,
}
"""The report of a comparison that could not be made."""

CLIENT_CLASSES = (COMPATIBLE, BREAKS_CLIENTS, BREAKS_DATA)
"""The classes of changes, mildest first."""
