"""The Model Context Protocol as facts: versions, which field came when, error codes, the shapes of frames.

Two eras are spoken. The *legacy* versions open a connection with `initialize`; the *modern* one has no
opening, and every request carries its version and the client's capabilities in `params._meta`.
"""

from __future__ import annotations

from loomsmith.base.jsontext import compact, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LEGACY_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSION = "2026-07-28"
BATCH_VERSION = "2025-03-26"
"""The one version in which a frame may be an array of messages."""

TITLES_SINCE = "2025-06-18"
STRUCTURED_SINCE = "2025-06-18"
PROGRESS_MESSAGE_SINCE = "2025-03-26"

TOOL_FIELDS_SINCE = {
    "annotations": "2025-03-26",
    "title": TITLES_SINCE,
    "outputSchema": STRUCTURED_SINCE,
    "_meta": "2025-06-18",
    "icons": "2025-11-25",
}
"""The first version that defines a field of a tool; fields not listed have always been there."""

CATALOG_TTL_MS = 3_600_000
"""How long a client may keep the list of tools: it is fixed for the life of a process."""

META = "_meta"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"
LOG_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
UNSUPPORTED_VERSION = -32022

MAX_INPUT_FRAME = 64 * 2**20
"""Longest frame that is read, in bytes."""

MAX_OUTPUT_FRAME = 8 * 2**20
"""Longest frame that is written, in bytes; clients on the TypeScript SDK hang up at ten million."""

MAX_ECHO = 65_536
"""Longest id or progress token that is echoed, in characters of JSON; longer ones are not read as such."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class ProtocolError(Exception):
    """A request that is answered with an error of the protocol rather than with a result."""

    def __init__(self, code: int, message: str, data: Mapping[str, object] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


class Identity:
    """What a server calls itself, and what it tells a client's model about its tools as a whole."""

    __slots__ = ("instructions", "name", "title", "version")

    def __init__(self, name: str, version: str, title: str, instructions: str) -> None:
        self.name = name
        self.version = version
        self.title = title
        self.instructions = instructions

    def server_info(self, version: str) -> dict[str, object]:
        """The `serverInfo` of that protocol version."""
        info: dict[str, object] = {"name": self.name, "version": self.version}
        if version >= TITLES_SINCE:
            info["title"] = self.title
        return info


def decode(frame: bytes) -> object:
    """The JSON value of one frame. Raises ValueError, with the reason, when it cannot be read."""
    try:
        text = frame.removeprefix(_BYTE_ORDER_MARK).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not UTF-8") from None
    return parse(text)


def is_blank(frame: bytes) -> bool:
    """Whether a frame is empty or only white space, and to be skipped without an answer."""
    return not frame.removeprefix(_BYTE_ORDER_MARK).strip()


def echoed(value: object) -> str | None:
    """The JSON text of a value that goes back as it came; None where it is too long for that."""
    text = compact(value)
    return text if len(text) <= MAX_ECHO else None


def gated(tool: Mapping[str, object], version: str) -> dict[str, object]:
    """A tool's description without the fields that the version does not know."""
    return {key: value for key, value in tool.items() if TOOL_FIELDS_SINCE.get(key, "") <= version}


def result_frame(id_text: str, result_text: str) -> str:
    """The answer to a request. Both arguments are JSON texts in ASCII."""
    return f'{{"jsonrpc":"2.0","id":{id_text},"result":{result_text}}}'


def error_frame(id_text: str | None, error: ProtocolError) -> str:
    """The error answer to a request; without an id member where the request had none to echo."""
    body: dict[str, object] = {"code": error.code, "message": error.message}
    if error.data is not None:
        body["data"] = error.data
    echoed = "" if id_text is None else f'"id":{id_text},'
    return f'{{"jsonrpc":"2.0",{echoed}"error":{compact(body)}}}'


def progress_frame(token: str | int, done: float, total: float | None, message: str, version: str) -> str:
    """A progress notification."""
    params: dict[str, object] = {"progressToken": token, "progress": done}
    if total is not None:
        params["total"] = total
    if message and version >= PROGRESS_MESSAGE_SINCE:
        params["message"] = message
    return f'{{"jsonrpc":"2.0","method":"notifications/progress","params":{compact(params)}}}'
