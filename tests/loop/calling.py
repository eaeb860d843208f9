"""Calls tools as a transport does: by name, through the catalog."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from loomsmith.base.context import CallContext, Settings
from loomsmith.tools.catalog import Catalog, ToolResult
from loomsmith.tools.loopsmith import TOOLS


class Caller:
    """The loop tools on offer under some settings; `defects` are exceptions no handler should have raised."""

    def __init__(self, project: Path, **settings: Any) -> None:
        self.settings = Settings(project=str(project), **settings)
        self.defects: list[BaseException] = []
        self.catalog = Catalog(
            TOOLS, self.settings, on_defect=lambda tool, defect: self.defects.append(defect)
        )
        self.now = 1_700_000_000_000

    def call(self, tool: str, arguments: Any = None, **more: Any) -> ToolResult:
        """The tool's result, with its arguments as an object, as keywords or as both."""
        context = CallContext(self.settings, lambda: self.now)
        result = self.catalog.call(tool, {**(arguments or {}), **more}, context)
        assert not self.defects, self.defects
        return result

    def value(self, tool: str, arguments: Any = None, **more: Any) -> Any:
        """The value of a call that must not fail."""
        result = self.call(tool, arguments, **more)
        assert not result.is_error, result.text
        return result.value

    def failure(self, tool: str, arguments: Any = None, **more: Any) -> str:
        """The text of a call that must fail."""
        result = self.call(tool, arguments, **more)
        assert result.is_error, result.text
        return result.text
