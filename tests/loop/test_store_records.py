"""What a store keeps, in which order it gives it back, and what it refuses."""

import json
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base.failures import Failure
from loomsmith.loop.store.records import (
    Checkpoint,
    Episode,
    GoalState,
    IterationSummary,
    Proposal,
    SkillScore,
    SkillTrial,
    as_json,
    expiry,
    rank,
)
from loomsmith.loop.store.sqlite import DATABASE, RefusedWrite, Store
from loop.seeding import entry, seed_goal_state

EPISODE = Episode("r", 3, "cut", "builder", "lathe", "brass plate", 17, "d1", 120, 0.5, 900, "none")
TRIAL = SkillTrial("r", 1, "n", "glue", "marketplace", 0.5, False, 5, 7)
PROPOSAL = Proposal("r", 2, "try_skill", "glue", "worth a try", 10, "explore: true", 20)
CHECKPOINT = Checkpoint("r", 4, ("a", "b", "a"), 10, 0.25, 1, 2, {"a": 2}, 1, "overall:false:0/1", "{}")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "state")


def test_every_record_comes_back_as_it_was_written(store: Store) -> None:
    summary = IterationSummary("r", 1, "two of three", 9, ("a ran", "b failed"), "It went well.")
    event = replace(entry("r", "done"), node_id="cut", tokens=5, cost_usd=0.1)
    store.append_episode(EPISODE)
    store.append_ledger(event)
    store.append_trial(TRIAL)
    store.append_proposal(PROPOSAL)
    store.save_checkpoint(CHECKPOINT)
    store.save_summary(summary)
    store.write_note("r", "shade", "try slate")
    store.close()
    assert store.episodes("r") == [EPISODE]
    assert store.ledger("r") == [event]
    assert store.trials() == [TRIAL]
    assert store.proposals("r") == [PROPOSAL]
    assert store.checkpoint("r") == CHECKPOINT
    assert store.summaries("r") == [summary]
    assert store.note("r", "shade") == "try slate"


def test_absent_optional_values_are_null_in_json() -> None:
    bare = Episode("r", 0, "n", "builder", "p", "", 1)
    assert as_json(bare) == {
        "run_id": "r",
        "iteration": 0,
        "node_id": "n",
        "role": "builder",
        "provider_id": "p",
        "output": "",
        "created_ms": 1,
        "prompt_digest": "",
        "tokens": None,
        "cost_usd": None,
        "duration_ms": None,
        "error": None,
    }


def test_an_unknown_run_reads_as_empty(store: Store) -> None:
    store.append_ledger(entry("known", "x"))
    assert [*store.episodes("r"), *store.ledger("r"), *store.proposals("r"), *store.summaries("r")] == []
    assert store.goal_states("r") == {}
    assert store.checkpoint("r") is None
    assert store.note("r", "k") is None


def test_run_ids_are_compared_whole(store: Store) -> None:
    runs = ["a", "a/b", "a/", "A", "a ", "a%", "a_"]
    for run in runs:
        store.append_ledger(entry(run, run))
        store.append_episode(replace(EPISODE, run_id=run))
        store.write_note(run, "k", run)
        store.save_checkpoint(replace(CHECKPOINT, run_id=run))
    for run in runs:
        assert [found.detail for found in store.ledger(run)] == [run]
        assert [found.run_id for found in store.episodes(run)] == [run]
        assert store.note(run, "k") == run
    assert store.runs() == sorted(runs)


def test_one_counter_numbers_all_appended_records_and_only_rises(store: Store) -> None:
    numbers = [
        store.append_episode(EPISODE),
        store.append_ledger(entry("r", "x"), entry("r", "y")),
        store.append_trial(TRIAL),
        store.append_proposal(PROPOSAL),
    ]
    store.close()
    numbers.append(Store(store.folder).append_episode(EPISODE))
    assert numbers == sorted(set(numbers))


def test_the_ledger_gives_the_last_entries_oldest_first(store: Store) -> None:
    store.append_ledger(*(entry("r", str(i)) for i in range(1203)))
    store.append_ledger(entry("other", "x"))
    details = [found.detail for found in store.ledger("r")]
    assert details == [str(i) for i in range(1203)]
    for last in (0, 1, 2, 499, 500, 501, 1203, 5000):
        assert [found.detail for found in store.ledger("r", last)] == details[
            len(details) - min(last, 1203) :
        ]


@given(st.lists(st.text(max_size=30), max_size=20), st.integers(0, 25))
@examples(15)
def test_any_texts_come_back_in_order(texts: list[str], last: int) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(folder) as store:
        kept = [text for text in texts if text.isascii() or text.encode("utf-8", "replace").decode() == text]
        store.append_ledger(*(entry("r", text) for text in kept))
        assert [found.detail for found in store.ledger("r", last)] == kept[max(0, len(kept) - last) :]


def test_a_checkpoint_of_an_older_version_loads_with_defaults(store: Store) -> None:
    store.save_checkpoint(CHECKPOINT)
    store.close()
    connection = sqlite3.connect(store.folder / DATABASE)
    body = json.loads(connection.execute("SELECT body FROM checkpoints").fetchone()[0])
    for later in ("revisions", "stale_iterations", "last_signature", "verdicts_json"):
        del body[later]
    body["of_a_newer_version"] = 1
    with connection:
        connection.execute("UPDATE checkpoints SET body = ?", (json.dumps(body),))
    connection.close()
    assert store.checkpoint("r") == replace(
        CHECKPOINT, revisions={}, stale_iterations=0, last_signature="", verdicts_json=None
    )


def test_replaced_records_replace(store: Store) -> None:
    store.write_note("r", "k", "one")
    store.write_note("r", "k", "")
    store.save_checkpoint(CHECKPOINT)
    store.save_checkpoint(replace(CHECKPOINT, iteration=5))
    store.save_summary(IterationSummary("r", 2, "second", 1))
    store.save_summary(IterationSummary("r", 1, "first", 1))
    store.save_summary(IterationSummary("r", 2, "second again", 1))
    assert store.note("r", "k") == ""
    found = store.checkpoint("r")
    assert found is not None
    assert found.iteration == 5
    assert [summary.headline for summary in store.summaries("r")] == ["first", "second again"]


def test_the_latest_run_is_the_one_updated_last(store: Store) -> None:
    assert store.latest_run() is None
    for run, updated in (("z", 5), ("b", 9), ("a", 7)):
        store.save_checkpoint(replace(CHECKPOINT, run_id=run, updated_ms=updated))
    assert store.latest_run() == "b"
    assert store.runs() == ["a", "b", "z"]


def test_goal_states_are_read_by_target_ascending(tmp_path: Path) -> None:
    for target in ("overall", "Zest", "éclair", "apples"):
        seed_goal_state(tmp_path, "r", GoalState(target, target == "Zest", 1, 0, 1, "why", 1, 2))
    states = Store(tmp_path).goal_states("r")
    assert list(states) == ["Zest", "apples", "overall", "éclair"]
    assert states["Zest"].satisfied is True
    assert states["apples"].satisfied is False


def _changed(record: Episode, name: str, value: Any) -> Episode:
    members: dict[str, Any] = {name: value}
    return replace(record, **members)


BLANKS = ["", "  ", "\t\n", "\u00a0\u2003"]


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("name", ["run_id", "node_id", "provider_id"])
def test_an_episode_without_provenance_is_refused_naming_the_field(
    store: Store, name: str, blank: str
) -> None:
    with pytest.raises(RefusedWrite, match=name):
        store.append_episode(_changed(EPISODE, name, blank))
    assert not store.folder.exists()


@pytest.mark.parametrize("blank", BLANKS)
def test_records_without_a_run_are_refused(store: Store, blank: str) -> None:
    writes: list[Callable[[], object]] = [
        lambda: store.append_ledger(entry("r", "fine"), entry(blank, "x")),
        lambda: store.append_proposal(replace(PROPOSAL, run_id=blank)),
        lambda: store.save_summary(IterationSummary(blank, 1, "x", 1)),
        lambda: store.save_checkpoint(replace(CHECKPOINT, run_id=blank)),
        lambda: store.write_note(blank, "k", "x"),
    ]
    for write in writes:
        with pytest.raises(RefusedWrite, match="run_id"):
            write()
    with pytest.raises(RefusedWrite, match="key"):
        store.write_note("r", blank, "x")
    assert store.ledger("r") == []


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_trial_with_an_impossible_pass_rate_is_refused(store: Store, rate: float) -> None:
    with pytest.raises(RefusedWrite, match="pass_rate"):
        store.append_trial(replace(TRIAL, pass_rate=rate))
    with pytest.raises(RefusedWrite, match="skill"):
        store.append_trial(replace(TRIAL, skill=" "))
    assert store.trials() == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("iteration", -1),
        ("iteration", 2**32),
        ("tokens", -1),
        ("tokens", 2**53),
        ("duration_ms", 2**70),
        ("cost_usd", -0.5),
        ("cost_usd", float("nan")),
        ("cost_usd", float("inf")),
    ],
)
def test_numbers_out_of_range_are_refused_naming_the_field(store: Store, field: str, value: Any) -> None:
    with pytest.raises(RefusedWrite, match=field):
        store.append_episode(_changed(EPISODE, field, value))
    assert store.episodes("r") == []


def test_the_largest_numbers_are_kept_exactly(store: Store) -> None:
    large = replace(EPISODE, iteration=2**32 - 1, tokens=2**53 - 1, duration_ms=2**53 - 1)
    store.append_episode(large)
    assert store.episodes("r") == [large]


def test_oversized_texts_are_refused_and_the_largest_are_kept(store: Store) -> None:
    store.write_note("r", "k" * 262_144, "é" * 131_072)
    store.append_episode(replace(EPISODE, output="x" * 16 * 1024**2))
    for refused in (
        lambda: store.write_note("r", "k", "é" * 131_073),
        lambda: store.write_note("r", "k" * 262_145, "x"),
        lambda: store.append_episode(replace(EPISODE, output="x" * (16 * 1024**2 + 1))),
        lambda: store.append_episode(replace(EPISODE, role="x" * 262_145)),
    ):
        with pytest.raises(RefusedWrite, match="larger than"):
            refused()
    assert store.note("r", "k") is None
    assert len(store.episodes("r")) == 1


def test_half_a_surrogate_pair_is_refused_and_never_found(store: Store) -> None:
    with pytest.raises(Failure, match="surrogate"):
        store.append_ledger(entry("r", "fine"), entry("r", "\ud800"))
    assert store.ledger("r") == []
    assert store.ledger("\ud800") == []
    store.append_ledger(entry("r", "later"))
    assert [found.detail for found in store.ledger("r")] == ["later"]


def test_unknown_kinds_are_refused(store: Store) -> None:
    with pytest.raises(RefusedWrite, match="kind"):
        store.append_ledger(replace(entry("r", "x"), kind="goal_certified"))  # type: ignore[arg-type]
    with pytest.raises(RefusedWrite, match="kind"):
        store.append_proposal(replace(PROPOSAL, kind="apply_now"))  # type: ignore[arg-type]


def test_a_proposal_is_stale_from_the_very_instant_it_expires() -> None:
    day = 24 * 3600 * 1000
    assert expiry("try_skill", 5) == 5 + 7 * day
    assert expiry("adopt_skill", 5) == expiry("drop_skill", 5) == expiry("reshape_graph", 5) == 5 + 30 * day
    assert expiry("change_criteria", 5) is None
    assert not PROPOSAL.expired(19)
    assert PROPOSAL.expired(20)
    assert not replace(PROPOSAL, expires_ms=None).expired(2**53)


def test_stale_proposals_are_kept(store: Store) -> None:
    store.append_proposal(replace(PROPOSAL, expires_ms=0))
    assert [found.subject for found in store.proposals("r")] == ["glue"]


def test_trials_are_one_list_for_all_runs(store: Store) -> None:
    for run in ("a", "b"):
        store.append_trial(replace(TRIAL, run_id=run))
    assert [trial.run_id for trial in store.trials()] == ["a", "b"]
    assert store.skill_scores() == [SkillScore("glue", "marketplace", 2, 0, 0.5)]


def test_skills_rank_by_satisfaction_then_trials_then_name() -> None:
    def trials(skill: str, *outcomes: bool) -> list[SkillTrial]:
        return [replace(TRIAL, skill=skill, satisfied=outcome) for outcome in outcomes]

    ranking = rank([*trials("b", True), *trials("a", True), *trials("c", True, True), *trials("d", False)])
    assert [score.skill for score in ranking] == ["c", "a", "b", "d"]


VECTORS = Path(__file__).parents[1] / "conformance" / "loop" / "vectors"
SCORES = json.loads((VECTORS / "skill-scores.json").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("case", SCORES, ids=range(len(SCORES)))
def test_skills_rank_as_in_the_vectors(case: dict[str, Any]) -> None:
    trials = [SkillTrial(**trial) for trial in case["trials"]]
    assert [as_json(score) for score in rank(trials)] == case["expect"]["ranking"]


def test_a_mean_pass_rate_is_summed_in_recorded_order() -> None:
    scores = rank([replace(TRIAL, pass_rate=rate) for rate in [0.1] * 10])
    assert scores[0].mean_pass_rate == 0.9999999999999999 / 10
