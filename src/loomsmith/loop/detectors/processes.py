"""Running a command that is not trusted to end, to be quiet, or to leave nothing behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Final

from loomsmith.base.failures import Cancelled
from loomsmith.base.shutdown import before_exit, no_longer

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

KEPT_BYTES: Final = 64 * 1024
"""How much of the end of each output stream is kept."""

AFTERMATH_SECONDS: Final = 0.2
"""How long the pipes are still read once the command has ended and its group is killed."""

_BURIAL_SECONDS: Final = 5.0
_CHUNK_BYTES: Final = 256 * 1024
_LONGEST_PAUSE: Final = 0.03


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended: its exit status (-1: killed by a signal), or that its time was up.

    `stdout` and `stderr` are the last 64 KiB of each stream.
    """

    status: int
    timed_out: bool
    stdout: bytes
    stderr: bytes


class _Drain:
    """Reads a pipe to its end in a thread, keeping the last bytes only: the writer never has to wait."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = bytearray()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        descriptor = self._pipe.fileno()
        try:
            while not self._over.is_set():
                if not _readable(descriptor):
                    continue
                chunk = os.read(descriptor, _CHUNK_BYTES)
                if not chunk:
                    return
                self._kept += chunk
                del self._kept[:-KEPT_BYTES]
        except OSError:
            return
        finally:
            self._pipe.close()

    def end(self, seconds: float) -> bytes:
        """Waits so long for the pipe's end, lets go of it in any case, and returns what was kept."""
        self._thread.join(max(seconds, 0.0))
        self._over.set()
        return bytes(self._kept)


def _readable(descriptor: int) -> bool:
    """Whether there is something to read, or the end; False after a moment, so that reading can stop."""
    if not hasattr(select, "poll"):  # Windows cannot wait for a pipe and reads it at once
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(50))


class _Group:
    """A command and whatever it starts: one process group, killed as one."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._starting = threading.RLock()

    def start(self, command: Sequence[str], executable: str | None, folder: str) -> subprocess.Popen[bytes]:
        with self._starting:
            self._process = subprocess.Popen(
                command,
                executable=executable,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
            return self._process

    def kill(self) -> None:
        """Kills the whole group. Its leader has not been waited for, so the id cannot be another's."""
        # A process just being started is waited for, so that it is not missed; it takes a moment.
        known = self._starting.acquire(timeout=0.5)
        try:
            if self._process is None:
                return
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        except (ProcessLookupError, PermissionError):
            return
        finally:
            if known:
                self._starting.release()

    def end(self) -> int:
        """Kills the group, waits for its leader and returns its status; -1 if a signal has ended it.

        One that has taken another user's rights cannot be killed, and is not waited for any longer.
        """
        self.kill()
        process, self._process = self._process, None
        try:
            return max(process.wait(_BURIAL_SECONDS), -1) if process is not None else -1
        except subprocess.TimeoutExpired:
            return -1


def run(
    command: Sequence[str],
    executable: str | None,
    folder: str,
    seconds: float,
    cancelled: Callable[[], bool],
) -> Finished:
    """Runs a command without a shell in a process group of its own, its standard input empty.

    `executable` is the program where that is not the command's first word as found on PATH. The command is
    over when it exits or `seconds` have passed; then its whole group is killed, also when the process that
    called ends meanwhile. (A descendant that made itself a session of its own has left the group and is
    beyond reach.)

    Raises OSError or ValueError if it cannot be started and Cancelled as soon as `cancelled()` says so.
    """
    group = _Group()
    registration = before_exit(group.kill)
    drains: list[_Drain] = []
    with _Signals() as signals:
        try:
            process = group.start(command, executable, folder)
            drains = [_Drain(pipe) for pipe in (process.stdout, process.stderr) if pipe is not None]
            exited = _wait(process, time.monotonic() + seconds, cancelled, signals)
        finally:
            status = group.end()
            no_longer(registration)
            patience = time.monotonic() + AFTERMATH_SECONDS
            out, err = [drain.end(patience - time.monotonic()) for drain in drains] or (b"", b"")
    return Finished(status, not exited, out, err)


class _Signals:
    """Holds back signals that would end the process at once, so that the script's group is killed first.

    That is for a command line. A server runs scripts beside its main thread and sees to its own end. The
    signals are noted and not raised where they arrive: between a child's start and the moment at which its
    id is known there must be no way out.
    """

    def __init__(self) -> None:
        self._noted: int | None = None
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> _Signals:
        if threading.current_thread() is threading.main_thread():
            for name in ("SIGTERM", "SIGHUP", "SIGINT"):
                number = getattr(signal, name, None)
                usual = (signal.SIG_DFL, signal.default_int_handler)
                if number is not None and signal.getsignal(number) in usual:
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if kind is None:
            self.raise_noted()

    def _note(self, number: int, frame: object) -> None:
        self._noted = number

    def raise_noted(self) -> None:
        """Ends the process in an orderly way if a signal has told it to: KeyboardInterrupt or SystemExit."""
        if self._noted == signal.SIGINT:
            raise KeyboardInterrupt
        if self._noted is not None:
            raise SystemExit(128 + self._noted)


def _wait(
    process: subprocess.Popen[bytes], deadline: float, cancelled: Callable[[], bool], signals: _Signals
) -> bool:
    """Waits for the command's end, but leaves it to be waited for again: that keeps its id from reuse."""
    pause = 0.001
    while not _has_exited(process):
        signals.raise_noted()
        if cancelled():
            raise Cancelled("The call was cancelled; its script was killed.")
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, _LONGEST_PAUSE)
    return True


def _has_exited(process: subprocess.Popen[bytes]) -> bool:
    if hasattr(os, "waitid"):
        try:
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True
    return process.poll() is not None
