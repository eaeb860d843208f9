"""Systems, subdomains and contexts, and what is declared in a context or at file level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Capability,
    Channel,
    Context,
    Entity,
    Enum,
    EnumValue,
    Event,
    Import,
    Payload,
    Permission,
    Permissions,
    PolicyFunction,
    PolicyRule,
    PolicyRules,
    Subdomain,
    System,
    ValueObject,
)
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.clauses import Clauses, open_references, plain_name, word_of
from loomsmith.ddd.syntax.parser.expressions import expression, expression_or_missing
from loomsmith.ddd.syntax.parser.macros import with_clause
from loomsmith.ddd.syntax.parser.members import parameters
from loomsmith.ddd.syntax.parser.system import SHAPES
from loomsmith.ddd.syntax.parser.tables import (
    AGGREGATE,
    CAPABILITY,
    CONTEXT,
    ENTITY,
    ENUM,
    EVENT,
    PAYLOAD,
    PERMISSIONS,
    POLICY,
    SUBDOMAIN,
    SYSTEM,
    VALUE_OBJECT,
)
from loomsmith.ddd.syntax.parser.types import type_atom, type_ref
from loomsmith.ddd.syntax.references import AGGREGATE as AGGREGATE_KIND
from loomsmith.ddd.syntax.references import EVENT as EVENT_KIND
from loomsmith.ddd.syntax.tokens import STRING
from loomsmith.ddd.vocabulary.words import PLAIN_NAME

if TYPE_CHECKING:
    from typing import Any

    from loomsmith.ddd.syntax.node import Node, Ref
    from loomsmith.ddd.syntax.nodes import MacroCall
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.syntax.parser.tables import MemberTable
    from loomsmith.ddd.text import Span


def import_(c: Cursor) -> Import:
    """`import "path";`, the semicolon optional."""
    start = c.at
    c.at += 1
    path = c.expect(STRING, "with the path of the file to import")
    c.match(";")
    return c.finish(Import(c.string(path)), start, path=c.span(path))


# Grouping


def _headed(c: Cursor, what: str, table: MemberTable) -> tuple[str, list[Any], dict[str, Any]]:
    """After the word of a declaration: its name and its block."""
    c.at += 1
    spans: dict[str, Any] = {}
    name = ""
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, what)
        c.expect_body(what)
    return name, block(c, table), spans


def system(c: Cursor) -> Node:
    """`system S { ... }`."""
    start = c.at
    name, members, spans = _headed(c, "a system", SYSTEM)
    return c.finish(System(name, members), start, **spans)


def subdomain(c: Cursor) -> Node:
    """`subdomain D { ... }`."""
    start = c.at
    name, members, spans = _headed(c, "a subdomain", SUBDOMAIN)
    return c.finish(Subdomain(name, members), start, **spans)


def context(c: Cursor) -> Node:
    """`context C with ... { ... }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    calls: list[MacroCall] = []
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a context")
        calls = with_clause(c)
        c.expect_body("a context")
    return c.finish(Context(name, calls, block(c, CONTEXT)), start, **spans)


def permissions(c: Cursor) -> Node:
    """`permissions { read, edit implies read }`."""
    start = c.at
    c.at += 1
    entries: list[Any] = block(c, PERMISSIONS)
    return c.finish(Permissions(entries), start)


def permission(c: Cursor) -> Node:
    """`name implies other`, or `implies [a, b]`."""
    start = c.at
    c.name(PLAIN_NAME, "a permission")
    if not c.match("implies"):
        return c.finish(Permission(c.word(start)), start, name=c.span(start))
    if c.kinds[c.at] in ("[", "[]"):
        implied = c.enclosed("[", "]", _permission)
        if not implied:
            c.fail("expected the name of a permission", c.at - 1)
    else:
        implied = [_permission(c)]
    node = Permission(c.word(start), [c.word(i) for i in implied])
    return c.finish(node, start, name=c.span(start), implies=[c.span(i) for i in implied])


def _permission(c: Cursor) -> int:
    return c.name(PLAIN_NAME, "a permission")


# Types


def enum(c: Cursor) -> Node:
    """`enum E { A, B }`, at least one value."""
    start = c.at
    name, values, spans = _headed(c, "an enum", ENUM)
    if not values and c.kinds[c.at - 1] == "}":
        c.report(c.at - 1, "expected a name: an enum has at least one value, found '}'")
    return c.finish(Enum(name, values), start, **spans)


def enum_value(c: Cursor) -> Node:
    """One value."""
    index = c.name(PLAIN_NAME, "an enum value")
    return c.finish(EnumValue(c.word(index)), index, name=c.span(index))


def event(c: Cursor) -> Node:
    """`event E { name: T }`."""
    start = c.at
    name, fields, spans = _headed(c, "an event", EVENT)
    return c.finish(Event(name, fields), start, **spans)


def payload(c: Cursor) -> Node:
    """`payload P { name: T }` or `payload P = A | B`, and so for its four kin."""
    start = c.at
    keyword = c.kinds[start]
    spans: dict[str, Any] = {"keyword": c.span(start)}
    if c.kinds[c.at + 2] != "=":
        name, fields, more = _headed(c, "a payload", PAYLOAD)
        return c.finish(Payload(keyword, name, fields), start, **spans, **more)
    c.at += 1
    index = c.name(PLAIN_NAME, "a payload")
    spans["name"] = c.span(index)
    c.at += 1
    variants = [type_atom(c)]
    while c.match("|"):
        variants.append(type_atom(c))
    if c.kinds[c.at] == "or":
        c.fail("the variants of a payload are separated by '|'")
    return c.finish(Payload(keyword, c.word(index), [], variants, True), start, **spans)


_CHANNEL = Clauses(
    "a channel",
    {
        "carries": ("carries", open_references(EVENT_KIND)),
        "delivery": ("delivery", word_of(("broadcast", "queue"), "a way of delivery")),
        "retention": ("retention", word_of(("ephemeral", "log", "work"), "a retention")),
        "key": ("key", plain_name("a property of the events")),
    },
    first="carries",
)


def channel(c: Cursor) -> Node:
    """`channel L { carries: E delivery: queue }`."""
    start = c.at
    c.at += 1
    name = c.name(PLAIN_NAME, "a channel")
    values: dict[str, Any] = {}
    spans: dict[str, Any] = {"name": c.span(name)}
    _CHANNEL.read(c, values, spans)
    return c.finish(Channel(c.word(name), **values), start, **spans)


# Policies


def policy(c: Cursor) -> Node:
    """`policy P { allow ... deny ... }`, or `policy P(a: T): bool = expr`."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name: str | None = None
    if c.kinds[c.at] != "{":
        name, spans["name"] = c.named(PLAIN_NAME, "a policy")
        if c.kinds[c.at] != "{":
            return _policy_function(c, start, name, spans)
    rules: list[Any] = block(c, POLICY)
    return c.finish(PolicyRules(name, rules), start, **spans)


def _policy_function(c: Cursor, start: int, name: str, spans: dict[str, Span]) -> Node:
    if c.kinds[c.at] != "(":
        c.fail("expected '{' and rules, or '(' and parameters, which a policy function has even if empty")
    params = parameters(c)
    c.expect(":", "and the type that the policy returns")
    return_type = type_ref(c)
    if c.match("{"):
        body = expression(c)
        c.expect("}", "after the one expression of the policy")
    else:
        c.expect("=", "or '{' before the expression of the policy")
        body = expression_or_missing(c)
    return c.finish(PolicyFunction(name, params, return_type, body), start, **spans)


def policy_rule(c: Cursor) -> Node:
    """`allow write local on X`, or `deny on X`."""
    start = c.at
    effect = c.kinds[start]
    c.at += 1
    spans: dict[str, Span] = {"effect": c.span(start)}
    write = c.match("write")
    if write:
        spans["write"] = c.span(c.at - 1)
    level: str | None = None
    if effect == "allow":
        index = c.choice(("local", "deep", "global"), "how far the permission reaches")
        level, spans["level"] = c.kinds[index], c.span(index)
    elif c.kinds[c.at] in ("local", "deep", "global"):
        c.fail("a 'deny' has no level: write 'deny on X'")
    c.expect("on", "and what the rule is about")
    target = c.name(PLAIN_NAME, "what the rule is about")
    spans["target"] = c.span(target)
    return c.finish(PolicyRule(effect, write, level, c.word(target)), start, **spans)


# Containers


def aggregate(c: Cursor) -> Node:
    """`abstract aggregate A extends B persistedAs: eventLog with ... { ... }`."""
    start = c.at
    spans: dict[str, Any] = {}
    values: dict[str, Any] = {}
    if c.match("abstract"):
        values["abstract"] = True
        spans["abstract"] = c.span(start)
        if c.kinds[c.at] != "aggregate":
            c.fail("expected 'aggregate' after 'abstract'")
    c.at += 1
    name = ""
    extends: Ref | None = None
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "an aggregate")
        if c.match("extends"):
            extends = c.reference(PLAIN_NAME, AGGREGATE_KIND)
        while c.kinds[c.at] in _AGGREGATE_CLAUSES:
            _aggregate_clause(c, values, spans)
        values["with_calls"] = with_clause(c)
        if c.kinds[c.at] == "extends":
            c.fail("'extends' stands right after the name of the aggregate")
        if c.kinds[c.at] in _AGGREGATE_CLAUSES:
            c.fail("the 'with' of an aggregate stands last, right before its '{'")
        c.expect_body("an aggregate")
    members = block(c, AGGREGATE)
    return c.finish(Aggregate(name, extends=extends, members=members, **values), start, **spans)


# The clauses of the header: the field, and the words that may stand for its value; none for a flag.
_AGGREGATE_CLAUSES: dict[str, tuple[str, tuple[str, ...]]] = {
    "persistedAs": ("persisted_as", ("eventLog", "state")),
    "shape": ("shape", SHAPES),
    "inheritanceUsing": ("inheritance_using", ("sharedTable", "ownTable")),
    "crossTenant": ("cross_tenant", ()),
    "audited": ("audited", ()),
}


def _aggregate_clause(c: Cursor, values: dict[str, Any], spans: dict[str, Any]) -> None:
    word = c.kinds[c.at]
    field, words = _AGGREGATE_CLAUSES[word]
    spans[field] = c.span(c.at)
    c.at += 1
    if words:
        c.expect(":", f"after '{word}'")
        index = c.choice(words, f"a value of '{word}'")
        values[field], spans[field] = c.kinds[index], c.span(index)
    else:
        values[field] = True
    c.match(",")


def entity(c: Cursor) -> Node:
    """`entity P { ... }`."""
    start = c.at
    name, members, spans = _headed(c, "an entity", ENTITY)
    return c.finish(Entity(name, members), start, **spans)


def value_object(c: Cursor) -> Node:
    """`valueobject V { ... }`."""
    start = c.at
    name, members, spans = _headed(c, "a value object", VALUE_OBJECT)
    return c.finish(ValueObject(name, members), start, **spans)


def capability(c: Cursor) -> Node:
    """`capability Cap { ... }`."""
    start = c.at
    name, members, spans = _headed(c, "a capability", CAPABILITY)
    return c.finish(Capability(name, members), start, **spans)
