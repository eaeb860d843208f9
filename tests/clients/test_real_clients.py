"""The same conversation, held by every client that people use, with the real server processes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from clients.driving import DRIVERS, Driver
from clients.environments import program

if TYPE_CHECKING:
    from pathlib import Path

LOOP_TOOLS = [
    "loopsmith_plan",
    "loopsmith_gate_evaluate",
    "loopsmith_ledger",
    "loopsmith_goal_states",
    "loopsmith_record_episode",
    "loopsmith_scratchpad",
]
LOOP = """
name: bindery
goals:
  - {name: bound, description: The pamphlet is bound and lies on the table}
validations:
  - target: bound
    name: pamphlet exists
    mode: objective
    statement: the pamphlet is there
    detector: {type: file_exists, path: pamphlet.txt, non_empty: true}
graph:
  nodes:
    - {id: fold, role: builder, instruction: Fold the sheets into signatures}
    - {id: sew, role: builder, instruction: Sew the signatures together, depends_on: [fold]}
"""


@pytest.fixture(params=DRIVERS, ids=lambda driver: driver.name)
def driver(request: pytest.FixtureRequest) -> Driver:
    found: Driver = request.param
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bindery.yaml").write_text(LOOP, encoding="utf-8")
    return tmp_path


def test_every_client_holds_a_whole_conversation_about_a_loop(driver: Driver, folder: Path) -> None:
    gate = ("loopsmith_gate_evaluate", {"config_path": "bindery.yaml", "target": "bound"})
    episode = {"run_id": "r1", "node_id": "fold", "provider_id": "hand", "output": "sheets földed 😀\u2028."}
    report = driver.hold(
        program("loopsmith"),
        ["mcp", "--state", "state"],
        folder,
        [
            ("loopsmith_plan", {"config_path": "bindery.yaml"}),
            gate,
            ("loopsmith_record_episode", episode),
            ("loopsmith_scratchpad", {"run_id": "r1", "key": "bound", "value": "use linen thread ✂"}),
            ("loopsmith_scratchpad", {"run_id": "r1", "key": "bound"}),
            ("loopsmith_ledger", {"run_id": "r1"}),
            ("loopsmith_goal_states", {"run_id": "r1"}),
        ],
    )
    assert report["server"] == "loopsmith"
    assert report["tools"] == LOOP_TOOLS
    assert report["instructions"] or (driver.script == "mcp2.py" and driver.mode.startswith("2026"))
    plan, verdict, recorded, written, read, ledger, states = report["results"]
    assert [wave["nodes"] for wave in json.loads(plan["text"])["waves"]] == [["fold"], ["sew"]]
    assert plan["structured"] == json.loads(plan["text"])
    assert json.loads(verdict["text"])["satisfied"] is False
    assert json.loads(recorded["text"])["recorded"] is True
    assert json.loads(written["text"]) == {"written": True}
    assert json.loads(read["text"]) == {"value": "use linen thread ✂"}
    assert json.loads(ledger["text"]) == []
    assert ledger["structured"] is None
    assert json.loads(states["text"]) == {}
    assert not any(result["isError"] for result in report["results"])


def test_every_client_reads_failures_as_texts_it_can_act_on(driver: Driver, folder: Path) -> None:
    report = driver.hold(
        program("loopsmith"),
        ["mcp", "--state", "state"],
        folder,
        [
            ("loopsmith_plan", {"config_path": "no-such.yaml"}),
            ("loopsmith_plan", {"config": "bindery.yaml"}),
            ("loopsmith_plan", {"config_path": "bindery.yaml"}),
        ],
    )
    absent, misnamed, good = report["results"]
    assert absent["isError"]
    assert "no-such.yaml" in absent["text"]
    assert misnamed["isError"]
    assert "config_path" in misnamed["text"]
    assert absent["structured"] is None
    assert not good["isError"]


def test_every_client_gets_both_catalogs_from_loomsmith(driver: Driver, folder: Path) -> None:
    model = "context Bindery { aggregate Pamphlet { title: string } }"
    report = driver.hold(
        program("loomsmith"),
        ["mcp", "--state", "state"],
        folder,
        [
            ("loom_validate", {"source": model}),
            ("loom_validate", {"source": "context {{{ é😀"}),
            ("loopsmith_plan", {"config_path": "bindery.yaml"}),
        ],
    )
    assert report["server"] == "loomsmith"
    assert set(LOOP_TOOLS) < set(report["tools"])
    good, broken, plan = report["results"]
    outline = json.loads(good["text"])["outline"]
    assert outline["contexts"][0]["aggregates"][0]["node"] == "aggregate Bindery.Pamphlet"
    assert json.loads(broken["text"])["ok"] is False
    assert not broken["isError"]
    assert not plan["isError"]
