"""The deployables of a model, as far as the tree alone tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.vocabulary.platforms import UNKNOWN_PLATFORM_PORT, platform_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def deployables(file: n.File) -> Iterator[n.Deployable]:
    """The named deployables of all systems in order; the only system takes those at the root after its own."""
    systems = [member for member in file.members if isinstance(member, n.System)]
    members = [member for system in systems for member in system.members]
    if len(systems) == 1:
        members += file.members
    return (member for member in members if isinstance(member, n.Deployable) and member.name)


def platform_name(deployable: n.Deployable) -> str:
    """The platform without the version it may be pinned to; an unknown one as written."""
    platform = platform_of(deployable.platform)
    return deployable.platform if platform is None else platform.name


def port(deployable: n.Deployable) -> int:
    """The declared port, else the one its platform is known for."""
    if deployable.port is not None:
        return deployable.port
    platform = platform_of(deployable.platform)
    return UNKNOWN_PLATFORM_PORT if platform is None else platform.port


def manifest(file: n.File) -> list[dict[str, object]]:
    """`{"name", "platform", "port"}` of each deployable."""
    return [
        {"name": deployable.name, "platform": platform_name(deployable), "port": port(deployable)}
        for deployable in deployables(file)
    ]
