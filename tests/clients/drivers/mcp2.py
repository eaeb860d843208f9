"""Drive a server with the official Python SDK's client, version 2, in one of its three modes."""

import json
import sys
from typing import Any

import anyio

from mcp import Client, StdioServerParameters

SERVER_INFO = "io.modelcontextprotocol/serverInfo"


async def drive(task: dict[str, Any]) -> dict[str, Any]:
    server = StdioServerParameters(
        command=task["command"], args=task["args"], env=task["env"], cwd=task["cwd"]
    )
    async with Client(server, mode=task["mode"], read_timeout_seconds=30) as client:
        listed = await client.list_tools()
        results = []
        for name, arguments in task["calls"]:
            result = await client.call_tool(name, arguments)
            results.append(
                {
                    "isError": bool(result.is_error),
                    "text": result.content[0].text,
                    "structured": result.structured_content,
                }
            )
        return {
            "protocol": client.protocol_version,
            # With its version pinned the client asks nothing first; each result says whose it is.
            "server": client.server_info.name if client.server_info else listed.meta[SERVER_INFO]["name"],
            "instructions": client.instructions,
            "tools": [tool.name for tool in listed.tools],
            "results": results,
        }


print(json.dumps(anyio.run(drive, json.load(sys.stdin))))
