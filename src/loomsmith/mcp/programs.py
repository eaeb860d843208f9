"""Which program serves which tools, and under which name."""

from __future__ import annotations

from loomsmith import __version__
from loomsmith.mcp.protocol import Identity
from loomsmith.tools.catalog import attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from loomsmith.tools.catalog import Tool

_LOOP_INSTRUCTIONS = (
    "Tools for looking into an agent loop. Only the gate decides whether a goal is satisfied, from evidence "
    "it reads afresh each time; nothing you can call sets, implies or overrides a ruling, and a ruling is "
    "taken back as soon as its evidence is gone. So do the work, leave the evidence where the config's "
    "checks look, and ask loopsmith_gate_evaluate; its `checks` say what is still missing.\n"
    "A usual order: loopsmith_plan for the waves of work; loopsmith_ledger with a small `limit` and "
    "loopsmith_goal_states for what has happened; the work itself; loopsmith_record_episode for what a node "
    "produced; loopsmith_scratchpad for what the next node should know."
)

_LANGUAGE_INSTRUCTIONS = (
    "Tools for authoring a typed domain model in the .ddd language. Every loom_* tool is a pure function of "
    "the source text you pass: nothing is stored or written, and edits are returned for you to apply. Always "
    "pass the whole current text."
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
        Identity("loopsmith", __version__, "loopsmith: look into agent loops", _LOOP_INSTRUCTIONS),
        ("loomsmith.tools.loopsmith",),
    ),
    "ddd-mcp": Program(
        Identity("ddd-mcp", "0.0.0-experimental", "ddd-mcp: typed domain models", _LANGUAGE_INSTRUCTIONS),
        ("loomsmith.tools.loom",),
    ),
    "loomsmith": Program(
        Identity(
            "loomsmith",
            __version__,
            "loomsmith: typed domain models and agent loops",
            f"{_LANGUAGE_INSTRUCTIONS}\n\n{_LOOP_INSTRUCTIONS}",
        ),
        ("loomsmith.tools.loom", "loomsmith.tools.loopsmith"),
    ),
}
