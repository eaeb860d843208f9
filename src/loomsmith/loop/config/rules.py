"""The rules V1 to V51, section by section."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from loomsmith.loop.artifacts import artifact_names
from loomsmith.loop.config.finding import Finding, Suggestions, error, listed, warning
from loomsmith.loop.config.model import (
    OVERALL,
    Config,
    FileExistsDetector,
    Fixed,
    Graph,
    JudgeDetector,
    Providers,
    RegexMatchDetector,
    ScriptDetector,
    Sequential,
    StopGates,
    ThresholdDetector,
    Validation,
)
from loomsmith.loop.config.scalars import WHITE_SPACE, is_blank
from loomsmith.loop.config.words import TIER
from loomsmith.loop.order import depths
from loomsmith.loop.phases import ChainError, Edge, parse_chain


def rules(config: Config) -> Iterator[Finding]:
    """The findings of the rules V1 to V51, in order."""
    return chain(
        _name_and_goals(config),
        _pre_execution(config),
        _validations(config),
        _success(config),
        _stop_gates(config.stop_gates),
        _phases(config),
        _graph(config),
        _providers(config.providers),
    )


def _shorter_than(text: str, size: int) -> bool:
    """Whether a text has fewer bytes of UTF-8 than asked for, blanks around it aside."""
    return len(text.strip(WHITE_SPACE).encode("utf-8", "replace")) < size


def _name_and_goals(config: Config) -> Iterator[Finding]:
    if is_blank(config.name):
        yield error("V1", "name", "the loop has no name")
    if not config.goals:
        yield error("V2", "goals", "there are no goals, so nothing could ever be satisfied")
    names = {goal.name for goal in config.goals}
    suggestions = Suggestions(names)
    earlier: set[str] = set()
    for i, goal in enumerate(config.goals):
        at = f"goals[{i}]"
        if is_blank(goal.name):
            yield error("V3", f"{at}.name", "the goal has no name")
        if goal.name == OVERALL:
            yield error(
                "V4", f"{at}.name", f"{OVERALL!r} stands for the loop as a whole; choose another name"
            )
        if goal.name in earlier:
            yield error("V5", f"{at}.name", f"an earlier goal is called {goal.name!r} too")
        earlier.add(goal.name)
        if _shorter_than(goal.description, 12):
            yield warning(
                "V6", f"{at}.description", "the description hardly says what must be true; write a sentence"
            )
        for dependency in goal.depends_on:
            if dependency not in names:
                meant = suggestions.meant(dependency)
                yield error("V7", f"{at}.depends_on", f"{dependency!r} is no goal{meant}")
        if goal.name in goal.depends_on:
            yield error("V8", f"{at}.depends_on", f"the goal {goal.name!r} depends on itself")


def _pre_execution(config: Config) -> Iterator[Finding]:
    if not config.pre_execution:
        yield warning(
            "V9",
            "pre_execution",
            "no step is to be done by hand first; do the work once before automating it",
        )
    undone = [item.step for item in config.pre_execution if not item.done]
    if undone:
        count = f"{len(undone)} of {len(config.pre_execution)} steps are not done"
        yield error(
            "V10", "pre_execution", f"{count}: {listed(undone)}; do them by hand, then set done: true"
        )


def _validations(config: Config) -> Iterator[Finding]:
    targets = {goal.name for goal in config.goals} | {OVERALL}
    suggestions = Suggestions(targets)
    detectors = (validation.detector for validation in config.validations)
    produced = dict.fromkeys(
        name
        for detector in detectors
        if isinstance(detector, FileExistsDetector)
        for name in artifact_names(detector.path)
    )
    for i, validation in enumerate(config.validations):
        at = f"validations[{i}]"
        if validation.target not in targets:
            meant = suggestions.meant(validation.target)
            yield error(
                "V11", f"{at}.target", f"{validation.target!r} is neither a goal nor {OVERALL!r}{meant}"
            )
        if is_blank(validation.statement):
            yield error("V12", f"{at}.statement", "the check does not say what holds when it passes")
        yield from _detector(validation, at, produced)
    blocked = {validation.target for validation in config.validations if validation.blocking}
    for goal in config.goals:
        if goal.name not in blocked:
            yield error(
                "V18",
                f"validations[target={goal.name}]",
                f"no blocking check targets the goal {goal.name!r}, so it could never be satisfied; add one",
            )
    if OVERALL not in blocked:
        yield warning("V19", f"validations[target={OVERALL}]", f"no blocking check targets {OVERALL!r}")


def _detector(validation: Validation, at: str, produced: Collection[str]) -> Iterator[Finding]:
    match validation.detector:
        case ScriptDetector(command=command) if is_blank(command):
            yield error("V13", f"{at}.detector.command", "the script has no command")
        case ThresholdDetector(metric=metric) if is_blank(metric):
            yield error("V14", f"{at}.detector.metric", "the threshold names no metric")
        case RegexMatchDetector(artifact=artifact) if artifact not in produced:
            available = (
                f"available: {listed(produced)}" if produced else "there is no file_exists check at all"
            )
            yield error(
                "V15",
                f"{at}.detector.artifact",
                f"no file_exists check of this config produces the artifact {artifact!r}; {available}",
            )
        case JudgeDetector(standard=standard):
            if is_blank(standard):
                yield error("V16", f"{at}.detector.standard", "the judge is given no standard")
            if validation.blocking and validation.mode == "objective":
                yield warning(
                    "V17", at, "a blocking check that calls itself objective rests on a judge's opinion"
                )


def _success(config: Config) -> Iterator[Finding]:
    targets = {goal.name for goal in config.goals} | {OVERALL}
    suggestions = Suggestions(targets)
    for i, scenario in enumerate(config.success):
        at = f"success[{i}]"
        if scenario.target not in targets:
            meant = suggestions.meant(scenario.target)
            yield error(
                "V20", f"{at}.target", f"{scenario.target!r} is neither a goal nor {OVERALL!r}{meant}"
            )
        if scenario.mode == "percentage" and (scenario.threshold is None or not 0 <= scenario.threshold <= 1):
            found = "none is given" if scenario.threshold is None else f"{scenario.threshold} is not"
            yield error("V21", f"{at}.threshold", f"percentage needs a threshold from 0 to 1; {found}")


def _stop_gates(gates: StopGates) -> Iterator[Finding]:
    if gates.max_iterations == 0:
        yield error("V22", "stop_gates.max_iterations", "the loop may not do a single iteration")
    if gates.max_iterations > 100:
        yield warning(
            "V23", "stop_gates.max_iterations", f"{gates.max_iterations} iterations are a lot to pay for"
        )
    if gates.no_progress_iterations == 0:
        yield warning(
            "V24", "stop_gates.no_progress_iterations", "a loop that gets nowhere is never stopped for it"
        )
    patience = gates.no_progress_iterations_randomness
    if patience is not None and (problem := _randomness(patience, gates.no_progress_iterations)):
        yield error("V25", "stop_gates.no_progress_iterations_randomness", problem)
    if gates.max_tokens is None and gates.max_cost_usd is None and gates.max_wall_clock_seconds is None:
        yield warning(
            "V26", "stop_gates", "no budget is set: give max_tokens, max_cost_usd or max_wall_clock_seconds"
        )


def _randomness(patience: int, limit: int) -> str | None:
    """What is wrong with perturbing after `patience` stale iterations when `limit` of them end the run."""
    if patience == 0:
        return "0 would perturb every iteration; leave it out or give at least 1"
    if limit == 0:
        return "it has no effect while no_progress_iterations is 0"
    if patience >= limit:
        return f"{patience} is never reached: the run stops after {limit} iterations without progress"
    return None


def _phases(config: Config) -> Iterator[Finding]:
    guidelines = config.execution_guidelines
    names = dict.fromkeys(phase.name for phase in guidelines.items)
    earlier: set[str] = set()
    for i, phase in enumerate(guidelines.items):
        at = f"execution_guidelines.items[{i}]"
        if is_blank(phase.name):
            yield error("V27", f"{at}.name", "the phase has no name")
        if phase.name in earlier:
            yield error("V28", f"{at}.name", f"an earlier phase is called {phase.name!r} too")
        earlier.add(phase.name)
        if _shorter_than(phase.guideline, 12):
            yield warning("V29", f"{at}.guideline", "the guideline hardly says what the phase is for")
    at = "execution_guidelines.dependency"
    if guidelines.dependency and not names:
        yield error("V30", at, "chains are given, but no phases")
        return
    try:
        edges = [edge for line in guidelines.dependency for edge in parse_chain(line)]
    except ChainError as problem:
        yield error("V31", at, str(problem))
        return
    yield from _edges(edges, names, at)
    yield from _stages(config, names)


def _edges(edges: list[Edge], names: Collection[str], at: str) -> Iterator[Finding]:
    dependencies: dict[str, list[str]] = {name: [] for name in names}
    suggestions = Suggestions(names)
    for earlier, later in edges:
        for name in (earlier, later):
            if name not in dependencies:
                yield error("V32", at, f"{name!r} is no phase{suggestions.meant(name)}")
        if earlier == later:
            yield error("V33", at, f"the phase {earlier!r} waits for itself")
        if earlier in dependencies and later in dependencies:
            dependencies[later].append(earlier)
    opening = depths(dependencies)
    stuck = [name for name in dependencies if name not in opening]
    if stuck:
        yield error(
            "V34", at, f"the phases wait for each other in a circle, so these never open: {listed(stuck)}"
        )


def _stages(config: Config, names: Collection[str]) -> Iterator[Finding]:
    suggestions = Suggestions(names)
    for i, node in enumerate(config.graph.nodes):
        if node.stage is not None and node.stage not in names:
            meant = suggestions.meant(node.stage)
            yield error("V35", f"graph.nodes[{i}].stage", f"{node.stage!r} is no phase{meant}")


def _graph(config: Config) -> Iterator[Finding]:
    nodes = config.graph.nodes
    if not nodes:
        yield warning("V36", "graph.nodes", "there are no nodes, so nobody works on the goals")
        return
    ids = {node.id for node in nodes}
    providers = {provider.id for provider in config.providers.providers}
    goals = {goal.name for goal in config.goals}
    near_nodes, near_goals, near_providers = Suggestions(ids), Suggestions(goals), Suggestions(providers)
    earlier: set[str] = set()
    for i, node in enumerate(nodes):
        at = f"graph.nodes[{i}]"
        if node.id in earlier:
            yield error("V37", f"{at}.id", f"an earlier node is called {node.id!r} too")
        earlier.add(node.id)
        if _shorter_than(node.instruction, 16):
            yield warning("V38", f"{at}.instruction", "the instruction hardly says what to do")
        if node.weight <= 0:
            yield error("V39", f"{at}.weight", f"a weight is over 0, not {node.weight}")
        for dependency in node.depends_on:
            if dependency not in ids:
                meant = near_nodes.meant(dependency)
                yield error("V40", f"{at}.depends_on", f"{dependency!r} is no node{meant}")
            if dependency == node.id:
                yield error("V40", f"{at}.depends_on", f"the node {node.id!r} depends on itself")
        for goal in node.goals:
            if goal not in goals:
                yield error("V41", f"{at}.goals", f"{goal!r} is no goal{near_goals.meant(goal)}")
        if node.provider is not None and node.provider not in providers:
            meant = near_providers.meant(node.provider)
            yield error("V42", f"{at}.provider", f"{node.provider!r} is no provider{meant}")
    if all(node.role != "judge" for node in nodes):
        yield warning("V43", "graph.nodes", "no node is a judge, so all work goes unread")
    concurrency = config.graph.concurrency
    if isinstance(concurrency, Fixed) and concurrency.max_parallel == 0:
        yield error("V44", "graph.concurrency.max_parallel", "with 0 nodes at a time nothing ever runs")
    for builders in colliding_builders(config.graph):
        yield warning(
            "V45",
            "graph.nodes[].isolated",
            f"these builders share a wave and the same files: {listed(builders)}; set isolated: true",
        )


def colliding_builders(graph: Graph) -> list[list[str]]:
    """The ids of builders that may overwrite each other's files: those of one wave that are not isolated.

    One list of two or more for each such wave, ascending; nodes in a cycle or behind one have no wave.
    """
    if isinstance(graph.concurrency, Sequential):
        return []
    waves = depths({node.id: node.depends_on for node in graph.nodes})
    exposed: dict[int, list[str]] = {}
    for node in graph.nodes:
        if node.role == "builder" and not node.isolated and node.id in waves:
            exposed.setdefault(waves[node.id], []).append(node.id)
    return [builders for _, builders in sorted(exposed.items()) if len(builders) > 1]


def _providers(providers: Providers) -> Iterator[Finding]:
    if not providers.providers:
        yield warning("V46", "providers.providers", "there are no providers, so no node can be served")
        return
    ids = {provider.id for provider in providers.providers}
    earlier: set[str] = set()
    for i, provider in enumerate(providers.providers):
        at = f"providers.providers[{i}]"
        if provider.id in earlier:
            yield error("V47", f"{at}.id", f"an earlier provider is called {provider.id!r} too")
        earlier.add(provider.id)
        if is_blank(provider.command):
            yield error("V48", f"{at}.command", "the provider has no command")
    suggestions = Suggestions(ids)
    for tier in sorted(providers.cascade):
        at = f"providers.cascade.{tier}"
        if tier not in TIER.words:
            yield error("V49", at, f"{tier!r} is no tier; the tiers are {', '.join(TIER.words)}")
        for name in providers.cascade[tier]:
            if name not in ids:
                yield error("V50", at, f"{name!r} is no provider{suggestions.meant(name)}")
    if providers.enforce_judge_independence and len(ids) < 2:
        yield warning(
            "V51",
            "providers",
            "judges must be independent of builders, which takes two providers; there is one",
        )
