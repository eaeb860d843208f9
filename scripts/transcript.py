"""Transcripts in documents: the calls are written by hand, the answers by the tools.

A page holds the first text in its first `ddd` block. A call is a `json` block, `{"tool", "arguments"}`; the
source is always the current text and is not shown. Behind it stand the answer and, where a call gives a new
text, that text.
"""

from __future__ import annotations

import json
import re
from typing import Any

from loomsmith.base.context import CallContext, Settings
from loomsmith.tools.agent import language_catalog

WIDTH = 110
FIRST_TEXT = "the text from the beginning"
"""What a call says for the argument `baseline`."""

_FIRST = re.compile(r"```ddd\n(.*?)```\n", re.DOTALL)
_EXCHANGE = re.compile(
    r'(?P<call>```json\n(?P<asked>\{"tool".*?)```\n)\n```json\n.*?```\n(?:\n```ddd\n.*?```\n)?', re.DOTALL
)
_WITHOUT_SOURCE = {"loom_explain", "loom_guide", "loom_list_primitives"}


def with_answers(page: str) -> str:
    """The page with every answer as the tools give it now."""
    found = _FIRST.search(page)
    if found is None:
        raise ValueError("the page has no first text")
    first = text = found[1]
    context = CallContext(Settings(), lambda: 0)

    def answered(exchange: re.Match[str]) -> str:
        nonlocal text
        call = json.loads(exchange["asked"])
        arguments = dict(call["arguments"])
        if call["tool"] not in _WITHOUT_SOURCE:
            arguments["source"] = text
        if arguments.get("baseline") == FIRST_TEXT:
            arguments["baseline"] = first
        result = language_catalog().call(call["tool"], arguments, context)
        if result.is_error or not isinstance(result.value, dict):
            raise ValueError(f"{exchange['asked']}: {result.text}")
        answer = dict(result.value)
        new = answer.pop("text", None)
        written = f"{exchange['call']}\n```json\n{laid_out(answer)}\n```\n"
        if new is not None:
            text = str(new)
            written += f"\n```ddd\n{text}```\n"
        return written

    return _EXCHANGE.sub(answered, page)


def laid_out(value: Any, indent: int = 0, lead: int = 0) -> str:
    """JSON that is broken into lines only where it has to be."""
    line = json.dumps(value, ensure_ascii=False)
    if indent + lead + len(line) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return line
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key)}: {laid_out(entry, indent + 2, len(key) + 4)}" for key, entry in value.items()
        ]
        opening, closing = "{}"
    else:
        parts = [laid_out(entry, indent + 2) for entry in value]
        opening, closing = "[]"
    pad = "\n" + " " * indent
    return f"{opening}{pad}  " + f",{pad}  ".join(parts) + f"{pad}{closing}"
