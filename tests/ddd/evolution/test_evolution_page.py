"""The page on evolution: its commands print what it shows."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from ddd.evolution.versions import EXAMPLES, ROOT, sound
from loomsmith.cli.ddd_app import main
from loomsmith.ddd.diagnostics import TABLE

PAGE = (ROOT / "docs" / "ddd" / "evolution.md").read_text()


def commands() -> list[tuple[str, str]]:
    """The commands of the page in order, each with the output that the page shows."""
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    shown = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(command, output) for command, _, output in (part.partition("\n") for part in shown)]


def test_every_command_of_the_page_prints_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (EXAMPLES / "evolution").glob("*.ddd"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    status = 0
    for command, output in commands():
        program, *arguments = command.split()
        if program == "ddd":
            status = main("ddd", arguments)
            printed = "".join(capsys.readouterr())
        elif program == "cat":
            printed = Path(arguments[0]).read_text()
        else:
            assert command == "echo $?"
            printed = f"{status}\n"
        assert printed == output, command


def test_the_three_versions_are_valid() -> None:
    for path in (EXAMPLES / "evolution").glob("*.ddd"):
        sound(path.read_text())


def test_the_page_names_every_code_of_lost_data() -> None:
    told = set(re.findall(r"`(loom\.migration-[a-z-]+)`", PAGE))
    assert told == {
        "loom.migration-shape-change",
        "loom.migration-ambiguous-rename",
        "loom.migration-destructive",
    }
    assert told <= TABLE.keys()
