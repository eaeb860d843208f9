"""New files: written whole, all of them or none, and never over one that is there."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from loomsmith.base.failures import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable


def write_new(folder: str, files: Iterable[tuple[str, str]]) -> list[str]:
    """Writes files, given as (name below `folder`, content), and returns their paths.

    Their names are taken before anything is written, so two programs cannot write the same file. Raises
    `Failure`, with nothing written, when a file exists or cannot be written.
    """
    wanted = [(Path(folder, name), content) for name, content in files]
    made: list[Path] = []
    try:
        for path, _ in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            made.append(path)
        for path, content in wanted:
            _fill(path, content)
    except FileExistsError as fault:
        _remove(made)
        raise Failure(
            f"{fault.filename}: exists already, and is not overwritten; nothing was written."
        ) from None
    except OSError as fault:
        _remove(made)
        raise Failure(
            f"{fault.filename or folder}: cannot be written: {fault.strerror or fault}; nothing was written."
        ) from None
    return [str(path) for path, _ in wanted]


def _fill(path: Path, content: str) -> None:
    """Puts content into an empty file of ours in one step, so that nobody reads half of it."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".ddd-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content.encode("utf-8", errors="surrogatepass"))
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, path.stat().st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _remove(paths: list[Path]) -> None:
    for path in paths:
        with suppress(OSError):
            path.unlink()
