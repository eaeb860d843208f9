"""`loopsmith doctor`: what is missing here, and what is broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.bakery import LOOP, Run, record_run


def test_the_doctor_always_gives_zero_and_names_what_is_missing(
    loopsmith: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config.write_text(
        LOOP.replace("command: cat", "command: no-such-program, requires_env: [A_KEY]")
        .replace("command: sh, args", "command: ./check.sh, args")
        .replace("max_cost_usd: 2", "")
    )
    status, out, _ = loopsmith("doctor", config)
    assert status == 0
    assert "'no-such-program' is not on PATH" in out
    assert "check.sh is not there" in out
    assert "0 errors, 1 warning;" in out
    (config.parent / "check.sh").write_text("")
    monkeypatch.setenv("PATH", str(config.parent / "nothing"))
    status, out, _ = loopsmith("doctor", config)
    assert status == 0
    assert "no isolated nodes" in out
    assert "is not executable" in out


def test_the_doctor_survives_what_is_broken(loopsmith: Run, config: Path) -> None:
    config.write_text("[")
    (config.parent / "state").write_text("")
    signs = json.loads(loopsmith("doctor", config, "--json")[1])
    broken = {sign["topic"] for sign in signs if sign["state"] == "problem"}
    assert {"config", "state"} <= broken
    assert all(set(sign) == {"topic", "state", "text"} for sign in signs)


def test_the_doctor_reads_the_state_folder(loopsmith: Run, config: Path) -> None:
    record_run(config)
    assert "1 run" in loopsmith("doctor", config)[1]
