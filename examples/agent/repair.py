"""An agent repairs a model. Offline by default: a scripted stand-in plays the model.

python examples/agent/repair.py [FILE] [--model NAME] [--url URL]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripted_model import ScriptedModel

from loomsmith.tools.agent import run_agent

if TYPE_CHECKING:
    from loomsmith.tools.agent import AgentRun, Complete, Message

HERE = Path(__file__).resolve().parent
SYSTEM = (
    "You repair typed domain models with the loom_* tools: validate, look findings up, patch, validate "
    "again until there is no error. Change nothing that is right."
)


def main() -> int:
    parser = argparse.ArgumentParser(description="Let an agent repair a .ddd model; print the result.")
    parser.add_argument(
        "file", nargs="?", default=HERE / "orchard.ddd", type=Path, help="the model to repair"
    )
    parser.add_argument("--model", help="ask this model, with the key in ANTHROPIC_API_KEY")
    parser.add_argument("--url", default="https://api.anthropic.com", help="where its Messages API is")
    options = parser.parse_args()
    source = options.file.read_text(encoding="utf-8")
    if options.model is None:
        run = repair(ScriptedModel(source), source)
    else:
        import httpx
        from messages_api import MessagesApi

        with httpx.Client() as client:
            key = os.environ.get("ANTHROPIC_API_KEY", "")
            run = repair(MessagesApi(client, options.model, key, options.url), source)
    repaired = validated_text(run.messages)
    print(f"[{run.stopped} after {run.steps} steps]", file=sys.stderr)
    if repaired is None:
        print("The model has not become valid.", file=sys.stderr)
        return 1
    print(repaired, end="")
    return 0


def repair(complete: Complete, source: str) -> AgentRun:
    """Runs the agent and shows on standard error what it says and does."""
    task = f"Repair this model:\n\n```ddd\n{source}```"
    return run_agent(
        complete,
        [{"role": "user", "content": task}],
        system=SYSTEM,
        on_message=_show,
        on_text_delta=lambda piece: print(piece, end="", file=sys.stderr, flush=True),
    )


def validated_text(messages: list[Message]) -> str | None:
    """The last text that the agent found valid: the tools' word counts, not the agent's."""
    sources: dict[str, str] = {}
    valid = None
    for message in messages:
        blocks: Any = message["content"]
        for block in blocks if isinstance(blocks, list) else ():
            if block["type"] == "tool_use" and block["name"] == "loom_validate":
                sources[block["id"]] = block["input"].get("source")
            elif block["type"] == "tool_result" and block["tool_use_id"] in sources and _says_ok(block):
                valid = sources[block["tool_use_id"]]
    return valid


def _says_ok(result: dict[str, Any]) -> bool:
    return not result["is_error"] and json.loads(result["content"])["ok"] is True


def _show(message: Message) -> None:
    blocks: Any = message["content"]
    for block in blocks:
        if block["type"] == "tool_use":
            told = {name: value for name, value in block["input"].items() if name != "source"}
            print(f"\n  > {block['name']} {json.dumps(told)}", end="", file=sys.stderr)
        elif block["type"] == "tool_result":
            print(f"\n  < {' '.join(block['content'].split())[:90]}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
