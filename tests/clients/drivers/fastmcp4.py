"""Drive a server with FastMCP's client, which raises on results that are errors unless told not to."""

import asyncio
import json
import sys
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError


async def drive(task: dict[str, Any]) -> dict[str, Any]:
    transport = StdioTransport(task["command"], task["args"], env=task["env"], cwd=task["cwd"])
    async with Client(transport, timeout=30) as client:
        tools = await client.list_tools()
        results: list[dict[str, Any]] = []
        for name, arguments in task["calls"]:
            try:
                result = await client.call_tool(name, arguments)
            except ToolError as error:
                results.append({"isError": True, "text": str(error), "structured": None})
            else:
                text = result.content[0].text
                results.append({"isError": False, "text": text, "structured": result.structured_content})
        return {
            "protocol": None,
            "server": client.server_info.name,
            "instructions": client.instructions,
            "tools": [tool.name for tool in tools],
            "results": results,
        }


print(json.dumps(asyncio.run(drive(json.load(sys.stdin)))))
