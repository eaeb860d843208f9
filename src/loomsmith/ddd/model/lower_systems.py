"""Systems: what is deployed, stored, served and bound, lowered."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from loomsmith.ddd.model import values as v
from loomsmith.ddd.model.lower_aggregates import Lowering, expectations
from loomsmith.ddd.model.lower_views import lower_ui
from loomsmith.ddd.model.scopes import Scope
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import Node, enclosing
from loomsmith.ddd.vocabulary.naming import plural, snake
from loomsmith.ddd.vocabulary.platforms import PLATFORMS, UNKNOWN_PLATFORM_PORT, platform_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.syntax.node import Ref

N = TypeVar("N", bound=Node)

DEFAULT_SUBDOMAIN = "_default"
"""The name of the subdomain that holds the contexts written directly in a system."""

_FRONTEND_FRAMEWORKS = frozenset({"svelte", "vue", "angular", "flutter", "feliz"})
_REACT_HOSTS = frozenset({"react", "static", "dotnet", "java"})


def system_members(node: n.System, links: Links, kind: type[N]) -> list[N]:
    """The members of a system of one kind; the only system of a file adopts those at file level."""
    return list(links.declarations.in_system(node, kind))


def names(links: Links, refs: Iterable[Ref]) -> list[str]:
    """The names of the references that resolve."""
    targets = (links.target_of(ref) for ref in refs)
    return [getattr(target, "name", "") for target in targets if target is not None]


def lower_deployables(node: n.System, links: Links) -> list[v.Deployable]:
    """The deployables in order; a frontend that targets another takes that one's contexts."""
    found = [_deployable(member, links) for member in system_members(node, links, n.Deployable)]
    by_name = {deployable.name: deployable for deployable in reversed(found)}
    for deployable in found:
        platform = PLATFORMS.get(deployable.platform)
        target = by_name.get(deployable.target or "")
        if target is not None and target is not deployable and platform is not None and not platform.backend:
            deployable.contexts = target.contexts
    return found


def _deployable(node: n.Deployable, links: Links) -> v.Deployable:
    known = platform_of(node.platform)
    named = links.target_of(node.ui.ui) if node.ui is not None else None
    hosted = next((ui for ui in map(links.target_of, node.hosts) if ui is not None), None)
    shown = [ui for ui in (named, hosted) if isinstance(ui, n.Ui)]
    platform = known.name if known is not None else node.platform
    port = node.port
    if port is None:
        port = known.port if known is not None else UNKNOWN_PLATFORM_PORT
    adapters = known.persistence if known is not None else ()
    return v.Deployable(
        node=node,
        name=node.name,
        platform=platform,
        port=port,
        contexts=names(links, node.contexts),
        data_sources=names(links, node.data_sources),
        channels=names(links, node.channels),
        serves=names(links, node.serves),
        target=next(iter(names(links, [node.targets])), None) if node.targets is not None else None,
        auth=node.auth,
        ui=shown[0].name if shown else None,
        hosted_uis=names(links, node.hosts),
        framework=_framework(platform, shown),
        persistence=(node.persistence or adapters[0]) if adapters else None,
    )


def _framework(platform: str, uis: list[n.Ui]) -> str | None:
    """What the `ui:` declares, else the first hosted ui, else what the platform renders."""
    if not uis:
        return None
    declared = next((ui.framework for ui in uis if ui.framework is not None), None)
    if declared is not None:
        return declared
    if platform == "elixir":
        return "phoenixLiveView"
    if platform in _FRONTEND_FRAMEWORKS:
        return platform
    return "react" if platform in _REACT_HOSTS else None


def lower_resources(node: n.System, links: Links) -> list[v.Resource]:
    """The resources in order, each on a storage or on an api."""
    found = []
    for member in system_members(node, links, n.Resource):
        context = links.target_of(member.context)
        used = links.target_of(member.use)
        found.append(
            v.Resource(
                member,
                member.name,
                context.name if isinstance(context, n.Context) else None,
                member.kind,
                used.name if isinstance(used, n.Storage) else None,
                used.name if isinstance(used, n.Api) else None,
            )
        )
    return found


def lower_bindings(
    node: n.System, links: Links, contexts: list[v.Context]
) -> tuple[list[v.ChannelSource], list[v.TimerSource]]:
    """Channel sources, each with the context that declares its channel, and timer sources."""
    declaring: dict[str, str] = {}
    for context in contexts:
        for channel in context.channels:
            declaring.setdefault(channel.name, context.name)
    sources = [
        v.ChannelSource(member, member.name, member.channel, declaring.get(member.channel))
        for member in system_members(node, links, n.ChannelSource)
    ]
    timers = []
    for member in node.members:
        if isinstance(member, n.TimerSource):
            event = links.target_of(member.event)
            context_node = enclosing(event, n.Context) if event is not None else None
            name = context_node.name if isinstance(context_node, n.Context) else None
            timers.append(v.TimerSource(member, member.name, member.event.text, name))
    return sources, timers


def lower_apis(node: n.System, links: Links) -> list[v.Api]:
    """The apis in order, each with the subdomain that it is made from."""
    found = []
    for member in system_members(node, links, n.Api):
        subdomain = links.target_of(member.source)
        name = subdomain.name if isinstance(subdomain, n.Subdomain) else None
        found.append(v.Api(member, member.name, name))
    return found


def lower_uis(node: n.System, low: Lowering, contexts: list[v.Context]) -> list[v.Ui]:
    """The uis in order."""
    without_create = frozenset(
        snake(plural(aggregate.name))
        for context in contexts
        for aggregate in context.aggregates
        if not any(create.canonical or aggregate.event_sourced for create in aggregate.creates)
    )
    return [
        lower_ui(member, low, without_create)
        for member in system_members(node, low.context.program.links, n.Ui)
    ]


def lower_e2e_tests(node: n.System, low: Lowering, deployables: list[v.Deployable]) -> list[v.EndToEndTest]:
    """The end-to-end tests in order, each with what it runs against."""
    links = low.context.program.links
    by_node = {deployable.node: deployable for deployable in deployables}
    found = []
    for member in system_members(node, links, n.TestE2E):
        target = links.target_of(member.deployable)
        deployable = by_node.get(target) if isinstance(target, n.Deployable) else None
        platform = PLATFORMS.get(deployable.platform) if deployable is not None else None
        kinds: tuple[str, ...] = ()
        if platform is not None:
            kinds = ("ui", "api") if platform.name == "elixir" else ("api",) if platform.backend else ("ui",)
        body = low.statements.body(member.body, Scope(low.context))
        found.append(v.EndToEndTest(member, member.name, deployable, kinds, body, expectations(body)))
    return found
