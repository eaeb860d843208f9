"""Opening the database of a state folder, and saying in plain words why that or its use fails."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from loomsmith.base.failures import Failure
from loomsmith.loop.files import kind_of
from loomsmith.loop.store.schema import APPLICATION_ID, FORMAT, STATEMENTS

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")

DATABASE: Final = "store.sqlite3"
"""The name of the database inside a state folder."""

BUSY_SECONDS: Final = 10.0
"""How long a call waits for other processes' writes before it fails."""


_ELSEWHERE: Final = "or let the server use another folder (--state DIR)"


class StoreFailure(Failure):
    """The store cannot be read or written; nothing of the attempted write was stored."""


Identity = tuple[int, int]


def identity(database: Path) -> Identity | None:
    """Which file the database is at the moment (device, inode), or None if there is none.

    Raises StoreFailure if the state folder is no folder or may not be looked into, or if something else than
    a file has the database's name: SQLite would wait for a named pipe for ever.
    """
    try:
        found = os.stat(database)
    except FileNotFoundError:
        if database.parent.exists() and not database.parent.is_dir():
            raise _no_folder(database.parent) from None
        return None
    except NotADirectoryError:
        raise _no_folder(database.parent) from None
    except OSError as error:
        raise StoreFailure(
            f"The state folder {database.parent} cannot be read: {error.strerror or error}.\n"
            f"Check its permissions, {_ELSEWHERE}."
        ) from None
    except ValueError:
        raise StoreFailure(f"{str(database.parent)!r} cannot be the name of a state folder.") from None
    if not stat.S_ISREG(found.st_mode):
        raise StoreFailure(
            f"{database} is {kind_of(found.st_mode)}, not a store.\nMove it away, {_ELSEWHERE}."
        )
    return found.st_dev, found.st_ino


def _no_folder(path: Path) -> StoreFailure:
    return StoreFailure(
        f"The state folder {path} is a file, or lies below one.\nMove that file away, {_ELSEWHERE}."
    )


def open_for_writing(database: Path) -> sqlite3.Connection:
    """A connection that may write, to a database that is there afterwards; every commit is on the disk.

    Raises StoreFailure.
    """
    _make_folder(database.parent)
    identity(database)
    try:
        connection = _connect(database, "rwc")
    except sqlite3.Error as error:
        raise explained(error, database) from None
    try:
        connection.execute("PRAGMA synchronous = FULL")
        _until_free(lambda: _prepare(connection, database))
    except sqlite3.Error as error:
        connection.close()
        raise explained(error, database) from None
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(database: Path) -> tuple[sqlite3.Connection, bool] | None:
    """A connection that cannot write, and whether it sees later changes; None while there is nothing to read.

    What a crash left unfinished is finished or undone first, as far as the folder may be written to. One
    that may not can still be read: where SQLite finds no place for its shared-memory file, the database is
    opened as one that does not change, provided that there is no log or journal that this would miss.
    Raises StoreFailure.
    """
    if identity(database) is None:
        return None
    mode = "ro"
    try:
        try:
            connection = _reader(database, mode)
        except sqlite3.OperationalError as error:
            if not _error_name(error).startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
                raise
            mode = "rw" if _may_write(database.parent) else _unchanging(database)
            connection = _reader(database, mode)
    except sqlite3.Error as error:
        raise explained(error, database) from None
    return None if connection is None else (connection, mode != _UNCHANGING)


_UNCHANGING: Final = "ro&immutable=1"


def _unchanging(database: Path) -> str:
    """The mode for a folder that may not be written to; raises StoreFailure where it would miss something."""
    for name in (f"{database.name}-wal", f"{database.name}-journal"):
        if _has_content(database.with_name(name)):
            raise StoreFailure(
                f"The state folder {database.parent} is read-only and holds a write-ahead log or journal "
                f"({name}) that cannot be read without writing.\n"
                "Make the folder writable, or copy it to a place that is."
            )
    return _UNCHANGING


def _may_write(folder: Path) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _reader(database: Path, mode: str) -> sqlite3.Connection | None:
    connection = _connect(database, mode)
    try:
        connection.execute("PRAGMA query_only = ON")
        if _until_free(lambda: _ready(connection, database)):
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    return None


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _connect(database: Path, mode: str) -> sqlite3.Connection:
    # The caller serialises its use of a connection, so it may pass from thread to thread.
    return sqlite3.connect(
        f"{database.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _ready(connection: sqlite3.Connection, database: Path) -> bool:
    """Whether the database is a store; False if it is still empty. Raises StoreFailure for any other one."""
    # One transaction, so that all three are of one moment: another process may be making the tables.
    alone = not connection.in_transaction
    if alone:
        connection.execute("BEGIN")
    try:
        version = _pragma(connection, "user_version")
        mark = _pragma(connection, "application_id")
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    finally:
        if alone and connection.in_transaction:
            connection.execute("COMMIT")
    if mark == APPLICATION_ID and 0 < version <= FORMAT:
        return True
    if mark == APPLICATION_ID and version > FORMAT:
        raise StoreFailure(
            f"{database} has format {version}, written by a newer version; this one reads up to {FORMAT}.\n"
            f"Update loomsmith, {_ELSEWHERE}."
        )
    if tables == 0:
        return False
    raise StoreFailure(
        f"{database} is a database, but not a store of loomsmith.\nMove it away, {_ELSEWHERE}."
    )


def _prepare(connection: sqlite3.Connection, database: Path) -> None:
    """Makes the tables unless they are there. Several processes may do so at once; one of them does."""
    if _ready(connection, database):
        return
    # Write-ahead logging lets any number of processes read while one writes. It is a property of the file,
    # to be set outside a transaction; a crash between the two steps leaves an empty database, as before.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    try:
        if not _ready(connection, database):
            for statement in STATEMENTS:
                connection.execute(statement)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _until_free(attempt: Callable[[], _T]) -> _T:
    """Repeats what SQLite does not wait for by itself: changing the journal mode, and recovery by another."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return attempt()
        except sqlite3.OperationalError as error:
            if not _error_name(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise
            if time.monotonic() > deadline:
                raise
            time.sleep(0.005)


def _make_folder(folder: Path) -> None:
    """Makes the folder and those above it, each on the disk before anything is put into it."""
    try:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        for path in reversed(missing):
            path.mkdir(exist_ok=True)
            _flush_folder(path.parent)
    except (FileExistsError, NotADirectoryError):
        raise _no_folder(folder) from None
    except OSError as error:
        raise StoreFailure(
            f"The state folder {folder} cannot be made: {error.strerror or error}. Nothing was stored.\n"
            f"Check the permissions above it, {_ELSEWHERE}."
        ) from None
    if not folder.is_dir():
        raise _no_folder(folder)


def _flush_folder(folder: Path) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders, and some folders may be passed but not read
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def _error_name(error: sqlite3.Error) -> str:
    return str(getattr(error, "sqlite_errorname", ""))


_EXPLANATIONS: Final = (
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        (
            "The store {database} is busy: others have held it for {seconds:g} s. Nothing was stored.\n"
            "Try again."
        ),
    ),
    (
        ("SQLITE_FULL", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"),
        (
            "There is no room on the disk for the store {database}. Nothing was stored.\n"
            "Free some space and try again."
        ),
    ),
    (
        ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH"),
        (
            "The store {database} cannot be opened or written here ({error}). Nothing was stored.\n"
            "Check the permissions of the folder and of what is in it, {elsewhere}."
        ),
    ),
    (
        ("SQLITE_NOTADB", "SQLITE_CORRUPT"),
        (
            "{database} is not a store, or is damaged ({error}).\n"
            "Move it away to start afresh; `sqlite3 FILE .recover` may save what it holds."
        ),
    ),
)


def explained(error: sqlite3.Error, database: Path) -> StoreFailure:
    """What a database error means to the person whose store it is."""
    name = _error_name(error)
    for names, text in _EXPLANATIONS:
        if name.startswith(names):
            return StoreFailure(
                text.format(database=database, seconds=BUSY_SECONDS, error=error, elsewhere=_ELSEWHERE)
            )
    return StoreFailure(f"The store {database} failed: {error} ({name or type(error).__name__}).")
