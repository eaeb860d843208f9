"""What the loop tools do: handlers that take plain arguments and return JSON data.

Each gets the context of its call first and its arguments by name, already of the right types. A failure that
the caller can do something about is a Failure. There is no handler by which a caller could set a ruling.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from loomsmith.base import jsontext
from loomsmith.base.failures import Cancelled, Failure, shortened
from loomsmith.base.shutdown import before_exit
from loomsmith.loop.paths import resolve, state_folder
from loomsmith.loop.store.records import Episode, as_json
from loomsmith.loop.store.sqlite import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loomsmith.base.context import CallContext
    from loomsmith.loop.config.model import Config

MAX_LEDGER_BYTES: Final = 6 * 1024 * 1024
"""The largest ledger answer, in bytes of the message that carries it."""

_INDENTATION_BYTES: Final = 40
"""What an entry takes beyond itself for standing in an indented list: 11 lines, two blanks each, a comma."""

_stores: dict[str, Store] = {}


def _store(context: CallContext) -> Store:
    """The state folder's store. It stays open between calls: opening one costs more than most calls do."""
    folder = str(state_folder(context.settings))
    store = _stores.get(folder)
    if store is None:
        if not _stores:
            # The last one to close a store folds its write-ahead log back, so that one file is left behind.
            before_exit(lambda: close(wait=False))
        store = _stores.setdefault(folder, Store(folder))
    return store


def close(wait: bool = True) -> None:
    """Closes the stores that calls have opened; the next call opens them again.

    Without `wait` a store that another thread is using is left alone.
    """
    for store in list(_stores.values()):
        store.close(wait)


def _config(context: CallContext, path: str) -> tuple[str, Config]:
    """The absolute path of a config, and the config."""
    from loomsmith.loop.config import load

    found = str(resolve(context.settings, path, "config_path"))
    return found, load(found)


def plan(context: CallContext, *, config_path: str) -> dict[str, Any]:
    """The plan of a config's graph; see `loomsmith.loop.plan` for its members."""
    from loomsmith.loop.plan import plan_graph

    found, config = _config(context, config_path)
    return plan_graph(config.graph, found).as_json()


def gate_evaluate(
    context: CallContext,
    *,
    config_path: str,
    target: str,
    workdir: str = ".",
    metrics: Mapping[str, Any] | None = None,
    artifacts: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The gate's verdict on a target as things stand, from the files in `workdir` and what is passed.

    Returns {target, satisfied, checks: [{name, text, passed, blocking, evidence}], passed, failed, total,
    reason} and, where something passed is no evidence, `ignored_evidence`. Nothing is stored.
    """
    from loomsmith.loop import gate
    from loomsmith.loop.evidence import given

    _, config = _config(context, config_path)
    folder = resolve(context.settings, workdir, "workdir")
    return gate.evaluate(context, config, target, given(folder, metrics, artifacts)).as_json()


def ledger(context: CallContext, *, run_id: str, limit: int | None = None) -> list[dict[str, Any]]:
    """The events of a run, oldest first: all, or the last `limit`. Raises Failure beyond 6 MiB."""
    store = _store(context)
    found: list[dict[str, Any]] = []
    room = MAX_LEDGER_BYTES
    for entry in islice(store.ledger_backwards(run_id, limit), limit):
        if len(found) % 256 == 0 and context.cancelled():
            raise Cancelled("The call was cancelled while the ledger was read.")
        value = as_json(entry)
        room -= len(jsontext.compact(jsontext.pretty(value))) + _INDENTATION_BYTES
        if room < 0:
            raise Failure(
                f"The ledger of run {shortened(run_id, 60)} is too long for one answer: its last "
                f"{len(found)} entries fill the {MAX_LEDGER_BYTES // 1024**2} MiB there are.\n"
                f"Ask for the last ones with limit, for instance limit = {max(1, min(len(found), 100))}."
            )
        found.append(value)
    found.reverse()
    return found


def goal_states(context: CallContext, *, run_id: str) -> dict[str, dict[str, Any]]:
    """Target to what the gate last ruled on it in a run."""
    return {target: as_json(state) for target, state in _store(context).goal_states(run_id).items()}


def record_episode(
    context: CallContext,
    *,
    run_id: str,
    node_id: str,
    provider_id: str,
    output: str,
    iteration: int = 0,
    role: str = "builder",
    tokens: int | None = None,
    cost_usd: float | None = None,
    duration_ms: int | None = None,
) -> dict[str, Any]:
    """Keeps what a node produced; returns {recorded: true, seq}. No ruling follows from it."""
    seq = _store(context).append_episode(
        Episode(
            run_id=run_id,
            iteration=iteration,
            node_id=node_id,
            role=role,
            provider_id=provider_id,
            output=output,
            created_ms=context.clock(),
            tokens=tokens,
            cost_usd=cost_usd,
            duration_ms=duration_ms,
        )
    )
    return {"recorded": True, "seq": seq}


def scratchpad(context: CallContext, *, run_id: str, key: str, value: str | None = None) -> dict[str, Any]:
    """Keeps a note under a key and returns {written: true}; without `value`, {value: text or null}."""
    store = _store(context)
    if value is None:
        return {"value": store.note(run_id, key)}
    store.write_note(run_id, key, value)
    return {"written": True}
