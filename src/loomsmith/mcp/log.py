"""What the server tells its operator: little on stderr, as much as asked for in a file."""

from __future__ import annotations

import os

LEVELS = ("off", "error", "info", "debug")

STDERR_BUDGET = 32_768
"""Bytes that go to stderr in a run unless a level was asked for: some clients never drain that pipe."""


_APPENDING = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0)
"""Without O_NONBLOCK a named pipe that nobody reads would keep the server from starting."""


class Log:
    """Writes entries up to a level, one or more lines each, to stderr or to the end of a file.

    Errors are written from the start; `chosen` says that the operator asked for the level. Raises OSError
    when the file cannot be opened.
    """

    def __init__(self, level: str = "error", path: str | None = None, chosen: bool = False) -> None:
        self._level = LEVELS.index(level)
        self._descriptor = 2 if path is None else os.open(path, _APPENDING, 0o644)
        self._budget = None if chosen or path is not None else STDERR_BUDGET

    def error(self, text: str) -> None:
        """An entry about something that should not have happened."""
        self._write("error", text)

    def info(self, text: str) -> None:
        """An entry about the life of the process."""
        self._write("info", text)

    def debug(self, text: str) -> None:
        """An entry about a single call."""
        self._write("debug", text)

    def defect(self, place: str, defect: BaseException) -> None:
        """An exception that nobody expected, with its traceback."""
        from traceback import format_exception

        self.error(f"{place} failed unexpectedly:\n" + "".join(format_exception(defect)).rstrip())

    def _write(self, level: str, text: str) -> None:
        if LEVELS.index(level) > self._level:
            return
        line = f"loomsmith {level}: {text}\n".encode("utf-8", "backslashreplace")
        if self._budget is not None:
            line = line[: self._budget]
            self._budget -= len(line)
        try:
            os.write(self._descriptor, line)
        except OSError:
            return
