"""The Inspector's command line as a judge: three eras, strict schemas, and a burst of calls."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from clients.environments import MODULES, node, program
from clients.test_real_clients import LOOP, LOOP_TOOLS

if TYPE_CHECKING:
    from pathlib import Path

ERAS = ("legacy", "auto", "modern")
FAILED_CALL = 5
SERVERS = {"loopsmith": ["mcp", "--state", "state"], "loomsmith": ["mcp", "--state", "state"], "ddd-mcp": []}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bindery.yaml").write_text(LOOP, encoding="utf-8")
    return tmp_path


def inspect(folder: Path, flags: list[str], request: list[str], server: str = "loopsmith") -> tuple[int, str]:
    """Run the Inspector with `flags` on a server of ours; its exit status and what it printed."""
    done = subprocess.run(
        [
            node(),
            str(MODULES / ".bin" / "mcp-inspector"),
            *("--cli", "--format", "json"),
            *flags,
            program(server),
            *SERVERS[server],
            *request,
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        cwd=folder,
        env={k: v for k, v in os.environ.items() if k != "CLAUDE_PROJECT_DIR"},
        stdin=subprocess.DEVNULL,
    )
    return done.returncode, done.stdout if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("era", ERAS)
def test_the_inspector_lists_the_tools_in_every_era(folder: Path, era: str) -> None:
    status, text = inspect(folder, ["--protocol-era", era], ["--method", "tools/list"])
    assert status == 0, text
    assert [tool["name"] for tool in json.loads(text)["result"]["tools"]] == LOOP_TOOLS


@pytest.mark.parametrize("server", SERVERS)
def test_the_schemas_pass_the_strict_portability_check(folder: Path, server: str) -> None:
    status, text = inspect(folder, ["--strict"], ["--method", "tools/list"], server)
    assert status == 0, text


def test_the_inspector_plans_a_loop(folder: Path) -> None:
    call = ["--method", "tools/call", "--tool-name", "loopsmith_plan"]
    status, text = inspect(folder, [], [*call, "--tool-args-json", '{"config_path": "bindery.yaml"}'])
    assert status == 0, text
    plan = json.loads(json.loads(text)["result"]["content"][0]["text"])
    assert plan["critical_path"] == ["fold", "sew"]


def test_a_failed_call_is_an_error_result_to_the_inspector(folder: Path) -> None:
    call = ["--method", "tools/call", "--tool-name", "loopsmith_plan"]
    status, text = inspect(folder, [], [*call, "--tool-args-json", '{"config_path": "absent.yaml"}'])
    assert status == FAILED_CALL, text
    assert "absent.yaml" in text


def test_a_burst_of_calls_is_answered_whole(folder: Path) -> None:
    call = ["--method", "tools/call", "--tool-name", "loopsmith_goal_states"]
    load = ["--load", "--load-requests", "300", "--load-concurrency", "8"]
    status, text = inspect(folder, [], [*call, "--tool-args-json", '{"run_id": "r"}', *load])
    assert status == 0, text
