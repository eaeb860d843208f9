"""Names that PostgreSQL sees, and names of migrations."""

from __future__ import annotations

LONGEST = 63
"""The bytes that PostgreSQL keeps of an identifier."""


def cut(name: str) -> str:
    """An identifier as PostgreSQL keeps it: its first 63 bytes, no character halved."""
    encoded = name.encode("utf-8")
    return name if len(encoded) <= LONGEST else encoded[:LONGEST].decode("utf-8", errors="ignore")


def constraint_name(table: str, column: str, suffix: str) -> str:
    """The name of a constraint as PostgreSQL has it.

    The names that it makes itself (`_fkey`, `_pkey`) are fitted into 63 bytes by shortening the longer of the
    two parts first, as its `makeObjectName` does; a name that we wrote (`_fk`) is cut at the end.
    """
    if suffix == "fk":
        return cut(f"{table}_{column}_{suffix}")
    left, right = table.encode("utf-8"), column.encode("utf-8")
    room = LONGEST - len(suffix) - (2 if column else 1)
    while len(left) + len(right) > room:
        if len(left) > len(right):
            left = left[:-1]
        else:
            right = right[:-1]
    parts = [part.decode("utf-8", errors="ignore") for part in (left, right) if part]
    return "_".join([*parts, suffix])


def pascal(name: str) -> str:
    """`patients_number_uq` as `PatientsNumberUq`."""
    return "".join(piece[:1].upper() + piece[1:] for piece in name.split("_"))
