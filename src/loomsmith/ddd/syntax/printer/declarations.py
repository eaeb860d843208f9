"""The declarations of the domain and its deployment as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.printer.expressions import message, retrieval_clauses, statements
from loomsmith.ddd.syntax.printer.layout import (
    STEP,
    block,
    members,
    prints,
    quoted,
    show,
    spaced,
    with_commas,
)
from loomsmith.ddd.vocabulary.platforms import DESIGN_PACKS, PLATFORM_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loomsmith.ddd.syntax.node import Node, Ref


def parameters(params: Sequence[n.Parameter], indent: int) -> str:
    """A parenthesised parameter list, on one line as headers are."""
    return f"({', '.join(show(param, indent) for param in params)})"


def optional_parameters(params: Sequence[n.Parameter], indent: int) -> str:
    """A parameter list where the language lets an empty one be left out."""
    return parameters(params, indent) if params else ""


def return_type(node: n.TypeRef | None, indent: int) -> str:
    """A `: T` clause, or nothing."""
    return "" if node is None else f": {show(node, indent)}"


def clause(word: str, expr: n.Expr | None, indent: int) -> str:
    """A ` word expr` clause, or nothing."""
    return "" if expr is None else f" {word} {show(expr, indent)}"


def with_clause(calls: Sequence[n.MacroCall], indent: int) -> str:
    """A ` with a, b` clause, or nothing."""
    return f" with {', '.join(show(call, indent) for call in calls)}" if calls else ""


def names(refs: Sequence[Ref]) -> str:
    """References separated by commas."""
    return ", ".join(ref.text for ref in refs)


def flag(word: str, present: bool) -> str:
    """A ` word`, or nothing."""
    return f" {word}" if present else ""


def literal(value: str | int | bool) -> str:
    """The value of a config entry or a macro argument."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return quoted(value) if isinstance(value, str) else str(value)


def _braced(entries: Sequence[str]) -> str:
    return f"{{ {', '.join(entries)} }}"


def _config(entries: Sequence[n.ConfigEntry], indent: int) -> str:
    return f"config: {_braced([show(entry, indent) for entry in entries])}"


# Files and grouping


@prints(n.File)
def _file(node: n.File, indent: int) -> str:
    parts: list[Node] = [*node.imports, *node.members]
    return spaced([show(part, indent) for part in parts], " " * indent) + "\n" if parts else ""


@prints(n.Import)
def _import(node: n.Import, indent: int) -> str:
    return f"import {quoted(node.path)}"


@prints(n.System)
def _system(node: n.System, indent: int) -> str:
    return members(f"system {node.name}", node.members, indent)


@prints(n.Subdomain)
def _subdomain(node: n.Subdomain, indent: int) -> str:
    return members(f"subdomain {node.name}", node.members, indent)


@prints(n.Permissions)
def _permissions(node: n.Permissions, indent: int) -> str:
    return block("permissions", [show(entry, indent) for entry in node.entries], indent)


@prints(n.Permission)
def _permission(node: n.Permission, indent: int) -> str:
    if not node.implies:
        return node.name
    implied = node.implies[0] if len(node.implies) == 1 else f"[{', '.join(node.implies)}]"
    return f"{node.name} implies {implied}"


@prints(n.Context)
def _context(node: n.Context, indent: int) -> str:
    return members(f"context {node.name}{with_clause(node.with_calls, indent)}", node.members, indent)


@prints(n.MacroCall)
def _macro_call(node: n.MacroCall, indent: int) -> str:
    return f"{node.name}({', '.join(show(arg, indent) for arg in node.args)})" if node.args else node.name


@prints(n.MacroArg)
def _macro_arg(node: n.MacroArg, indent: int) -> str:
    value = node.value
    if isinstance(value, list):
        return f"{node.name}: [{', '.join(ref.text for ref in value)}]"
    return f"{node.name}: {value.text if isinstance(value, n.MacroRef) else literal(value)}"


@prints(n.MacroRef)
def _macro_ref(node: n.MacroRef, indent: int) -> str:
    return node.text


# Deployment


@prints(n.Deployable)
def _deployable(node: n.Deployable, indent: int) -> str:
    axes = [
        f"{axis}: {value}"
        for axis, value in (("persistence", node.persistence), ("directoryLayout", node.directory_layout))
        if value is not None
    ]
    platform = node.platform if node.platform in PLATFORM_WORDS else quoted(node.platform)
    lines = [f"platform: {platform} {_braced(axes)}" if axes else f"platform: {platform}"]
    for key, refs in (
        ("contexts", node.contexts),
        ("dataSources", node.data_sources),
        ("channels", node.channels),
    ):
        if refs:
            lines.append(f"{key}: [{names(refs)}]")
    if node.targets is not None:
        lines.append(f"targets: {node.targets.text}")
    if node.serves:
        lines.append(f"serves: {names(node.serves)}")
    if node.ui is not None:
        lines.append(f"ui: {show(node.ui, indent + STEP)}")
    if node.hosts:
        lines.append(
            f"hosts: [{names(node.hosts)}]" if len(node.hosts) > 1 else f"hosts: {names(node.hosts)}"
        )
    if node.port is not None:
        lines.append(f"port: {node.port}")
    if node.auth is not None:
        lines.append(f"auth: {node.auth}")
    if node.design is not None:
        lines.append(f"design: {node.design if node.design in DESIGN_PACKS else quoted(node.design)}")
    if node.favicon is not None:
        lines.append(f"favicon: {quoted(node.favicon)}")
    return block(f"deployable {node.name}", lines, indent)


@prints(n.UiMount)
def _ui_mount(node: n.UiMount, indent: int) -> str:
    if not node.has_block:
        return node.ui.text
    return block(node.ui.text, with_commas([show(item, indent) for item in node.bindings]), indent)


@prints(n.UiBinding)
def _ui_binding(node: n.UiBinding, indent: int) -> str:
    return f"{node.name}: {node.source.text}"


@prints(n.Storage)
def _storage(node: n.Storage, indent: int) -> str:
    lines = [f"type: {node.type}"]
    if node.instance is not None:
        lines.append(f"instance: {node.instance}")
    if node.connection is not None:
        lines.append(f"connection: {show(node.connection, indent)}")
    if node.config:
        lines.append(_config(node.config, indent))
    return block(f"storage {node.name}", lines, indent)


@prints(n.Connection)
def _connection(node: n.Connection, indent: int) -> str:
    value = node.value if node.kind in ("service", "secret") else quoted(node.value)
    return f"{node.kind}({value})"


@prints(n.ConfigEntry)
def _config_entry(node: n.ConfigEntry, indent: int) -> str:
    return f"{node.key}: {literal(node.value)}"


@prints(n.Resource)
def _resource(node: n.Resource, indent: int) -> str:
    texts = (node.schema, node.table_prefix, node.key_prefix)
    schema, table_prefix, key_prefix = (None if text is None else quoted(text) for text in texts)
    clauses = (
        ("for", node.context and node.context.text),
        ("kind", node.kind),
        ("use", node.use and node.use.text),
        ("schema", schema),
        ("tablePrefix", table_prefix),
        ("keyPrefix", key_prefix),
        ("ttl", node.ttl),
        ("every", node.every),
        ("retain", node.retain),
        ("isolationLevel", node.isolation_level),
        ("readonly", "true" if node.readonly else None),
        ("shape", node.shape),
    )
    lines = [f"{key}: {value}" for key, value in clauses if value is not None]
    if node.indexes:
        lines.append(f"index: [{', '.join(show(index, indent) for index in node.indexes)}]")
    if node.config:
        lines.append(_config(node.config, indent))
    return block(f"resource {node.name}", lines, indent)


@prints(n.IndexSpec)
def _index_spec(node: n.IndexSpec, indent: int) -> str:
    columns = node.columns[0] if len(node.columns) == 1 else f"({', '.join(node.columns)})"
    return f"{node.entity}.{columns}"


@prints(n.ChannelSource)
def _channel_source(node: n.ChannelSource, indent: int) -> str:
    lines = [f"for: {node.channel}"]
    if node.use is not None:
        lines.append(f"use: {node.use.text}")
    return block(f"channelSource {node.name}", lines, indent)


@prints(n.TimerSource)
def _timer_source(node: n.TimerSource, indent: int) -> str:
    clauses = (
        ("for", node.event.text),
        ("cron", None if node.cron is None else quoted(node.cron)),
        ("every", node.every),
        ("in", None if node.timezone is None else quoted(node.timezone)),
        ("overlap", node.overlap),
    )
    lines = [f"{key}: {value}" for key, value in clauses if value is not None]
    return block(f"timerSource {node.name}", lines, indent)


@prints(n.Api)
def _api(node: n.Api, indent: int) -> str:
    source = "" if node.source is None else f" from {node.source.text}"
    header = f"api {node.name}{with_clause(node.with_calls, indent)}{source}"
    lines = [] if node.url_style is None else [f"urlStyle: {node.url_style}"]
    lines += [show(item, indent) for item in (*node.statuses, *node.routes)]
    return block(header, lines, indent) if lines else header


@prints(n.ApiStatus)
def _api_status(node: n.ApiStatus, indent: int) -> str:
    return f"httpStatus {node.error} -> {node.code}"


@prints(n.Route)
def _route(node: n.Route, indent: int) -> str:
    return f"route {node.method} {quoted(node.path)} -> {node.context.text}.{node.handler}"


@prints(n.UserBlock)
def _user_block(node: n.UserBlock, indent: int) -> str:
    return block("user", [show(item, indent) for item in node.fields], indent)


@prints(n.UserField)
def _user_field(node: n.UserField, indent: int) -> str:
    return f"{node.name}: {show(node.type, indent)}"


@prints(n.AuthBlock)
def _auth_block(node: n.AuthBlock, indent: int) -> str:
    lines = [] if node.provider is None else [f"provider: {node.provider}"]
    if node.oidc is not None:
        lines.append(show(node.oidc, indent + STEP))
    if node.sessions is not None:
        lines.append(f"sessions: {node.sessions}")
    if node.has_claims:
        claims = [show(claim, indent) for claim in node.claims]
        lines.append(block("claims:", with_commas(claims), indent + STEP))
    if node.enforcement is not None:
        lines.append(f"enforcement: {node.enforcement}")
    return block("auth", lines, indent)


@prints(n.Oidc)
def _oidc(node: n.Oidc, indent: int) -> str:
    clauses = (
        ("issuer", node.issuer),
        ("clientId", node.client_id),
        ("clientSecret", node.client_secret),
        ("audience", node.audience),
    )
    lines = [f"{key}: {show(value, indent)}" for key, value in clauses if value is not None]
    if node.scopes:
        lines.append(f"scopes: [{', '.join(map(quoted, node.scopes))}]")
    return block("oidc", lines, indent)


@prints(n.AuthValue)
def _auth_value(node: n.AuthValue, indent: int) -> str:
    return f"env({quoted(node.value)})" if node.kind == "env" else quoted(node.value)


@prints(n.ClaimEntry)
def _claim_entry(node: n.ClaimEntry, indent: int) -> str:
    return f"{node.field}: {quoted(node.path)}"


@prints(n.Tenancy)
def _tenancy(node: n.Tenancy, indent: int) -> str:
    return f"tenancy by user.{node.claim.text} of {node.registry.text}"


# Context members


@prints(n.Capability)
def _capability(node: n.Capability, indent: int) -> str:
    return members(f"capability {node.name}", node.members, indent)


@prints(n.Filter)
def _filter(node: n.Filter, indent: int) -> str:
    return f"filter {show(node.expr, indent)}"


@prints(n.Stamp)
def _stamp(node: n.Stamp, indent: int) -> str:
    return statements(f"stamp {node.event}", node.body, indent)


@prints(n.Implements)
def _implements(node: n.Implements, indent: int) -> str:
    return f"implements {node.capability}"


@prints(n.Enum)
def _enum(node: n.Enum, indent: int) -> str:
    return block(f"enum {node.name}", [show(value, indent) for value in node.values], indent)


@prints(n.EnumValue)
def _enum_value(node: n.EnumValue, indent: int) -> str:
    return node.name


@prints(n.Event)
def _event(node: n.Event, indent: int) -> str:
    return block(f"event {node.name}", [show(item, indent + STEP) for item in node.fields], indent)


@prints(n.Payload)
def _payload(node: n.Payload, indent: int) -> str:
    header = f"{node.keyword} {node.name}"
    if node.is_union:
        return f"{header} = {' | '.join(show(variant, indent) for variant in node.variants)}"
    return block(header, with_commas([show(item, indent + STEP) for item in node.fields]), indent)


@prints(n.Channel)
def _channel(node: n.Channel, indent: int) -> str:
    clauses = (
        ("carries", names(node.carries)),
        ("delivery", node.delivery),
        ("retention", node.retention),
        ("key", node.key),
    )
    lines = [f"{key}: {value}" for key, value in clauses if value is not None]
    return block(f"channel {node.name}", lines, indent)


@prints(n.PolicyRules)
def _policy_rules(node: n.PolicyRules, indent: int) -> str:
    header = "policy" if node.name is None else f"policy {node.name}"
    return block(header, [show(rule, indent) for rule in node.rules], indent)


@prints(n.PolicyRule)
def _policy_rule(node: n.PolicyRule, indent: int) -> str:
    level = "" if node.level is None else f" {node.level}"
    return f"{node.effect}{flag('write', node.write)}{level} on {node.target}"


@prints(n.PolicyFunction)
def _policy_function(node: n.PolicyFunction, indent: int) -> str:
    head = f"policy {node.name}{parameters(node.params, indent)}{return_type(node.return_type, indent)}"
    return f"{head} = {show(node.body, indent)}"


# Aggregates and what they contain


@prints(n.Aggregate)
def _aggregate(node: n.Aggregate, indent: int) -> str:
    clauses = (
        ("persistedAs", node.persisted_as),
        ("shape", node.shape),
        ("inheritanceUsing", node.inheritance_using),
    )
    header = "".join(
        [
            "abstract " if node.abstract else "",
            f"aggregate {node.name}",
            "" if node.extends is None else f" extends {node.extends.text}",
            *(f" {key}: {value}" for key, value in clauses if value is not None),
            flag("crossTenant", node.cross_tenant),
            flag("audited", node.audited),
            with_clause(node.with_calls, indent),
        ]
    )
    return members(header, node.members, indent)


@prints(n.Entity)
def _entity(node: n.Entity, indent: int) -> str:
    return members(f"entity {node.name}", node.members, indent)


@prints(n.ValueObject)
def _value_object(node: n.ValueObject, indent: int) -> str:
    return members(f"valueobject {node.name}", node.members, indent)


@prints(n.Property)
def _property(node: n.Property, indent: int) -> str:
    return "".join(
        [
            f"{node.name}: {show(node.type, indent)}",
            flag("provenanced", node.provenanced),
            f" sensitive({', '.join(node.sensitivity)})" if node.sensitivity else "",
            "" if node.access is None else f" {node.access}",
            clause("=", node.default, indent),
            clause("check", node.check, indent),
            message(node.check_message),
            clause("mask unless", node.mask_unless, indent),
        ]
    )


@prints(n.Containment)
def _containment(node: n.Containment, indent: int) -> str:
    suffix = f"{'[]' if node.many else ''}{'?' if node.optional else ''}"
    return f"contains {node.name}: {node.part.text}{suffix}"


@prints(n.Derived)
def _derived(node: n.Derived, indent: int) -> str:
    return f"derived {node.name}: {show(node.type, indent)} = {show(node.expr, indent)}"


@prints(n.Invariant)
def _invariant(node: n.Invariant, indent: int) -> str:
    word = "private invariant" if node.server_only else "invariant"
    guard = clause("when", node.guard, indent)
    return f"{word} {show(node.expr, indent)}{guard}{message(node.message)}"


@prints(n.Unique)
def _unique(node: n.Unique, indent: int) -> str:
    return f"unique ({', '.join(node.columns)})"


@prints(n.Function)
def _function(node: n.Function, indent: int) -> str:
    params, result = parameters(node.params, indent), return_type(node.return_type, indent)
    head = f"function {node.name}{params}{result}"
    if node.block is not None:
        return statements(head, node.block, indent)
    return f"{head}{clause('=', node.expr, indent)}"


@prints(n.Parameter)
def _parameter(node: n.Parameter, indent: int) -> str:
    return f"{node.name}: {show(node.type, indent)}{clause('=', node.default, indent)}"


@prints(n.Operation)
def _operation(node: n.Operation, indent: int) -> str:
    header = "".join(
        [
            "private " if node.private else "",
            f"operation {node.name}{parameters(node.params, indent)}",
            flag("extern", node.extern),
            flag("audited", node.audited),
            return_type(node.return_type, indent),
            clause("requires", node.requires, indent),
            clause("when", node.when, indent),
        ]
    )
    return statements(header, node.body, indent)


@prints(n.Create)
def _create(node: n.Create, indent: int) -> str:
    word = "create" if node.name is None else f"create {node.name}"
    header = f"{word}{parameters(node.params, indent)}{flag('audited', node.audited)}"
    return statements(header, node.body, indent)


@prints(n.Destroy)
def _destroy(node: n.Destroy, indent: int) -> str:
    word = "destroy" if node.name is None else f"destroy {node.name}"
    header = f"{word}{optional_parameters(node.params, indent)}{flag('audited', node.audited)}"
    return statements(header, node.body, indent)


@prints(n.Apply)
def _apply(node: n.Apply, indent: int) -> str:
    return statements(f"apply({node.param}: {node.event.text})", node.body, indent)


# Reads


@prints(n.Repository)
def _repository(node: n.Repository, indent: int) -> str:
    return members(f"repository {node.name} for {node.aggregate.text}", node.finds, indent)


@prints(n.Find)
def _find(node: n.Find, indent: int) -> str:
    return "".join(
        [
            f"find {node.name}{parameters(node.params, indent)}{return_type(node.return_type, indent)}",
            clause("requires", node.requires, indent),
            clause("where", node.where, indent),
            "" if node.ignoring is None else f" {show(node.ignoring, indent)}",
        ]
    )


@prints(n.Criterion)
def _criterion(node: n.Criterion, indent: int) -> str:
    params, alias = optional_parameters(node.params, indent), f" as {node.alias}" if node.alias else ""
    return (
        f"criterion {node.name}{params} of {show(node.target, indent)}{alias}{clause('=', node.body, indent)}"
    )


@prints(n.Retrieval)
def _retrieval(node: n.Retrieval, indent: int) -> str:
    params = optional_parameters(node.params, indent)
    head = f"retrieval {node.name}{params} of {show(node.target, indent)}"
    if node.sort or node.loads:
        return block(head, retrieval_clauses(node, indent + STEP), indent)
    return f"{head} = {show(node.where, indent)}"


@prints(n.Projection)
def _projection(node: n.Projection, indent: int) -> str:
    deeper = indent + STEP
    key = "" if node.key is None else f" keyed by {node.key}"
    params, requires = optional_parameters(node.params, indent), clause("requires", node.requires, indent)
    lines = [show(member, deeper) for member in node.members]
    if node.source is not None:
        alias = "" if node.source_alias is None else f" as {node.source_alias}"
        lines.append(f"from {node.source.text}{alias}")
    if node.where is not None:
        lines.append(f"where {show(node.where, deeper)}")
    if node.ignoring is not None:
        lines.append(show(node.ignoring, deeper))
    lines += [show(join, deeper) for join in node.joins]
    for words, parts in (("group by", node.group_by), ("select", node.selects)):
        if parts:
            lines.append(f"{words} {', '.join(show(part, deeper) for part in parts)}")
    return block(f"projection {node.name}{params}{key}{requires}", lines, indent)


@prints(n.Join)
def _join(node: n.Join, indent: int) -> str:
    return f"join {node.aggregate.text} as {node.alias} on {show(node.on, indent)}"


@prints(n.Select)
def _select(node: n.Select, indent: int) -> str:
    return f"{node.field} = {show(node.expr, indent)}"


@prints(n.EventHandler)
def _event_handler(node: n.EventHandler, indent: int) -> str:
    header = f"on({node.param}: {node.event.text}){clause('by', node.by, indent)}"
    return statements(header, node.body, indent)


# Processes


@prints(n.Workflow)
def _workflow(node: n.Workflow, indent: int) -> str:
    isolation = "" if node.isolation is None else f"({node.isolation})"
    header = "".join(
        [
            f"workflow {node.name}",
            flag("eventSourced", node.event_sourced),
            flag(f"transactional{isolation}", node.transactional),
            clause("requires", node.requires, indent),
        ]
    )
    return members(header, node.members, indent)


@prints(n.WorkflowCreate)
def _workflow_create(node: n.WorkflowCreate, indent: int) -> str:
    word = "create" if node.name is None else f"create {node.name}"
    by, requires = clause("by", node.by, indent), clause("requires", node.requires, indent)
    return statements(f"{word}{parameters(node.params, indent)}{by}{requires}", node.body, indent)


@prints(n.Handle)
def _handle(node: n.Handle, indent: int) -> str:
    params, requires = parameters(node.params, indent), clause("requires", node.requires, indent)
    return statements(f"handle {node.name}{params}{requires}", node.body, indent)


@prints(n.DomainService)
def _domain_service(node: n.DomainService, indent: int) -> str:
    return members(f"domainService {node.name}", node.members, indent)


@prints(n.ServiceOperation)
def _service_operation(node: n.ServiceOperation, indent: int) -> str:
    params, result = parameters(node.params, indent), return_type(node.return_type, indent)
    return statements(f"operation {node.name}{params}{result}", node.body, indent)


@prints(n.Handler)
def _handler(node: n.Handler, indent: int) -> str:
    word = f"{'extern ' if node.extern else ''}{node.kind}Handler"
    head = f"{word} {node.name}{parameters(node.params, indent)}{return_type(node.return_type, indent)}"
    return f"{head};" if node.body is None else statements(head, node.body, indent)
