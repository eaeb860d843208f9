"""The JSON Schema accepts whatever the loader accepts, and knows every field."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]

from loomsmith.loop.config import Config, ConfigError, loads
from loomsmith.loop.config.json_schema import json_schema
from loomsmith.loop.config.kinds import Kind, ListOf, MapOf, Record, Tagged, fields_of

CONFORMANCE = Path(__file__).parents[2] / "conformance" / "loop"
SCHEMA = Draft202012Validator(json_schema())


def _is_accepted(data: Any) -> bool:
    try:
        SCHEMA.validate(data)
    except ValidationError:
        return False
    return True


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(json_schema())
    assert json_schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_schema_accepts_every_config_that_loads() -> None:
    loaded = 0
    for path in sorted([*CONFORMANCE.glob("configs/*.yaml"), *CONFORMANCE.glob("runs/*.yaml")]):
        text = path.read_text("utf-8")
        try:
            loads(text)
        except ConfigError:
            continue
        loaded += 1
        # A YAML 1.1 reader differs in no scalar of these files that the schema looks at.
        assert _is_accepted(yaml.safe_load(text)), path.name
    assert loaded > 30


@pytest.mark.parametrize(
    "data",
    [
        {"name": 5, "goals": None, "validations": None},
        {"name": None, "goals": [], "validations": [], "graph": None, "providers": {"providers": None}},
        {"name": "n", "goals": [{"name": 1, "description": True, "priority": None}], "validations": []},
        {"name": "n", "goals": [], "validations": [], "schedules": [{"type": "manual", "note": "kept"}]},
        {"name": "n", "goals": [], "validations": [], "default_skills": [{"name": "a", "source": "git"}]},
        {"name": "n", "goals": [], "validations": [], "stop_gates": {"max_iterations": 0}},
        {"name": "n", "goals": [], "validations": [], "providers": {"cascade": {"any": []}}},
    ],
)
def test_the_schema_is_no_stricter_than_the_loader(data: dict[str, Any]) -> None:
    assert _is_accepted(data)


@pytest.mark.parametrize(
    "data",
    [
        {"goals": [], "validations": []},
        {"name": "n", "goals": [], "validations": [], "gaols": []},
        {"name": "n", "goals": [], "validations": [], "schedules": [{"type": "manually"}]},
        {"name": "n", "goals": [], "validations": [], "schedules": [{"type": "cron", "expr": 5}]},
        {"name": "n", "goals": [], "validations": [], "stop_gates": {"max_iterations": -1}},
        {"name": ["n"], "goals": [], "validations": []},
    ],
)
def test_the_schema_points_at_what_the_loader_refuses(data: dict[str, Any]) -> None:
    assert not _is_accepted(data)


def _records(kind: Kind) -> set[type]:
    match kind:
        case Record(record):
            return {record}.union(*(_records(spec.kind) for spec in fields_of(record)))
        case ListOf(inner) | MapOf(inner):
            return _records(inner)
        case Tagged(_, variants):
            return set(variants)
        case _:
            return set()


def test_every_field_is_described() -> None:
    records = _records(Record(Config))
    assert len(records) > 25
    for record in records:
        assert record.__doc__
        for spec in fields_of(record):
            assert spec.about.endswith((".", "…")), f"{record.__name__}.{spec.key}"
