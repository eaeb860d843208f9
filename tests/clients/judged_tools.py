"""The four tools that the conformance suite asks a server for, served by our core."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from loomsmith.base.failures import Failure
from loomsmith.tools.catalog import Tool
from loomsmith.tools.parameters import Text

if TYPE_CHECKING:
    from loomsmith.base.context import CallContext

HERE = "clients.judged_tools"


def simple_text() -> dict[str, Any]:
    return {"text": "This is a simple text response for testing."}


def error_handling() -> dict[str, Any]:
    raise Failure("This tool intentionally returns an error for testing")


def with_progress(context: CallContext) -> dict[str, Any]:
    for done in (0, 50, 100):
        time.sleep(0.6)  # Short calls report nothing, and long ones not too often.
        context.progress(float(done), 100.0, f"{done} of 100")
    return {"done": True}


def echo(name: str = "") -> dict[str, Any]:
    return {"name": name}


class RichSchema(Tool):
    """Shows a schema with keywords that our own tools do without, to see that the server passes it on."""

    __slots__ = ()

    def describe(self) -> dict[str, object]:
        return super().describe() | {
            "inputSchema": {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "$defs": {
                    "address": {
                        "$anchor": "addressDef",
                        "type": "object",
                        "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
                    }
                },
                "properties": {
                    "name": {"type": "string"},
                    "address": {"$ref": "#/$defs/address"},
                    "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                    "phone": {"type": "string"},
                    "email": {"type": "string"},
                },
                "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
                "if": {
                    "properties": {"contactMethod": {"const": "phone"}},
                    "required": ["contactMethod"],
                },
                "then": {"required": ["phone"]},
                "else": {"required": ["email"]},
                "additionalProperties": False,
            }
        }


TOOLS = (
    Tool("test_simple_text", "Text", "reads", "Returns a text.", (), f"{HERE}:simple_text", pure=True),
    Tool("test_error_handling", "Error", "reads", "Fails.", (), f"{HERE}:error_handling", pure=True),
    Tool("test_tool_with_progress", "Progress", "reads", "Reports progress.", (), f"{HERE}:with_progress"),
    RichSchema(
        "json_schema_2020_12_tool",
        "Schema",
        "reads",
        "Has a rich schema.",
        (Text("name", "A name.", required=False),),
        f"{HERE}:echo",
        pure=True,
    ),
)
