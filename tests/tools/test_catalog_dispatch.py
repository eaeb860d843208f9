"""The one way to call a tool, and which tools a server's settings leave on offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from clients import fixture_tools
from loomsmith.base.context import CallContext, Settings
from loomsmith.base.failures import Cancelled, Failure
from loomsmith.mcp.programs import PROGRAMS
from loomsmith.tools.catalog import Catalog

if TYPE_CHECKING:
    from pathlib import Path

    from loomsmith.tools.catalog import Tool

LOOP = PROGRAMS["loopsmith"].tools()


def context(catalog: Catalog, **options: Any) -> CallContext:
    return CallContext(catalog.settings, lambda: 0, **options)


def names(catalog: Catalog) -> list[str]:
    return [tool.name for tool in catalog.tools]


def tool(catalog: Catalog, name: str) -> Tool:
    found = catalog.get(name)
    assert found is not None
    return found


def test_read_only_offers_nothing_that_records() -> None:
    catalog = Catalog(LOOP, Settings(read_only=True))
    assert names(catalog) == [t.name for t in LOOP if t.name != "loopsmith_record_episode"]
    for offered in catalog.describe():
        assert offered["annotations"]["readOnlyHint"] is True  # type: ignore[index]
        assert offered["annotations"]["openWorldHint"] is False  # type: ignore[index]


def test_read_only_refuses_a_recording_tool_and_says_why() -> None:
    catalog = Catalog(LOOP, Settings(read_only=True))
    result = catalog.call("loopsmith_record_episode", {}, context(catalog))
    assert result.is_error
    assert "read-only" in result.text.split("\n")[0]


def test_read_only_keeps_the_scratchpad_for_reading() -> None:
    catalog = Catalog(LOOP, Settings(read_only=True))
    assert [p.name for p in tool(catalog, "loopsmith_scratchpad").parameters] == ["run_id", "key"]
    result = catalog.call("loopsmith_scratchpad", {"run_id": "r", "key": "k", "value": "v"}, context(catalog))
    assert result.is_error
    assert result.text.startswith("loopsmith_scratchpad: `value` records, and this server is read-only.\n")


def test_a_parameter_that_read_only_lacks_may_be_null(tmp_path: Path) -> None:
    catalog = Catalog(LOOP, Settings(read_only=True, state=str(tmp_path / "state")))
    arguments = {"run_id": "r", "key": "k", "value": None}
    assert catalog.call("loopsmith_scratchpad", arguments, context(catalog)).value == {"value": None}


def test_without_scripts_the_gate_only_reads() -> None:
    plain = tool(Catalog(LOOP, Settings()), "loopsmith_gate_evaluate").describe()["annotations"]
    assert plain["readOnlyHint"] is False  # type: ignore[index]
    assert plain["openWorldHint"] is True  # type: ignore[index]
    restrained = tool(Catalog(LOOP, Settings(scripts=False)), "loopsmith_gate_evaluate")
    hints = restrained.describe()["annotations"]
    assert hints["readOnlyHint"] is True  # type: ignore[index]
    assert hints["openWorldHint"] is False  # type: ignore[index]
    assert "switched off" in restrained.description


def test_no_scripts_leaves_recording_alone() -> None:
    assert names(Catalog(LOOP, Settings(scripts=False))) == [t.name for t in LOOP]


def test_read_only_implies_that_no_scripts_run() -> None:
    assert Settings(read_only=True, scripts=True).scripts is False


def test_a_choice_of_tools_keeps_catalog_order_and_refuses_the_others() -> None:
    catalog = Catalog(LOOP, Settings(), ["loopsmith_ledger", "loopsmith_plan"])
    assert names(catalog) == ["loopsmith_plan", "loopsmith_ledger"]
    result = catalog.call("loopsmith_scratchpad", {}, context(catalog))
    assert result.is_error
    assert "choice of tools" in result.text


def test_a_choice_of_an_unknown_tool_is_refused_with_near_names() -> None:
    with pytest.raises(Failure, match=r"`loopsmith_plam`\. Did you mean `loopsmith_plan`"):
        Catalog(LOOP, Settings(), ["loopsmith_plam"])


def test_a_choice_of_a_tool_that_may_not_be_offered_offers_nothing() -> None:
    assert names(Catalog(LOOP, Settings(read_only=True), ["loopsmith_record_episode"])) == []


def test_handlers_are_resolved_at_the_first_call() -> None:
    catalog = Catalog(fixture_tools.TOOLS, Settings(), on_defect=lambda name, defect: None)
    result = catalog.call("absent", {}, context(catalog))
    assert result.is_error
    assert "AttributeError" in result.text


def test_defects_are_told_to_the_operator() -> None:
    told: list[Any] = []
    catalog = Catalog(
        fixture_tools.TOOLS, Settings(), on_defect=lambda name, defect: told.append((name, type(defect)))
    )
    for name in ("breaks", "leaves", "fails"):
        assert catalog.call(name, {}, context(catalog)).is_error
    assert told == [("breaks", ZeroDivisionError), ("leaves", SystemExit)]


def test_without_an_operator_defects_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    catalog = Catalog(fixture_tools.TOOLS, Settings())
    catalog.call("breaks", {}, context(catalog))
    assert "ZeroDivisionError: by nothing" in capsys.readouterr().err


def test_a_cancelled_call_has_no_result(tmp_path: Path) -> None:
    catalog = Catalog(fixture_tools.TOOLS, Settings())
    with pytest.raises(Cancelled):
        catalog.call("wait", {"path": str(tmp_path / "x")}, context(catalog, cancelled=lambda: True))


def test_a_result_is_its_value_and_the_same_value_as_text() -> None:
    catalog = Catalog(fixture_tools.TOOLS, Settings())
    result = catalog.call("echo", {"text": "é"}, context(catalog))
    assert (result.is_error, result.value, result.text) == (False, {"text": "é"}, '{\n  "text": "é"\n}')
