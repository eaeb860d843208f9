"""The backfills of `migration` blocks against the fields that they fill."""

from __future__ import annotations

from loomsmith.ddd.model import types as t
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.checks.framework import ModelFamily, Survey
from loomsmith.ddd.syntax import nodes as n

checks = ModelFamily()

_NUMBERS = frozenset({"int", "long", "decimal", "money"})


@checks.on(v.Model)
def backfills(model: v.Model, survey: Survey) -> None:
    """What a backfill fills, and with what; of each the first fault is told."""
    named = {
        aggregate.name: (aggregate, context)
        for context in reversed(survey.contexts)
        for aggregate in context.aggregates
    }
    for block in model.migrations:
        for step in block.steps:
            if not isinstance(step, n.ColumnStep) or step.value is None:
                continue
            home = named.get(step.aggregate.text)
            field = home[0].field(step.field) if home is not None else None
            if home is not None and field is not None:
                _check(step, step.value, field, home[0], home[1], f"migration/{block.name}", survey)


def _check(
    step: n.ColumnStep,
    value: n.Expr,
    field: v.Field,
    aggregate: v.Aggregate,
    context: v.Context,
    node: str,
    survey: Survey,
) -> None:
    if aggregate.event_sourced or aggregate.header_shape == "document" or not _is_scalar(field.type):
        message = f"{aggregate.name}.{step.field} is not kept in a column of its own that could be filled."
        survey.report("loom.backfill-target-invalid", node, message)
        return
    values = {value for enum in (*context.enums, *survey.model.enums) for value in enum.values}
    if not _is_translatable(value, aggregate, values):
        message = "A backfill runs in the database: use literals, fields, operators, `c ? a : b`, now()."
        survey.report("loom.migration-expr-unsupported", node, message)
        return
    family = _family_of(value, aggregate, values)
    if family is not None and not _fits(family, field):
        message = f"{aggregate.name}.{step.field} is {t.label(field.type)}; the value is of another kind."
        survey.report("loom.backfill-type-mismatch", node, message)


def _is_scalar(type_: t.Type) -> bool:
    return isinstance(t.required(type_), t.Primitive | t.EnumOf | t.IdOf)


def _is_translatable(node: n.Expr, aggregate: v.Aggregate, values: set[str]) -> bool:
    match node:
        case n.StringLiteral() | n.IntLiteral() | n.DecimalLiteral() | n.MoneyLiteral() | n.BoolLiteral():
            return True
        case n.NullLiteral() | n.Now():
            return True
        case n.NameRef():
            field = aggregate.field(node.name)
            return node.name in values or (field is not None and _is_scalar(field.type))
        case n.Paren():
            return _is_translatable(node.inner, aggregate, values)
        case n.Unary():
            return _is_translatable(node.operand, aggregate, values)
        case n.Chain():
            return all(_is_translatable(part, aggregate, values) for part in (node.head, *node.rest))
        case n.Ternary():
            parts = (node.condition, node.then_expr, node.else_expr)
            return all(_is_translatable(part, aggregate, values) for part in parts)
        case n.Postfix() if len(node.suffixes) == 1:
            suffix = node.suffixes[0]
            if not isinstance(suffix, n.MemberSuffix) or suffix.call:
                return False
            field = aggregate.field(suffix.member) if isinstance(node.head, n.This) else None
            return suffix.member in values or (field is not None and _is_scalar(field.type))
        case _:
            return False


def _family_of(node: n.Expr, aggregate: v.Aggregate, values: set[str]) -> str | None:
    """The family of types that an expression belongs to, `None` where it is not known."""
    match node:
        case n.StringLiteral():
            return "string"
        case n.IntLiteral() | n.DecimalLiteral() | n.MoneyLiteral():
            return "number"
        case n.BoolLiteral():
            return "bool"
        case n.NullLiteral():
            return "null"
        case n.Now():
            return "datetime"
        case n.NameRef():
            field = aggregate.field(node.name)
            if field is not None:
                return family(field.type)
            return "enum" if node.name in values else None
        case n.Paren():
            return _family_of(node.inner, aggregate, values)
        case n.Unary():
            return "bool" if node.op == "!" else _family_of(node.operand, aggregate, values)
        case n.Chain():
            if node.ops[0] in ("==", "!=", "<", "<=", ">", ">=", "&&", "||"):
                return "bool"
            return _family_of(node.head, aggregate, values)
        case n.Ternary():
            return _family_of(node.then_expr, aggregate, values)
        case n.Postfix():
            suffix = node.suffixes[0]
            field = aggregate.field(suffix.member) if isinstance(suffix, n.MemberSuffix) else None
            if isinstance(node.head, n.This):
                return family(field.type) if field is not None else None
            return "enum"
        case _:
            return None


def family(type_: t.Type) -> str:
    """The family of types within which values interchange in a column."""
    inner = t.required(type_)
    if isinstance(inner, t.Primitive):
        return "number" if inner.name in _NUMBERS else inner.name
    return "enum" if isinstance(inner, t.EnumOf) else "id"


def _fits(value: str, field: v.Field) -> bool:
    wanted = family(field.type)
    if value == "null":
        return field.optional
    return value == wanted or (value == "string" and wanted in ("enum", "id"))
