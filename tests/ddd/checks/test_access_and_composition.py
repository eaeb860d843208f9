"""Permissions, tenancy, signing in, and what a project has once."""

from __future__ import annotations

import pytest

from checking import ADDED, told, told_of

USER = "user { name: string firm: string }"


def system(*members: str) -> str:
    return " ".join(("system Fleet {", *members, "}"))


def test_permissions_imply_others_of_their_subdomain() -> None:
    text = system(
        "subdomain A { permissions { read edit implies [read, edit, drive] } permissions { drive } }",
        "subdomain B { permissions { sell implies read } }",
    )
    assert told(text) == [("permission-implies-self", "edit"), ("permission-implies-unknown", "read")]


def test_permissions_may_imply_each_other() -> None:
    assert told(system("subdomain A { permissions { read implies edit edit implies read } }")) == []


def test_organisations_need_tenants() -> None:
    firms = (
        "subdomain A { context C { aggregate Firm { name: string } aggregate Van { derived a: string = "
        "currentUser.orgPath derived b: string = currentUser.rootOrg "
        "derived c: string = currentUser.firm } } }"
    )
    assert told(system(USER, firms)) == [
        ("orgpath-without-tenancy", ".orgPath"),
        ("orgpath-without-tenancy", ".rootOrg"),
    ]
    assert told(system(USER, firms, "tenancy by user.firm of Firm")) == []


def test_what_a_capability_reads_of_the_user_is_told_at_the_start() -> None:
    text = system(USER, "subdomain A { context C { aggregate Van with tenantOwned { plate: string } } }")
    assert told(text) == [("orgpath-without-tenancy", ADDED)]


def test_the_second_tenancy_of_a_system_is_told() -> None:
    tenancy = "tenancy by user.firm of Firm"
    firms = "subdomain A { context C { aggregate Firm { name: string } } }"
    assert told(system(USER, firms, tenancy, tenancy)) == [("tenancy-duplicate", tenancy)]


# Signing in


@pytest.mark.parametrize(
    ("auth", "expected"),
    [
        ('auth { provider: google oidc { clientId: "a" } }', []),
        ('auth { provider: entra oidc { clientId: env("ID") } }', []),
        (
            'auth { provider: keycloak oidc { clientId: "a" } }',
            [("auth-missing-issuer", '{ clientId: "a" }')],
        ),
        ('auth { oidc { clientId: "a" } }', [("auth-missing-issuer", '{ clientId: "a" }')]),
        (
            'auth { provider: custom oidc { issuer: "i" } }',
            [("auth-missing-client-id", '{ issuer: "i" }')],
        ),
        ("auth { provider: google }", [("auth-missing-client-id", "auth { provider: google }")]),
        (
            'auth { provider: mine oidc { issuer: "i" clientId: "a" } }',
            [("auth-unknown-provider", "mine")],
        ),
        (
            'auth { provider: google oidc { clientId: "a" } claims: { name: "n", age: "a" } }',
            [("auth-unknown-claim-field", "age")],
        ),
    ],
)
def test_an_auth_block_says_all_that_is_needed(auth: str, expected: list[tuple[str, str]]) -> None:
    assert told(system(USER, auth)) == expected


def test_an_auth_block_without_users_is_not_looked_at_further() -> None:
    assert told(system("auth { provider: mine }")) == [("auth-without-user", "auth { provider: mine }")]


def test_users_and_auth_at_file_level_count() -> None:
    auth = 'auth { provider: google oidc { clientId: "a" } }'
    assert told(f"{system(auth)} {USER}") == []
    assert told(f"{system(USER)} {auth}") == []
    assert told(f"{system(USER, auth)} {auth}") == [("duplicate-auth-block", auth)]


# Composition

LOOSE = [
    "subdomain D { }",
    "storage db { type: postgres }",
    USER,
    "ui Desk { }",
    'theme { radius: "sm" }',
    "layout Plain { main }",
    "api A from D",
    "deployable d { platform: node }",
    "resource r { kind: state }",
    "channelSource c { for: L }",
    'test e2e "x" against d { }',
]


@pytest.mark.parametrize("member", LOOSE)
def test_members_of_a_system_need_exactly_one(member: str) -> None:
    code = "top-level-domain-needs-single-system"
    assert told_of(member, code) == [(code, member)]
    assert told_of(f"system A {{ }} {member} system B {{ }}", code) == [(code, member)]
    assert told_of(f"system A {{ }} {member}", code) == []


def test_contexts_stand_alone() -> None:
    assert told("context C { aggregate A { n: int } }") == []


def test_every_user_block_is_told_where_there_are_two() -> None:
    text = f"system Fleet {{ {USER} }} user {{ age: int }}"
    assert told(text) == [("duplicate-user-block", USER), ("duplicate-user-block", "user { age: int }")]


def test_themes_beside_the_first_are_told_twice() -> None:
    one, other = 'theme { radius: "sm" }', 'theme { radius: "md" }'
    code = "duplicate-theme-block"
    assert told(system(one, other)) == [(code, one), (code, other), (code, other)]
    assert told(f"system A {{ {one} }} system B {{ {other} }}") == []
    assert told(f"system A {{ {one} {other} }} system B {{ }}") == [(code, other)]


def test_apis_over_one_subdomain_share_a_style() -> None:
    text = system(
        "subdomain D { } subdomain E { } api A from D api B from D { urlStyle: resource } "
        "api C from E { urlStyle: resource } api F from E"
    )
    code = "subdomain-conflicting-urlstyle"
    assert told(text) == [(code, "resource"), (code, "api F from E")]


def test_an_api_from_nowhere_is_told_beside_its_link() -> None:
    assert told(system("api A from Nowhere")) == [("api-unknown-subdomain", "Nowhere")]
