"""A program: kills one recording process after another, and prints what each had been told is stored.

    python killed_writers.py FOLDER KILLS SEED

It opens no store itself, since a process that forks must not have one open.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path

from loomsmith.loop.store.records import Checkpoint, Episode, LedgerEntry
from loomsmith.loop.store.sqlite import Store

BATCH = 3
"""Ledger entries that are stored together."""


def work(folder: Path, number: int, pipe: int) -> None:
    """Records for ever, an episode, a batch and a checkpoint in turn; each number goes down the pipe."""
    store = Store(folder)
    while True:
        store.append_episode(Episode("r", 0, "n", "builder", "p", str(number), 1))
        os.write(pipe, b"%d\n" % number)
        batch = [LedgerEntry("r", 0, "node_succeeded", f"{number + 1} {i}", 1) for i in range(BATCH)]
        store.append_ledger(*batch)
        os.write(pipe, b"%d\n" % (number + 1))
        store.save_checkpoint(Checkpoint("r", number + 2, (), 0, 0.0, 1, 1))
        os.write(pipe, b"%d\n" % (number + 2))
        number += 3
        if number % 5 == 0:  # the write-ahead log is folded back and removed on closing: be killed there too
            store.close()


def killed_after(folder: Path, first: int, heard: int, seconds: float) -> list[int]:
    """Kills a writer so long after it has been told `heard` numbers; returns all that it was told."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            work(folder, first, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        lines = [pipe.readline() for _ in range(heard)]
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        lines += pipe.readlines()
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
        sys.exit(f"the writer ended by itself: {status}")
    return [int(line) for line in lines]


def main() -> None:
    folder, kills, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(sys.argv[3])
    number = 0
    for _ in range(kills):
        told = killed_after(folder, number, chance.choice([0, 0, 1, 2, 5, 9]), chance.random() * 0.01)
        print(*told, flush=True)
        # What it stored last may be one more than it was told; a multiple of 3 keeps the kinds in turn.
        number = ((told[-1] if told else number) // 3 + 2) * 3


if __name__ == "__main__":
    main()
