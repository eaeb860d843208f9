"""A writer is killed anywhere, again and again: what it was told is stored is there, in order."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from budgets import rounds
from loomsmith.loop.store.records import Episode
from loomsmith.loop.store.sqlite import DATABASE, Store
from loop import killed_writers

KILLS = rounds(220, 4000)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_whatever_was_acknowledged_survives_a_writer_killed_at_any_moment(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    program = [sys.executable, killed_writers.__file__, str(folder), str(KILLS), "a seed"]
    killer = subprocess.Popen(program, stdout=subprocess.PIPE, text=True)
    seen: list[str] = []
    polls = 0
    while killer.poll() is None:
        with Store(folder) as reader:  # opened anew each time: that is when a crash is recovered from
            found = [episode.output for episode in reader.episodes("r")]
        assert found[: len(seen)] == seen, "what a reader has seen does not vanish"
        seen, polls = found, polls + 1
        time.sleep(0.005)
    lines = killer.communicate()[0].splitlines()
    assert killer.returncode == 0
    assert len(lines) == KILLS >= 200
    told = [int(number) for line in lines for number in line.split()]
    assert len(told) > 2 * KILLS
    assert polls > 20

    store = Store(folder)
    episodes = [int(found.output) for found in store.episodes("r")]
    entries = [found.detail.split() for found in store.ledger("r")]
    batches = [int(first) for first, part in entries if part == "0"]
    assert entries == [[str(n), str(part)] for n in batches for part in range(killed_writers.BATCH)]
    assert episodes == sorted(episodes)
    assert batches == sorted(batches)
    assert set(episodes) >= {n for n in told if n % 3 == 0}
    assert set(batches) >= {n for n in told if n % 3 == 1}
    checkpoint = store.checkpoint("r")
    assert checkpoint is not None
    assert checkpoint.iteration >= max(n for n in told if n % 3 == 2)
    last = store.append_episode(Episode("r", 0, "n", "builder", "p", "after", 1))
    assert last > len(episodes) + len(entries)
    assert store.episodes("r")[-1].output == "after"
    store.close()
    assert [path.name for path in folder.iterdir()] == [DATABASE]
