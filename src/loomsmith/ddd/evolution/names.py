"""Names that PostgreSQL sees, and names of migrations."""

from __future__ import annotations

LONGEST = 63
"""The bytes that PostgreSQL keeps of an identifier."""


def cut(name: str) -> str:
    """An identifier as PostgreSQL keeps it: its first 63 bytes, no character halved."""
    encoded = name.encode("utf-8")
    return name if len(encoded) <= LONGEST else encoded[:LONGEST].decode("utf-8", errors="ignore")


def constraint_name(table: str, column: str, suffix: str) -> str:
    """The name of a constraint on one column, as PostgreSQL makes it: the longer part is shortened first.

    The rule is that of `makeObjectName`: both parts are cut, the longer one first, until all fits.
    """
    room = LONGEST - len(suffix) - 2
    left, right = len(table.encode("utf-8")), len(column.encode("utf-8"))
    if suffix == "fk" or left + right <= room:
        return cut(f"{table}_{column}_{suffix}")
    while left + right > room:
        if left > right:
            left -= 1
        else:
            right -= 1
    head = table.encode("utf-8")[:left].decode("utf-8", errors="ignore")
    tail = column.encode("utf-8")[:right].decode("utf-8", errors="ignore")
    return f"{head}_{tail}_{suffix}"


def pascal(name: str) -> str:
    """`patients_number_uq` as `PatientsNumberUq`."""
    return "".join(piece[:1].upper() + piece[1:] for piece in name.split("_"))
