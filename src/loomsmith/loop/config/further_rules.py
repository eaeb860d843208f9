"""The rules X1 to X14."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from loomsmith.base.failures import shortened
from loomsmith.loop.config.finding import Finding, Suggestions, error, listed, warning
from loomsmith.loop.config.model import (
    OVERALL,
    Config,
    CronTrigger,
    FileExistsDetector,
    GoalSatisfiedTrigger,
    IntervalTrigger,
    JudgeDetector,
    RegexMatchDetector,
)
from loomsmith.loop.config.scalars import is_blank
from loomsmith.loop.cron import CronError, parse_cron
from loomsmith.loop.order import depths
from loomsmith.loop.patterns import PatternError, compile_pattern
from loomsmith.loop.skills import is_acceptable_url, is_never_installed, is_safe_name


def further_rules(config: Config, broken: Collection[str]) -> Iterator[Finding]:
    """The findings of the rules X1 to X14, in order; `broken` are the ids of the findings before them."""
    return chain(
        _node_cycle(config, broken),
        _cron(config),
        _watched_goals(config),
        _patterns(config),
        _ignored_keys(config),
        _summary_provider(config),
        _goal_cycle(config, broken),
        _default_skills(config),
        _judged_twice(config),
        _constrained_nodes(config),
        _blank_ids(config),
        _intervals(config),
        _blank_paths(config),
        _empty_matches(config),
    )


def _node_cycle(config: Config, broken: Collection[str]) -> Iterator[Finding]:
    if "V37" in broken or "V40" in broken:
        return
    dependencies = {node.id: node.depends_on for node in config.graph.nodes}
    if stuck := sorted(dependencies.keys() - depths(dependencies).keys()):
        yield error("X1", "graph.nodes", f"the nodes wait for each other in a circle: {listed(stuck)}")


def _cron(config: Config) -> Iterator[Finding]:
    for i, trigger in enumerate(config.schedules):
        if isinstance(trigger, CronTrigger):
            try:
                parse_cron(trigger.expr)
            except CronError as problem:
                yield error("X2", f"schedules[{i}].expr", str(problem))


def _watched_goals(config: Config) -> Iterator[Finding]:
    targets = {goal.name for goal in config.goals} | {OVERALL}
    suggestions = Suggestions(targets)
    for i, trigger in enumerate(config.schedules):
        if isinstance(trigger, GoalSatisfiedTrigger) and trigger.goal not in targets:
            meant = suggestions.meant(trigger.goal)
            message = f"{trigger.goal!r} is neither a goal nor {OVERALL!r}, so this never fires{meant}"
            yield warning("X3", f"schedules[{i}].goal", message)


def _patterns(config: Config) -> Iterator[Finding]:
    for i, validation in enumerate(config.validations):
        if isinstance(validation.detector, RegexMatchDetector):
            try:
                compile_pattern(validation.detector.pattern)
            except PatternError as problem:
                yield error("X4", f"validations[{i}].detector.pattern", str(problem))
    for i, provider in enumerate(config.providers.providers):
        if provider.usage_regex is not None:
            try:
                compile_pattern(provider.usage_regex)
            except PatternError as problem:
                yield warning("X4", f"providers.providers[{i}].usage_regex", str(problem))


_MOST_SUGGESTED = 20


def _ignored_keys(config: Config) -> Iterator[Finding]:
    for i, ignored in enumerate(config.ignored_keys):
        meant = Suggestions(ignored.known).meant(ignored.key) if i < _MOST_SUGGESTED else ""
        yield warning("X5", ignored.path, f"nothing reads the key {ignored.key!r} here{meant}")


def _summary_provider(config: Config) -> Iterator[Finding]:
    name = config.context.summary_provider
    ids = {provider.id for provider in config.providers.providers}
    if name is not None and name not in ids:
        yield warning(
            "X6", "context.summary_provider", f"{name!r} is no provider{Suggestions(ids).meant(name)}"
        )


def _goal_cycle(config: Config, broken: Collection[str]) -> Iterator[Finding]:
    if {"V5", "V7", "V8"} & set(broken):
        return
    dependencies = {goal.name: goal.depends_on for goal in config.goals}
    if stuck := sorted(dependencies.keys() - depths(dependencies).keys()):
        yield warning("X7", "goals", f"the goals depend on each other in a circle: {listed(stuck)}")


def _default_skills(config: Config) -> Iterator[Finding]:
    for i, skill in enumerate(config.default_skills):
        at = f"default_skills[{i}]"
        if skill.source == "github" and not is_acceptable_url(skill.url or ""):
            yield error("X8", f"{at}.url", "a skill from github needs the https:// address of its repository")
        if not is_safe_name(skill.name):
            allowed = "1 to 64 of A-Z a-z 0-9 - _ / @ . , without .. and not starting with / or -"
            yield error("X8", f"{at}.name", f"{shortened(skill.name, 80)!r} is no safe skill name: {allowed}")
        elif is_never_installed(skill.name):
            yield error("X8", f"{at}.name", f"a skill called {skill.name!r} is never installed")


def _judged_twice(config: Config) -> Iterator[Finding]:
    earlier: set[str] = set()
    for i, validation in enumerate(config.validations):
        if isinstance(validation.detector, JudgeDetector):
            if validation.name in earlier:
                message = (
                    f"an earlier judged check is called {validation.name!r} too; judgments go by the name"
                )
                yield warning("X9", f"validations[{i}].name", message)
            earlier.add(validation.name)


def _constrained_nodes(config: Config) -> Iterator[Finding]:
    ids = {node.id for node in config.graph.nodes}
    suggestions = Suggestions(ids)
    for node in sorted(config.constraints.per_node):
        if node not in ids:
            meant = suggestions.meant(node)
            yield warning("X10", f"constraints.per_node.{node}", f"{node!r} is no node{meant}")


def _blank_ids(config: Config) -> Iterator[Finding]:
    for i, node in enumerate(config.graph.nodes):
        if is_blank(node.id):
            yield error("X11", f"graph.nodes[{i}].id", "the node has no id")
    for i, provider in enumerate(config.providers.providers):
        if is_blank(provider.id):
            yield error("X11", f"providers.providers[{i}].id", "the provider has no id")


def _intervals(config: Config) -> Iterator[Finding]:
    for i, trigger in enumerate(config.schedules):
        if isinstance(trigger, IntervalTrigger) and trigger.seconds == 0:
            yield error("X12", f"schedules[{i}].seconds", "an interval is at least 1 second")


def _blank_paths(config: Config) -> Iterator[Finding]:
    for i, validation in enumerate(config.validations):
        if isinstance(validation.detector, FileExistsDetector) and is_blank(validation.detector.path):
            yield error("X13", f"validations[{i}].detector.path", "the check names no path")


def _empty_matches(config: Config) -> Iterator[Finding]:
    for i, validation in enumerate(config.validations):
        if isinstance(validation.detector, RegexMatchDetector) and _matches_nothing(
            validation.detector.pattern
        ):
            message = "the pattern matches the empty text, so it may pass whatever the artifact says"
            yield warning("X14", f"validations[{i}].detector.pattern", message)


def _matches_nothing(pattern: str) -> bool:
    try:
        return compile_pattern(pattern).found_in("")
    except PatternError:
        return False
