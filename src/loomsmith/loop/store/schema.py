"""The tables of a store, and the rules that the database itself keeps whoever writes to it."""

from __future__ import annotations

from typing import Final

FORMAT: Final = 1
"""The version of the tables, kept in `PRAGMA user_version`; raised with every change to them."""

APPLICATION_ID: Final = 0x6C6F6F6D
"""Marks the file as a store (`PRAGMA application_id`): "loom" in ASCII."""

APPENDED: Final = {"episodes": "run_id", "ledger": "run_id", "trials": "skill", "proposals": "run_id"}
"""The append-only tables, each with the column it is indexed by. All share one counter for `seq`."""

_TABLES: Final = (
    "CREATE TABLE counter (value INTEGER NOT NULL)",
    "INSERT INTO counter VALUES (0)",
    """CREATE TABLE episodes (
        seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, iteration INTEGER NOT NULL, node_id TEXT NOT NULL,
        role TEXT NOT NULL, provider_id TEXT NOT NULL, output TEXT NOT NULL, created_ms INTEGER NOT NULL,
        prompt_digest TEXT NOT NULL, tokens INTEGER, cost_usd REAL, duration_ms INTEGER, error TEXT
    )""",
    """CREATE TABLE ledger (
        seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, iteration INTEGER NOT NULL, kind TEXT NOT NULL,
        detail TEXT NOT NULL, created_ms INTEGER NOT NULL, node_id TEXT, tokens INTEGER, cost_usd REAL
    )""",
    """CREATE TABLE trials (
        seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, iteration INTEGER NOT NULL, node_id TEXT NOT NULL,
        skill TEXT NOT NULL, source TEXT NOT NULL, pass_rate REAL NOT NULL, satisfied INTEGER NOT NULL,
        created_ms INTEGER NOT NULL, tokens INTEGER
    )""",
    """CREATE TABLE proposals (
        seq INTEGER PRIMARY KEY, run_id TEXT NOT NULL, iteration INTEGER NOT NULL, kind TEXT NOT NULL,
        subject TEXT NOT NULL, rationale TEXT NOT NULL, created_ms INTEGER NOT NULL, patch TEXT,
        expires_ms INTEGER
    )""",
    """CREATE TABLE goal_states (
        run_id TEXT NOT NULL, target TEXT NOT NULL, satisfied INTEGER NOT NULL, passed INTEGER NOT NULL,
        failed INTEGER NOT NULL, total INTEGER NOT NULL, reason TEXT NOT NULL, iteration INTEGER NOT NULL,
        updated_ms INTEGER NOT NULL, PRIMARY KEY (run_id, target)
    ) WITHOUT ROWID""",
    """CREATE TABLE checkpoints (
        run_id TEXT PRIMARY KEY, updated_ms INTEGER NOT NULL, body TEXT NOT NULL
    )""",
    """CREATE TABLE notes (
        run_id TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (run_id, key)
    )""",
    """CREATE TABLE summaries (
        run_id TEXT NOT NULL, iteration INTEGER NOT NULL, headline TEXT NOT NULL,
        created_ms INTEGER NOT NULL, facts TEXT NOT NULL, narrative TEXT, PRIMARY KEY (run_id, iteration)
    )""",
)


def _append_only(table: str, column: str) -> tuple[str, ...]:
    """The statements that index an append-only table and make the database refuse all but appending.

    `INSERT OR REPLACE` removes the old row without firing a delete trigger, so the insert is guarded too:
    a sequence number that is not above all earlier ones is refused.
    """
    return (
        f"CREATE INDEX {table}_by_{column} ON {table} ({column}, seq)",
        f"""CREATE TRIGGER {table}_never_changed BEFORE UPDATE ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} is append-only: no record is ever changed'); END""",
        f"""CREATE TRIGGER {table}_never_removed BEFORE DELETE ON {table}
            BEGIN SELECT RAISE(ABORT, '{table} is append-only: no record is ever removed'); END""",
        f"""CREATE TRIGGER {table}_in_order BEFORE INSERT ON {table}
            WHEN NEW.seq <= (SELECT max(seq) FROM {table})
            BEGIN SELECT RAISE(ABORT, '{table} is append-only: sequence numbers only rise'); END""",
    )


_COUNTER_RULES: Final = (
    """CREATE TRIGGER counter_only_rises BEFORE UPDATE ON counter WHEN NEW.value <= OLD.value
        BEGIN SELECT RAISE(ABORT, 'sequence numbers only rise'); END""",
    """CREATE TRIGGER counter_never_removed BEFORE DELETE ON counter
        BEGIN SELECT RAISE(ABORT, 'sequence numbers only rise'); END""",
)

STATEMENTS: Final = (
    *_TABLES,
    *(statement for table, column in APPENDED.items() for statement in _append_only(table, column)),
    *_COUNTER_RULES,
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {FORMAT}",
)
"""What makes an empty database a store, to be run in one transaction."""
