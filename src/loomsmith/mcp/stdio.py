"""One connection over a pair of byte streams: frames, the order of calls, batches, cancellation.

Two threads take turns. The one whose turn it is to read answers everything but calls at once. When it meets
a call and none is running, it leaves the reading to the other and runs the call itself, which spares the call
the wait for another thread to wake; calls that come meanwhile are queued and run by the same thread. So lists
and pings are answered while a tool works, one call runs at a time, tools need no locks of their own, and
calls are answered in the order they were asked. More threads would not help: the work is Python's, and of
one processor.
"""

from __future__ import annotations

import threading
from collections import deque
from time import monotonic

from loomsmith.base.jsontext import compact
from loomsmith.mcp import protocol
from loomsmith.mcp.protocol import BATCH_VERSION, INVALID_REQUEST, PARSE_ERROR, ProtocolError, error_frame
from loomsmith.mcp.server import Call

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loomsmith.mcp.server import Server

DRAIN_SECONDS = 30.0
"""How long calls may still run after the client has closed our input."""

PROGRESS_AFTER = 0.5
PROGRESS_EVERY = 0.25
"""Seconds before the first report of progress, and between two reports."""


def serve(server: Server, read: Callable[[], bytes], write: Callable[[bytes], None]) -> None:
    """Answers what `read` brings until it brings nothing more, and then finishes the accepted calls.

    `read()` returns the next bytes, none at the end of input. `write(frame)` writes a frame whole; it is
    called from one thread at a time. Returns when all is answered, or after `DRAIN_SECONDS`.
    """
    Connection(server, frames(read), write).run()


def frames(read: Callable[[], bytes], longest: int = protocol.MAX_INPUT_FRAME) -> Iterator[bytes | None]:
    """The lines that the reads add up to, without their line feeds; None for one longer than `longest` bytes.

    Only a line feed ends a line, and the last one may lack it. What belongs to an overlong line is dropped as
    it comes. Linear in the bytes read, however they are cut.
    """
    parts: list[bytes] = []
    held = 0
    while chunk := read():
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            held += len(piece)
            if held > longest:
                yield None
            elif parts:
                parts.append(piece)
                yield b"".join(parts)
            else:
                yield piece
            parts.clear()
            held = 0
        if rest:
            held += len(rest)
            if held > longest:
                parts.clear()
            else:
                parts.append(rest)
    if held > longest:
        yield None
    elif parts:
        yield b"".join(parts)


class Batch:
    """Answers that are to be sent together; `awaited` counts the calls among them that still run."""

    __slots__ = ("answers", "awaited")

    def __init__(self) -> None:
        self.answers: list[str] = []
        self.awaited = 0

    def frames(self) -> list[str]:
        """All answers in one array once the last is there, or in several where one would be too long.

        Nothing before that, and where there are no answers.
        """
        arrays: list[list[str]] = []
        size = protocol.MAX_OUTPUT_FRAME
        for answer in () if self.awaited else self.answers:
            size += len(answer) + 1
            if size > protocol.MAX_OUTPUT_FRAME - 2:
                arrays.append([])
                size = len(answer)
            arrays[-1].append(answer)
        return [f"[{','.join(array)}]" for array in arrays]


class Ticket:
    """A call in the queue or at work, and the batch its answer belongs to."""

    __slots__ = ("batch", "call", "cancelled")

    def __init__(self, call: Call, batch: Batch | None) -> None:
        self.call = call
        self.batch = batch
        self.cancelled = False

    def is_cancelled(self) -> bool:
        """Whether the client has given the call up."""
        return self.cancelled


class Connection:
    """The state of one connection.

    `_reading` is held by the thread whose turn it is to read, and guards `_incoming`. `_lock` guards the
    tickets in flight (by id, in the order they came), the queue and the batches. `_output` keeps frames
    whole.
    """

    def __init__(
        self, server: Server, incoming: Iterator[bytes | None], write: Callable[[bytes], None]
    ) -> None:
        self._server = server
        self._incoming = incoming
        self._write = write
        self._reading = threading.Lock()
        self._lock = threading.Lock()
        self._output = threading.Lock()
        self._tickets: dict[str, dict[Ticket, None]] = {}
        self._queue: deque[Ticket] = deque()
        self._running = False
        self._threads = 0
        self._input_over = threading.Event()
        self._calls_over = threading.Event()

    def run(self) -> None:
        """Serves every frame, and then waits for the calls that were accepted."""
        self._start_thread()
        # This thread runs nothing itself, so that it can give up a call that never ends.
        self._input_over.wait()
        self._calls_over.wait(DRAIN_SECONDS)

    def _start_thread(self) -> None:
        self._threads += 1
        threading.Thread(target=self._take_turns, daemon=True).start()

    def _take_turns(self) -> None:
        try:
            while self._read():
                self._run_calls()
        finally:
            self._input_over.set()

    def _read(self) -> bool:
        """Answers frames until there is a call for this thread to run; False at the end of input."""
        with self._reading:
            if self._input_over.is_set():
                return False
            for frame in self._incoming:
                self._receive(frame)
                if self._queue and self._may_run():
                    return True
            self._input_over.set()
        self._note_end()
        return False

    def _may_run(self) -> bool:
        """Makes this thread the one that runs calls, unless another does."""
        with self._lock:
            if self._running or not self._queue:
                return False
            self._running = True
        if self._threads == 1:
            self._start_thread()
        return True

    def _run_calls(self) -> None:
        """Runs calls until the queue is empty."""
        while True:
            with self._lock:
                if not self._queue:
                    self._running = False
                    break
                ticket = self._queue.popleft()
            if not ticket.cancelled:
                self._run(ticket)
        self._note_end()

    def _note_end(self) -> None:
        """Lets `run` go on once nothing more comes in and nothing runs."""
        with self._lock:
            if self._input_over.is_set() and not self._running:
                self._calls_over.set()

    def _receive(self, frame: bytes | None) -> None:
        if frame is None:
            limit = protocol.MAX_INPUT_FRAME // 2**20
            self._send(error_frame(None, ProtocolError(PARSE_ERROR, f"The line is longer than {limit} MiB.")))
            return
        if protocol.is_blank(frame):
            return
        try:
            message = protocol.decode(frame)
        except ValueError as error:
            self._send(error_frame(None, ProtocolError(PARSE_ERROR, f"The line is not JSON: {error}.")))
            return
        if isinstance(message, list) and self._server.version == BATCH_VERSION:
            self._receive_batch(message)
        else:
            self._handle(message, None)

    def _handle(self, message: object, batch: Batch | None) -> None:
        """Answers a message, or queues it if it is a call. An answer goes to the batch, if there is one."""
        if isinstance(message, dict) and message.get("method") == "notifications/cancelled":
            self._cancel(message)
        answer = self._server.receive(message)
        if isinstance(answer, Call):
            self._enqueue(Ticket(answer, batch))
        elif answer is not None:
            if batch is None:
                self._send(answer)
            else:
                batch.answers.append(answer)

    def _receive_batch(self, messages: list[object]) -> None:
        if not messages:
            self._send(error_frame(None, ProtocolError(INVALID_REQUEST, "The batch is empty.")))
            return
        batch = Batch()
        # The batch awaits itself until it has been read: no early answer closes it, and until then none is
        # read, so that answers may be added without the lock.
        batch.awaited = 1
        for message in messages:
            fault = _batch_fault(message)
            if fault is not None:
                batch.answers.append(fault)
            else:
                self._handle(message, batch)
        self._settle(batch)

    def _settle(self, batch: Batch, answer: str | None = None) -> None:
        """Notes that one awaited member of the batch will not be waited for any longer."""
        with self._lock:
            if answer is not None:
                batch.answers.append(answer)
            batch.awaited -= 1
            ready = batch.frames()
        for frame in ready:
            self._send(frame)

    def _enqueue(self, ticket: Ticket) -> None:
        with self._lock:
            self._tickets.setdefault(ticket.call.key, {})[ticket] = None
            if ticket.batch is not None:
                ticket.batch.awaited += 1
            self._queue.append(ticket)

    def _cancel(self, notification: dict[str, object]) -> None:
        params = notification.get("params")
        if notification.get("id") is not None or not isinstance(params, dict) or "requestId" not in params:
            return
        with self._lock:
            tickets = self._tickets.pop(compact(params["requestId"]), {})
            for ticket in tickets:
                ticket.cancelled = True
        for ticket in tickets:
            if ticket.batch is not None:
                self._settle(ticket.batch)

    def _run(self, ticket: Ticket) -> None:
        call = ticket.call
        if call.progress_token is None:
            answer = call.run(ticket.is_cancelled)
        else:
            reporter = Reporter(ticket, call.progress_token, self._send)
            answer = call.run(ticket.is_cancelled, reporter.report)
            reporter.closed = True
        with self._lock:
            if ticket.cancelled:
                return
            tickets = self._tickets[call.key]
            del tickets[ticket]
            if not tickets:
                del self._tickets[call.key]
        if ticket.batch is not None:
            self._settle(ticket.batch, answer)
        elif answer is not None:
            self._send(answer)

    def _send(self, frame: str) -> None:
        data = frame.encode("ascii") + b"\n"
        with self._output:
            self._write(data)


class Reporter:
    """Passes on a call's progress: not too early, not too often, only when it rises, and until `closed`."""

    __slots__ = ("_due", "_last", "_send", "_ticket", "_token", "closed")

    def __init__(self, ticket: Ticket, token: str | int, send: Callable[[str], None]) -> None:
        self._ticket = ticket
        self._token = token
        self._send = send
        self._due = monotonic() + PROGRESS_AFTER
        self._last = float("-inf")
        self.closed = False

    def report(self, done: float, total: float | None = None, message: str = "") -> None:
        """Sends a notification if one is due."""
        now = monotonic()
        if self.closed or self._ticket.cancelled or now < self._due:
            return
        if not self._last < done < float("inf"):
            return
        self._due, self._last = now + PROGRESS_EVERY, done
        self._send(protocol.progress_frame(self._token, done, total, message, self._ticket.call.version))


def _batch_fault(message: object) -> str | None:
    """The answer to a member that may not be in a batch; None for one that may."""
    if not isinstance(message, dict):
        return error_frame(None, ProtocolError(INVALID_REQUEST, "A member of a batch must be an object."))
    method = message.get("method")
    if method == "initialize":
        given = message.get("id")
        fault = ProtocolError(INVALID_REQUEST, "initialize may not be part of a batch.")
        return None if given is None else error_frame(protocol.echoed(given), fault)
    is_response = "method" not in message and ("result" in message or "error" in message)
    if not isinstance(method, str) and not is_response:
        return error_frame(None, ProtocolError(INVALID_REQUEST, "A request needs a `method`, a string."))
    return None
