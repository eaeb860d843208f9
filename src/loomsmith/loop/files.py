"""Reading files that others name: regular files only, never more than a limit, never blocking."""

from __future__ import annotations

import os
import stat
from typing import Final

from loomsmith.base.failures import Failure

MAX_CONFIG_BYTES: Final = 4 * 1024 * 1024
MAX_ARTIFACT_BYTES: Final = 16 * 1024 * 1024


class Unreadable(Failure):
    """A file cannot be read as text; `reason`, the failure's whole text, does not repeat the path."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes.

    A named pipe or a device is opened without waiting for its other end and then refused.
    Raises Unreadable.
    """
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as file:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                raise Unreadable(f"it is {kind_of(found.st_mode)}, not a regular file")
            content = b"" if found.st_size > limit else file.read(limit + 1)
    except OSError as error:
        raise Unreadable(_reason(error)) from None
    except ValueError as error:
        raise Unreadable(f"its name is not one that a file can have ({error})") from None
    if found.st_size > limit or len(content) > limit:
        raise Unreadable(f"it is larger than {limit} bytes ({max(found.st_size, len(content))})")
    return content


def read_text(path: str | os.PathLike[str], limit: int) -> str:
    """The text of a regular UTF-8 file of at most `limit` bytes, line ends as they are. Raises Unreadable."""
    try:
        return read_bytes(path, limit).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"it is not UTF-8 text (byte {error.start})") from None


def kind_of(mode: int) -> str:
    """What a file that is no regular one is, in words, from its mode."""
    kinds = (
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a named pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((word for is_kind, word in kinds if is_kind(mode)), "something else")


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return "it does not exist"
    if isinstance(error, IsADirectoryError):
        return "it is a folder, not a regular file"
    return str(error.strerror or error)
