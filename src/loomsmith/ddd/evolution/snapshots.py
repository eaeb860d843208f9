"""Provenance snapshots: the rules by which provenanced fields get their values, captured with their source.

A captured site is an assignment, directly in the body of an operation of an aggregate, to a field that is
written `provenanced` in that aggregate. Each rule has an id that depends on the field and the text of the
rule alone, so that the same rule keeps its id wherever it stands.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from loomsmith.ddd.evolution.chain import canonical_json
from loomsmith.ddd.evolution.expression_records import ExpressionRecords, span_record
from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loomsmith.ddd.model.values import Aggregate, Field, Model, System
    from loomsmith.ddd.text import Source

FOLDER = ".loom/snapshots"
UNCOMMITTED = "uncommitted"
SOURCE_PATH = "/source.ddd"

_FNV_OFFSET = 2166136261
_FNV_PRIME = 16777619


def snapshot_files(
    model: Model,
    source: Source,
    captured_at: str,
    commit_hash: str = UNCOMMITTED,
    path: str = SOURCE_PATH,
) -> list[tuple[str, str]]:
    """The snapshot files as (path, content), one per system with a captured site.

    `captured_at` is an ISO 8601 time in UTC with milliseconds (`2026-05-04T08:15:30.123Z`); `path` is how the
    files name the source text.
    """
    files = []
    stamp = captured_at.split(".")[0].rstrip("Z").replace("-", "").replace(":", "") + "Z"
    for system in model.systems:
        snapshots = _snapshots(system, source, path)
        if not snapshots:
            continue
        identity = {"system": system.name, "commitHash": commit_hash, "snapshots": snapshots}
        capture_id = _guid(canonical_json(identity))
        content = {
            "captureId": capture_id,
            "system": system.name,
            "commitHash": commit_hash,
            "capturedAt": captured_at,
            "snapshots": snapshots,
        }
        name = f"{FOLDER}/{stamp}-{capture_id}.loomsnap.json"
        files.append((name, json.dumps(content, indent=2, ensure_ascii=False) + "\n"))
    return files


def _snapshots(system: System, source: Source, path: str) -> dict[str, Any]:
    """The captured rules by id; a later site with the same id replaces the entry in the first one's place."""
    found: dict[str, Any] = {}
    records = ExpressionRecords(source, path)
    for context in system.contexts:
        for aggregate in context.aggregates:
            for site, field in _sites(aggregate):
                origin = site.value.origin
                if origin is None or origin.span is None or site.node.span is None:
                    continue
                text = source.text[origin.span[0] : origin.span[1]]
                found[snapshot_id(aggregate.name, field.name, text)] = {
                    "kind": "write-site",
                    "target": {
                        "type": aggregate.name,
                        "field": field.name,
                        "valueType": t.label(field.type),
                    },
                    "expression": {"text": text, "ast": records.record(site.value)},
                    "source": {"path": path, "span": span_record(source, site.node.span)},
                }
    return found


def _sites(aggregate: Aggregate) -> Iterator[tuple[e.Assign, Field]]:
    """The captured sites of an aggregate, in the order of its operations and their statements."""
    written = (field for field in aggregate.own_fields if field.node.span is not None)
    fields = {field.name: field for field in written if field.provenanced}
    if not fields:
        return
    for operation in aggregate.operations:
        for statement in operation.body:
            if isinstance(statement, e.Assign) and len(statement.path) == 1 and statement.path[0] in fields:
                yield statement, fields[statement.path[0]]


def snapshot_id(aggregate: str, field: str, text: str) -> str:
    """Eight hex digits: FNV-1a (32 bit) over the UTF-16 code units of `Aggregate.field::text`."""
    hashed = _FNV_OFFSET
    units = f"{aggregate}.{field}::{text}".encode("utf-16-le", errors="surrogatepass")
    for at in range(0, len(units), 2):
        hashed = ((hashed ^ int.from_bytes(units[at : at + 2], "little")) * _FNV_PRIME) & 0xFFFFFFFF
    return f"{hashed:08x}"


def _guid(text: str) -> str:
    """A GUID made from a text: the first 16 bytes of its SHA-256, with version 8 and the usual variant."""
    raw = bytearray(hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).digest()[:16])
    raw[6] = (raw[6] & 0x0F) | 0x80
    raw[8] = (raw[8] & 0x3F) | 0x80
    digits = raw.hex()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
