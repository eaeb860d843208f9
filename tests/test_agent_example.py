"""The example agent repairs its model offline, and its adapter speaks a Messages API."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from loomsmith.ddd import toolkit
from loomsmith.tools.agent import run_agent

EXAMPLE = Path(__file__).parents[1] / "examples" / "agent"
ADAPTER = runpy.run_path(str(EXAMPLE / "messages_api.py"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE / "repair.py"), *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)


def test_the_example_repairs_its_model_offline() -> None:
    broken = (EXAMPLE / "orchard.ddd").read_text(encoding="utf-8")
    assert toolkit.validate(broken)["ok"] is False
    done = run()
    assert done.returncode == 0, done.stderr
    assert toolkit.validate(done.stdout)["diagnostics"] == []
    assert "> loom_apply_patch" in done.stderr
    assert done.stderr.endswith("[end_turn after 8 steps]\n")


def test_the_example_does_not_take_the_agents_word_for_it(tmp_path: Path) -> None:
    hopeless = tmp_path / "hopeless.ddd"
    hopeless.write_text("context {{{", encoding="utf-8")
    done = run(str(hopeless))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("The model has not become valid.\n")


USE = {"type": "tool_use", "id": "toolu_1", "name": "loom_explain", "input": {"code": "loom.parse-error"}}


def conversation(*answers: httpx.Response, on_text_delta: Any = None) -> tuple[Any, list[httpx.Request]]:
    """A run with an API that gives these answers, and what it was sent."""
    left, sent = list(answers), list[httpx.Request]()

    def serve(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        return left.pop(0)

    with httpx.Client(transport=httpx.MockTransport(serve)) as client:
        model = ADAPTER["MessagesApi"](client, "a-model", "a-key", "https://models.example/")
        messages: Any = [{"role": "user", "content": "Explain."}]
        outcome = run_agent(model, messages, system="Be brief.", on_text_delta=on_text_delta)
    return outcome, sent


def whole(*content: Any, stop_reason: str) -> httpx.Response:
    return httpx.Response(200, json={"id": "msg_1", "content": list(content), "stop_reason": stop_reason})


def test_the_adapter_asks_in_one_piece() -> None:
    done = {"type": "text", "text": "It is broken."}
    outcome, sent = conversation(whole(USE, stop_reason="tool_use"), whole(done, stop_reason="end_turn"))
    assert (outcome.text, outcome.steps, outcome.stopped) == ("It is broken.", 2, "end_turn")
    assert [str(request.url) for request in sent] == ["https://models.example/v1/messages"] * 2
    assert sent[0].headers["x-api-key"] == "a-key"
    body = json.loads(sent[1].content)
    assert body["model"] == "a-model"
    assert body["system"] == "Be brief."
    assert set(body["tools"][0]) == {"name", "description", "input_schema"}
    assert body["messages"][1] == {"role": "assistant", "content": [USE]}
    (result,) = body["messages"][2]["content"]
    assert json.loads(result["content"])["code"] == "loom.parse-error"
    assert "stream" not in body


def streamed(*events: dict[str, Any]) -> httpx.Response:
    lines = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    return httpx.Response(200, content=lines.encode(), headers={"content-type": "text/event-stream"})


def start(**block: Any) -> dict[str, Any]:
    return {"type": "content_block_start", "content_block": block}


def delta(**piece: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "delta": piece}


STOP = {"type": "content_block_stop"}


def test_the_adapter_streams() -> None:
    first = streamed(
        {"type": "message_start", "message": {}},
        start(type="text", text=""),
        delta(type="text_delta", text="I "),
        delta(type="text_delta", text="look."),
        STOP,
        start(**{**USE, "input": {}}),
        delta(type="input_json_delta", partial_json='{"code": "loom.'),
        delta(type="input_json_delta", partial_json='parse-error"}'),
        STOP,
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    )
    second = streamed(start(type="text", text=""), delta(type="text_delta", text="Done."), STOP)
    heard: list[str] = []
    outcome, sent = conversation(first, second, on_text_delta=heard.append)
    assert heard == ["I ", "look.", "Done."]
    assert outcome.messages[1]["content"] == [{"type": "text", "text": "I look."}, USE]
    assert json.loads(sent[0].content)["stream"] is True


def test_arguments_that_were_cut_short_become_a_failure_that_the_model_reads() -> None:
    cut = streamed(
        start(**{**USE, "input": {}}), delta(type="input_json_delta", partial_json='{"code": "lo'), STOP
    )
    last = streamed(start(type="text", text=""), delta(type="text_delta", text="Ah."), STOP)
    outcome, _ = conversation(cut, last, on_text_delta=lambda piece: None)
    (result,) = outcome.messages[2]["content"]
    assert result["is_error"] is True
    assert "`cut_short` is not known" in result["content"]


@pytest.mark.parametrize("on_text_delta", [None, lambda piece: None])
def test_an_api_that_refuses_is_told(on_text_delta: Any) -> None:
    refusal = httpx.Response(429, json={"error": {"message": "slow down"}})
    with pytest.raises(RuntimeError, match=r"429 .*slow down"):
        conversation(refusal, on_text_delta=on_text_delta)
    broken = streamed({"type": "error", "error": {"message": "overloaded"}})
    with pytest.raises(RuntimeError, match="overloaded"):
        conversation(broken, on_text_delta=lambda piece: None)
