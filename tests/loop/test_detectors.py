"""What passes the detectors that run nothing: files, patterns, numbers and judgments."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.loop.config.model import (
    FileExistsDetector,
    JudgeDetector,
    RegexMatchDetector,
    ThresholdDetector,
)
from loomsmith.loop.config.words import Operator
from loomsmith.loop.evidence import Evidence, Judgment
from loop.checking import context, found_by
from loop.privileges import folder_of_an_ordinary_user

VECTORS = Path(__file__).parents[1] / "conformance" / "loop" / "vectors"
NOWHERE = Path("/nonexistent")


# -- file_exists ------------------------------------------------------------------------------------------


def test_a_file_a_folder_and_a_link_to_either_exist(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("x")
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "to-full").symlink_to("full")
    (tmp_path / "to-folder").symlink_to("folder")
    (tmp_path / "dangling").symlink_to("nothing")
    above = f"../{tmp_path.name}"
    paths = [*os.listdir(tmp_path), "missing", "full/below", str(tmp_path / "full"), above]

    def passing(non_empty: bool) -> set[str]:
        found = {path: found_by(FileExistsDetector(path, non_empty), Evidence(tmp_path)) for path in paths}
        return {path for path, outcome in found.items() if outcome.passed}

    filled = {"full", "folder", "to-full", "to-folder", str(tmp_path / "full"), above}
    assert passing(non_empty=True) == filled
    assert passing(non_empty=False) == filled | {"empty"}


def test_file_evidence_says_path_state_and_size(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("twelve chars")
    outcome = found_by(FileExistsDetector("full"), Evidence(tmp_path))
    assert outcome.evidence == f"{tmp_path / 'full'} exists, 12 bytes"
    missing = found_by(FileExistsDetector("gone"), Evidence(tmp_path))
    assert missing.evidence == f"{tmp_path / 'gone'} does not exist"
    assert not missing.broken


@pytest.mark.parametrize("path", ["", " ", "\t", "nul\0", "x" * 100_000, "loop", "\ud800"])
def test_a_path_that_cannot_be_looked_at_is_a_detector_error_or_missing(tmp_path: Path, path: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    outcome = found_by(FileExistsDetector(path), Evidence(tmp_path))
    assert not outcome.passed
    assert outcome.broken or "does not exist" in outcome.evidence
    if not path.strip():
        assert outcome.broken
        assert "blank" in outcome.evidence


def test_a_path_without_permission_is_a_detector_error() -> None:
    with folder_of_an_ordinary_user() as folder:
        (folder / "closed").mkdir()
        (folder / "closed").chmod(0)
        outcome = found_by(FileExistsDetector("closed/x"), Evidence(folder))
        assert outcome.broken
        assert "cannot be looked at" in outcome.evidence


def test_a_path_outside_the_roots_is_a_detector_error_whichever_way_it_leads_there(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("x")
    (inside / "link").symlink_to(outside)
    (inside / "own").write_text("x")
    around = context(roots=[str(inside)])
    for path in ("../outside/secret", str(outside / "secret"), "link/secret", "link", "link/not-there"):
        outcome = found_by(FileExistsDetector(path), Evidence(inside), around)
        assert outcome.broken, path
        assert "outside" in outcome.evidence
    assert found_by(FileExistsDetector("own"), Evidence(inside), around).passed


def test_a_named_pipe_exists_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert found_by(FileExistsDetector("pipe"), Evidence(tmp_path)).passed
    assert not found_by(FileExistsDetector("pipe", non_empty=True), Evidence(tmp_path)).passed


# -- regex_match ------------------------------------------------------------------------------------------

REGEX = json.loads((VECTORS / "regex.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", REGEX, ids=lambda case: f"{case['pattern']!r} in {case['text']!r}")
def test_pattern_vector(case: dict[str, Any]) -> None:
    evidence = Evidence(NOWHERE, artifacts={"text": case["text"]})
    outcome = found_by(RegexMatchDetector("text", case["pattern"]), evidence)
    expected = (False, True) if case["expect"] == "error" else (case["expect"], False)
    assert (outcome.passed, outcome.broken) == expected


def test_an_artifact_that_was_not_collected_fails_and_says_why() -> None:
    detector = RegexMatchDetector("report", "x")
    assert "not reported" in found_by(detector, Evidence(NOWHERE)).evidence
    evidence = Evidence(NOWHERE, missing={"report": "it is not UTF-8 text"})
    outcome = found_by(detector, evidence)
    assert (outcome.passed, outcome.broken) == (False, False)
    assert "not UTF-8" in outcome.evidence


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(.*a){20}$", "^(([a-z])+.)+[A-Z]([a-z])+$"])
def test_a_pattern_that_blows_up_a_backtracking_engine_is_answered(pattern: str) -> None:
    alarm = signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(60)  # ends a run that would take for ever; no time is compared
    try:
        evidence = Evidence(NOWHERE, artifacts={"text": "a" * 50_000 + "!"})
        assert not found_by(RegexMatchDetector("text", pattern), evidence).passed
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, alarm)


@given(st.text(max_size=40), st.text(max_size=40))
@examples(100)
def test_no_pattern_however_odd_makes_the_detector_raise(pattern: str, text: str) -> None:
    outcome = found_by(RegexMatchDetector("text", pattern), Evidence(NOWHERE, artifacts={"text": text}))
    assert not (outcome.passed and outcome.broken)
    assert "\n" not in outcome.evidence.replace(pattern, "")


# -- threshold --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "passing"),
    [("gt", {2.5}), ("gte", {2.0, 2.5}), ("lt", {1.5}), ("lte", {1.5, 2.0}), ("eq", {2.0})],
)
def test_a_number_compares_as_asked(op: Operator, passing: set[float]) -> None:
    found = {
        value
        for value in (1.5, 2.0, 2.5)
        if found_by(ThresholdDetector("m", op, 2.0), Evidence(NOWHERE, metrics={"m": value})).passed
    }
    assert found == passing


def test_equal_means_strictly_nearer_than_the_smallest_step_at_one() -> None:
    def equal(metric: float, value: float) -> bool:
        return found_by(ThresholdDetector("m", "eq", value), Evidence(NOWHERE, metrics={"m": metric})).passed

    assert equal(1e-300, 0.0)
    assert equal(0.1 + 0.2, 0.3)
    assert equal(2.2e-16, 0.0)
    assert not equal(2.220446049250313e-16, 0.0)
    assert not equal(1e16 + 2, 1e16)


def test_a_metric_that_was_not_reported_fails() -> None:
    outcome = found_by(ThresholdDetector("words", "lt", 5.0), Evidence(NOWHERE))
    assert (outcome.passed, outcome.broken) == (False, False)
    assert "words was not reported" in outcome.evidence


def test_metric_evidence_gives_both_numbers() -> None:
    outcome = found_by(ThresholdDetector("words", "lt", 5.0), Evidence(NOWHERE, metrics={"words": 5.5}))
    assert outcome.evidence == "metric words is 5.5, wanted < 5.0"


# -- judge ------------------------------------------------------------------------------------------------


def said(
    passed: bool, judge: str = "nose", builder: str = "pen", score: float | None = None, check: str = "check"
) -> Judgment:
    return Judgment(check, judge, builder, passed, score)


def judged(*judgments: Judgment, least: float | None = None, independent: bool = True) -> bool:
    evidence = Evidence(NOWHERE, judgments=judgments)
    return found_by(JudgeDetector("standard", least), evidence, independent=independent).passed


def test_without_a_judgment_of_the_very_name_nothing_passes() -> None:
    assert not judged()
    assert not judged(said(True, check="Check"))
    assert judged(said(True))


def test_every_judge_must_say_yes() -> None:
    assert judged(said(True), said(True, judge="eye"))
    assert not judged(said(True), said(False, judge="eye"))


def test_one_judgment_of_ones_own_work_refuses_the_lot() -> None:
    assert not judged(said(True), said(True, judge="pen"))
    assert not judged(said(True, score=9), said(True, judge="pen", score=9), least=1)


@pytest.mark.parametrize("builder", ["", " "])
def test_a_judgment_of_work_whose_builder_is_unknown_is_refused_while_independence_is_asked_for(
    builder: str,
) -> None:
    assert not judged(said(True), said(True, builder=builder))
    assert judged(said(True, builder=builder), independent=False)


def test_without_independence_independent_judgments_are_still_preferred() -> None:
    assert judged(said(True), said(False, judge="pen"), independent=False)
    assert judged(said(True, judge="pen"), independent=False)
    assert not judged(said(False), said(True, judge="pen"), independent=False)


def test_a_wanted_score_decides_by_the_mean_of_the_scores_there_are() -> None:
    assert judged(said(False, score=9), said(False, score=6), said(False), least=7.5)
    assert not judged(said(True, score=9), said(True, score=5.9), least=7.5)
    assert not judged(said(True), least=0.0)
    assert not judged(said(True, score=float("nan")), least=0.0)


def test_the_mean_is_summed_in_the_order_given() -> None:
    scores = [said(True, score=0.1)] * 10
    assert not judged(*scores, least=0.1), "0.1 added ten times is a little less than 1"
