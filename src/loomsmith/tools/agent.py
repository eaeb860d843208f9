"""The agent loop for programs of your own: a model works with the tools until it has no further use for them.

The call of the model is the one thing that a program brings (`Complete`); everything else is here. Messages
and content blocks have the shapes of the Anthropic Messages API, so that an adapter for it hands them on as
they are. Nothing here knows a network, a clock but the system's, or a file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Protocol, TypedDict

from loomsmith.base.context import CallContext, Settings, wall_clock
from loomsmith.base.failures import Failure
from loomsmith.tools.catalog import Catalog, ToolResult
from loomsmith.tools.loom import TOOLS
from loomsmith.tools.parameters import described, object_schema

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

MAX_STEPS = 12
"""How often the model is asked at most, unless the caller says otherwise."""


class TextBlock(TypedDict):
    """What somebody says."""

    type: Literal["text"]
    text: str


class ToolUseBlock(TypedDict):
    """The model's wish that a tool be called; `input` holds the arguments."""

    type: Literal["tool_use"]
    id: str
    name: str
    input: dict[str, Any]


class ToolResultBlock(TypedDict):
    """What a call gave: the text of its JSON data or, where `is_error`, of what went wrong."""

    type: Literal["tool_result"]
    tool_use_id: str
    content: str
    is_error: bool


class Message(TypedDict):
    """One turn. `content` is a text, or blocks: those above, or any that a model takes or gives."""

    role: Literal["user", "assistant"]
    content: str | Sequence[Mapping[str, object]]


class Reply(TypedDict):
    """The model's turn. `stop_reason` counts only as `pause_turn`: the model asks to go on by itself."""

    role: Literal["assistant"]
    content: str | Sequence[Mapping[str, object]]
    stop_reason: NotRequired[str | None]


class ToolSpec(TypedDict):
    """A tool as a model is told of it; `input_schema` is a JSON Schema of type object."""

    name: str
    description: str
    input_schema: dict[str, object]


if TYPE_CHECKING:
    OnTextDelta = Callable[[str], None]
    OnMessage = Callable[[Message], None]
    Stopped = Literal["end_turn", "max_steps"]


class Complete(Protocol):
    """Asks the model for its next turn.

    Called with four positional arguments: the messages so far (the live list: to be read, and not kept), the
    tools, the system prompt or None, and, if the caller wants text as it comes, a function to be called with
    each piece of it, else None. Need not stream: text that was not handed over in pieces is then handed over
    whole. An exception ends the run and reaches the caller; the list then ends with what the model was asked.
    """

    def __call__(
        self,
        messages: list[Message],
        tools: list[ToolSpec],
        system: str | None,
        on_text_delta: OnTextDelta | None,
        /,
    ) -> Reply: ...


class CompleteAsync(Protocol):
    """As `Complete`, awaited."""

    def __call__(
        self,
        messages: list[Message],
        tools: list[ToolSpec],
        system: str | None,
        on_text_delta: OnTextDelta | None,
        /,
    ) -> Awaitable[Reply]: ...


@dataclass(frozen=True, slots=True)
class AgentRun:
    """How a run ended: the list it was given, with all that was said since; how often the model was asked
    (`steps`); and whether it `stopped` because the model was done or because it had no step left."""

    messages: list[Message]
    steps: int
    stopped: Literal["end_turn", "max_steps"]

    @property
    def text(self) -> str:
        """What the model said in its last turn, without its tool uses; empty where it said nothing."""
        last = self.messages[-1] if self.messages else None
        if last is None or last["role"] != "assistant":
            return ""
        return "\n".join(str(block["text"]) for block in _of_type(last["content"], "text"))


def run_agent(
    complete: Complete,
    messages: list[Message],
    system: str | None = None,
    max_steps: int = MAX_STEPS,
    on_message: OnMessage | None = None,
    on_text_delta: OnTextDelta | None = None,
    catalog: Catalog | None = None,
) -> AgentRun:
    """Lets the model work with the tools until it uses none, or has been asked `max_steps` times.

    `messages` is appended to in place: each turn of the model as `{role, content}` and, after a turn with
    tool uses, a user message with one `tool_result` block for each of them, in their order. So the list can
    be handed in again at any time, and a list that ends with unanswered tool uses is taken up there.
    `on_message` is told of each appended message, `on_text_delta` of each piece of text that the model says.
    `catalog` is by default that of the `loom_*` tools.

    No failure of a tool ends a run: the model reads it as a result with `is_error`. Raises Failure for a
    reply that is none or for `max_steps` below 1, and whatever `complete` and the callbacks raise.
    """
    conversation = _Conversation(messages, max_steps, on_message, on_text_delta, catalog)
    tools, hear = conversation.tools, conversation.hear
    while (stopped := conversation.stopped) is None:
        conversation.take(complete(messages, tools, system, hear))
    return AgentRun(messages, conversation.steps, stopped)


async def run_agent_async(
    complete: CompleteAsync,
    messages: list[Message],
    system: str | None = None,
    max_steps: int = MAX_STEPS,
    on_message: OnMessage | None = None,
    on_text_delta: OnTextDelta | None = None,
    catalog: Catalog | None = None,
) -> AgentRun:
    """As `run_agent`, with a `complete` that is awaited. Tools and callbacks run in between, not awaited."""
    conversation = _Conversation(messages, max_steps, on_message, on_text_delta, catalog)
    tools, hear = conversation.tools, conversation.hear
    while (stopped := conversation.stopped) is None:
        conversation.take(await complete(messages, tools, system, hear))
    return AgentRun(messages, conversation.steps, stopped)


def tool_specs(catalog: Catalog | None = None) -> list[ToolSpec]:
    """The tools of a catalog, by default the `loom_*` tools, in the form in which a model is told of them."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "input_schema": object_schema(tool.parameters),
        }
        for tool in (catalog or language_catalog()).tools
    ]


def dispatch_tool_uses(
    blocks: Iterable[object], catalog: Catalog | None = None, context: CallContext | None = None
) -> list[ToolResultBlock]:
    """Calls the tools that a turn of the model asks for, and returns the results in the same order.

    Blocks of other types are passed over. Every tool use gets a result: where the tool is unknown, its
    arguments are wrong, it fails, or the block itself is broken, one with `is_error` whose text says so.
    Raises Cancelled only if `context` was cancelled.
    """
    catalog = catalog or language_catalog()
    context = context or CallContext(catalog.settings, wall_clock)
    return [_dispatched(block, catalog, context) for block in _of_type(list(blocks), "tool_use")]


@cache
def language_catalog() -> Catalog:
    """The `loom_*` tools: the catalog that a program gets if it brings none."""
    return Catalog(TOOLS, Settings())


def _dispatched(block: Mapping[str, object], catalog: Catalog, context: CallContext) -> ToolResultBlock:
    use_id, name = block.get("id"), block.get("name")
    if not isinstance(use_id, str) or not use_id:
        result = ToolResult("This tool use has no `id`, so nothing was called.", is_error=True)
    elif not isinstance(name, str):
        result = ToolResult(f"`name` must be that of a tool, not {described(name)}.", is_error=True)
    else:
        result = catalog.call(name, block.get("input"), context)
    return {
        "type": "tool_result",
        "tool_use_id": use_id if isinstance(use_id, str) else "",
        "content": result.text,
        "is_error": result.is_error,
    }


class _Conversation:
    """A run between two questions to the model: what both drivers share."""

    def __init__(
        self,
        messages: list[Message],
        max_steps: int,
        on_message: OnMessage | None,
        on_text_delta: OnTextDelta | None,
        catalog: Catalog | None,
    ) -> None:
        if max_steps < 1:
            raise Failure(f"max_steps must be at least 1, not {max_steps}.")
        self._messages = messages
        self._max_steps = max_steps
        self._on_message = on_message
        self._on_text_delta = on_text_delta
        self._catalog = catalog or language_catalog()
        self._streamed = False
        self.tools = tool_specs(self._catalog)
        self.hear = self._hear if on_text_delta else None
        self.steps = 0
        self.stopped: Stopped | None = None
        if messages and messages[-1]["role"] == "assistant":
            self._answer(messages[-1]["content"])

    def take(self, reply: Reply) -> None:
        """Appends a turn of the model and the results of the tools it uses; sets `stopped` at the end."""
        content = _content(reply)
        self.steps += 1
        if self._on_text_delta and not self._streamed:
            for block in _of_type(content, "text"):
                self._on_text_delta(str(block["text"]))
        self._streamed = False
        # The API takes no message without content; it would spoil the list for later.
        if content:
            self._append({"role": "assistant", "content": content})
        if not self._answer(content) and reply.get("stop_reason") != "pause_turn":
            self.stopped = "end_turn"
        elif self.steps == self._max_steps:
            self.stopped = "max_steps"

    def _answer(self, content: str | Sequence[Mapping[str, object]]) -> bool:
        """Whether there were tool uses; their results are then appended."""
        results = dispatch_tool_uses(() if isinstance(content, str) else content, self._catalog)
        if results:
            self._append({"role": "user", "content": results})
        return bool(results)

    def _append(self, message: Message) -> None:
        self._messages.append(message)
        if self._on_message:
            self._on_message(message)

    def _hear(self, delta: str) -> None:
        self._streamed = True
        if self._on_text_delta:
            self._on_text_delta(delta)


def _content(reply: object) -> list[Mapping[str, object]]:
    """The blocks of a reply; raises Failure where it is none."""
    if not isinstance(reply, dict) or reply.get("role", "assistant") != "assistant":
        raise Failure("complete() must return an assistant message: {role, content, stop_reason}.")
    content = reply.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    if not isinstance(content, Sequence):
        raise Failure(f"complete(): `content` must be a text or a list of blocks, not {described(content)}.")
    return list(content)


def _of_type(content: object, kind: str) -> list[Mapping[str, object]]:
    """The blocks of one type in a message's content; a plain text is one text block."""
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if not isinstance(content, Sequence):
        return []
    found = [block for block in content if isinstance(block, Mapping) and block.get("type") == kind]
    return [block for block in found if kind != "text" or isinstance(block.get("text"), str)]
