"""The command of `ddd` that draws models."""

from __future__ import annotations

import click

from loomsmith.base.jsontext import pretty
from loomsmith.cli.ddd_app import FAULTY, FINE
from loomsmith.cli.files import read_text
from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.model.diagrams import KINDS, diagrams


@click.command("diagram")
@click.argument("file")
@click.option("--kind", "kinds", type=click.Choice(list(KINDS)), multiple=True, help="Draw this kind only.")
@click.option("--context", help="Draw the classes of this context only.")
@click.option("--raw", is_flag=True, help="Print bare Mermaid text, without headings and fences.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of kind, title and text.")
def diagram_command(file: str, kinds: tuple[str, ...], context: str | None, raw: bool, as_json: bool) -> int:
    """Draw a model in Mermaid: contexts, classes, events.

    The answer is Markdown, which many viewers show as pictures. For a program that takes one picture:
    `ddd diagram FILE --kind classes --context Orders --raw`.
    """
    given = read_text(file)
    analysis = analyse(given.text)
    if analysis.model is None:
        click.echo(f"{given.label}: the model cannot be drawn; `ddd parse` shows why.", err=True)
        return FAULTY
    drawn = diagrams(analysis.model, kinds)
    if context is not None:
        drawn = [d for d in drawn if d.kind != "classes" or d.title == f"Classes of {context}"]
    if not drawn:
        click.echo(f"{given.label}: there is nothing of that kind to draw.", err=True)
        return FAULTY
    if as_json:
        click.echo(pretty([{"kind": d.kind, "title": d.title, "text": d.text} for d in drawn]))
    elif raw:
        click.echo("\n".join(d.text for d in drawn), nl=False)
    else:
        click.echo("\n".join(f"## {d.title}\n\n```mermaid\n{d.text}```\n" for d in drawn), nl=False)
    return FINE
