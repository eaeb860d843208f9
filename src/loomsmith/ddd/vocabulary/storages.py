"""What is known of storages and of the kinds of resource they can back."""

from __future__ import annotations

from typing import NamedTuple


class Storage(NamedTuple):
    """One storage type.

    `kinds` maps each kind of resource it can back to what such a resource can do; `config` its config keys
    (all of them strings); `required` those that must be given. `registered` is false for a word of the
    language that nothing is known of.
    """

    name: str
    kinds: dict[str, frozenset[str]]
    config: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    relational: bool = False
    key_value: bool = False
    registered: bool = True


_DATABASE = frozenset({"state", "snapshot", "replica", "crud", "query", "transactions"})
_LOG = frozenset({"append", "read", "replay"})
_CACHE = frozenset({"get", "set", "ttl"})
_QUEUE = frozenset({"enqueue", "dequeue", "ack", "publish", "consume"})
_DATABASE_KINDS = {"state": _DATABASE, "snapshot": _DATABASE, "replica": _DATABASE, "eventLog": _LOG}
_MEMORY = _DATABASE - {"replica"}
_MEMORY_KINDS = {"state": _MEMORY, "snapshot": _MEMORY, "eventLog": _LOG, "cache": _CACHE}
_MAILER_KINDS = {"mailer": frozenset({"send"})}

# In the order in which the language lists them.
STORAGES: dict[str, Storage] = {
    storage.name: storage
    for storage in (
        Storage("postgres", _DATABASE_KINDS, relational=True),
        Storage("mysql", _DATABASE_KINDS, relational=True),
        Storage("sqlite", _DATABASE_KINDS, relational=True),
        Storage("inMemory", _MEMORY_KINDS, relational=True, key_value=True),
        Storage("redis", {"cache": _CACHE}, key_value=True),
        Storage("elastic", {}),
        Storage("meilisearch", {}),
        Storage("kafka", {"eventLog": _LOG}),
        Storage("clickhouse", {}),
        Storage("bigquery", {}),
        Storage(
            "s3",
            {"objectStore": frozenset({"blob", "list", "signedUrl", "versioning"})},
            config=("region", "bucket", "endpoint"),
            required=("bucket",),
        ),
        Storage("localDisk", {"objectStore": frozenset({"blob", "list"})}),
        Storage("rabbitmq", {"queue": _QUEUE}, config=("vhost", "exchange")),
        Storage("nats", {}, registered=False),
        Storage("restApi", {"api": frozenset({"request"})}, config=("baseUrl",), required=("baseUrl",)),
        Storage("smtp", _MAILER_KINDS, config=("from",), required=("from",)),
        Storage("ses", _MAILER_KINDS, config=("from", "region"), required=("from",)),
        Storage("sendgrid", _MAILER_KINDS, config=("from",), required=("from",)),
    )
}

RESOURCE_KINDS: tuple[str, ...] = tuple(
    "state eventLog snapshot cache replica objectStore queue api mailer".split()
)

# The calls that code may make on a resource, by its kind, and what each needs the storage to be able to do.
VERBS: dict[str, dict[str, str]] = {
    "objectStore": {"put": "blob", "get": "blob", "delete": "blob", "list": "list", "signedUrl": "signedUrl"},
    "queue": {"enqueue": "enqueue", "publish": "publish"},
    "api": {"get": "request", "post": "request"},
    "mailer": {"send": "send"},
}


class ChannelProfile(NamedTuple):
    """The storages that a channel of one delivery and retention can run on, and those that do today."""

    compatible: frozenset[str]
    shipped: frozenset[str]


CHANNEL_TRANSPORTS: frozenset[str] = frozenset({"inMemory", "redis", "rabbitmq", "kafka"})

# By (delivery, retention); a profile that is not listed restricts nothing and ships nothing.
CHANNEL_PROFILES: dict[tuple[str, str], ChannelProfile] = {
    ("broadcast", "ephemeral"): ChannelProfile(frozenset({"inMemory", "redis"}), frozenset({"redis"})),
    ("broadcast", "log"): ChannelProfile(frozenset({"kafka"}), frozenset({"kafka"})),
    ("queue", "ephemeral"): ChannelProfile(frozenset({"redis", "rabbitmq"}), frozenset({"rabbitmq"})),
    ("queue", "work"): ChannelProfile(frozenset({"rabbitmq", "kafka"}), frozenset({"rabbitmq", "kafka"})),
}
DEFAULT_DELIVERY = "broadcast"
DEFAULT_RETENTION = "ephemeral"
