"""The server without a transport: one parsed message in, the text of one answer out.

It keeps nothing but the version that the last `initialize` agreed. Which requests run where and when, in
which order answers leave, and what is cancelled is the transport's affair.
"""

from __future__ import annotations

from loomsmith.base.context import CallContext, wall_clock
from loomsmith.base.failures import Cancelled
from loomsmith.base.jsontext import compact
from loomsmith.mcp import protocol
from loomsmith.mcp.protocol import (
    CAPABILITIES_KEY,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    LEGACY_VERSIONS,
    METHOD_NOT_FOUND,
    MODERN_VERSION,
    PARSE_ERROR,
    UNSUPPORTED_VERSION,
    VERSION_KEY,
    ProtocolError,
    error_frame,
    result_frame,
)
from loomsmith.tools.catalog import ToolResult

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.mcp.protocol import Identity
    from loomsmith.tools.catalog import Catalog

    Progress = Callable[[float, float | None, str], None]
    Params = dict[str, object]

_CAPABILITIES: dict[str, object] = {"tools": {}}


def _never() -> bool:
    return False


def _nowhere(done: float, total: float | None, message: str) -> None:
    return None


class Call:
    """A `tools/call` that has been accepted and waits to be run.

    `key` identifies the request as its canceller will: the JSON text of its id, so that 1, 1.0, "1" and true
    are four ids. `progress_token` is None where no progress was asked for.
    """

    __slots__ = ("_catalog", "_clock", "_identity", "arguments", "key", "name", "progress_token", "version")

    def __init__(self, server: Server, id_text: str, params: Params, name: str, version: str) -> None:
        self._catalog = server.catalog
        self._clock = server.clock
        self._identity = server.identity
        self.key = id_text
        self.name = name
        self.arguments = params.get("arguments")
        self.version = version
        self.progress_token = _progress_token(params)

    def run(self, cancelled: Callable[[], bool] = _never, progress: Progress = _nowhere) -> str | None:
        """Runs the tool and returns the answer's frame; None when the call was cancelled on the way."""
        context = CallContext(self._catalog.settings, self._clock, cancelled, progress)
        try:
            result = self._catalog.call(self.name, self.arguments, context)
        except (Cancelled, KeyboardInterrupt) as end:
            if cancelled():
                return None
            result = ToolResult(
                f"{self.name} was given up before it ended: {type(end).__name__}", is_error=True
            )
        frame = self._frame(result)
        if len(frame) > protocol.MAX_OUTPUT_FRAME:
            frame = self._frame(ToolResult(self._too_long(len(frame)), is_error=True))
        return frame

    def _frame(self, result: ToolResult) -> str:
        body: dict[str, object] = {"content": [{"type": "text", "text": result.text}]}
        if isinstance(result.value, dict) and self.version >= protocol.STRUCTURED_SINCE:
            body["structuredContent"] = result.value
        body["isError"] = result.is_error
        if self.version == MODERN_VERSION:
            _make_modern(body, self._identity)
        return result_frame(self.key, compact(body))

    def _too_long(self, size: int) -> str:
        tool = self._catalog.get(self.name)
        narrowed_by = tool.narrowed_by if tool else None
        way = f"Ask for less with `{narrowed_by}`." if narrowed_by else "Ask about a smaller input."
        limit = protocol.MAX_OUTPUT_FRAME // 2**20
        return f"{self.name}: the answer takes {size} bytes, more than the {limit} MiB a client takes. {way}"


class Server:
    """Answers for one connection. `clock()` is the time in milliseconds since 1970, UTC."""

    def __init__(self, catalog: Catalog, identity: Identity, clock: Callable[[], int] = wall_clock) -> None:
        self.catalog = catalog
        self.identity = identity
        self.clock = clock
        self.version = LEGACY_VERSIONS[0]
        self._lists: dict[str, str] = {}

    def handle(
        self,
        message: object,
        *,
        cancelled: Callable[[], bool] = _never,
        progress: Progress = _nowhere,
    ) -> str | None:
        """The frame that answers a message, in ASCII without a line end; None where none is due."""
        answer = self.receive(message)
        return answer.run(cancelled, progress) if isinstance(answer, Call) else answer

    def receive(self, message: object) -> str | Call | None:
        """As `handle`, but an acceptable `tools/call` is returned instead of being run."""
        if not isinstance(message, dict):
            return error_frame(None, ProtocolError(PARSE_ERROR, "A message must be a JSON object."))
        method, given_id = message.get("method"), message.get("id")
        if "method" not in message and ("result" in message or "error" in message):
            return None
        if not isinstance(method, str):
            echo = isinstance(given_id, (str, int, float)) and not isinstance(given_id, bool)
            fault = ProtocolError(PARSE_ERROR, "A request needs a `method`, a string.")
            return error_frame(protocol.echoed(given_id) if echo else None, fault)
        if given_id is None:
            return None
        id_text = protocol.echoed(given_id)
        if id_text is None:
            return error_frame(
                None, ProtocolError(PARSE_ERROR, f"An id may have {protocol.MAX_ECHO} characters.")
            )
        try:
            answer = self._answer(id_text, method, message.get("params"))
        except ProtocolError as error:
            return error_frame(id_text, error)
        except Exception as defect:  # noqa: BLE001 - the connection outlives a defect of ours
            self.catalog.on_defect(method, defect)
            data = {"type": type(defect).__name__}
            return error_frame(
                id_text, ProtocolError(INTERNAL_ERROR, "The server failed unexpectedly.", data)
            )
        return answer if isinstance(answer, Call) else result_frame(id_text, answer)

    def _answer(self, id_text: str, method: str, params: object) -> str | Call:
        members: Params = params if isinstance(params, dict) else {}
        meta = members.get(protocol.META)
        modern = method != "initialize" and isinstance(meta, dict) and VERSION_KEY in meta
        if modern and isinstance(meta, dict):
            _check_modern(meta)
        version = MODERN_VERSION if modern else self.version
        if method == "tools/call":
            return self._call(id_text, params, version)
        serve = (_MODERN_METHODS if modern else _LEGACY_METHODS).get(method)
        if serve is None:
            raise ProtocolError(
                METHOD_NOT_FOUND, f"The method {method[:200]} is not served.", {"method": method[:200]}
            )
        return serve(self, members, version)

    def _call(self, id_text: str, params: object, version: str) -> Call:
        if not isinstance(params, dict):
            raise ProtocolError(
                INVALID_PARAMS, "tools/call needs `params`, an object.", {"missing": ["params"]}
            )
        name = params.get("name")
        if not isinstance(name, str):
            raise ProtocolError(INVALID_PARAMS, "tools/call needs `name`, a string.", {"missing": ["name"]})
        return Call(self, id_text, params, name, version)

    def _initialize(self, params: Params, version: str) -> str:
        wanted = params.get("protocolVersion")
        if not isinstance(wanted, str):
            wanted = LEGACY_VERSIONS[0]
        self.version = wanted if wanted in LEGACY_VERSIONS else LEGACY_VERSIONS[-1]
        return compact(
            {
                "protocolVersion": self.version,
                "capabilities": _CAPABILITIES,
                "serverInfo": self.identity.server_info(self.version),
                "instructions": self.identity.instructions,
            }
        )

    def _nothing(self, params: Params, version: str) -> str:
        return "{}"

    def _discover_without_meta(self, params: Params, version: str) -> str:
        raise _missing([VERSION_KEY, CAPABILITIES_KEY])

    def _discover(self, params: Params, version: str) -> str:
        body: dict[str, object] = {
            "supportedVersions": [MODERN_VERSION],
            "capabilities": _CAPABILITIES,
            "instructions": self.identity.instructions,
            "ttlMs": protocol.CATALOG_TTL_MS,
            "cacheScope": "public",
        }
        _make_modern(body, self.identity)
        return compact(body)

    def _list(self, params: Params, version: str) -> str:
        if params.get("cursor") not in (None, ""):
            raise ProtocolError(INVALID_PARAMS, "tools/list has one page; no `cursor` was ever given out.")
        text = self._lists.get(version)
        if text is None:
            body: dict[str, object] = {
                "tools": [protocol.gated(tool, version) for tool in self.catalog.describe()]
            }
            if version == MODERN_VERSION:
                body["ttlMs"] = protocol.CATALOG_TTL_MS
                body["cacheScope"] = "public"
                _make_modern(body, self.identity)
            text = self._lists[version] = compact(body)
        return text


if TYPE_CHECKING:
    Method = Callable[[Server, Params, str], str]

_LEGACY_METHODS: dict[str, Method] = {
    "initialize": Server._initialize,
    "notifications/initialized": Server._nothing,
    "ping": Server._nothing,
    "server/discover": Server._discover_without_meta,
    "tools/list": Server._list,
}
_MODERN_METHODS: dict[str, Method] = {
    "server/discover": Server._discover,
    "tools/list": Server._list,
}


def _check_modern(meta: Params) -> None:
    faults = [
        key
        for key, kind in ((VERSION_KEY, str), (CAPABILITIES_KEY, dict))
        if not isinstance(meta.get(key), kind)
    ]
    if faults:
        raise _missing(faults)
    if meta[VERSION_KEY] != MODERN_VERSION:
        raise ProtocolError(
            UNSUPPORTED_VERSION,
            "This version of the protocol is not supported.",
            {"supported": [MODERN_VERSION], "requested": str(meta[VERSION_KEY])[:200]},
        )
    if protocol.LOG_LEVEL_KEY in meta and meta[protocol.LOG_LEVEL_KEY] not in protocol.LOG_LEVELS:
        levels = ", ".join(protocol.LOG_LEVELS)
        raise ProtocolError(INVALID_PARAMS, f"`{protocol.LOG_LEVEL_KEY}` must be one of {levels}.")


def _missing(keys: list[str]) -> ProtocolError:
    named = " and ".join(f"`{key}`" for key in keys)
    return ProtocolError(
        INVALID_PARAMS, f"`params._meta` needs {named} of the right type.", {"missing": keys}
    )


def _make_modern(body: dict[str, object], identity: Identity) -> None:
    body["resultType"] = "complete"
    body[protocol.META] = {protocol.SERVER_INFO_KEY: identity.server_info(MODERN_VERSION)}


def _progress_token(params: Params) -> str | int | None:
    meta = params.get(protocol.META)
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    usable = (
        isinstance(token, (str, int)) and not isinstance(token, bool) and protocol.echoed(token) is not None
    )
    return token if usable else None
