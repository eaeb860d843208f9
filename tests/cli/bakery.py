"""A small loop that tests of the command line work on, and records of a run of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from loomsmith.loop.store.records import Checkpoint, LedgerEntry
from loomsmith.loop.store.sqlite import Store

Shown: TypeAlias = tuple[int, str, str]
"""Exit status, standard output, standard error."""

Run: TypeAlias = Callable[..., Shown]

LOOP = """\
name: bakery
pre_execution: [{ step: Baked one loaf by hand, done: true }]
goals: [{ name: bread, description: The bread of the day is baked }]
validations:
  - target: bread
    name: loaf
    mode: objective
    statement: A loaf is there
    detector: { type: file_exists, path: out/loaf.txt, non_empty: true }
  - target: bread
    name: crust
    mode: objective
    statement: The crust is brown
    blocking: false
    detector: { type: regex_match, artifact: loaf, pattern: brown }
  - target: overall
    name: shop
    mode: objective
    statement: The shop opens
    detector: { type: script, command: sh, args: [-c, "echo closed >&2; test -e open"] }
stop_gates: { max_cost_usd: 2 }
graph:
  nodes:
    - { id: mill, role: builder, instruction: Mill the flour of the day, weight: 2 }
    - { id: bake, role: builder, instruction: Bake the bread of the day, depends_on: [mill], goals: [bread] }
    - { id: taste, role: judge, instruction: Taste the bread of the day, depends_on: [bake] }
providers:
  providers: [{ id: a, kind: byok, command: sh }, { id: b, kind: byok, command: cat }]
"""


def record_run(config: Path) -> None:
    """Puts a run with 60 ledger entries and a checkpoint into the store beside the config."""
    with Store(config.parent / "state") as store:
        for iteration in range(60):
            detail = f"round {iteration} \x1b[31m"
            store.append_ledger(
                LedgerEntry("r1", iteration, "node_succeeded", detail, 1_772_432_100_000, "mill")
            )
        store.save_checkpoint(Checkpoint("r1", 7, ("mill",), 10, 0.5, 1, 2))
