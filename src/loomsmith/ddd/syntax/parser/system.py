"""What a system is deployed with: deployables, storage, resources, sources, apis, users and tenancy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.nodes import (
    Api,
    ApiStatus,
    AuthBlock,
    AuthValue,
    ChannelSource,
    ClaimEntry,
    ConfigEntry,
    Connection,
    Deployable,
    IndexSpec,
    Oidc,
    Resource,
    Route,
    Storage,
    Tenancy,
    TimerSource,
    UiBinding,
    UiMount,
    UserBlock,
    UserField,
)
from loomsmith.ddd.syntax.parser.blocks import block
from loomsmith.ddd.syntax.parser.clauses import (
    Clauses,
    any_name,
    node,
    number,
    open_references,
    plain_name,
    reference,
    references,
    text,
    word_of,
)
from loomsmith.ddd.syntax.parser.macros import with_clause
from loomsmith.ddd.syntax.parser.tables import API, USER
from loomsmith.ddd.syntax.parser.types import type_ref
from loomsmith.ddd.syntax.parser.workflows import ISOLATIONS
from loomsmith.ddd.syntax.references import (
    AGGREGATE,
    CHANNEL_SOURCE,
    CLAIM,
    CONTEXT,
    DEPLOYABLE,
    EVENT,
    RESOURCE,
    STORAGE,
    STORAGE_OR_API,
    SUBDOMAIN,
    UI,
)
from loomsmith.ddd.syntax.references import API as API_KIND
from loomsmith.ddd.syntax.tokens import DURATION, INT, STRING
from loomsmith.ddd.vocabulary.platforms import DESIGN_PACKS, PLATFORM_WORDS
from loomsmith.ddd.vocabulary.storages import RESOURCE_KINDS, STORAGES
from loomsmith.ddd.vocabulary.words import ANY_NAME, CLAIM_NAME, PLAIN_NAME

if TYPE_CHECKING:
    from typing import Any

    from loomsmith.ddd.syntax.node import Node, Ref
    from loomsmith.ddd.syntax.nodes import MacroCall
    from loomsmith.ddd.syntax.parser.cursor import Cursor

SHAPES = ("relational", "embedded", "document")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


# Deployables


def deployable(c: Cursor) -> Node:
    """`deployable d { platform: ... }`."""
    start = c.at
    c.at += 1
    name = c.name(ANY_NAME, "a deployable")
    spans: dict[str, Any] = {"name": c.span(name)}
    values: dict[str, Any] = {}
    _DEPLOYABLE.read(c, values, spans)
    platform = values.pop("platform", None)
    if platform is not None:
        values["platform"], axes, axis_spans = platform
        values.update(axes)
        spans.update(axis_spans)
    return c.finish(Deployable(c.word(name), **values), start, **spans)


def _platform(c: Cursor) -> tuple[Any, Any]:
    """The platform and, in braces, the axes on which it may be varied."""
    index = c.choice((*PLATFORM_WORDS, STRING), "a platform")
    written = c.string(index) if c.kinds[index] is STRING else c.word(index)
    axes: dict[str, Any] = {}
    spans: dict[str, Any] = {}
    if c.kinds[c.at] == "{":
        _AXES.read(c, axes, spans)
    return (written, axes, spans), c.span(index)


def _ui_mount(c: Cursor) -> UiMount:
    """`ui: U { handle: d },` as a whole, from its word on: the comma that may follow belongs to it."""
    start = c.at - 2
    ui = c.reference(PLAIN_NAME, UI)
    has_block = c.kinds[c.at] == "{"
    bindings = c.enclosed("{", "}", _ui_binding, trailing=True) if has_block else []
    mount = c.finish(UiMount(ui, has_block, bindings), start)
    if c.kinds[c.at] == "," and mount.span is not None:
        mount.span = mount.span[0], c.ends[c.at]
    return mount


def _ui_binding(c: Cursor) -> UiBinding:
    start = c.at
    name = c.name(ANY_NAME, "a handle of the ui")
    c.expect(":", "before the deployable that serves the handle")
    return c.finish(UiBinding(c.word(name), c.reference(ANY_NAME, DEPLOYABLE)), start, name=c.span(name))


_UI_LIST = references(PLAIN_NAME, UI)


def _hosts(c: Cursor) -> tuple[list[Ref], Any]:
    return _UI_LIST(c) if c.kinds[c.at] == "[" else ([c.reference(PLAIN_NAME, UI)], None)


_AXES = Clauses(
    "the block of a platform",
    {
        "persistence": ("persistence", any_name("a way of persistence")),
        "directoryLayout": ("directory_layout", any_name("a directory layout")),
    },
    ordered=False,
)
_DEPLOYABLE = Clauses(
    "a deployable",
    {
        "platform": ("platform", _platform),
        "contexts": ("contexts", references(PLAIN_NAME, CONTEXT)),
        "dataSources": ("data_sources", references(ANY_NAME, RESOURCE)),
        "channels": ("channels", references(ANY_NAME, CHANNEL_SOURCE)),
        "targets": ("targets", reference(ANY_NAME, DEPLOYABLE)),
        "serves": ("serves", open_references(API_KIND)),
        "ui": ("ui", node(_ui_mount)),
        "hosts": ("hosts", _hosts),
        "port": ("port", number),
        "auth": ("auth", word_of(("required", "ui"), "a way of authentication")),
        "design": ("design", word_of((*DESIGN_PACKS, STRING), "a design pack")),
        "favicon": ("favicon", text),
    },
    first="platform",
    ordered=False,
)


# Storage, resources and sources


def _connection(c: Cursor) -> Connection:
    start = c.at
    kind = c.choice(("service", "secret", "env", "literal"), "a connection")
    c.expect("(", f"after '{c.kinds[kind]}'")
    value, span = _NAME(c) if c.kinds[kind] in ("service", "secret") else text(c)
    c.expect(")")
    return c.finish(Connection(c.kinds[kind], value), start, kind=c.span(kind), value=span)


_NAME = plain_name("a service or a secret")


def _config(c: Cursor) -> tuple[list[ConfigEntry], Any]:
    return c.enclosed("{", "}", _config_entry, trailing=True), None


def _config_entry(c: Cursor) -> ConfigEntry:
    start = c.at
    key = c.name(ANY_NAME, "a setting")
    c.expect(":", "before the value of the setting")
    at = c.choice((STRING, INT, "true", "false"), "the value of a setting")
    return c.finish(ConfigEntry(c.word(key), _literal(c, at)), start, key=c.span(key), value=c.span(at))


def _literal(c: Cursor, index: int) -> str | int | bool:
    kind = c.kinds[index]
    if kind is STRING:
        return c.string(index)
    return c.number(index) if kind is INT else kind == "true"


_STORAGE = Clauses(
    "a storage",
    {
        "type": ("type", word_of(tuple(STORAGES), "a type of storage")),
        "instance": ("instance", plain_name("an instance")),
        "connection": ("connection", node(_connection)),
        "config": ("config", _config),
    },
    first="type",
)


def storage(c: Cursor) -> Node:
    """`storage s { type: ... }`."""
    start = c.at
    name, values, spans = _named(c, "a storage", _STORAGE)
    return c.finish(Storage(name, **values), start, **spans)


def _named(c: Cursor, what: str, clauses: Clauses) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """The name and the clauses after the word of a declaration."""
    c.at += 1
    name = c.name(ANY_NAME, what)
    values: dict[str, Any] = {}
    spans: dict[str, Any] = {"name": c.span(name)}
    clauses.read(c, values, spans)
    return c.word(name), values, spans


def _indexes(c: Cursor) -> tuple[list[IndexSpec], Any]:
    opening = c.at
    found = c.enclosed("[", "]", _index, trailing=True)
    if not found:
        c.fail("expected 'Aggregate.property': the list cannot be empty", opening + 1)
    return found, None


def _index(c: Cursor) -> IndexSpec:
    start = c.at
    entity = c.name(PLAIN_NAME, "an aggregate or an entity")
    c.expect(".", "and what is indexed")
    if c.kinds[c.at] == "(":
        columns = c.enclosed("(", ")", _column)
        if not columns:
            c.fail("expected the name of a property", c.at - 1)
    else:
        columns = [_column(c)]
    spec = IndexSpec(c.word(entity), [c.word(i) for i in columns])
    return c.finish(spec, start, entity=c.span(entity), columns=[c.span(i) for i in columns])


def _column(c: Cursor) -> int:
    return c.name(ANY_NAME, "a property")


def _true(c: Cursor) -> tuple[bool, Any]:
    return True, c.span(c.choice(("true",), "the value of 'readonly', which is left out otherwise"))


_RESOURCE = Clauses(
    "a resource",
    {
        "for": ("context", reference(PLAIN_NAME, CONTEXT)),
        "kind": ("kind", word_of(RESOURCE_KINDS, "a kind of resource")),
        "use": ("use", reference(ANY_NAME, STORAGE_OR_API)),
        "schema": ("schema", text),
        "tablePrefix": ("table_prefix", text),
        "keyPrefix": ("key_prefix", text),
        "ttl": ("ttl", number),
        "every": ("every", number),
        "retain": ("retain", number),
        "isolationLevel": ("isolation_level", word_of(ISOLATIONS, "an isolation level")),
        "readonly": ("readonly", _true),
        "shape": ("shape", word_of(SHAPES, "a shape")),
        "index": ("indexes", _indexes),
        "config": ("config", _config),
    },
)


def resource(c: Cursor) -> Node:
    """`resource r { for: C kind: ... use: s }`."""
    start = c.at
    name, values, spans = _named(c, "a resource", _RESOURCE)
    return c.finish(Resource(name, **values), start, **spans)


_CHANNEL_SOURCE = Clauses(
    "a channel source",
    {
        "for": ("channel", plain_name("a channel")),
        "use": ("use", reference(ANY_NAME, STORAGE)),
    },
    first="for",
)


def channel_source(c: Cursor) -> Node:
    """`channelSource c { for: Channel use: s }`."""
    start = c.at
    name, values, spans = _named(c, "a channel source", _CHANNEL_SOURCE)
    return c.finish(ChannelSource(name, **values), start, **spans)


def _duration(c: Cursor) -> tuple[str, Any]:
    index = c.expect(DURATION)
    return c.word(index), c.span(index)


_TIMER_SOURCE = Clauses(
    "a timer source",
    {
        "for": ("event", reference(PLAIN_NAME, EVENT)),
        "cron": ("cron", text),
        "every": ("every", _duration),
        "in": ("timezone", text),
        "overlap": ("overlap", word_of(("allow",), "a way of overlap")),
    },
    first="for",
)


def timer_source(c: Cursor) -> Node:
    """`timerSource t { for: Event every: 5m }`."""
    start = c.at
    name, values, spans = _named(c, "a timer source", _TIMER_SOURCE)
    if "event" not in values:
        values["event"] = c.no_reference(EVENT)
    return c.finish(TimerSource(name, **values), start, **spans)


# Apis


def api(c: Cursor) -> Node:
    """`api A with ... from D { urlStyle: ... httpStatus ... route ... }`."""
    start = c.at
    c.at += 1
    spans: dict[str, Any] = {}
    name = ""
    calls: list[MacroCall] = []
    source: Ref | None = None
    with c.header():
        name, spans["name"] = c.named(PLAIN_NAME, "an api")
        calls = with_clause(c)
        if c.match("from"):
            source = c.reference(PLAIN_NAME, SUBDOMAIN)
        if c.kinds[c.at] == "with":
            c.fail("the 'with' of an api stands before its 'from'")
    routes: list[Route] = []
    values: dict[str, Any] = {}

    def head(c: Cursor) -> None:
        if c.match("urlStyle"):
            c.expect(":", "after 'urlStyle'")
            style = c.choice(("literal", "resource"), "a style of urls")
            values["url_style"], spans["url_style"] = c.kinds[style], c.span(style)

    def tail(c: Cursor) -> None:
        while c.kinds[c.at] == "route":
            routes.append(_route(c))
        if c.kinds[c.at] != "}":
            c.fail("expected 'route' or '}': an api holds 'urlStyle', then 'httpStatus' lines, then routes")

    statuses: list[Any] = block(c, API, head=head, tail=tail) if c.kinds[c.at] == "{" else []
    return c.finish(Api(name, calls, source, statuses=statuses, routes=routes, **values), start, **spans)


def api_status(c: Cursor) -> Node:
    """`httpStatus Error -> 404`."""
    start = c.at
    c.at += 1
    error = c.name(PLAIN_NAME, "an error")
    c.expect("->", "and the HTTP status")
    code = c.expect(INT)
    return c.finish(ApiStatus(c.word(error), c.number(code)), start, error=c.span(error), code=c.span(code))


def _route(c: Cursor) -> Route:
    """`route GET "/x" -> C.handler`."""
    start = c.at
    c.at += 1
    method = c.choice(METHODS, "an HTTP method")
    path = c.expect(STRING, "with the path")
    c.expect("->", "and the handler")
    context = c.reference(PLAIN_NAME, CONTEXT)
    c.expect(".", "and the name of the handler")
    handler = c.name(PLAIN_NAME, "a handler")
    found = Route(c.kinds[method], c.string(path), context, c.word(handler))
    return c.finish(found, start, method=c.span(method), path=c.span(path), handler=c.span(handler))


# Users, authentication, tenancy


def user_block(c: Cursor) -> Node:
    """`user { claim: T }`."""
    start = c.at
    c.at += 1
    fields: list[Any] = block(c, USER)
    return c.finish(UserBlock(fields), start)


def user_field(c: Cursor) -> Node:
    """`claim: T` of the user block."""
    start = c.at
    name = c.name(CLAIM_NAME, "a field of the user")
    c.expect(":", f"after '{c.word(name)}'")
    type_ = type_ref(c)
    if c.kinds[c.at] == ":" and c.kinds[c.at - 1] == "id":
        c.fail("the 'id' before was read as part of the type ('Type id'); put the field 'id' first")
    return c.finish(UserField(c.word(name), type_), start, name=c.span(name))


def _auth_value(c: Cursor) -> AuthValue:
    start = c.at
    if c.match("env"):
        c.expect("(", "after 'env'")
        value, span = text(c)
        c.expect(")")
        return c.finish(AuthValue("env", value), start, kind=c.span(start), value=span)
    value, span = text(c)
    return c.finish(AuthValue("literal", value), start, value=span)


def _scopes(c: Cursor) -> tuple[list[str], Any]:
    found = c.enclosed("[", "]", lambda c: c.expect(STRING), trailing=True)
    if not found:
        c.fail("expected a string: the list cannot be empty", c.at - 1)
    return [c.string(i) for i in found], [c.span(i) for i in found]


_OIDC = Clauses(
    "an oidc block",
    {
        "issuer": ("issuer", node(_auth_value)),
        "clientId": ("client_id", node(_auth_value)),
        "clientSecret": ("client_secret", node(_auth_value)),
        "audience": ("audience", node(_auth_value)),
        "scopes": ("scopes", _scopes),
    },
    ordered=False,
)


def _oidc(c: Cursor) -> tuple[Oidc, Any]:
    if c.kinds[c.at] == ":":
        c.report(c.at, "'oidc' takes its braces without a colon")
        c.at += 1
    start = c.at
    values: dict[str, Any] = {}
    spans: dict[str, Any] = {}
    _OIDC.read(c, values, spans)
    return c.finish(Oidc(**values), start, **spans), None


def _claims(c: Cursor) -> tuple[list[ClaimEntry], Any]:
    return c.enclosed("{", "}", _claim, trailing=True), None


def _claim(c: Cursor) -> ClaimEntry:
    start = c.at
    field = c.name(CLAIM_NAME, "a field of the user")
    c.expect(":", "and the claim")
    path = c.expect(STRING)
    return c.finish(ClaimEntry(c.word(field), c.string(path)), start, field=c.span(field), path=c.span(path))


_AUTH = Clauses(
    "an auth block",
    {
        "provider": ("provider", plain_name("a provider")),
        "oidc": ("oidc", _oidc),
        "sessions": ("sessions", word_of(("cookie", "jwt"), "a kind of session")),
        "claims": ("claims", _claims),
        "enforcement": ("enforcement", word_of(("denyByDefault", "opt"), "an enforcement")),
    },
    ordered=False,
    bare=frozenset({"oidc"}),
)


def auth_block(c: Cursor) -> Node:
    """`auth { ... }`."""
    start = c.at
    c.at += 1
    values: dict[str, Any] = {}
    spans: dict[str, Any] = {}
    _AUTH.read(c, values, spans)
    return c.finish(AuthBlock(**values, has_claims="claims" in values), start, **spans)


def tenancy(c: Cursor) -> Node:
    """`tenancy by user.claim of Aggregate`."""
    start = c.at
    c.at += 1
    c.expect("by", "after 'tenancy'")
    c.expect("user", "after 'by'")
    c.expect(".", "after 'user'")
    claim = c.reference(CLAIM_NAME, CLAIM)
    c.expect("of", "and the aggregate of the tenants")
    return c.finish(Tenancy(claim, c.reference(PLAIN_NAME, AGGREGATE)), start)
