"""Writes docs/tools.md from the declarations of the tools; a test keeps the two equal."""

from __future__ import annotations

from pathlib import Path

from loomsmith.mcp.programs import PROGRAMS
from loomsmith.tools.reference import reference

PAGE = Path(__file__).resolve().parents[1] / "docs" / "tools.md"


def page() -> str:
    """The text of the page."""
    return reference(
        [
            ("loopsmith mcp", PROGRAMS["loopsmith"].tools()),
            ("ddd-mcp", PROGRAMS["ddd-mcp"].tools()),
        ]
    )


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
