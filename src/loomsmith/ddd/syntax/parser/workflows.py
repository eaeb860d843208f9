"""What happens in a context: workflows, domain services, handlers of commands and queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    DomainService,
    Handle,
    Handler,
    ServiceOperation,
    Workflow,
    WorkflowCreate,
)
from loomsmith.ddd.syntax.parser import statements
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.expressions import name_chain
from loomsmith.ddd.syntax.parser.members import optional_requires, parameters, return_colon
from loomsmith.ddd.syntax.parser.tables import DOMAIN_SERVICE, WORKFLOW
from loomsmith.ddd.syntax.parser.types import type_ref
from loomsmith.ddd.vocabulary.words import PLAIN_NAME, VERB_NAME

if TYPE_CHECKING:
    from typing import Any

    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.nodes import Expr, Parameter, Stmt, TypeRef
    from loomsmith.ddd.syntax.parser.cursor import Cursor
    from loomsmith.ddd.text import Span

ISOLATIONS = ("readUncommitted", "readCommitted", "repeatableRead", "serializable")


def workflow(c: Cursor) -> Node:
    """`workflow W eventSourced transactional(serializable) requires ... { ... }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    values: dict[str, Any] = {}
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a workflow")
        if c.kinds[c.at] == "(":
            c.fail("a workflow has no parameters; its 'create' and 'handle' have")
        if c.match("eventSourced"):
            values["event_sourced"] = True
            spans["event_sourced"] = c.span(c.at - 1)
        if c.match("transactional"):
            values["transactional"] = True
            spans["transactional"] = c.span(c.at - 1)
            if c.match("("):
                level = c.choice(ISOLATIONS, "an isolation level")
                values["isolation"], spans["isolation"] = c.word(level), c.span(level)
                c.expect(")", "after the isolation level")
        values["requires"] = optional_requires(c)
        if c.kinds[c.at] in ("eventSourced", "transactional"):
            c.fail("a workflow goes on as 'eventSourced transactional requires ... { }', in this order")
        c.expect_body("a workflow")
    members = block(c, WORKFLOW)
    return c.finish(Workflow(name, members=members, **values), start, **spans)


def workflow_create(c: Cursor) -> Node:
    """`create name(a: T) by chain requires ... { ... }` of a workflow."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name: str | None = None
    params: list[Parameter] = []
    by: Expr | None = None
    guard: Expr | None = None
    with c.header():
        if c.kinds[c.at] != "(":
            name, spans["name"] = c.named(PLAIN_NAME, "a create")
        params = parameters(c)
        if c.match("by"):
            by = name_chain(c)
        guard = optional_requires(c)
        c.expect_body("a create")
    body = statements.block(c, "a create")
    return c.finish(WorkflowCreate(name, params, by, guard, body), start, **spans)


def handle(c: Cursor) -> Node:
    """`handle h(a: T) requires ... { ... }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    params: list[Parameter] = []
    guard: Expr | None = None
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a handle")
        params = parameters(c)
        guard = optional_requires(c)
        c.expect_body("a handle")
    body = statements.block(c, "a handle")
    return c.finish(Handle(name, params, guard, body), start, **spans)


def domain_service(c: Cursor) -> Node:
    """`domainService S { operation ... }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "a domain service")
        c.expect_body("a domain service")
    return c.finish(DomainService(name, block(c, DOMAIN_SERVICE)), start, **spans)


def service_operation(c: Cursor) -> Node:
    """`operation o(a: T): U { ... }` of a domain service."""
    start = c.at
    c.at += 1
    spans: dict[str, Span] = {}
    name = ""
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    with c.header():
        name, spans["name"] = c.named(VERB_NAME, "an operation")
        params = parameters(c)
        if return_colon(c):
            return_type = type_ref(c)
        if c.kinds[c.at] in ("requires", "when", "extern", "audited"):
            c.fail("the operation of a domain service has no modifiers; write a 'precondition' in its body")
        c.expect_body("an operation")
    body = statements.block(c, "an operation")
    return c.finish(ServiceOperation(name, params, return_type, body), start, **spans)


def handler(c: Cursor) -> Node:
    """`extern commandHandler h(a: T): U { ... }`, or `queryHandler`; a `;` may stand for the body."""
    start = c.at
    spans: dict[str, Span] = {}
    extern = c.match("extern")
    if extern:
        spans["extern"] = c.span(start)
    word = c.choice(("commandHandler", "queryHandler"), "a handler after 'extern'")
    kind = "command" if c.kinds[word] == "commandHandler" else "query"
    spans["kind"] = c.span(word)
    name = ""
    params: list[Parameter] = []
    return_type: TypeRef | None = None
    body: list[Stmt] | None = None
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, f"a {kind} handler")
        params = parameters(c)
        if kind == "query" and c.kinds[c.at] not in (":", "->"):
            c.fail("a query handler has a return type: expected ':'")
        if return_colon(c):
            return_type = type_ref(c)
        if c.kinds[c.at] not in ("{", ";"):
            c.fail("expected the '{' of the body, or ';' after an extern handler")
    if not c.match(";"):
        body = statements.block(c, f"a {kind} handler")
    return c.finish(Handler(kind, name, extern, params, return_type, body), start, **spans)
