"""The agent loop: what a model is told, what it gets for its tool uses, and when a run ends."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from clients import fixture_tools
from loomsmith.base.context import CallContext, Settings
from loomsmith.base.failures import Cancelled, Failure
from loomsmith.tools.agent import (
    MAX_STEPS,
    AgentRun,
    dispatch_tool_uses,
    language_catalog,
    run_agent,
    run_agent_async,
    tool_specs,
)
from loomsmith.tools.catalog import Catalog
from loomsmith.tools.loom import TOOLS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from loomsmith.tools.agent import Message

BROKEN = "context Yard {\n  aggregate Pier { name: string }\n  aggregate Ferry { pier: Pier }\n}\n"
TOYS = Catalog(fixture_tools.TOOLS, Settings(), on_defect=lambda name, defect: None)


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def use(use_id: str, tool: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": use_id, "name": tool, "input": arguments}


def says(*blocks: Any, stop_reason: str | None = None) -> Any:
    return {"role": "assistant", "content": list(blocks), "stop_reason": stop_reason}


def asked(words: str = "Do it.") -> list[Message]:
    return [{"role": "user", "content": words}]


class Scripted:
    """Gives the replies in turn; a function is asked with the messages. Keeps what it was called with."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.calls: list[tuple[Any, ...]] = []

    def __call__(self, messages: Any, tools: Any, system: Any, on_text_delta: Any, /) -> Any:
        self.calls.append((len(messages), tools, system, on_text_delta))
        reply = self.replies.pop(0)
        return reply(messages) if callable(reply) else reply

    def awaited(self) -> Any:
        async def complete(*arguments: Any) -> Any:
            await asyncio.sleep(0)
            return self(*arguments)

        return complete


def run_sync(model: Scripted, messages: list[Message], **options: Any) -> AgentRun:
    return run_agent(model, messages, **options)


def run_async(model: Scripted, messages: list[Message], **options: Any) -> AgentRun:
    return asyncio.run(run_agent_async(model.awaited(), messages, **options))


both = pytest.mark.parametrize("run", [run_sync, run_async], ids=["sync", "async"])
Run = Any


def results(message: Any) -> list[dict[str, Any]]:
    assert message["role"] == "user"
    assert {block["type"] for block in message["content"]} == {"tool_result"}
    return list(message["content"])


def data(message: Any) -> Any:
    (result,) = results(message)
    assert result["is_error"] is False
    return json.loads(result["content"])


@both
def test_a_model_repairs_a_model(run: Run) -> None:
    finding: dict[str, Any] = {}

    def quickfix(messages: Any) -> Any:
        (found,) = data(messages[-1])["diagnostics"]
        finding.update(found)
        return says(use("u2", "loom_quickfix", source=BROKEN, code=found["code"], at=found["node"]))

    def patch(messages: Any) -> Any:
        assert data(messages[-1])["title"] == finding["fixHint"]["summary"]
        return says(use("u3", "loom_apply_patch", source=BROKEN, patches=[finding["fixHint"]["patch"]]))

    def check(messages: Any) -> Any:
        return says(use("u4", "loom_validate", source=data(messages[-1])["text"]))

    def report(messages: Any) -> Any:
        left = data(messages[-1])["summary"]
        return says(text(f"{left['errors']} errors are left."), stop_reason="end_turn")

    messages = asked("Repair it.")
    validate = says(text("I look."), use("u1", "loom_validate", source=BROKEN))
    outcome = run(Scripted(validate, quickfix, patch, check, report), messages)
    assert (outcome.stopped, outcome.steps, outcome.text) == ("end_turn", 5, "0 errors are left.")
    assert outcome.messages is messages
    assert [message["role"] for message in messages] == ["user", *["assistant", "user"] * 4, "assistant"]
    assert "Pier id" in data(messages[6])["text"]


@both
def test_a_turn_without_tool_uses_ends_the_run(run: Run) -> None:
    messages = asked()
    outcome = run(Scripted(says(text("No."), text("Never."))), messages)
    assert (outcome.stopped, outcome.steps, outcome.text) == ("end_turn", 1, "No.\nNever.")
    assert messages == [*asked(), {"role": "assistant", "content": [text("No."), text("Never.")]}]


@both
def test_a_reply_may_be_a_plain_text(run: Run) -> None:
    messages = asked()
    outcome = run(Scripted({"role": "assistant", "content": "Yes."}), messages)
    assert messages[-1] == {"role": "assistant", "content": [text("Yes.")]}
    assert outcome.text == "Yes."


@both
def test_tool_uses_of_one_turn_get_their_results_in_one_message_in_their_order(run: Run) -> None:
    messages = asked()
    turn = says(use("a", "echo", text="1"), text("and"), use("b", "ecko"), use("c", "echo", text="3"))
    run(Scripted(turn, says(text("ok"))), messages, catalog=TOYS)
    first, second, third = results(messages[2])
    assert [block["tool_use_id"] for block in (first, second, third)] == ["a", "b", "c"]
    assert [block["is_error"] for block in (first, second, third)] == [False, True, False]
    assert json.loads(third["content"]) == {"text": "3"}


@both
def test_failures_and_unknown_tools_are_results_and_end_nothing(run: Run) -> None:
    messages = asked()
    turn = says(use("a", "breaks"), use("b", "no_such_tool"), use("c", "echo"), use("d", "leaves"))
    outcome = run(Scripted(turn, says(text("So be it."))), messages, catalog=TOYS)
    assert outcome.stopped == "end_turn"
    told = {block["tool_use_id"]: block["content"] for block in results(messages[2])}
    assert all(block["is_error"] for block in results(messages[2]))
    assert "ZeroDivisionError" in told["a"]
    assert "no tool `no_such_tool`" in told["b"]
    assert "`text` is missing" in told["c"]
    assert "SystemExit" in told["d"]


@both
def test_after_the_last_step_every_tool_use_still_has_its_result(run: Run) -> None:
    def busy(messages: Any) -> Any:
        return says(use(f"u{len(messages)}", "echo", text="again"))

    messages = asked()
    model = Scripted(*[busy] * 5)
    outcome = run(model, messages, max_steps=3, catalog=TOYS)
    assert (outcome.stopped, outcome.steps, outcome.text) == ("max_steps", 3, "")
    assert len(model.calls) == 3
    assert results(messages[-1])[0]["tool_use_id"] == "u5"


@both
def test_a_run_that_is_done_with_its_last_step_is_done(run: Run) -> None:
    turn = says(use("a", "echo", text="x"))
    outcome = run(Scripted(turn, says(text("Done."))), asked(), max_steps=2, catalog=TOYS)
    assert (outcome.stopped, outcome.steps) == ("end_turn", 2)


def test_twelve_steps_are_the_default() -> None:
    turns = [says(use("a", "echo", text="x"))] * 20
    assert run_agent(Scripted(*turns), asked(), catalog=TOYS).steps == MAX_STEPS == 12


@both
def test_less_than_one_step_is_refused(run: Run) -> None:
    with pytest.raises(Failure, match="max_steps must be at least 1, not 0"):
        run(Scripted(), asked(), max_steps=0)


@both
def test_the_list_of_a_run_can_be_handed_in_again(run: Run) -> None:
    messages = asked()
    run(Scripted(says(use("a", "echo", text="x"))), messages, max_steps=1, catalog=TOYS)
    outcome = run(Scripted(says(text("Done."))), messages, catalog=TOYS)
    assert (outcome.stopped, outcome.steps, len(messages)) == ("end_turn", 1, 4)


@both
def test_unanswered_tool_uses_at_the_end_of_the_list_are_taken_up(run: Run) -> None:
    messages: list[Message] = [
        *asked(),
        {"role": "assistant", "content": [use("a", "echo", text="x")]},
    ]
    model = Scripted(says(text("Done.")))
    run(model, messages, catalog=TOYS)
    assert model.calls[0][0] == 3
    assert data(messages[2]) == {"text": "x"}


@both
def test_a_paused_turn_goes_on(run: Run) -> None:
    model = Scripted(says(text("Hm."), stop_reason="pause_turn"), says(text("Ah.")))
    outcome = run(model, asked())
    assert (outcome.steps, outcome.text) == (2, "Ah.")


@both
def test_an_empty_turn_is_not_kept(run: Run) -> None:
    messages = asked()
    outcome = run(Scripted(says()), messages)
    assert (outcome.stopped, outcome.text, len(messages)) == ("end_turn", "", 1)


@both
def test_the_model_is_told_of_tools_and_system_with_every_question(run: Run) -> None:
    model = Scripted(says(use("a", "echo", text="x")), says(text("Done.")))
    run(model, asked(), system="Be brief.", catalog=TOYS)
    assert model.calls == [(1, tool_specs(TOYS), "Be brief.", None), (3, tool_specs(TOYS), "Be brief.", None)]


@both
def test_every_message_is_told_as_it_is_appended(run: Run) -> None:
    messages, told = asked(), list[Any]()
    model = Scripted(says(use("a", "echo", text="x")), says(text("Done.")))
    run(model, messages, on_message=told.append, catalog=TOYS)
    assert told == messages[1:]
    assert all(set(message) == {"role", "content"} for message in told)


def streaming(*pieces: str) -> Callable[..., Any]:
    def complete(messages: Any, tools: Any, system: Any, on_text_delta: Any, /) -> Any:
        for piece in pieces:
            on_text_delta(piece)
        return says(text("".join(pieces)))

    return complete


def test_text_is_handed_over_as_it_comes() -> None:
    heard: list[str] = []
    run_agent(streaming("Well", ", ", "done."), asked(), on_text_delta=heard.append)
    assert heard == ["Well", ", ", "done."]


@both
def test_text_that_does_not_come_in_pieces_is_handed_over_whole(run: Run) -> None:
    heard: list[str] = []
    turns = (says(text("One."), use("a", "echo", text="x"), text("Two.")), says(text("Three.")))
    run(Scripted(*turns), asked(), on_text_delta=heard.append, catalog=TOYS)
    assert heard == ["One.", "Two.", "Three."]


def test_no_listener_means_no_function_to_call() -> None:
    model = Scripted(says(text("Done.")))
    run_agent(model, asked())
    assert model.calls[0][3] is None


@both
def test_what_the_model_call_raises_reaches_the_caller_and_spoils_no_list(run: Run) -> None:
    def hang_up(messages: Any) -> Any:
        raise ConnectionError("gone")

    messages = asked()
    with pytest.raises(ConnectionError):
        run(Scripted(says(use("a", "echo", text="x")), hang_up), messages, catalog=TOYS)
    assert messages[-1]["role"] == "user"
    assert run(Scripted(says(text("Done."))), messages, catalog=TOYS).stopped == "end_turn"


@pytest.mark.parametrize(
    "reply",
    [None, "Done.", [], {}, {"content": None}, {"content": 5}, {"role": "user", "content": []}],
)
def test_a_reply_that_is_none_is_refused(reply: Any) -> None:
    with pytest.raises(Failure, match="complete\\(\\)"):
        run_agent(Scripted(reply), asked())


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ({"type": "tool_use"}, "no `id`"),
        ({"type": "tool_use", "id": 7, "name": "echo", "input": {}}, "no `id`"),
        ({"type": "tool_use", "id": "a"}, "`name` must be that of a tool, not null"),
        ({"type": "tool_use", "id": "a", "name": ["echo"], "input": {}}, "not a list"),
        ({"type": "tool_use", "id": "a", "name": "echo", "input": [1]}, "must be an object"),
        ({"type": "tool_use", "id": "a", "name": "echo", "input": 'text"'}, "must be an object"),
        ({"type": "tool_use", "id": "a", "name": "echo"}, "`text` is missing"),
    ],
)
def test_a_broken_tool_use_gets_a_result_that_says_so(block: Any, words: str) -> None:
    (result,) = dispatch_tool_uses([block], TOYS)
    assert result["is_error"] is True
    assert words in result["content"]
    assert result["tool_use_id"] == ("a" if block.get("id") == "a" else "")


def test_blocks_that_are_no_tool_uses_are_passed_over() -> None:
    others: list[Any] = [
        text("x"),
        {"type": "thinking", "thinking": "hm"},
        {},
        None,
        "tool_use",
        5,
        [],
        {"type": 1},
    ]
    assert dispatch_tool_uses(others, TOYS) == []
    found = dispatch_tool_uses(iter([*others, use("a", "echo", text="x")]), TOYS)
    assert [block["tool_use_id"] for block in found] == ["a"]


def test_a_cancelled_dispatch_has_no_results(tmp_path: Path) -> None:
    context = CallContext(TOYS.settings, lambda: 0, cancelled=lambda: True)
    with pytest.raises(Cancelled):
        dispatch_tool_uses([use("a", "wait", path=str(tmp_path / "nowhere"))], TOYS, context)


def test_the_tools_are_told_in_the_form_that_models_take() -> None:
    specs = tool_specs()
    assert [spec["name"] for spec in specs] == [tool.name for tool in TOOLS]
    for spec, tool in zip(specs, language_catalog().describe(), strict=True):
        assert spec == {
            "name": tool["name"],
            "description": tool["description"],
            "input_schema": tool["inputSchema"],
        }


def test_the_default_tools_are_those_for_models() -> None:
    (result,) = dispatch_tool_uses([use("a", "loom_validate", source="context C {}")])
    assert json.loads(result["content"])["ok"] is True


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
BLOCK = st.fixed_dictionaries(
    {"type": st.sampled_from(["tool_use", "text", "tool_result"]) | JSON},
    optional={"id": st.just("a") | JSON, "name": st.just("echo") | JSON, "input": JSON, "text": JSON},
)


@examples(200)
@given(st.lists(BLOCK | JSON, max_size=4))
def test_whatever_a_model_says_ends_in_messages_that_belong_together(blocks: list[Any]) -> None:
    messages, heard = asked(), list[str]()
    run_agent(Scripted(says(*blocks), says(text("ok"))), messages, on_text_delta=heard.append, catalog=TOYS)
    uses = [b for b in blocks if isinstance(b, dict) and b.get("type") == "tool_use"]
    if uses:
        assert len(results(messages[2])) == len(uses)
    assert all(isinstance(piece, str) for piece in heard)
