"""The value of a backfill, `A.f = e`, as a SQL expression over the columns of A's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.evolution.steps import quote, text_sql
from loomsmith.ddd.model import types as t
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.naming import snake

if TYPE_CHECKING:
    from loomsmith.ddd.model import values as v

_OPERATORS = {"==": "=", "!=": "<>", "&&": "AND", "||": "OR"}
_WHOLE = (t.INT, t.LONG)


class _Untranslatable(Exception):
    """The expression has a form that SQL does not get; a check of the model tells why."""


def backfill_sql(node: n.Expr, aggregate: v.Aggregate, model: v.Model, context: v.Context) -> str | None:
    """The SQL of an expression, or `None` for one that a migration cannot hold."""
    try:
        return _Translation(aggregate, model, context).sql(node)[0]
    except _Untranslatable:
        return None


class _Translation:
    def __init__(self, aggregate: v.Aggregate, model: v.Model, context: v.Context) -> None:
        self.aggregate = aggregate
        enums = (*context.enums, *model.enums)
        self.values = {value for enum in enums for value in enum.values}

    def sql(self, node: n.Expr) -> tuple[str, t.Type | None]:
        """The SQL text and the type as far as it is known."""
        match node:
            case n.StringLiteral():
                return text_sql(node.value), t.STRING
            case n.IntLiteral():
                return node.text, t.INT
            case n.DecimalLiteral():
                return node.text, t.DECIMAL
            case n.MoneyLiteral():
                return node.text, t.MONEY
            case n.BoolLiteral():
                return ("TRUE" if node.value else "FALSE"), t.BOOL
            case n.NullLiteral():
                return "NULL", None
            case n.Now():
                return "now()", t.DATETIME
            case n.NameRef():
                return self.name(node.name)
            case n.Paren():
                text, found = self.sql(node.inner)
                return f"({text})", found
            case n.Unary():
                text, found = self.sql(node.operand)
                return (f"(NOT {text})", t.BOOL) if node.op == "!" else (f"(-{text})", found)
            case n.Ternary():
                condition, _ = self.sql(node.condition)
                then, found = self.sql(node.then_expr)
                otherwise, _ = self.sql(node.else_expr)
                return f"(CASE WHEN {condition} THEN {then} ELSE {otherwise} END)", found
            case n.Chain():
                return self.chain(node)
            case n.Postfix() if len(node.suffixes) == 1:
                return self.member(node)
            case _:
                raise _Untranslatable

    def name(self, name: str) -> tuple[str, t.Type | None]:
        field = self.aggregate.field(name)
        if field is not None:
            return quote(snake(name)), t.required(field.type)
        if name in self.values:
            return text_sql(name), t.STRING
        raise _Untranslatable

    def member(self, node: n.Postfix) -> tuple[str, t.Type | None]:
        """`this.field` or `Enum.Value`."""
        suffix = node.suffixes[0]
        if not isinstance(suffix, n.MemberSuffix) or suffix.call:
            raise _Untranslatable
        if isinstance(node.head, n.This):
            return self.name(suffix.member)
        if isinstance(node.head, n.NameRef) and suffix.member in self.values:
            return text_sql(suffix.member), t.STRING
        raise _Untranslatable

    def chain(self, node: n.Chain) -> tuple[str, t.Type | None]:
        left_node: n.Expr = node.head
        text, found = self.sql(node.head)
        for op, operand in zip(node.ops, node.rest, strict=False):
            right, right_type = self.sql(operand)
            null_side = isinstance(operand, n.NullLiteral) or isinstance(left_node, n.NullLiteral)
            if op in ("==", "!=") and null_side:
                tested = text if isinstance(operand, n.NullLiteral) else right
                text = f"({tested} IS {'NOT ' if op == '!=' else ''}NULL)"
                found = t.BOOL
            elif op == "/" and found in _WHOLE and right_type in _WHOLE:
                text, found = f"(({text})::numeric / ({right})::numeric)", t.DECIMAL
            elif op == "+" and found == t.STRING:
                text = f"({text} || {right})"
            else:
                text = f"({text} {_OPERATORS.get(op, op)} {right})"
                if op in ("==", "!=", "<", "<=", ">", ">=", "&&", "||"):
                    found = t.BOOL
            left_node = node
        return text, found
