"""One PostgreSQL server for all tests of migrations."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ddd.evolution.databases import Database


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A connection to a private server; without PostgreSQL the tests are skipped, but never in CI."""
    psycopg = pytest.importorskip("psycopg") if not os.environ.get("CI") else __import__("psycopg")
    from ddd.evolution.databases import Database, programs, server

    binaries = programs()
    if binaries is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is missing: install it, these tests are never skipped in CI")
        pytest.skip("needs PostgreSQL")
    with server(binaries) as address, psycopg.connect(address) as connection:
        yield Database(connection)
