"""The model of a loop's config: what must hold, how that is checked, who works on it, and when to stop.

Every field is declared once, with its kind (from which follow typing, writing and the JSON Schema) and one
sentence of meaning (from which follow the schema's descriptions and the reference in the documentation).
Values are immutable; lists are tuples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias, get_args

from loomsmith.loop.config.kinds import (
    BOOL,
    F64,
    OPTIONAL_F64,
    OPTIONAL_I32,
    OPTIONAL_STRING,
    OPTIONAL_U32,
    OPTIONAL_U64,
    STRING,
    STRINGS,
    U32,
    U64,
    USIZE,
    ListOf,
    MapOf,
    Record,
    Tagged,
    of,
    plain,
)
from loomsmith.loop.config.words import (
    ACQUISITION,
    MODE,
    OPERATOR,
    PROVIDER_KIND,
    ROLE,
    SKILL_SOURCE,
    TIER,
    Acquisition,
    Mode,
    Operator,
    ProviderKind,
    Role,
    SkillSource,
    Tier,
)

OVERALL = "overall"
"""The target that stands for the loop as a whole; no goal may have this name."""


@dataclass(frozen=True, slots=True)
class Information:
    """A fact that every node is told."""

    key: str = field(metadata=of(STRING, "What the fact is about."))
    value: str = field(metadata=of(STRING, "The fact."))
    note: str | None = field(
        default=None, metadata=of(OPTIONAL_STRING, "A remark for people; no node sees it.")
    )


@dataclass(frozen=True, slots=True)
class WorkItem:
    """A step that a person does by hand before the loop may run."""

    step: str = field(metadata=of(STRING, "What is to be done."))
    done: bool = field(
        default=False, metadata=of(BOOL, "Whether it has been done; until then the loop is refused.")
    )
    evidence: str | None = field(default=None, metadata=of(OPTIONAL_STRING, "Where the result can be seen."))


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that must be true at the end."""

    name: str = field(metadata=of(STRING, "Its name, unique among the goals; `overall` is reserved."))
    description: str = field(metadata=of(STRING, "What must be true, in a sentence."))
    depends_on: tuple[str, ...] = field(
        default=(),
        metadata=of(STRINGS, "Goals that come before it, for readers; the gate does not look at them."),
    )
    priority: int | None = field(default=None, metadata=of(OPTIONAL_U32, "How much it matters, for readers."))


@dataclass(frozen=True, slots=True)
class ScriptDetector:
    """Runs a command without a shell in the working directory and looks at its exit status."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "script"

    command: str = field(metadata=of(STRING, "The program: a word looked up on PATH, or a path."))
    args: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Its arguments, handed over as they are."))
    expect_exit: int | None = field(
        default=None, metadata=of(OPTIONAL_I32, "The exit status that passes; 0 when absent.")
    )


@dataclass(frozen=True, slots=True)
class FileExistsDetector:
    """Passes when a path exists; what it finds is also the artifact that patterns are searched in."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "file_exists"

    path: str = field(metadata=of(STRING, "The path, relative to the working directory."))
    non_empty: bool = field(default=False, metadata=of(BOOL, "Whether an empty file fails."))


@dataclass(frozen=True, slots=True)
class RegexMatchDetector:
    """Passes when a pattern occurs in an artifact's text."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "regex_match"

    artifact: str = field(
        metadata=of(
            STRING, "The artifact: the path of a `file_exists` check, or its file name without extension."
        )
    )
    pattern: str = field(metadata=of(STRING, "An RE2 pattern; `(?m)` makes `^` and `$` match at lines."))


@dataclass(frozen=True, slots=True)
class ThresholdDetector:
    """Passes when a reported number compares as asked."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "threshold"

    metric: str = field(
        metadata=of(STRING, "The number's name in `metrics.json` or in the caller's metrics.")
    )
    op: Operator = field(metadata=of(OPERATOR, "How the number must compare with `value`."))
    value: float = field(metadata=of(F64, "What it is compared with."))


@dataclass(frozen=True, slots=True)
class JudgeDetector:
    """Passes on the judgments of judge nodes; nothing that is passed to a tool counts as one."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "judge"

    standard: str = field(metadata=of(STRING, "The standard that the judge holds the work to."))
    min_score: float | None = field(
        default=None,
        metadata=of(OPTIONAL_F64, "The mean score that passes; without it every judge must say PASS."),
    )


Detector: TypeAlias = (
    ScriptDetector | FileExistsDetector | RegexMatchDetector | ThresholdDetector | JudgeDetector
)
DETECTOR = Tagged("type", get_args(Detector))


@dataclass(frozen=True, slots=True)
class Validation:
    """One check of a goal or of the whole."""

    target: str = field(metadata=of(STRING, "The goal it checks, or `overall`."))
    name: str = field(metadata=of(STRING, "Its name; judgments refer to it."))
    mode: Mode = field(metadata=of(MODE, "What sort of check it is, for readers; it changes no ruling."))
    statement: str = field(metadata=of(STRING, "What holds when the check passes."))
    detector: Detector = field(metadata=of(DETECTOR, "How it is found out."))
    blocking: bool = field(
        default=True, metadata=of(BOOL, "Whether the target stays unsatisfied while this check fails.")
    )


@dataclass(frozen=True, slots=True)
class Success:
    """A scenario in which a target counts as reached; those of `overall` end the loop."""

    target: str = field(metadata=of(STRING, "A goal, or `overall`."))
    name: str = field(metadata=of(STRING, "The scenario's name."))
    mode: Mode = field(
        metadata=of(MODE, "`percentage` asks for a share of the blocking checks; the others for all of them.")
    )
    statement: str = field(metadata=of(STRING, "What has been reached then."))
    threshold: float | None = field(
        default=None, metadata=of(OPTIONAL_F64, "The share from 0 to 1 that `percentage` asks for.")
    )


@dataclass(frozen=True, slots=True)
class StopGates:
    """When a run ends, whatever its nodes say. Budgets mean: stop after, not: never exceed."""

    max_iterations: int = field(default=10, metadata=of(U32, "The most iterations; at least 1."))
    max_revisions_per_node: int = field(
        default=3,
        metadata=of(U32, "How often a node may run without its goals being satisfied; 0: never at all."),
    )
    max_wall_clock_seconds: int | None = field(
        default=None, metadata=of(OPTIONAL_U64, "Seconds since the run was started.")
    )
    max_tokens: int | None = field(default=None, metadata=of(OPTIONAL_U64, "Tokens of the whole run."))
    max_cost_usd: float | None = field(
        default=None, metadata=of(OPTIONAL_F64, "US dollars of the whole run.")
    )
    no_progress_iterations: int = field(
        default=3, metadata=of(U32, "Iterations without any change in the rulings; 0 turns this gate off.")
    )
    no_progress_iterations_randomness: int | None = field(
        default=None,
        metadata=of(
            OPTIONAL_U32,
            "Iterations without a change after which a perturbation is tried; less than the above.",
        ),
    )
    stop_on_overall_success: bool = field(
        default=True, metadata=of(BOOL, "Whether overall success ends the run.")
    )


@dataclass(frozen=True, slots=True)
class CronTrigger:
    """Fires in each minute that a five-field cron expression matches, in UTC."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "cron"

    expr: str = field(
        metadata=of(STRING, "Minute, hour, day, month, weekday: numbers, `*`, lists, ranges, steps.")
    )


@dataclass(frozen=True, slots=True)
class IntervalTrigger:
    """Fires each time so many seconds have passed."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "interval"

    seconds: int = field(metadata=of(U64, "The seconds between; at least 1."))


@dataclass(frozen=True, slots=True)
class FileChangeTrigger:
    """Fires when something below a path is modified."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "file_change"

    path: str = field(metadata=of(STRING, "The path, relative to the loop's folder."))


@dataclass(frozen=True, slots=True)
class GoalSatisfiedTrigger:
    """Fires when a goal turns from not satisfied to satisfied."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "goal_satisfied"

    goal: str = field(metadata=of(STRING, "The goal, or `overall`."))


@dataclass(frozen=True, slots=True)
class ManualTrigger:
    """Never fires: a person starts the loop."""

    tag_field: ClassVar[str] = "type"
    tag: ClassVar[str] = "manual"


Trigger: TypeAlias = CronTrigger | IntervalTrigger | FileChangeTrigger | GoalSatisfiedTrigger | ManualTrigger
TRIGGER = Tagged("type", get_args(Trigger))


@dataclass(frozen=True, slots=True)
class ConstraintSet:
    """What a node must keep to."""

    rules: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Rules the node must follow."))
    forbidden_paths: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Paths it must not touch."))
    forbidden_commands: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Commands it must not run."))
    human_checkpoint: tuple[str, ...] = field(
        default=(), metadata=of(STRINGS, "Things that need a person's consent first.")
    )
    max_tokens: int | None = field(default=None, metadata=of(OPTIONAL_U64, "Tokens of one call."))
    max_seconds: int | None = field(default=None, metadata=of(OPTIONAL_U64, "Seconds of one call."))


@dataclass(frozen=True, slots=True)
class Constraints:
    """Limits for all nodes and for single ones: lists add up, the node's own limits win."""

    global_: ConstraintSet = field(
        default=ConstraintSet(), metadata=of(Record(ConstraintSet), "For every node.", key="global")
    )
    per_node: Mapping[str, ConstraintSet] = field(
        default_factory=dict, metadata=of(MapOf(Record(ConstraintSet)), "For one node, by its id.")
    )


@dataclass(frozen=True, slots=True)
class Phase:
    """A named stretch of the work."""

    name: str = field(metadata=of(STRING, "Its name; nodes refer to it as their `stage`."))
    guideline: str = field(metadata=of(STRING, "What the phase is for and what it leaves alone."))
    note: str | None = field(default=None, metadata=of(OPTIONAL_STRING, "A remark for people."))


@dataclass(frozen=True, slots=True)
class Guidelines:
    """The phases of the work and their order."""

    items: tuple[Phase, ...] = field(default=(), metadata=of(ListOf(Record(Phase)), "The phases."))
    dependency: tuple[str, ...] = field(
        default=(),
        metadata=of(STRINGS, "Chains `earlier -> later -> …`; phases without one are independent."),
    )


@dataclass(frozen=True, slots=True)
class DefaultSkill:
    """A skill that is installed before the run."""

    name: str = field(metadata=of(STRING, "Its name."))
    source: SkillSource = field(default="marketplace", metadata=of(SKILL_SOURCE, "Where it comes from."))
    url: str | None = field(
        default=None, metadata=of(OPTIONAL_STRING, "The repository, for `github`: an https address.")
    )
    init_command: str | None = field(
        default=None,
        metadata=of(OPTIONAL_STRING, "Run after installing, split at white space, never through a shell."),
    )
    note: str | None = field(default=None, metadata=of(OPTIONAL_STRING, "A remark for people."))


@dataclass(frozen=True, slots=True)
class Node:
    """A unit of work, done by a provider in each iteration."""

    id: str = field(metadata=of(STRING, "Its id, unique in the graph."))
    role: Role = field(metadata=of(ROLE, "What it does; a judge's answers are read as judgments."))
    instruction: str = field(metadata=of(STRING, "What it is asked to do."))
    depends_on: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Nodes that must have run before."))
    goals: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Goals it advances."))
    tier: Tier = field(default="standard", metadata=of(TIER, "How strong a provider it wants."))
    provider: str | None = field(
        default=None, metadata=of(OPTIONAL_STRING, "The one provider that serves it, past the cascade.")
    )
    skills: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Skills it is offered."))
    stage: str | None = field(default=None, metadata=of(OPTIONAL_STRING, "The phase it belongs to."))
    weight: float = field(default=1.0, metadata=of(F64, "How long it takes, relative to the others; over 0."))
    isolated: bool = field(default=False, metadata=of(BOOL, "Whether it works in a checkout of its own."))


@dataclass(frozen=True, slots=True)
class Sequential:
    """One node at a time."""

    tag_field: ClassVar[str] = "mode"
    tag: ClassVar[str] = "sequential"


@dataclass(frozen=True, slots=True)
class Fixed:
    """So many nodes at a time."""

    tag_field: ClassVar[str] = "mode"
    tag: ClassVar[str] = "fixed"

    max_parallel: int = field(metadata=of(USIZE, "The most nodes at a time; at least 1."))


@dataclass(frozen=True, slots=True)
class Auto:
    """As many nodes at a time as still pay, by Amdahl's law."""

    tag_field: ClassVar[str] = "mode"
    tag: ClassVar[str] = "auto"

    cap: int = field(default=16, metadata=of(USIZE, "The most nodes at a time."))
    min_marginal_gain: float = field(
        default=0.05, metadata=of(F64, "The speedup that one more worker must add to be worth having.")
    )


Concurrency: TypeAlias = Sequential | Fixed | Auto
CONCURRENCY = Tagged("mode", get_args(Concurrency))


@dataclass(frozen=True, slots=True)
class Graph:
    """The nodes and how many of them run at once."""

    nodes: tuple[Node, ...] = field(default=(), metadata=of(ListOf(Record(Node)), "The nodes."))
    concurrency: Concurrency = field(default=Auto(), metadata=of(CONCURRENCY, "How many nodes run at once."))


@dataclass(frozen=True, slots=True)
class Provider:
    """A command that serves nodes; in its arguments stand `{prompt} {system} {model} {tier} {node}`."""

    id: str = field(metadata=of(STRING, "Its id, unique among the providers."))
    kind: ProviderKind = field(
        metadata=of(PROVIDER_KIND, "A label; it does not change how the command is run.")
    )
    tiers: tuple[Tier, ...] = field(
        default=(), metadata=of(ListOf(TIER), "Tiers it serves; empty: all of them.")
    )
    command: str = field(
        metadata=of(STRING, "The program: a word looked up on PATH, or a path."), kw_only=True
    )
    args: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Its arguments, with placeholders."))
    model: str | None = field(default=None, metadata=of(OPTIONAL_STRING, "What `{model}` stands for."))
    requires_env: tuple[str, ...] = field(
        default=(),
        metadata=of(STRINGS, "Environment variables that must be set; their values are never read."),
    )
    timeout_seconds: int | None = field(
        default=None, metadata=of(OPTIONAL_U64, "The longest a call may take.")
    )
    prompt_on_stdin: bool = field(
        default=False, metadata=of(BOOL, "Whether the prompt goes to standard input.")
    )
    usage_regex: str | None = field(
        default=None, metadata=of(OPTIONAL_STRING, "An RE2 pattern that finds the token count in the output.")
    )
    cost_per_1k_tokens: float | None = field(
        default=None, metadata=of(OPTIONAL_F64, "US dollars per thousand tokens.")
    )


@dataclass(frozen=True, slots=True)
class Providers:
    """Who serves the nodes."""

    providers: tuple[Provider, ...] = field(
        default=(), metadata=of(ListOf(Record(Provider)), "The providers.")
    )
    cascade: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict, metadata=of(MapOf(STRINGS), "For a tier, the providers to try in order.")
    )
    enforce_judge_independence: bool = field(
        default=True, metadata=of(BOOL, "Whether a judgment by the provider that built the work is refused.")
    )


@dataclass(frozen=True, slots=True)
class SkillPolicy:
    """How nodes come by their skills."""

    acquisition_order: tuple[Acquisition, ...] = field(
        default=get_args(Acquisition),
        metadata=of(ListOf(ACQUISITION), "Where a missing skill is looked for, in order."),
    )
    quarantine_dir: str = field(
        default="generated-skills",
        metadata=of(STRING, "The folder that acquired skills stay in until a person moves them."),
    )
    min_marketplace_stars: int = field(
        default=100, metadata=of(U64, "The least stars of a marketplace skill.")
    )
    require_human_promotion: bool = field(
        default=True, metadata=of(BOOL, "Whether skills in quarantine are shown to nodes as such.")
    )
    explore: bool = field(default=False, metadata=of(BOOL, "Whether candidates are tried out."))
    explore_candidates: tuple[str, ...] = field(default=(), metadata=of(STRINGS, "Skills to try out."))
    min_trials: int = field(default=3, metadata=of(USIZE, "Trials before a skill is judged."))


@dataclass(frozen=True, slots=True)
class ContextPolicy:
    """What a later iteration is told of the earlier ones."""

    carry_summaries: int = field(default=2, metadata=of(USIZE, "How many summaries go into each prompt."))
    summary_provider: str | None = field(
        default=None, metadata=of(OPTIONAL_STRING, "The provider asked to put a summary into words.")
    )
    max_summary_chars: int = field(default=1200, metadata=of(USIZE, "The longest such text."))


@dataclass(frozen=True, slots=True)
class IgnoredKey:
    """A key in a tagged object that nothing reads: where it stands, and the keys that are read there."""

    path: str
    key: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Config:
    """A loop. `ignored_keys` are those of the text it was loaded from; they do not count in comparisons."""

    name: str = field(metadata=of(STRING, "The loop's name."))
    version: str = field(default="0.1.0", metadata=of(STRING, "The config's version, for people."))
    description: str = field(default="", metadata=of(STRING, "What the loop is for."))
    information: tuple[Information, ...] = field(
        default=(), metadata=of(ListOf(Record(Information)), "Facts that every node is told.")
    )
    pre_execution: tuple[WorkItem, ...] = field(
        default=(), metadata=of(ListOf(Record(WorkItem)), "What a person does by hand first.")
    )
    goals: tuple[Goal, ...] = field(
        metadata=of(ListOf(Record(Goal)), "What must be true at the end."), kw_only=True
    )
    validations: tuple[Validation, ...] = field(
        metadata=of(ListOf(Record(Validation)), "How that is checked."), kw_only=True
    )
    success: tuple[Success, ...] = field(
        default=(), metadata=of(ListOf(Record(Success)), "How much must hold for the loop to have succeeded.")
    )
    stop_gates: StopGates = field(default=StopGates(), metadata=of(Record(StopGates), "When a run ends."))
    schedules: tuple[Trigger, ...] = field(default=(), metadata=of(ListOf(TRIGGER), "What starts a run."))
    constraints: Constraints = field(
        default_factory=Constraints, metadata=of(Record(Constraints), "What nodes must keep to.")
    )
    execution_guidelines: Guidelines = field(
        default=Guidelines(), metadata=of(Record(Guidelines), "The phases of the work.")
    )
    default_skills: tuple[DefaultSkill, ...] = field(
        default=(), metadata=of(ListOf(Record(DefaultSkill)), "Skills that are installed before a run.")
    )
    graph: Graph = field(default=Graph(), metadata=of(Record(Graph), "Who does the work, and in what order."))
    providers: Providers = field(
        default_factory=Providers, metadata=of(Record(Providers), "The commands that serve the nodes.")
    )
    skills: SkillPolicy = field(
        default=SkillPolicy(), metadata=of(Record(SkillPolicy), "How nodes come by skills.")
    )
    context: ContextPolicy = field(
        default=ContextPolicy(),
        metadata=of(Record(ContextPolicy), "What nodes are told of earlier iterations."),
    )
    ignored_keys: tuple[IgnoredKey, ...] = field(default=(), compare=False, repr=False)

    def as_json(self) -> dict[str, Any]:
        """The config as plain data in the model's order: every field, absent optionals as None."""
        return dict(plain(self))
