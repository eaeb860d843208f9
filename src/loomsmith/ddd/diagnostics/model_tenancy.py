"""Codes of checks on the resolved model: tenancy and policies."""

from loomsmith.ddd.diagnostics.model_frames import tenants
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.tenant-registry-without-tenancy",
        "An aggregate is a registry of tenants, but the system has no `tenancy`. Say how users "
        "belong to tenants: `tenancy by user.tenantId of Tenant`.",
        wrong=tenants("", "", "with tenantRegistry "),
        right=tenants("", registry="with tenantRegistry "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-registry-duplicate",
        "Several aggregates of a system are registries of tenants. There is one.",
        wrong=tenants(
            "aggregate Group crossTenant with tenantRegistry { name: string }",
            registry="with tenantRegistry ",
        ),
        right=tenants("aggregate Group crossTenant { name: string }", registry="with tenantRegistry "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-registry-not-target",
        "The tenancy of the system is of one aggregate, and another is the registry of tenants. "
        "Name the same one.",
        wrong=tenants("aggregate Group crossTenant with tenantRegistry { name: string }"),
        right=tenants("aggregate Group crossTenant { name: string }", registry="with tenantRegistry "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-claim-type-mismatch",
        "The claim by which a user belongs to a tenant is neither a guid nor a string, so it "
        "cannot be the id of one.",
        wrong=tenants("", "tenancy by user.grade of Firm"),
        right=tenants(""),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenant-owned-claim-type",
        "An aggregate is tenantOwned, and the claim that names the user's tenant is no string. "
        "What is owned is compared with the claim as a string.",
        wrong=(
            "system Fleet { user { firm: guid } tenancy by user.firm of Firm subdomain Cars { "
            "context Depot { aggregate Firm { name: string } aggregate Van with tenantOwned { "
            "miles: int } } } }"
        ),
        right=tenants("aggregate Van with tenantOwned { miles: int }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-conflicting-stance",
        "An aggregate is both tenantOwned and crossTenant. It belongs to one tenant, or to all.",
        wrong=tenants("aggregate Van crossTenant with tenantOwned { miles: int }"),
        right=tenants("aggregate Van with tenantOwned { miles: int }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenant-owned-without-tenancy",
        "An aggregate is tenantOwned, but the system has no `tenancy` that says which tenant a "
        "user belongs to.",
        wrong=tenants("aggregate Van with tenantOwned { miles: int }", ""),
        right=tenants("aggregate Van with tenantOwned { miles: int }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.cross-tenant-without-tenancy",
        "An aggregate is crossTenant, but the system has no `tenancy`, so the word says nothing.",
        wrong=tenants("aggregate Van crossTenant { miles: int }", ""),
        right=tenants("aggregate Van crossTenant { miles: int }"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.tenancy-registry-marked",
        "The registry of tenants is tenantOwned or crossTenant. It holds the tenants themselves "
        "and is neither.",
        wrong=tenants("", registry="crossTenant "),
        right=tenants(""),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.tenancy-stance-unmarked",
        "A system with tenancy has an aggregate that does not say whose it is. Add `with "
        "tenantOwned`, or `crossTenant`.",
        wrong=tenants("aggregate Van { miles: int }"),
        right=tenants("aggregate Van with tenantOwned { miles: int }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unique-missing-tenant-scope",
        "A unique key of a tenantOwned aggregate holds across tenants, so that one tenant can "
        "tell what another has. Add `tenantId` to the key.",
        wrong=tenants("aggregate Van with tenantOwned { plate: string unique (plate) }"),
        right=tenants("aggregate Van with tenantOwned { plate: string unique (tenantId, plate) }"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.policy-duplicate-target",
        "Two rules of a context give a level for the same access to the same aggregate. Keep one.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow local on Van allow deep on Van }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-unknown-aggregate",
        "A policy rule names something that is no aggregate of its context.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Vna }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-target-not-tenant-owned",
        "A policy rule opens an aggregate that belongs to no tenant. Make it tenantOwned, or "
        "take the rule out.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Fuel }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-level-requires-hierarchy",
        "A policy reaches to tenants below or to all of them, but tenants do not lie below each "
        "other. Make the registry a `tenantRegistry`.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van }"
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-write-global-invalid",
        "A policy lets a tenant write what belongs to all others. Writing reaches at most to the "
        "tenants below: `deep`.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow global on Van allow write global on Van }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow global on Van allow write deep on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-write-wider-than-read",
        "A policy lets a tenant write further than it can read. Widen the read level, or narrow "
        "the write level.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow write deep on Van }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van allow write deep on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-deny-duplicate",
        "Two rules deny the same access to the same aggregate. Keep one.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { deny on Van deny on Van }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { deny on Van deny write on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-deny-unknown-aggregate",
        "A denial names something that is no aggregate of its context.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { deny write on Vna }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { deny write on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.policy-deny-shadows-allow",
        "One rule allows what another denies. The denial wins, so the other says nothing.",
        wrong=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van deny on Van }",
            registry="with tenantRegistry ",
        ),
        right=tenants(
            "aggregate Van with tenantOwned { miles: int } aggregate Fuel crossTenant { "
            "price: money } policy { allow deep on Van deny write on Van }",
            registry="with tenantRegistry ",
        ),
        variants=(IR_WARNING,),
    ),
)
