"""A private PostgreSQL server for tests, and what its catalog says about the tables in it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", "jit=off")
_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")


def programs() -> Path | None:
    """The folder of the newest PostgreSQL of this machine, `None` without one."""
    for place in _PLACES:
        root, pattern = place.split("*", 1)[0].rsplit("/", 1)[0], place
        found = sorted(Path("/").glob(pattern.lstrip("/"))) if Path(root).is_dir() else []
        if found and (found[-1] / "initdb").exists():
            return found[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def _ordinary_user() -> dict[str, Any]:
    """What makes a child process run as an ordinary user: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise RuntimeError("running as root, and there is no user `postgres` or `nobody` to run PostgreSQL")


@contextmanager
def server(binaries: Path) -> Iterator[str]:
    """A server with a data folder of its own, on a Unix socket; gives the string to connect with."""
    ordinary = _ordinary_user()
    with tempfile.TemporaryDirectory(prefix="loomsmith-pg-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        if ordinary:
            os.chown(home, ordinary["user"], ordinary["group"])
        data = home / "data"
        initdb: list[str | Path] = [
            binaries / "initdb",
            "-D",
            data,
            "-U",
            "tests",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run([*initdb, "--locale=C"], check=True, capture_output=True, cwd=home, **ordinary)
        settings = [
            f"-c{setting}" for setting in (*_FAST, "listen_addresses=", f"unix_socket_directories={home}")
        ]
        with Path(home, "log").open("wb") as log:
            running = subprocess.Popen(
                [binaries / "postgres", "-D", data, *settings], stdout=log, stderr=log, cwd=home, **ordinary
            )
        try:
            yield _when_ready(f"host={home} user=tests dbname=postgres", running)
        finally:
            running.send_signal(signal.SIGINT)  # ends it without waiting for connections
            running.wait(30)


def _when_ready(address: str, running: subprocess.Popen[bytes]) -> str:
    for _ in range(600):
        if running.poll() is not None:
            raise RuntimeError(f"PostgreSQL ended with status {running.returncode}")
        try:
            psycopg.connect(address).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return address
    raise RuntimeError("PostgreSQL did not get ready within 30 seconds")


@dataclass(slots=True)
class Database:
    """A connection to an empty database; every `fresh` block starts empty and leaves nothing behind."""

    connection: psycopg.Connection[tuple[Any, ...]]

    @contextmanager
    def fresh(self) -> Iterator[Database]:
        """A block whose changes are undone at its end."""
        try:
            yield self
        finally:
            self.connection.rollback()

    def run(self, statements: str) -> None:
        """Runs SQL text of any number of statements."""
        # The text is what a migration says; there is nothing in it that a user gave.
        self.connection.execute(statements.encode())

    def rows(self, query: LiteralString | sql.Composed, *values: object) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return self.connection.execute(query, values or None).fetchall()

    def catalog(self) -> Catalog:
        """Everything that the schema of the database consists of."""
        tables: dict[str, dict[str, Any]] = {}
        for table, column, type_, required, default in self.rows(_COLUMNS):
            found = tables.setdefault(table, {"columns": {}, "keys": set(), "indexes": set()})
            if column is not None:
                found["columns"][column] = (type_, required, default)
        for table, definition in self.rows(_CONSTRAINTS):
            tables[table]["keys"].add(definition)
        for table, definition in self.rows(_INDEXES):
            tables[table]["indexes"].add(definition)
        return tables


Catalog = dict[str, dict[str, Any]]
"""Tables by name: their columns (type, whether required, default), keys and indexes by definition."""

_USER_TABLES = """
    c.relkind = 'r' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
"""

_COLUMNS: LiteralString = f"""
    SELECT c.oid::regclass::text, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
           regexp_replace(pg_get_expr(d.adbin, d.adrelid), 'nextval\\(.*', 'nextval')
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE {_USER_TABLES}
"""

_CONSTRAINTS: LiteralString = f"""
    SELECT c.oid::regclass::text, pg_get_constraintdef(k.oid)
    FROM pg_constraint k
    JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE k.contype IN ('p', 'f') AND {_USER_TABLES}
"""

_INDEXES: LiteralString = f"""
    SELECT c.oid::regclass::text, pg_get_indexdef(i.indexrelid)
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE NOT i.indisprimary AND {_USER_TABLES}
"""
