"""The smallest client there is: bytes in, lines out. It can send what no real client would."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

PATIENCE = 30.0
"""Seconds to wait for what must come; only a failing test waits so long."""

FIXTURE_SERVER = [sys.executable, str(Path(__file__).with_name("fixture_server.py"))]
"""A server on the real start path, with the tools of `fixture_tools`."""

MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class RawClient:
    """A server process and its streams. Use as a context manager; the process is gone at its end."""

    def __init__(
        self,
        command: Sequence[str] = FIXTURE_SERVER,
        cwd: Path | str | None = None,
        env: dict[str, str] | None = None,
    ) -> None:
        surroundings = {k: v for k, v in os.environ.items() if k != "CLAUDE_PROJECT_DIR"}
        self.process = subprocess.Popen(
            list(command),
            cwd=cwd,
            env={**surroundings, **(env or {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr: list[bytes] = []
        self._readers = [
            threading.Thread(target=self._read_lines, daemon=True),
            threading.Thread(target=self._read_stderr, daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        self._pings = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _read_lines(self) -> None:
        assert self.process.stdout is not None
        with os.fdopen(os.dup(self.process.stdout.fileno()), "rb") as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def _read_stderr(self) -> None:
        assert self.process.stderr is not None
        while chunk := self.process.stderr.read(65_536):
            self._stderr.append(chunk)

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        view = memoryview(data)
        while view:
            view = view[self.process.stdin.write(view) :]

    def send(self, *messages: Any) -> None:
        """Sends each message as a frame, all in one write."""
        self.send_bytes(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    def frame(self) -> bytes:
        """The next frame, line end included; fails if there is none."""
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, f"the server closed its output; stderr: {self.stderr!r}"
        return line

    def message(self) -> Any:
        """The next frame, parsed."""
        return json.loads(self.frame())

    def ask(self, method: str, params: Any = None, request_id: Any = 1) -> Any:
        """Sends a request and returns the next message."""
        request: dict[str, Any] = {"jsonrpc": "2.0", "id": request_id, "method": method}
        if params is not None:
            request["params"] = params
        self.send(request)
        return self.message()

    def call(self, name: str, arguments: Any = None, request_id: Any = 1, **params: Any) -> dict[str, Any]:
        """The request that calls a tool, not yet sent."""
        members = {"name": name, "arguments": {} if arguments is None else arguments, **params}
        return {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": members}

    def initialize(self, version: str) -> Any:
        return self.ask("initialize", {"protocolVersion": version}, "initialize")["result"]

    def before_pong(self) -> list[Any]:
        """What the server had to say before it answered a ping sent now."""
        self._pings += 1
        marker = f"ping {self._pings}"
        self.send({"jsonrpc": "2.0", "id": marker, "method": "ping"})
        heard: list[Any] = []
        while True:
            message = self.message()
            if isinstance(message, dict) and message.get("id") == marker:
                assert message == {"jsonrpc": "2.0", "id": marker, "result": {}}
                return heard
            heard.append(message)

    def hang_up(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def end(self) -> tuple[int, list[Any]]:
        """Waits for the process to end by itself: its status, and the messages not yet read."""
        status = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        rest = []
        while (line := self._lines.get(timeout=PATIENCE)) is not None:
            rest.append(json.loads(line))
        return status, rest

    @property
    def stderr(self) -> bytes:
        return b"".join(self._stderr)
