"""Puts goal states into a store for tests that read them: no way of the product's own does."""

import sqlite3
from dataclasses import astuple
from pathlib import Path

from loomsmith.loop.store.records import GoalState, LedgerEntry
from loomsmith.loop.store.sqlite import DATABASE, Store


def seed_goal_state(folder: Path, run_id: str, state: GoalState) -> None:
    """Writes the row behind the store's back."""
    with Store(folder) as store:
        store.append_ledger()
    connection = sqlite3.connect(folder / DATABASE)
    with connection:
        connection.execute(
            "INSERT OR REPLACE INTO goal_states VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (run_id, *astuple(state))
        )
    connection.close()


def entry(run_id: str, detail: str, iteration: int = 0) -> LedgerEntry:
    """A ledger entry of which only the run and the text matter."""
    return LedgerEntry(run_id, iteration, "node_succeeded", detail, created_ms=1_700_000_000_000)
