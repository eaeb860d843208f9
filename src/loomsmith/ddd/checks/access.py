"""Who may do what: permissions, tenancy, and how people sign in."""

from __future__ import annotations

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.vocabulary.intrinsics import PRINCIPAL_CLAIMS

checks = Family()

PROVIDERS: dict[str, bool] = {
    "google": True,
    "microsoft": True,
    "entra": True,
    "auth0": False,
    "okta": False,
    "zitadel": False,
    "cognito": False,
    "keycloak": False,
    "custom": False,
}
"""Those who can sign people in, and whether each has one fixed issuer that need not be written."""


@checks.on(n.Subdomain)
def implied_permissions_exist(subdomain: n.Subdomain, inspection: Inspection) -> None:
    permissions = [
        permission
        for block in subdomain.members
        if isinstance(block, n.Permissions)
        for permission in block.entries
    ]
    known = {permission.name for permission in permissions}
    for permission in permissions:
        for place, implied in enumerate(permission.implies):
            where = anchor(permission, "implies", place)
            if implied == permission.name:
                message = f"{implied!r} implies itself."
                inspection.report("loom.permission-implies-self", where, message)
            elif implied not in known:
                message = f"{subdomain.name} has no permission {implied!r}."
                inspection.report("loom.permission-implies-unknown", where, message)


@checks.on(n.System)
def tenants_are_told_apart_in_one_way(system: n.System, inspection: Inspection) -> None:
    for tenancy in members_of(system, n.Tenancy)[1:]:
        message = f"{system.name} has another `tenancy by`: keep one."
        inspection.report("loom.tenancy-duplicate", tenancy, message)


@checks.on(n.Postfix)
def organisations_need_tenancy(chain: n.Postfix, inspection: Inspection) -> None:
    head, first = chain.head, chain.suffixes[0] if chain.suffixes else None
    if not isinstance(head, n.NameRef) or head.name != "currentUser":
        return
    if not isinstance(first, n.MemberSuffix) or first.member not in PRINCIPAL_CLAIMS:
        return
    if not inspection.links.nodes.get(n.Tenancy):
        message = (
            f"Users have {first.member!r} only where the system says `tenancy by user.claim of Aggregate`."
        )
        inspection.report("loom.orgpath-without-tenancy", first, message)


# Signing in


@checks.on(n.System)
def people_sign_in_in_one_way(system: n.System, inspection: Inspection) -> None:
    declarations = inspection.links.declarations
    users = list(declarations.in_system(system, n.UserBlock))
    claims = {field.name for block in users for field in block.fields}
    for place, auth in enumerate(declarations.in_system(system, n.AuthBlock)):
        if place:
            message = f"{system.name} has another `auth` block: keep one."
            inspection.report("loom.duplicate-auth-block", auth, message)
        if not users:
            message = f"{system.name} has no `user` block that says what is known of those who sign in."
            inspection.report("loom.auth-without-user", auth, message)
        else:
            _auth(auth, claims, inspection)


def _auth(auth: n.AuthBlock, claims: set[str], inspection: Inspection) -> None:
    provider = auth.provider
    if provider is not None and provider not in PROVIDERS:
        message = f"There is no provider {provider!r}: there are {', '.join(PROVIDERS)}."
        inspection.report("loom.auth-unknown-provider", anchor(auth, "provider"), message)
    where = auth.oidc if auth.oidc is not None else auth
    if (auth.oidc is None or auth.oidc.issuer is None) and not PROVIDERS.get(provider or "", False):
        message = 'Say who issues the tokens: `oidc { issuer: "https://..." }`.'
        inspection.report("loom.auth-missing-issuer", where, message)
    if auth.oidc is None or auth.oidc.client_id is None:
        message = 'Say as whom the system signs people in: `oidc { clientId: "..." }`.'
        inspection.report("loom.auth-missing-client-id", where, message)
    for entry in auth.claims:
        if entry.field not in claims:
            message = f"The `user` block has no field {entry.field!r}."
            inspection.report("loom.auth-unknown-claim-field", anchor(entry, "field"), message)
