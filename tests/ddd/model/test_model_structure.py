"""Systems, aggregates, repositories, deployables and wire shapes of the resolved model."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from ddd.model.model_helpers import aggregate_of, context_of, resolved
from loomsmith.ddd.model import types as t
from loomsmith.ddd.model.wire import model_view, wire_shape

# Systems and contexts


def test_the_only_system_takes_in_what_stands_at_the_root() -> None:
    model = resolved(
        "context Late { } system S { context Direct { } subdomain D { context Inner { } } } "
        "subdomain E { context Outer { } } deployable d { platform: node contexts: [Late] } "
        "user { id: string }"
    )
    (system,) = model.systems
    assert [(s.name, [c.name for c in s.contexts]) for s in system.subdomains] == [
        ("D", ["Inner"]),
        ("E", ["Outer"]),
        ("_default", ["Direct", "Late"]),
    ]
    assert [d.name for d in system.deployables] == ["d"]
    assert system.user == {"id": t.STRING}
    assert model.loose == []


def test_two_systems_leave_the_root_alone() -> None:
    model = resolved("system A { } system B { } context X { } subdomain D { context Y { } }")
    assert [c.name for c in model.loose] == ["X", "Y"]
    assert [s.subdomains for s in model.systems] == [[], []]


def test_the_last_user_and_tenancy_count_and_auth_at_the_root_does_not() -> None:
    model = resolved(
        'auth { provider: keycloak oidc { issuer: env("I") clientId: "c" } claims: { id: "sub" } } '
        "system S { user { id: string } user { firm: string } }"
    )
    assert list(model.systems[0].user or {}) == ["firm"]
    assert model.systems[0].auth is None


# Aggregates


def test_fields_containments_and_derived_properties_keep_their_order() -> None:
    aggregate = aggregate_of(
        "context X { aggregate A { derived d: int = n contains many: P[] n: int one: P derived e: int = n "
        "maybe: P? entity P { row: int } } }"
    )
    assert [field.name for field in aggregate.fields] == ["n", "version"]
    assert [(c.name, c.many, c.optional) for c in aggregate.containments] == [
        ("many", True, False),
        ("one", False, False),
        ("maybe", False, True),
    ]
    assert [derived.name for derived in aggregate.derived] == ["d", "e", "inspect"]


def test_a_declared_inspect_is_the_only_one() -> None:
    aggregate = aggregate_of('context X { aggregate A { derived inspect: string = "x" } }')
    assert [derived.name for derived in aggregate.derived] == ["inspect"]


def test_checks_of_fields_are_invariants_after_the_declared_ones() -> None:
    aggregate = aggregate_of("context X { aggregate A { n: int check n > 0 invariant n < 9 when n > 1 } }")
    assert [invariant.guard is not None for invariant in aggregate.invariants] == [True, False]


def test_heirs_have_the_fields_of_their_bases_first_and_nothing_else_of_them() -> None:
    context = context_of(
        "context X { aggregate C extends B { b: string c: int } "
        "abstract aggregate B extends A { b: int derived db: int = b } "
        "abstract aggregate A inheritanceUsing: ownTable { a: int contains ps: P[] entity P { row: int } } }"
    )
    heir = context.aggregates[0]
    assert [(field.name, t.label(field.type), field.inherited) for field in heir.fields] == [
        ("a", "int", True),
        ("b", "string", False),
        ("c", "int", False),
        ("version", "int", False),
    ]
    assert heir.containments == []
    assert [derived.name for derived in heir.derived] == ["inspect"]
    assert heir.layout == "ownTable"


def test_a_base_in_another_context_gives_nothing() -> None:
    model = resolved(
        "context X { abstract aggregate B { b: int } } context Y { aggregate A extends B { a: int } }"
    )
    (aggregate,) = model.loose[1].aggregates
    assert [field.name for field in aggregate.fields] == ["a", "version"]


def test_stamped_fields_are_managed_inherited_ones_too_and_others_keep_what_they_say() -> None:
    context = context_of(
        "context X { abstract aggregate B { born: datetime note: string internal } "
        "aggregate A extends B { n: int immutable m: int stamp onCreate { born := now() n := 1 "
        'note := "x" } } }'
    )
    base, heir = context.aggregates
    assert {field.name: field.access for field in heir.fields} == {
        "born": "managed",
        "note": "internal",
        "n": "managed",
        "m": "editable",
        "version": "token",
    }
    assert {field.name: field.access for field in base.fields}["born"] == "editable"


def test_what_a_base_stamps_is_managed_in_its_heirs() -> None:
    context = context_of(
        "context X { aggregate A extends B { n: int } "
        "abstract aggregate B { born: datetime stamp onCreate { born := now() } } }"
    )
    assert [field.access for field in context.aggregates[0].fields] == ["managed", "editable", "token"]


def test_stamps_and_filters_of_a_context_come_before_those_of_its_aggregates() -> None:
    aggregate = aggregate_of(
        "context X { filter this.n > 1 aggregate A with softDeletable { n: int filter this.n > 2 } }"
    )
    assert [found.capability for found in aggregate.filters] == [None, None, "softDeletable"]
    assert aggregate.capabilities == {"softDeletable", "versioned"}


def test_tests_belong_to_their_subject_wherever_they_stand() -> None:
    model = resolved(
        'context X { aggregate A { n: int test "in" { expect(1).toBe(1) } } test "of the '
        'context" { expect(1).toBe(1) } '
        'test "beside" for A { expect(1).toBe(1) } } test "above" for A { expect(1).toBe(1) } '
        'test "whole" for X { expect(1).toBe(1) }'
    )
    (context,) = model.contexts()
    assert [test.name for test in context.aggregates[0].tests] == ["in", "beside", "above"]
    assert [test.name for test in context.tests] == ["of the context", "whole"]


# Repositories


def finds_of(header: str, member: str = "", repository: str = "") -> list[tuple[str, str, bool]]:
    context = context_of(f"context X {{ aggregate A {header} {{ n: int {member} }} {repository} }}")
    return [
        (find.name, type(find.returns).__name__, find.synthesised) for find in context.repositories[0].finds
    ]


@pytest.mark.parametrize(
    ("header", "returns"),
    [
        ("", "CarrierOf"),
        ("persistedAs: eventLog", "ListOf"),
        ("shape: document", "ListOf"),
        ("extends B", "ListOf"),
    ],
)
def test_a_repository_reads_all_first(header: str, returns: str) -> None:
    assert finds_of(header) == [("all", returns, True)]


def test_a_declared_all_stays_where_it_is() -> None:
    written = "repository R for A { find one(k: int): A? where this.n == k find all(): A paged }"
    assert [name for name, _, _ in finds_of("", repository=written)] == ["one", "all"]


def test_implied_repositories_are_named_after_their_aggregates_and_abstract_ones_have_none() -> None:
    context = context_of(
        "context X { aggregate Ferry { n: int } abstract aggregate Base { n: int } aggregate Bus { n: int } "
        "repository Buses for Bus { } }"
    )
    assert [(r.name, r.aggregate) for r in context.repositories] == [("Buses", "Bus"), ("Ferrys", "Ferry")]


@pytest.mark.parametrize(
    ("aggregate", "history"),
    [
        ("A { n: int operation go() { n := 1 } }", False),
        ("A { n: int operation go() audited { n := 1 } }", True),
        ("A audited { n: int operation go() { n := 1 } }", True),
        ("A audited { n: int private operation go() { n := 1 } }", False),
        ("A audited { n: int create(n: int) { n := n } }", True),
        ("A { n: int internal operation go() audited { n := 1 } }", False),
        ("A { n: int internal derived d: int = n operation go() audited { n := 1 } }", True),
    ],
)
def test_audited_actions_can_be_read_where_something_is_left_to_show(aggregate: str, history: bool) -> None:
    context = context_of(f"context X {{ aggregate {aggregate} }}")
    assert context.repositories[0].history is history


def test_a_declared_history_takes_the_place_of_the_implied_one() -> None:
    context = context_of(
        "context X { aggregate A { n: int operation go() audited { n := 1 } } "
        "repository R for A { find history(): A[] where this.n > 1 } }"
    )
    assert context.repositories[0].history is False


@pytest.mark.parametrize(("carrier", "count"), [("paged", 1), ("envelope", 0)])
def test_a_query_handler_that_pages_through_a_criterion_adds_a_find(carrier: str, count: int) -> None:
    context = context_of(
        "context X { aggregate A { n: int } criterion Big of A = n > 1 repository R for A { } "
        f"queryHandler Q(): A {carrier} {{ let x = R.findAll(Big, page: {{ offset: 0, limit: 5 "
        f"}}) return x }} }}"
    )
    assert [find.name for find in context.repositories[0].finds] == ["all", *["Big"] * count]


# Deployables


def deployables_of(text: str) -> Any:
    return (
        resolved(
            "system S { subdomain D { context X { enum Z { a } } context Y { enum W { b } } } "
            'ui Desk { framework: svelte page P { route: "/" } } ui Bare { page P { route: "/" } } '
            f"{text} }}"
        )
        .systems[0]
        .deployables
    )


@pytest.mark.parametrize(
    ("platform", "name", "port"),
    [
        ("node", "node", 3000),
        ('"node@v5"', "node", 3000),
        ('"elixir@v9"', "elixir", 4000),
        ('"react@v1"', "react@v1", 3000),
        ('"cobol"', "cobol", 3000),
        ("flutter", "flutter", 3006),
        ("java", "java", 8081),
    ],
)
def test_platforms_lose_their_version_and_have_a_port(platform: str, name: str, port: int) -> None:
    (deployable,) = deployables_of(f"deployable d {{ platform: {platform} }}")
    assert (deployable.platform, deployable.port) == (name, port)


def test_a_frontend_has_the_contexts_of_its_target_and_a_backend_its_own() -> None:
    back, web, other = deployables_of(
        "deployable back { platform: node contexts: [X, Lost] } "
        "deployable web { platform: react targets: back contexts: [Y] } "
        "deployable other { platform: python targets: back contexts: [Y] }"
    )
    assert (back.contexts, web.contexts, other.contexts) == (["X"], ["X"], ["Y"])


@pytest.mark.parametrize(
    ("members", "ui", "framework"),
    [
        ("platform: react ui: Desk", "Desk", "svelte"),
        ("platform: react ui: Bare", "Bare", "react"),
        ("platform: elixir hosts: [Bare]", "Bare", "phoenixLiveView"),
        ("platform: python hosts: [Bare]", "Bare", None),
        ("platform: python hosts: [Desk]", "Desk", "svelte"),
        ("platform: vue ui: Bare hosts: [Desk]", "Bare", "svelte"),
        ("platform: vue ui: Lost hosts: [Bare]", "Bare", "vue"),
        ("platform: vue", None, None),
    ],
)
def test_the_ui_and_the_framework_of_a_deployable(
    members: str, ui: str | None, framework: str | None
) -> None:
    (deployable,) = deployables_of(f"deployable d {{ {members} }}")
    assert (deployable.ui, deployable.framework) == (ui, framework)


@pytest.mark.parametrize(
    ("platform", "persistence"),
    [("node", "drizzle"), ("node { persistence: mikroorm }", "mikroorm"), ("python", None), ("react", None)],
)
def test_backends_have_a_persistence_adapter(platform: str, persistence: str | None) -> None:
    (deployable,) = deployables_of(f"deployable d {{ platform: {platform} }}")
    assert deployable.persistence == persistence


# The wire


def test_the_wire_shape_of_an_aggregate() -> None:
    aggregate = aggregate_of(
        "context Orchard { aggregate Tree with softDeletable { derived tag: string? = nick kind: string "
        "nick: string? contains grafts: Graft[] contains root: Graft? entity Graft { made: datetime } } }"
    )
    assert [(f.name, f.type, f.optional, f.source) for f in wire_shape(aggregate)] == [
        ("id", "Tree id", False, "id"),
        ("kind", "string", False, "property"),
        ("nick", "string?", True, "property"),
        ("isDeleted", "bool", False, "property"),
        ("deletedAt", "datetime?", True, "property"),
        ("version", "int", False, "property"),
        ("grafts", "Graft[]", False, "containment"),
        ("root", "Graft", True, "containment"),
        ("tag", "string?", True, "derived"),
    ]


def test_the_data_key_of_a_tenant_is_not_on_the_wire() -> None:
    shape = wire_shape(aggregate_of("context X { aggregate A with tenantOwned { n: int } }"))
    assert [field.name for field in shape] == ["id", "n", "tenantId", "version"]
    kept = wire_shape(aggregate_of("context X { aggregate A { dataKey: string } }"))
    assert [field.name for field in kept] == ["id", "dataKey", "version"]


def test_the_view_lists_systems_with_their_aggregates_then_loose_contexts() -> None:
    view = model_view(
        resolved("system A { context X { aggregate B { n: int } } } system C { } context Y { }")
    )
    assert [(s["name"], [a["name"] for a in s["aggregates"]]) for s in view["systems"]] == [
        ("A", ["B"]),
        ("C", []),
    ]
    assert view["contexts"] == [{"name": "Y", "aggregates": []}]


# Tenancy

TENANTS = (
    "system S {{ user {{ id: string firm: {claim} }} tenancy by user.firm of Firm subdomain D "
    "{{ context X {{ "
    "aggregate Firm {registry} {{ name: string }} aggregate A {capability} {{ n: int }} policy "
    "{{ {rules} }} }} }} }}"
)


def scopes(
    rules: str, registry: str = "with tenantRegistry", capability: str = "with tenantOwned"
) -> list[Any]:
    text = TENANTS.format(claim="string", registry=registry, capability=capability, rules=rules)
    (context,) = resolved(text).contexts()
    return [(found.scope, found.access) for found in context.aggregates[1].filters]


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        ("allow local on A", [(None, "read")]),
        ("allow deep on A", [("subtree", "read"), ("floor", "write")]),
        ("allow global on A", [("root", "read"), ("floor", "write")]),
        ("allow global on A allow write deep on A", [("root", "read"), ("subtree", "write")]),
        ("allow deep on A allow write deep on A", [("subtree", "read")]),
        ("deny on A", [(None, "read"), ("deny", "read")]),
        ("deny write on A", [(None, "read"), ("deny", "write")]),
    ],
)
def test_policies_change_the_filters_of_what_tenants_own(rules: str, found: list[Any]) -> None:
    assert scopes(rules) == found


def test_a_global_level_needs_tenants_below_tenants_and_an_owner() -> None:
    assert scopes("allow global on A", registry="") == [(None, "read"), ("floor", "write")]
    assert scopes("allow deep on A", capability="crossTenant") == []


@pytest.mark.parametrize(("claim", "filters"), [("string", 1), ("guid", 1), ("int", 0), ("string?", 0)])
def test_the_registry_is_filtered_by_a_claim_that_fits(claim: str, filters: int) -> None:
    text = TENANTS.format(claim=claim, registry="", capability="crossTenant", rules="")
    (context,) = resolved(text).contexts()
    assert len(context.aggregates[0].filters) == filters


# The documentation


def test_the_page_on_the_model_shows_the_wire_as_it_is() -> None:
    page = (Path(__file__).parents[3] / "docs" / "ddd" / "model.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```ddd\n(.*?)```", page, re.DOTALL)
    shown = re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", page, re.MULTILINE)
    assert shown == [(field.name, field.type) for field in wire_shape(aggregate_of(example))]
