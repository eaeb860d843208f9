"""What the README shows works as it is written there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from loomsmith.cli import ddd_app, loop_app
from loomsmith.ddd.toolkit import validate

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
MODEL = next(text for language, text in BLOCKS if language == "ddd")
COMMANDS = [
    shlex.split(line)
    for language, text in BLOCKS
    if not language
    for line in text.splitlines()
    if line.startswith(("loopsmith ", "ddd ", "cd "))
]


def test_the_model_has_nothing_wrong_with_it() -> None:
    answer = validate(source=MODEL)
    assert answer["ok"] is True
    assert answer["diagnostics"] == []


def test_the_commands_are_used_as_they_are_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("apiary", "before", "after"):
        (tmp_path / f"{name}.ddd").write_text(MODEL)
    (tmp_path / "my-loop").mkdir()
    monkeypatch.chdir(tmp_path)
    seen = set()
    for program, *arguments in COMMANDS:
        if program == "cd":
            monkeypatch.chdir(tmp_path / arguments[0])
            continue
        if program == "ddd":
            monkeypatch.chdir(tmp_path)
        main = {"loopsmith": loop_app.main, "ddd": ddd_app.main}[program]
        # A new loop is not valid before its steps are done, and its gate not satisfied: 1 is an answer too.
        assert main(program, arguments) in (0, 1), arguments
        seen.add(arguments[0])
    assert seen == {"new", "validate", "plan", "gate", "parse", "diff"}
