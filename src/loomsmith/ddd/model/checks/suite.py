"""Every family of checks on the resolved model, in the order in which they run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.recursion import DeepCalls
from loomsmith.ddd.model.checks import (
    aggregates,
    authorisation,
    deployment,
    e2e,
    event_sourcing,
    evolution,
    integrity,
    mounts,
    platforms,
    processes,
    projections,
    queries,
    stores,
    tenancy,
    views,
    workflows,
    workspace,
)
from loomsmith.ddd.model.checks.framework import ModelFamily, survey_model

if TYPE_CHECKING:
    from loomsmith.ddd.diagnostics import Diagnostic
    from loomsmith.ddd.model.values import Model

FAMILIES: tuple[ModelFamily, ...] = (
    workspace.checks,
    aggregates.checks,
    integrity.checks,
    event_sourcing.checks,
    queries.checks,
    workflows.checks,
    processes.checks,
    projections.checks,
    tenancy.checks,
    authorisation.checks,
    deployment.checks,
    platforms.checks,
    evolution.checks,
    e2e.checks,
    views.checks,
    stores.checks,
    mounts.checks,
)


def run_model_checks(model: Model) -> list[Diagnostic]:
    """The findings of every check on a resolved model, in check order."""
    with DeepCalls():
        return survey_model(FAMILIES, model)
