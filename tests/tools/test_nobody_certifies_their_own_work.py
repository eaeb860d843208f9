"""An agent may do anything except certify its own work: only the gate decides if a goal is satisfied."""

from __future__ import annotations

import re
import sqlite3
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.context import CallContext, Settings
from loomsmith.mcp.programs import PROGRAMS
from loomsmith.tools.catalog import Catalog

if TYPE_CHECKING:
    from pathlib import Path

    from loomsmith.tools.catalog import Tool

TOOLS = PROGRAMS["loomsmith"].tools()

RULING = re.compile(
    r"satisf|ruling|rule_|verdict|overrid|approv|certif|accept|revok|force|judg|pass(ed|es)?\b|score|status|state"
)
"""Words that a name may hold only where the tool does nothing but read."""

CLAIM = re.compile(
    r"\b(sets?|marks?|declares?|forces?|overrides?|approves?|certif(y|ies)|confirms?|grants?)\b[^.]*"
    r"\b(satisfied|ruling|rulings|verdict|verdicts|goal state|passed|done|complete)\b",
    re.IGNORECASE,
)

CONFIG = """\
name: orchard
goals: [{ name: pruned, description: Every tree is pruned }]
validations:
  - { target: pruned, name: list, mode: objective, statement: The list is there,
      detector: { type: file_exists, path: list.txt } }
  - { target: overall, name: count, mode: objective, statement: All are counted,
      detector: { type: threshold, metric: trees, op: gte, value: 1 } }
graph: { nodes: [{ id: prune, role: builder, instruction: Prune the trees }] }
"""


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_there_is_no_tool_for_declaring_a_goal_satisfied(tool: Tool) -> None:
    for parameter in tool.parameters:
        assert not RULING.search(parameter.name)
        assert not CLAIM.search(parameter.description)
    assert not CLAIM.search(tool.description)
    assert not CLAIM.search(tool.title)
    if tool.effect != "reads":
        assert not RULING.search(tool.name)


def test_the_guard_would_notice_such_a_tool() -> None:
    assert RULING.search("loopsmith_set_goal_satisfied")
    assert RULING.search("verdict")
    assert CLAIM.search("Marks a goal as satisfied.")
    assert CLAIM.search("Overrides the gate's ruling for this run.")


def stored_states(folder: Path) -> list[Any]:
    stores = list(folder.rglob("*.sqlite*")) + list(folder.rglob("*.db"))
    rows: list[Any] = []
    for store in stores:
        if store.name.endswith(("-wal", "-shm")):
            continue
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            rows += connection.execute("SELECT * FROM goal_states").fetchall()
    return rows


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> tuple[Catalog, Path]:
    """A loop whose goals the gate finds satisfied, with a store in which nothing has been ruled yet."""
    folder = tmp_path_factory.mktemp("orchard")
    (folder / "loop.yaml").write_text(CONFIG)
    (folder / "list.txt").write_text("1 Bramley")
    catalog = Catalog(PROGRAMS["loopsmith"].tools(), Settings(state="state", project=str(folder)))
    return catalog, folder


def call(loop: tuple[Catalog, Path], name: str, arguments: dict[str, Any]) -> Any:
    catalog, _ = loop
    return catalog.call(name, arguments, CallContext(catalog.settings, lambda: 1_700_000_000_000))


def test_a_satisfied_verdict_changes_no_goal_state(loop: tuple[Catalog, Path]) -> None:
    call(loop, "loopsmith_scratchpad", {"run_id": "run", "key": "pruned", "value": "there is a store now"})
    for target in ("pruned", "overall"):
        result = call(
            loop,
            "loopsmith_gate_evaluate",
            {"config_path": "loop.yaml", "target": target, "metrics": {"trees": 3}},
        )
        assert result.value["satisfied"] is True
    assert call(loop, "loopsmith_goal_states", {"run_id": "run"}).value == {}
    assert stored_states(loop[1]) == []
    assert any(loop[1].joinpath("state").iterdir()), "the test must look where the store is"


WORDS = [
    "run",
    "pruned",
    "overall",
    "satisfied",
    "true",
    "goal_satisfied",
    "goal_states",
    "run/pruned",
    "loop.yaml",
    ".",
]
VALUES = st.sampled_from(WORDS) | st.text(max_size=8)
CLAIMS = st.fixed_dictionaries({"target": VALUES, "satisfied": st.just(True), "passed": st.just(2)}).map(str)


@examples(150)
@given(st.data())
def test_no_call_that_a_client_can_make_stores_a_goal_state(
    loop: tuple[Catalog, Path], data: st.DataObject
) -> None:
    tool = data.draw(st.sampled_from(loop[0].tools))
    arguments: dict[str, Any] = {}
    for parameter in tool.parameters:
        if not parameter.required and data.draw(st.booleans()):
            continue
        kind = parameter.json_type
        arguments[parameter.name] = data.draw(
            {
                "string": VALUES | CLAIMS,
                "integer": st.integers(0, 5),
                "number": st.floats(0, 5),
                "object": st.dictionaries(
                    st.sampled_from(["trees", "list.txt", "satisfied"]), st.integers(0, 3) | VALUES
                ),
            }[kind]
        )
    result = call(loop, tool.name, arguments)
    assert "unexpectedly" not in result.text
    assert stored_states(loop[1]) == []


def test_every_tool_with_every_run_leaves_the_goal_states_empty(loop: tuple[Catalog, Path]) -> None:
    for tool, word in product(loop[0].tools, WORDS):
        arguments = {p.name: word for p in tool.parameters if p.required}
        call(loop, tool.name, arguments)
    for word in WORDS:
        assert call(loop, "loopsmith_goal_states", {"run_id": word}).value == {}
    assert stored_states(loop[1]) == []
