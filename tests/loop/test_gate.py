"""The gate: what it looks at, what it makes of it, and that nobody else can rule."""

import ast
import copy
import inspect
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import loomsmith
from loomsmith.base.context import CallContext, Settings
from loomsmith.base.failures import Cancelled
from loomsmith.loop import gate
from loomsmith.loop.config.model import (
    FileExistsDetector,
    Goal,
    RegexMatchDetector,
    ScriptDetector,
    Success,
    ThresholdDetector,
    Validation,
)
from loomsmith.loop.evidence import Evidence, gather, given
from loomsmith.loop.rulings import Check, Ruling, TargetVerdict
from loomsmith.loop.store.records import GoalState
from loomsmith.loop.store.sqlite import Store
from loomsmith.loop.success import is_met, overall_success, scenarios_met
from loop.checking import context, loop_of

NOWHERE = Path("/nonexistent")
YES = ThresholdDetector("one", "eq", 1.0)
NO = ThresholdDetector("one", "eq", 2.0)


def check(
    name: str, detector: Any, target: str = "goal", blocking: bool = True, mode: Any = "objective"
) -> Validation:
    return Validation(target, name, mode, f"{name} holds", detector, blocking)


def verdict(
    *validations: Validation, target: str = "goal", folder: Path = Path("/nonexistent")
) -> TargetVerdict:
    evidence = Evidence(folder, metrics={"one": 1.0})
    return gate.evaluate(context(), loop_of(*validations), target, evidence)


def test_silence_is_not_success() -> None:
    assert not verdict().satisfied
    advisory = verdict(check("a", YES, blocking=False))
    assert not advisory.satisfied
    assert (advisory.passed, advisory.total) == (1, 1)
    for found in (verdict(), advisory):
        assert "no blocking check" in found.reason


def test_advisory_checks_count_but_do_not_decide() -> None:
    found = verdict(check("a", YES), check("b", NO, blocking=False))
    assert (found.satisfied, found.passed, found.failed, found.total) == (True, 1, 1, 2)
    assert found.reason == "the only blocking check passed"
    assert verdict(check("a", YES), check("b", YES)).reason == "all 2 blocking checks passed"


def test_a_failing_blocking_check_is_named_in_the_reason() -> None:
    found = verdict(check("fine", YES), check("amiss", NO), check("awry", NO))
    assert not found.satisfied
    assert "amiss, awry" in found.reason
    assert "fine" not in found.reason


def test_checks_come_in_the_order_of_the_config() -> None:
    found = verdict(check("z", YES), check("x", YES, target="overall"), check("a", NO), check("m", YES))
    assert [(seen.name, seen.text, seen.passed) for seen in found.checks] == [
        ("z", "z holds", True),
        ("a", "a holds", False),
        ("m", "m holds", True),
    ]


def test_the_mode_of_a_check_does_not_matter() -> None:
    assert verdict(check("a", YES, mode="percentage"), check("b", YES, mode="subjective")).satisfied


@pytest.mark.parametrize("path", ["x" * 100_000, "two\nlines\x1b[31m"])
def test_evidence_is_one_line_of_bounded_length_whatever_the_names(tmp_path: Path, path: str) -> None:
    found = verdict(
        check("a", FileExistsDetector(path)),
        check("b", RegexMatchDetector(path, "x")),
        check("c", ThresholdDetector(path, "eq", 1.0)),
        folder=tmp_path,
    )
    for seen in found.checks:
        assert not seen.passed
        assert seen.evidence.isprintable()
        assert len(seen.evidence) <= 2000


def test_an_unknown_target_is_no_error_and_not_satisfied() -> None:
    found = verdict(check("a", YES), target="nobody")
    assert found.as_json() == {
        "target": "nobody",
        "satisfied": False,
        "checks": [],
        "passed": 0,
        "failed": 0,
        "total": 0,
        "reason": found.reason,
    }


def test_a_target_that_is_no_goal_may_have_checks() -> None:
    assert verdict(check("a", YES, target="ghost"), target="ghost").satisfied


def test_overall_is_a_target_like_any_other_not_the_sum_of_the_goals() -> None:
    config = loop_of(check("a", NO), check("b", YES, target="overall"))
    verdicts = gate.evaluate_all(context(), config, Evidence(Path(), metrics={"one": 1.0}))
    assert list(verdicts) == ["goal", "overall"]
    assert not verdicts["goal"].satisfied
    assert verdicts["overall"].satisfied


def test_a_detector_that_cannot_run_fails_its_check_and_no_other(tmp_path: Path) -> None:
    found = verdict(
        check("script", ScriptDetector("./missing")),
        check("pattern", RegexMatchDetector("x", "(")),
        check("path", FileExistsDetector("")),
        check("fine", YES),
        folder=tmp_path,
    )
    assert [(seen.passed, seen.broken) for seen in found.checks] == [(False, True)] * 3 + [(True, False)]


def test_the_gate_takes_its_word_back_when_the_evidence_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    rulings = []
    for state in ("there", "gone", "there"):
        path.unlink() if state == "gone" else path.write_text("x")
        rulings.append(verdict(check("a", FileExistsDetector("proof")), folder=tmp_path).satisfied)
    assert rulings == [True, False, True]


# -- only the gate rules ----------------------------------------------------------------------------------


def test_a_ruling_has_no_constructor_for_anyone_but_the_gate() -> None:
    checks = (Check("a", "b", True, True, "c"),)
    for arguments in ((), (TargetVerdict("goal", checks), 1, 2), ("goal", True)):
        with pytest.raises(TypeError):
            Ruling(*arguments)


def test_a_ruling_cannot_be_changed_once_made(tmp_path: Path) -> None:
    config = loop_of(check("a", NO))
    ruling = gate.rule(context(), config, Evidence(tmp_path, metrics={"one": 1.0}), 3)["goal"]
    assert (ruling.iteration, ruling.updated_ms, ruling.verdict.satisfied) == (3, 1_700_000_000_000, False)
    with pytest.raises(AttributeError):
        ruling.verdict = TargetVerdict("goal", (Check("a", "b", True, True, "c"),))
    with pytest.raises((AttributeError, TypeError)):
        ruling.verdict.satisfied = True  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del ruling.verdict


def test_a_verdict_has_no_field_that_says_satisfied() -> None:
    assert "satisfied" not in TargetVerdict.__dataclass_fields__
    assert set(TargetVerdict.__dataclass_fields__) == {"target", "checks", "ignored_evidence"}


def test_only_the_gate_calls_what_makes_rulings() -> None:
    source = Path(loomsmith.__file__).parent
    users = {
        str(path.relative_to(source))
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id == "_pronounce")
        or (isinstance(node, ast.Attribute) and node.attr == "_pronounce")
        or (isinstance(node, ast.alias) and node.name == "_pronounce")
        or (isinstance(node, ast.Constant) and node.value == "_pronounce")
    }
    assert users == {str(Path("loop", "gate.py"))}
    calls = inspect.getsource(gate).count("_pronounce(")
    assert calls == 1, "and it does so in one place"


def test_the_store_takes_nothing_but_a_ruling_as_a_goal_state(tmp_path: Path) -> None:
    store = Store(tmp_path)
    state = GoalState("goal", True, 1, 0, 1, "because", 1, 1)
    good = TargetVerdict("goal", (Check("a", "b", True, True, "c"),))

    class Forged(Ruling):
        def __init__(self) -> None:
            object.__setattr__(self, "verdict", good)
            object.__setattr__(self, "iteration", 1)
            object.__setattr__(self, "updated_ms", 1)

    for forged in (state, good, {"target": "goal", "satisfied": True}, Forged(), True, None):
        with pytest.raises(TypeError, match="only a Ruling"):
            store.save_ruling("r", forged)  # type: ignore[arg-type]
    assert store.goal_states("r") == {}


def test_the_store_never_takes_back_a_goal_state_it_has_given() -> None:
    accepting = [
        name
        for name, method in inspect.getmembers(Store, inspect.isfunction)
        if any(
            "GoalState" in str(parameter.annotation)
            for parameter in inspect.signature(method).parameters.values()
        )
    ]
    assert accepting == []
    writers = [
        name
        for name, method in inspect.getmembers(Store, inspect.isfunction)
        if "goal_states" in inspect.getsource(method) and "_replace" in inspect.getsource(method)
    ]
    assert writers == ["save_ruling"]


def test_a_ruling_cannot_be_forged_by_copying_or_unpickling(tmp_path: Path) -> None:
    ruling = gate.rule(context(), loop_of(check("a", NO)), Evidence(tmp_path), 1)["goal"]
    forgeries: list[Callable[[Any], Any]] = [
        copy.copy,
        copy.deepcopy,
        lambda it: pickle.loads(pickle.dumps(it)),
    ]
    for forge in forgeries:
        with pytest.raises((TypeError, AttributeError)):
            forge(ruling)


def test_a_ruling_is_stored_as_the_gate_made_it_and_replaces_the_last_one(tmp_path: Path) -> None:
    store = Store(tmp_path / "state")
    config = loop_of(check("a", FileExistsDetector("proof")), check("b", YES, blocking=False))
    evidence = Evidence(tmp_path, metrics={"one": 1.0})
    for iteration, there in ((1, True), (2, False)):
        (tmp_path / "proof").write_text("x") if there else (tmp_path / "proof").unlink()
        for ruling in gate.rule(context(), config, evidence, iteration).values():
            store.save_ruling("r", ruling)
        state = store.goal_states("r")["goal"]
        assert (state.satisfied, state.iteration, state.passed) == (there, iteration, 1 + there)
        assert state.reason == gate.evaluate(context(), config, "goal", evidence).reason
    assert list(store.goal_states("r")) == ["goal", "overall"]


# -- progress and cancellation ----------------------------------------------------------------------------


def test_progress_is_reported_check_by_check() -> None:
    heard: list[tuple[float, float | None, str]] = []
    around = CallContext(Settings(), lambda: 0, progress=lambda *step: heard.append(step))
    config = loop_of(check("a", YES), check("x", YES, target="overall"), check("b", YES))
    gate.evaluate_all(around, config, Evidence(Path()))
    assert heard == [(0, 3, "goal: a"), (1, 3, "goal: b"), (2, 3, "overall: x")]


def test_progress_goes_on_inside_a_script_as_a_share_of_the_time_it_has(tmp_path: Path) -> None:
    heard: list[tuple[float, float | None, str]] = []
    around = CallContext(
        Settings(script_timeout=60.0),
        lambda: 0,
        cancelled=lambda: len(heard) >= 6,
        progress=lambda *step: heard.append(step),
    )
    config = loop_of(check("first", YES), check("slow", ScriptDetector("sleep", ("60",))))
    with pytest.raises(Cancelled):
        gate.evaluate(around, config, "goal", Evidence(tmp_path))
    shares = [done for done, _, _ in heard]
    assert shares[:2] == [0, 1]
    assert shares == sorted(shares)
    assert all(1 <= share <= 2 for share in shares[2:])
    assert {step[1:] for step in heard[1:]} == {(2, "goal: slow")}


def test_an_evaluation_is_cancelled_between_two_checks(tmp_path: Path) -> None:
    done: list[str] = []
    around = CallContext(
        Settings(),
        lambda: 0,
        cancelled=lambda: (tmp_path / "first").exists(),
        progress=lambda place, total, name: done.append(name),
    )
    config = loop_of(
        check("one", ScriptDetector("sh", ("-c", "touch first; exit 0"))),
        check("two", ScriptDetector("sh", ("-c", "touch second"))),
    )
    with pytest.raises(Cancelled):
        gate.evaluate(around, config, "goal", Evidence(tmp_path))
    assert not (tmp_path / "second").exists()


# -- success scenarios ------------------------------------------------------------------------------------


def of(*passed: bool) -> TargetVerdict:
    return TargetVerdict("overall", tuple(Check(str(i), "", won, True, "") for i, won in enumerate(passed)))


def scenario(mode: Any, threshold: float | None = None, target: str = "overall") -> Success:
    return Success(target, "s", mode, "enough", threshold)


@pytest.mark.parametrize(
    ("mode", "threshold", "verdict", "met"),
    [
        ("objective", None, of(True, True), True),
        ("objective", 0.1, of(True, False), False),
        ("subjective", None, of(True, False), False),
        ("percentage", 0.5, of(True, False), True),
        ("percentage", 0.51, of(True, False), False),
        ("percentage", None, of(True, False), False),
        ("percentage", None, of(True, True), True),
        ("percentage", 0.0, of(False), True),
        ("percentage", 0.0, of(), False),
        ("percentage", float("nan"), of(True), False),
    ],
)
def test_scenario(mode: str, threshold: float | None, verdict: TargetVerdict, met: bool) -> None:
    assert is_met(scenario(mode, threshold), verdict) is met


def test_overall_success_is_all_scenarios_of_overall_or_else_the_verdict() -> None:
    loop = loop_of()
    assert overall_success(loop, {"overall": of(True)})
    assert not overall_success(loop, {"overall": of(True, False)})
    goals = (Goal("goal", "reached in full"),)
    config = type(loop)(
        "loop",
        goals=goals,
        validations=(),
        success=(
            scenario("percentage", 0.5),
            scenario("objective", target="goal"),
            scenario("objective", target="ghost"),
        ),
    )
    verdicts = {"overall": of(True, False), "goal": TargetVerdict("goal", ())}
    assert overall_success(config, verdicts), "scenarios of goals decide nothing"
    assert [met for _, met in scenarios_met(config, verdicts)] == [True, False, False]


# -- evidence ---------------------------------------------------------------------------------------------


def test_what_is_no_evidence_is_set_aside_and_named() -> None:
    found = given(
        Path(),
        {"n": 1, "x": 2.5, "text": "3", "flag": True, "none": None, "huge": 10**400, "list": [1]},
        {"a": "text", "b": 5, "c": None},
    )
    assert dict(found.metrics) == {"n": 1.0, "x": 2.5}
    assert dict(found.artifacts) == {"a": "text"}
    assert found.ignored == {"metrics": ["flag", "huge", "list", "none", "text"], "artifacts": ["b", "c"]}
    assert given(Path(), {"n": 1}, {"a": ""}).ignored is None
    assert given(Path(), None, None).ignored is None


def files(*paths: str) -> Any:
    return loop_of(*(check(path, FileExistsDetector(path)) for path in paths))


def test_artifacts_are_known_by_path_and_by_stem_and_the_later_of_two_stands(tmp_path: Path) -> None:
    for name in ("a.txt", "a.md", ".env", "deep/report.v2.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = gather(Settings(), files("a.txt", "a.md", ".env", "deep/report.v2.txt", "missing.txt"), tmp_path)
    assert dict(found.artifacts) == {
        "a.txt": "a.txt",
        "a": "a.md",
        "a.md": "a.md",
        ".env": ".env",
        "deep/report.v2.txt": "deep/report.v2.txt",
        "report.v2": "deep/report.v2.txt",
    }
    assert found.missing["missing"] == "it does not exist"


def test_what_cannot_be_read_as_text_is_left_out_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "big").write_bytes(b"x" * (16 * 1024**2 + 1))
    (tmp_path / "largest").write_bytes(b"x" * (16 * 1024**2))
    found = gather(Settings(), files("latin", "folder", "pipe", "big", "largest", "nul\0"), tmp_path)
    assert list(found.artifacts) == ["largest"]
    for name, why in (
        ("latin", "UTF-8"),
        ("folder", "folder"),
        ("pipe", "named pipe"),
        ("big", "larger than"),
    ):
        assert why in found.missing[name]
    assert len(found.remarks) == 5


def test_a_path_that_was_not_collected_is_remarked_once(tmp_path: Path) -> None:
    found = gather(Settings(), files("out/result.md", "out/result.md"), tmp_path)
    assert found.remarks == ("artifact out/result.md: it does not exist",)
    assert set(found.missing) == {"out/result.md", "result"}


def test_artifacts_outside_the_roots_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    inside = tmp_path / "inside"
    inside.mkdir()
    found = gather(Settings(roots=[str(inside)]), files("../secret"), inside)
    assert dict(found.artifacts) == {}
    assert "outside" in found.missing["../secret"]


def test_metrics_outside_the_roots_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.json").write_text('{"a": 1}')
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "metrics.json").symlink_to(tmp_path / "elsewhere.json")
    found = gather(Settings(roots=[str(inside)]), files(), inside)
    assert dict(found.metrics) == {}
    assert "outside" in found.remarks[0]


@pytest.mark.parametrize(
    ("text", "metrics", "remarks"),
    [
        (None, {}, 0),
        ('{"a": 1, "b": -2.5e3}', {"a": 1.0, "b": -2500.0}, 0),
        ('{"a": 1, "b": "2", "c": true, "d": null, "e": NaN, "f": Infinity, "g": 1e400}', {"a": 1.0}, 1),
        ("[1]", {}, 1),
        ("{", {}, 1),
        ("", {}, 1),
        ("[" * 100_000, {}, 1),
        ('{"a": ' + "9" * 5000 + "}", {}, 1),
    ],
)
def test_metrics_json_gives_its_numbers_and_the_log_says_what_is_none(
    tmp_path: Path, text: str | None, metrics: dict[str, float], remarks: int
) -> None:
    if text is not None:
        (tmp_path / "metrics.json").write_text(text)
    found = gather(Settings(), files(), tmp_path)
    assert dict(found.metrics) == metrics
    assert len(found.remarks) == remarks
