"""What a change of a model does, as one report: migrations module by module, and changes that clients see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.evolution.blocks import Blocks, ledger
from loomsmith.ddd.evolution.migrations import (
    BREAKS_DATA,
    COMPATIBLE,
    Head,
    Migration,
    assign_blocks,
    first_head,
    following,
    initial,
)
from loomsmith.ddd.evolution.records import Schema
from loomsmith.ddd.evolution.schema import Module, modules
from loomsmith.ddd.evolution.steps import op_of, sql_of
from loomsmith.ddd.evolution.wire_diff import WireChange, wire_changes
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
    """The report: migrations of the modules that change, wire changes, systems that come and go.

    `several_systems` tells how migration files are named.
    """

    migrations: list[Migration] = field(default_factory=list)
    wire: list[WireChange] = field(default_factory=list)
    has_baseline: bool = False
    systems_added: list[str] = field(default_factory=list)
    systems_removed: list[str] = field(default_factory=list)
    several_systems: bool = False

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
    report = Evolution(several_systems=len(version.model.systems) > 1)
    pairs = {system.name: system for system in baseline.model.systems} if baseline is not None else {}
    report.has_baseline = bool(pairs)
    report.migrations = _migrations(version, baseline, chain)
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


def _heads(found_modules: list[Module], chain: Chain) -> dict[Place, Head]:
    heads = {(m.system, m.name): chain.head(m.system, m.name) for m in found_modules}
    return {place: head for place, head in heads.items() if head is not None}


def _derived(wanted: set[Place], baseline: Version) -> dict[Place, Head]:
    """What the wanted modules of a baseline have reached: first runs, all that its blocks ask for done."""
    found_modules = modules(baseline.model)
    applied = ledger(baseline.model)
    numbers = assign_blocks(found_modules, {}, set())
    return {
        (module.system, module.name): first_head(module, number, applied)
        for module, number in zip(found_modules, numbers, strict=True)
        if (module.system, module.name) in wanted
    }


def _migrations(version: Version, baseline: Version | None, chain: Chain | None) -> list[Migration]:
    """The migrations of the modules that have steps, systems and modules in order."""
    found_modules = modules(version.model)
    known: dict[Place, Head] = {}
    if chain is not None:
        known = _heads(found_modules, chain)
    elif baseline is not None:
        known = _derived({(module.system, module.name) for module in found_modules}, baseline)
    used = chain.used_blocks() if chain is not None else set()
    blocks = Blocks(version.model, version.links, found_modules)
    blocks.check()
    found: list[Migration] = []
    for module, number in zip(found_modules, assign_blocks(found_modules, known, used), strict=True):
        head = known.get((module.system, module.name))
        if head is None:
            migration = initial(module, number, blocks.orders(module, Schema()))
        else:
            migration = following(module, head, number, blocks.orders(module, head.schema))
        if migration.steps:
            found.append(migration)
    return found
