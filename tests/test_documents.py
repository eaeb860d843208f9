"""What the documents show works: the Python runs, the transcript is real, configs and links are good."""

from __future__ import annotations

import json
import os
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from loomsmith.base.context import CallContext, Settings
from loomsmith.ddd import toolkit
from loomsmith.loop.config.loading import load
from loomsmith.mcp.programs import PROGRAMS
from loomsmith.tools.catalog import Catalog

ROOT = Path(__file__).parents[1]
AGENTS = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
EMBEDDING = (ROOT / "docs" / "embedding.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def test_the_python_of_the_embedding_page_runs() -> None:
    found = blocks(EMBEDDING, "python")
    assert len(found) >= 7
    names: dict[str, Any] = {"__name__": "embedding"}
    for number, block in enumerate(found, 1):
        exec(compile(block, f"docs/embedding.md, block {number}", "exec"), names)


def test_the_browser_code_of_the_embedding_page_is_what_the_browser_test_runs() -> None:
    (block,) = blocks(EMBEDDING, "js")
    assert block in (ROOT / "tests" / "clients" / "drivers" / "pyodide.mjs").read_text(encoding="utf-8")


def test_the_transcript_is_what_the_tools_answer() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "generate_docs.py"))
    assert script["PAGES"]["docs/agents.md"]() == AGENTS, "run `make docs`"


def test_the_transcript_goes_from_a_model_to_a_better_one() -> None:
    calls = [json.loads(block) for block in blocks(AGENTS, "json") if block.startswith('{"tool"')]
    answers = [json.loads(block) for block in blocks(AGENTS, "json") if not block.startswith('{"tool"')]
    assert len(calls) == len(answers) >= 6
    told = {call["tool"] for call in calls}
    assert {"loom_outline", "loom_apply_patch", "loom_validate", "loom_explain", "loom_diff"} <= told
    validations = [a["ok"] for c, a in zip(calls, answers, strict=True) if c["tool"] == "loom_validate"]
    assert validations == [False, True]
    models = blocks(AGENTS, "ddd")
    assert toolkit.validate(models[0])["diagnostics"] == []
    assert toolkit.validate(models[-1])["diagnostics"] == []
    assert "planted" in models[-1]


def test_the_loop_of_the_agents_page_is_a_config_that_the_gate_can_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (config,) = blocks(AGENTS, "yaml")
    (tmp_path / "loop.yaml").write_text(config, encoding="utf-8")
    assert load(str(tmp_path / "loop.yaml")).name == "orchard-model"
    models = blocks(AGENTS, "ddd")
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    (tmp_path / "released.ddd").write_text(models[0], encoding="utf-8")
    settings = Settings(state=str(tmp_path / "state"), project=str(tmp_path))
    catalog = Catalog(PROGRAMS["loopsmith"].tools(), settings)
    arguments = {"config_path": "loop.yaml", "target": "model-is-right"}

    def satisfied(model: str) -> Any:
        (tmp_path / "orchard.ddd").write_text(model, encoding="utf-8")
        result = catalog.call("loopsmith_gate_evaluate", arguments, CallContext(settings, lambda: 0))
        assert isinstance(result.value, dict), result.text
        return result.value["satisfied"]

    assert satisfied(models[1]) is False
    assert satisfied(models[-1]) is True
    assert satisfied(models[-1].replace("variety", "kind_")) is False


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_what_a_page_links_to_exists(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for link in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in link:
            assert (page.parent / link).exists(), link
