"""The console scripts: what each starts, and that a server is started without the command-line library."""

from __future__ import annotations

import subprocess

import pytest

from clients.environments import program
from loomsmith import __version__


def run(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program(name), *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_loomsmith_shows_what_it_can_do(arguments: list[str]) -> None:
    done = run("loomsmith", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    for word in ("mcp", "loop", "ddd", "--version"):
        assert f"  {word} " in done.stdout


def test_loomsmith_tells_its_version() -> None:
    assert run("loomsmith", "--version").stdout == f"loomsmith {__version__}\n"


def test_loomsmith_refuses_what_it_does_not_know() -> None:
    done = run("loomsmith", "mpc")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("loomsmith: there is no command mpc.")


@pytest.mark.parametrize("words", [["loopsmith"], ["loomsmith", "loop"], ["ddd"], ["loomsmith", "ddd"]])
def test_each_command_line_calls_itself_by_the_name_it_was_started_with(words: list[str]) -> None:
    done = run(*words, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: {' '.join(words)} ")


@pytest.mark.parametrize(
    "words", [["loopsmith", "mcp"], ["loomsmith", "mcp"], ["ddd", "mcp"], ["ddd-mcp"]], ids=" ".join
)
def test_each_server_has_a_help_of_its_own(words: list[str]) -> None:
    done = run(*words, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: {' '.join(words)} [OPTIONS]")
