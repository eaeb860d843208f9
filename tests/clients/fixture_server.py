"""Serves the fixture tools exactly as the real programs are served."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from loomsmith.mcp.programs import PROGRAMS, Program
from loomsmith.mcp.protocol import Identity
from loomsmith.mcp.start import main

PROGRAMS["fixtures"] = Program(
    Identity("fixtures", "1", "Fixtures", "Only for tests."), ("clients.fixture_tools",)
)
PROGRAMS["judged"] = Program(
    Identity("judged", "1", "Judged", "Only for the conformance suite."), ("clients.judged_tools",)
)
if __name__ == "__main__":
    program = "judged" if "--judged" in sys.argv else "fixtures"
    sys.exit(main(program, [word for word in sys.argv[1:] if word != "--judged"], "fixture-server"))
