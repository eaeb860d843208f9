"""An adapter for a Messages API: all that stands between a real model and `run_agent`. Needs httpx."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from loomsmith.tools.agent import Message, Reply, ToolSpec


class MessagesApi:
    """Asks one model. With `on_text_delta` the answer is streamed, else it comes in one piece."""

    def __init__(
        self, client: httpx.Client, model: str, key: str, url: str = "https://api.anthropic.com"
    ) -> None:
        self._client = client
        self._model = model
        self._url = url.rstrip("/") + "/v1/messages"
        self._headers = {"x-api-key": key, "anthropic-version": "2023-06-01"}

    def __call__(
        self,
        messages: list[Message],
        tools: list[ToolSpec],
        system: str | None,
        on_text_delta: Callable[[str], None] | None,
    ) -> Reply:
        body: dict[str, Any] = {
            "model": self._model,
            "max_tokens": 8_192,
            "messages": messages,
            "tools": tools,
        }
        if system is not None:
            body["system"] = system
        if on_text_delta is None:
            answer = self._client.post(self._url, headers=self._headers, json=body, timeout=600)
            _check(answer)
            whole = answer.json()
            return {
                "role": "assistant",
                "content": whole["content"],
                "stop_reason": whole["stop_reason"],
            }
        body["stream"] = True
        with self._client.stream("POST", self._url, headers=self._headers, json=body, timeout=600) as stream:
            if stream.is_error:
                stream.read()
            _check(stream)
            return assembled(_events(stream), on_text_delta)


def assembled(events: Iterator[dict[str, Any]], on_text_delta: Callable[[str], None]) -> Reply:
    """The reply that a stream of events makes up; its text is handed over piece by piece."""
    content: list[dict[str, Any]] = []
    arguments = ""
    reply: Reply = {"role": "assistant", "content": content, "stop_reason": None}
    for event in events:
        kind = event["type"]
        if kind == "content_block_start":
            content.append(dict(event["content_block"]))
            arguments = ""
        elif kind == "content_block_delta":
            delta = event["delta"]
            if delta["type"] == "text_delta":
                content[-1]["text"] += delta["text"]
                on_text_delta(delta["text"])
            elif delta["type"] == "input_json_delta":
                arguments += delta["partial_json"]
        elif kind == "content_block_stop" and content[-1]["type"] == "tool_use":
            content[-1]["input"] = _arguments(arguments)
        elif kind == "message_delta":
            reply["stop_reason"] = event["delta"].get("stop_reason")
        elif kind == "error":
            raise RuntimeError(f"the model stopped: {event['error']['message']}")
    return reply


def _arguments(text: str) -> dict[str, Any]:
    """What a tool is called with; a turn that was cut short leaves half an object, and the tool says so."""
    try:
        return dict(json.loads(text or "{}"))
    except ValueError:
        return {"cut_short": text}


def _events(stream: httpx.Response) -> Iterator[dict[str, Any]]:
    for line in stream.iter_lines():
        if line.startswith("data:"):
            yield json.loads(line[len("data:") :])


def _check(answer: httpx.Response) -> None:
    if answer.is_error:
        raise RuntimeError(f"the model cannot be asked: {answer.status_code} {answer.text[:500]}")
