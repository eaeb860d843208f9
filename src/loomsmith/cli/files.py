"""Text files as the command line reads and writes them: bounded, UTF-8, replaced whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from dataclasses import dataclass

from loomsmith.base.failures import Failure

MAX_BYTES = 16 * 1024 * 1024
"""How large a file may be. Far beyond any model that people keep in one file."""

STANDARD_INPUT = "-"


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file as it was read: `name` as given on the command line, its text, and its bytes."""

    name: str
    text: str
    raw: bytes

    @property
    def label(self) -> str:
        """The name for messages."""
        return "<standard input>" if self.name == STANDARD_INPUT else self.name


def read_text(name: str) -> TextFile:
    """The file `name`, or standard input for `-`, with its line ends as they are.

    Raises `Failure` when it is missing, no regular file, too large, unreadable or not UTF-8.
    """
    raw = _standard_input() if name == STANDARD_INPUT else _file_bytes(name)
    if len(raw) > MAX_BYTES:
        raise Failure(f"{name}: larger than {MAX_BYTES // 1024 // 1024} MiB, the most that is read.")
    try:
        return TextFile(name, raw.decode("utf-8"), raw)
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        raise Failure(
            f"{name}: not UTF-8: byte {fault.start}, on line {line}, starts no character. Save it as UTF-8."
        ) from None


def replace_text(file: TextFile, text: str) -> None:
    """Puts `text` in the place of what was read, in one step: readers see the old or the new file.

    The permissions stay. Raises `Failure`, with the file untouched, when it has changed since it was read or
    cannot be written.
    """
    path = os.path.realpath(file.name)
    temporary = None
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".ddd-", suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            stream.write(text.encode("utf-8"))
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, mode)
        if _file_bytes(path) != file.raw:
            raise Failure(f"{file.name}: has changed since it was read; nothing was written. Run again.")
        os.replace(temporary, path)
        temporary = None
    except OSError as fault:
        raise Failure(f"{file.name}: cannot be written: {fault.strerror or fault}.") from fault
    finally:
        if temporary is not None:
            os.unlink(temporary)


def _standard_input() -> bytes:
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _file_bytes(name: str) -> bytes:
    try:
        # Opened without waiting, so that a pipe without a writer is refused instead of waited for.
        handle = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise Failure(f"{name}: there is no such file.") from None
    except (OSError, ValueError) as fault:
        raise Failure(f"{name}: cannot be read: {getattr(fault, 'strerror', None) or fault}.") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Failure(f"{name}: not a regular file.")
    with os.fdopen(handle, "rb") as stream:
        try:
            return stream.read(MAX_BYTES + 1)
        except OSError as fault:
            raise Failure(f"{name}: cannot be read: {fault.strerror or fault}.") from None
