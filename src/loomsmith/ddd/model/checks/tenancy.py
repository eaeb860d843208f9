"""Tenancy: whose data is whose, and what policies allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey

if TYPE_CHECKING:
    from loomsmith.ddd.syntax import nodes as n

checks = ModelFamily()

LEVELS = ("local", "deep", "global")
"""How far a policy reaches: the own tenant, those below it, all of them."""


@checks.on(v.System)
def registries(system: v.System, survey: Survey) -> None:
    """The aggregate that holds the tenants, and the claim that names the user's."""
    marked = [
        aggregate
        for context in system.contexts
        for aggregate in context.aggregates
        if "tenantRegistry" in aggregate.capabilities
    ]
    tenancy = system.tenancy
    if tenancy is None:
        for aggregate in marked:
            message = "There is a registry of tenants, but the system has no `tenancy`."
            survey.report("loom.tenant-registry-without-tenancy", _node(aggregate), message)
        return
    if len(marked) > 1:
        for aggregate in marked:
            message = f"{len(marked)} aggregates are registries of tenants; there is one."
            survey.report("loom.tenancy-registry-duplicate", _node(aggregate), message)
    elif marked and marked[0].name != tenancy.registry.text:
        message = f"The tenancy is of {tenancy.registry.text!r}, but the registry is {marked[0].name}."
        survey.report("loom.tenancy-registry-not-target", _node(marked[0]), message)
    _check_claim(system, tenancy, survey)


def _check_claim(system: v.System, tenancy: n.Tenancy, survey: Survey) -> None:
    aggregates = [aggregate for context in system.contexts for aggregate in context.aggregates]
    registry = any(aggregate.name == tenancy.registry.text for aggregate in aggregates)
    claim = (system.user or {}).get(tenancy.claim.text)
    if claim is None:
        return
    node = f"{system.name}/tenancy"
    if registry and claim not in (t.GUID, t.STRING):
        message = f"The claim {tenancy.claim.text!r} names a tenant: it must be a guid or a string."
        survey.report("loom.tenancy-claim-type-mismatch", node, message)
    if claim != t.STRING and any("tenantOwned" in aggregate.capabilities for aggregate in aggregates):
        message = f"tenantOwned compares with the claim {tenancy.claim.text!r} as a string; make it one."
        survey.report("loom.tenant-owned-claim-type", node, message)


@checks.on(v.Aggregate)
def stances(aggregate: v.Aggregate, survey: Survey) -> None:
    """Whether an aggregate belongs to a tenant, to all, or is the registry."""
    system = survey.system
    if system is None:
        return
    node = _node(aggregate)
    owned = "tenantOwned" in aggregate.capabilities
    if owned and aggregate.cross_tenant:
        message = f"{aggregate.name} is both tenantOwned and crossTenant; it is one of them."
        survey.report("loom.tenancy-conflicting-stance", node, message)
        return
    if system.tenancy is None:
        if owned:
            message = f"{aggregate.name} is tenantOwned, but the system has no `tenancy`."
            survey.report("loom.tenant-owned-without-tenancy", node, message)
        if aggregate.cross_tenant:
            message = f"{aggregate.name} is crossTenant, but the system has no `tenancy`."
            survey.report("loom.cross-tenant-without-tenancy", node, message)
        return
    if aggregate.name == system.tenancy.registry.text:
        if owned or aggregate.cross_tenant:
            message = f"{aggregate.name} is the registry of tenants: it is neither owned nor shared."
            survey.report("loom.tenancy-registry-marked", node, message)
    elif not owned and not aggregate.cross_tenant and not aggregate.abstract:
        message = f"Say whose {aggregate.name} is: `with tenantOwned`, or `crossTenant`."
        survey.report("loom.tenancy-stance-unmarked", node, message)


@checks.on(v.Aggregate)
def unique_within_tenants(aggregate: v.Aggregate, survey: Survey) -> None:
    """What is unique is usually unique within a tenant."""
    if survey.system is None or "tenantOwned" not in aggregate.capabilities:
        return
    for unique in aggregate.uniques:
        if "tenantId" not in unique.columns:
            message = f"unique ({', '.join(unique.columns)}) holds across tenants: add tenantId to it."
            survey.report("loom.unique-missing-tenant-scope", _node(aggregate), message)


def _node(aggregate: v.Aggregate) -> str:
    return f"{aggregate.context}/{aggregate.name}"


# Policies


@checks.on(v.Context)
def policies(context: v.Context, survey: Survey) -> None:
    """Policy rules against the aggregates of the context; of each rule the first fault is told."""
    system = survey.system
    if system is None or not context.policies:
        return
    _Policies(context, system, survey).check()


class _Policies:
    def __init__(self, context: v.Context, system: v.System, survey: Survey) -> None:
        self.context = context
        self.survey = survey
        self.node = f"{context.name}/policy"
        self.reads: dict[str, str] = {}
        self.writes: dict[str, str] = {}
        self.denies: set[tuple[str, bool]] = set()
        registry = system.tenancy.registry.text if system.tenancy is not None else None
        self.hierarchy = any(
            aggregate.name == registry and "tenantRegistry" in aggregate.capabilities
            for other in system.contexts
            for aggregate in other.aggregates
        )

    def report(self, code: str, message: str) -> None:
        self.survey.report(f"loom.{code}", self.node, message)

    def check(self) -> None:
        rules = self.context.policies
        allows = [rule for rule in rules if rule.effect == "allow"]
        kept = []
        for rule in allows:
            levels = self.writes if rule.write else self.reads
            if rule.target in levels:
                word = "write" if rule.write else "read"
                message = f"Another rule gives a {word} level for {rule.target!r}."
                self.report("policy-duplicate-target", message)
            else:
                levels[rule.target] = rule.level or LEVELS[0]
                kept.append(rule)
        for rule in kept:
            self.allow(rule)
        for rule in rules:
            if rule.effect == "deny":
                self.deny(rule)

    def allow(self, rule: n.PolicyRule) -> None:
        aggregate = self.context.aggregate(rule.target)
        level = rule.level or LEVELS[0]
        if aggregate is None:
            message = f"{rule.target!r} is no aggregate of {self.context.name}."
            self.report("policy-unknown-aggregate", message)
        elif "tenantOwned" not in aggregate.capabilities:
            message = f"{rule.target} belongs to no tenant, so there is nothing to allow."
            self.report("policy-target-not-tenant-owned", message)
        elif rule.write and level == "global":
            self.report("policy-write-global-invalid", "Writing reaches at most the tenants below: `deep`.")
        elif level != "local" and not self.hierarchy:
            message = f"The level {level!r} needs tenants below tenants: a registry with tenantRegistry."
            self.report("policy-level-requires-hierarchy", message)
        elif rule.write and level == "deep" and self.reads.get(rule.target, "local") == "local":
            message = f"Writing {rule.target} reaches further than reading it."
            self.report("policy-write-wider-than-read", message)

    def deny(self, rule: n.PolicyRule) -> None:
        key = (rule.target, rule.write)
        levels = self.writes if rule.write else self.reads
        if key in self.denies:
            self.report("policy-deny-duplicate", f"Another rule denies the same on {rule.target!r}.")
            return
        self.denies.add(key)
        if self.context.aggregate(rule.target) is None:
            message = f"{rule.target!r} is no aggregate of {self.context.name}."
            self.report("policy-deny-unknown-aggregate", message)
        elif rule.target in levels:
            message = f"What one rule allows on {rule.target} another denies; the denial wins."
            self.report("policy-deny-shadows-allow", message)
