"""What a written reference may resolve to: the values of `Ref.kind`, with the words for them in messages."""

from __future__ import annotations

AGGREGATE = "aggregate"
API = "api"
CHANNEL = "channel"
CHANNEL_HANDLE = "channel handle"
CHANNEL_SOURCE = "channelSource"
CLAIM = "claim"
CONTEXT = "context"
DEPLOYABLE = "deployable"
EVENT = "event"
# The `T` of `T id`.
IDENTITY = "identity"
PAGE = "page"
PART = "part"
PROJECTION_SOURCE = "projection source"
REQUIREMENT = "requirement"
RESOURCE = "resource"
STORAGE = "storage"
STORAGE_OR_API = "storage or api"
SUBDOMAIN = "subdomain"
TARGETABLE = "targetable"
TEST_CASE = "testCase"
TEST_SUBJECT = "test subject"
# The `T` of a plain type. Whether it stands in a union, a parameter or a field is seen from its place.
TYPE = "type"
UI = "ui"

REFERENCE_KINDS = {
    AGGREGATE: "an aggregate",
    API: "an api",
    CHANNEL: "a channel",
    CHANNEL_HANDLE: "a channel handle of the ui",
    CHANNEL_SOURCE: "a channel source",
    CLAIM: "a field of the user block",
    CONTEXT: "a context",
    DEPLOYABLE: "a deployable",
    EVENT: "an event",
    IDENTITY: "an aggregate, a part, a value object or an enum",
    PAGE: "a page of the ui",
    PART: "a part of the aggregate",
    PROJECTION_SOURCE: "an aggregate, a workflow or a projection",
    REQUIREMENT: "a requirement",
    RESOURCE: "a resource",
    STORAGE: "a storage",
    STORAGE_OR_API: "a storage or an api",
    SUBDOMAIN: "a subdomain",
    TARGETABLE: "a subdomain, context, aggregate, value object, event, repository, workflow, operation, "
    "deployable or api",
    TEST_CASE: "a test case",
    TEST_SUBJECT: "an aggregate, a value object, a domain service or a context",
    TYPE: "a type",
    UI: "a ui",
}
