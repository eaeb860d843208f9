"""Two tools on our own server, started as our programs are."""

import sys
import time

from loomsmith.mcp.programs import PROGRAMS, Program
from loomsmith.mcp.protocol import Identity
from loomsmith.mcp.start import main
from loomsmith.tools.catalog import Tool
from loomsmith.tools.parameters import Number, Text


def echo(text: str) -> dict[str, str]:
    return {"text": text}


def slow(seconds: float) -> dict[str, float]:
    time.sleep(seconds)
    return {"slept": seconds}


TOOLS = (
    Tool(
        "echo",
        "Echo",
        "reads",
        "Returns its text.",
        (Text("text", "Any text."),),
        f"{__name__}:echo",
        pure=True,
    ),
    Tool(
        "slow", "Slow", "reads", "Sleeps.", (Number("seconds", "How long."),), f"{__name__}:slow", pure=True
    ),
)

if __name__ == "__main__":
    PROGRAMS["bench"] = Program(Identity("bench", "1", "Bench", "Two tools."), (__name__,))
    sys.exit(main("bench", sys.argv[1:], "bench"))
