"""Tests: what they are about, and what they expect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.wording import counted
from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.hints import cut
from loomsmith.ddd.diagnostics import Replacement
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import enclosing
from loomsmith.ddd.vocabulary.intrinsics import MATCHERS
from loomsmith.ddd.vocabulary.platforms import BACKENDS, platform_of

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node

checks = Family()

_SUBJECTS = (n.Aggregate, n.ValueObject, n.DomainService)


@checks.on(n.TestBlock)
def tests_name_their_subject_once(test: n.TestBlock, inspection: Inspection) -> None:
    owner = test.parent
    if test.target is None:
        if isinstance(owner, n.File):
            message = "Nothing tells what this test is about: write `for` and its name, or move it in there."
            inspection.report("loom.test-needs-target", anchor(test, "name"), message)
        return
    if isinstance(owner, _SUBJECTS):
        message = f"The test stands in {owner.name} and is about it: drop the `for`."
        hint = _without_subject(test) if isinstance(owner, n.Aggregate | n.ValueObject) else None
        inspection.report("loom.test-redundant-for", test.target, message, hint=hint)
    elif isinstance(owner, n.Context) and inspection.links.target_of(test.target) is owner:
        message = f"The test stands in {owner.name} and is about it: drop the `for`."
        inspection.report("loom.test-redundant-for", test.target, message)


def _without_subject(test: n.TestBlock) -> Replacement | None:
    name = test.spans.get("name")
    if test.span is None or name is None or test.target is None or test.target.span is None:
        return None
    return Replacement("drop the `for`", test.span, (cut((name[1], test.target.span[1])),))


@checks.on(n.File)
def tested_contexts_can_run(_: n.File, inspection: Inspection) -> None:
    declarations = inspection.links.declarations
    tests = declarations.of_kind(n.TestBlock)
    if not tests:
        return
    hosted: set[Node | None] = set()
    for deployable in declarations.of_kind(n.Deployable):
        platform = platform_of(deployable.platform)
        if platform is not None and platform.name in BACKENDS:
            hosted.update(inspection.links.target_of(ref) for ref in deployable.contexts)
    for test in tests:
        subject = inspection.links.target_of(test.target)
        if subject is None:
            subject = test.parent
        if isinstance(subject, n.Context) and subject not in hosted:
            message = f"No backend runs {subject.name}, so that the test has nowhere to run."
            inspection.report("loom.context-test-unsupported", anchor(test, "name"), message)


# Expectations


@checks.on(n.Expect)
def expectations_end_in_a_matcher(expect: n.Expect, inspection: Inspection) -> None:
    chain = expect.expr
    last = chain.suffixes[-1] if isinstance(chain, n.Postfix) and chain.suffixes else None
    if isinstance(last, n.MemberSuffix) and last.call and last.member in MATCHERS:
        return
    if not isinstance(chain, n.Missing):
        message = "Say what is expected: `expect(value).toBe(...)`, or another matcher."
        inspection.report("loom.expect-without-matcher", chain, message)


@checks.on(n.MemberSuffix)
def matchers_are_called_well(suffix: n.MemberSuffix, inspection: Inspection) -> None:
    if not suffix.call or suffix.member not in MATCHERS:
        return
    if suffix.member == "toThrow":
        _throws(suffix, inspection)
        return
    if suffix.member == "toBeSameInstant" and enclosing(suffix, n.TestE2E) is None:
        message = "`toBeSameInstant` compares what went over a wire: use `toBe` outside of end-to-end tests."
        inspection.report("loom.matcher-needs-e2e", anchor(suffix, "member"), message)
    arity, _ = MATCHERS[suffix.member]
    if len(suffix.args) != arity:
        message = f"`{suffix.member}` takes {counted(arity, 'argument')}, not {len(suffix.args)}."
        where = suffix.args[0] if suffix.args else suffix
        inspection.report("loom.matcher-arity", where, message)


def _throws(suffix: n.MemberSuffix, inspection: Inspection) -> None:
    """`toThrow()` anywhere, `toThrow(404)` in end-to-end tests."""
    if not suffix.args:
        return
    if len(suffix.args) > 1:
        message = "`toThrow` takes one status at most."
    elif enclosing(suffix, n.TestE2E) is None:
        message = "Only end-to-end tests see a status: write `toThrow()`."
    elif not isinstance(suffix.args[0].value, n.IntLiteral):
        message = "`toThrow` takes a status such as 404."
    else:
        return
    inspection.report("loom.matcher-throw-status", suffix.args[0], message)
