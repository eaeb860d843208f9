"""The words of the language: which are reserved, and where the others may stand as names.

A *hard* word is never a name. A *soft* word means something in certain places and is an ordinary name in
others; a *name class* is the set of soft words that a kind of place admits besides plain names. A plain name
is `[A-Za-z_][A-Za-z0-9_]*` and no word at all. Case matters.
"""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HARD_WORDS = _words(
    """
    DELETE File GET PATCH POST PUT Self abstract against aggregate angular angularMaterial apply
    area as audience audited auth bigquery bool broadcast capability carries chakra channel
    channelSource check claims clickhouse clientId clientSecret commandHandler context cookie
    coreComponents covers criterion cron daisyui datetime decimal delivery deny denyByDefault
    deployable derived document domainService dotnet e2e elastic elixir else embedded emit
    enforcement entitles entity enum ephemeral event eventSourced expect extends extern false feliz
    flowbite flutter footer for function guid header hosts httpStatus if implies import in inMemory
    index inheritanceUsing int invariant issuer java json jwt kafka key keyed layout let localDisk
    log long main mantine mask match meilisearch mui mysql nats node now null oidc on onCreate
    onUpdate operation opt overlap ownTable persist persistedAs phoenixLiveView platform port
    postgres precondition primeng private projection provenanced provider python queryHandler
    rabbitmq raw react readCommitted readUncommitted redis relational repeatableRead repository
    required requirement requires restApi retention return s3 scopes seed sendgrid sensitive
    serializable serves ses sessions shadcn shadcnSvelte shadcnVue shape sharedTable sidebar slot
    smtp solution spartanNg sqlite storage string subdomain svelte system test testCase theme this
    timerSource true type unique unless user valueobject verifies vue vuetify when with work
    workflow
    """
)

# Soft words that every class with soft words admits.
CORE_SOFT_WORDS = _words(
    """
    action asc body by canonical channels command config connection crossTenant dataSources desc
    description env envelope error eventLog every favicon filter group handle immutable implements
    instance internal isolationLevel join keyPrefix kind literal loads mailer managed message
    migration money objectStore ogImage option or paged parent payload query queue readonly replica
    resource response retain retrieval schema secret select service snapshot sort sql stamp state
    store tablePrefix tenancy title token ttl use write
    """
)

# The other soft words, with what admits each: a `AnyName`, f `FieldName`, r `RefName`, m `MemberName`,
# t `TargetName`. The former words `aggregates`, `modules`, `views`, `workflows` and `bind` have no meaning
# left anywhere and are plain names.
_OTHER_SOFT_WORDS = {
    "allow": "a",
    "api": "armt",
    "await": "af",
    "cache": "ar",
    "component": "ar",
    "contains": "armt",
    "contexts": "armt",
    "create": "rmt",
    "deep": "a",
    "design": "ar",
    "destroy": "rmt",
    "directoryLayout": "a",
    "find": "m",
    "framework": "ar",
    "from": "a",
    "global": "a",
    "id": "amt",
    "ignoring": "arm",
    "link": "ar",
    "local": "a",
    "menu": "ar",
    "of": "a",
    "page": "afrmt",
    "permissions": "armt",
    "persistence": "a",
    "policy": "a",
    "route": "ar",
    "section": "ar",
    "static": "ar",
    "targets": "ar",
    "transactional": "a",
    "ui": "armt",
    "urlStyle": "ar",
    "where": "m",
}

SOFT_WORDS = CORE_SOFT_WORDS | frozenset(_OTHER_SOFT_WORDS)
WORDS = HARD_WORDS | SOFT_WORDS


def _column(letter: str) -> frozenset[str]:
    return CORE_SOFT_WORDS | {word for word, columns in _OTHER_SOFT_WORDS.items() if letter in columns}


# The name classes: the soft words that each admits besides plain names.
PLAIN_NAME: frozenset[str] = frozenset()
ANY_NAME = _column("a")
FIELD_NAME = _column("f")
REF_NAME = _column("r")
MEMBER_NAME = _column("m")
TARGET_NAME = _column("t")
STATE_NAME = CORE_SOFT_WORDS | {"page"}
VERB_NAME = frozenset({"write"})
CLAIM_NAME = frozenset({"id", "permissions", "migration"})

# Words that end a type as modifiers, and are names instead when a colon follows.
TRAILING_MODIFIERS = _words("immutable internal managed secret token envelope option or paged message")

_SHAPE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def is_name(text: str, name_class: frozenset[str] = PLAIN_NAME) -> bool:
    """Whether `text` may stand as a name in a place of that class."""
    return _SHAPE.match(text) is not None and (text not in WORDS or text in name_class)


# What people write for types, and the type that the language has for it.
TYPES_MEANT: dict[str, str] = {
    "String": "string",
    "Text": "string",
    "text": "string",
    "str": "string",
    "varchar": "string",
    "char": "string",
    "Int": "int",
    "integer": "int",
    "Integer": "int",
    "number": "decimal",
    "Number": "decimal",
    "float": "decimal",
    "Float": "decimal",
    "double": "decimal",
    "Double": "decimal",
    "real": "decimal",
    "Decimal": "decimal",
    "boolean": "bool",
    "Boolean": "bool",
    "Bool": "bool",
    "uuid": "guid",
    "Uuid": "guid",
    "UUID": "guid",
    "Guid": "guid",
    "date": "datetime",
    "Date": "datetime",
    "time": "datetime",
    "timestamp": "datetime",
    "DateTime": "datetime",
    "Datetime": "datetime",
    "instant": "datetime",
    "object": "json",
    "Object": "json",
    "any": "json",
    "Json": "json",
    "JSON": "json",
    "dict": "json",
    "map": "json",
    "Money": "money",
    "currency": "money",
    "bigint": "long",
    "int64": "long",
    "file": "File",
    "blob": "File",
}
