"""The reference page of the tools, written from their declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.tools.parameters import Records

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from loomsmith.tools.catalog import Tool
    from loomsmith.tools.parameters import Parameter

EFFECTS = {
    "reads": "reads only",
    "records": "records",
    "runs": "runs the config's scripts",
}


def reference(programs: Iterable[tuple[str, Sequence[Tool]]]) -> str:
    """A Markdown page: a table of all tools, then each with its description and arguments.

    `programs` gives the command that serves a group of tools, and the tools.
    """
    groups = list(programs)
    lines = ["# Tools", "", "Written from the declarations by `make docs`; edit those instead.", ""]
    lines += ["| tool | what it is for | effect | served by |", "| --- | --- | --- | --- |"]
    for command, tools in groups:
        lines += [
            f"| [`{tool.name}`](#{tool.name}) | {tool.title} | {EFFECTS[tool.effect]} | `{command}` |"
            for tool in tools
        ]
    for _, tools in groups:
        for tool in tools:
            lines += ["", *_section(tool)]
    return "\n".join(lines) + "\n"


def _section(tool: Tool) -> list[str]:
    lines = [f"## {tool.name}", "", f"*{tool.title}; {EFFECTS[tool.effect]}.*", ""]
    for paragraph in tool.description.split("\n"):
        lines += [_prose(paragraph), ""]
    if tool.restrained is not None:
        switch = "`--read-only`" if tool.effect == "records" else "`--no-scripts` or `--read-only`"
        lines += [f"With {switch}: {_prose(tool.restrained.split(chr(10))[0])}", ""]
    elif tool.effect == "records":
        lines += ["Not served with `--read-only`.", ""]
    if not tool.parameters:
        return [*lines, "No arguments."]
    lines += ["| argument | type | | meaning |", "| --- | --- | --- | --- |"]
    for parameter in tool.parameters:
        lines += _rows(parameter, "")
    return lines


def _rows(parameter: Parameter, prefix: str) -> list[str]:
    name = prefix + parameter.name
    rows = [f"| `{name}` | {parameter.json_type} | {_need(parameter)} | {_cell(_meaning(parameter))} |"]
    if isinstance(parameter, Records):
        for field in parameter.fields:
            rows += _rows(field, f"{name}[].")
    return rows


def _need(parameter: Parameter) -> str:
    if parameter.required:
        return "required"
    return "" if parameter.default is None else f"default `{parameter.default}`"


def _meaning(parameter: Parameter) -> str:
    limits = parameter.limits()
    if "enum" in limits and isinstance(limits["enum"], list):
        return f"{parameter.description} One of {', '.join(f'`{word}`' for word in limits['enum'])}."
    return parameter.description


def _prose(text: str) -> str:
    """Text of a declaration as Markdown: what looks like a tag is shown as written."""
    return text.replace("<", "\\<")


def _cell(text: str) -> str:
    return _prose(" ".join(text.split())).replace("|", "\\|")
