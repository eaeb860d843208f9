"""`scaffoldPaged`: a query handler that lists, page by page, the records that meet a criterion."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.build import call, give, let, name, named, parameters
from loomsmith.ddd.macros.directory import Directory, named_type
from loomsmith.ddd.macros.macro import Add, Given, Macro, Reference, Step
from loomsmith.ddd.syntax.nodes import Context, Criterion, Handler


def handler_name(aggregate: str, criterion: Criterion) -> str:
    """The name of the handler: `ListPatientByOnFloor`."""
    return f"List{aggregate}By{criterion.name}"


def _steps(context: Context, given: Given, directory: Directory) -> Iterator[Step]:
    criterion = given.one("of", Criterion)
    aggregate = named_type(criterion.target)
    repository = directory.repository_for(aggregate, context) if aggregate is not None else None
    if aggregate is None or repository is None:
        return
    condition = call(criterion.name, *(name(parameter.name) for parameter in criterion.params))
    body = [let("r", call(f"{repository.name}.run", condition)), give(name("r"))]
    handler = Handler(
        "query",
        handler_name(aggregate, criterion),
        params=parameters(criterion.params),
        return_type=named(aggregate, carriers=("paged",)),
        body=body,
    )
    yield Add(context, (handler,))


MACRO = Macro("scaffoldPaged", Context, _steps, (Reference("of", Criterion),))
