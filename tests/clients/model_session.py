"""Two hundred calls that an agent makes on a realistic model: it learns, looks, edits, breaks and repairs."""

from __future__ import annotations

from itertools import cycle
from typing import Any, NamedTuple

from clients.environments import ROOT
from loomsmith.base.context import CallContext, Settings
from loomsmith.ddd.text import Source
from loomsmith.tools.agent import language_catalog

MODEL = ROOT / "examples" / "models" / "film_festival.ddd"
CALLS = 200
TIME = "2026-05-04T08:15:30.123Z"


class Call(NamedTuple):
    """A call, and what the tools answer to it in this process."""

    tool: str
    arguments: dict[str, Any]
    text: str
    value: Any
    is_error: bool


class Session:
    """The calls made so far; each answer is the tool's own."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self._context = CallContext(Settings(), lambda: 0)

    def ask(self, tool: str, **arguments: Any) -> Any:
        result = language_catalog().call(tool, arguments, self._context)
        self.calls.append(Call(tool, arguments, result.text, result.value, result.is_error))
        return result.value


def model_session() -> list[Call]:
    """The whole session, the same at every run."""
    session = Session()
    ask = session.ask
    source = MODEL.read_text(encoding="utf-8")

    for entry in ask("loom_guide")["topics"]:
        ask("loom_guide", topic=entry["topic"])
    ask("loom_list_primitives")
    assert ask("loom_validate", source=source)["diagnostics"] == []
    outline = ask("loom_outline", source=source)
    ask("loom_read_model", source=source)
    ask("loom_generate", source=source)
    ask("loom_snapshot", source=source, capturedAt=TIME)

    contexts = [context for system in outline["systems"] for context in system["contexts"]]
    aggregates = [entry["node"] for context in contexts for entry in context["aggregates"]]
    text = source
    for number, aggregate in enumerate(aggregates):
        field = f"{aggregate}.remark{number}"
        patches = [{"op": "add", "target": aggregate, "source": f"remark{number}: string?"}]
        text = ask("loom_apply_patch", source=text, patches=patches)["text"]
        assert ask("loom_validate", source=text, outline=False)["ok"]
        symbol = field.split(" ", 1)[1]
        assert ask("loom_rename", source=text, symbol=symbol, newName=f"note{number}")["edits"]
        renamed = [{"op": "rename", "target": field, "source": f"note{number}"}]
        text = ask("loom_apply_patch", source=text, patches=renamed)["text"]
        assert ask("loom_validate", source=text, outline=False)["ok"]
    assert ask("loom_diff", source=text, baseline=source)["breaking"] is False

    broken = text.replace("director: Director id\n", "director: Director\n", 1)
    findings = ask("loom_validate", source=broken, outline=False, limit=20)["diagnostics"]
    finding = next(found for found in findings if "fixHint" in found)
    ask("loom_explain", code=finding["code"])
    ask("loom_quickfix", source=broken, code=finding["code"], at=finding["node"])
    repaired = ask("loom_apply_patch", source=broken, patches=[finding["fixHint"]["patch"]])["text"]
    assert ask("loom_validate", source=repaired)["ok"]

    edits = ask("loom_unfold_macro", source=text, macro="crudish", on="Director")["edits"]
    assert ask("loom_validate", source=edited(text, edits), outline=False)["ok"]

    ask("loom_validate", source='context {{{ \U0001f39e \u2028 "')
    ask("loom_validate")
    ask("loom_validate", source=text, limit="many")
    ask("loom_guide", topic="cinema")
    ask("loom_explain", code="loom.no-such-code")
    ask("loom_find_symbol", source=text, symbol="Nobody.nothing")
    ask("loom_apply_patch", source=text, patches=[{"op": "remove", "target": "aggregate No.Body"}])

    members = [
        member.split(" ", 1)[1]
        for context in contexts
        for entry in context["aggregates"]
        for member in entry["members"]
    ]
    looks = cycle(("loom_find_symbol", "loom_references", "loom_hover"))
    for symbol, tool in zip(cycle(members), looks, strict=False):
        if len(session.calls) == CALLS:
            return session.calls
        ask(tool, source=text, symbol=symbol)
    return session.calls


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """The text with edits in it, as a client makes them: from the last to the first."""
    source = Source(text)
    spans = [
        (*(source.offset(end["line"], end["character"]) for end in edit["range"].values()), edit["newText"])
        for edit in edits
    ]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text
