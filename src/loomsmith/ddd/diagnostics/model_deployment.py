"""Codes of checks on the resolved model: tenancy, policies, access, deployables, storage, channels."""

from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.tenant-registry-without-tenancy",
        "An aggregate is a registry of tenants, but the system has no `tenancy`. Say how users belong "
        "to tenants: `tenancy by user.tenantId of Tenant`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-registry-duplicate",
        "Several aggregates of a system are registries of tenants. There is one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-registry-not-target",
        "The tenancy of the system is of one aggregate, and another is the registry of tenants. Name "
        "the same one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-claim-type-mismatch",
        "The claim by which a user belongs to a tenant is neither a guid nor a string, so it cannot be "
        "the id of one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenant-owned-claim-type",
        "An aggregate is tenantOwned, and the claim that names the user's tenant is no string. What is "
        "owned is compared with the claim as a string.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-conflicting-stance",
        "An aggregate is both tenantOwned and crossTenant. It belongs to one tenant, or to all.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenant-owned-without-tenancy",
        "An aggregate is tenantOwned, but the system has no `tenancy` that says which tenant a user "
        "belongs to.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.cross-tenant-without-tenancy",
        "An aggregate is crossTenant, but the system has no `tenancy`, so the word says nothing.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.tenancy-registry-marked",
        "The registry of tenants is tenantOwned or crossTenant. It holds the tenants themselves and is "
        "neither.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-stance-unmarked",
        "A system with tenancy has an aggregate that does not say whose it is. Add `with tenantOwned`, "
        "or `crossTenant`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unique-missing-tenant-scope",
        "A unique key of a tenantOwned aggregate holds across tenants, so that one tenant can tell what "
        "another has. Add `tenantId` to the key.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.policy-duplicate-target",
        "Two rules of a context give a level for the same access to the same aggregate. Keep one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-unknown-aggregate",
        "A policy rule names something that is no aggregate of its context.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-target-not-tenant-owned",
        "A policy rule opens an aggregate that belongs to no tenant. Make it tenantOwned, or take the "
        "rule out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-level-requires-hierarchy",
        "A policy reaches to tenants below or to all of them, but tenants do not lie below each other. "
        "Make the registry a `tenantRegistry`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-write-global-invalid",
        "A policy lets a tenant write what belongs to all others. Writing reaches at most to the "
        "tenants below: `deep`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-write-wider-than-read",
        "A policy lets a tenant write further than it can read. Widen the read level, or narrow the "
        "write level.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-deny-duplicate",
        "Two rules deny the same access to the same aggregate. Keep one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-deny-unknown-aggregate",
        "A denial names something that is no aggregate of its context.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-deny-shadows-allow",
        "One rule allows what another denies. The denial wins, so the other says nothing.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.auth-no-user-block",
        "A deployable requires users to sign in, but the system has no `user` block that says what is "
        "known of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.stamp-principal-without-auth",
        "A stamp writes who is signed in, on a backend where nobody is. Add `auth: required` to the "
        "deployable, and a `user` block to the system.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.guard-principal-without-auth",
        "A guard asks who is signed in, on a backend where nobody is. Add `auth: required` to the "
        "deployable, and a `user` block to the system.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.context-filter-unsupported",
        "A standing filter cannot be run: it reads who is signed in where nobody is, or elixir is to "
        "filter documents.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.auth-ui-unsupported-framework",
        "A deployable asks its ui to let users sign in, but the framework of the ui has no way to do so.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.current-user-needs-auth-ui",
        "A page or component shows who is signed in, in a deployable without `auth:`. Add `auth: ui`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.default-deny-ungated",
        "All is denied by default, and something that can be called has no `requires`, so nobody could "
        "ever call it. Add the gate: `requires currentUser.admin`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.audit-history-ungated",
        "All is denied by default, and the history of an audited aggregate has no gate. It takes the "
        "gate of the find `all`: declare one with `requires`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-mask-unsupported",
        "An aggregate has a masked field, and no backend hosts its context to mask it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-mask-projection-source",
        "A projection reads an aggregate with a masked field, which it would show to everyone. Read "
        "another aggregate, or take the mask away.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.persistence-mode-unsupported",
        "A backend hosts an aggregate and lists no resource that keeps it. Add a resource for the "
        "context (kind `state`, or `eventLog` for an event-sourced aggregate) and name it in "
        "`dataSources:`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datasource-unused",
        "A deployable lists a resource that nothing it hosts needs.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.datasource-knob-unwired",
        "A setting of a resource has no effect yet. Leave it out, so that nobody relies on it.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.file-field-needs-object-storage",
        "A backend hosts an aggregate with a File field, and lists no resource of kind `objectStore` to "
        "keep the files.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.vanilla-document-unsupported",
        "A document kept by elixir has an operation or a find that is more than reads, arithmetic and "
        "comparisons of plain values.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.vanilla-op-call-position",
        "On elixir an operation calls a sibling operation in the middle of something. It can only "
        "return what the sibling gives.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.java-workflow-instance-field-unsupported",
        "On java a workflow whose instances can be read holds an entity. Hold its id.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.java-projection-field-unsupported",
        "On java a projection holds an entity. Hold its id, or its values.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.filter-bypass-unknown-capability",
        "An `ignoring` names a capability that the aggregate does not carry.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.filter-bypass-no-filter",
        "An `ignoring` names a capability that brings no filter, so there is nothing to ignore.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.dapper-unsupported",
        "The persistence adapter dapper cannot do something that a hosted context asks for. Use efcore, "
        "or do without.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.mikroorm-unsupported",
        "The persistence adapter mikroorm cannot do something that a hosted context asks for. Use "
        "drizzle, or do without.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-predicate-unsupported",
        "The persistence adapter mikroorm runs comparisons, plain columns, negation and logic; a filter "
        "is more. Use drizzle, or filter by less.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-missing-capability",
        "The storage behind a resource lacks something that the code asks of it. Use another storage.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.config-key-unknown",
        "The config of a storage or resource has a key that its storage type does not know.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.config-key-type",
        "A config key has a value of another type than it takes.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.config-key-required",
        "A storage lacks a config key that its type cannot do without.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-index-non-state",
        "A resource of another kind than `state` asks for indexes. They are made in the tables of "
        "aggregates.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-index-unknown-entity",
        "An index is asked for on something that is no aggregate or part of the context.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-index-unknown-column",
        "An index is asked for on a field that is not there.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-api-unserved",
        "A resource uses an api that no backend serves. Add the api to `serves:` of one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-api-ambiguous-server",
        "A resource uses an api that several backends serve, so it is not clear which one is called.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-api-self-call",
        "A deployable lists a resource that uses an api which it serves itself. Call the code directly.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.channelsource-unbound",
        "A channel source is listed by no deployable, so nothing is sent through it. Name it in `channels:`.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.deployable-channel-unrelated",
        "A deployable lists a channel source whose events it neither sends nor waits for.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.channel-consumer-unwired",
        "A backend waits for events of a channel, and lists none of the sources through which they come.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.timer-event-shape",
        "The event of a timer is emitted by the model as well, or has no field `at: datetime` for the "
        "time at which it was due.",
        variants=(IR_ERROR, IR_WARNING),
    ),
    Row(
        "loom.timer-needs-state",
        "No backend hosts a context of the module in which a timer runs, so nothing remembers when it "
        "ran last.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.timer-source-unbound",
        "No workflow of the context waits for the event of a timer.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.tph-backend-unsupported",
        "An aggregate shares a table with its base or heirs, and no backend hosts its context.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.provenanced-backend-unsupported",
        "A field is provenanced, and no backend hosts its context to trace how it got its value.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.audited-backend-unsupported",
        "Actions are audited, and no backend hosts their context to keep the record.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.backfill-target-invalid",
        "A backfill names a field that has no column of its own, or an aggregate that has no table of rows.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-expr-unsupported",
        "The value of a backfill is more than a database can compute: literals, fields, operators, `c ? "
        "a : b`, enum values and now().",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.backfill-type-mismatch",
        "The value of a backfill is of another kind than the field.",
        variants=(IR_ERROR,),
    ),
)
