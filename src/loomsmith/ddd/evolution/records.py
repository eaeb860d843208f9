"""The schema record: tables as values that can be compared, written as JSON and read back.

Keys of the JSON form are those of committed migrations and of imported snapshots; absent optional values are
left out. Reading ignores keys that are not known.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

SCHEMA_VERSION = 1
LONGEST_VERSION = 32
"""The digits that a version of a migration may have; ours have 14."""


class RecordFault(ValueError):
    """A stored record does not have the form of a schema; the message says which key."""


@dataclass(frozen=True, slots=True)
class ColumnType:
    """A column type: a kind (text, int, bigint, uuid, ...), for an array with the type of its elements."""

    kind: str
    inner: ColumnType | None = None
    precision: int | None = None
    scale: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The record of the type."""
        found: dict[str, Any] = {"kind": self.kind}
        if self.inner is not None:
            found["inner"] = self.inner.to_json()
        if self.precision is not None:
            found["precision"] = self.precision
        if self.scale is not None:
            found["scale"] = self.scale
        return found


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `default` is SQL text."""

    name: str
    type: ColumnType
    nullable: bool = False
    default: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The record of the column."""
        found: dict[str, Any] = {"name": self.name, "type": self.type.to_json(), "nullable": self.nullable}
        if self.default is not None:
            found["default"] = self.default
        return found


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """A key of one column to the primary key of `ref_table`; `on_delete` is cascade or restrict.

    `created_as` is the table and column under whose names the database keeps the constraint, where renames
    have left it behind. `numbered` tells that other constraints had its name when it was made, and how many,
    so that the database put a number behind it. Neither takes part in comparing.
    """

    column: str
    ref_table: str
    on_delete: str
    created_as: tuple[str, str] | None = field(default=None, compare=False)
    numbered: int = field(default=0, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The record of the key."""
        found: dict[str, Any] = {
            "column": self.column,
            "refTable": self.ref_table,
            "onDelete": self.on_delete,
        }
        if self.created_as is not None:
            found["createdAs"] = list(self.created_as)
        if self.numbered:
            found["numbered"] = self.numbered
        return found


@dataclass(frozen=True, slots=True)
class Index:
    """An index; `predicate` makes it partial, `opclasses` pairs columns with operator classes."""

    name: str
    table: str
    columns: tuple[str, ...]
    unique: bool = False
    predicate: str | None = None
    opclasses: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The record of the index."""
        found: dict[str, Any] = {
            "name": self.name,
            "table": self.table,
            "columns": list(self.columns),
            "unique": self.unique,
        }
        if self.predicate is not None:
            found["predicate"] = self.predicate
        if self.opclasses:
            found["opclasses"] = dict(self.opclasses)
        return found

    def shape(self) -> tuple[Any, ...]:
        """What makes two indexes of one table the same but for their names."""
        return self.columns, self.unique, self.predicate, self.opclasses


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `saving_shape` or `inheritance` (strategy, base) stamp the root table of an aggregate.

    `created_as` is the name under which the table was made, where a rename gave it another.
    """

    name: str
    owner_module: str
    columns: tuple[Column, ...]
    primary_key: tuple[str, ...]
    foreign_keys: tuple[ForeignKey, ...] = ()
    indexes: tuple[Index, ...] = ()
    schema: str | None = None
    saving_shape: str | None = None
    inheritance: tuple[str, str] | None = None
    value_collection: bool = False
    created_as: str | None = field(default=None, compare=False)

    @property
    def key(self) -> tuple[str | None, str]:
        """What identifies a table: its schema and its name."""
        return self.schema, self.name

    def column(self, name: str) -> Column | None:
        """The column of that name."""
        return next((column for column in self.columns if column.name == name), None)

    def foreign_key(self, column: str) -> ForeignKey | None:
        """The foreign key on a column."""
        return next((key for key in self.foreign_keys if key.column == column), None)

    def to_json(self) -> dict[str, Any]:
        """The record of the table."""
        found: dict[str, Any] = {"name": self.name}
        if self.schema is not None:
            found["schema"] = self.schema
        found |= {
            "ownerModule": self.owner_module,
            "columns": [column.to_json() for column in self.columns],
            "primaryKey": list(self.primary_key),
            "foreignKeys": [key.to_json() for key in self.foreign_keys],
            "indexes": [index.to_json() for index in self.indexes],
        }
        if self.saving_shape is not None:
            found["savingShape"] = self.saving_shape
        if self.inheritance is not None:
            found["inheritance"] = {"strategy": self.inheritance[0], "base": self.inheritance[1]}
        if self.value_collection:
            found["valueCollection"] = True
        if self.created_as is not None:
            found["createdAs"] = self.created_as
        return found


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of one module, and how they came to be.

    `history` pairs versions with names; `applied` are the keys of data migrations that have run; `block` is
    the number of the module's block of versions.
    """

    tables: tuple[Table, ...] = ()
    last_version: str | None = None
    history: tuple[tuple[str, str], ...] = ()
    applied: tuple[str, ...] = ()
    block: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The record of the schema."""
        found: dict[str, Any] = {
            "schemaVersion": SCHEMA_VERSION,
            "tables": [table.to_json() for table in self.tables],
        }
        if self.last_version is not None:
            found["lastVersion"] = self.last_version
        if self.history:
            found["migrationHistory"] = [{"version": version, "name": name} for version, name in self.history]
        if self.applied:
            found["appliedDataMigrations"] = list(self.applied)
        if self.block is not None:
            found["versionBlock"] = self.block
        return found

    def with_tables(self, tables: list[Table]) -> Schema:
        """The same history over other tables, which are put in name order."""
        return replace(self, tables=tuple(sorted(tables, key=lambda table: name_order(table.name))))


# Order


def _character_order(character: str) -> tuple[int, str]:
    if character == "_":
        return 0, ""
    if character.isdigit():
        return 1, character
    return 2, character.lower()


def name_order(name: str) -> tuple[list[tuple[int, str]], str]:
    """The sort key of names: `_` before digits before letters, case deciding only a complete tie."""
    return [_character_order(character) for character in name], name.swapcase()


# Reading


@dataclass(slots=True)
class _Reader:
    """Reads JSON values with messages that name the place."""

    place: str = "snapshot"
    trail: list[str] = field(default_factory=list)

    def fail(self, wanted: str) -> RecordFault:
        return RecordFault(f"{'.'.join([self.place, *self.trail])} is not {wanted}")

    def get(self, value: Any, key: str, kind: type, wanted: str, *, optional: bool = False) -> Any:
        if not isinstance(value, dict):
            raise self.fail("an object")
        found = value.get(key)
        if found is None and optional:
            return None
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.trail.append(key)
            raise self.fail(wanted)
        return found

    def texts(self, value: Any, key: str) -> tuple[str, ...]:
        found = self.get(value, key, list, "a list", optional=True) or []
        if not all(isinstance(item, str) for item in found):
            self.trail.append(key)
            raise self.fail("a list of texts")
        return tuple(found)


MOST_NUMBERED = 9
"""How many constraints of one name are told apart."""


def is_version(text: str) -> bool:
    """Whether a text is the version of a migration: a decimal number of sensible length."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_VERSION


def read_schema(value: Any, place: str = "snapshot") -> Schema:
    """Read a schema record from its JSON value; RecordFault names the key that does not fit."""
    reader = _Reader(place)
    if reader.get(value, "schemaVersion", int, "a number") != SCHEMA_VERSION:
        raise RecordFault(f"{place}.schemaVersion is not {SCHEMA_VERSION}")
    tables = reader.get(value, "tables", list, "a list")
    history = reader.get(value, "migrationHistory", list, "a list", optional=True) or []
    last = reader.get(value, "lastVersion", str, "a text", optional=True)
    if last is not None and not is_version(last):
        raise RecordFault(f"{place}.lastVersion is no number of at most {LONGEST_VERSION} digits")
    return Schema(
        tuple(_read_table(table, _Reader(f"{place}.tables[{at}]")) for at, table in enumerate(tables)),
        last,
        tuple(
            (reader.get(h, "version", str, "a text"), reader.get(h, "name", str, "a text")) for h in history
        ),
        reader.texts(value, "appliedDataMigrations"),
        reader.get(value, "versionBlock", int, "a number", optional=True),
    )


def _read_table(value: Any, reader: _Reader) -> Table:
    columns = reader.get(value, "columns", list, "a list")
    keys = reader.get(value, "foreignKeys", list, "a list", optional=True) or []
    indexes = reader.get(value, "indexes", list, "a list", optional=True) or []
    inheritance = reader.get(value, "inheritance", dict, "an object", optional=True)
    return Table(
        name=reader.get(value, "name", str, "a text"),
        owner_module=reader.get(value, "ownerModule", str, "a text", optional=True) or "",
        columns=tuple(
            _read_column(column, reader)
            for column in columns
            if not (isinstance(column, dict) and column.get("valueArrayChildTable"))
        ),
        primary_key=reader.texts(value, "primaryKey"),
        foreign_keys=tuple(
            ForeignKey(
                reader.get(key, "column", str, "a text"),
                reader.get(key, "refTable", str, "a text"),
                reader.get(key, "onDelete", str, "a text", optional=True) or "restrict",
                _created_as(reader.texts(key, "createdAs")),
                min(reader.get(key, "numbered", int, "a number", optional=True) or 0, MOST_NUMBERED),
            )
            for key in keys
        ),
        indexes=tuple(_read_index(index, reader) for index in indexes),
        schema=reader.get(value, "schema", str, "a text", optional=True),
        saving_shape=reader.get(value, "savingShape", str, "a text", optional=True),
        inheritance=(
            (
                reader.get(inheritance, "strategy", str, "a text"),
                reader.get(inheritance, "base", str, "a text"),
            )
            if inheritance is not None
            else None
        ),
        value_collection=bool(reader.get(value, "valueCollection", bool, "a flag", optional=True)),
        created_as=reader.get(value, "createdAs", str, "a text", optional=True),
    )


def _created_as(texts: tuple[str, ...]) -> tuple[str, str] | None:
    return (texts[0], texts[1]) if len(texts) == 2 else None


def _read_column(value: Any, reader: _Reader) -> Column:
    return Column(
        reader.get(value, "name", str, "a text"),
        _read_type(reader.get(value, "type", dict, "an object"), reader),
        bool(reader.get(value, "nullable", bool, "a flag", optional=True)),
        reader.get(value, "default", str, "a text", optional=True),
    )


def _read_type(value: Any, reader: _Reader, depth: int = 0) -> ColumnType:
    if depth > 8:
        raise reader.fail("a column type of sensible depth")
    inner = reader.get(value, "inner", dict, "an object", optional=True)
    return ColumnType(
        reader.get(value, "kind", str, "a text"),
        _read_type(inner, reader, depth + 1) if inner is not None else None,
        reader.get(value, "precision", int, "a number", optional=True),
        reader.get(value, "scale", int, "a number", optional=True),
    )


def _read_index(value: Any, reader: _Reader) -> Index:
    opclasses = reader.get(value, "opclasses", dict, "an object", optional=True) or {}
    return Index(
        reader.get(value, "name", str, "a text"),
        reader.get(value, "table", str, "a text"),
        reader.texts(value, "columns"),
        bool(reader.get(value, "unique", bool, "a flag", optional=True)),
        reader.get(value, "predicate", str, "a text", optional=True),
        tuple((column, str(name)) for column, name in opclasses.items()),
    )
