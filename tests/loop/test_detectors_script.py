"""The script detector: what passes, and that nothing a script does can hold up or outlive its check."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.base import shutdown
from loomsmith.base.context import CallContext, Settings
from loomsmith.base.failures import Cancelled
from loomsmith.base.shutdown import run_exit_actions
from loomsmith.loop.config.model import ScriptDetector
from loomsmith.loop.detectors import processes
from loomsmith.loop.detectors.outcome import Outcome
from loomsmith.loop.evidence import Evidence
from loop.checking import PATIENCE, content, context, ends, found_by, is_running


def run(folder: Path, command: str, *args: str, wanted: int | None = None, **settings: object) -> Outcome:
    return found_by(ScriptDetector(command, args, wanted), Evidence(folder), context(**settings))


def shell(folder: Path, script: str, wanted: int | None = None, **settings: object) -> Outcome:
    return run(folder, "sh", "-c", script, wanted=wanted, **settings)


@pytest.mark.parametrize(
    ("script", "wanted", "passes"),
    [
        ("exit 0", None, True),
        ("exit 1", None, False),
        ("exit 0", 0, True),
        ("exit 3", 3, True),
        ("exit 0", 3, False),
        ("exit 255", 255, True),
        ("kill -9 $$", None, False),
        ("kill -9 $$", -1, True),
    ],
)
def test_the_exit_status_decides(tmp_path: Path, script: str, wanted: int | None, passes: bool) -> None:
    outcome = shell(tmp_path, script, wanted)
    assert (outcome.passed, outcome.broken) == (passes, False)


def test_the_evidence_names_command_status_wanted_status_and_the_last_line_of_standard_error(
    tmp_path: Path,
) -> None:
    outcome = shell(tmp_path, "echo first >&2; echo 'too loud' >&2; echo out; exit 4", 2)
    assert "sh -c" in outcome.evidence
    for part in ("exited 4", "wanted 2", "too loud"):
        assert part in outcome.evidence
    assert "first" not in outcome.evidence.replace("echo first", "")


def test_what_a_script_writes_cannot_forge_lines_or_colours_in_the_evidence(tmp_path: Path) -> None:
    outcome = shell(tmp_path, r"printf '\033[2Jred\rgreen\n' >&2; exit 1")
    assert outcome.evidence.isprintable()
    outcome = shell(tmp_path, "head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1")
    assert len(outcome.evidence) < 1000
    outcome = shell(tmp_path, r"printf '\377\376' >&2; exit 1")
    assert not outcome.passed


def test_a_command_with_a_slash_is_taken_from_the_working_directory(tmp_path: Path) -> None:
    tool = tmp_path / "tools" / "check"
    tool.parent.mkdir()
    tool.write_text('#!/bin/sh\ntest "$1" = "a b" && test "$(pwd -P)" = ' + shlex.quote(str(tmp_path)) + "\n")
    tool.chmod(0o755)
    assert run(tmp_path, "tools/check", "a b").passed
    assert run(tmp_path, "./tools/check", "a b").passed
    assert run(tmp_path, str(tool), "a b").passed
    assert run(tmp_path, "check").broken, "a bare word is looked up on PATH alone"


def test_nothing_is_handed_to_a_shell(tmp_path: Path) -> None:
    assert run(tmp_path, "echo a && touch made").broken
    assert run(tmp_path, "echo", "a", "&&", "touch", "made").passed
    assert run(tmp_path, "test", "$HOME", "=", "$HOME").passed
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["no-such-command-anywhere", "./missing", "", "  ", "nul\0", "\ud800"])
def test_a_command_that_cannot_start_is_a_detector_error(tmp_path: Path, command: str) -> None:
    outcome = run(tmp_path, command)
    assert (outcome.passed, outcome.broken) == (False, True)
    assert "detector error" in outcome.evidence


def test_a_file_that_is_not_executable_is_a_detector_error(tmp_path: Path) -> None:
    (tmp_path / "check").write_text("#!/bin/sh\n")
    assert run(tmp_path, "./check").broken
    assert run(tmp_path, "./").broken


def test_a_working_directory_that_is_none_is_a_detector_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "missing", tmp_path / "file"):
        outcome = shell(folder, "exit 0")
        assert outcome.broken
        assert "no folder" in outcome.evidence


@given(st.text(max_size=20), st.lists(st.text(max_size=20), max_size=3))
@examples(40)
def test_no_command_however_odd_makes_the_detector_raise(command: str, args: list[str]) -> None:
    outcome = found_by(
        ScriptDetector("./" + command.replace("/", ""), tuple(args)), Evidence(Path("/nonexistent"))
    )
    assert outcome.broken


def test_standard_input_is_empty(tmp_path: Path) -> None:
    assert shell(tmp_path, 'test -z "$(cat)"').passed


def test_the_environment_is_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_VARIABLE", "seen")
    assert shell(tmp_path, 'test "$A_VARIABLE" = seen').passed


def test_switched_off_scripts_are_not_run(tmp_path: Path) -> None:
    outcome = shell(tmp_path, "touch made", scripts=False)
    assert outcome.broken
    assert "switched off" in outcome.evidence
    assert list(tmp_path.iterdir()) == []


# -- scripts that misbehave -------------------------------------------------------------------------------


def test_a_script_that_takes_too_long_is_killed_with_all_it_started(tmp_path: Path) -> None:
    outcome = shell(tmp_path, "sleep 300 & echo $! > pid; wait", script_timeout=0.3)
    assert (outcome.passed, outcome.broken) == (False, True)
    assert "killed after 0.3 s" in outcome.evidence
    assert ends(int(content(tmp_path / "pid")))


def test_a_script_that_ignores_signals_is_killed_all_the_same(tmp_path: Path) -> None:
    outcome = shell(
        tmp_path,
        "trap '' TERM INT HUP; echo $$ > pid; while :; do sleep 300; done",
        script_timeout=0.3,
    )
    assert outcome.broken
    assert ends(int(content(tmp_path / "pid")))


def test_a_check_is_over_when_its_command_is_and_leaves_no_child_behind(tmp_path: Path) -> None:
    outcome = shell(tmp_path, "sleep 300 & echo $! > pid; echo 'last word' >&2; exit 1")
    assert "last word" in outcome.evidence
    assert ends(int(content(tmp_path / "pid")))


def test_a_child_that_left_the_group_and_holds_the_pipe_does_not_hold_up_the_check(tmp_path: Path) -> None:
    program = (
        "import os, sys, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    open('pid', 'w').write(f'{os.getpid()}\\n')\n"
        "    time.sleep(300)\n"
        "while not os.path.exists('pid') or not open('pid').read().endswith('\\n'): time.sleep(0.001)\n"
        "sys.exit(5)"
    )
    outcome = run(tmp_path, sys.executable, "-c", program, wanted=5)
    child = int(content(tmp_path / "pid"))
    try:
        assert outcome.passed
        assert is_running(child), "the check did not wait for it"
    finally:
        os.kill(child, signal.SIGKILL)


def test_a_script_may_print_a_gigabyte_and_only_the_end_is_kept(tmp_path: Path) -> None:
    script = "head -c 1000000000 /dev/zero; head -c 100000000 /dev/zero >&2; echo >&2; echo end >&2; exit 7"
    finished = processes.run(["sh", "-c", script], None, str(tmp_path), PATIENCE, lambda: False)
    assert finished.status == 7
    assert len(finished.stdout) == len(finished.stderr) == processes.KEPT_BYTES
    assert finished.stderr.endswith(b"\nend\n")


def test_cancelling_inside_a_script_kills_its_group(tmp_path: Path) -> None:
    pid = tmp_path / "pid"

    def cancelled() -> bool:
        return pid.exists() and pid.read_text().endswith("\n")

    around = CallContext(Settings(), lambda: 0, cancelled)
    detector = ScriptDetector("sh", ("-c", "sleep 300 & echo $! > pid; wait"))
    with pytest.raises(Cancelled):
        found_by(detector, Evidence(tmp_path), around)
    assert ends(int(content(pid)))


def test_a_process_that_ends_takes_running_scripts_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    calls = 0

    def cancelled() -> bool:
        nonlocal calls
        if pid.exists() and pid.read_text().endswith("\n"):
            calls += 1
            if calls == 1:
                run_exit_actions()
        return False

    around = CallContext(Settings(), lambda: 0, cancelled)
    detector = ScriptDetector("sh", ("-c", "sleep 300 & echo $! > pid; wait"))
    outcome = found_by(detector, Evidence(tmp_path), around)
    assert "signal" in outcome.evidence
    assert ends(int(content(pid)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_command_line_that_is_told_to_end_kills_its_script_first(
    tmp_path: Path, number: signal.Signals
) -> None:
    program = (
        # A test run in the background hands ignored signals down; a person's command line has none.
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
        "from loomsmith.loop.detectors import processes\n"
        "script = \"trap '' TERM INT HUP; sleep 300 & echo $! > pid; wait\"\n"
        "processes.run(['sh', '-c', script], None, '.', 60, lambda: False)"
    )
    child = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, stderr=subprocess.DEVNULL)
    pid = int(content(tmp_path / "pid"))
    child.send_signal(number)
    assert child.wait(PATIENCE) in (128 + number, -number)
    assert ends(pid)


def test_signals_are_as_before_when_a_script_has_ended(tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]
    shell(tmp_path, "exit 0")
    assert before == [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)]


def test_nothing_is_left_registered_or_open_after_a_check(tmp_path: Path) -> None:
    shell(tmp_path, "exit 0")
    registered = dict(shutdown._actions)
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    for _ in range(20):
        shell(tmp_path, "echo x; exit 0")
        run(tmp_path, "missing-command")
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").exists() else 0
    assert after <= before
    assert shutdown._actions == registered
