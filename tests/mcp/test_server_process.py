"""The server as a process: how it starts, what it holds on to, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clients.environments import program
from clients.raw import FIXTURE_SERVER, PATIENCE, RawClient

FOUR_FRAMES = b"".join(
    json.dumps(message).encode() + b"\n"
    for message in (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {
            "jsonrpc": "2.0",
            "id": 3,
            "method": "tools/call",
            "params": {"name": "echo", "arguments": {"text": "last"}},
        },
    )
)


def run(
    command: list[str], data: bytes = b"", cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command, input=data, capture_output=True, timeout=PATIENCE, check=False, cwd=cwd, env=env
    )


def appears(path: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_four_frames_and_then_the_end_are_all_answered() -> None:
    done = run(FIXTURE_SERVER, FOUR_FRAMES)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2, 3]
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_last_frame_may_lack_its_line_feed() -> None:
    done = run(FIXTURE_SERVER, FOUR_FRAMES.rstrip(b"\n"))
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2, 3]
    assert done.returncode == 0


def test_a_call_that_runs_at_the_end_of_input_is_answered(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    with RawClient() as client:
        client.send(client.call("wait", {"path": str(gate)}), client.call("echo", {"text": "x"}, 2))
        appears(tmp_path / "gate.started")
        client.hang_up()
        gate.touch()
        status, rest = client.end()
        assert status == 0
        assert [message["id"] for message in rest] == [1, 2]


def test_frames_may_come_in_any_pieces() -> None:
    with RawClient() as client:
        for byte in FOUR_FRAMES:
            client.send_bytes(bytes([byte]))
        assert [client.message()["id"] for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 143)]
)
def test_a_signal_ends_the_server_at_once_and_quietly(
    number: signal.Signals, status: int, busy: bool, tmp_path: Path
) -> None:
    with RawClient() as client:
        assert client.before_pong() == []
        if busy:
            client.send(client.call("deaf", {"path": str(tmp_path / "gate")}))
            appears(tmp_path / "gate.started")
        client.signal(number)
        assert client.end() == (status, [])
        assert client.stderr == b""


def test_a_reader_that_is_gone_ends_the_server_quietly() -> None:
    reading, writing = os.pipe()
    with subprocess.Popen(
        FIXTURE_SERVER, stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE
    ) as server:
        os.close(writing)
        os.close(reading)
        assert server.stdin is not None
        server.stdin.write(FOUR_FRAMES)
        server.stdin.flush()
        assert server.wait(PATIENCE) == 0
        assert server.stderr is not None
        assert server.stderr.read() == b""


def test_a_server_with_every_descriptor_closed_ends_by_itself() -> None:
    script = f"exec {' '.join(FIXTURE_SERVER)} <&- >&- 2>&-"
    assert run(["sh", "-c", script]).returncode == 0


def test_a_server_without_stderr_serves() -> None:
    script = f"exec {' '.join(FIXTURE_SERVER)} 2>&-"
    done = run(["sh", "-c", script], FOUR_FRAMES)
    assert len(done.stdout.splitlines()) == 3
    assert done.returncode == 0


def test_children_do_not_inherit_the_frames() -> None:
    code = (
        "import os, subprocess, sys; from loomsmith.mcp.process import Wire; wire = Wire();"
        "inherited = [fd for fd in range(3, 64) if os.path.exists(f'/dev/fd/{fd}') and os.get_inheritable(fd)"
        " if fd in (wire._input, wire._output)];"
        "wire.write(repr((inherited, os.get_inheritable(0), sys.stdout is sys.stderr)).encode())"
    )
    assert run([sys.executable, "-c", code]).stdout == b"([], True, True)"


def test_output_frames_end_in_a_line_feed_alone() -> None:
    done = run(FIXTURE_SERVER, FOUR_FRAMES)
    assert b"\r" not in done.stdout
    assert done.stdout.endswith(b"}\n")


def test_equal_input_gives_equal_bytes() -> None:
    assert run(FIXTURE_SERVER, FOUR_FRAMES).stdout == run(FIXTURE_SERVER, FOUR_FRAMES).stdout


def test_help_and_version_go_to_standard_output() -> None:
    shown = run([program("loopsmith"), "mcp", "--help"])
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"Usage: loopsmith mcp" in shown.stdout
    for flag in (
        "--state --root --read-only --tools --no-scripts --script-timeout --log-level --log-file --help"
    ).split():
        assert flag.encode() in shown.stdout
    version = run([program("ddd-mcp"), "--version"])
    assert (version.returncode, version.stdout) == (0, b"ddd-mcp 0.0.0-experimental\n")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--stat", "x"], b"--state"),
        (["--nonsense"], b"--nonsense"),
        (["positional"], b"positional"),
        (["--state"], b"--state DIR"),
        (["--state", " "], b"--state DIR"),
        (["--root="], b"--root DIR"),
        (["--read-only=yes"], b"--read-only"),
        (["--tools", "loopsmith_plam"], b"`loopsmith_plan`"),
        (["--tools", " , "], b"--tools"),
        (["--script-timeout", "soon"], b"soon"),
        (["--script-timeout", "0"], b"--script-timeout"),
        (["--script-timeout=nan"], b"nan"),
        (["--log-level", "loud"], b"loud"),
        (["--log-file", "/no/such/folder/log"], b"/no/such/folder/log"),
    ],
)
def test_a_wrong_command_line_is_told_with_status_2(arguments: list[str], named: bytes) -> None:
    done = run([program("loopsmith"), "mcp", *arguments])
    assert (done.returncode, done.stdout) == (2, b"")
    assert named in done.stderr
    assert b"--help" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "name", "version"),
    [
        (["loopsmith", "mcp"], "loopsmith", None),
        (["loomsmith", "mcp"], "loomsmith", None),
        (["ddd-mcp"], "ddd-mcp", "0.0.0-experimental"),
        (["ddd", "mcp"], "ddd-mcp", "0.0.0-experimental"),
        ([sys.executable, "-m", "loomsmith.mcp"], "loomsmith", None),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, list) else str(value),
)
def test_each_entry_point_has_its_identity(command: list[str], name: str, version: str | None) -> None:
    from loomsmith import __version__

    started = command if command[0] == sys.executable else [program(command[0]), *command[1:]]
    with RawClient(started) as client:
        info = client.initialize("2025-11-25")["serverInfo"]
        assert (info["name"], info["version"]) == (name, version or __version__)


def test_a_server_on_a_terminal_says_one_line_about_itself() -> None:
    import pty

    main_end, terminal = pty.openpty()
    with subprocess.Popen(
        [program("loopsmith"), "mcp"], stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        os.close(terminal)
        assert server.stderr is not None
        hint = server.stderr.readline()
        os.close(main_end)
        assert server.wait(PATIENCE) in (0, 143)
    assert b"--help" in hint


def test_a_log_file_tells_of_the_run(tmp_path: Path) -> None:
    log = tmp_path / "log"
    done = run([*FIXTURE_SERVER, "--log-level", "info", "--log-file", str(log)], FOUR_FRAMES)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "serving" in log.read_text()


def test_a_log_file_that_is_a_pipe_nobody_reads_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log")
    done = run([program("loopsmith"), "mcp", "--log-file", str(tmp_path / "log")], FOUR_FRAMES)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"cannot write the log file" in done.stderr


def test_a_server_that_fails_all_the_time_does_not_fill_the_pipe_of_stderr() -> None:
    frames = b"".join(
        json.dumps({"id": n, "method": "tools/call", "params": {"name": "breaks"}}).encode() + b"\n"
        for n in range(200)
    )
    done = run(FIXTURE_SERVER, frames)
    assert len(done.stdout.splitlines()) == 200
    assert 1_000 < len(done.stderr) <= 33_000


def test_nothing_in_the_working_directory_or_environment_is_needed(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    command = f"rmdir {folder}; exec {program('loopsmith')} mcp"
    done = run(
        ["sh", "-c", command],
        b'{"id":1,"method":"tools/list"}\n',
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"loopsmith_plan" in done.stdout
