"""The standing filters that tenancy and policies add to aggregates, once a system is lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v

if TYPE_CHECKING:
    from loomsmith.ddd.syntax import nodes as n


def add_tenancy_filters(system: v.System) -> None:
    """Add to each aggregate of the system the filters that its tenancy and its policies imply.

    The registry is filtered by the claim of the user; a `deep` or `global` level replaces the filter that
    tenantOwned brought; a write level narrower than the read level, and every denial, adds one.
    """
    tenancy = system.tenancy
    registry = tenancy.registry.text if tenancy is not None else None
    hierarchy = any(
        aggregate.name == registry and "tenantRegistry" in aggregate.capabilities
        for context in system.contexts
        for aggregate in context.aggregates
    )
    for context in system.contexts:
        levels = _Levels(context.policies)
        for aggregate in context.aggregates:
            if tenancy is not None and aggregate.name == registry:
                claim = (system.user or {}).get(tenancy.claim.text)
                if claim in (t.GUID, t.STRING):
                    aggregate.filters.append(_registry_filter(aggregate, tenancy.claim.text))
            if "tenantOwned" in aggregate.capabilities:
                _apply_levels(aggregate, levels, hierarchy)
            for write in (False, True):
                if (aggregate.name, write) in levels.denied:
                    access = "write" if write else "read"
                    aggregate.filters.append(v.Filter(None, None, access, "deny"))


class _Levels:
    """The levels that the policy rules of a context give; the first rule for a target counts."""

    __slots__ = ("denied", "reads", "writes")

    def __init__(self, rules: list[n.PolicyRule]) -> None:
        self.reads: dict[str, str] = {}
        self.writes: dict[str, str] = {}
        self.denied: set[tuple[str, bool]] = set()
        for rule in rules:
            if rule.effect == "deny":
                self.denied.add((rule.target, rule.write))
            else:
                levels = self.writes if rule.write else self.reads
                levels.setdefault(rule.target, rule.level or "local")


def _apply_levels(aggregate: v.Aggregate, levels: _Levels, hierarchy: bool) -> None:
    read = levels.reads.get(aggregate.name, "local")
    write = levels.writes.get(aggregate.name, "local")
    scope = "subtree" if read == "deep" else "root" if read == "global" and hierarchy else None
    if scope is not None:
        aggregate.filters = [
            _scope_filter(scope, "read") if found.capability == "tenantOwned" else found
            for found in aggregate.filters
        ]
    order = ("local", "deep", "global")
    if order.index(write) < order.index(read):
        aggregate.filters.append(_scope_filter("subtree" if write == "deep" else "floor", "write"))


def _scope_filter(scope: str, access: str) -> v.Filter:
    """A filter that compares the place of a row among the tenants with that of the user."""
    claim = "orgPath" if scope == "subtree" else "rootOrg" if scope == "root" else "tenantId"
    return v.Filter(_claim(claim), "tenantOwned", access, scope)


def _claim(name: str) -> e.Expr:
    return e.Member(t.STRING, e.Name(t.STRING, "current-user", "currentUser"), name)


def _registry_filter(aggregate: v.Aggregate, claim: str) -> v.Filter:
    own = e.Id(t.IdOf(aggregate.name, aggregate.node))
    return v.Filter(e.Chain(t.BOOL, own, ["=="], [_claim(claim)]), None, "read", "registry")
