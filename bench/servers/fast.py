"""Two tools on FastMCP."""

import asyncio

from fastmcp import FastMCP

server = FastMCP("bench")


@server.tool
def echo(text: str) -> dict[str, str]:
    """Returns its text."""
    return {"text": text}


@server.tool
async def slow(seconds: float) -> dict[str, float]:
    """Sleeps."""
    await asyncio.sleep(seconds)
    return {"slept": seconds}


if __name__ == "__main__":
    server.run(show_banner=False)
