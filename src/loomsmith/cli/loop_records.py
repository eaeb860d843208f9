"""`loopsmith status` and `ledger`: what a run's store holds. Both need only the config's folder."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from loomsmith.base.nearest import nearest_names
from loomsmith.cli.loop_context import config_argument, json_option, loop_context, run_argument
from loomsmith.cli.program import write_json
from loomsmith.loop import toolkit
from loomsmith.loop.store.sqlite import Store

if TYPE_CHECKING:
    from loomsmith.base.context import CallContext


@click.command("status")
@config_argument
@run_argument
@json_option
def status_command(config_path: str, run_id: str, as_json: bool) -> None:
    """Show what the gate last ruled in a run."""
    from loomsmith.cli.rendering import console, mark, show_table

    context = loop_context(config_path)
    states = toolkit.goal_states(context, run_id=run_id)
    with Store(context.settings.state) as store:
        checkpoint = store.checkpoint(run_id)
    iteration = checkpoint.iteration if checkpoint else None
    if as_json:
        write_json({"goal_states": states, "checkpoint_iteration": iteration}, sort_keys=True)
        return
    if not states and checkpoint is None:
        _say_unknown(context, run_id)
        return
    out = console()
    rows = [
        (
            state["target"],
            mark(state["satisfied"], "satisfied", "not satisfied"),
            f"{state['passed']}/{state['total']}",
            str(state["iteration"]),
            state["reason"],
        )
        for state in states.values()
    ]
    if rows:
        show_table(out, ("target", "ruling", "passed", "iteration", "reason"), rows, right=(2, 3))
    out.print("no checkpoint yet" if iteration is None else f"checkpoint: iteration {iteration}")


@click.command("ledger")
@config_argument
@run_argument
@click.option(
    "--limit",
    metavar="N",
    default=50,
    show_default=True,
    type=click.IntRange(min=0),
    help="The last entries to show.",
)
@json_option
def ledger_command(config_path: str, run_id: str, limit: int, as_json: bool) -> None:
    """Show the last events of a run, oldest first."""
    from loomsmith.cli.rendering import console, show_table, styled

    context = loop_context(config_path)
    entries = toolkit.ledger(context, run_id=run_id, limit=limit)
    if as_json:
        write_json(entries, sort_keys=True)
        return
    if not entries and limit:
        _say_unknown(context, run_id)
        return
    rows = [
        (
            _time(entry["created_ms"]),
            str(entry["iteration"]),
            styled(entry["kind"], _COLOURS.get(entry["kind"], "")),
            entry["node_id"] or "",
            entry["detail"],
        )
        for entry in entries
    ]
    show_table(console(), ("time (UTC)", "iteration", "kind", "node", "detail"), rows, right=(1,))


_COLOURS = {
    "goal_satisfied": "green",
    "run_finished": "green",
    "goal_revoked": "bold red",
    "node_failed": "red",
    "stop_gate_triggered": "yellow",
}


def _time(milliseconds: Any) -> str:
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return str(milliseconds)


def _say_unknown(context: CallContext, run_id: str) -> None:
    """Says that nothing is known of a run, and which runs there are."""
    state = context.settings.state
    with Store(state) as store:
        runs = store.runs()
    click.echo(f"Nothing is recorded of a run {run_id!r} in {state}.")
    if runs:
        near = nearest_names(run_id, runs) or runs[-5:]
        click.echo(
            f"Runs there: {', '.join(near)}"
            + (f" and {len(runs) - len(near)} more" if len(runs) > len(near) else "")
        )
