"""The demo tells its story to the end, with the package alone."""

import os
import subprocess
import sys
from pathlib import Path

from loomsmith.loop.config import load
from loomsmith.loop.config.findings import findings

DEMO = Path(__file__).parents[1] / "examples" / "demo.py"


def test_the_demo_runs_to_its_end_and_the_gate_changes_its_mind_twice(tmp_path: Path) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "CLAUDE_PROJECT_DIR"}
    done = subprocess.run(
        [sys.executable, str(DEMO)],
        cwd=tmp_path,
        env={**surroundings, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    words = ["NOT SATISFIED", "SATISFIED", "NOT SATISFIED"]
    found = [
        line.split(":")[0].removeprefix("  ← ") for line in done.stdout.splitlines() if "SATISFIED" in line
    ]
    assert found == words
    assert "claude mcp add loopsmith --" in done.stdout.rpartition("To give these tools")[2]
    assert list(tmp_path.iterdir()) == []


def test_the_loop_of_the_demo_is_valid() -> None:
    assert list(findings(load(str(DEMO.with_name("demo") / "loop.yaml")))) == []
