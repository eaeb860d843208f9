"""Running a piece of a test without the power to pass over file permissions."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_NOBODY = 65534


@contextmanager
def ordinary_user() -> Iterator[None]:
    """The block runs as a user whom permissions bind; skips the test where that cannot be had."""
    if not hasattr(os, "seteuid"):
        pytest.skip("needs POSIX permissions")
    if os.geteuid() != 0:
        yield
        return
    try:
        os.seteuid(_NOBODY)
    except OSError:
        pytest.skip("root that cannot become an ordinary user: permissions do not bind")
    try:
        yield
    finally:
        os.seteuid(0)


@contextmanager
def folder_of_an_ordinary_user() -> Iterator[Path]:
    """The block runs as an ordinary user who owns the new folder that it is given."""
    with tempfile.TemporaryDirectory(prefix="loomsmith-") as name:
        Path(name).chmod(0o777)  # pytest's own temporary folders are closed to other users
        own = Path(name, "own")
        try:
            with ordinary_user():
                own.mkdir()
                yield own
        finally:
            for path in [own, *own.rglob("*")]:
                path.chmod(0o777)
