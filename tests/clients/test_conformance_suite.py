"""The protocol's own conformance suite, through the bridge, on what concerns a server of tools over stdio."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from clients.environments import HERE, MODULES, node

if TYPE_CHECKING:
    from collections.abc import Iterator

SCENARIOS = [
    *((version, name) for version in ("2025-06-18", "2025-11-25") for name in ("server-initialize", "ping")),
    *(
        (version, name)
        for version in ("2025-06-18", "2025-11-25", "2026-07-28")
        for name in (
            "tools-list",
            "tools-call-simple-text",
            "tools-call-error",
            "tools-call-with-progress",
        )
    ),
    ("2025-11-25", "json-schema-2020-12"),
    ("2026-07-28", "json-schema-2020-12"),
]

# What a server of tools alone, which serves both eras, fails by design: two checks want a tool that needs a
# capability of the client, and one wants `initialize` to be unknown.
EXPECTED_FAILURES = {("2026-07-28", "server-stateless"): 3}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    server = [sys.executable, str(HERE / "fixture_server.py"), "--judged"]
    with subprocess.Popen(
        [sys.executable, str(HERE / "bridge.py"), *server], stdout=subprocess.PIPE, encoding="utf-8"
    ) as bridge:
        assert bridge.stdout is not None
        yield bridge.stdout.readline().strip()
        bridge.terminate()


def judge(url: str, version: str, scenario: str) -> tuple[int, str]:
    """Run one scenario of the suite; its exit status and all that it printed."""
    suite = str(MODULES / ".bin" / "conformance")
    wanted = ["server", "--url", url, "--scenario", scenario, "--spec-version", version]
    done = subprocess.run(
        [node(), suite, *wanted], capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("version", "scenario"), SCENARIOS, ids=str)
def test_the_conformance_suite_is_content(url: str, version: str, scenario: str) -> None:
    status, text = judge(url, version, scenario)
    assert status == 0, text


@pytest.mark.parametrize(("version", "scenario"), EXPECTED_FAILURES, ids=str)
def test_no_more_fails_than_a_server_of_both_eras_must(url: str, version: str, scenario: str) -> None:
    _, text = judge(url, version, scenario)
    found = re.search(r"(\d+) passed, (\d+) failed", text) or re.search(r"Passed: (\d+)/(\d+)", text)
    assert found is not None, text
    first, second = map(int, found.groups())
    failed = second if "failed" in found.group(0) else second - first
    assert failed <= EXPECTED_FAILURES[version, scenario], text
