"""Puts a stdio server behind HTTP, for a judge that cannot drive a process. For tests alone.

    python bridge.py COMMAND...

listens on a free port of 127.0.0.1, prints its address, and hands every POST to the one child as a frame.
The answer is `application/json`, or an event stream where notifications came first.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue
from typing import Any

STATUSES = {-32600: 400, -32602: 400, -32022: 400, -32601: 404}
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"


class Child:
    """The server process; answers are handed to whoever asked, notifications to the request in flight."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lock = threading.Lock()
        self.waiting: dict[str, SimpleQueue[dict[str, Any]]] = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        for line in self.process.stdout or ():
            message = json.loads(line)
            key = json.dumps(message.get("id"))
            if "method" in message or key not in self.waiting:
                for queue in list(self.waiting.values()):
                    queue.put(message)
            else:
                self.waiting[key].put(message)

    def send(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """Send a frame; the notifications and the answer that came, nothing for a notification."""
        assert self.process.stdin is not None
        key = json.dumps(message.get("id"))
        queue: SimpleQueue[dict[str, Any]] = SimpleQueue()
        with self.lock:
            if "id" in message:
                self.waiting[key] = queue
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        came: list[dict[str, Any]] = []
        while "id" in message and not (came and "method" not in came[-1]):
            came.append(queue.get(timeout=60))
        self.waiting.pop(key, None)
        return came


class Bridge(BaseHTTPRequestHandler):
    """One POST, one frame."""

    child: Child
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def answer(self, status: int, body: bytes = b"", kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self.answer(405)

    def do_DELETE(self) -> None:
        self.answer(405)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        hosts = (self.headers.get("Host", ""), self.headers.get("Origin", "//127.0.0.1").split("//")[-1])
        if any(host.rsplit(":", 1)[0] not in ("127.0.0.1", "localhost") for host in hosts):
            self.answer(403)
            return
        message = json.loads(body)
        clash = self.clash(message)
        if clash is not None:
            error = {"code": -32020, "message": clash}
            self.reply(400, {"jsonrpc": "2.0", "id": message.get("id"), "error": error})
            return
        came = self.child.send(message)
        if not came:
            self.answer(202)
        elif len(came) == 1:
            self.reply(STATUSES.get(came[0].get("error", {}).get("code"), 200), came[0])
        else:
            events = "".join(f"event: message\ndata: {json.dumps(item)}\n\n" for item in came)
            self.answer(200, events.encode(), "text/event-stream")

    def reply(self, status: int, message: dict[str, Any]) -> None:
        self.answer(status, json.dumps(message).encode())

    def clash(self, message: dict[str, Any]) -> str | None:
        """What the headers of a modern request say otherwise than its body."""
        params = message.get("params") or {}
        version = (params.get("_meta") or {}).get(VERSION_KEY)
        if version is None:
            return None
        said = {
            "MCP-Protocol-Version": version,
            "Mcp-Method": message.get("method"),
            "Mcp-Name": params.get("name") if message.get("method") == "tools/call" else None,
        }
        for header, value in said.items():
            given = self.headers.get(header)
            if value is not None and given != value:
                return f"{header} is {given!r} and not {value!r}"
        return None


def main() -> None:
    Bridge.child = Child(sys.argv[1:])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Bridge)
    print(f"http://localhost:{server.server_port}/mcp", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
