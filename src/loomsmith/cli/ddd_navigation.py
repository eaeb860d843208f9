"""The commands of `ddd` that find their way through models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from loomsmith.base.jsontext import pretty
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.ddd_edits import tell_error
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
