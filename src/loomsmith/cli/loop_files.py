"""`loopsmith new`, `convert` and `schema`: the files of a loop."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from loomsmith.base import jsontext
from loomsmith.base.failures import Failure
from loomsmith.cli.loop_context import config_argument
from loomsmith.loop.config import grammar_of, load, loads
from loomsmith.loop.config.loading import read_text

if TYPE_CHECKING:
    from loomsmith.loop.config.loading import Grammar

_OUT = click.option(
    "-o", "--out", metavar="FILE", type=click.Path(), help="Write to this file instead of standard output."
)


@click.command("convert")
@config_argument
@_OUT
@click.option("--to-yaml", is_flag=True, help="Write YAML, whatever the config is written in.")
def convert_command(config_path: str, out: str | None, to_yaml: bool) -> None:
    """Write Markdown as YAML, and YAML as Markdown.

    The result loads to the same loop; comments and prose are not carried over.
    """
    from loomsmith.loop.config.markdown_writer import to_markdown
    from loomsmith.loop.config.yaml_writer import to_yaml as written_yaml

    config = load(config_path)
    as_yaml = to_yaml or grammar_of(config_path) == "markdown"
    _write(written_yaml(config) if as_yaml else to_markdown(config), out)
    for ignored in config.ignored_keys:
        click.echo(f"left out: {ignored.path}, which nothing reads", err=True)


@click.command("schema")
@_OUT
def schema_command(out: str | None) -> None:
    """Print the JSON Schema of a config, for editors.

    In YAML, a first line `# yaml-language-server: $schema=loop.schema.json` points an editor to it.
    """
    from loomsmith.loop.config.json_schema import json_schema

    _write(jsontext.pretty(json_schema()) + "\n", out)


def _write(text: str, out: str | None) -> None:
    if out is None:
        sys.stdout.write(text)
        return
    try:
        path = Path(out)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
    except (OSError, ValueError) as error:
        raise Failure(f"{out} cannot be written: {getattr(error, 'strerror', None) or error}") from None


@click.command("new")
@click.option("-p", "--path", metavar="DIR", required=True, type=click.Path(), help="The folder to make.")
@click.option("-n", "--name", metavar="NAME", help="The loop's name; the folder's where not given.")
@click.option("--purpose", help="What the loop is for, in a sentence.")
@click.option("--force", is_flag=True, help="Also where something is there already; existing files are kept.")
@click.option(
    "--config-file",
    metavar="FILE",
    type=click.Path(),
    help="Use this config instead of the one to start from.",
)
@click.option("--config-stdin", is_flag=True, help="Use the config on standard input.")
@click.option(
    "--markdown", is_flag=True, help="Write (or, with --config-stdin, read) the config as Markdown."
)
def new_command(
    path: str,
    name: str | None,
    purpose: str | None,
    force: bool,
    config_file: str | None,
    config_stdin: bool,
    markdown: bool,
) -> None:
    """Make the folder of a new loop.

    Says how to go on. Never asks anything.
    """
    from loomsmith.loop import scaffold

    if config_file is not None and config_stdin:
        raise click.UsageError("--config-file and --config-stdin exclude each other.")
    folder = scaffold.loop_folder(path, force)
    grammar: Grammar = "markdown" if markdown else "yaml"
    title = name or folder.name
    given = _given_config(config_file, config_stdin)
    if given is None:
        text = scaffold.starter_text(title, purpose or scaffold.PURPOSE, grammar)
    else:
        text = given
        grammar = grammar_of(config_file) if config_file is not None and not markdown else grammar
        config = loads(text, grammar, config_file or "standard input")
        title, purpose = name or config.name, purpose or config.description
    wanted = scaffold.contents(text, grammar, given is not None, title, purpose or scaffold.PURPOSE)
    for file, outcome in scaffold.create(folder, wanted):
        click.echo(f"{outcome:<8} {os.path.join(path, file)}")
    _show_next_steps(str(folder), os.path.join(path, scaffold.CONFIG_NAMES[grammar]))


def _given_config(config_file: str | None, config_stdin: bool) -> str | None:
    """The text of the config that was given, or None."""
    if config_file is not None:
        return read_text(config_file)
    if not config_stdin:
        return None
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise Failure("the config on standard input is not UTF-8 text") from None
    if not text.strip():
        raise Failure("--config-stdin was given, but standard input is empty")
    return text


def _show_next_steps(folder: str, config: str) -> None:
    from loomsmith.cli.rendering import console, joined, styled
    from loomsmith.loop.registration import instructions, registration

    out = console()
    out.print(styled("\nNext", "bold"))
    out.print(
        styled(f"1. Do the steps under pre_execution in {config} by hand, then set each to done: true.")
    )
    out.print(styled(f"2. loopsmith validate {config}"))
    out.print(styled("3. Register the server with your client:"))
    for client, text in instructions(folder):
        first, *further = text.split("\n")
        out.print(joined("   ", styled(client, "bold"), f": {first}"))
        for line in further:
            out.print(styled(f"     {line}"))
    if not registration("state").on_path:
        out.print(
            styled(
                "loopsmith is not on PATH, so its absolute path is written; it holds on this machine only."
            )
        )
