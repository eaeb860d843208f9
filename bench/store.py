"""The store: reading the end of a long ledger, and several processes recording at once.

The peers are what remains when everything of ours is left out: the same rows in bare SQLite with the same
promises (write-ahead log, every commit on the disk), and a ledger kept as a file of JSON lines.
"""

from __future__ import annotations

import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bench.report import Table, figure
from loomsmith.loop.store.records import Episode, LedgerEntry
from loomsmith.loop.store.sqlite import Store

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT, LONG, LAST = 1_000, 1_000_000, 20
READS, ROUNDS = 50, 41
WRITERS, EPISODES = 4, 1_000
REPEATS = 5


def measure() -> list[Table]:
    """The tables of this area."""
    with tempfile.TemporaryDirectory() as name:
        return [_ledger_tail(Path(name)), _recording(Path(name))]


def _entry(number: int) -> LedgerEntry:
    detail = f"node {number} is done"
    return LedgerEntry("run", number // 10, "node_succeeded", detail, 1_700_000_000_000 + number, "node")


def _filled(folder: Path, count: int) -> Path:
    with Store(folder) as store:
        for start in range(0, count, 100_000):
            store.append_ledger(*map(_entry, range(start, min(start + 100_000, count))))
    return folder


def _json_lines(path: Path, count: int) -> Path:
    lines = (json.dumps({"run_id": "run", "detail": f"node {i} is done"}) for i in range(count))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _seconds(work: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - start) / times


def _ledger_tail(folder: Path) -> Table:
    short, long = _filled(folder / "short", SHORT), _filled(folder / "long", LONG)
    open_short, open_long = Store(short), Store(long)
    lines = _json_lines(folder / "ledger.jsonl", LONG)

    def anew(place: Path) -> Callable[[], object]:
        def read() -> object:
            with Store(place) as store:
                return store.ledger("run", LAST)

        return read

    def by_lines() -> object:
        found = (json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines())
        return [entry for entry in found if entry["run_id"] == "run"][-LAST:]

    measured: dict[str, list[float]] = {"open short": [], "open long": [], "anew short": [], "anew long": []}
    works: dict[str, Callable[[], object]] = {
        "open short": lambda: open_short.ledger("run", LAST),
        "open long": lambda: open_long.ledger("run", LAST),
        "anew short": anew(short),
        "anew long": anew(long),
    }
    for _ in range(ROUNDS):
        for name, work in works.items():
            measured[name].append(_seconds(work, READS))
    taken = {name: statistics.median(found) for name, found in measured.items()}
    whole = _seconds(by_lines, 1)
    open_short.close()
    open_long.close()

    def row(title: str, kind: str) -> tuple[str, ...]:
        one, many = taken[f"{kind} short"], taken[f"{kind} long"]
        return title, figure(one * 1e6, "µs"), figure(many * 1e6, "µs"), figure(many / one)

    return Table(
        f"The last {LAST} ledger entries of a run",
        ("", f"of {SHORT:,}", f"of {LONG:,}", "ratio"),
        [
            row("store open, as in a server", "open"),
            row("store opened anew, as on the command line", "anew"),
            ("file of JSON lines, read whole", "", figure(whole, "s"), ""),
        ],
        [f"Medians of {ROUNDS} rounds of {READS} reads. The bar for the ratio is 2."],
    )


OURS = """
import sys
from loomsmith.loop.store.records import Episode
from loomsmith.loop.store.sqlite import Store
store = Store(sys.argv[1])
store.episodes("run")
print("ready", flush=True)
sys.stdin.readline()
for i in range(int(sys.argv[2])):
    store.append_episode(Episode("run", i, "node", "builder", "provider", "x" * 500, 1))
"""

BARE = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1] + "/bare.sqlite3", timeout=30, isolation_level=None)
database.execute("PRAGMA synchronous = FULL")
print("ready", flush=True)
sys.stdin.readline()
for i in range(int(sys.argv[2])):
    database.execute("BEGIN IMMEDIATE")
    row = ("run", i, "node", "builder", "provider", "x" * 500, 1)
    database.execute("INSERT INTO episodes VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", row)
    database.execute("COMMIT")
"""


def _at_once(program: str, folder: Path) -> float:
    """Seconds that all writers together take, from the word to begin to the last one's end."""
    command = [sys.executable, "-c", program, str(folder), str(EPISODES // WRITERS)]
    writers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(WRITERS)
    ]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.readline()
    start = time.perf_counter()
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(b"go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate()
        assert writer.returncode == 0
    return time.perf_counter() - start


def _recording(folder: Path) -> Table:
    ours, bare = [], []
    for repeat in range(REPEATS):
        place = folder / f"ours-{repeat}"
        with Store(place) as store:
            store.append_episode(Episode("run", 0, "node", "builder", "provider", "", 1))
        ours.append(_at_once(OURS, place))
        with Store(place) as store:
            assert len(store.episodes("run")) == EPISODES + 1, "nothing is lost"
        place = folder / f"bare-{repeat}"
        place.mkdir()
        database = sqlite3.connect(place / "bare.sqlite3")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE episodes (seq INTEGER PRIMARY KEY, a, b, c, d, e, f, g)")
        database.close()
        bare.append(_at_once(BARE, place))

    def row(title: str, found: list[float]) -> tuple[str, ...]:
        seconds = statistics.median(found)
        per_second = figure(EPISODES / seconds)
        return title, figure(seconds, "s"), per_second, figure(seconds / statistics.median(bare))

    return Table(
        f"{EPISODES:,} episodes recorded by {WRITERS} processes at once, each on the disk before the next",
        ("", "all together", "per second", "ratio"),
        [row("store", ours), row("bare SQLite, one insert a commit", bare)],
        [f"Medians of {REPEATS} rounds."],
    )
