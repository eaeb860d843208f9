"""Drive a server with the official Python SDK's client, version 1, which most agents still embed."""

import json
import sys
from typing import Any

import anyio
from mcp.client.stdio import stdio_client

from mcp import ClientSession, StdioServerParameters


async def drive(task: dict[str, Any]) -> dict[str, Any]:
    server = StdioServerParameters(
        command=task["command"], args=task["args"], env=task["env"], cwd=task["cwd"]
    )
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        hello = await session.initialize()
        listed = await session.list_tools()
        results = []
        for name, arguments in task["calls"]:
            result = await session.call_tool(name, arguments)
            results.append(
                {
                    "isError": bool(result.isError),
                    "text": result.content[0].text,
                    "structured": result.structuredContent,
                }
            )
        return {
            "protocol": str(hello.protocolVersion),
            "server": hello.serverInfo.name,
            "instructions": hello.instructions,
            "tools": [tool.name for tool in listed.tools],
            "results": results,
        }


print(json.dumps(anyio.run(drive, json.load(sys.stdin))))
