"""The commands of `ddd` that change models."""

from __future__ import annotations

from typing import Any

import click

from loomsmith.base.failures import Failure
from loomsmith.base.jsontext import parse, pretty
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.files import STANDARD_INPUT, TextFile, read_text, replace_text
from loomsmith.ddd import toolkit
from loomsmith.ddd.editing.splice import TextEdit, splice
from loomsmith.ddd.text import Source

WRITE = click.option("--write", is_flag=True, help="Change the file instead of printing its new text.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the tool's JSON answer.")


@click.command("format")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--check", is_flag=True, help="Change nothing; name the files that are not laid out so, exit 1."
)
def format_command(files: tuple[str, ...], check: bool) -> int:
    """Lay out models: indentation, spaces and blank lines alone.

    Files are changed in place; `-` reads standard input and prints the result. Files with syntax errors are
    left as they are, and the exit status is 1.
    """
    status = FINE
    for file in [read_text(name) for name in files]:
        laid_out = _laid_out(file.text)
        if laid_out is None:
            click.echo(f"{file.label}: the syntax has errors; `ddd parse` shows them.", err=True)
            status = FAULTY
        elif check:
            if laid_out != file.text:
                click.echo(f"{file.label}: would be laid out anew.")
                status = FAULTY
        elif file.name == STANDARD_INPUT:
            click.echo(laid_out, nl=False)
        elif laid_out != file.text:
            replace_text(file, laid_out)
            click.echo(f"{file.label}: laid out anew.", err=True)
    return status


def _laid_out(text: str) -> str | None:
    """The text laid out, or None where it does not follow the grammar."""
    from loomsmith.ddd.syntax import parse as parse_model
    from loomsmith.ddd.syntax.formatter import format_tokens
    from loomsmith.ddd.text import Source

    parsed = parse_model(Source(text))
    return None if parsed.faults else format_tokens(parsed.tokens, parsed.tree)


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


@click.command("fix")
@click.argument("file")
@click.argument("code")
@click.option(
    "--at", metavar="NODE", help="The declaration it is told at, where several findings have the code."
)
@WRITE
@JSON
def fix_command(file: str, code: str, at: str | None, write: bool, as_json: bool) -> int:
    """Make the repair that comes with a finding, named by its code.

    The new text is printed, or written with --write. `ddd parse --fix` makes all repairs without a choice.
    """
    given = readable(file, write)
    return show_edits(given, toolkit.quickfix(given.text, code, at), write, as_json)


@click.command("unfold")
@click.argument("file")
@click.argument("macro")
@click.argument("on")
@WRITE
@JSON
def unfold_command(file: str, macro: str, on: str, write: bool, as_json: bool) -> int:
    """Write out what MACRO adds to the declaration ON.

    MACRO is a macro or capability in the `with` clause of ON. The new text is printed, or written with
    --write.
    """
    given = readable(file, write)
    return show_edits(given, toolkit.unfold_macro(given.text, macro, on), write, as_json)


def readable(file: str, write: bool) -> TextFile:
    """The file, which standard input can be only where nothing is written."""
    if file == STANDARD_INPUT and write:
        raise click.UsageError("Standard input cannot be written.")
    return read_text(file)


def show_edits(file: TextFile, answer: dict[str, Any], write: bool, as_json: bool) -> int:
    """Prints the text with the edits of an answer in it, or writes it; tells an error and its candidates."""
    if as_json:
        click.echo(pretty(answer))
    if "error" in answer:
        if not as_json:
            tell_error(file, answer)
        return FAULTY
    source = Source(file.text)
    edits = [
        TextEdit(
            _offset(source, edit["range"]["start"]), _offset(source, edit["range"]["end"]), edit["newText"]
        )
        for edit in answer["edits"]
    ]
    text = splice(file.text, edits)
    if write:
        replace_text(file, text)
    elif not as_json:
        click.echo(text, nl=False)
    return FINE


def tell_error(file: TextFile, answer: dict[str, Any]) -> None:
    """The error of an answer on standard error, with the candidates it names."""
    words = {"not-found": "nothing of that name is declared.", "ambiguous": "several declarations match:"}
    message = answer.get("message") or words.get(answer["error"], answer["error"])
    click.echo(f"{file.label}: {message}", err=True)
    for candidate in answer.get("candidates", ()):
        click.echo(f"  {candidate}", err=True)


def _offset(source: Source, position: dict[str, int]) -> int:
    return source.offset(position["line"], position["character"])


def _patches(name: str) -> list[Any]:
    """The list that a JSON file holds; what is wrong with an entry, applying it will tell."""
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
