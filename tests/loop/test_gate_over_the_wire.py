"""Scripts of a real server's gate: nothing they start outlives the call that ran them, or the server."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clients.raw import RawClient
from loomsmith.loop.store.sqlite import DATABASE, Store
from loop.checking import content, ends, is_running

SERVER = [sys.executable, "-m", "loomsmith.mcp", "--log-level", "off"]
CONFIG = """
name: slow
goals: [{ name: g, description: Whatever it is }]
validations:
  - target: g
    name: slow
    mode: objective
    statement: It ends
    detector:
      type: script
      command: sh
      args: [-c, "trap '' TERM INT HUP; sleep 300 & echo $! > child; echo $$ > leader; wait"]
  - target: g
    name: never
    mode: objective
    statement: It is not run
    detector: { type: script, command: touch, args: [second] }
"""


IMPATIENT_SERVER = [
    sys.executable,
    "-c",
    "from loomsmith.mcp import start, stdio; stdio.DRAIN_SECONDS = 0.1; start.main('loopsmith', [], 'test')",
]
"""A server that waits for its running calls only a moment once its client has hung up."""


@pytest.fixture
def asked(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """A server whose gate is running a script, and the script's processes."""
    (tmp_path / "loop.yaml").write_text(CONFIG)
    with RawClient(getattr(request, "param", SERVER), cwd=tmp_path) as client:
        client.initialize("2025-06-18")
        arguments = {"config_path": "loop.yaml", "target": "g"}
        client.send(client.call("loopsmith_gate_evaluate", arguments, 7))
        pids = [int(content(tmp_path / name)) for name in ("child", "leader")]
        assert all(map(is_running, pids))
        yield client, pids
    assert all(map(ends, pids))
    assert not (tmp_path / "second").exists()


def test_cancelling_the_call_kills_the_scripts_group_and_gives_no_answer(asked: Any) -> None:
    client, pids = asked
    client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}})
    assert all(map(ends, pids))
    assert client.before_pong() == []
    client.hang_up()
    assert client.end() == (0, [])


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 143)]
)
def test_a_signal_to_the_server_kills_the_scripts_group_before_it_ends(
    asked: Any, number: signal.Signals, status: int
) -> None:
    client, pids = asked
    client.signal(number)
    assert client.end()[0] == status
    assert all(map(ends, pids))


@pytest.mark.parametrize("asked", [IMPATIENT_SERVER], indirect=True, ids=["impatient"])
def test_a_script_that_outlasts_the_patience_with_a_client_that_hung_up_is_killed(asked: Any) -> None:
    client, pids = asked
    client.hang_up()
    assert client.end() == (0, [])
    assert all(map(ends, pids))


def test_the_server_answers_others_while_a_script_runs(asked: Any) -> None:
    client, _ = asked
    assert client.before_pong() == []
    assert "tools" in client.ask("tools/list", {}, 8)["result"]
    client.signal(signal.SIGTERM)
    client.end()


def test_progress_is_told_while_a_script_runs(tmp_path: Path) -> None:
    (tmp_path / "loop.yaml").write_text(
        "name: slow\ngoals: [{ name: g, description: Whatever it is }]\nvalidations:\n"
        "  - target: g\n    name: nap\n    mode: objective\n    statement: It ends\n"
        "    detector: { type: script, command: sleep, args: ['1.2'] }\n"
    )
    with RawClient(SERVER, cwd=tmp_path) as client:
        client.initialize("2025-06-18")
        arguments = {"config_path": "loop.yaml", "target": "g"}
        client.send(client.call("loopsmith_gate_evaluate", arguments, 7, _meta={"progressToken": 0}))
        heard = []
        while "id" not in (message := client.message()):
            heard.append(message["params"])
        assert message["result"]["structuredContent"]["satisfied"] is True
    steps = [told["progress"] for told in heard]
    assert steps == sorted(set(steps))
    assert steps
    assert all(told["total"] == 1 and told["message"] == "g: nap" for told in heard)


WRITER = """
import sys
from loomsmith.loop.store.records import LedgerEntry
from loomsmith.loop.store.sqlite import Store
store = Store("state")
print("ready", flush=True)
sys.stdin.readline()
for i in range(200):
    store.append_ledger(LedgerEntry("r", i, "iteration_started", str(i), 1))
"""


def test_two_servers_and_a_writer_share_a_state_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER]
    writer = subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert writer.stdin is not None
    assert writer.stdout is not None
    with RawClient(SERVER, cwd=tmp_path) as one, RawClient(SERVER, cwd=tmp_path) as two:
        servers = {"one": one, "two": two}
        for client in servers.values():
            client.initialize("2025-06-18")
        writer.stdout.readline()
        writer.stdin.write(b"go\n")
        writer.stdin.close()
        numbers: dict[str, list[int]] = {"one": [], "two": []}
        seen = 0
        for i in range(60):
            for name, client in servers.items():
                episode = {"run_id": "r", "node_id": name, "provider_id": "p", "output": str(i)}
                recorded = client.ask(
                    "tools/call", client.call("loopsmith_record_episode", episode)["params"]
                )
                numbers[name].append(recorded["result"]["structuredContent"]["seq"])
            ledger = client.ask("tools/call", client.call("loopsmith_ledger", {"run_id": "r"})["params"])
            entries = json.loads(ledger["result"]["content"][0]["text"])
            assert [entry["detail"] for entry in entries] == [str(n) for n in range(len(entries))]
            assert len(entries) >= seen
            seen = len(entries)
        assert writer.wait() == 0
        assert len(set(numbers["one"] + numbers["two"])) == 120
        for client in servers.values():
            client.hang_up()
            assert client.end()[0] == 0
    assert [path.name for path in (tmp_path / "state").iterdir()] == [DATABASE]
    with Store(tmp_path / "state") as store:
        assert len(store.ledger("r")) == 200
        for name in servers:
            own = [found.output for found in store.episodes("r") if found.node_id == name]
            assert own == [str(i) for i in range(60)]
    writer.stdout.close()
