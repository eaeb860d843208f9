"""A tool that says it reads works in a folder where nothing can be written, and leaves it as it was."""

from __future__ import annotations

import pytest

from loomsmith.base.context import CallContext, Settings
from loomsmith.mcp.programs import PROGRAMS
from loomsmith.tools.catalog import Catalog
from loop.privileges import folder_of_an_ordinary_user

CONFIG = """\
name: quay
goals: [{ name: swept, description: The quay is swept }]
validations:
  - { target: swept, name: broom, mode: objective, statement: The broom is wet,
      detector: { type: file_exists, path: broom.txt } }
graph: { nodes: [{ id: sweep, role: builder, instruction: Sweep the quay }] }
"""
ARGUMENTS = {
    "loopsmith_plan": {"config_path": "loop.yaml"},
    "loopsmith_gate_evaluate": {"config_path": "loop.yaml", "target": "swept"},
    "loopsmith_ledger": {"run_id": "run"},
    "loopsmith_goal_states": {"run_id": "run"},
    "loopsmith_scratchpad": {"run_id": "run", "key": "swept"},
}


@pytest.mark.parametrize("name", ARGUMENTS)
@pytest.mark.parametrize("with_store", [False, True])
def test_a_reading_tool_works_in_a_read_only_folder_and_creates_nothing(name: str, with_store: bool) -> None:
    with folder_of_an_ordinary_user() as folder:
        (folder / "loop.yaml").write_text(CONFIG)
        (folder / "state").mkdir()
        if with_store:
            writing = Catalog(PROGRAMS["loopsmith"].tools(), Settings(project=str(folder)))
            noted = {"run_id": "run", "key": "swept", "value": "half of it"}
            writing.call("loopsmith_scratchpad", noted, CallContext(writing.settings, lambda: 1))
            from loomsmith.loop.toolkit import close

            close()
        (folder / "state").chmod(0o555)
        folder.chmod(0o555)
        before = sorted(folder.rglob("*"))
        catalog = Catalog(PROGRAMS["loopsmith"].tools(), Settings(project=str(folder), read_only=True))
        tool = catalog.get(name)
        assert tool is not None
        assert tool.effect == "reads"
        result = catalog.call(name, ARGUMENTS[name], CallContext(catalog.settings, lambda: 1))
        assert not result.is_error, result.text
        assert sorted(folder.rglob("*")) == before
        if name == "loopsmith_scratchpad":
            assert result.value == {"value": "half of it" if with_store else None}


def test_every_reading_tool_of_the_loop_is_tried() -> None:
    served = Catalog(PROGRAMS["loopsmith"].tools(), Settings(read_only=True)).tools
    assert [tool.name for tool in served] == list(ARGUMENTS)
