"""`loopsmith` as a process, and what it offers to a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from cli.bakery import Run
from loomsmith.cli.loop_app import app
from loomsmith.loop.store.records import Checkpoint
from loomsmith.loop.store.sqlite import Store


def _process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("loopsmith")
    return subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
        timeout=60,
    )


def test_the_process_gives_the_same_statuses(config: Path) -> None:
    assert _process("validate", str(config)).returncode == 0
    assert _process("gate", str(config)).returncode == 1
    assert _process("gate").returncode == 2
    assert _process("--version").stdout.startswith("loopsmith ")


def test_a_pipe_gets_no_colour_and_utf8_whatever_the_locale(config: Path) -> None:
    done = _process("plan", str(config), LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="")
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "mill → bake → taste" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_a_completion_script_that_completes(loopsmith: Run, shell: str) -> None:
    status, out, _ = loopsmith("completion", shell)
    assert status == 0
    assert f"_LOOPSMITH_COMPLETE={shell}_complete" in out
    words = {"COMP_WORDS": "loopsmith val", "COMP_CWORD": "val" if shell == "fish" else "1"}
    done = _process(**words, _LOOPSMITH_COMPLETE=f"{shell}_complete")
    assert "validate" in done.stdout


def _offered(*words: str | Path) -> list[str]:
    *before, typed = map(str, words)
    completion = ShellComplete(app, {}, "loopsmith", "_LOOPSMITH_COMPLETE")
    return [item.value for item in completion.get_completions(before, typed)]


def test_a_shell_is_offered_the_targets_and_runs_of_the_config_named_before(config: Path) -> None:
    with Store(config.parent / "state") as store:
        for run in ("monday", "tuesday"):
            store.save_checkpoint(Checkpoint(run, 1, (), 0, 0.0, 1, 1))
    assert _offered("gate", config, "--target", "") == ["bread", "overall"]
    assert _offered("gate", config, "--target", "br") == ["bread"]
    assert _offered("ledger", config, "") == ["monday", "tuesday"]
    assert _offered("status", config, "tu") == ["tuesday"]


def test_a_shell_is_offered_nothing_where_nothing_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    assert _offered("gate", "--target", "") == []
    assert _offered("gate", tmp_path / "absent.yaml", "--target", "") == []
    assert _offered("status", tmp_path / "absent.yaml", "") == []
