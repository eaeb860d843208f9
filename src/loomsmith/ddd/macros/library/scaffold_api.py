"""`scaffoldApi`: a route to each handler that `scaffoldHandlers` writes for the contexts of a subdomain."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.directory import Directory, contexts_of
from loomsmith.ddd.macros.macro import Add, Given, Macro, Reference, Step
from loomsmith.ddd.macros.targets import handler_targets
from loomsmith.ddd.syntax.node import Ref
from loomsmith.ddd.syntax.nodes import Api, Route, Subdomain
from loomsmith.ddd.syntax.references import CONTEXT


def _steps(api: Api, given: Given, directory: Directory) -> Iterator[Step]:
    for context in contexts_of(given.one("of", Subdomain)):
        routes = (
            Route(target.method, target.path, Ref(context.name, CONTEXT), target.handler)
            for target in handler_targets(context, directory)
        )
        yield Add(api, tuple(routes))


MACRO = Macro("scaffoldApi", Api, _steps, (Reference("of", Subdomain),))
