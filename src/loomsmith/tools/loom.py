"""The loom_* tools: author a typed domain model. Every one is a pure function of the text it is given."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from loomsmith.tools.catalog import Tool

TOOLS: tuple[Tool, ...] = ()
