"""What aggregates, entities, value objects and capabilities contain, and what their members are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    Apply,
    Containment,
    Create,
    Derived,
    Destroy,
    Filter,
    Function,
    Implements,
    Invariant,
    MissingType,
    Operation,
    Parameter,
    Property,
    Stamp,
    TypeAtom,
    TypeRef,
    Unique,
)
from loomsmith.ddd.syntax.parser import statements, wording
from loomsmith.ddd.syntax.parser.cursor import Unexpected
from loomsmith.ddd.syntax.parser.expressions import BODY, expression, expression_or_missing
from loomsmith.ddd.syntax.parser.types import type_ref
from loomsmith.ddd.syntax.references import EVENT, PART
from loomsmith.ddd.syntax.tokens import NAME, STRING
from loomsmith.ddd.vocabulary.words import ANY_NAME, FIELD_NAME, PLAIN_NAME, VERB_NAME

if TYPE_CHECKING:
    from typing import Any

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.nodes import Expr
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.text import Span

ACCESS = frozenset({"immutable", "managed", "token", "internal", "secret"})
_FLAGS = ACCESS | {"provenanced", "sensitive"}
# What may follow the type of a property.
_MORE = _FLAGS | {"=", "check", "mask", "message", ":=", "or"}


# Properties


def property_(c: Cursor) -> Property:
    """`name: T flags = default check expr message "..." mask unless expr`."""
    start = c.at
    if c.kinds[start] is not NAME and c.kinds[start] not in FIELD_NAME:
        c.name(FIELD_NAME, "a property")
    c.at = start + 1
    name = c.text[c.starts[start] : c.ends[start]]
    if c.kinds[c.at] != ":":
        _refuse_property(c, name)
    c.at = start + 2
    type_ = _type_or_missing(c)
    span = (c.starts[start], c.ends[start])
    if c.kinds[c.at] not in _MORE:
        node = Property(name, type_)
        node.span = (span[0], c.ends[c.at - 1])
        node.spans = {"name": span}
        return node
    spans: dict[str, Any] = {"name": span}
    values: dict[str, Any] = {}
    depth = c.depth
    try:
        _property_tail(c, name, values, spans)
    except Unexpected as fault:
        c.caught(fault, depth)
        c.leave(start)
    node = Property(name, type_, **values)
    node.span = (span[0], c.ends[c.at - 1])
    node.spans = spans
    return node


def _refuse_property(c: Cursor, name: str) -> None:
    following = c.kinds[c.at]
    foreign = wording.FOREIGN.get(name)
    if foreign:
        c.fail(foreign)
    if following is NAME or following in ("string", "int", "bool", "datetime", "decimal", "guid", "long"):
        c.fail(f"a property is written 'name: type': expected ':' after '{name}'")
    c.fail(f"expected ':' and a type after '{name}', as in 'name: type'")


def _type_or_missing(c: Cursor) -> TypeRef:
    """A type, or `MissingType` after recording the fault where the tokens go on as after a type."""
    start = c.at
    depth = c.depth
    try:
        return type_ref(c)
    except Unexpected as fault:
        if c.trying or c.kinds[fault.index] not in _MORE | {",", ")", "}"} or fault.index != start:
            raise
        c.caught(fault, depth)
        return missing_type(c)


def missing_type(c: Cursor) -> TypeRef:
    """The type that stands for one that could not be read."""
    offset = c.ends[c.at - 1] if c.at else 0
    base = MissingType()
    atom = TypeAtom(base)
    node = TypeRef(atom)
    base.span = atom.span = node.span = (offset, offset)
    return node


def _property_tail(c: Cursor, name: str, values: dict[str, Any], spans: dict[str, Any]) -> None:
    """The flags of a property in any order, then default, check and mask in this one."""
    kinds = c.kinds
    while kinds[c.at] in _FLAGS:
        at = c.at
        flag = kinds[at]
        c.at += 1
        if flag == "provenanced":
            values["provenanced"] = True
            spans["provenanced"] = c.span(at)
        elif flag == "sensitive":
            tags = c.enclosed("(", ")", _tag)
            if not tags:
                c.fail("'sensitive' names at least one kind of data, as in 'sensitive(pii)'", c.at - 1)
            values.setdefault("sensitivity", []).extend(c.word(i) for i in tags)
            spans.setdefault("sensitivity", []).extend(c.span(i) for i in tags)
            spans.setdefault("sensitive", (c.starts[at], c.ends[c.at - 1]))
        else:
            values["access"] = flag
            spans["access"] = c.span(at)
    if kinds[c.at] == ":=":
        c.report(c.at, "the default of a property follows '=', as in 'n: int = 1'")
        c.at += 1
        values["default"] = expression(c)
    elif c.match("="):
        spans["default_sign"] = c.span(c.at - 1)
        values["default"] = expression(c)
    if c.match("check"):
        spans["check_word"] = c.span(c.at - 1)
        values["check"] = expression(c)
        if c.match("message"):
            text = c.expect(STRING, "after 'message'")
            values["check_message"] = c.string(text)
            spans["check_message"] = c.span(text)
    if c.match("mask"):
        c.expect("unless", "after 'mask'")
        values["mask_unless"] = expression(c)
    kind = kinds[c.at]
    if kind == "message":
        c.fail("a 'message' belongs to the 'check' before it")
    if kind in _FLAGS and kinds[c.at + 1] != ":":
        c.fail(f"'{kind}' stands right after the type, before default, check and mask")
    if kind == "=":
        c.fail(
            f"the default of '{name}' stands right after the type and its flags, before 'check' and 'mask'"
        )
    if kind == "check" and kinds[c.at + 1] != ":":
        c.fail("a 'check' stands before 'mask', and once; join conditions with '&&'")


def _tag(c: Cursor) -> int:
    return c.name(PLAIN_NAME, "a kind of sensitive data")


# Other data


def containment(c: Cursor) -> Containment:
    """`contains x: Part[]?`."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a contained part")
    c.expect(":", f"after '{c.word(name)}'")
    part = c.reference(PLAIN_NAME, PART)
    spans: dict[str, Any] = {"name": c.span(name)}
    many = c.match("[]")
    if many:
        spans["many"] = c.span(c.at - 1)
    optional = c.match("?")
    if optional:
        spans["optional"] = c.span(c.at - 1)
    return c.finish(Containment(c.word(name), part, many, optional), start, **spans)


def derived(c: Cursor) -> Derived:
    """`derived x: T = expr`."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a derived value")
    c.expect(":", f"after '{c.word(name)}': a derived value is written 'derived name: type = expression'")
    type_ = _type_or_missing(c)
    if c.kinds[c.at] == ":=":
        c.report(c.at, "a derived value takes '='; ':=' assigns in operations")
        c.at += 1
    else:
        c.expect("=", "and the expression of the derived value")
    return c.finish(Derived(c.word(name), type_, expression_or_missing(c)), start, name=c.span(name))


def invariant(c: Cursor) -> Invariant:
    """`private invariant expr when guard message "..."`."""
    start = c.at
    spans: dict[str, Any] = {}
    server_only = c.match("private")
    if server_only:
        spans["server_only"] = c.span(start)
    c.at += 1
    expr = expression_or_missing(c)
    guard = text = None
    if c.match("when"):
        guard = expression(c)
    if c.match("message"):
        index = c.expect(STRING, "after 'message'")
        text = c.string(index)
        spans["message"] = c.span(index)
        if c.kinds[c.at] == "when":
            c.fail("the 'when' of an invariant stands before its 'message'")
    return c.finish(Invariant(server_only, expr, guard, text), start, **spans)


def unique(c: Cursor) -> Unique:
    """`unique (a, b)`."""
    start = c.at
    c.at += 1
    columns = c.enclosed("(", ")", _column)
    if not columns:
        c.fail("'unique' names at least one property", c.at - 1)
    node = Unique([c.word(i) for i in columns])
    return c.finish(node, start, columns=[c.span(i) for i in columns])


def _column(c: Cursor) -> int:
    return c.name(ANY_NAME, "a property")


# Functions, operations and what is like them


def parameter(c: Cursor) -> Parameter:
    """`name: T = default`."""
    start = c.at
    if c.kinds[start] == ")":
        c.fail("no comma after the last parameter", start - 1)
    name = c.name(ANY_NAME, "a parameter")
    c.expect(":", f"after the parameter '{c.word(name)}', and its type")
    type_ = _type_or_missing(c)
    default = expression(c) if c.match("=") else None
    return c.finish(Parameter(c.word(name), type_, default), start, name=c.span(name))


def parameters(c: Cursor) -> list[Parameter]:
    """`"(" list(Parameter)? ")"`."""
    return c.enclosed("(", ")", parameter)


def return_colon(c: Cursor) -> bool:
    """Take the colon before a return type, if there is one; an arrow in its place is reported."""
    if c.kinds[c.at] == "->":
        c.report(c.at, "the type that is returned follows a ':' instead of an arrow")
        c.at += 1
        return True
    return c.match(":")


def parameters_if_any(c: Cursor) -> list[Parameter]:
    """Parameters with their parentheses, or nothing at all."""
    return parameters(c) if c.kinds[c.at] == "(" else []


def function(c: Cursor) -> Function:
    """`function f(a: T): U = expr`, or with a block."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a function")
        params = parameters(c)
        if not return_colon(c):
            c.fail("expected ':' and the type that the function returns")
        return_type = type_ref(c)
        if c.match("="):
            expr = expression(c)
            return c.finish(Function(name, params, return_type, expr), start, **spans)
        if c.kinds[c.at] != "{":
            c.fail("expected '=' and an expression, or '{' and statements")
    body = statements.block(c, "a function")
    node = Function(name, params, return_type or missing_type(c), None, body)
    return c.finish(node, start, **spans)


_OPERATION_ORDER = "an operation goes on as 'extern audited : Type requires ... when ... { }', in this order"


def operation(c: Cursor) -> Operation:
    """`private operation o(a: T) extern audited : U requires ... when ... { ... }`."""
    start = c.at
    spans: dict[str, Span] = {}
    private = c.match("private")
    if private:
        spans["private"] = c.span(start)
    c.at += 1
    name = ""
    params: list[Parameter] = []
    values: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(VERB_NAME, "an operation")
        params = parameters(c)
        for flag in ("extern", "audited"):
            if c.match(flag):
                values[flag] = True
                spans[flag] = c.span(c.at - 1)
        if return_colon(c):
            values["return_type"] = type_ref(c)
        if c.match("requires"):
            values["requires"] = expression(c, BODY)
        if c.match("when"):
            values["when"] = expression(c, BODY)
        if c.kinds[c.at] in ("extern", "audited", ":", "requires", "when"):
            c.fail(_OPERATION_ORDER)
        c.expect_body("an operation")
    body = statements.block(c, "an operation")
    return c.finish(Operation(name, private, params=params, body=body, **values), start, **spans)


def private_member(c: Cursor) -> Node:
    """`private operation` or `private invariant`."""
    following = c.kinds[c.at + 1]
    if following == "operation":
        return operation(c)
    if following == "invariant":
        return invariant(c)
    c.at += 1
    c.fail("expected 'operation' or 'invariant' after 'private'; properties have 'internal' and 'secret'")
    raise AssertionError


def private_invariant(c: Cursor) -> Node:
    """`private invariant`, where there are no operations."""
    if c.kinds[c.at + 1] != "invariant":
        c.at += 1
        c.fail("expected 'invariant' after 'private'")
    return invariant(c)


def _constructor(
    c: Cursor, what: str, needs_parameters: bool
) -> tuple[str | None, list[Parameter], bool, list[Any], dict[str, Span]]:
    """What `create` and `destroy` have in common, after their word."""
    spans: dict[str, Span] = {}
    name: str | None = None
    params: list[Parameter] = []
    audited = False
    with c.header():
        if c.kinds[c.at] not in ("(", "{", "audited"):
            name, spans["name"] = c.named(PLAIN_NAME, what)
        if needs_parameters:
            c.expect("(", f"after '{'create' if name is None else name}', even without parameters")
            c.at -= 1
        params = parameters_if_any(c)
        audited = c.match("audited")
        if audited:
            spans["audited"] = c.span(c.at - 1)
        if c.kinds[c.at] == "requires":
            c.fail(f"{what} has no 'requires' before its body; write it as the first statement in the body")
        c.expect_body(what)
    return name, params, audited, statements.block(c, what), spans


def create(c: Cursor) -> Create:
    """`create name(a: T) audited { ... }` of an aggregate."""
    start = c.at
    c.at += 1
    name, params, audited, body, spans = _constructor(c, "a create", True)
    return c.finish(Create(name, params, audited, body), start, **spans)


def destroy(c: Cursor) -> Destroy:
    """`destroy name(a: T) audited { ... }`."""
    start = c.at
    c.at += 1
    name, params, audited, body, spans = _constructor(c, "a destroy", False)
    return c.finish(Destroy(name, params, audited, body), start, **spans)


def apply(c: Cursor) -> Apply:
    """`apply(e: Event) { ... }`."""
    start = c.at
    c.at += 1
    c.expect("(", "after 'apply'")
    param = c.name(ANY_NAME, "the event")
    c.expect(":", "before the event")
    event = c.reference(PLAIN_NAME, EVENT)
    c.expect(")", "after the event")
    body = statements.block(c, "an apply")
    return c.finish(Apply(c.word(param), event, body), start, param=c.span(param))


# Capabilities


def filter_(c: Cursor) -> Filter:
    """`filter expr`."""
    start = c.at
    c.at += 1
    return c.finish(Filter(expression(c)), start)


def stamp(c: Cursor) -> Stamp:
    """`stamp onCreate { ... }`, with assignments and calls alone."""
    start = c.at
    c.at += 1
    event = c.choice(("onCreate", "onUpdate"), "the moment of the stamp")
    body = statements.block(c, "a stamp", statements.ASSIGNMENTS_ALONE)
    return c.finish(Stamp(c.kinds[event], body), start, event=c.span(event))


def implements(c: Cursor) -> Implements:
    """`implements Cap`."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a capability")
    return c.finish(Implements(c.word(name)), start, capability=c.span(name))


def optional_requires(c: Cursor) -> Expr | None:
    """`requires expr` before a body, or nothing."""
    return expression(c, BODY) if c.match("requires") else None
