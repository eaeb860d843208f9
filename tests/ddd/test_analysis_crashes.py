"""A stage that fails is told as one finding; everything that does not need it still answers."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from loomsmith.base.collector import Paused
from loomsmith.ddd import analysis, toolkit
from loomsmith.ddd.analysis import Analysis

MODEL = "context Berths { aggregate Ferry { title: string } }"


@pytest.fixture(autouse=True)
def no_analysis_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "_recent", [])


def failing(*arguments: Any) -> Any:
    raise ZeroDivisionError("on purpose")


def codes(report: Any) -> list[str]:
    return [found["code"] for found in report["diagnostics"]]


def test_expansion_that_fails_is_one_finding_and_the_outline_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "expand", failing)
    report: Any = toolkit.validate(MODEL)
    assert codes(report) == ["loom.validator-check-crashed", "loom.ir-internal"]
    assert "ZeroDivisionError: on purpose" in report["diagnostics"][0]["message"]
    assert report["outline"]["contexts"][0]["aggregates"][0]["node"] == "aggregate Berths.Ferry"


def test_linking_that_fails_is_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "link", failing)
    assert codes(toolkit.validate(MODEL)) == ["loom.validator-check-crashed", "loom.ir-internal"]
    assert toolkit.read_model(MODEL) == {"systems": [], "contexts": []}


def test_resolving_that_fails_is_one_finding_in_every_report(monkeypatch: pytest.MonkeyPatch) -> None:
    model = "system S { context C { } deployable d { platform: node contexts: [C] } }"
    monkeypatch.setattr("loomsmith.ddd.model.resolve.resolve", failing)
    report: Any = toolkit.validate(model)
    assert codes(report)[-1] == "loom.ir-internal"
    assert report["ok"] is False
    found = report["diagnostics"][-1]
    assert (found["phase"], found["node"], "range" in found) == ("ir-validate", "<source>", False)
    generated: Any = toolkit.generate(model)
    assert codes(generated)[-1] == "loom.ir-internal"
    assert generated["deployables"] == [{"name": "d", "platform": "node", "port": 3000}]
    assert toolkit.read_model(model) == {"systems": [], "contexts": []}


def test_checks_on_the_model_that_fail_are_one_finding_and_the_view_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("loomsmith.ddd.model.checks.suite.run_model_checks", failing)
    assert codes(toolkit.validate(MODEL)) == ["loom.ir-internal"]
    view: Any = toolkit.read_model(MODEL)
    assert view["contexts"][0]["name"] == "Berths"


def test_syntax_errors_keep_the_model_from_being_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loomsmith.ddd.model.resolve.resolve", failing)
    assert "loom.ir-internal" not in codes(toolkit.validate("context Berths {"))
    assert toolkit.read_model("context Berths {") == {"systems": [], "contexts": []}


def test_the_collector_runs_again_after_a_pause_and_after_a_failure_in_one() -> None:
    assert gc.isenabled()
    with Paused():
        with Paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), Paused():
        failing()
    assert gc.isenabled()
    _ = Analysis(MODEL).model_findings
    assert gc.isenabled()
