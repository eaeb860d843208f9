"""The loopsmith_* tools: look into an agent loop, and record what happened in it.

Nothing here sets, implies or overrides a ruling: whether a goal is satisfied follows from evidence alone.
"""

from __future__ import annotations

from loomsmith.tools.catalog import Tool
from loomsmith.tools.parameters import Integer, Mapping, Number, Text

CONFIG_PATH = Text(
    "config_path",
    "Path of the loop's config, YAML or Markdown. A relative path starts at the server's project folder.",
)
RUN_ID = Text("run_id", "Id of the run, as the ledger and the state folder know it.")

PLAN = Tool(
    "loopsmith_plan",
    "Plan a loop",
    "reads",
    "Plans the work graph of a loop config without running anything: the waves of nodes that can work at the "
    "same time, the critical path and its cost, how much of the work is parallel, the chosen concurrency and "
    "the speed-up to expect from it.\n"
    "Returns {waves: [{index, nodes}], critical_path, critical_path_cost, total_cost, parallel_fraction, "
    "concurrency, predicted_speedup, speedup_ceiling}; speedup_ceiling is null when nothing is sequential. "
    "Fails when the config cannot be read, has a cycle, or names a node twice or one that does not exist.",
    (CONFIG_PATH,),
    "loomsmith.loop.toolkit:plan",
    sorted_keys=True,
    whole_result=True,
)

_GATE_QUESTION = (
    "Asks the gate whether a goal, or `overall`, is satisfied by the evidence there is right now. Every "
    "check of the target is made afresh on the files in `workdir` and on the metrics and artifacts given "
    "with the call; a claim is not evidence. "
)
_GATE_ANSWER = (
    "\nReturns {target, satisfied, checks: [{name, text, passed, blocking, evidence}], passed, failed, "
    "total, reason}. A target without a blocking check is never satisfied. Checks made by a judge fail "
    "here, since a caller cannot pass judgments. Metrics that are no JSON numbers and artifacts that are "
    "no strings are set aside and named in ignored_evidence. The answer is not stored and changes nothing."
)

GATE_EVALUATE = Tool(
    "loopsmith_gate_evaluate",
    "Ask the gate",
    "runs",
    _GATE_QUESTION + "THIS RUNS the config's own `script` detectors on this machine." + _GATE_ANSWER,
    (
        CONFIG_PATH,
        Text("target", "Name of a goal in the config, or `overall`."),
        Text(
            "workdir",
            "Folder whose files are the evidence. A relative path starts at the server's project folder.",
            default=".",
        ),
        Mapping("metrics", "Measured values: an object from metric name to number.", required=False),
        Mapping("artifacts", "Texts to be checked: an object from artifact name to string.", required=False),
    ),
    "loomsmith.loop.toolkit:gate_evaluate",
    sorted_keys=True,
    restrained=_GATE_QUESTION
    + "`script` detectors are switched off on this server: their checks fail."
    + _GATE_ANSWER,
)

LEDGER = Tool(
    "loopsmith_ledger",
    "Read the ledger",
    "reads",
    "Reads what happened in a run, oldest entry first; the ledger is append-only. With `limit` only the last "
    "entries come, still oldest first: ask for the last 20 or so unless the whole history is needed.\n"
    "Returns a list of {run_id, iteration, kind, detail, node_id, tokens, cost_usd, created_ms}; empty for a "
    "run that is not known. Times are milliseconds since 1970, UTC.",
    (
        RUN_ID,
        Integer("limit", "How many of the last entries to return; all when left out.", required=False),
    ),
    "loomsmith.loop.toolkit:ledger",
    sorted_keys=True,
    narrowed_by="limit",
)

GOAL_STATES = Tool(
    "loopsmith_goal_states",
    "Read the goal states",
    "reads",
    "Reads what the gate last ruled in a run, target by target. It is history: ask loopsmith_gate_evaluate "
    "how things stand now.\n"
    "Returns an object from target to {target, satisfied, passed, failed, total, reason, iteration, "
    "updated_ms}; empty for a run that is not known.",
    (RUN_ID,),
    "loomsmith.loop.toolkit:goal_states",
    sorted_keys=True,
)

RECORD_EPISODE = Tool(
    "loopsmith_record_episode",
    "Record an episode",
    "records",
    "Records what a node produced in a run, and who produced it. Each call adds a record and none is ever "
    "changed. It writes no ledger entry and decides nothing: whether the work is good enough is for the "
    "gate.\n"
    "Returns {recorded: true, seq}; seq rises with every record of the store. Refused when run, node or "
    "provider is blank, because work without a known provider cannot be checked for independence.",
    (
        RUN_ID,
        Text("node_id", "Id of the node in the config's graph."),
        Text("provider_id", "Id of the provider that did the work."),
        Text("output", "What the node produced; may be empty."),
        Integer("iteration", "Iteration of the run, from 0.", default=0, maximum=2**32 - 1),
        Text("role", "The part the node played, such as builder, reviewer or judge.", default="builder"),
        Integer("tokens", "Tokens used, where known.", required=False),
        Number("cost_usd", "Cost in US dollars, where known.", required=False, minimum=0.0),
        Integer("duration_ms", "Time taken in milliseconds, where known.", required=False),
    ),
    "loomsmith.loop.toolkit:record_episode",
    idempotent=False,
    sorted_keys=True,
)

SCRATCHPAD = Tool(
    "loopsmith_scratchpad",
    "Keep a note",
    "records",
    "Keeps one note per run and key, usually under a goal's name: nodes that work on the goal are shown it. "
    "With `value`, even an empty one, the note is replaced; without it the note is read.\n"
    "Returns {written: true}, or {value} with the text, null where there is no note. A note is a message "
    "between nodes, never evidence.",
    (
        RUN_ID,
        Text("key", "What the note is about, usually the name of a goal."),
        Text("value", "The new text; leave it out to read.", required=False, records=True),
    ),
    "loomsmith.loop.toolkit:scratchpad",
    sorted_keys=True,
    restrained="Reads the note that is kept for a run under a key, usually a goal's name.\n"
    "Returns {value} with the text, null where there is no note. A note is a message between nodes, never "
    "evidence.",
)

TOOLS = (PLAN, GATE_EVALUATE, LEDGER, GOAL_STATES, RECORD_EPISODE, SCRATCHPAD)
