"""What the checks look up in a system, each table made once, when it is first asked for.

Where two things have one name, the first counts, unless a table says otherwise.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from loomsmith.ddd.vocabulary.platforms import BACKENDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.model import values as v
    from loomsmith.ddd.syntax import nodes as n


class _Named(Protocol):
    name: str


N = TypeVar("N", bound=_Named)


def by_name(things: Iterable[N]) -> dict[str, N]:
    """The first thing of each name."""
    found: dict[str, N] = {}
    for thing in things:
        found.setdefault(thing.name, thing)
    return found


class SystemTables:
    """The tables of one system."""

    def __init__(self, system: v.System) -> None:
        self.system = system

    @cached_property
    def contexts(self) -> dict[str, v.Context]:
        """The contexts by name."""
        return by_name(self.system.contexts)

    @cached_property
    def aggregates(self) -> dict[str, v.Aggregate]:
        """The aggregates of all contexts by name."""
        return by_name(aggregate for context in self.system.contexts for aggregate in context.aggregates)

    @cached_property
    def workflows(self) -> frozenset[str]:
        """The names of the workflows of all contexts."""
        return frozenset(workflow.name for context in self.system.contexts for workflow in context.workflows)

    @cached_property
    def value_objects(self) -> frozenset[str]:
        """The names of the value objects of all contexts."""
        return frozenset(found.name for context in self.system.contexts for found in context.value_objects)

    @cached_property
    def behind_apis(self) -> dict[str, list[v.Context]]:
        """The contexts of the subdomain that an api is made from, by the name of the api."""
        subdomains = by_name(self.system.subdomains)
        found: dict[str, list[v.Context]] = {}
        for api in self.system.apis:
            subdomain = subdomains.get(api.subdomain or "")
            found.setdefault(api.name, subdomain.contexts if subdomain is not None else [])
        return found

    @cached_property
    def statuses(self) -> dict[str, set[str]]:
        """The errors that an api gives a status, by the subdomain that it is made from."""
        found: dict[str, set[str]] = {}
        for api in self.system.apis:
            if api.subdomain is not None:
                found.setdefault(api.subdomain, set()).update(status.error for status in api.node.statuses)
        return found

    @cached_property
    def uis(self) -> dict[str, v.Ui]:
        """The uis by name."""
        return by_name(self.system.uis)

    @cached_property
    def deployables(self) -> dict[str, v.Deployable]:
        """The deployables by name."""
        return by_name(self.system.deployables)

    @cached_property
    def mounts(self) -> dict[str, list[v.Deployable]]:
        """The deployables that mount a ui, by its name."""
        found: dict[str, list[v.Deployable]] = {}
        for deployable in self.system.deployables:
            for ui in dict.fromkeys(deployable.mounted_uis):
                found.setdefault(ui, []).append(deployable)
        return found

    @cached_property
    def hosted_by_backends(self) -> frozenset[str]:
        """The names of the contexts that some backend hosts."""
        return frozenset(
            name for d in self.system.deployables if d.platform in BACKENDS for name in d.contexts
        )

    @cached_property
    def servers(self) -> dict[str, list[v.Deployable]]:
        """The deployables that serve an api, by its name."""
        found: dict[str, list[v.Deployable]] = {}
        for deployable in self.system.deployables:
            for api in dict.fromkeys(deployable.serves):
                found.setdefault(api, []).append(deployable)
        return found

    @cached_property
    def resources(self) -> dict[str, v.Resource]:
        """The resources by name; of several the last, by which deployables are judged."""
        return {resource.name: resource for resource in self.system.resources}

    @cached_property
    def own_resources(self) -> dict[tuple[str | None, str], v.Resource]:
        """The resources by context and name."""
        return {(r.context, r.name): r for r in reversed(self.system.resources)}

    @cached_property
    def storages(self) -> dict[str, n.Storage]:
        """The storages by name."""
        return by_name(self.system.storages)

    @cached_property
    def channel_sources(self) -> dict[str, v.ChannelSource]:
        """The channel sources by name."""
        return by_name(self.system.channel_sources)

    @cached_property
    def bound_sources(self) -> dict[tuple[str | None, str], set[str]]:
        """The channel sources that some deployable lists, by the context and the name of their channels."""
        listed = {name for deployable in self.system.deployables for name in deployable.channels}
        found: dict[tuple[str | None, str], set[str]] = {}
        for source in self.system.channel_sources:
            if source.name in listed:
                found.setdefault((source.context, source.channel), set()).add(source.name)
        return found

    @cached_property
    def channels(self) -> dict[tuple[str | None, str], v.Channel]:
        """The channels by context and name."""
        found: dict[tuple[str | None, str], v.Channel] = {}
        for context in self.system.contexts:
            for channel in context.channels:
                found.setdefault((context.name, channel.name), channel)
        return found

    @cached_property
    def carrying(self) -> dict[str, list[tuple[str, v.Channel]]]:
        """The channels that carry an event, each with its context, by the name of the event."""
        found: dict[str, list[tuple[str, v.Channel]]] = {}
        for context in self.system.contexts:
            for channel in context.channels:
                for event in dict.fromkeys(channel.events):
                    found.setdefault(event, []).append((context.name, channel))
        return found

    @cached_property
    def subdomain_of(self) -> dict[v.Context, v.Subdomain]:
        """The subdomain that a context stands in."""
        return {context: found for found in self.system.subdomains for context in found.contexts}
