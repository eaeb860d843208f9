"""A stand-in for a model: it repairs a `.ddd` text by rule, so that the example runs without a network.

It knows no more than a model would: it reads the results of its tool uses out of the messages.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from loomsmith.tools.agent import Message, Reply, ToolSpec

SAYS = {
    "loom_validate": "I check the model.",
    "loom_quickfix": "I look up what the finding means and how it is repaired.",
    "loom_apply_patch": "I make the repair.",
}


class ScriptedModel:
    """Validates, repairs the first error that has a repair, and again, until none is left."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._patch: dict[str, Any] = {}
        self._uses = 0

    def __call__(
        self,
        messages: list[Message],
        tools: list[ToolSpec],
        system: str | None,
        on_text_delta: Callable[[str], None] | None,
    ) -> Reply:
        uses = self._next_uses(_results(messages[-1]))
        text = SAYS[uses[-1]["name"]] if uses else "The model has no errors, or none that I could repair."
        if on_text_delta:
            for word in text.split(" "):
                on_text_delta(word + " ")
        content = [{"type": "text", "text": text}, *uses]
        return {"role": "assistant", "content": content, "stop_reason": "tool_use" if uses else "end_turn"}

    def _next_uses(self, results: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if not results:
            return [self._use("loom_validate", outline=False)]
        last = results[-1]
        if "edits" in last:
            return [self._use("loom_apply_patch", patches=[self._patch])]
        if "applied" in last:
            self._source = last["text"]
            return [self._use("loom_validate", outline=False)]
        for finding in last.get("diagnostics", ()):
            if "patch" in finding.get("fixHint", ()):
                self._patch = finding["fixHint"]["patch"]
                explain = self._use("loom_explain", code=finding["code"])
                del explain["input"]["source"]
                return [explain, self._use("loom_quickfix", code=finding["code"], at=finding["node"])]
        return []

    def _use(self, name: str, **arguments: Any) -> dict[str, Any]:
        self._uses += 1
        use_id = f"toolu_{self._uses:02}"
        return {
            "type": "tool_use",
            "id": use_id,
            "name": name,
            "input": {"source": self._source, **arguments},
        }


def _results(message: Message) -> list[dict[str, Any]]:
    """The data of the tool results in a message."""
    blocks: Any = message["content"]
    if isinstance(blocks, str):
        return []
    return [json.loads(block["content"]) for block in blocks if block["type"] == "tool_result"]
