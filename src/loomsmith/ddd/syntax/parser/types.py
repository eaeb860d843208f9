"""Types: `Ferry id[]?`, `string envelope paged`, `Ticket or Refund`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Ref
from loomsmith.ddd.syntax.nodes import (
    ActionType,
    IdType,
    MissingType,
    NamedType,
    PrimitiveType,
    SelfIdType,
    SlotType,
    TypeAtom,
    TypeRef,
)
from loomsmith.ddd.syntax.parser import wording
from loomsmith.ddd.syntax.references import IDENTITY, TYPE
from loomsmith.ddd.syntax.tokens import END, NAME

if TYPE_CHECKING:
    from typing import Any

    from loomsmith.ddd.syntax.nodes import TypeBase
    from loomsmith.ddd.syntax.parser.cursor import Cursor

PRIMITIVES = frozenset(
    {"int", "long", "decimal", "money", "string", "bool", "datetime", "guid", "json", "File"}
)
CARRIERS = frozenset({"paged", "envelope", "option"})

_NO_LIST: list[str] = []


def type_ref(c: Cursor) -> TypeRef:
    """`TypeAtom ("or" TypeAtom)*`."""
    start = c.at
    head = type_atom(c)
    if c.kinds[c.at] != "or":
        node = TypeRef(head)
        node.span = head.span
        return node
    alternatives = []
    while c.match("or"):
        alternatives.append(type_atom(c))
    return c.finish(TypeRef(head, alternatives), start)


def type_atom(c: Cursor) -> TypeAtom:
    """`Base Carrier* "[]"? "?"?`."""
    kinds = c.kinds
    start = c.at
    base = _base(c)
    at = c.at
    kind = kinds[at]
    if kind not in _POSTFIX:
        atom = TypeAtom(base)
        atom.span = (c.starts[start], c.ends[at - 1])
        return atom
    spans: dict[str, Any] = {}
    carriers: list[str] = []
    while kind in CARRIERS:
        carriers.append(kind)
        spans.setdefault("carriers", []).append(c.span(at))
        at += 1
        kind = kinds[at]
    array = kind == "[]"
    if array:
        spans["array"] = c.span(at)
        at += 1
        kind = kinds[at]
    optional = kind == "?"
    if optional:
        spans["optional"] = c.span(at)
        at += 1
    c.at = at
    atom = TypeAtom(base, carriers, array, optional)
    atom.span = (c.starts[start], c.ends[at - 1])
    atom.spans = spans
    _refuse_more(c, array, optional)
    return atom


_POSTFIX = CARRIERS | {"[]", "?", "[", "<"}


def _refuse_more(c: Cursor, array: bool, optional: bool) -> None:
    """Name the slip where a type goes on as in other languages."""
    kind = c.kinds[c.at]
    if kind == "[]" and optional:
        c.fail("the '[]' of a type stands before its '?': write 'T[]?' for an optional list")
    elif kind == "[]" and array:
        c.fail("there are no lists of lists; give the inner list a value object of its own")
    elif kind == "[" and c.kinds[c.at + 1] == "]" and not array:
        c.fail("the '[]' of a list type is written without a blank")
    elif kind == "<":
        c.fail("there are no type parameters: a list is written 'T[]', an optional value 'T?'")


def _base(c: Cursor) -> TypeBase:
    kinds = c.kinds
    at = c.at
    kind = kinds[at]
    span = (c.starts[at], c.ends[at])
    if kind is NAME:
        if kinds[at + 1] == "id":
            c.at = at + 2
            identity = IdType(Ref(c.text[span[0] : span[1]], IDENTITY, span))
            identity.span = (span[0], c.ends[at + 1])
            return identity
        c.at = at + 1
        named = NamedType(Ref(c.text[span[0] : span[1]], TYPE, span))
        named.span = span
        return named
    if kind in PRIMITIVES:
        c.at = at + 1
        primitive = PrimitiveType(kind)
        primitive.span = span
        primitive.spans = {"name": span}
        return primitive
    if kind == "slot":
        c.at = at + 1
        return c.finish(SlotType(), at)
    if kind == "action":
        c.at = at + 1
        arg = None
        if c.match("("):
            c.descend()
            arg = type_ref(c)
            c.expect(")", "after the type that the action takes")
            c.depth -= 1
        return c.finish(ActionType(arg), at)
    if kind == "Self":
        c.at = at + 1
        c.expect("id", "after 'Self': a self reference is written 'Self id'")
        return c.finish(SelfIdType(), at)
    return _no_type(c, kind)


def _no_type(c: Cursor, kind: str) -> TypeBase:
    if kind == "(":
        c.fail("types take no parentheses; give a union of types a payload of its own")
    if wording.is_word(kind) and c.kinds[c.at + 1] != ":":
        # The word was most likely meant as the type: taken for one, the declaration is kept.
        at = c.at
        if kind == "enum" and c.kinds[at + 1] == "{":
            c.report(at, "an enum is declared beside the aggregates, and named here")
            c.at = at + 2
            while c.kinds[c.at] not in ("{", "}", END):
                c.at += 1
            c.match("}")
            return c.finish(MissingType(), at)
        c.report(at, f"'{kind}' is a word of the language and names no type")
        c.at = at + 1
        return c.finish(MissingType(), at)
    c.fail("expected a type")
    raise AssertionError
