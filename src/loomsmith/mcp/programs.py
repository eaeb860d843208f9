"""Which program serves which tools, and under which name."""

from __future__ import annotations

from loomsmith import __version__
from loomsmith.mcp.protocol import Identity
from loomsmith.tools.catalog import attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from loomsmith.tools.catalog import Tool

# Clients cut instructions, some after 500 characters: what must be known comes first.
_MODEL_ESSENTIALS = (
    "Models in .ddd: every loom_* tool takes the whole current text in `source` and answers, or returns "
    "edits; nothing is stored. Work in a cycle: loom_outline, loom_apply_patch, loom_validate the new "
    "text, fix what it finds, again until `ok`."
)
_LOOP_ESSENTIALS = (
    "Loops: loopsmith_plan, do the work, loopsmith_record_episode, then ask loopsmith_gate_evaluate. Only "
    "the gate rules whether a goal is satisfied, from evidence; nothing you call sets or overrides its "
    "ruling."
)
_MODEL_HABITS = (
    "On models:\n"
    "- Before you write what you have not written here yet, read about it: loom_guide `basics` first, then "
    "the topic. Its models are valid; imitate them, do not guess syntax.\n"
    "- Keep the newest text and pass it on whole; you save it, no tool does. Change it by address with "
    "patches rather than by writing it anew.\n"
    "- Fix syntax errors first, then each finding: its fixHint.patch goes into loom_apply_patch as it is; "
    "else loom_explain tells the rule.\n"
    "- loom_find_symbol, loom_references and loom_hover say where something is, who uses it and what it "
    "is. Before a change is shipped, loom_diff with the old text says what it does to data and clients."
)
_LOOP_HABITS = (
    "On loops:\n"
    "- loopsmith_plan gives the waves of work; loopsmith_ledger with a small `limit` and "
    "loopsmith_goal_states say what has happened.\n"
    "- Leave evidence where the config's checks look for it. The gate's `checks` say what is missing; a "
    "ruling is taken back as soon as its evidence is gone.\n"
    "- Record each node's work, failed work too; leave notes for the next one in loopsmith_scratchpad."
)


class Program:
    """A server as a client sees it, and the modules whose `TOOLS` it serves, in that order."""

    __slots__ = ("catalogs", "identity")

    def __init__(self, identity: Identity, catalogs: tuple[str, ...]) -> None:
        self.identity = identity
        self.catalogs = catalogs

    def tools(self) -> tuple[Tool, ...]:
        """The tools of all its catalogs."""
        return tuple(tool for module in self.catalogs for tool in attribute(module, "TOOLS"))


PROGRAMS = {
    "loopsmith": Program(
        Identity(
            "loopsmith",
            __version__,
            "loopsmith: look into agent loops",
            f"{_LOOP_ESSENTIALS}\n\n{_LOOP_HABITS}",
        ),
        ("loomsmith.tools.loopsmith",),
    ),
    "ddd-mcp": Program(
        Identity(
            "ddd-mcp",
            "0.0.0-experimental",
            "ddd-mcp: typed domain models",
            f"{_MODEL_ESSENTIALS}\n\n{_MODEL_HABITS}",
        ),
        ("loomsmith.tools.loom",),
    ),
    "loomsmith": Program(
        Identity(
            "loomsmith",
            __version__,
            "loomsmith: typed domain models and agent loops",
            f"{_MODEL_ESSENTIALS}\n{_LOOP_ESSENTIALS}\n\n{_MODEL_HABITS}\n\n{_LOOP_HABITS}",
        ),
        ("loomsmith.tools.loom", "loomsmith.tools.loopsmith"),
    ),
}
