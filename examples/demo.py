"""The story of one gate, told by a client that talks to the real server.

    python examples/demo.py

It plays in a copy of the loop in `examples/loops/changelog` and a small Git repository made for it, both of
which are thrown away afterwards.
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

LOOP = Path(__file__).with_name("loops") / "changelog"
PROGRAM = str(Path(sys.executable).with_name("loopsmith"))
SERVER = PROGRAM if os.path.exists(PROGRAM) else shutil.which("loopsmith") or "loopsmith"
WIDTH = 96

LAST_WEEK = """\
## [1.3.0] - 2026-07-20
### Added
- The lamp is lit an hour earlier in winter (#37).
### Fixed
- The lens turns at one speed (#38).
"""
DRAFT = """\
## [1.4.0] - 2026-07-27
### Added
- The wick is trimmed by itself after six hours (#41).
- A door left open is reported within a minute (#43).
"""
COMPLETED = f"""{DRAFT}### Fixed
- The lamp stays lit when the clocks are changed (#44).
"""

OPENING = """
loomsmith: an agent may do anything except certify its own work.

A loop is a piece of work for agents, described in one file: what must be true at the end, how that is
checked, who works on it. This one wants a changelog that misses no merged change. You see an agent talk to
the server, as its client would: → is what it asks, ← is what it hears.
"""

CHAPTERS = """
A client starts the server
One line in a client's settings is all it takes. There is no port and no network: the server talks over the
pipes of the process that started it, and ends with it.

The agent looks at the plan
Which pieces of the work can be done at the same time, and how many workers pay.

The agent says it is done; the gate does not take its word
Nothing has been written yet. The gate makes every check of the goal, and finds nothing.

The changelog appears, and the gate is satisfied
The checks are made afresh. The file is looked for on the disk; the patterns are searched in the text that
the agent passes along.

Another goal: no change may be missing
The agent claims that too. The loop's own script compares the changelog with the history, and the gate goes
by what it says: one change is missing. The agent adds it.

The changelog is deleted, and the gate takes its word back
A goal is satisfied as long as its evidence is there. The gate remembers nothing.

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


def history(folder: Path, *subjects: str) -> None:
    """Adds a commit to the folder's Git repository for each subject; one that begins with a tag is a tag."""
    alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    named = ["-c", "user.name=Keeper", "-c", "user.email=keeper@example.org"]
    for subject in subjects:
        is_tag = subject.startswith("v")
        words = ["tag", subject] if is_tag else [*named, "commit", "-q", "--allow-empty", "-m", subject]
        subprocess.run(["git", *words], cwd=folder, env={**os.environ, **alone}, check=True)


def last_weeks_run(folder: Path) -> None:
    """Leaves behind what a run of the loop leaves: a ledger, and rulings that the gate made at the time."""
    history(
        folder, "Build the tower (#30)", "v1.2.0", "Light the lamp earlier (#37)", "Steady the lens (#38)"
    )
    (folder / "CHANGELOG.md").write_text(LAST_WEEK, encoding="utf-8")
    config = load(str(folder / "loop.yaml"))
    start = 1_784_500_000_000
    context = CallContext(Settings(), lambda: start)
    rulings = gate.rule(context, config, gather(context.settings, config, folder), iteration=1)
    events: list[tuple[LedgerKind, str, str | None]] = [
        ("run_started", "6 nodes in 4 waves, 3 workers", None),
        ("iteration_started", "iteration 1", None),
        ("node_succeeded", "sorted 2 changes", "collect"),
        ("node_succeeded", "wrote CHANGELOG.md", "join"),
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
                LedgerEntry("last-week", min(i, 1), kind, detail, start + i * 1000, node)
                for i, (kind, detail, node) in enumerate(events)
            )
        )
    history(folder, "v1.3.0", "Trim the wick (#41)", "Report an open door (#43)", "Mind the clocks (#44)")
    (folder / "CHANGELOG.md").unlink()


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
    """All of it."""
    changelog = folder / "CHANGELOG.md"
    form: dict[str, Any] = {"config_path": "loop.yaml", "target": "in-form"}
    complete: dict[str, Any] = {"config_path": "loop.yaml", "target": "complete"}

    tell(1)
    client = meet(folder)

    tell(2)
    plan = client.call("loopsmith_plan", config_path="loop.yaml")
    for wave in plan["waves"]:
        say(f"← wave {wave['index']}: {', '.join(wave['nodes'])}")
    gain = f"{plan['concurrency']} workers, {plan['predicted_speedup']:.2f} times as fast as one"
    say(f"← critical path {' → '.join(plan['critical_path'])}; {gain}")

    tell(3)
    show_verdict(client.call("loopsmith_gate_evaluate", **form), folder)

    tell(4)
    changelog.write_text(DRAFT, encoding="utf-8")
    say("(CHANGELOG.md is written)")
    show_verdict(client.call("loopsmith_gate_evaluate", **form, artifacts={"CHANGELOG": DRAFT}), folder)

    tell(5)
    show_verdict(client.call("loopsmith_gate_evaluate", **complete), folder)
    changelog.write_text(COMPLETED, encoding="utf-8")
    say("(#44 is added)")
    show_verdict(client.call("loopsmith_gate_evaluate", **complete), folder)

    tell(6)
    changelog.unlink()
    say("(CHANGELOG.md is deleted)")
    show_verdict(client.call("loopsmith_gate_evaluate", **complete), folder)

    tell(7)
    report = {"run_id": "today", "node_id": "join", "provider_id": "claude", "output": "All goals reached."}
    say(f"← recorded, seq {client.call('loopsmith_record_episode', **report)['seq']}")
    note = {"run_id": "today", "key": "complete"}
    written = client.call("loopsmith_scratchpad", **note, value="#44 is easily overlooked")
    say(f"← {json.dumps(written)}")
    say(f"← {json.dumps(client.call('loopsmith_scratchpad', **note))}")
    states = client.call("loopsmith_goal_states", run_id="today")
    say(f"← {json.dumps(states)}: no ruling follows from a report")

    tell(8)
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
    if shutil.which("git") is None:
        sys.exit("The demo needs git: the loop that it shows reads a history.")
    with tempfile.TemporaryDirectory(prefix="lantern-") as name:
        folder = Path(name).resolve()
        shutil.copytree(LOOP, folder, dirs_exist_ok=True)
        subprocess.run(
            ["git", "init", "-q", "--template=", str(folder)], check=True, stderr=subprocess.DEVNULL
        )
        last_weeks_run(folder)
        story(folder)
    print("\nTo give these tools to an agent of yours, paste this into Claude Code's terminal:\n")
    print(f"  claude mcp add loopsmith -- {SERVER} mcp --state ./state\n")
    print("or this into the settings of any other client:\n")
    entry = {"loopsmith": {"command": SERVER, "args": ["mcp", "--state", "./state"]}}
    print(f"  {json.dumps({'mcpServers': entry})}")


if __name__ == "__main__":
    main()
