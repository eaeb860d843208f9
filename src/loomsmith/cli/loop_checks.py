"""`loopsmith validate`, `plan` and `gate`: what a config says, and what the evidence says about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from loomsmith.base.wording import counted
from loomsmith.cli.loop_context import (
    SCRIPT_TIMEOUT,
    config_argument,
    json_option,
    loop_context,
    target_option,
)
from loomsmith.cli.program import write_json
from loomsmith.loop.config import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from loomsmith.loop.config.finding import Finding
    from loomsmith.loop.config.model import Config
    from loomsmith.loop.plan import Plan
    from loomsmith.loop.rulings import TargetVerdict


@click.command("validate")
@config_argument
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@json_option
def validate_command(config_path: str, strict: bool, as_json: bool) -> int:
    """Say what is wrong with a loop, or worth a second look."""
    from loomsmith.loop.config.findings import findings, is_acceptable

    found = findings(load(config_path))
    errors = sum(finding.severity == "error" for finding in found)
    if as_json:
        shown = [finding.as_json() for finding in found]
        write_json({"findings": shown, "errors": errors, "warnings": len(found) - errors})
    else:
        _show_findings(config_path, found, errors)
    return 0 if is_acceptable(found, strict) else 1


def _show_findings(config_path: str, found: list[Finding], errors: int) -> None:
    from loomsmith.cli.rendering import BAD, DOUBTFUL, GOOD, console, show_table, styled

    out = console()
    if not found:
        out.print(styled(f"{config_path} is valid.", GOOD))
        return
    colours = {"error": BAD, "warning": DOUBTFUL}
    rows = [
        (styled(finding.severity, colours[finding.severity]), finding.id, finding.field, finding.message)
        for finding in found
    ]
    show_table(out, ("severity", "rule", "field", "finding"), rows)
    out.print(f"{counted(errors, 'error')}, {counted(len(found) - errors, 'warning')}")


@click.command("plan")
@config_argument
@json_option
def plan_command(config_path: str, as_json: bool) -> None:
    """Show the waves, the critical path and how many workers pay."""
    from loomsmith.loop.plan import plan_graph

    config = load(config_path)
    plan = plan_graph(config.graph, config_path)
    if as_json:
        write_json(plan.as_json(), sort_keys=True)
    else:
        _show_plan(config, plan)


_MOST_WAVES = 100
_MOST_NODES = 24


def _show_plan(config: Config, plan: Plan) -> None:
    from loomsmith.cli.rendering import DOUBTFUL, console, joined, show_table, styled
    from loomsmith.loop.config.rules import colliding_builders

    out = console()
    nodes = counted(sum(map(len, plan.waves)), "node")
    out.print(joined(styled(config.name, "bold"), f": {nodes} in {counted(len(plan.waves), 'wave')}"))
    if plan.waves:
        rows = [(str(index), str(len(wave)), cell) for index, wave, cell in _waves(config, plan)]
        show_table(out, ("wave", "nodes", "at the same time"), rows, right=(0, 1))
        if len(plan.waves) > _MOST_WAVES:
            out.print(f"… and {len(plan.waves) - _MOST_WAVES} more waves (--json gives all)")
        out.print(joined(styled("●", "bold cyan"), " on the critical path, ○ beside it; (weight)\n"))
    ceiling = "unbounded" if plan.speedup_ceiling is None else f"{plan.speedup_ceiling:.2f}"
    facts = (
        ("critical path", _path(plan.critical_path)),
        ("its cost", f"{plan.critical_path_cost:g} of {plan.total_cost:g} in total"),
        ("parallel", f"p = {plan.parallel_fraction:.3f}"),
        ("workers", f"{plan.concurrency} ({config.graph.concurrency.tag})"),
        ("speedup", f"{plan.predicted_speedup:.2f}, ceiling {ceiling}"),
    )
    for name, fact in facts:
        out.print(joined(styled(f"{name:<14}", "bold"), fact))
    for builders in colliding_builders(config.graph):
        out.print(styled(f"may collide: {', '.join(builders)} work on the same files at once", DOUBTFUL))


def _waves(config: Config, plan: Plan) -> Iterator[tuple[int, tuple[str, ...], Text]]:
    """Each of the first waves with its nodes as one cell, those on the critical path marked."""
    from loomsmith.cli.rendering import joined, styled

    critical = set(plan.critical_path)
    weights = {node.id: node.weight for node in config.graph.nodes}
    for index, wave in enumerate(plan.waves[:_MOST_WAVES]):
        cell = joined()
        for node in wave[:_MOST_NODES]:
            sign = styled("● ", "bold cyan") if node in critical else styled("○ ", "dim")
            cell = joined(
                cell, "   " if len(cell) else "", sign, node, styled(f" ({weights[node]:g})", "dim")
            )
        if len(wave) > _MOST_NODES:
            cell = joined(cell, f"   … and {len(wave) - _MOST_NODES} more")
        yield index, wave, cell


def _path(nodes: tuple[str, ...]) -> str:
    if len(nodes) <= _MOST_NODES:
        return " → ".join(nodes) or "none"
    return f"{' → '.join(nodes[: _MOST_NODES - 1])} → … → {nodes[-1]} ({len(nodes)} nodes)"


@click.command("gate")
@config_argument
@target_option
@click.option(
    "--workdir",
    metavar="DIR",
    default=".",
    show_default=True,
    type=click.Path(),
    help="The folder whose files are the evidence.",
)
@click.option("--no-scripts", is_flag=True, help="Run no script detectors: their checks fail.")
@click.option(
    "--script-timeout",
    metavar="SECONDS",
    default=SCRIPT_TIMEOUT,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="Seconds that each script may take.",
)
@json_option
def gate_command(
    config_path: str, target: str, workdir: str, no_scripts: bool, script_timeout: float, as_json: bool
) -> int:
    """Ask the gate whether a target is satisfied.

    It looks at the files there are now and stores nothing. THIS RUNS the config's own scripts.
    """
    from loomsmith.cli.rendering import DOUBTFUL, console, styled
    from loomsmith.loop import gate
    from loomsmith.loop.evidence import gather
    from loomsmith.loop.paths import resolve

    context = loop_context(config_path, not no_scripts, script_timeout)
    config = load(config_path)
    evidence = gather(context.settings, config, resolve(context.settings, workdir, "workdir"))
    verdict = gate.evaluate(context, config, target, evidence)
    if as_json:
        write_json(verdict.as_json(), sort_keys=True)
    else:
        for remark in evidence.remarks:
            console(to_stderr=True).print(styled(f"not evidence: {remark}", DOUBTFUL))
        _show_verdict(verdict)
    if not verdict.checks:
        _suggest_targets(config, target)
    return 0 if verdict.satisfied else 1


def _show_verdict(verdict: TargetVerdict) -> None:
    from loomsmith.cli.rendering import console, joined, mark, show_table, styled

    out = console()
    out.print(
        joined(styled(verdict.target, "bold"), ": ", mark(verdict.satisfied, "satisfied", "not satisfied"))
    )
    out.print(styled(verdict.reason))
    rows = [
        (
            mark(check.passed, "pass", "FAIL"),
            joined(check.name, styled("" if check.blocking else " (advisory)", "dim")),
            joined(check.text, "\n", styled(check.evidence, "dim")),
        )
        for check in verdict.checks
    ]
    if rows:
        show_table(out, ("", "check", "statement and evidence"), rows)


def _suggest_targets(config: Config, target: str) -> None:
    from loomsmith.base.nearest import nearest_names
    from loomsmith.loop.config.model import OVERALL

    targets = {validation.target for validation in config.validations} | {OVERALL}
    near = nearest_names(target, sorted(targets - {target}))
    if near:
        click.echo(f"Did you mean --target {' or '.join(near)}?", err=True)
