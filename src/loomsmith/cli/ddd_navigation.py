"""The commands of `ddd` that find their way through models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from loomsmith.base.jsontext import pretty
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.ddd_edits import WRITE, readable, show_edits, tell_error
from loomsmith.cli.excerpts import printable
from loomsmith.cli.files import read_text
from loomsmith.ddd import toolkit
from loomsmith.ddd.text import Source

if TYPE_CHECKING:
    from loomsmith.cli.files import TextFile

FILE = click.argument("file")
SYMBOL = click.argument("symbol")
JSON = click.option("--json", "as_json", is_flag=True, help="Print the tool's JSON answer.")


@click.command("find")
@FILE
@SYMBOL
@click.option("--kind", help="Only declarations of this kind, such as property or operation.")
@JSON
def find_command(file: str, symbol: str, kind: str | None, as_json: bool) -> int:
    """Show where something is declared.

    SYMBOL is the end of its path: title, Ferry.title, Berths.Ferry.title. Lines and columns count from 1.
    """
    given = read_text(file)
    answer = toolkit.find_symbol(given.text, symbol, kind)
    if not as_json and "error" not in answer:
        click.echo(f"{place(given, answer)}: {printable(str(answer['address']))}")
    return told(given, answer, as_json)


@click.command("references")
@FILE
@SYMBOL
@JSON
def references_command(file: str, symbol: str, as_json: bool) -> int:
    """Show every place where a declaration is named.

    One line each, FILE:LINE:COLUMN and the text of the line. Lines and columns count from 1.
    """
    given = read_text(file)
    # All of them: a terminal has no limit on the size of an answer.
    answer: dict[str, Any] = toolkit.references(given.text, symbol, limit=len(given.text) + 1)
    if "error" not in answer:
        answer = {"locations": answer["locations"]}
    if not as_json and "error" not in answer:
        source = Source(given.text)
        for location in answer["locations"]:
            line = source.line_text(location["range"]["start"]["line"]).strip()
            click.echo(f"{place(given, location)}: {printable(line)}")
    return told(given, answer, as_json)


@click.command("hover")
@FILE
@SYMBOL
@JSON
def hover_command(file: str, symbol: str, as_json: bool) -> int:
    """Show what a declaration is and holds."""
    given = read_text(file)
    answer = toolkit.hover(given.text, symbol)
    if not as_json and "error" not in answer:
        fenced = str(answer["markdown"]).splitlines()
        click.echo("\n".join(printable(line) for line in fenced if line and not line.startswith("```")))
    return told(given, answer, as_json)


@click.command("rename")
@FILE
@SYMBOL
@click.argument("new_name")
@WRITE
@JSON
def rename_command(file: str, symbol: str, new_name: str, write: bool, as_json: bool) -> int:
    """Rename a declaration and all that means it.

    Refused where a name would change its meaning. The new text is printed, or written with --write.
    """
    given = readable(file, write)
    return show_edits(given, toolkit.rename(given.text, symbol, new_name), write, as_json)


def told(file: TextFile, answer: dict[str, Any], as_json: bool) -> int:
    """Prints the answer as JSON if that is wanted, or its error; the exit status."""
    if as_json:
        click.echo(pretty(answer))
    elif "error" in answer:
        tell_error(file, answer)
    return FAULTY if "error" in answer else FINE


def place(file: TextFile, located: dict[str, Any]) -> str:
    """`FILE:LINE:COLUMN` of something with a range, counted from 1, columns in characters."""
    start = located["range"]["start"]
    source = Source(file.text)
    column = source.offset(start["line"], start["character"]) - source.line_span(start["line"])[0]
    return f"{file.label}:{start['line'] + 1}:{column + 1}"
