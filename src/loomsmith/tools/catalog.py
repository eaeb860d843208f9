"""The catalog: which tools there are, how they are described to a client, and the one way to call them."""

from __future__ import annotations

import sys

from loomsmith.base.collector import Paused
from loomsmith.base.failures import Cancelled, Failure, shortened
from loomsmith.base.jsontext import pretty, scrub
from loomsmith.base.nearest import nearest_names
from loomsmith.tools.parameters import (
    FAULTS_TOLD,
    described,
    object_schema,
    quoted,
    read_fields,
    value_in,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Literal

    from loomsmith.base.context import CallContext, Settings
    from loomsmith.tools.parameters import Fault, Parameter

    Effect = Literal["reads", "records", "runs"]

MAX_FAILURE_TEXT = 4_000
"""How long the text of a failure may be, in characters."""

WHOLE_RESULT_CHARACTERS = 200_000
"""The size asked of a client for results that are of use only when they arrive whole."""


class Tool:
    """One declaration, from which schema, argument check, annotations, help and documents are all made.

    `effect` is what a call does beyond answering: `reads` (nothing), `records` (adds to the store) or `runs`
    (starts programs the operator's config names). `handler` is the dotted name `module:function`, resolved at
    the first call; it is called with the arguments by keyword, after a `CallContext` unless the tool is
    `pure`, and returns JSON data or raises `Failure`.

    `restrained` is the description for a server that was told not to record (`records`) or not to run
    anything (`runs`); the tool then only reads, and `withheld` names the recording parameters that it lacks.
    A recording tool without that text is not served read-only at all. `idempotent` counts for recording
    tools, all others are. `whole_result` asks clients to show long results uncut; `sorted_keys`
    writes results with ascending keys; `narrowed_by` names the argument that makes a result smaller.
    """

    __slots__ = (
        "description",
        "effect",
        "handler",
        "idempotent",
        "name",
        "narrowed_by",
        "parameters",
        "pure",
        "restrained",
        "sorted_keys",
        "title",
        "whole_result",
        "withheld",
    )

    def __init__(
        self,
        name: str,
        title: str,
        effect: Effect,
        description: str,
        parameters: Sequence[Parameter],
        handler: str,
        *,
        pure: bool = False,
        idempotent: bool = True,
        whole_result: bool = False,
        sorted_keys: bool = False,
        narrowed_by: str | None = None,
        restrained: str | None = None,
        withheld: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.title = title
        self.effect: Effect = effect
        self.description = description
        self.parameters = tuple(parameters)
        self.handler = handler
        self.pure = pure
        self.idempotent = idempotent
        self.whole_result = whole_result
        self.sorted_keys = sorted_keys
        self.narrowed_by = narrowed_by
        self.restrained = restrained
        self.withheld = tuple(withheld)

    def under(self, settings: Settings) -> Tool | None:
        """The tool as a server with these settings offers it; None where it may not be offered."""
        held_back = {"reads": False, "records": settings.read_only, "runs": not settings.scripts}
        if not held_back[self.effect]:
            return self
        if self.restrained is None:
            return None
        return Tool(
            self.name,
            self.title,
            "reads",
            self.restrained,
            [parameter for parameter in self.parameters if not parameter.records],
            self.handler,
            pure=self.pure,
            whole_result=self.whole_result,
            sorted_keys=self.sorted_keys,
            narrowed_by=self.narrowed_by,
            withheld=[parameter.name for parameter in self.parameters if parameter.records],
        )

    def describe(self) -> dict[str, object]:
        """The tool as `tools/list` shows it, with every field the newest protocol version has."""
        reads = self.effect == "reads"
        description: dict[str, object] = {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": object_schema(self.parameters),
            "annotations": {
                "title": self.title,
                "readOnlyHint": reads,
                "destructiveHint": False,
                "idempotentHint": self.idempotent or self.effect != "records",
                "openWorldHint": self.effect == "runs",
            },
        }
        if self.whole_result:
            description["_meta"] = {"anthropic/maxResultSizeChars": WHOLE_RESULT_CHARACTERS}
        return description


class ToolResult:
    """What a call gave: `text` for a reader; `value`, the JSON data that the text writes out, or None for a
    failure; and whether it is a failure."""

    __slots__ = ("is_error", "text", "value")

    def __init__(self, text: str, value: object = None, is_error: bool = False) -> None:
        self.text = text
        self.value = value
        self.is_error = is_error


def print_defect(tool: str, defect: BaseException) -> None:
    """Writes the traceback of a handler's defect to stderr."""
    import traceback

    sys.stderr.write(f"{tool} failed unexpectedly:\n")
    traceback.print_exception(defect, file=sys.stderr)


class Catalog:
    """The tools that one program serves under one set of settings; fixed once made.

    `only` narrows them to these names; an unknown one raises `Failure`. `on_defect` is told of exceptions
    that a handler should not have raised.
    """

    def __init__(
        self,
        tools: Sequence[Tool],
        settings: Settings,
        only: Sequence[str] | None = None,
        on_defect: Callable[[str, BaseException], None] = print_defect,
    ) -> None:
        self.settings = settings
        self.on_defect = on_defect
        self._withheld: dict[str, str] = {}
        self._handlers: dict[str, Callable[..., object]] = {}
        self._tools: dict[str, Tool] = {}
        names = [tool.name for tool in tools]
        for name in only or ():
            if name not in names:
                raise Failure(unknown_name(f"There is no tool `{shortened(name, 60)}`", name, names))
        for tool in tools:
            offered = tool.under(settings)
            if offered is None:
                self._withheld[tool.name] = "it records, and this server is read-only"
            elif only is not None and tool.name not in only:
                self._withheld[tool.name] = "this server was started with a choice of tools without it"
            else:
                self._tools[tool.name] = offered

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools on offer, in their order."""
        return tuple(self._tools.values())

    def describe(self) -> list[dict[str, object]]:
        """The tools as `tools/list` shows them, in catalog order."""
        return [tool.describe() for tool in self._tools.values()]

    def get(self, name: str) -> Tool | None:
        """The tool of that name, if it is on offer."""
        return self._tools.get(name)

    def call(self, name: str, arguments: object, context: CallContext) -> ToolResult:
        """Calls a tool. Every failure is a result; only `Cancelled` and KeyboardInterrupt are raised.

        `arguments` is a JSON object, null for none, or a string holding an object. All that is wrong with it
        is told in one answer.
        """
        tool = self._tools.get(name)
        if tool is None:
            return ToolResult(self._no_such_tool(name), is_error=True)
        try:
            taken = read_arguments(tool, arguments)
            handler = self._handlers.get(name) or self._resolve(tool)
            with Paused():
                value = handler(**taken) if tool.pure else handler(context, **taken)
                return ToolResult(pretty(value, tool.sorted_keys), value)
        except (Cancelled, KeyboardInterrupt):
            raise
        except Failure as failure:
            return ToolResult(bounded(str(failure)), is_error=True)
        except BaseException as defect:  # noqa: BLE001 - whatever a handler raises, the server lives on
            self.on_defect(name, defect)
            text = f"{name} failed unexpectedly: {type(defect).__name__}: {defect}"
            return ToolResult(bounded(text), is_error=True)

    def _resolve(self, tool: Tool) -> Callable[..., object]:
        handler = self._handlers[tool.name] = resolve(tool.handler)
        return handler

    def _no_such_tool(self, name: str) -> str:
        if name in self._withheld:
            fault = f"`{name}` is not offered: {self._withheld[name]}"
        else:
            fault = f"There is no tool `{shortened(name, 60)}`"
        return bounded(unknown_name(fault, name, list(self._tools)))


def resolve(dotted: str) -> Callable[..., object]:
    """The function that `module:function` names; its module is imported."""
    module, _, function = dotted.partition(":")
    handler: Callable[..., object] = attribute(module, function)
    return handler


def attribute(module: str, name: str) -> Any:
    """What a module, imported if need be, calls by that name. Costs less than `importlib` at a start."""
    __import__(module)
    return getattr(sys.modules[module], name)


def read_arguments(tool: Tool, arguments: object) -> dict[str, object]:
    """The handler's keyword arguments. Raises `Failure` that names everything wrong with what was sent."""
    given = value_in({} if arguments is None else arguments, dict)
    if not isinstance(given, dict):
        raise Failure(
            f"{tool.name}: `arguments` must be an object, not {described(arguments)}.\n{accepted_by(tool)}"
        )
    clean = {name: scrub(value) for name, value in given.items()}
    faults: list[Fault] = [
        (name, "records, and this server is read-only.")
        for name in tool.withheld
        if clean.pop(name, None) is not None
    ]
    taken = read_fields(tool.parameters, clean, "", faults)
    if faults:
        raise Failure(argument_faults(tool, faults))
    return {parameter.keyword: value for parameter, value in taken.items()}


def argument_faults(tool: Tool, faults: list[Fault]) -> str:
    """The text for arguments that are wrong: one fault on the first line, several as a list below it."""
    if len(faults) == 1:
        place, fault = faults[0]
        return f"{tool.name}: `{place}` {fault}\n{accepted_by(tool)}"
    head = f"{tool.name}: {len(faults)} arguments are wrong: "
    lines = [head + shortened(", ".join(place for place, _ in faults), 199 - len(head)) + "."]
    lines += [f"- `{place}` {fault}" for place, fault in faults[:FAULTS_TOLD]]
    if len(faults) > FAULTS_TOLD:
        lines.append(f"- and {len(faults) - FAULTS_TOLD} more.")
    return "\n".join([*lines, accepted_by(tool)])


def accepted_by(tool: Tool) -> str:
    """One line that lists the arguments of a tool with their types."""
    if not tool.parameters:
        return f"{tool.name} takes no arguments."
    listed = [
        f"{parameter.name} ({parameter.word}{', required' if parameter.required else ''})"
        for parameter in tool.parameters
    ]
    return f"{tool.name} takes: {', '.join(listed)}."


def unknown_name(fault: str, name: str, known: list[str]) -> str:
    """A fault about a name, followed by the names near it and by all there are."""
    near = nearest_names(name, known)
    meant = f" Did you mean {quoted(near)}?" if near else ""
    return f"{fault}.{meant}\nThe tools are: {', '.join(known) or 'none'}."


def bounded(text: str) -> str:
    """The text, cut where a failure's text would become too long."""
    if len(text) <= MAX_FAILURE_TEXT:
        return text
    note = f"\n… ({len(text)} characters in all, the rest is left out)"
    return text[: MAX_FAILURE_TEXT - len(note)] + note
