"""Runs the .ddd conformance cases through the catalog in this process, or against a server over stdio.

    python tests/conformance/run_ddd.py [--server COMMAND] [--only TOPIC[/NAME],...] [--units U,...] [--show N]

A case is TOPIC/NAME.ddd with NAME.expected.json beside it, and perhaps NAME.calls.json. Expected files hold
facts only: codes, severities, phases, addresses, ranges, edits; never wording. A case is judged in *units*:

    syntax                  which sources have syntax errors, and where the first one is (within one line)
    validate:PHASE          the multiset of (severity, code, node, range, has a fix hint) of that phase; the
                            expected code "loom.unknown" stands for any code
    ok                      whether the whole report says the model is fine
    outline, deployables, wire    equality; of sources without syntax errors
    calls:TOOL              equality of each further call's result, texts left out; {"__isError"} asks for any
                            error; candidates compare as sets; of loom_diff and loom_snapshot the keys that
                            are expected
"""

from __future__ import annotations

import argparse
import collections
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).resolve().parent / "ddd"

TEXT_KEYS = {"message", "title", "markdown", "loomVersion", "model", "label", "description"}
PHASES = ("scope-link", "ast-validate", "ir-validate")
SYNTAX_CODES = ("loom.parse-error", "loom.lex-error")

Call = Callable[[str, dict[str, Any]], dict[str, Any]]
Tally = dict[str, tuple[int, int]]


def catalog_call() -> Call:
    """Calls tools of the catalog; the answer goes through JSON as it would on the wire."""
    from loomsmith.base.context import CallContext, Settings
    from loomsmith.tools.catalog import Catalog
    from loomsmith.tools.loom import TOOLS

    settings = Settings()
    catalog = Catalog(TOOLS, settings)
    context = CallContext(settings, lambda: 0)

    def call(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = catalog.call(tool, arguments, context)
        return {"toolError": True} if result.is_error else json.loads(result.text)

    return call


def server_call(command: str) -> Call:
    """Calls tools of a server that is started with `command`, with the smallest of clients."""
    child = subprocess.Popen(
        shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert child.stdin is not None
    assert child.stdout is not None
    stdin, stdout = child.stdin, child.stdout
    count = 0

    def send(message: dict[str, Any]) -> None:
        stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        stdin.flush()

    def request(method: str, **params: Any) -> dict[str, Any]:
        nonlocal count
        count += 1
        send({"id": count, "method": method, "params": params})
        for line in stdout:
            message = json.loads(line)
            if message.get("id") == count:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]
        raise EOFError("the server closed its output")

    client = {"name": "conformance", "version": "1"}
    request("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=client)
    send({"method": "notifications/initialized"})

    def call(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = request("tools/call", name=tool, arguments=arguments)
        return {"toolError": True} if result.get("isError") else json.loads(result["content"][0]["text"])

    return call


def read(path: Path) -> str:
    """The file's text with its line ends as they are."""
    return path.read_bytes().decode("utf-8")


def facts(value: Any) -> Any:
    """The value without wording."""
    if isinstance(value, list):
        return [facts(item) for item in value]
    if isinstance(value, dict):
        return {
            key: True if key == "error" and isinstance(item, str) else facts(item)
            for key, item in value.items()
            if key not in TEXT_KEYS and not (key == "summary" and isinstance(item, str))
        }
    return value


def diagnostic_key(diagnostic: dict[str, Any], with_code: bool = True) -> tuple[Any, ...]:
    return (
        diagnostic["code"] if with_code else "",
        diagnostic["severity"],
        diagnostic.get("node"),
        json.dumps(diagnostic.get("range"), sort_keys=True),
        "fixHint" in diagnostic,
    )


def syntax_errors(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [d for d in report["diagnostics"] if d["code"] in SYNTAX_CODES]


def compare_syntax(expected: dict[str, Any], actual: dict[str, Any]) -> str | None:
    wanted, found = syntax_errors(expected), syntax_errors(actual)
    if not wanted:
        return f"no syntax error was expected: {[d['message'] for d in found][:3]}" if found else None
    if not found or actual["ok"]:
        return "expected a syntax error"
    lines = [ds[0].get("range", {}).get("start", {}).get("line", 0) for ds in (wanted, found)]
    return None if abs(lines[0] - lines[1]) <= 1 else f"syntax error on line {lines[1]}, expected {lines[0]}"


def compare_phase(expected: dict[str, Any], actual: dict[str, Any], phase: str) -> str | None:
    left = [d for d in actual["diagnostics"] if d["phase"] == phase]
    missing = []
    wanted = [d for d in expected["diagnostics"] if d["phase"] == phase]
    for d in sorted(wanted, key=lambda d: d["code"] == "loom.unknown"):
        with_code = d["code"] != "loom.unknown"
        match = next((a for a in left if diagnostic_key(a, with_code) == diagnostic_key(d, with_code)), None)
        if match is None:
            missing.append(d)
        else:
            left.remove(match)
    if missing or left:
        return f"missing {[diagnostic_key(d) for d in missing]}; unexpected {[diagnostic_key(d) for d in left]}"
    return None


def normal(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: sorted(map(str, v)) if k == "candidates" else normal(v) for k, v in value.items()}
    if isinstance(value, list):
        return [normal(v) for v in value]
    return value


def compare_equal(expected: Any, actual: Any) -> str | None:
    expected, actual = normal(facts(expected)), normal(facts(actual))
    if expected == actual:
        return None
    return f"expected {json.dumps(expected)[:600]}\n        got      {json.dumps(actual)[:600]}"


def evolution_facts(value: Any, key: str = "") -> Any:
    """The answer of an evolution tool in the form of the expected files."""
    if isinstance(value, list):
        return [evolution_facts(item) for item in value]
    if isinstance(value, dict):
        value = dict(value)
        if isinstance(value.get("content"), str) and str(value.get("path", "")).endswith(".json"):
            value["json"] = json.loads(value.pop("content"))
            value["path"] = re.sub(r"[^/]+(?=\.loomsnap\.json$)", "<stamp>-<guid>", value["path"])
        return {name: evolution_facts(item, name) for name, item in value.items()}
    if key == "sql":
        return " ".join(value.split())
    return {"captureId": "<guid>", "capturedAt": "<iso>"}.get(key, value)


def within(expected: Any, actual: Any) -> Any:
    """`actual` cut to the keys that `expected` has, at every depth."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return {key: within(expected[key], item) for key, item in actual.items() if key in expected}
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        return [within(e, a) for e, a in zip(expected, actual, strict=True)]
    return actual


def compare_call(tool: str, expected: Any, actual: Any) -> str | None:
    if "__isError" in expected:
        expected = {"toolError": True}
    if tool in ("loom_diff", "loom_snapshot"):
        expected = facts(evolution_facts(expected))
        actual = within(expected, facts(evolution_facts(actual)))
    return compare_equal(expected, actual)


def judge(call: Call, path: Path) -> Iterator[tuple[str, str | None]]:
    """Each unit that the case is judged in, with the complaint about it or None."""
    source = read(path)
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    report = call("loom_validate", {"source": source})
    if report.get("toolError"):
        yield "syntax", "loom_validate answered isError"
        return
    wanted = expected["validate"]
    yield "syntax", compare_syntax(wanted, report)
    if not syntax_errors(wanted):
        for phase in PHASES:
            yield f"validate:{phase}", compare_phase(wanted, report, phase)
        if wanted["ok"] != report["ok"]:
            yield "ok", f"expected {wanted['ok']}, got {[d['code'] for d in report['diagnostics']][:5]}"
        else:
            yield "ok", None
        yield "outline", compare_equal(expected["outline"], report.get("outline"))
        for section, tool in (("deployables", "loom_generate"), ("wire", "loom_read_model")):
            if expected.get(section) is not None:
                answer = call(tool, {"source": source})
                answer = answer.get("deployables", answer) if section == "deployables" else answer
                yield section, compare_equal(expected[section], answer)
    for further, given in zip(expected.get("calls", []), _further_arguments(path, expected), strict=True):
        arguments = {"source": source}
        for key, value in given.items():
            if isinstance(value, str) and value.startswith("@"):
                value = read(path.parent / value[1:])
            arguments[key] = value
        complaint = compare_call(further["tool"], further["result"], call(further["tool"], arguments))
        name = f"calls:{further['tool']}"
        yield name, complaint and f"{json.dumps(given)[:160]}: {complaint}"


def _further_arguments(path: Path, expected: dict[str, Any]) -> list[dict[str, Any]]:
    """The arguments of the further calls: with the results, or where they are long in a file of their own."""
    calls = expected.get("calls", [])
    if all("args" in call for call in calls):
        return [call["args"] for call in calls]
    asked = json.loads(path.with_suffix(".calls.json").read_text(encoding="utf-8"))
    return [call["args"] for call in asked]


def cases(prefixes: Iterable[str] = ("",), root: Path = CASES) -> list[Path]:
    """The cases whose TOPIC/NAME starts with one of the prefixes."""
    wanted = tuple(prefixes)
    return [
        path
        for path in sorted(root.rglob("*.ddd"))
        if path.relative_to(root).with_suffix("").as_posix().startswith(wanted)
        and path.with_suffix(".expected.json").exists()
    ]


def topics(root: Path = CASES) -> list[str]:
    """The names of the topics."""
    return sorted(folder.name for folder in root.iterdir() if folder.is_dir())


def run(paths: Iterable[Path], call: Call) -> tuple[Tally, list[str]]:
    """How many units of how many pass, by `TOPIC UNIT`; and the complaints, `TOPIC/NAME [UNIT] complaint`."""
    counts: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    complaints = []
    for path in paths:
        topic = path.parent.name
        for unit, complaint in judge(call, path):
            count = counts[f"{topic} {unit}"]
            count[0] += complaint is None
            count[1] += 1
            if complaint:
                complaints.append(f"{topic}/{path.stem} [{unit}] {complaint}")
    return {key: (good, total) for key, (good, total) in counts.items()}, complaints


def main() -> int:
    def names(text: str) -> tuple[str, ...]:
        return tuple(filter(None, text.split(",")))

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--server", help="the command that starts an MCP server; without, no process is used")
    parser.add_argument("--only", type=names, default=("",), help="prefixes of TOPIC/NAME")
    parser.add_argument("--units", type=names, default=("",), help="prefixes of units")
    parser.add_argument("--show", type=int, default=20, help="how many complaints to print")
    options = parser.parse_args()
    tally, complaints = run(cases(options.only), server_call(options.server) if options.server else catalog_call())
    tally = {key: count for key, count in tally.items() if key.split(" ")[1].startswith(options.units)}
    complaints = [text for text in complaints if text.split("[", 1)[1].startswith(options.units)]
    for complaint in complaints[: options.show]:
        print(complaint)
    if len(complaints) > options.show:
        print(f"(+{len(complaints) - options.show} more complaints)")
    totals: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0])
    for key, (good, total) in tally.items():
        unit = key.split(" ")[1]
        totals[f"ALL {unit}"][0] += good
        totals[f"ALL {unit}"][1] += total
    for key, (good, total) in [*sorted(tally.items()), *sorted((k, (g, t)) for k, (g, t) in totals.items())]:
        topic, unit = key.split(" ")
        print(f"{topic:14} {unit:24} {good:4}/{total:<4} {100 * good / total:6.1f}%")
    return 0 if tally and not complaints else 1


if __name__ == "__main__":
    sys.exit(main())
