"""The process around the connection: its descriptors, its signals and its end."""

from __future__ import annotations

import os
import sys

from loomsmith.base.shutdown import run_exit_actions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

_READ_SIZE = 65_536


class Wire:
    """The streams of frames, taken away from everything else in the process.

    Descriptor 1 and `sys.stdout` are pointed at stderr and descriptor 0 at the null device, so that neither
    a `print`, nor a library, nor a child can put noise between the frames or eat input.
    """

    def __init__(self) -> None:
        null = os.open(os.devnull, os.O_RDWR)
        try:
            os.fstat(2)
        except OSError:
            os.dup2(null, 2)
        # dup makes descriptors that children do not inherit; dup2 ones that they do.
        self._input = _private_copy(0)
        self._output = _private_copy(1)
        os.dup2(null, 0)
        os.dup2(2, 1)
        if null > 2:
            os.close(null)
        _ready_stderr()
        sys.stdout = sys.stderr

    def read(self) -> bytes:
        """The next bytes from the client; none when it has closed our input."""
        try:
            return os.read(self._input, _READ_SIZE)
        except OSError:
            return b""

    def write(self, data: bytes) -> None:
        """Writes all of it. When nobody reads any more the process ends, quietly and successfully."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._output, rest) :]
        except OSError:
            leave(0)


def _private_copy(descriptor: int) -> int:
    """A copy of a descriptor for us alone, in binary and blocking; -1 when it is closed."""
    try:
        copy = os.dup(descriptor)
    except OSError:
        return -1
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(copy, os.O_BINARY)
    else:
        os.set_blocking(copy, True)
    return copy


def _ready_stderr() -> None:
    reconfigure = getattr(sys.stderr, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    else:
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115


def end_on_signals() -> None:
    """SIGINT ends the process with 130, SIGTERM and SIGHUP with 143, at once and without a word.

    A handler in Python runs in the main thread, when that comes to it. The system may give the signal to any
    thread, and then a main thread that waits for a lock is not woken. So the signals' numbers are written
    down a pipe, and a thread that does nothing else ends the process.
    """
    import signal
    import threading

    statuses = {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 143}
    status_of = {int(getattr(signal, name)): end for name, end in statuses.items() if hasattr(signal, name)}
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_leave_when_told, args=(reading, status_of), daemon=True).start()
    for number in status_of:
        signal.signal(number, _nothing)


def _nothing(number: int, frame: object) -> None:
    """Keeps a signal from its default effect; the pipe carries its number on."""


def _leave_when_told(reading: int, status_of: dict[int, int]) -> None:
    while True:
        for number in os.read(reading, 64):
            if number in status_of:
                leave(status_of[number])


def leave(status: int) -> NoReturn:
    """Ends the process now, whatever its threads are doing, after the exit actions."""
    run_exit_actions()
    try:  # noqa: SIM105 - contextlib would have to be imported at every start
        sys.stderr.flush()
    except (OSError, ValueError):
        pass
    os._exit(status)
