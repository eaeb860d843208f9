"""The macros that every file has: one module each, listed in the order in which messages name them.

A new macro is a module with a `MACRO` declaration and a line in the list below.
"""

from __future__ import annotations

from collections.abc import Mapping

from loomsmith.ddd.macros.library import (
    crudish,
    scaffold,
    scaffold_aggregate,
    scaffold_api,
    scaffold_context,
    scaffold_dashboard,
    scaffold_handlers,
    scaffold_paged,
    scaffold_paged_api,
    scaffold_subdomain,
    scaffold_workflow,
    soft_delete,
    soft_delete_by_default,
)
from loomsmith.ddd.macros.macro import AnyMacro

_ALL: tuple[AnyMacro, ...] = (
    soft_delete.MACRO,
    soft_delete_by_default.MACRO,
    crudish.MACRO,
    scaffold_aggregate.MACRO,
    scaffold_workflow.MACRO,
    scaffold_context.MACRO,
    scaffold_subdomain.MACRO,
    scaffold.MACRO,
    scaffold_handlers.MACRO,
    scaffold_api.MACRO,
    scaffold_paged.MACRO,
    scaffold_paged_api.MACRO,
    scaffold_dashboard.MACRO,
)

MACROS: Mapping[str, AnyMacro] = {macro.name: macro for macro in _ALL}
"""Every macro by its name."""
