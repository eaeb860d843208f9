"""What every tool of every catalog must keep to, so that clients take it and handlers are what they say."""

from __future__ import annotations

import inspect
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loomsmith.base.context import Settings
from loomsmith.mcp.programs import PROGRAMS
from loomsmith.tools.catalog import Catalog, resolve
from loomsmith.tools.parameters import Boolean, Integer, Mapping, Number, Records, Text

if TYPE_CHECKING:
    from loomsmith.tools.catalog import Tool

TOOLS = [
    pytest.param(tool, id=f"{tool.name}{suffix}")
    for suffix, settings in (("", Settings()), ("-read-only", Settings(read_only=True)))
    for tool in Catalog(PROGRAMS["loomsmith"].tools(), settings).tools
]
ALL = pytest.mark.parametrize("tool", TOOLS)

ALLOWED_KEYWORDS = {
    "string": {"type", "description", "enum", "default"},
    "integer": {"type", "description", "default", "minimum", "maximum"},
    "number": {"type", "description", "default", "minimum", "maximum"},
    "boolean": {"type", "description", "default"},
    "array": {"type", "description", "items", "minItems", "maxItems"},
    "object": {"type", "description", "properties", "required", "additionalProperties"},
}
PYTHON_TYPES = {"string": str, "integer": int, "number": float, "boolean": bool}
ARGUMENT_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}")


def walk(schema: Any, depth: int = 0) -> None:
    assert isinstance(schema, dict), "no bare true"
    kind = schema.get("type")
    assert isinstance(kind, str), "exactly one type"
    assert set(schema) <= ALLOWED_KEYWORDS[kind]
    assert depth <= (2 if kind in ("array", "object") else 3), "at most object, array, object"
    if "enum" in schema:
        assert schema["enum"]
        assert all(isinstance(word, str) for word in schema["enum"])
    if "default" in schema:
        assert type(schema["default"]) is PYTHON_TYPES[kind]
    if kind == "array":
        assert "type" in schema["items"]
        walk(schema["items"], depth + 1)
    if "properties" in schema:
        assert schema["additionalProperties"] is False
        assert isinstance(schema["required"], list)
        assert set(schema["required"]) <= set(schema["properties"])
        for name, member in schema["properties"].items():
            assert ARGUMENT_NAME.fullmatch(name)
            assert member["description"].strip()
            walk(member, depth + 1)
    else:
        assert depth > 0 or kind != "object"
        assert "required" not in schema
        assert "additionalProperties" not in schema


@ALL
def test_every_schema_keeps_to_the_subset_that_all_clients_take(tool: Tool) -> None:
    schema = tool.describe()["inputSchema"]
    assert isinstance(schema, dict)
    assert set(schema) == {"type", "properties", "required", "additionalProperties"}
    walk(schema)


@ALL
def test_every_tool_has_a_name_title_and_description_that_clients_can_show_whole(tool: Tool) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]{0,39}", tool.name)
    assert tool.name.startswith(("loopsmith_", "loom_"))
    assert tool.title
    assert 0 < len(tool.description) <= 1_900
    assert tool.description == tool.description.strip()


@ALL
def test_every_tool_gives_all_four_hints(tool: Tool) -> None:
    hints = tool.describe()["annotations"]
    expected = {
        "reads": (True, True, False),
        "records": (False, tool.idempotent, False),
        "runs": (False, True, True),
    }[tool.effect]
    assert hints == {
        "title": tool.title,
        "readOnlyHint": expected[0],
        "destructiveHint": False,
        "idempotentHint": expected[1],
        "openWorldHint": expected[2],
    }


@ALL
def test_every_handler_exists_and_takes_what_its_tool_declares(tool: Tool) -> None:
    signature = inspect.signature(resolve(tool.handler))
    taken = dict(signature.parameters)
    if not tool.pure:
        first = next(iter(taken.values()))
        assert first.annotation in ("CallContext", "base.context.CallContext")
        assert first.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        del taken[first.name]
    declared = {parameter.keyword: parameter for parameter in tool.parameters}
    beyond = [name for name in taken if name not in declared]
    assert set(declared) <= set(taken)
    assert beyond == [] or tool.restrained is None, "only a restrained tool leaves arguments out"
    for name, parameter in declared.items():
        ours = taken[name]
        assert ours.kind is not inspect.Parameter.POSITIONAL_ONLY
        if parameter.required:
            assert ours.default is inspect.Parameter.empty
        else:
            assert ours.default == parameter.default
            assert type(ours.default) is type(parameter.default)
        kind = next(kind for kind in type(parameter).__mro__ if kind in ANNOTATIONS)
        assert ours.annotation.removesuffix(" | None") in ANNOTATIONS[kind]
        assert ours.annotation.endswith(" | None") == (not parameter.required and parameter.default is None)


ANNOTATIONS = {
    Text: ("str",),
    Integer: ("int",),
    Number: ("float",),
    Boolean: ("bool",),
    Mapping: ("Mapping[str, Any]", "Mapping[str, object]", "dict[str, Any]", "dict[str, object]"),
    Records: tuple(
        f"{outer}[{inner}[str, {value}]]"
        for outer in ("list", "Sequence")
        for inner in ("dict", "Mapping")
        for value in ("Any", "object")
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_has_unique_tools_and_instructions_that_no_client_cuts(name: str) -> None:
    program = PROGRAMS[name]
    names = [tool.name for tool in program.tools()]
    assert len(set(names)) == len(names) <= 25
    instructions = program.identity.instructions
    assert 0 < len(instructions) <= 2_000
    named = re.findall(r"(?:loom|loopsmith)_\w+", instructions)
    assert set(named) <= set(names), "what is named is served"
    essentials, _, _ = instructions.partition("\n\n")
    assert len(essentials) <= 500
    if "loom_validate" in names:
        cycle = ["loom_outline", "loom_apply_patch", "loom_validate"]
        assert re.findall(r"loom_\w+", essentials) == cycle
        assert "loom_guide" in named
        assert "loom_explain" in named
        assert "loom_hover" in named
    if "loopsmith_plan" in names:
        order = ["loopsmith_plan", "loopsmith_record_episode", "loopsmith_gate_evaluate"]
        assert re.findall(r"loopsmith_\w+", essentials) == order
        assert "Only the gate rules whether a goal is satisfied" in essentials


def test_the_largest_program_serves_every_catalog() -> None:
    everything = [tool.name for tool in PROGRAMS["loomsmith"].tools()]
    parts = [tool.name for name in ("ddd-mcp", "loopsmith") for tool in PROGRAMS[name].tools()]
    assert everything == parts


SNAPSHOT = Path(__file__).with_name("loopsmith_tools.json")


def test_the_loop_tools_are_described_as_they_were() -> None:
    """Set LOOMSMITH_SNAPSHOT=1 to accept a change that is meant."""
    described = Catalog(PROGRAMS["loopsmith"].tools(), Settings()).describe()
    if os.environ.get("LOOMSMITH_SNAPSHOT") == "1":
        SNAPSHOT.write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    assert described == json.loads(SNAPSHOT.read_text(encoding="utf-8"))
