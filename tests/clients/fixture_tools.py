"""Tools that behave as no tool of ours does, to see that the server lives through it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loomsmith.base.failures import Cancelled, Failure
from loomsmith.tools.catalog import Tool
from loomsmith.tools.parameters import Boolean, Integer, Mapping, Number, Records, Text

if TYPE_CHECKING:
    from loomsmith.base.context import CallContext

HERE = "clients.fixture_tools"
PATH = Text("path", "The file that is waited for.")


def echo(text: str) -> dict[str, Any]:
    return {"text": text}


def every_kind(
    text: str,
    choice: str = "left",
    whole: int = 0,
    real: float | None = None,
    switch: bool | None = None,
    mapping: dict[str, Any] | None = None,
    records: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    return dict(locals())


def wait(context: CallContext, path: str) -> dict[str, Any]:
    Path(path + ".started").touch()
    while not Path(path).exists():
        if context.cancelled():
            raise Cancelled("given up")
        time.sleep(0.005)
    return {"found": path}


def deaf(path: str) -> dict[str, Any]:
    Path(path + ".started").touch()
    while not Path(path).exists():
        time.sleep(0.005)
    return {"found": path}


def report(context: CallContext, path: str) -> dict[str, Any]:
    steps = 0
    while not Path(path).exists():
        steps += 1
        context.progress(float(steps), None, f"step {steps}")
        context.progress(float(steps) - 1, None, "backwards")
        context.progress(float("nan"), None, "nowhere")
        time.sleep(0.005)
    return {"steps": steps}


def steps(context: CallContext, count: int) -> dict[str, Any]:
    for step in range(1, count + 1):
        context.progress(float(step), None, f"step {step}")
        context.progress(float(step) - 1, None, "backwards")
        context.progress(float("nan"), None, "nowhere")
    return {"steps": count}


def noisy() -> dict[str, Any]:
    print("a print")
    sys.stdout.write("a write\n")
    sys.stdout.flush()
    os.write(1, b"a library\n")
    subprocess.run([sys.executable, "-c", "print('a child')"], check=True)
    return {"quiet": False}


def thirsty() -> dict[str, Any]:
    child = subprocess.run(
        [sys.executable, "-c", "import sys; sys.stdout.write(sys.stdin.read())"],
        stdout=subprocess.PIPE,
        check=True,
    )
    return {"drunk": os.read(0, 100).decode() + child.stdout.decode()}


def fails() -> None:
    raise Failure("the well is dry\nTry another well.")


def verbose_failure() -> None:
    raise Failure("too much to say\n" + "word " * 10_000)


def breaks() -> None:
    raise ZeroDivisionError("by nothing ✓")


def leaves() -> None:
    sys.exit(3)


def huge(size: int) -> dict[str, Any]:
    return {"text": "x" * size}


def strange() -> dict[str, Any]:
    return {"text": "\u2028|é|😀|\ud800|\ude00\ud83d", "\udfff": 1}


def listing() -> list[Any]:
    return [{"b": 1, "a": 1.0}]


def not_a_number() -> dict[str, Any]:
    return {"value": float("nan")}


TOOLS = (
    Tool(
        "echo", "Echo", "reads", "Returns the text.", (Text("text", "Any text."),), f"{HERE}:echo", pure=True
    ),
    Tool(
        "every_kind",
        "Every kind",
        "reads",
        "Returns its arguments.",
        (
            Text("text", "A text."),
            Text("choice", "One of two.", default="left", choices=("left", "right")),
            Integer("whole", "A whole number.", default=0, minimum=-5, maximum=10),
            Number("real", "A number.", required=False, minimum=0.0),
            Boolean("switch", "On or off.", required=False),
            Mapping("mapping", "Names to anything.", required=False),
            Records(
                "records",
                "Things to do.",
                (Text("op", "What to do.", choices=("add", "remove")), Text("note", "Why.", required=False)),
                required=False,
            ),
        ),
        f"{HERE}:every_kind",
        pure=True,
    ),
    Tool("wait", "Wait", "reads", "Waits for a file, unless cancelled.", (PATH,), f"{HERE}:wait"),
    Tool("deaf", "Deaf", "reads", "Waits for a file, come what may.", (PATH,), f"{HERE}:deaf", pure=True),
    Tool("report", "Report", "reads", "Reports progress until a file is there.", (PATH,), f"{HERE}:report"),
    Tool("noisy", "Noisy", "reads", "Writes to every output.", (), f"{HERE}:noisy", pure=True),
    Tool("thirsty", "Thirsty", "reads", "Reads the input.", (), f"{HERE}:thirsty", pure=True),
    Tool("fails", "Fails", "reads", "Fails as tools do.", (), f"{HERE}:fails", pure=True),
    Tool("verbose_failure", "Talks", "reads", "Fails at length.", (), f"{HERE}:verbose_failure", pure=True),
    Tool("breaks", "Breaks", "reads", "Has a defect.", (), f"{HERE}:breaks", pure=True),
    Tool("leaves", "Leaves", "reads", "Tries to end the process.", (), f"{HERE}:leaves", pure=True),
    Tool(
        "huge",
        "Huge",
        "reads",
        "Returns much.",
        (Integer("size", "How much."),),
        f"{HERE}:huge",
        pure=True,
        narrowed_by="size",
        whole_result=True,
    ),
    Tool("strange", "Strange", "reads", "Returns odd characters.", (), f"{HERE}:strange", pure=True),
    Tool("listing", "List", "reads", "Returns a list.", (), f"{HERE}:listing", pure=True, sorted_keys=True),
    Tool("not_a_number", "NaN", "reads", "Returns no JSON.", (), f"{HERE}:not_a_number", pure=True),
    Tool("absent", "Absent", "reads", "Has no handler.", (), f"{HERE}:nowhere_to_be_found", pure=True),
)
