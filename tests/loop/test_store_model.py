"""The store beside a model made of dictionaries: any order of calls, by two users of one folder."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from budgets import examples
from loomsmith.base.failures import Failure
from loomsmith.loop.store.records import Checkpoint, Episode, IterationSummary, LedgerEntry
from loomsmith.loop.store.sqlite import Store

RUNS = st.sampled_from(["a", "a/b", "A", "", " "])
TEXTS = st.text(max_size=20)
USERS = st.integers(0, 1)
ITERATIONS = st.sampled_from([0, 1, 2**32 - 1, -1, 2**32])


class SharedFolder(RuleBasedStateMachine):
    """Two users of one state folder, each with a store of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.stores = [Store(self.folder / "state"), Store(self.folder / "state")]
        self.last = 0
        self.episodes: dict[str, list[Episode]] = {}
        self.ledger: dict[str, list[LedgerEntry]] = {}
        self.notes: dict[tuple[str, str], str] = {}
        self.checkpoints: dict[str, Checkpoint] = {}
        self.summaries: dict[str, dict[int, IterationSummary]] = {}

    def numbered(self, number: int) -> None:
        assert number > self.last
        self.last = number

    def refused(self, write: Any, *arguments: Any) -> None:
        try:
            write(*arguments)
        except Failure:
            return
        raise AssertionError(f"{arguments} should have been refused")

    @rule(user=USERS, run=RUNS, output=TEXTS, iteration=ITERATIONS)
    def record_an_episode(self, user: int, run: str, output: str, iteration: int) -> None:
        episode = Episode(run, iteration, "node", "builder", "provider", output, 1)
        if not run.strip() or not 0 <= iteration < 2**32:
            self.refused(self.stores[user].append_episode, episode)
        else:
            self.numbered(self.stores[user].append_episode(episode))
            self.episodes.setdefault(run, []).append(episode)

    @rule(user=USERS, run=RUNS, details=st.lists(TEXTS, min_size=1, max_size=4))
    def write_the_ledger(self, user: int, run: str, details: list[str]) -> None:
        entries = [LedgerEntry(run, 1, "gate_evaluated", detail, 1) for detail in details]
        if not run.strip():
            self.refused(self.stores[user].append_ledger, *entries)
        else:
            self.numbered(self.stores[user].append_ledger(*entries))
            self.ledger.setdefault(run, []).extend(entries)

    @rule(user=USERS, run=RUNS, key=st.sampled_from(["k", "K", ""]), text=TEXTS)
    def write_a_note(self, user: int, run: str, key: str, text: str) -> None:
        if not run.strip() or not key:
            self.refused(self.stores[user].write_note, run, key, text)
        else:
            self.stores[user].write_note(run, key, text)
            self.notes[run, key] = text

    @rule(user=USERS, run=RUNS.filter(str.strip), iteration=st.integers(0, 3), updated=st.integers(0, 5))
    def save_where_a_run_stands(self, user: int, run: str, iteration: int, updated: int) -> None:
        checkpoint = Checkpoint(run, iteration, ("n",) * iteration, 1, 0.5, 1, updated, {"n": iteration})
        self.stores[user].save_checkpoint(checkpoint)
        self.stores[user].save_summary(IterationSummary(run, iteration, "headline", updated, ("fact",)))
        self.checkpoints[run] = checkpoint
        summary = IterationSummary(run, iteration, "headline", updated, ("fact",))
        self.summaries.setdefault(run, {})[iteration] = summary

    @rule(user=USERS)
    def close(self, user: int) -> None:
        self.stores[user].close()

    @rule(user=USERS)
    def come_anew(self, user: int) -> None:
        self.stores[user].close()
        self.stores[user] = Store(self.folder / "state")

    @rule(user=USERS, run=RUNS, last=st.integers(0, 5))
    def read_the_end_of_the_ledger(self, user: int, run: str, last: int) -> None:
        entries = self.ledger.get(run, [])
        assert self.stores[user].ledger(run, last) == entries[max(0, len(entries) - last) :]

    @invariant()
    def both_see_all(self) -> None:
        for store in self.stores:
            for run in ("a", "a/b", "A"):
                assert store.episodes(run) == self.episodes.get(run, [])
                assert store.ledger(run) == self.ledger.get(run, [])
                assert store.checkpoint(run) == self.checkpoints.get(run)
                summaries = self.summaries.get(run, {})
                assert store.summaries(run) == [summaries[i] for i in sorted(summaries)]
                for key in ("k", "K"):
                    assert store.note(run, key) == self.notes.get((run, key))
            assert store.runs() == sorted(self.checkpoints)
            latest = max(self.checkpoints.values(), key=lambda c: (c.updated_ms, c.run_id), default=None)
            assert store.latest_run() == (latest and latest.run_id)

    def teardown(self) -> None:
        for store in self.stores:
            store.close()
        shutil.rmtree(self.folder)


def test_the_store_does_what_a_few_dictionaries_would_do() -> None:
    run_state_machine_as_test(SharedFolder, settings=settings(examples(15), stateful_step_count=30))
