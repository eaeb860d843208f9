"""The commands of `ddd` that compare versions of a model and capture its rules: `diff` and `snapshot`."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loomsmith.base.failures import Failure
from loomsmith.base.jsontext import pretty
from loomsmith.base.wording import counted
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.excerpts import printable
from loomsmith.cli.files import STANDARD_INPUT, read_text
from loomsmith.cli.new_files import write_new
from loomsmith.cli.program import records
from loomsmith.ddd.evolution.migrations import BREAKS_DATA
from loomsmith.ddd.evolution.steps import sql_of
from loomsmith.ddd.toolkit import evolution as tool
from loomsmith.ddd.toolkit import validate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from loomsmith.cli.files import TextFile
    from loomsmith.ddd.evolution.migrations import Migration
    from loomsmith.ddd.evolution.report import Evolution
    from loomsmith.ddd.evolution.wire_diff import WireChange

COMMIT_VARIABLE = "LOOM_COMMIT_HASH"

_GIT_SECONDS = 10
_WRONG, _LOSS, _GOOD = "bright_red", "yellow", "green"

FAIL_ON: Mapping[str, Callable[[Evolution], bool]] = {
    "breaking": lambda found: found.breaking_for_clients or found.breaking_for_data,
    "clients": lambda found: found.breaking_for_clients,
    "destructive": lambda found: found.breaking_for_data,
    "never": lambda found: False,
}
"""What makes the exit status of a comparison 1, by the word of the option."""


@click.command("diff")
@click.argument("old")
@click.argument("new")
@click.option("--migrations", metavar="DIR", help="Compare the database with these committed migrations.")
@click.option("--json", "as_json", is_flag=True, help="Print the tool's JSON answer.")
@click.option(
    "--fail-on",
    type=click.Choice(list(FAIL_ON)),
    default="breaking",
    show_default=True,
    help="What makes the exit status 1: any breaking change, one for clients, or lost data.",
)
def diff_command(old: str, new: str, migrations: str | None, as_json: bool, fail_on: str) -> int:
    """Show what going from OLD to NEW does to data and clients.

    Changes are grouped by what they break, each migration with its SQL; a step that may lose data is marked
    with `!`. The exit status is 1 as --fail-on says, and when the models cannot be compared.
    """
    if old == new == STANDARD_INPUT:
        raise click.UsageError("Standard input cannot be read twice.")
    before, after = read_text(old), read_text(new)
    files = committed(migrations, required=True) if migrations is not None else None
    try:
        found, warnings = tool.compare(after.text, before.text, files)
    except tool.Refused as refusal:
        if as_json:
            click.echo(pretty(tool.refused_report(refusal)))
        else:
            tell_refusal(refusal, after, before)
        return FAULTY
    if as_json:
        click.echo(pretty(tool.report(found, warnings)))
    else:
        tell_diagnostics(warnings, after)
        for line in _report(found):
            click.echo(line)
    return FAULTY if FAIL_ON[fail_on](found) else FINE


@click.command("snapshot")
@click.argument("file")
@click.option(
    "-o", "--output", "folder", required=True, metavar="DIR", help="The folder below which files are put."
)
@click.option("--dry-run", is_flag=True, help="Write nothing; name the files that would be written.")
def snapshot_command(file: str, folder: str, dry_run: bool) -> int:
    """Capture the rules of the provenanced fields of a model.

    One file for each system is written below DIR, in .loom/snapshots, and never over another. The files name
    the commit in LOOM_COMMIT_HASH, else that of the Git checkout. A model with errors is refused.
    """
    given = read_text(file)
    findings = validate(given.text)
    if not findings["ok"]:
        tell_diagnostics(records(findings["diagnostics"]), given)
        click.echo(f"{given.label}: has errors, so nothing was captured.", err=True)
        return FAULTY
    now = tool.iso_time(time.time_ns() // 1_000_000)
    answer = tool.snapshot_at(given.text, now, _commit(given), _path_in_project(given))
    files = [(str(entry["path"]), str(entry["content"])) for entry in records(answer["files"])]
    if not files:
        click.echo(f"{given.label}: no provenanced field is written, so there is nothing to capture.")
    elif dry_run:
        for name, _ in files:
            click.echo(f"would write {Path(folder, name)}")
    else:
        for path in write_new(folder, files):
            click.echo(path)
    return FINE


# Committed migrations


def committed(folder: str, *, required: bool = False) -> list[tuple[str, str]]:
    """The committed migration files of a folder as (name, content); none where it is missing.

    Raises `Failure` for a folder or a file that cannot be read, and for a missing folder where one is
    required.
    """
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.name.endswith((".json", ".sql")))
    except FileNotFoundError:
        if required:
            raise Failure(f"{folder}: there is no such folder.") from None
        return []
    except OSError as fault:
        raise Failure(f"{folder}: cannot be read: {fault.strerror or fault}.") from None
    return [(name, read_text(os.path.join(folder, name)).text) for name in names]


# Reports for people


def tell_refusal(refusal: tool.Refused, file: TextFile, baseline: TextFile | None = None) -> None:
    """Why a comparison was not made, on standard error."""
    tell_diagnostics(refusal.diagnostics, file)
    if refusal.baseline and baseline is not None:
        tell_diagnostics(refusal.baseline, baseline)


def tell_diagnostics(diagnostics: Sequence[Mapping[str, object]], file: TextFile) -> None:
    """Findings in one line each, on standard error; `ddd parse` shows them with their source."""
    for data in diagnostics:
        severity = str(data["severity"])
        head = click.style(
            f"{severity}[{data['code']}]", fg=_WRONG if severity == "error" else _LOSS, bold=True
        )
        place = file.label
        if isinstance(found := data.get("range"), dict):
            start = found["start"]
            place = f"{place}:{start['line'] + 1}:{start['character'] + 1}"
        click.echo(f"{head}: {printable(str(data['message']))} ({printable(place)})", err=True)


def migration_lines(migration: Migration) -> list[str]:
    """A migration with its SQL; steps that may lose data are marked."""
    title = f"{migration.module.name} {migration.version} {migration.name}"
    code = f"  {click.style(str(migration.destructive_code), fg=_WRONG)}" if migration.destructive else ""
    lines = [f"  {click.style(title, bold=True)}{code}"]
    if migration.destructive_message:
        lines.append(f"    {printable(migration.destructive_message)}")
    for step, class_ in zip(migration.steps, migration.classes(), strict=True):
        loses = class_ == BREAKS_DATA
        for at, line in enumerate(sql_of(step).split("\n")):
            mark = "!" if loses and not at else " "
            shown = f"  {mark} {printable(line)}"
            lines.append(click.style(shown, fg=_WRONG) if loses else shown)
    return lines


def _report(found: Evolution) -> list[str]:
    """The groups that have something in them, the worst first, and a line that sums up."""
    clients = [change for change in found.wire if change.breaking]
    groups = [
        ("Breaking for data", _WRONG, [m for m in found.migrations if m.destructive], []),
        ("Breaking for clients", _WRONG, [], clients),
        ("Compatible", _GOOD, [m for m in found.migrations if not m.destructive], _mild(found)),
    ]
    gone = [
        f"  system {name} is gone, with its tables and all that clients use" for name in found.systems_removed
    ]
    come = [f"  system {name} is new" for name in found.systems_added]
    more = {"Breaking for clients": gone, "Compatible": come}
    lines: list[str] = []
    for title, colour, migrations, changes in groups:
        inside = [printable(line) for line in more.get(title, [])]
        inside += [line for migration in migrations for line in migration_lines(migration)]
        inside += [_change_line(change) for change in changes]
        if inside:
            lines += [click.style(title, fg=colour, bold=True), *inside, ""]
    return [*lines, _summary(found)]


def _mild(found: Evolution) -> list[WireChange]:
    return [change for change in found.wire if not change.breaking]


def _change_line(change: WireChange) -> str:
    note = " Rows may still hold it." if change.also else ""
    return f"  {printable(change.detail)}{note} {click.style(f'({change.kind})', dim=True)}"


def _summary(found: Evolution) -> str:
    if not (found.migrations or found.wire or found.systems_added or found.systems_removed):
        return "Nothing changes."
    broken = [
        word
        for word, breaks in (("clients", found.breaking_for_clients), ("data", found.breaking_for_data))
        if breaks
    ]
    told = (
        f"{counted(len(found.migrations), 'migration')}, {counted(len(found.wire), 'change')} for clients: "
    )
    if not broken:
        return told + click.style("nothing breaks.", fg=_GOOD, bold=True)
    return told + click.style(f"breaking for {' and '.join(broken)}.", fg=_WRONG, bold=True)


# Where a snapshot comes from


def _commit(file: TextFile) -> str | None:
    """The commit that the environment names, else that of the checkout; `None` where there is neither."""
    named = os.environ.get(COMMIT_VARIABLE)
    return named or _git(file, "rev-parse", "--verify", "-q", "HEAD")


def _path_in_project(file: TextFile) -> str | None:
    """The path of a file from the top of its checkout, else from the working directory, with `/`."""
    if file.name == STANDARD_INPUT:
        return None
    top = _git(file, "rev-parse", "--show-toplevel") or os.getcwd()
    path = os.path.relpath(os.path.realpath(file.name), os.path.realpath(top))
    return path.replace(os.sep, "/")


def _git(file: TextFile, *arguments: str) -> str | None:
    folder = os.path.dirname(os.path.abspath(file.name)) if file.name != STANDARD_INPUT else os.getcwd()
    try:
        answer = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_GIT_SECONDS,
            check=False,
        )
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip() or None if answer.returncode == 0 else None
