"""A connection without a process: bytes go in as reads, frames come out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from clients import fixture_tools
from loomsmith.base.context import Settings
from loomsmith.mcp import stdio
from loomsmith.mcp.protocol import Identity
from loomsmith.mcp.server import Server
from loomsmith.tools.catalog import Catalog

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.tools.catalog import Tool


def fresh_server(tools: Sequence[Tool] = fixture_tools.TOOLS) -> Server:
    """A server of these tools; what their handlers do wrong goes unsaid."""
    catalog = Catalog(tools, Settings(), on_defect=lambda name, defect: None)
    return Server(catalog, Identity("fixtures", "1", "Fixtures", "Only for tests."))


def served(chunks: Sequence[bytes], tools: Sequence[Tool] = fixture_tools.TOOLS) -> list[bytes]:
    """The frames that a fresh server writes for these reads, followed by the end of input."""
    written: list[bytes] = []
    reads = iter([*(chunk for chunk in chunks if chunk), b""])
    stdio.serve(fresh_server(tools), lambda: next(reads), written.append)
    return written


def as_frames(*messages: Any) -> bytes:
    """The messages as a client writes them."""
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)
