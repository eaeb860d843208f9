"""Committed migrations: the record of each, and the chain that they form module by module."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.evolution.migrations import Head
from loomsmith.ddd.evolution.records import (
    LONGEST_VERSION,
    RecordFault,
    Schema,
    is_version,
    read_schema,
)
from loomsmith.ddd.evolution.steps import sql_of, step_record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.evolution.migrations import Migration

FORMAT = "loom-migration/1"
IMPORT_SUFFIX = ".snapshot.json"

_KEYS = ("format", "system", "module", "version", "name", "parent", "steps", "snapshot", "sha256")

Place = tuple[str, str]


class ChainInvalid(ValueError):
    """The committed files do not form a chain; the message names the file and says why."""


@dataclass(frozen=True, slots=True)
class Record:
    """One committed migration."""

    file: str
    system: str
    module: str
    version: str
    name: str
    parent: str | None
    schema: Schema


@dataclass(slots=True)
class Chain:
    """The chains by (system, module). `imports` are heads taken over by bare module name."""

    records: dict[Place, list[Record]] = field(default_factory=dict)
    imports: dict[str, Schema] = field(default_factory=dict)

    def head(self, system: str, module: str) -> Head | None:
        """What a module has reached by its last migration, `None` before its first."""
        records = self.records.get((system, module))
        if records:
            parents = {record.parent for record in records}
            last = next(record for record in records if record.version not in parents)
            return Head(last.version, last.schema)
        imported = self.imports.get(module)
        return Head(imported.last_version, imported) if imported is not None else None

    def lines(self) -> list[tuple[Place, list[Record]]]:
        """The records of each module in the order in which they run, systems and modules by name."""
        ascending = {
            place: sorted(found, key=lambda r: int(r.version)) for place, found in self.records.items()
        }
        return sorted(ascending.items())

    def used_blocks(self) -> set[int]:
        """The blocks of versions that modules of the chain have taken, whatever system they belong to."""
        schemas = [record.schema for records in self.records.values() for record in records]
        return {s.block for s in (*schemas, *self.imports.values()) if s.block is not None}


def canonical_json(value: Any) -> str:
    """JSON with keys sorted by code point, no white space, and non-ASCII characters as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(record: dict[str, Any]) -> str:
    """The SHA-256 of a record without its own hash, as lower-case hex."""
    bare = {key: value for key, value in record.items() if key != "sha256"}
    return hashlib.sha256(canonical_json(bare).encode("utf-8", errors="surrogatepass")).hexdigest()


def file_stem(version: str, module: str, name: str) -> str:
    """The name of the two files of a migration, without their ending."""
    return f"{version}_{module}_{name}"


def module_label(system: str, module: str, several_systems: bool) -> str:
    """How file names call a module."""
    return f"{system}-{module}" if several_systems else module


def render(migration: Migration, several_systems: bool) -> list[tuple[str, str]]:
    """The files of a migration as (name, content): its record, and the SQL to run."""
    module = migration.module
    record: dict[str, Any] = {
        "format": FORMAT,
        "system": module.system,
        "module": module.name,
        "version": migration.version,
        "name": migration.name,
        "parent": migration.parent,
        "steps": [step_record(step) for step in migration.steps],
        "snapshot": migration.schema.to_json(),
    }
    record["sha256"] = digest(record)
    label = module_label(module.system, module.name, several_systems)
    stem = file_stem(migration.version, label, migration.name)
    content = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
    sql = "\n\n".join(sql_of(step) for step in migration.steps) + "\n"
    return [(f"{stem}.json", content), (f"{stem}.sql", sql)]


def read_chain(files: Iterable[tuple[str, str]]) -> Chain:
    """Read committed files given as (name, content); a folder in front of a name is cut.

    Raises ChainInvalid for the first fault: rule by rule (form, names, hashes, links, texts without record,
    names given twice), and files by name for each.
    """
    named = sorted((name.replace("\\", "/").rsplit("/", 1)[-1], text) for name, text in files)
    names = [name for name, _ in named if name.endswith((".json", ".sql"))]
    chain = Chain()
    loaded: list[tuple[str, dict[str, Any]]] = []
    for name, text in named:
        if name.endswith(IMPORT_SUFFIX):
            chain.imports[name.removesuffix(IMPORT_SUFFIX)] = _schema(name, _load(name, text))
        elif name.endswith(".json"):
            value = _load(name, text)
            _check_form(name, value)
            loaded.append((name, value))
    for name, value in loaded:
        _check_name(name, value)
    for name, value in loaded:
        if value["sha256"] != digest(value):
            raise ChainInvalid(f"{name}: the hash does not fit: the record was changed after it was written.")
    for name, value in loaded:
        record = _record(name, value)
        chain.records.setdefault((record.system, record.module), []).append(record)
    for (_, module), members in chain.records.items():
        _check_links(members, chain.imports.get(module))
    stems = {name.removesuffix(".json") for name, _ in loaded}
    for name in names:
        if name.endswith(".sql") and name.removesuffix(".sql") not in stems:
            raise ChainInvalid(f"{name}: there is no record {name.removesuffix('.sql')}.json beside it.")
    for at, name in enumerate(names):
        if at and names[at - 1] == name:
            raise ChainInvalid(f"{name}: the name occurs twice.")
    return chain


def _load(name: str, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ChainInvalid(f"{name}: not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ChainInvalid(f"{name}: not a JSON object.")
    return value


def _schema(name: str, value: dict[str, Any]) -> Schema:
    try:
        return read_schema(value, "snapshot")
    except RecordFault as fault:
        raise ChainInvalid(f"{name}: {fault}.") from None


def _check_form(name: str, value: dict[str, Any]) -> None:
    for key in _KEYS:
        if key not in value:
            raise ChainInvalid(f"{name}: the record has no {key!r}.")
    if value["format"] != FORMAT:
        raise ChainInvalid(f"{name}: the format is not {FORMAT!r}.")
    for key in ("system", "module", "version", "name", "sha256"):
        if not isinstance(value[key], str):
            raise ChainInvalid(f"{name}: {key!r} is no text.")
    if not isinstance(value["parent"], str | None) or not isinstance(value["steps"], list):
        raise ChainInvalid(f"{name}: 'parent' is no version, or 'steps' is no list.")
    for key in ("version", "parent"):
        if value[key] is not None and not is_version(value[key]):
            raise ChainInvalid(f"{name}: {key!r} is no number of at most {LONGEST_VERSION} digits.")
    if not isinstance(value["snapshot"], dict):
        raise ChainInvalid(f"{name}: 'snapshot' is no object.")


def _check_name(name: str, value: dict[str, Any]) -> None:
    wanted = [
        file_stem(value["version"], module_label(value["system"], value["module"], several), value["name"])
        for several in (False, True)
    ]
    if name.removesuffix(".json") not in wanted:
        raise ChainInvalid(f"{name}: the record calls for the name {wanted[0]}.json.")


def _record(name: str, value: dict[str, Any]) -> Record:
    schema = _schema(name, value["snapshot"])
    version, parent = value["version"], value["parent"]
    return Record(name, value["system"], value["module"], version, value["name"], parent, schema)


def _check_links(records: list[Record], imported: Schema | None) -> None:
    """Each module's records form one line: one root, every parent there, no fork, versions ascending."""
    roots = [record for record in records if record.parent is None]
    if (imported is None or imported.last_version is None) and len(roots) != 1:
        found = roots[1] if roots else records[0]
        raise ChainInvalid(f"{found.file}: module {found.module} has {len(roots)} first migrations, not one.")
    if imported is not None and imported.last_version is not None and roots:
        raise ChainInvalid(f"{roots[0].file}: module {roots[0].module} starts from an imported snapshot.")
    versions: set[str] = set()
    parents: set[str | None] = set()
    known = {record.version for record in records}
    if imported is not None and imported.last_version is not None:
        known.add(imported.last_version)
    for record in records:
        if record.parent is not None and record.parent not in known:
            raise ChainInvalid(f"{record.file}: its parent {record.parent} is missing.")
        if record.parent in parents:
            raise ChainInvalid(f"{record.file}: another record has the same parent {record.parent}.")
        if record.version in versions:
            raise ChainInvalid(f"{record.file}: another record has the same version {record.version}.")
        if record.parent is not None and int(record.version) <= int(record.parent):
            raise ChainInvalid(f"{record.file}: its version is not greater than that of its parent.")
        versions.add(record.version)
        parents.add(record.parent)
