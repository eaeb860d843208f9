"""Expressions and matches that no generated code could run, wherever they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey

if TYPE_CHECKING:
    from collections.abc import Iterator

checks = ModelFamily()

SCAFFOLD_NAMES = frozenset({"Home", "WorkflowsIndex", "ViewsIndex"})
"""Page contents that only the scaffold macros can write."""

_COMPARABLE = frozenset({"int", "long", "decimal", "money", "string", "datetime"})
_NOT_IN_UI = frozenset({"sortBy", "distinct", "take", "skip", "min", "max"})


@checks.on(v.Ui)
def pages(ui: v.Ui, survey: Survey) -> None:
    """The bodies, titles, gates and initial state of pages."""
    system = survey.system.name if survey.system is not None else ""
    for page in ui.pages:
        roots = [page.body, page.title, page.gate, *(field.init for field in page.state)]
        node = f"{system}/{ui.name}/{page.name}"
        for expr in e.deep(*roots):
            _check(expr, node, survey)
            name = _unsupported_in_ui(expr)
            if name is not None:
                message = f"`{name}` does not run in a ui: read what is sorted and counted from a projection."
                survey.report("loom.collection-op-in-ui", node, message)


def _unsupported_in_ui(expr: e.Expr) -> str | None:
    if isinstance(expr, e.MethodCall) and expr.collection and expr.name in _NOT_IN_UI:
        return expr.name
    if isinstance(expr, e.Member) and expr.name == "distinct" and _listed(expr.receiver.type) is not None:
        return expr.name
    return None


@checks.on(v.Context)
def bodies(context: v.Context, survey: Survey) -> None:
    """Workflows, operations, appliers, invariants, derived properties and functions."""
    for node, exprs, statements in _places(context):
        for expr in (*e.deep(*exprs), *e.deep_exprs(statements)):
            _check(expr, node, survey)
            if isinstance(expr, e.Match) and expr.subject is not None:
                arms = [(arm.variant, arm.variant_name) for arm in expr.arms]
                _check_match(expr.subject, arms, expr.otherwise is not None, node, survey)
        for statement in e.all_statements(statements):
            if isinstance(statement, e.MatchStmt):
                found = [(arm.variant, arm.variant_name) for arm in statement.arms]
                _check_match(statement.subject, found, statement.otherwise is not None, node, survey)


def _places(context: v.Context) -> Iterator[tuple[str, list[e.Expr], list[e.Stmt]]]:
    for workflow in context.workflows:
        yield f"{context.name}/{workflow.name}", [], workflow.primary
    for aggregate in context.aggregates:
        node = f"{context.name}/{aggregate.name}"
        for operation in aggregate.operations:
            yield f"{node}/{operation.name}", [], operation.body
        for applier in aggregate.appliers:
            yield f"{node}/apply({applier.event})", [], applier.body
        for invariant in aggregate.invariants:
            guard = [invariant.guard] if invariant.guard is not None else []
            yield f"{node}/invariant", [invariant.expr, *guard], []
        for derived in aggregate.derived:
            if derived.expr is not None:
                yield f"{node}/{derived.name}", [derived.expr], []
        for function in aggregate.functions:
            exprs = [function.expr] if function.expr is not None else []
            yield f"{node}/{function.name}", exprs, function.block or []


def _check(expr: e.Expr, node: str, survey: Survey) -> None:
    if isinstance(expr, e.Call) and expr.kind == "free" and expr.name in SCAFFOLD_NAMES:
        message = f"`{expr.name}` is written by the scaffold macros alone; write the page out."
        survey.report("loom.scaffold-unexpanded", node, message)
    if isinstance(expr, e.Member | e.MethodCall) and expr.name == "distinct":
        listed = _listed(expr.receiver.type)
        if isinstance(listed, t.EntityOf | t.IdOf):
            message = "`distinct` works on lists of plain values, not of entities or ids."
            survey.report("loom.distinct-non-scalar", node, message)
    if not isinstance(expr, e.MethodCall) or not expr.collection:
        return
    name = expr.name
    if name == "join" and _listed(expr.receiver.type) != t.STRING:
        survey.report("loom.join-non-string", node, "`join` works on lists of strings: map to strings first.")
    if name in ("min", "max") and expr.args and isinstance(expr.args[0].value, e.Lambda):
        body = expr.args[0].value.body
        known = _known_type(body) if body is not None else None
        if known is not None and getattr(t.required(known), "name", "") not in _COMPARABLE:
            message = f"`{name}` needs values that can be ordered: numbers, strings or times."
            survey.report("loom.reduction-non-comparable", node, message)


def _listed(type_: t.Type) -> t.Type | None:
    """The type of the elements of a list, `None` for other types."""
    inner = t.required(type_)
    return inner.element if isinstance(inner, t.ListOf) else None


def _known_type(expr: e.Expr) -> t.Type | None:
    """The type of a form whose type is certain: a name, a member, a conversion, a literal."""
    match expr:
        case e.Name():
            return expr.type if expr.kind != "unknown" else None
        case e.Member() | e.Literal() | e.Convert():
            return expr.type
        case e.Paren():
            return _known_type(expr.inner)
        case e.Ternary():
            return _known_type(expr.then)
        case _:
            return None


def _check_match(
    subject: e.Expr,
    arms: list[tuple[t.Type | None, str]],
    has_else: bool,
    node: str,
    survey: Survey,
) -> None:
    """The arms of a match on a subject against the variants of its type."""
    union = t.required(subject.type)
    if not isinstance(union, t.UnionOf):
        message = "A match on a subject tells the variants of a union apart; this is none."
        survey.report("loom.match-non-union-subject", node, message)
        return
    variants = dict.fromkeys(t.tag(variant) for variant in union.variants)
    covered: set[str] = set()
    for variant, name in arms:
        arm_tag = t.tag(variant) if variant is not None and variant != t.STRING else name
        if name == "none":
            arm_tag = name
        if arm_tag not in variants:
            message = f"{name!r} is no variant here; the variants are {', '.join(variants)}."
            survey.report("loom.match-unknown-variant", node, message)
        elif arm_tag in covered:
            message = f"An earlier arm covers the variant {name!r}."
            survey.report("loom.match-duplicate-variant", node, message)
        covered.add(arm_tag)
    missing = [variant for variant in variants if variant not in covered]
    if missing and not has_else:
        message = f"No arm covers {', '.join(missing)}: add one for each, or an `else`."
        survey.report("loom.match-non-exhaustive", node, message)
