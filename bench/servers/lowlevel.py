"""Two tools on the low-level server of the official SDK."""

from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server


def tool(name: str, description: str, argument: str, kind: str) -> types.Tool:
    schema = {"type": "object", "properties": {argument: {"type": kind}}, "required": [argument]}
    return types.Tool(name=name, description=description, input_schema=schema)


TOOLS = [tool("echo", "Returns its text.", "text", "string"), tool("slow", "Sleeps.", "seconds", "number")]


async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=TOOLS)


async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
    arguments = params.arguments or {}
    if params.name == "slow":
        await anyio.sleep(arguments["seconds"])
    text = str(arguments)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], structured_content=dict(arguments)
    )


async def main() -> None:
    server = Server("bench", version="1", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
