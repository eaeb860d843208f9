"""A new loop's folder: where one may be made, what is in it, and making it without losing what is there."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias

import loomsmith
from loomsmith.base.failures import Failure
from loomsmith.loop.config import loads
from loomsmith.loop.config.loading import Grammar
from loomsmith.loop.config.markdown_writer import to_markdown
from loomsmith.loop.config.scalars import is_blank, quoted
from loomsmith.loop.permissions import SettingsError, grant, merge_grant
from loomsmith.loop.registration import PROGRAM, registration

FOLDERS = ("proposals", "state", "logs", "out", "generated-skills", ".claude/skills", "scripts")
"""The folders of a loop, relative to its own."""

CONFIG_NAMES: Mapping[Grammar, str] = {"yaml": "loop.yaml", "markdown": "loop.md"}
PURPOSE = "What this loop is for, in a sentence"

Outcome: TypeAlias = Literal["written", "kept", "merged"]


class RefusedFolder(Failure):
    """A folder in which no loop may be made."""


@dataclass(frozen=True, slots=True)
class Content:
    """A file of a loop's folder.

    `merge` gives the text for a file that is there already, from its text; without it such a file is kept,
    unless `replaces`.
    """

    path: str
    text: str
    executable: bool = False
    replaces: bool = False
    merge: Callable[[str], str] | None = None


def loop_folder(path: str, force: bool) -> Path:
    """The absolute folder for a new loop. Raises `RefusedFolder` where none may be made.

    That is for an empty path, a file system's root, the home folder, a place inside this program's own
    source, a file, and (unless `force`) a folder that has something in it.
    """
    if is_blank(path):
        raise RefusedFolder("the path of the new loop is empty")
    try:
        folder = Path(path).expanduser().resolve()
        if folder == Path(folder.anchor):
            raise RefusedFolder(f"{folder} is the root of a file system; name a folder below it")
        if folder == Path.home().resolve():
            raise RefusedFolder(f"{folder} is your home folder; name a folder below it")
        source = _own_source()
        if folder.is_relative_to(source):
            raise RefusedFolder(
                f"{folder} lies inside the source of {PROGRAM} itself ({source}); name another place"
            )
        if folder.exists() and not folder.is_dir():
            raise RefusedFolder(f"{folder} is a file, not a folder")
        if not force and folder.is_dir() and any(folder.iterdir()):
            raise RefusedFolder(
                f"{folder} is not empty; --force adds what is missing and keeps what is there"
            )
    except (OSError, ValueError, RuntimeError) as error:
        raise RefusedFolder(f"{path!r} cannot be used: {error}") from None
    return folder


def _own_source() -> Path:
    """The checkout this program runs from, or the folder of the installed package."""
    package = Path(loomsmith.__file__).resolve().parent
    checkout = package.parents[1]
    return checkout if (checkout / "pyproject.toml").is_file() else package


def starter_text(name: str, purpose: str, grammar: Grammar) -> str:
    """A config to start from: complete, and refused until its two steps have been done by hand."""
    text = _filled("loop.yaml", NAME=quoted(name), PURPOSE=quoted(purpose))
    return text if grammar == "yaml" else to_markdown(loads(text))


def contents(config_text: str, grammar: Grammar, given: bool, title: str, purpose: str) -> list[Content]:
    """The files of a new loop with this config; `given` says whether its author has written it already.

    Raises `ConfigError` for a config that does not load.
    """
    name = CONFIG_NAMES[grammar]
    rules = grant(loads(config_text, grammar, name))
    settings = merge_grant(None, rules)
    # What the config to start from runs; one that was given brings scripts of its own.
    checks = [] if given else [Content("scripts/check.sh", _template("check.sh"), executable=True)]
    return [
        Content(name, config_text, replaces=given),
        Content(".gitignore", _template("gitignore")),
        Content("README.md", _filled("README.md", TITLE=title, PURPOSE=purpose, CONFIG=name)),
        Content(".mcp.json", _with_server("{}"), merge=_with_server),
        Content(".claude/settings.local.json", settings, merge=lambda before: merge_grant(before, rules)),
        Content("marketplaces.json", _template("marketplaces.json")),
        Content("permissions.template.json", settings),
        *checks,
        Content("scripts/compat.sh", _template("compat.sh"), executable=True),
    ]


def _template(name: str) -> str:
    return (files("loomsmith.loop") / "templates" / name).read_text("utf-8")


def _filled(name: str, **values: str) -> str:
    """A template with each @MARK@ replaced, once: what a value brings along stays as it is."""
    return re.sub(r"@([A-Z]+)@", lambda mark: values[mark[1]], _template(name))


def _with_server(before: str) -> str:
    """The client registrations of a folder with that of the loop's server; one that is there stays."""
    try:
        document = json.loads(before)
        servers = document.setdefault("mcpServers", {})
        servers.setdefault(PROGRAM, registration("./state").entry())
    except (ValueError, AttributeError, RecursionError):
        raise SettingsError(".mcp.json does not hold registrations of servers; nothing was changed") from None
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def create(folder: Path, wanted: list[Content]) -> Iterator[tuple[str, Outcome]]:
    """Makes the folder and its files; gives each file's path and what became of it.

    Everything that can be found wrong is found before anything is written. Raises `Failure`.
    """
    settled = [(content, *_settled(folder, content)) for content in wanted]
    try:
        for name in FOLDERS:
            (folder / name).mkdir(parents=True, exist_ok=True)
        for content, text, outcome in settled:
            path = folder / content.path
            if text is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode("utf-8"))
                if content.executable:
                    path.chmod(path.stat().st_mode | 0o111)
            yield content.path, outcome
    except OSError as error:
        raise Failure(f"the loop cannot be written: {error}") from None


def _settled(folder: Path, content: Content) -> tuple[str | None, Outcome]:
    """What is to be written for a file, None for nothing, and what that is called."""
    path = folder / content.path
    if not os.path.lexists(path) or content.replaces:
        return content.text, "written"
    if content.merge is None:
        return None, "kept"
    try:
        before = path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise Failure(f"{path} cannot be read: {error}; nothing was changed") from None
    merged = content.merge(before)
    return (None, "kept") if json.loads(merged) == json.loads(before) else (merged, "merged")
