"""The store of a loop: one SQLite database per state folder, shared by its runs and by many processes."""

from __future__ import annotations

import json
import sqlite3
import threading
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from loomsmith.loop.rulings import Ruling
from loomsmith.loop.store.connection import (
    DATABASE,
    StoreFailure,
    explained,
    identity,
    open_for_reading,
    open_for_writing,
)
from loomsmith.loop.store.records import (
    LEDGER_KINDS,
    PROPOSAL_LIFETIMES_MS,
    Checkpoint,
    Episode,
    GoalState,
    IterationSummary,
    LedgerEntry,
    Proposal,
    SkillScore,
    SkillTrial,
    rank,
)
from loomsmith.loop.store.refusals import (
    MAX_NOTE_BYTES,
    MAX_OUTPUT_BYTES,
    RefusedWrite,
    amount,
    counts,
    identifiers,
    named,
    one_of,
    require,
    size,
    whole_iteration,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence
    from types import TracebackType

_PAGE_ROWS: Final = 500

_TABLES: Final[dict[type, str]] = {
    Episode: "episodes",
    LedgerEntry: "ledger",
    SkillTrial: "trials",
    Proposal: "proposals",
}


def _columns(record: type) -> str:
    return ", ".join(part.name for part in fields(record))


def _insertion(record: type) -> str:
    marks = ", ".join("?" for _ in fields(record))
    return f"INSERT INTO {_TABLES[record]} (seq, {_columns(record)}) VALUES (?, {marks})"


_INSERTIONS: Final = {record: _insertion(record) for record in _TABLES}
_VALUES: Final = {record: attrgetter(*(part.name for part in fields(record))) for record in _TABLES}


class Store:
    """The records of one state folder.

    Opened when first used: reading a folder that does not exist answers empty and makes nothing. Every write
    is one transaction that is on the disk when the method returns; several processes may read and write at
    once. An instance may be used by several threads. Reading an unknown run gives what is empty of its kind.

    Run ids are compared whole. Every method may raise StoreFailure; those that write, RefusedWrite too.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._database = self.folder / DATABASE
        self._lock = threading.RLock()
        self._reading: sqlite3.Connection | None = None
        self._writing: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self, wait: bool = True) -> None:
        """Closes the connections. The store may be used again and then opens anew.

        Without `wait` a store that another thread is using is left alone, for a process that is ending.
        """
        if not self._lock.acquire(blocking=wait):
            return
        try:
            for connection in (self._reading, self._writing):
                if connection is not None:
                    connection.close()
            self._reading = self._writing = self._opened = None
        finally:
            self._lock.release()

    # -- appending ------------------------------------------------------------------------------------------

    def append_episode(self, episode: Episode) -> int:
        """Keeps what a node produced; returns its sequence number."""
        for name in ("run_id", "node_id", "provider_id"):
            require(
                episode,
                name,
                "work whose run, node or provider is unknown cannot be traced or checked for independence",
            )
        identifiers(episode, "run_id", "node_id", "provider_id", "role")
        if size(episode.output) > MAX_OUTPUT_BYTES:
            raise RefusedWrite(
                f"output is larger than {MAX_OUTPUT_BYTES} bytes, the most that an episode may hold.\n"
                "Nothing was stored. Put the whole into a file and record a summary that names it."
            )
        counts(episode, "tokens", "duration_ms", "created_ms")
        amount(episode.cost_usd)
        return self._append([episode])

    def append_ledger(self, *entries: LedgerEntry) -> int:
        """Keeps events of a run, in order and all or none; returns the last one's sequence number."""
        for entry in entries:
            require(entry, "run_id", "an event belongs to a run")
            identifiers(entry, "run_id", "node_id")
            one_of(entry.kind, "kind", LEDGER_KINDS)
            counts(entry, "tokens", "created_ms")
            amount(entry.cost_usd)
        return self._append(entries)

    def append_trial(self, trial: SkillTrial) -> int:
        """Keeps how a skill fared, in the list shared by all runs; returns its sequence number."""
        require(trial, "skill", "a trial is of a skill")
        identifiers(trial, "run_id", "node_id", "skill", "source")
        if not 0 <= trial.pass_rate <= 1:
            raise RefusedWrite(f"pass_rate is {trial.pass_rate}; it must lie in 0…1. Nothing was stored.")
        counts(trial, "tokens", "created_ms")
        return self._append([trial])

    def append_proposal(self, proposal: Proposal) -> int:
        """Keeps advice to the loop's owner; returns its sequence number."""
        require(proposal, "run_id", "a proposal belongs to a run")
        identifiers(proposal, "run_id")
        one_of(proposal.kind, "kind", PROPOSAL_LIFETIMES_MS.keys())
        counts(proposal, "created_ms", "expires_ms")
        return self._append([proposal])

    # -- replacing ------------------------------------------------------------------------------------------

    def save_ruling(self, run_id: str, ruling: Ruling) -> None:
        """Keeps a ruling of the gate as the goal state of its target, in place of the last one.

        Goal states are written in no other way, and a Ruling is made by the gate alone.
        """
        if type(ruling) is not Ruling:
            raise TypeError("only a Ruling, made by the gate, becomes a goal state")
        verdict = ruling.verdict
        named(run_id, "run_id", "a goal state belongs to a run")
        named(verdict.target, "target", "a goal state is that of a target")
        if verdict.passed + verdict.failed > verdict.total:
            raise RefusedWrite(
                f"passed and failed are {verdict.passed + verdict.failed} of a total of {verdict.total}. "
                "Nothing was stored."
            )
        self._replace(
            "goal_states",
            run_id=run_id,
            target=verdict.target,
            satisfied=int(verdict.satisfied),
            passed=verdict.passed,
            failed=verdict.failed,
            total=verdict.total,
            reason=verdict.reason,
            iteration=ruling.iteration,
            updated_ms=ruling.updated_ms,
        )

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keeps where a run stands, in place of its last checkpoint."""
        named(checkpoint.run_id, "run_id", "a checkpoint belongs to a run")
        counts(checkpoint, "tokens_used", "started_ms", "updated_ms")
        amount(checkpoint.cost_usd)
        body = {part.name: getattr(checkpoint, part.name) for part in fields(Checkpoint)}
        body["revisions"] = dict(checkpoint.revisions)
        self._replace(
            "checkpoints",
            run_id=checkpoint.run_id,
            updated_ms=checkpoint.updated_ms,
            body=json.dumps(body, allow_nan=False),
        )

    def write_note(self, run_id: str, key: str, text: str) -> None:
        """Puts a text on the scratchpad of a run, in place of what stood under the key."""
        named(run_id, "run_id", "a note belongs to a run")
        named(key, "key", "a note stands under a key, usually the name of a goal")
        if size(text) > MAX_NOTE_BYTES:
            raise RefusedWrite(
                f"value is larger than {MAX_NOTE_BYTES} bytes, the most that a note may hold.\n"
                "Nothing was stored. Put the whole into a file and note its name."
            )
        self._replace("notes", run_id=run_id, key=key, value=text)

    def save_summary(self, summary: IterationSummary) -> None:
        """Keeps what an iteration came to, in place of an earlier summary of the same iteration."""
        named(summary.run_id, "run_id", "a summary belongs to a run")
        counts(summary, "created_ms")
        self._replace(
            "summaries",
            run_id=summary.run_id,
            iteration=whole_iteration(summary.iteration),
            headline=summary.headline,
            created_ms=summary.created_ms,
            facts=json.dumps(summary.facts),
            narrative=summary.narrative,
        )

    # -- reading --------------------------------------------------------------------------------------------

    def episodes(self, run_id: str) -> list[Episode]:
        """What the nodes of a run produced, in the order recorded."""
        return [Episode(*row) for row in self._appended(Episode, run_id)]

    def ledger(self, run_id: str, last: int | None = None) -> list[LedgerEntry]:
        """The events of a run, oldest first: all, or the `last` so many.

        The time depends on how many are returned, not on how many there are.
        """
        entries = list(islice(self.ledger_backwards(run_id, last), last))
        entries.reverse()
        return entries

    def ledger_backwards(self, run_id: str, at_most: int | None = None) -> Iterator[LedgerEntry]:
        """The events of a run, newest first, read in pages: no transaction is open while the caller works.

        `at_most` only sizes the pages. What is appended meanwhile is not seen.
        """
        page = min(_PAGE_ROWS, max(at_most, 1)) if at_most is not None else _PAGE_ROWS
        before = 2**63 - 1
        while True:
            rows = self._select(
                f"SELECT seq, {_columns(LedgerEntry)} FROM ledger"
                " WHERE run_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
                (run_id, before, page),
            )
            for row in rows:
                yield LedgerEntry(*row[1:])
            if len(rows) < page:
                return
            before = rows[-1][0]

    def goal_states(self, run_id: str) -> dict[str, GoalState]:
        """Target to what was last ruled on it in a run, targets ascending."""
        rows = self._select(
            f"SELECT {_columns(GoalState)} FROM goal_states WHERE run_id = ? ORDER BY target", (run_id,)
        )
        return {row[0]: GoalState(row[0], bool(row[1]), *row[2:]) for row in rows}

    def checkpoint(self, run_id: str) -> Checkpoint | None:
        """Where a run stands, or None if it has no checkpoint."""
        rows = self._select("SELECT body FROM checkpoints WHERE run_id = ?", (run_id,))
        return _checkpoint(rows[0][0]) if rows else None

    def runs(self) -> list[str]:
        """The ids of the runs that have a checkpoint, ascending."""
        return [row[0] for row in self._select("SELECT run_id FROM checkpoints ORDER BY run_id")]

    def latest_run(self) -> str | None:
        """The run whose checkpoint was updated last (of equals the greatest id), or None."""
        rows = self._select("SELECT run_id FROM checkpoints ORDER BY updated_ms DESC, run_id DESC LIMIT 1")
        return rows[0][0] if rows else None

    def note(self, run_id: str, key: str) -> str | None:
        """The text on a run's scratchpad under a key, or None. Raises RefusedWrite for blank names too."""
        named(run_id, "run_id", "a note belongs to a run")
        named(key, "key", "a note stands under a key, usually the name of a goal")
        rows = self._select("SELECT value FROM notes WHERE run_id = ? AND key = ?", (run_id, key))
        return rows[0][0] if rows else None

    def summaries(self, run_id: str) -> list[IterationSummary]:
        """The summaries of a run by iteration."""
        rows = self._select(
            f"SELECT {_columns(IterationSummary)} FROM summaries WHERE run_id = ? ORDER BY iteration",
            (run_id,),
        )
        return [
            IterationSummary(run, iteration, headline, created_ms, tuple(json.loads(facts)), narrative)
            for run, iteration, headline, created_ms, facts, narrative in rows
        ]

    def trials(self) -> list[SkillTrial]:
        """The trials of skills in all runs, in the order recorded."""
        rows = self._select(f"SELECT {_columns(SkillTrial)} FROM trials ORDER BY seq")
        return [replace(trial, satisfied=bool(trial.satisfied)) for trial in (SkillTrial(*r) for r in rows)]

    def skill_scores(self) -> list[SkillScore]:
        """Every skill that was tried, best first."""
        return rank(self.trials())

    def proposals(self, run_id: str) -> list[Proposal]:
        """The proposals of a run in the order recorded, stale ones included."""
        return [Proposal(*row) for row in self._appended(Proposal, run_id)]

    # -- the database ---------------------------------------------------------------------------------------

    def _append(self, records: Sequence[Episode | LedgerEntry | SkillTrial | Proposal]) -> int:
        """Stores the records in one transaction, numbered from the store's one counter."""
        for record in records:
            whole_iteration(record.iteration)
        with self._transaction() as connection:
            (seq,) = connection.execute("SELECT value FROM counter").fetchone()
            rows = [(seq + place, *_VALUES[type(found)](found)) for place, found in enumerate(records, 1)]
            if rows:
                connection.executemany(_INSERTIONS[type(records[0])], rows)
                seq += len(rows)
                connection.execute("UPDATE counter SET value = ?", (seq,))
        return int(seq)

    def _replace(self, table: str, **values: object) -> None:
        marks = ", ".join("?" for _ in values)
        with self._transaction() as connection:
            connection.execute(
                f"INSERT OR REPLACE INTO {table} ({', '.join(values)}) VALUES ({marks})",
                tuple(values.values()),
            )

    def _appended(self, record: type, run_id: str) -> list[tuple[Any, ...]]:
        return self._select(
            f"SELECT {_columns(record)} FROM {_TABLES[record]} WHERE run_id = ? ORDER BY seq", (run_id,)
        )

    def _select(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            self._forget_if_replaced()
            try:
                kept = self._writing or self._reading
                if kept is not None:
                    try:
                        return kept.execute(query, values).fetchall()
                    except sqlite3.Error:
                        # Another process may have crashed or tidied up; a new connection copes with that.
                        self.close()
                return self._select_anew(query, values)
            except sqlite3.Error as error:
                self.close()
                raise explained(error, self._database) from None
            except UnicodeEncodeError:
                return []  # a lone surrogate cannot have been stored

    def _select_anew(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        opened = open_for_reading(self._database)
        if opened is None:
            return []
        connection, lasting = opened
        if not lasting:
            with closing(connection):
                return connection.execute(query, values).fetchall()
        self._reading, self._opened = connection, identity(self._database)
        return connection.execute(query, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._forget_if_replaced()
            if self._writing is None:
                self._writing = open_for_writing(self._database)
                self._opened = identity(self._database)
            connection = self._writing
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                # Closing rolls back, and a connection that failed once is not trusted with the next call.
                self.close()
                raise explained(error, self._database) from None
            except UnicodeEncodeError:
                self.close()
                raise RefusedWrite(
                    "A text holds half of a surrogate pair, which is no character. Nothing was stored."
                ) from None
            except BaseException:
                self.close()
                raise

    def _forget_if_replaced(self) -> None:
        """Lets go of a database that was moved or removed: what is written to it would be lost unseen."""
        found = identity(self._database)
        if self._opened is not None and found != self._opened:
            self.close()


def _checkpoint(body: str) -> Checkpoint:
    """Reads what any version wrote: fields it did not know have their defaults, fields we do not are left."""
    values = json.loads(body)
    known = {part.name: values[part.name] for part in fields(Checkpoint) if part.name in values}
    known["completed_nodes"] = tuple(known["completed_nodes"])
    return Checkpoint(**known)


__all__ = ["DATABASE", "RefusedWrite", "Store", "StoreFailure"]
