"""`scaffoldContext`: the pages of every aggregate, then of every workflow of a context."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.library import scaffold_aggregate, scaffold_workflow
from loomsmith.ddd.macros.macro import Given, Macro, Reference, Run, Step
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.syntax.nodes import Aggregate, Context, Ui, Workflow


def _steps(ui: Ui, given: Given, directory: Directory) -> Iterator[Step]:
    context = given.one("of", Context)
    for aggregate in members_of(context, Aggregate):
        yield Run(ui, scaffold_aggregate.MACRO, {"of": aggregate})
    for workflow in members_of(context, Workflow):
        yield Run(ui, scaffold_workflow.MACRO, {"of": workflow})


MACRO = Macro("scaffoldContext", Ui, _steps, (Reference("of", Context),))
