"""`scaffoldPagedApi`: the route to the handler that `scaffoldPaged` writes for a criterion."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.directory import Directory, named_type
from loomsmith.ddd.macros.library.scaffold_paged import handler_name
from loomsmith.ddd.macros.macro import Add, Given, Macro, Reference, Step
from loomsmith.ddd.macros.targets import collection_path
from loomsmith.ddd.syntax.node import Ref, enclosing
from loomsmith.ddd.syntax.nodes import Api, Context, Criterion, Route
from loomsmith.ddd.syntax.references import CONTEXT
from loomsmith.ddd.vocabulary.naming import snake


def _steps(api: Api, given: Given, directory: Directory) -> Iterator[Step]:
    criterion = given.one("of", Criterion)
    aggregate, context = named_type(criterion.target), enclosing(criterion, Context)
    if aggregate is None or context is None:
        return
    route = f"{collection_path(aggregate)}/projections/{snake(criterion.name)}"
    yield Add(api, (Route("GET", route, Ref(context.name, CONTEXT), handler_name(aggregate, criterion)),))


MACRO = Macro("scaffoldPagedApi", Api, _steps, (Reference("of", Criterion),))
