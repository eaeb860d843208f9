"""docs/tools.md says what the declarations say."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_tools_page_is_what_the_declarations_make() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "generate_docs.py"))
    written = (ROOT / "docs" / "tools.md").read_text(encoding="utf-8")
    assert written == script["PAGES"]["docs/tools.md"](), "run `make docs`"
