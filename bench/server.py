"""The server beside its peers: the same two tools on ours, on the official SDK's and on FastMCP's server.

Every figure is a median over rounds in which the servers take turns, so that a busy moment of the machine
hits all of them. All run under the interpreter that runs the benchmark.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from bench.report import Table, figure

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVERS = Path(__file__).with_name("servers")
ROUNDS = 7
CALLS = 1_000

COMMANDS = {
    "loomsmith core": [sys.executable, str(SERVERS / "ours.py")],
    "mcp lowlevel": [sys.executable, str(SERVERS / "lowlevel.py")],
    "FastMCP": [sys.executable, str(SERVERS / "fast.py")],
}
PRODUCT = "loomsmith mcp, all tools"
STARTED = {PRODUCT: [sys.executable, "-m", "loomsmith.mcp"], **COMMANDS}
BASE = "mcp lowlevel"


def frame(**message: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


OPENING = frame(
    id="initialize",
    method="initialize",
    params={
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "bench", "version": "1"},
    },
) + frame(method="notifications/initialized")
LIST = frame(id="list", method="tools/list")


class Running:
    """A server process that has answered `initialize`."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.input: IO[bytes] = self.process.stdin
        self.output: IO[bytes] = self.process.stdout
        self.ask(OPENING)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.input.close()
        self.process.wait()
        self.output.close()

    def ask(self, data: bytes) -> bytes:
        self.input.write(data)
        self.input.flush()
        answer = self.output.readline()
        assert b'"result"' in answer, answer
        return answer

    def peak_megabytes(self) -> float:
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        return float("nan")


@dataclass(slots=True)
class Start:
    wall_ms: float
    cpu_ms: float
    megabytes: float


def start(command: list[str]) -> Start:
    """Starts a server, asks for its tools, and lets it end. CPU time covers its whole life."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    with Running(command) as server:
        server.ask(LIST)
        wall = time.perf_counter() - began
        megabytes = server.peak_megabytes()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Start(wall * 1e3, cpu * 1e3, megabytes)


def calls(number: int) -> list[bytes]:
    params = {"name": "echo", "arguments": {"text": "hello"}}
    return [frame(id=n, method="tools/call", params=params) for n in range(number)]


def one_by_one(server: Running, requests: list[bytes]) -> float:
    began = time.perf_counter()
    for request in requests:
        server.ask(request)
    return len(requests) / (time.perf_counter() - began)


def pipelined(server: Running, requests: list[bytes]) -> float:
    def send() -> None:
        server.input.write(b"".join(requests))
        server.input.flush()

    began = time.perf_counter()
    sender = threading.Thread(target=send)
    sender.start()
    for _ in requests:
        assert server.output.readline()
    rate = len(requests) / (time.perf_counter() - began)
    sender.join()
    return rate


def start_table() -> Table:
    rounds = {name: [start(command)] for name, command in STARTED.items()}
    for _ in range(ROUNDS):
        for name, command in STARTED.items():
            rounds[name].append(start(command))
    medians = {
        name: Start(
            *(
                statistics.median(getattr(s, field) for s in starts[1:])
                for field in ("wall_ms", "cpu_ms", "megabytes")
            )
        )
        for name, starts in rounds.items()
    }
    base = medians[BASE]
    return Table(
        "Start to the answer of tools/list",
        ("server", "wall", "of lowlevel", "CPU, whole life", "of lowlevel", "peak memory", "of lowlevel"),
        [
            (
                name,
                figure(m.wall_ms, "ms"),
                figure(m.wall_ms / base.wall_ms),
                figure(m.cpu_ms, "ms"),
                figure(m.cpu_ms / base.cpu_ms),
                figure(m.megabytes, "MB"),
                figure(m.megabytes / base.megabytes),
            )
            for name, m in medians.items()
        ],
        [f"Medians of {ROUNDS} rounds in turn, after one to warm up."],
    )


def calls_table() -> Table:
    requests = calls(CALLS)
    single: dict[str, list[float]] = {name: [] for name in COMMANDS}
    many: dict[str, list[float]] = {name: [] for name in COMMANDS}
    memory: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            with Running(command) as server:
                one_by_one(server, requests[:100])
                single[name].append(one_by_one(server, requests))
                many[name].append(pipelined(server, requests))
                memory[name] = server.peak_megabytes()
    rates = {name: (statistics.median(single[name]), statistics.median(many[name])) for name in COMMANDS}
    return Table(
        "Calls of a tool that echoes its argument",
        ("server", "one by one", "x lowlevel", "pipelined", "x lowlevel", "peak memory"),
        [
            (
                name,
                figure(one, "/s"),
                figure(one / rates[BASE][0]),
                figure(piped, "/s"),
                figure(piped / rates[BASE][1]),
                figure(memory[name], "MB"),
            )
            for name, (one, piped) in rates.items()
        ],
        [f"{CALLS:,} calls a round, after 100 to warm up; medians of {ROUNDS} rounds in turn."],
    )


def measure() -> Iterator[Table]:
    """The tables of this area."""
    yield start_table()
    yield calls_table()
