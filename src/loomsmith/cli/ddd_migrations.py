"""`ddd migrate`: the committed chain of migrations of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from loomsmith.base.jsontext import pretty
from loomsmith.base.wording import counted
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.ddd_evolution import committed, migration_lines, tell_diagnostics, tell_refusal
from loomsmith.cli.excerpts import printable
from loomsmith.cli.files import read_text
from loomsmith.cli.new_files import write_new
from loomsmith.ddd.evolution.chain import Chain, ChainInvalid, read_chain, render
from loomsmith.ddd.toolkit import evolution as tool

if TYPE_CHECKING:
    from loomsmith.ddd.evolution.migrations import Migration

FOLDER = click.option(
    "--dir", "folder", default="migrations", show_default=True, metavar="DIR", help="The committed files."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@click.group("migrate")
def migrate_command() -> None:
    """Keep the migrations of a model as committed files.

    Each migration is a record, which is never edited, and a SQL text beside it, which is run and may be.
    """


@migrate_command.command("add")
@click.argument("file")
@FOLDER
@click.option("--allow-destructive", is_flag=True, help="Record migrations that may lose data, too.")
@click.option("--dry-run", is_flag=True, help="Write nothing; name the files and show the SQL.")
def add_command(file: str, folder: str, allow_destructive: bool, dry_run: bool) -> int:
    """Record what the model in FILE needs beyond the committed migrations.

    Two new files are written for each module that changed, all of them or none, and their names printed. A
    migration that may lose data is shown and not recorded, with exit status 1, unless --allow-destructive
    is given.
    """
    given = read_text(file)
    try:
        found, warnings = tool.compare(given.text, None, committed(folder))
    except tool.Refused as refusal:
        tell_refusal(refusal, given)
        return FAULTY
    tell_diagnostics(warnings, given)
    if not found.migrations:
        click.echo(f"{given.label}: nothing to record; {folder} is up to date.")
        return FINE
    lossy = [migration for migration in found.migrations if migration.destructive]
    if lossy and not allow_destructive:
        _refuse_loss(lossy)
        return FAULTY
    files = [new for migration in found.migrations for new in render(migration, found.several_systems)]
    if dry_run:
        for name, _ in files:
            click.echo(f"would write {folder}/{name}")
        for migration in found.migrations:
            click.echo("\n".join(["", *migration_lines(migration)]))
        return FINE
    for path in write_new(folder, files):
        click.echo(path)
    return FINE


def _refuse_loss(lossy: list[Migration]) -> None:
    for migration in lossy:
        click.echo("\n".join([*migration_lines(migration), ""]), err=True)
    click.echo(
        f"{counted(len(lossy), 'migration')} may lose data, so nothing was written. Declare renames and "
        "values in a migration block of the model, or run again with --allow-destructive.",
        err=True,
    )


@migrate_command.command("status")
@FOLDER
@JSON
def status_command(folder: str, as_json: bool) -> int:
    """Show how far each module has come: its last migration and those before it."""
    chain = _read(folder, as_json)
    if chain is None:
        return FAULTY
    modules = [
        {
            "system": system,
            "module": module,
            "head": records[-1].version,
            "history": [{"version": r.version, "name": r.name, "file": r.file} for r in records],
        }
        for (system, module), records in chain.lines()
    ]
    imported = sorted(chain.imports)
    if as_json:
        click.echo(pretty({"ok": True, "modules": modules, "imports": imported}))
        return FINE
    for (system, module), records in chain.lines():
        title = click.style(f"{printable(system)} {printable(module)}", bold=True)
        click.echo(f"{title}: {counted(len(records), 'migration')}, now at {records[-1].version}")
        for record in records:
            click.echo(f"  {record.version}  {printable(record.name)}")
    for module in imported:
        click.echo(f"{printable(module)}: starts from an imported snapshot")
    if not modules and not imported:
        click.echo(f"{folder}: no migrations yet.")
    return FINE


@migrate_command.command("list")
@FOLDER
def list_command(folder: str) -> int:
    """List the records, module by module in the order in which they run."""
    chain = _read(folder, as_json=False)
    if chain is None:
        return FAULTY
    for _, records in chain.lines():
        for record in records:
            click.echo(printable(record.file))
    return FINE


@migrate_command.command("check")
@click.argument("file", required=False)
@FOLDER
def check_command(file: str | None, folder: str) -> int:
    """Check that the committed files form a chain, and that FILE needs no migration beyond it.

    Without FILE only the chain is checked. The exit status is 1 where something is missing or wrong.
    """
    chain = _read(folder, as_json=False)
    if chain is None:
        return FAULTY
    number = sum(len(records) for _, records in chain.lines())
    click.echo(f"{folder}: {counted(number, 'migration')}, and the chain is whole.")
    if file is None:
        return FINE
    given = read_text(file)
    try:
        found, _ = tool.compare(given.text, None, committed(folder))
    except tool.Refused as refusal:
        tell_refusal(refusal, given)
        return FAULTY
    for migration in found.migrations:
        click.echo("\n".join(migration_lines(migration)))
    if found.migrations:
        click.echo(f"{given.label}: not recorded yet; run `ddd migrate add`.")
    return FAULTY if found.migrations else FINE


def _read(folder: str, as_json: bool) -> Chain | None:
    """The chain of a folder; what is wrong with it is told, and `None` given."""
    try:
        return read_chain(committed(folder))
    except ChainInvalid as fault:
        if as_json:
            click.echo(pretty({"ok": False, "error": {"message": str(fault)}}))
        else:
            click.echo(f"{folder}/{fault}", err=True)
        return None
