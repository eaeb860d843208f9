"""The resolved model of a source: built in one pass over the expanded and linked tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.recursion import DeepCalls
from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.lower_aggregates import (
    Lowering,
    complete_aggregates,
    lower_aggregate,
    lower_enum,
    lower_record,
    lower_value_object,
)
from loomsmith.ddd.model.lower_expressions import INLINING_ALLOWANCE, ExpressionLowering
from loomsmith.ddd.model.lower_processes import lower_handler, lower_service, lower_workflow
from loomsmith.ddd.model.lower_reads import (
    add_paged_finds,
    lower_criterion,
    lower_projection,
    lower_repositories,
    lower_retrieval,
    lower_seed,
)
from loomsmith.ddd.model.lower_systems import (
    DEFAULT_SUBDOMAIN,
    lower_apis,
    lower_bindings,
    lower_deployables,
    lower_e2e_tests,
    lower_resources,
    lower_uis,
    system_members,
)
from loomsmith.ddd.model.lower_views import lower_component
from loomsmith.ddd.model.scopes import Program
from loomsmith.ddd.model.tenancy import add_tenancy_filters
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of

if TYPE_CHECKING:
    from loomsmith.ddd.macros import Expansion
    from loomsmith.ddd.model.types import Type
    from loomsmith.ddd.names.linker import Links


def resolve(file: n.File, expansion: Expansion, links: Links) -> v.Model:
    """Resolve an expanded and linked file, whatever in it did not link; linear in its size.

    Raises nothing for any tree without syntax errors.
    """
    with DeepCalls():
        return _Resolver(file, expansion, links).model()


class _Resolver:
    __slots__ = ("expansion", "file", "links", "program", "root")

    def __init__(self, file: n.File, expansion: Expansion, links: Links) -> None:
        self.file = file
        self.expansion = expansion
        self.links = links
        self.program = Program(file, links, expansion.paged_tables)
        nodes = sum(map(len, links.declarations.nodes.values()))
        expressions = ExpressionLowering(INLINING_ALLOWANCE + 2 * nodes)
        self.root = Lowering(self.program.context(None), expansion, expressions)

    def model(self) -> v.Model:
        members = self.file.members
        systems = [self.system(member) for member in members if isinstance(member, n.System)]
        loose = [] if self.program.system is not None else self.loose_contexts()
        return v.Model(
            node=self.file,
            systems=systems,
            loose=loose,
            value_objects=[lower_value_object(m, self.root) for m in members if isinstance(m, n.ValueObject)],
            enums=[lower_enum(m) for m in members if isinstance(m, n.Enum)],
            payloads=[lower_record(m, self.root) for m in members if isinstance(m, n.Payload)],
            components=[lower_component(m, self.root) for m in members if isinstance(m, n.Component)],
            migrations=[m for m in members if isinstance(m, n.Migration)],
        )

    def loose_contexts(self) -> list[v.Context]:
        """The contexts at the root, and those of the subdomains there, when no single system adopts them."""
        found = []
        for member in self.file.members:
            if isinstance(member, n.Context):
                found.append(self.context(member, None, None))
            elif isinstance(member, n.Subdomain):
                found += [
                    self.context(inner, None, member.name)
                    for inner in member.members
                    if isinstance(inner, n.Context)
                ]
        return found

    def system(self, node: n.System) -> v.System:
        links = self.links
        subdomains = [
            self.subdomain(member, node.name) for member in system_members(node, links, n.Subdomain)
        ]
        direct = [self.context(m, node.name, None) for m in system_members(node, links, n.Context)]
        if direct:
            subdomains.append(v.Subdomain(None, DEFAULT_SUBDOMAIN, direct, ()))
        contexts = [context for subdomain in subdomains for context in subdomain.contexts]
        deployables = lower_deployables(node, links)
        channel_sources, timer_sources = lower_bindings(node, links, contexts)
        low = Lowering(self.program.root_of(node), self.expansion, self.root.expressions)
        user = next(reversed(system_members(node, links, n.UserBlock)), None)
        system = v.System(
            node=node,
            name=node.name,
            subdomains=subdomains,
            user=self.claims(user, low) if user is not None else None,
            user_node=user,
            auth=next((m for m in reversed(node.members) if isinstance(m, n.AuthBlock)), None),
            tenancy=next((m for m in reversed(node.members) if isinstance(m, n.Tenancy)), None),
            deployables=deployables,
            storages=system_members(node, links, n.Storage),
            resources=lower_resources(node, links),
            channel_sources=channel_sources,
            timer_sources=timer_sources,
            apis=lower_apis(node, links),
            uis=lower_uis(node, low, contexts),
            e2e_tests=lower_e2e_tests(node, low, deployables),
        )
        add_tenancy_filters(system)
        return system

    def claims(self, user: n.UserBlock, low: Lowering) -> dict[str, Type]:
        """The claims of the current user; the first of a name counts."""
        found: dict[str, Type] = {}
        for field in user.fields:
            found.setdefault(field.name, low.context.type_of(field.type))
        return found

    def subdomain(self, node: n.Subdomain, system: str) -> v.Subdomain:
        contexts = [self.context(m, system, node.name) for m in members_of(node, n.Context)]
        permissions = tuple(entry.name for m in members_of(node, n.Permissions) for entry in m.entries)
        return v.Subdomain(node, node.name, contexts, permissions)

    def context(self, node: n.Context, system: str | None, subdomain: str | None) -> v.Context:
        low = Lowering(self.program.context(node), self.expansion, self.root.expressions)
        found = v.Context(node, node.name, system, subdomain)
        for member in node.members:
            _lower_member(member, low, found)
        complete_aggregates(found.aggregates)
        found.repositories = lower_repositories(found, low)
        add_paged_finds(found, low)
        scope = low.scope(node)
        found.tests = low.tests(node, scope)
        return found


def _lower_member(member: object, low: Lowering, found: v.Context) -> None:
    """Lower one member of a context into the list that it belongs to."""
    match member:
        case n.Aggregate():
            found.aggregates.append(lower_aggregate(member, low))
        case n.ValueObject():
            found.value_objects.append(lower_value_object(member, low))
        case n.Enum():
            found.enums.append(lower_enum(member))
        case n.Event():
            found.events.append(lower_record(member, low))
        case n.Payload():
            found.payloads.append(lower_record(member, low))
        case n.Workflow():
            found.workflows.append(lower_workflow(member, low))
        case n.Criterion():
            found.criteria.append(lower_criterion(member, low))
        case n.Retrieval():
            found.retrievals.append(lower_retrieval(member, low))
        case n.Projection():
            found.projections.append(lower_projection(member, low))
        case n.DomainService():
            found.services.append(lower_service(member, low))
        case n.Handler():
            found.handlers.append(lower_handler(member, low))
        case n.Channel():
            found.channels.append(v.Channel(member, member.name, [ref.text for ref in member.carries]))
        case n.PolicyRules():
            found.policies.extend(member.rules)
        case n.Seed():
            found.seeds.append(lower_seed(member, low))
