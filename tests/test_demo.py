"""The demo tells its story to the end, with the package alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEMO = Path(__file__).parents[1] / "examples" / "demo.py"


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_the_demo_runs_to_its_end_and_the_gate_goes_by_the_evidence(tmp_path: Path) -> None:
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
    rulings = [line.partition(":")[0] for line in done.stdout.splitlines() if "SATISFIED" in line]
    no, yes = "  ← NOT SATISFIED", "  ← SATISFIED"
    assert rulings == [no, yes, no, yes, no]
    assert "missing: #44" in done.stdout
    assert "claude mcp add loopsmith --" in done.stdout.rpartition("To give these tools")[2]
    assert list(tmp_path.iterdir()) == []
