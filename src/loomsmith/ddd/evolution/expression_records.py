"""Resolved expressions as JSON records, for snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import inference
from loomsmith.ddd.model import types as t

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Span
    from loomsmith.ddd.text import Source

_TYPE_KINDS = {t.EnumOf: "enum", t.ValueObjectOf: "valueobject", t.EntityOf: "entity"}
_BECOMES_TEXT = frozenset({"int", "long", "decimal", "money", "bool"})


def span_record(source: Source, span: Span) -> dict[str, int]:
    """Offsets in UTF-16 code units, the end exclusive."""
    return {"start": source.utf16_offset(span[0]), "end": source.utf16_offset(span[1])}


def type_record(type_: t.Type) -> dict[str, Any]:
    """A type as a record."""
    match type_:
        case t.Primitive():
            return {"kind": "primitive", "name": type_.name}
        case t.IdOf():
            return {"kind": "id", "targetName": type_.target, "valueType": "guid"}
        case t.ListOf():
            return {"kind": "array", "element": type_record(type_.element)}
        case t.OptionalOf():
            return {"kind": "optional", "inner": type_record(type_.inner)}
        case t.EnumOf() | t.ValueObjectOf() | t.EntityOf():
            return {"kind": _TYPE_KINDS[type(type_)], "name": type_.name}
        case _:
            return {"kind": t.label(type_)}


DEEPEST = 100
"""How deep records nest. What lies deeper, as in a sum of hundreds, is kept as its text: the indented form of
nested records grows with the square of their depth."""


class ExpressionRecords:
    """Writes expressions of one source as records whose origins point into it."""

    __slots__ = ("_depth", "path", "source")

    def __init__(self, source: Source, path: str) -> None:
        self.source = source
        self.path = path
        self._depth = 0

    def record(self, expr: e.Expr, *, with_origin: bool = True) -> dict[str, Any]:
        """The record of an expression; `origin` comes last, and only where it has a text of its own."""
        span = expr.origin.span if expr.origin is not None else None
        self._depth += 1
        found = self._record(expr) if self._depth <= DEEPEST else self._text(span)
        self._depth -= 1
        if with_origin and span is not None and not isinstance(expr, e.Lambda):
            place = span_record(self.source, span)
            found["origin"] = {"kind": "source", "path": self.path, "span": place}
        return found

    def _record(self, expr: e.Expr) -> dict[str, Any]:
        match expr:
            case e.Literal():
                return {"kind": "literal", "lit": expr.kind, "value": _literal_text(expr)}
            case e.This():
                return {"kind": "this"}
            case e.Id():
                return {"kind": "id"}
            case e.Name():
                return self._name(expr)
            case e.Member():
                return {
                    "kind": "member",
                    "receiver": self._receiver(expr.receiver),
                    "member": expr.name,
                    "receiverType": type_record(expr.receiver.type),
                    "memberType": type_record(expr.type),
                }
            case e.MethodCall():
                return {
                    "kind": "method-call",
                    "receiver": self._receiver(expr.receiver),
                    "member": expr.name,
                    "args": [self.record(argument.value) for argument in expr.args],
                    "receiverType": type_record(expr.receiver.type),
                    "isCollectionOp": expr.collection,
                }
            case e.Call():
                return self._call(expr)
            case e.Record():
                return self._construction(expr)
            case e.Lambda():
                body = self.record(expr.body) if expr.body is not None else None
                return {"kind": "lambda", "param": expr.param, "body": body}
            case e.ListValue():
                return {"kind": "list", "elements": [self.record(element) for element in expr.elements]}
            case e.ObjectValue():
                return {"kind": "new", "partName": "", "fields": self._fields(expr.fields)}
            case e.Paren():
                return {"kind": "paren", "inner": self.record(expr.inner)}
            case e.Unary():
                return {"kind": "unary", "op": expr.op, "operand": self.record(expr.operand)}
            case e.Chain():
                return self._chain(expr)
            case e.Ternary():
                return {
                    "kind": "ternary",
                    "cond": self.record(expr.condition),
                    "then": self.record(expr.then),
                    "otherwise": self.record(expr.otherwise),
                }
            case e.Match():
                return self._match(expr)
            case e.Convert():
                found = {"kind": "convert", "target": expr.target, "from": type_record(expr.value.type)}
                return found | {"value": self.record(expr.value)}
            case e.Template():
                return {"kind": "literal", "lit": "string", "value": self._template(expr)}
            case _:
                return {"kind": "literal", "lit": "string", "value": ""}

    def _text(self, span: Span | None) -> dict[str, Any]:
        return {"kind": "text", "text": self.source.text[span[0] : span[1]] if span is not None else ""}

    def _receiver(self, expr: e.Expr) -> dict[str, Any]:
        """A receiver: the inner steps of a chain of suffixes have no origin of their own."""
        return self.record(expr, with_origin=not isinstance(expr, e.Member | e.MethodCall))

    def _name(self, expr: e.Name) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": "ref", "name": expr.name, "refKind": expr.kind}
        if expr.kind == "enum-value" and isinstance(expr.type, t.EnumOf):
            found["enumName"] = expr.type.name
        if expr.kind != "unknown":
            found["type"] = type_record(expr.type)
        return found

    def _call(self, expr: e.Call) -> dict[str, Any]:
        args = [self.record(argument.value) for argument in expr.args]
        if expr.kind == "duration":
            amount = args[0] if args else None
            return {"kind": "duration", "unit": expr.name, "amount": amount}
        kind = "value-object-ctor" if expr.kind == "constructor" else expr.kind
        return {"kind": "call", "callKind": kind, "name": expr.name, "args": args}

    def _construction(self, expr: e.Record) -> dict[str, Any]:
        if expr.kind != "constructor":
            return {"kind": "new", "partName": expr.name, "fields": self._fields(expr.fields)}
        return {
            "kind": "call",
            "callKind": "value-object-ctor",
            "name": expr.name,
            "args": [self.record(argument.value) for argument in expr.fields],
            "argNames": [argument.name for argument in expr.fields if argument.name is not None],
        }

    def _fields(self, fields: list[e.Argument]) -> list[dict[str, Any]]:
        return [{"name": argument.name or "", "value": self.record(argument.value)} for argument in fields]

    def _chain(self, expr: e.Chain) -> dict[str, Any]:
        """A chain as nested binary operations, folded from the left; the inner ones have no origin."""
        levels = min(len(expr.ops), max(DEEPEST - self._depth - 1, 0))
        as_text = len(expr.ops) - levels
        self._depth += levels
        left_type = expr.head.type
        left = {} if as_text else self.record(expr.head)
        for at, (op, operand) in enumerate(zip(expr.ops, expr.rest, strict=False), 1):
            right_type = operand.type
            result = inference.operator_type(op, left_type, right_type)
            if at <= as_text:
                left, left_type = self._text(_reach(expr.head, operand)) if at == as_text else {}, result
                continue
            right = self.record(operand)
            self._depth -= 1
            if op == "+" and result == t.STRING:
                left, left_type = _as_text(left, left_type)
                right, right_type = _as_text(right, right_type)
            left = {
                "kind": "binary",
                "op": op,
                "left": left,
                "right": right,
                "leftType": type_record(left_type),
                "rightType": type_record(right_type),
                "resultType": type_record(result),
            }
            left_type = result
        return left

    def _match(self, expr: e.Match) -> dict[str, Any]:
        arms = [
            {"cond": self.record(arm.condition), "value": self.record(arm.value)}
            for arm in expr.arms
            if arm.condition is not None
        ]
        variants = [
            {"variant": arm.variant_name, "value": self.record(arm.value)}
            for arm in expr.arms
            if arm.condition is None
        ]
        otherwise = self.record(expr.otherwise) if expr.otherwise is not None else None
        return {"kind": "match", "arms": arms, "variantArms": variants, "otherwise": otherwise}

    def _template(self, expr: e.Template) -> str:
        span = expr.origin.span if expr.origin is not None else None
        return self.source.text[span[0] + 1 : span[1] - 1] if span is not None else ""


def _reach(first: e.Expr, last: e.Expr) -> Span | None:
    """The span from one expression to the end of another."""
    start = first.origin.span if first.origin is not None else None
    end = last.origin.span if last.origin is not None else None
    return (start[0], end[1]) if start is not None and end is not None else None


def _as_text(record: dict[str, Any], type_: t.Type) -> tuple[dict[str, Any], t.Type]:
    """An operand of a concatenation, turned into text where it is none; nobody wrote that conversion."""
    convertible = isinstance(type_, t.EnumOf | t.IdOf) or getattr(type_, "name", "") in _BECOMES_TEXT
    if not convertible:
        return record, type_
    found = {"kind": "convert", "target": "string", "from": type_record(type_), "value": record}
    return found, t.STRING


def _literal_text(expr: e.Literal) -> str:
    return expr.text.lower() if expr.kind == "bool" else expr.text
