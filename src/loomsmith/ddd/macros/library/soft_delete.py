"""`softDelete`: operations that mark a `softDeletable` record as deleted and take the mark away."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.build import assign, now, null
from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.macro import Add, Given, Macro, Step
from loomsmith.ddd.syntax.nodes import Aggregate, Operation


def _steps(aggregate: Aggregate, given: Given, directory: Directory) -> Iterator[Step]:
    delete = Operation("softDelete", body=[assign("isDeleted", True), assign("deletedAt", now())])
    restore = Operation("restore", body=[assign("isDeleted", False), assign("deletedAt", null())])
    yield Add(aggregate, (delete, restore))


MACRO = Macro("softDelete", Aggregate, _steps)
