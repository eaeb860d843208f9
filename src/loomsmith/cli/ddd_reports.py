"""The commands of `ddd` that look at models and change nothing (but for `parse --fix`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from loomsmith.base.jsontext import pretty
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.excerpts import finding_text, printable, tally
from loomsmith.cli.files import STANDARD_INPUT, read_text, replace_text
from loomsmith.cli.program import records
from loomsmith.ddd import toolkit
from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.outline import outline as outline_of
from loomsmith.ddd.toolkit.reports import full_report, full_view
from loomsmith.ddd.toolkit.wire import report_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loomsmith.cli.files import TextFile

FILES = click.argument("files", nargs=-1, required=True, metavar="FILE...")
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@click.command("parse")
@FILES
@JSON
@click.option("--fix", is_flag=True, help="First make the repairs that leave no choice, in the files.")
def parse_command(files: tuple[str, ...], as_json: bool, fix: bool) -> int:
    """Check models and show what is wrong with them.

    Lines and columns count from 1. With --json the tools' report is printed, an object for one FILE and a
    list of them for several; its positions count from 0. With --fix, standard input is answered with the
    repaired text on standard output and the findings on standard error.
    """
    given = [read_text(name) for name in files]
    if fix:
        given = [_fixed(file) for file in given]
    reports = [{"file": file.label, **full_report(analyse(file.text))} for file in given]
    status = FINE if all(report["ok"] for report in reports) else FAULTY
    if as_json:
        click.echo(pretty(one_or_list(reports)))
        return status
    to_stderr = fix and STANDARD_INPUT in files
    for file in given:
        _show_findings(file, to_stderr)
    return status


@click.command("outline")
@FILES
@JSON
def outline_command(files: tuple[str, ...], as_json: bool) -> int:
    """Show what models declare, by the addresses of patches."""
    outlines = [(file, outline_of(analyse(file.text).file)) for file in map(read_text, files)]
    if as_json:
        click.echo(pretty(one_or_list([outlined for _, outlined in outlines])))
        return FINE
    for file, outlined in outlines:
        if len(outlines) > 1:
            click.echo(click.style(f"{file.label}:", bold=True))
        for line in _outline_lines(outlined):
            click.echo(line)
    return FINE


@click.command("dump")
@click.argument("file")
def dump_command(file: str) -> int:
    """Print the syntax tree with its spans.

    Nodes that macros add are included.
    """
    from loomsmith.ddd.syntax.node import dump

    click.echo(printable_lines(dump(analyse(read_text(file).text).file)), nl=False)
    return FINE


@click.command("model")
@FILES
@JSON
def model_command(files: tuple[str, ...], as_json: bool) -> int:
    """Show deployables, and what clients see of models.

    Of a model with syntax errors nothing can be shown; the exit status is then 1.
    """
    given = [read_text(name) for name in files]
    views = [full_view(analyse(file.text)) for file in given]
    broken = [file for file in given if analyse(file.text).has_syntax_errors]
    if as_json:
        click.echo(pretty(one_or_list(views)))
    for file, view in zip(given, views, strict=True):
        if file in broken:
            click.echo(f"{file.label}: the syntax has errors; `ddd parse` shows them.", err=True)
        elif not as_json:
            if len(given) > 1:
                click.echo(click.style(f"{file.label}:", bold=True))
            _show_view(view)
    return FAULTY if broken else FINE


@click.command("explain")
@click.argument("code")
@JSON
def explain_command(code: str, as_json: bool) -> int:
    """Explain a diagnostic code, with a wrong and a right example."""
    return _answered(toolkit.explain(code), as_json, _explanation)


@click.command("guide")
@click.argument("topic", required=False)
@JSON
def guide_command(topic: str | None, as_json: bool) -> int:
    """Teach the language: one TOPIC, or the list of them."""
    return _answered(toolkit.guide(topic), as_json, _lesson)


def _answered(answer: dict[str, object], as_json: bool, text: Callable[[dict[str, object]], str]) -> int:
    """Shows an answer that needs no model, and returns the exit status."""
    faulty = "error" in answer
    if as_json:
        click.echo(pretty(answer))
    elif not faulty:
        click.echo(text(answer))
    else:
        click.echo(str(answer["message"]), err=True)
        for candidate in _strings(answer["candidates"]):
            click.echo(f"  {candidate}", err=True)
    return FAULTY if faulty else FINE


def one_or_list(answers: Sequence[object]) -> object:
    """The answer about a single file, or the list of the answers about several."""
    return answers[0] if len(answers) == 1 else list(answers)


def printable_lines(text: str) -> str:
    """The text with everything but its line ends made printable."""
    return "\n".join(printable(line) for line in text.split("\n"))


def _show_findings(file: TextFile, to_stderr: bool) -> None:
    analysis = analyse(file.text)
    rows = report_order(analysis, [*analysis.source_findings, *analysis.model_findings])
    counts = {"errors": 0, "warnings": 0, "infos": 0}
    for finding, data in rows:
        counts[f"{finding.severity}s"] += 1
        click.echo(finding_text(file.label, analysis.source, finding, data), err=to_stderr)
    told = tally(counts)
    click.echo(f"{file.label}: {told}." if told else f"{file.label}: nothing is wrong.", err=to_stderr)


def _fixed(file: TextFile) -> TextFile:
    from loomsmith.cli.fixing import repaired

    text, made = repaired(file.text)
    if file.name == STANDARD_INPUT:
        click.echo(text, nl=False)
    elif made:
        replace_text(file, text)
    if made:
        click.echo(f"{file.label}: {made} repair{'s' if made != 1 else ''} made.", err=True)
    return type(file)(file.name, text, text.encode("utf-8"))


def _outline_lines(outlined: dict[str, object]) -> list[str]:
    lines: list[str] = []
    for system in records(outlined["systems"]):
        lines.append(f"system {system['name']}")
        for context in records(system["contexts"]):
            lines += [f"  {line}" for line in _context_lines(context)]
        lines += [f"  {address}" for address in _strings(system["deployables"])]
    for context in records(outlined["contexts"]):
        lines += _context_lines(context)
    return [printable(line) for line in lines]


def _context_lines(context: dict[str, object]) -> list[str]:
    lines = [f"context {context['name']}"]
    for key, listed in context.items():
        if key == "name" or not isinstance(listed, list):
            continue
        for entry in listed:
            if isinstance(entry, dict):
                lines.append(f"  {entry['node']}")
                lines += [f"    {member}" for member in entry["members"]]
            else:
                lines.append(f"  {entry}")
    return lines


def _show_view(view: dict[str, object]) -> None:
    from loomsmith.cli import rendering

    screen = rendering.console()
    aggregates = [
        a for group in view.values() for owner in records(group) for a in records(owner["aggregates"])
    ]
    deployables = [
        (str(system["name"]), *(str(deployable[key]) for key in ("name", "platform", "port")))
        for system in records(view["systems"])
        for deployable in records(system["deployables"])
    ]
    if deployables:
        rendering.show_table(screen, ("system", "deployable", "platform", "port"), deployables, right=(3,))
    for aggregate in aggregates:
        screen.print(rendering.styled(f"aggregate {aggregate['context']}.{aggregate['name']}", "bold"))
        rows = [
            (*(str(field[key]) for key in ("name", "type", "source")), "yes" if field["optional"] else "")
            for field in records(aggregate["wire"])
        ]
        rendering.show_table(screen, ("field", "type", "source", "optional"), rows)


def _explanation(answer: dict[str, object]) -> str:
    told = " or ".join(f"{variant['severity']} in {variant['phase']}" for variant in records(answer["told"]))
    parts = [
        click.style(str(answer["code"]), bold=True) + f" ({told})",
        "",
        _wrapped(str(answer["explanation"])),
    ]
    for key, title in (("wrong", "Wrong:"), ("right", "Right:")):
        if key in answer:
            parts += ["", click.style(title, bold=True), _indented(str(answer[key]))]
    return "\n".join(parts)


def _lesson(answer: dict[str, object]) -> str:
    if "text" in answer:
        return str(answer["text"]).rstrip("\n")
    topics = records(answer["topics"])
    width = max(len(str(entry["topic"])) for entry in topics)
    return "\n".join(f"{entry['topic']:{width}}  {entry['summary']}" for entry in topics)


def _wrapped(text: str) -> str:
    return click.wrap_text(text, width=100, preserve_paragraphs=True)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _strings(value: object) -> list[str]:
    return value if isinstance(value, list) else []
