"""`softDeleteByDefault`: every aggregate of a context is `softDeletable` and has `softDelete`."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.library import soft_delete
from loomsmith.ddd.macros.macro import Add, Given, Macro, Run, Step
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.syntax.nodes import Aggregate, Context, Implements


def _steps(context: Context, given: Given, directory: Directory) -> Iterator[Step]:
    yield Add(context, (Implements("softDeletable"),))
    for aggregate in members_of(context, Aggregate):
        yield Run(aggregate, soft_delete.MACRO, {})


MACRO = Macro("softDeleteByDefault", Context, _steps)
