"""`loopsmith` in this process, and a loop to work on."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.bakery import LOOP, Shown
from loomsmith.cli.loop_app import main
from loomsmith.loop import toolkit


@pytest.fixture
def loopsmith(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs `loopsmith` in this process: gives its exit status, standard output and standard error."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Shown:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main("loopsmith", [str(argument) for argument in arguments])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    yield run
    toolkit.close()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "bakery" / "loop.yaml"
    path.parent.mkdir()
    path.write_text(LOOP)
    return path
