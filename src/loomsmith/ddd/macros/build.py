"""Small constructors for trees that no text was read for, so that a macro reads like the source it writes.

Where an expression is wanted, a plain `str`, `int` or `bool` stands for the literal. Everything built here
has no span; trees are those that the parser could have made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from loomsmith.ddd.syntax.node import Node, Ref
from loomsmith.ddd.syntax.nodes import (
    Arg,
    AssignOrCall,
    BoolLiteral,
    CallSuffix,
    Chain,
    Expr,
    IdExpr,
    IdType,
    IntLiteral,
    Lambda,
    Let,
    MemberSuffix,
    MenuEntry,
    NamedType,
    NamedValue,
    NameRef,
    Now,
    NullLiteral,
    Object,
    Parameter,
    Postfix,
    PrimitiveType,
    Property,
    Return,
    StateField,
    Stmt,
    StringLiteral,
    This,
    TypeAtom,
    TypeBase,
    TypeRef,
)
from loomsmith.ddd.syntax.references import IDENTITY, TYPE

Value = Expr | str | int | bool
N = TypeVar("N", bound=Node)

_NO_SPANS: Mapping[str, object] = {}


_PLAIN = frozenset({str, bool, int, type(None)})


def copy_of(node: N) -> N:
    """The same tree anew, without spans; needs no recursion, so any depth will do."""
    result = _shell(node)
    pending: list[tuple[Node, Node]] = [(node, result)]

    def copied(value: object, parent: Node) -> object:
        if isinstance(value, Ref):
            return Ref(value.text, value.kind)
        if not isinstance(value, Node):
            return value
        child = _shell(value)
        child.parent = parent
        pending.append((value, child))
        return child

    while pending:
        old, new = pending.pop()
        for field in old.FIELDS:
            value = getattr(old, field)
            kind = type(value)
            if kind is list:
                value = [copied(item, new) for item in value] if value else []
            elif kind not in _PLAIN:
                value = copied(value, new)
            setattr(new, field, value)
    return result


def _shell(node: N) -> N:
    """A node of the same class with no field set yet."""
    shell = type(node).__new__(type(node))
    shell.parent = shell.span = shell.origin = None
    shell.spans = _NO_SPANS
    return shell


# Expressions


def expression(value: Value) -> Expr:
    """The literal that a plain value stands for, or the expression itself."""
    if isinstance(value, Expr):
        return value
    if isinstance(value, bool):
        return BoolLiteral(value)
    if isinstance(value, int):
        return IntLiteral(str(value))
    return StringLiteral(value)


def name(text: str) -> Expr:
    """A bare name; `this` and `id` are the expressions they spell."""
    if text == "id":
        return IdExpr()
    return This() if text == "this" else NameRef(text)


def path(dotted: str) -> Expr:
    """A chain of members: `path("o.size.metres")`."""
    head, *members = dotted.split(".")
    return Postfix(name(head), [MemberSuffix(member) for member in members]) if members else name(head)


def arguments(positional: tuple[Value, ...], named: dict[str, Value]) -> list[Arg]:
    """Arguments in the order given, positional ones first."""
    return [
        *(Arg(None, expression(value)) for value in positional),
        *(Arg(key, expression(value)) for key, value in named.items()),
    ]


def call(dotted: str, *positional: Value, **named: Value) -> Expr:
    """A call of a name or of a member: `call("Heading", "Boats", level=2)`, `call("Boat.all")`."""
    head, *members = dotted.split(".")
    args = arguments(positional, named)
    if not members:
        return Postfix(name(head), [CallSuffix(args)])
    *through, last = members
    return Postfix(name(head), [*map(MemberSuffix, through), MemberSuffix(last, True, args)])


def chained_call(receiver: Expr, member: str) -> Expr:
    """`receiver.member()` for a chain of members."""
    last = MemberSuffix(member, True)
    if isinstance(receiver, Postfix):
        return Postfix(receiver.head, [*receiver.suffixes, last])
    return Postfix(receiver, [last])


def function(param: str, result: Expr) -> Expr:
    """`param => result`."""
    return Lambda(param, result)


def operators(head: Value, *rest: tuple[str, Value]) -> Expr:
    """Operands of one level: `operators(name("a"), ("+", "b"))`."""
    return Chain(expression(head), [op for op, _ in rest], [expression(value) for _, value in rest])


def record(fields: dict[str, Expr]) -> Expr:
    """`{ key: value }`."""
    return Object([NamedValue(key, value) for key, value in fields.items()])


def now() -> Expr:
    """`now()`."""
    return Now()


def null() -> Expr:
    """`null`."""
    return NullLiteral()


# Types


def _type(base: TypeBase, array: bool, optional: bool, carriers: tuple[str, ...]) -> TypeRef:
    return TypeRef(TypeAtom(base, list(carriers), array, optional))


def primitive(word: str, *, array: bool = False, optional: bool = False) -> TypeRef:
    """A built-in type: `primitive("datetime", optional=True)`."""
    return _type(PrimitiveType(word), array, optional, ())


def id_of(target: str, *, optional: bool = False) -> TypeRef:
    """`Target id`."""
    return _type(IdType(Ref(target, IDENTITY)), False, optional, ())


def named(
    target: str, *, array: bool = False, optional: bool = False, carriers: tuple[str, ...] = ()
) -> TypeRef:
    """A declared type by its name."""
    return _type(NamedType(Ref(target, TYPE)), array, optional, carriers)


# Members and statements


def prop(text: str, type_: TypeRef, access: str | None = None, default: Value | None = None) -> Property:
    """`name: Type access = default`."""
    return Property(text, type_, access=access, default=None if default is None else expression(default))


def fields_of(members: list[Property]) -> list[Property]:
    """Name and type of each member, as fields of a record."""
    return [Property(member.name, copy_of(member.type)) for member in members]


def parameters(members: list[Property] | list[Parameter]) -> list[Parameter]:
    """Name and type of each member, as parameters."""
    return [Parameter(member.name, copy_of(member.type)) for member in members]


def assign(target: str, value: Value) -> Stmt:
    """`target := value`."""
    return AssignOrCall([target], op=":=", value=expression(value))


def run(dotted: str, *args: Expr) -> Stmt:
    """A call as a statement: `run("o.move", path("cmd.to"))`."""
    return AssignOrCall(dotted.split("."), True, list(args))


def let(variable: str, value: Expr) -> Stmt:
    """`let variable = value`."""
    return Let(variable, value)


def give(value: Expr) -> Stmt:
    """`return value`."""
    return Return(value)


def state(text: str, type_: TypeRef, init: Value) -> StateField:
    """`name: Type = init` of a page's state."""
    return StateField(text, type_, expression(init))


def entries(**values: Value) -> list[MenuEntry]:
    """Entries of a menu, in the order given."""
    return [MenuEntry(key, expression(value)) for key, value in values.items()]
