"""The JSON Schema of a config, for editors: it accepts everything the loader accepts."""

from __future__ import annotations

from typing import Any

from loomsmith.loop.config.kinds import (
    FieldSpec,
    Flag,
    Integer,
    Kind,
    ListOf,
    MapOf,
    Real,
    Record,
    Tagged,
    Text,
    Word,
    fields_of,
    plain,
)
from loomsmith.loop.config.model import Config


def json_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a config as JSON values; rules of validation are no part of it."""
    definitions: dict[str, Any] = {}
    root = _record(Config, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A loop for loopsmith",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _record(record: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    specs = fields_of(record)
    return {
        "description": _summary(record),
        "type": "object",
        "properties": {spec.key: _field(spec, definitions, False) for spec in specs},
        "required": [spec.key for spec in specs if spec.required],
        "additionalProperties": False,
    }


def _variant(tag: str, record: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    specs = fields_of(record)
    properties = {spec.key: _field(spec, definitions, True) for spec in specs}
    return {
        "description": _summary(record),
        "type": "object",
        "properties": {tag: {"const": record.tag}, **properties},
        "required": [tag, *(spec.key for spec in specs if spec.required)],
    }


def _summary(record: Any) -> str:
    return str(record.__doc__).split("\n", 1)[0]


def _field(spec: FieldSpec, definitions: dict[str, Any], tagged: bool) -> dict[str, Any]:
    schema = {"description": spec.about, **_kind(spec.kind, definitions, tagged)}
    if not spec.required:
        schema["default"] = plain(spec.default)
    return schema


def _kind(kind: Kind, definitions: dict[str, Any], tagged: bool) -> dict[str, Any]:
    """The schema of a kind. Only strings in tagged objects must be strings; elsewhere their text is taken."""
    match kind:
        case Text(optional):
            if tagged:
                return {"type": ["string", "null"] if optional else "string"}
            return {"type": ["string", "number", "boolean", "null"]}
        case Integer(_, lowest, highest, optional):
            return {"type": _or_null("integer", optional), "minimum": lowest, "maximum": highest}
        case Real(optional):
            return {"type": _or_null("number", optional)}
        case Flag():
            return {"type": "boolean"}
        case Word(words, aliases):
            return {"enum": [*words, *(spelling for spelling, _ in aliases)]}
        case ListOf(member):
            return {"type": ["array", "null"], "items": _kind(member, definitions, tagged)}
        case MapOf(value):
            return {"type": ["object", "null"], "additionalProperties": _kind(value, definitions, tagged)}
        case Record(record):
            if record.__name__ not in definitions:
                definitions[record.__name__] = _record(record, definitions)
            return {"anyOf": [{"$ref": f"#/$defs/{record.__name__}"}, *_null_if_empty(record)]}
        case Tagged(tag, variants):
            return {"oneOf": [_variant(tag, variant, definitions) for variant in variants]}


def _null_if_empty(record: Any) -> list[dict[str, Any]]:
    """Nothing stands for a record whose fields all have defaults."""
    return [] if any(spec.required for spec in fields_of(record)) else [{"type": "null"}]


def _or_null(name: str, optional: bool) -> str | list[str]:
    return [name, "null"] if optional else name
