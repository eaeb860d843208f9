"""Which word starts which member in which block: the tables that several areas of the grammar share.

The tables of blocks that only one area knows (the inside of a ui, of a seed ...) are filled where that area
is parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.parser import (
    declarations,
    members,
    primaries,  # noqa: F401 - puts itself into the table of primary expressions
    reads,
    retrievals,
    seeds,
    system,
    tables,
    testing,
    trace,
    ui,
    workflows,
)

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.parser.tables import MemberParser

_PAYLOADS: dict[str, MemberParser] = dict.fromkeys(
    ("payload", "command", "query", "response", "error"), declarations.payload
)

tables.FILE.parsers = {
    "system": declarations.system,
    "subdomain": declarations.subdomain,
    "context": declarations.context,
    "deployable": system.deployable,
    "storage": system.storage,
    "resource": system.resource,
    "channelSource": system.channel_source,
    "api": system.api,
    "user": system.user_block,
    "auth": system.auth_block,
    "capability": declarations.capability,
    "function": members.function,
    "enum": declarations.enum,
    "valueobject": declarations.value_object,
    **_PAYLOADS,
    "ui": ui.ui,
    "component": ui.component,
    "layout": ui.layout,
    "theme": ui.theme,
    "test": testing.any_test,
    "requirement": trace.requirement,
    "solution": trace.solution,
    "testCase": trace.test_case,
    "migration": seeds.migration,
}
tables.SYSTEM.parsers = {
    "subdomain": declarations.subdomain,
    "context": declarations.context,
    "deployable": system.deployable,
    "storage": system.storage,
    "resource": system.resource,
    "channelSource": system.channel_source,
    "timerSource": system.timer_source,
    "api": system.api,
    "user": system.user_block,
    "auth": system.auth_block,
    "tenancy": system.tenancy,
    "capability": declarations.capability,
    "function": members.function,
    "ui": ui.ui,
    "layout": ui.layout,
    "theme": ui.theme,
    "test": testing.e2e_test,
}
tables.SUBDOMAIN.parsers = {
    "context": declarations.context,
    "permissions": declarations.permissions,
}
tables.CONTEXT.parsers = {
    "enum": declarations.enum,
    "valueobject": declarations.value_object,
    "aggregate": declarations.aggregate,
    "abstract": declarations.aggregate,
    "event": declarations.event,
    "repository": reads.repository,
    "workflow": workflows.workflow,
    "criterion": reads.criterion,
    "retrieval": retrievals.retrieval,
    "projection": reads.projection,
    "policy": declarations.policy,
    "channel": declarations.channel,
    "domainService": workflows.domain_service,
    "commandHandler": workflows.handler,
    "queryHandler": workflows.handler,
    "extern": workflows.handler,
    "filter": members.filter_,
    "stamp": members.stamp,
    "implements": members.implements,
    **_PAYLOADS,
    "seed": seeds.seed,
    "test": testing.test,
}

tables.API.parsers = {"httpStatus": system.api_status}
tables.USER.named = system.user_field
tables.PERMISSIONS.named = declarations.permission
tables.POLICY.parsers = {"allow": declarations.policy_rule, "deny": declarations.policy_rule}
tables.ENUM.named = declarations.enum_value
tables.EVENT.named = members.property_
tables.PAYLOAD.named = members.property_

tables.CAPABILITY.named = members.property_
tables.CAPABILITY.parsers = {
    "filter": members.filter_,
    "stamp": members.stamp,
}
tables.AGGREGATE.named = members.property_
tables.AGGREGATE.parsers = {
    "contains": members.containment,
    "derived": members.derived,
    "invariant": members.invariant,
    "function": members.function,
    "unique": members.unique,
    "operation": members.operation,
    "private": members.private_member,
    "create": members.create,
    "destroy": members.destroy,
    "apply": members.apply,
    "entity": declarations.entity,
    "filter": members.filter_,
    "stamp": members.stamp,
    "implements": members.implements,
    "test": testing.test,
}
tables.ENTITY.named = members.property_
tables.ENTITY.parsers = {
    "contains": members.containment,
    "derived": members.derived,
    "invariant": members.invariant,
    "private": members.private_invariant,
    "function": members.function,
}
tables.VALUE_OBJECT.named = members.property_
tables.VALUE_OBJECT.parsers = {
    "derived": members.derived,
    "invariant": members.invariant,
    "private": members.private_invariant,
    "function": members.function,
    "test": testing.test,
}

tables.REPOSITORY.parsers = {"find": reads.find}
tables.PROJECTION.named = members.property_
tables.PROJECTION.parsers = {"on": reads.on_event}
tables.WORKFLOW.named = members.property_
tables.WORKFLOW.parsers = {
    "create": workflows.workflow_create,
    "apply": members.apply,
    "on": reads.on_event,
    "handle": workflows.handle,
    "function": members.function,
}
tables.DOMAIN_SERVICE.parsers = {"operation": workflows.service_operation, "test": testing.test}
