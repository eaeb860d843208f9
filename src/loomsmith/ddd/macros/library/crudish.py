"""`crudish`: an operation that updates all fields a caller may change, a create and a destroy."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.build import assign, name, parameters
from loomsmith.ddd.macros.directory import Directory
from loomsmith.ddd.macros.fields import create_fields, update_fields
from loomsmith.ddd.macros.macro import Add, Flag, Given, Macro, Step
from loomsmith.ddd.syntax.nodes import Aggregate, Create, Destroy, Operation, Property, Stmt


def _copying(fields: list[Property]) -> list[Stmt]:
    return [assign(field.name, name(field.name)) for field in fields]


def _steps(aggregate: Aggregate, given: Given, directory: Directory) -> Iterator[Step]:
    changed = update_fields(aggregate, directory)
    update = Operation("update", params=parameters(changed), body=_copying(changed))
    if given.flag("updateOnly"):
        yield Add(aggregate, (update,))
        return
    set_first = create_fields(aggregate, directory)
    create = Create(params=parameters(set_first), body=_copying(set_first))
    yield Add(aggregate, (update, create, Destroy()))


MACRO = Macro("crudish", Aggregate, _steps, (Flag("updateOnly"),))
