"""Pairs of versions of a model, and what leads from one to the other, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.diagnostics.row import ERROR
from loomsmith.ddd.evolution.blocks import Orders
from loomsmith.ddd.evolution.migrations import initial
from loomsmith.ddd.evolution.report import Version, evolve
from loomsmith.ddd.evolution.schema import modules
from loomsmith.ddd.evolution.steps import sql_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.evolution.migrations import Migration
    from loomsmith.ddd.evolution.schema import Module
    from loomsmith.ddd.evolution.steps import Step

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "tests" / "conformance" / "ddd"
EXAMPLES = ROOT / "examples"

SYSTEM = """
  storage pg { type: postgres }
  resource visitsDb { for: Visits, kind: state, use: pg }
  deployable svc { platform: node  contexts: [Visits]  dataSources: [visitsDb]  port: 4100 }
"""


def clinic(visits: str, around: str = "") -> str:
    """A model of one system, one subdomain and one context, `Visits`, with this inside."""
    return f"system Clinic {{\n  subdomain Care {{ context Visits {{\n{visits}\n}} }}\n{SYSTEM}\n}}\n{around}"


def version_of(text: str) -> Version | None:
    """The resolved model of a text; `None` for one that has errors."""
    analysis = analyse(text)
    findings = [*analysis.source_findings, *analysis.model_findings]
    if any(finding.severity == ERROR for finding in findings):
        return None
    if analysis.model is None or analysis.links is None:
        return None
    return Version(analysis.model, analysis.links)


def sound(text: str) -> Version:
    """The resolved model of a text that has no errors."""
    version = version_of(text)
    assert version is not None, [f.message for f in analyse(text).source_findings]
    return version


def only_module(text: str) -> Module:
    """The only module of a text."""
    (module,) = modules(sound(text).model)
    return module


def script(steps: Iterable[Step]) -> str:
    """The SQL of steps."""
    return "\n".join(map(sql_of, steps))


def first_steps(module: Module) -> tuple[Step, ...]:
    """What makes a module's tables from nothing."""
    return initial(module, 0, Orders()).steps


@dataclass(frozen=True, slots=True)
class Change:
    """A module before and after, and the migration in between, `None` where it has no steps."""

    before: Module
    after: Module
    migration: Migration | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the migration."""
        return self.migration.steps if self.migration is not None else ()


def changes(before: Version, after: Version) -> list[Change]:
    """The modules that both versions have, each with what leads from one to the other."""
    found = {(m.module.system, m.module.name): m for m in evolve(after, before, None).migrations}
    old = {(module.system, module.name): module for module in modules(before.model)}
    return [
        Change(old[key], module, found.get(key))
        for module in modules(after.model)
        if (key := (module.system, module.name)) in old
    ]


def case_pairs() -> list[tuple[str, str, str]]:
    """Every pair of the cases as (name, base, new), those that do not load left to the caller."""
    return [
        (path.name.removesuffix(".base.ddd"), path.read_text(), new.read_text())
        for path in sorted(CASES.rglob("*.base.ddd"))
        if (new := path.with_name(path.name.replace(".base.ddd", ".ddd"))).exists()
    ]


def sources() -> list[Path]:
    """Every model of the cases and the examples."""
    return [*sorted(CASES.rglob("*.ddd")), *sorted(EXAMPLES.rglob("*.ddd"))]
