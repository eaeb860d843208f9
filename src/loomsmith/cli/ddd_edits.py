"""The commands of `ddd` that change models."""

from __future__ import annotations

import click

from loomsmith.base.failures import Failure
from loomsmith.base.jsontext import parse, pretty
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.files import STANDARD_INPUT, read_text, replace_text
from loomsmith.ddd import toolkit

WRITE = click.option("--write", is_flag=True, help="Change the file instead of printing its new text.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the tool's JSON answer.")


@click.command("patch")
@click.argument("file")
@click.option(
    "--patches",
    "patches_file",
    required=True,
    metavar="FILE",
    help="JSON file with the list of patches: objects with op, target, source and position. `-` reads it "
    "from standard input.",
)
@WRITE
@JSON
def patch_command(file: str, patches_file: str, write: bool, as_json: bool) -> int:
    """Apply patches to a model, all of them or none.

    The new text is printed, or written with --write. It is not checked; run `ddd parse` on it.
    """
    if file == STANDARD_INPUT and (write or patches_file == STANDARD_INPUT):
        raise click.UsageError("Standard input cannot be written, nor read twice.")
    patches = _patches(patches_file)
    given = read_text(file)
    answer = toolkit.apply_patch(given.text, patches)
    if write and answer["ok"] and answer["text"] != given.text:
        replace_text(given, str(answer["text"]))
    if as_json:
        click.echo(pretty(answer))
    elif answer["ok"] and not write:
        click.echo(answer["text"], nl=False)
    errors = answer["errors"]
    if isinstance(errors, list) and not as_json:
        for error in errors:
            click.echo(f"{given.label}: {_described(error['patch'])}: {error['message']}", err=True)
    return FINE if answer["ok"] else FAULTY


def _patches(name: str) -> list[object]:
    file = read_text(name)
    try:
        patches = parse(file.text)
    except ValueError as fault:
        raise Failure(f"{file.label}: not JSON: {fault}.") from None
    if not isinstance(patches, list):
        raise Failure(f"{file.label}: must hold a list of patches, objects with op and target.")
    return patches


def _described(patch: object) -> str:
    if isinstance(patch, dict) and isinstance(patch.get("op"), str):
        return f"{patch['op']} {patch.get('target')}"
    return "patch"
