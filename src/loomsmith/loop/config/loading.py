"""Config texts and files to the model."""

from __future__ import annotations

import os
from itertools import islice
from typing import Literal, TypeAlias

from loomsmith.base.failures import shortened
from loomsmith.base.nearest import nearest_names
from loomsmith.loop.config.errors import ConfigError, Fault
from loomsmith.loop.config.json_reader import read_json
from loomsmith.loop.config.markdown_reader import read_markdown
from loomsmith.loop.config.model import Config
from loomsmith.loop.config.reading import Reader
from loomsmith.loop.config.scalars import has_lone_surrogate
from loomsmith.loop.config.tree import Budget, Place, TreeError, Value
from loomsmith.loop.config.yaml_reader import read_yaml
from loomsmith.loop.files import MAX_CONFIG_BYTES, Unreadable, read_bytes

Grammar: TypeAlias = Literal["yaml", "markdown"]


def grammar_of(path: str) -> Grammar:
    """The grammar of a file, by the end of its name."""
    return "markdown" if path.lower().endswith((".md", ".markdown")) else "yaml"


def load(path: str) -> Config:
    """The config in a file: Markdown by its name, everything else YAML or, failing that, JSON.

    Raises `ConfigError`, whose text names the path as given here.
    """
    return loads(read_text(path), grammar_of(path), path)


def read_text(path: str) -> str:
    """The text of a config file. Raises `ConfigError` where it is no regular file, too large or not UTF-8."""
    try:
        content = read_bytes(path, MAX_CONFIG_BYTES)
    except Unreadable as error:
        hint = "" if os.path.lexists(path) else _near_file(path)
        raise ConfigError(path, [Fault(f"the config cannot be read: {error}", hint=hint)]) from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        fault = Fault("not UTF-8 text", place=Place(line, column), hint="save the file as UTF-8")
        raise ConfigError(path, [fault]) from None


_MOST_LOOKED_AT = 1_000
_CONFIG_ENDINGS = (".yaml", ".yml", ".md", ".markdown", ".json")


def _near_file(path: str) -> str:
    """What was probably meant by the path of no file: a config of nearly that name in its folder."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            names = sorted(entry.name for entry in islice(entries, _MOST_LOOKED_AT))
    except (OSError, ValueError):
        return f"there is no folder {shortened(folder, 100)}" if folder else ""
    near = nearest_names(name, [each for each in names if each.lower().endswith(_CONFIG_ENDINGS)])
    return f"did you mean {' or '.join(os.path.join(folder, each) for each in near)}?" if near else ""


def loads(text: str, grammar: Grammar = "yaml", source: str = "config") -> Config:
    """The config of a text; `source` is what errors call it. Raises `ConfigError`."""
    reader = Reader()
    config = reader.config(_tree(text.removeprefix("\ufeff"), grammar, source))
    if config is None:
        raise ConfigError(source, reader.faults, reader.untold)
    return config


def _tree(text: str, grammar: Grammar, source: str) -> Value:
    if has_lone_surrogate(text):
        raise ConfigError(source, [Fault("the text holds half a character (a lone surrogate)")])
    try:
        return read_markdown(text, Budget()) if grammar == "markdown" else read_yaml(text, Budget())
    except TreeError as error:
        faults = [Fault(f"not a {_TITLES[grammar]} config: {error.problem}", "", error.place, error.hint)]
    if grammar == "yaml":
        try:
            return read_json(text, Budget())
        except TreeError as error:
            faults.append(Fault(f"nor is it JSON: {error.problem}", place=error.place))
    raise ConfigError(source, faults)


_TITLES = {"yaml": "YAML", "markdown": "Markdown"}
