"""Files, systems and what they hold: grouping, deployment, storage, apis, users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.nodes.types import TypeRef


# Files and grouping


class File(Node):
    """A whole source text."""

    imports: list[Import] = []
    members: list[Node] = []


class Import(Node):
    """`import "path"`."""

    path: str


class System(Node):
    """`system S { ... }`."""

    name: str
    members: list[Node] = []


class Subdomain(Node):
    """`subdomain D { ... }`: contexts and permissions."""

    name: str
    members: list[Node] = []


class Permissions(Node):
    """A block of permissions in a subdomain."""

    entries: list[Permission] = []


class Permission(Node):
    """A permission and those it implies."""

    name: str
    implies: list[str] = []


class Context(Node):
    """`context C with ... { ... }`."""

    name: str
    with_calls: list[MacroCall] = []
    members: list[Node] = []


class MacroCall(Node):
    """One call in a `with` clause."""

    name: str
    args: list[MacroArg] = []


class MacroArg(Node):
    """A named argument of a macro call."""

    name: str
    value: str | int | bool | MacroRef | list[MacroRef]


class MacroRef(Node):
    """A bare name given to a macro argument."""

    text: str


# Deployment


class Deployable(Node):
    """`deployable d { platform: ... }`."""

    name: str
    platform: str = ""
    persistence: str | None = None
    directory_layout: str | None = None
    contexts: list[Ref] = []
    data_sources: list[Ref] = []
    channels: list[Ref] = []
    targets: Ref | None = None
    serves: list[Ref] = []
    ui: UiMount | None = None
    hosts: list[Ref] = []
    port: int | None = None
    auth: str | None = None
    design: str | None = None
    favicon: str | None = None


class UiMount(Node):
    """`ui: U { handle: d }` of a deployable."""

    ui: Ref
    has_block: bool = False
    bindings: list[UiBinding] = []


class UiBinding(Node):
    """A ui parameter bound to a deployable."""

    name: str
    source: Ref


class Storage(Node):
    """`storage s { type: ... }`."""

    name: str
    type: str = ""
    instance: str | None = None
    connection: Connection | None = None
    config: list[ConfigEntry] = []


class Connection(Node):
    """`service(x)`, `secret(x)`, `env("X")` or `literal("...")`."""

    kind: str
    value: str


class ConfigEntry(Node):
    """A key and its literal value."""

    key: str
    value: str | int | bool


class Resource(Node):
    """`resource r { for: C, kind: ..., use: s }`."""

    name: str
    context: Ref | None = None
    kind: str | None = None
    use: Ref | None = None
    schema: str | None = None
    table_prefix: str | None = None
    key_prefix: str | None = None
    ttl: int | None = None
    every: int | None = None
    retain: int | None = None
    isolation_level: str | None = None
    readonly: bool = False
    shape: str | None = None
    indexes: list[IndexSpec] = []
    config: list[ConfigEntry] = []


class IndexSpec(Node):
    """`Agg.column` or `Agg.(a, b)` of a resource."""

    entity: str
    columns: list[str]


class ChannelSource(Node):
    """`channelSource c { for: Channel, use: s }`."""

    name: str
    channel: str = ""
    use: Ref | None = None


class TimerSource(Node):
    """`timerSource t { for: Event, every: 5m }`."""

    name: str
    event: Ref
    cron: str | None = None
    every: str | None = None
    timezone: str | None = None
    overlap: str | None = None


class Api(Node):
    """`api A from D { ... }`."""

    name: str
    with_calls: list[MacroCall] = []
    source: Ref | None = None
    url_style: str | None = None
    statuses: list[ApiStatus] = []
    routes: list[Route] = []


class ApiStatus(Node):
    """`httpStatus Error -> 404`."""

    error: str
    code: int


class Route(Node):
    """`route GET "/x" -> C.handler`."""

    method: str
    path: str
    context: Ref
    handler: str


class UserBlock(Node):
    """`user { ... }`: the claims of the current user."""

    fields: list[UserField] = []


class UserField(Node):
    """A claim and its type."""

    name: str
    type: TypeRef


class AuthBlock(Node):
    """`auth { ... }`."""

    provider: str | None = None
    oidc: Oidc | None = None
    sessions: str | None = None
    claims: list[ClaimEntry] = []
    has_claims: bool = False
    enforcement: str | None = None


class Oidc(Node):
    """`oidc { ... }` of an auth block."""

    issuer: AuthValue | None = None
    client_id: AuthValue | None = None
    client_secret: AuthValue | None = None
    audience: AuthValue | None = None
    scopes: list[str] = []


class AuthValue(Node):
    """A literal text or `env("X")`."""

    kind: str
    value: str


class ClaimEntry(Node):
    """`field: "path"` of a claims map."""

    field: str
    path: str


class Tenancy(Node):
    """`tenancy by user.claim of Aggregate`."""

    claim: Ref
    registry: Ref
