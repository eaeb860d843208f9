"""The tools for models in the browser's Python: the built wheel under Pyodide, offline, in Node."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clients.environments import HERE, MODULES, ROOT, missing, node
from loomsmith.base.context import CallContext, Settings
from loomsmith.tools.agent import language_catalog

CASES = ROOT / "tests" / "conformance" / "ddd"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


def calls() -> list[dict[str, object]]:
    """Every loom_* tool at least once, over ten cases of different topics."""
    made: list[dict[str, object]] = [
        {"tool": "loom_list_primitives", "arguments": {}},
        {"tool": "loom_explain", "arguments": {"code": "loom.linking-error"}},
        {"tool": "loom_guide", "arguments": {}},
        {"tool": "loom_guide", "arguments": {"topic": "tenancy-and-auth"}},
        {"tool": "loom_validate", "arguments": {"source": 'context {{{ \U0001f600 "', "wrong": 1}},
    ]
    for topic in (
        "outline",
        "patch",
        "linking",
        "macros",
        "types",
        "checks-ast",
        "ui",
        "tests",
        "wire",
        "seeds",
    ):
        path = sorted((CASES / topic).glob("*.ddd"))[0]
        source = path.read_bytes().decode("utf-8")
        expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
        made += [
            {"tool": tool, "arguments": {"source": source}}
            for tool in ("loom_validate", "loom_outline", "loom_generate")
        ]
        made += [
            {"tool": call["tool"], "arguments": {"source": source, **call["args"]}}
            for call in expected["calls"]
        ]
    return made


@pytest.mark.node
def test_the_tools_answer_under_pyodide_as_they_do_here(wheel: Path) -> None:
    if not (MODULES / "pyodide").exists():
        missing("Pyodide (tests/clients/node_modules/pyodide)")
    asked = calls()
    child = subprocess.run(
        [node(), str(HERE / "drivers" / "pyodide.mjs")],
        input=json.dumps({"wheel": str(wheel), "calls": asked}),
        capture_output=True,
        encoding="utf-8",
        cwd=HERE,
        timeout=300,
        check=False,
    )
    assert child.returncode == 0, child.stderr[-2000:]
    context = CallContext(Settings(), lambda: 0)
    for number, (call, answer) in enumerate(zip(asked, json.loads(child.stdout), strict=True)):
        ours = language_catalog().call(str(call["tool"]), call["arguments"], context)
        assert (answer["content"], answer["is_error"]) == (ours.text, ours.is_error), call["tool"]
        assert answer["tool_use_id"] == str(number)
