"""The story of one gate, told by a client that talks to the real server.

    python examples/demo.py

A loop wants the release notes of a small program. The agent that writes them may do anything except certify
its own work: whether the notes are good enough is for the gate to say, from what it finds on the disk.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path
from typing import Any

from loomsmith.base.context import CallContext, Settings
from loomsmith.loop import gate
from loomsmith.loop.config import load
from loomsmith.loop.evidence import gather
from loomsmith.loop.store.records import LedgerEntry, LedgerKind
from loomsmith.loop.store.sqlite import Store

LOOP = Path(__file__).with_name("demo")
PROGRAM = str(Path(sys.executable).with_name("loopsmith"))
SERVER = PROGRAM if os.path.exists(PROGRAM) else shutil.which("loopsmith") or "loopsmith"
WIDTH = 96

NOTES = """\
# Lantern 1.4

- #41 The wick is trimmed by itself after six hours.
- #43 A door left open is reported within a minute.
- #44 Fixed: the lamp went out whenever the clocks were changed.
"""

OPENING = """
loomsmith: an agent may do anything except certify its own work.

A loop is a piece of work for agents, described in one file: what must be true at the end, how that is
checked, who works on it. This one wants the release notes of a small program. You see an agent talk to the
server, as its client would: → is what it asks, ← is what it hears.
"""

CHAPTERS = """
A client starts the server
One line in a client's settings is all it takes. There is no port and no network: the server talks over the
pipes of the process that started it, and ends with it.

The agent looks at the plan
Which pieces of the work can be done at the same time, and how many workers pay.

The agent says it is done; the gate does not take its word
Nobody has written any notes yet. The gate makes every check of the goal and finds nothing.

The notes appear, and the gate is satisfied
The checks are made afresh: a file, a script of the loop's own, a pattern in a text and a number that the
agent passes along. Advisory checks are told and decide nothing.

The notes are deleted, and the gate takes its word back
A goal is satisfied as long as its evidence is there. The agent passes the same text along as before, but the
file is gone.

What happened is recorded, and changes no ruling
The agent reports its work, and leaves a note for whoever comes next. Both are kept; neither is proof.

The ledger of last week's run
What happened in a run, and what the gate ruled then. The ledger only grows: the database itself refuses to
change or to remove an entry.
"""


class Client:
    """A server started as every MCP client starts one: a child process, JSON lines on its pipes."""

    def __init__(self, folder: Path) -> None:
        command = [SERVER, "mcp", "--state", "./state"]
        say(f"$ loopsmith {' '.join(command[1:])}")
        surroundings = {name: value for name, value in os.environ.items() if name != "CLAUDE_PROJECT_DIR"}
        self._server = subprocess.Popen(
            command,
            cwd=folder,
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self._asked = 0

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        self._asked += 1
        self.send({"jsonrpc": "2.0", "id": self._asked, "method": method, "params": params})
        assert self._server.stdout is not None
        for line in self._server.stdout:
            answer = json.loads(line)
            if answer.get("id") == self._asked:
                return answer["result"]
        raise SystemExit("The server has gone.")

    def send(self, message: dict[str, Any]) -> None:
        """Sends a message without waiting for an answer."""
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(message) + "\n")
        self._server.stdin.flush()

    def call(self, tool: str, **arguments: Any) -> Any:
        """Calls a tool, shows the call, and returns its value."""
        shown = {name: value if len(str(value)) < 60 else "…" for name, value in arguments.items()}
        say(f"→ {tool} {json.dumps(shown, ensure_ascii=False)}")
        result = self.ask("tools/call", name=tool, arguments=arguments)
        text = result["content"][0]["text"]
        if result["isError"]:
            raise SystemExit(f"The server says: {text}")
        return json.loads(text)

    def hang_up(self) -> int:
        """Closes the pipe, on which a server ends; its exit status."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        return self._server.wait(timeout=30)


def fold(text: str, margin: str = "", hang: str = "") -> None:
    """Prints a paragraph."""
    lines = textwrap.wrap(
        " ".join(text.split("\n")),
        WIDTH,
        initial_indent=margin,
        subsequent_indent=margin + hang,
        break_on_hyphens=False,
    )
    print("\n".join(lines))


def say(text: str, hang: int = 2) -> None:
    """A line of the conversation, folded; its further lines hang `hang` columns further in."""
    fold(text, "  ", " " * hang)


def tell(number: int) -> None:
    """The head of a chapter and what it is about."""
    title, _, text = CHAPTERS.strip().split("\n\n")[number - 1].partition("\n")
    print(f"\n{number}. {title}")
    fold(text, "   ")
    print()


def show_verdict(verdict: dict[str, Any], folder: Path) -> None:
    """What the gate said, check by check."""
    say(f"← {'SATISFIED' if verdict['satisfied'] else 'NOT SATISFIED'}: {verdict['reason']}")
    for check in verdict["checks"]:
        mark = "✓" if check["passed"] else "✗"
        advice = "" if check["blocking"] else " (advisory)"
        evidence = check["evidence"].replace(f"{folder}{os.sep}", "")
        say(f"  {mark} {check['name']}{advice}: {evidence}", hang=6)


def last_weeks_run(folder: Path) -> None:
    """Leaves behind what a run of the loop leaves: a ledger, and rulings that the gate made at the time."""
    day = 1_790_000_000_000
    (folder / "notes.md").write_text("# Lantern 1.3\n\n- #41 #43 #44\n", encoding="utf-8")
    config = load(str(folder / "loop.yaml"))
    context = CallContext(Settings(), lambda: day + 60_000)
    rulings = gate.rule(context, config, gather(context.settings, config, folder), iteration=1)
    events: list[tuple[LedgerKind, str, str | None]] = [
        ("run_started", "4 nodes in 3 waves, 2 workers", None),
        ("iteration_started", "iteration 1", None),
        ("node_succeeded", "collected 3 changes", "collect"),
        ("node_succeeded", "wrote notes.md", "draft"),
    ]
    for target, ruling in rulings.items():
        kind: LedgerKind = "goal_satisfied" if ruling.verdict.satisfied else "gate_evaluated"
        events.append((kind, f"{target}: {ruling.verdict.reason}", None))
    events.append(("run_finished", "success", None))
    with Store(folder / "state") as store:
        for ruling in rulings.values():
            store.save_ruling("last-week", ruling)
        store.append_ledger(
            *(
                LedgerEntry("last-week", min(i, 1), kind, detail, day + i * 1000, node)
                for i, (kind, detail, node) in enumerate(events)
            )
        )
    (folder / "notes.md").unlink()


def meet(folder: Path) -> Client:
    """Starts a server, and shows who it is and what it offers."""
    start = time.perf_counter()
    client = Client(folder)
    hello = client.ask(
        "initialize",
        protocolVersion="2025-11-25",
        capabilities={},
        clientInfo={"name": "demo", "version": "1"},
    )
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    tools = client.ask("tools/list")["tools"]
    taken = (time.perf_counter() - start) * 1000
    server = hello["serverInfo"]
    say("→ initialize, tools/list")
    say(f"← {server['name']} {server['version']}, protocol {hello['protocolVersion']}, after {taken:.0f} ms:")
    for tool in tools:
        say(f"    {tool['name']:<26} {tool['title']}")
    say("  None of them sets a ruling: there is no such tool.")
    return client


def story(folder: Path) -> None:
    """All of it, in a folder that is thrown away afterwards."""
    notes = folder / "notes.md"
    question: dict[str, Any] = {"config_path": "loop.yaml", "target": "notes"}
    evidence = {"artifacts": {"notes": NOTES}, "metrics": {"words": len(NOTES.split())}}

    tell(1)
    client = meet(folder)

    tell(2)
    plan = client.call("loopsmith_plan", config_path="loop.yaml")
    for wave in plan["waves"]:
        say(f"← wave {wave['index']}: {', '.join(wave['nodes'])}")
    gain = f"{plan['concurrency']} workers, {plan['predicted_speedup']:.2f} times as fast as one"
    say(f"← critical path {' → '.join(plan['critical_path'])}; {gain}")

    tell(3)
    show_verdict(client.call("loopsmith_gate_evaluate", **question), folder)

    tell(4)
    notes.write_text(NOTES, encoding="utf-8")
    say("(notes.md is written)")
    show_verdict(client.call("loopsmith_gate_evaluate", **question, **evidence), folder)

    tell(5)
    notes.unlink()
    say("(notes.md is deleted)")
    show_verdict(client.call("loopsmith_gate_evaluate", **question, **evidence), folder)

    tell(6)
    report = {"run_id": "today", "node_id": "draft", "provider_id": "claude", "output": "All goals reached."}
    say(f"← recorded, seq {client.call('loopsmith_record_episode', **report)['seq']}")
    note = {"run_id": "today", "key": "notes"}
    written = client.call("loopsmith_scratchpad", **note, value="#44 needs a second pair of eyes")
    say(f"← {json.dumps(written)}")
    say(f"← {json.dumps(client.call('loopsmith_scratchpad', **note))}")
    states = client.call("loopsmith_goal_states", run_id="today")
    say(f"← {json.dumps(states)}: no ruling follows from a report")

    tell(7)
    for entry in client.call("loopsmith_ledger", run_id="last-week", limit=6):
        say(f"← {entry['kind']:<18} {entry['node_id'] or '':<8} {entry['detail']}", hang=29)
    for target, state in client.call("loopsmith_goal_states", run_id="last-week").items():
        word = "satisfied" if state["satisfied"] else "not satisfied"
        say(f"← {target}: {word} in iteration {state['iteration']}: {state['reason']}")
    client.hang_up()


def main() -> None:
    """Tells the story, and how to have the same."""
    for paragraph in OPENING.strip().split("\n\n"):
        fold(paragraph)
        print()
    with tempfile.TemporaryDirectory(prefix="lantern-") as name:
        folder = Path(name).resolve()
        shutil.copytree(LOOP, folder, dirs_exist_ok=True)
        last_weeks_run(folder)
        story(folder)
    print("\nTo give these tools to an agent of yours, paste this into Claude Code's terminal:\n")
    print(f"  claude mcp add loopsmith -- {SERVER} mcp --state ./state\n")
    print("or this into the settings of any other client:\n")
    entry = {"loopsmith": {"command": SERVER, "args": ["mcp", "--state", "./state"]}}
    print(f"  {json.dumps({'mcpServers': entry})}")


if __name__ == "__main__":
    main()
