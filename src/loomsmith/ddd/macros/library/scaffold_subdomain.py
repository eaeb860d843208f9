"""`scaffoldSubdomain`: `scaffoldContext` for every context of a subdomain."""

from __future__ import annotations

from collections.abc import Iterator

from loomsmith.ddd.macros.directory import Directory, contexts_of
from loomsmith.ddd.macros.library import scaffold_context
from loomsmith.ddd.macros.macro import Given, Macro, Reference, Run, Step
from loomsmith.ddd.syntax.nodes import Subdomain, Ui


def _steps(ui: Ui, given: Given, directory: Directory) -> Iterator[Step]:
    for context in contexts_of(given.one("of", Subdomain)):
        yield Run(ui, scaffold_context.MACRO, {"of": context})


MACRO = Macro("scaffoldSubdomain", Ui, _steps, (Reference("of", Subdomain),))
