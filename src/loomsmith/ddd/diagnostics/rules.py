"""Codes of the checks on matches, queries, functions, handlers and access."""

from loomsmith.ddd.diagnostics.row import AST_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.match-empty",
        "A `match` has neither arms nor an `else`, so that it never gives a value.",
        wrong="context Depot { aggregate Van { miles: int derived age: string = match { } } }",
        right=(
            "context Depot { aggregate Van { miles: int derived age: string = match { miles > 9 => "
            '"old" else => "new" } } }'
        ),
    ),
    Row(
        "loom.match-no-else",
        "A `match` over conditions has no `else`, so that it gives nothing where none of them holds.",
        wrong=(
            "context Depot { aggregate Van { miles: int derived age: string = match { miles > 9 => "
            '"old" } } }'
        ),
        right=(
            "context Depot { aggregate Van { miles: int derived age: string = match { miles > 9 => "
            '"old" else => "new" } } }'
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.match-subject-not-simple",
        "The subject of a `match` is a call. What it gives would have to be kept to be compared with each "
        "variant: put it in a `let`, or `await` it where it is awaited.",
        wrong=(
            "context Depot { payload Fault { code: int } payload Ok { code: int } payload Outcome = Ok | "
            "Fault aggregate Van { operation tell(o: Outcome): string { return match pick(o) { Ok a => "
            '"ok" Fault f => "bad" } } } }'
        ),
        right=(
            "context Depot { payload Fault { code: int } payload Ok { code: int } payload Outcome = Ok | "
            "Fault aggregate Van { operation tell(o: Outcome): string { return match o { Ok a => "
            '"ok" Fault f => "bad" } } } }'
        ),
    ),
    # Queries
    Row(
        "loom.repository-find-deprecated",
        "A find gives many at once. Lists are better read by a `retrieval` over a `criterion`, which says "
        "how they are sorted and what is loaded with them, and which can be paged.",
        wrong=(
            "context Depot { aggregate Van { plate: string } repository Vans for Van { find like(p: string): "
            "Van[] where plate == p } }"
        ),
        right=(
            "context Depot { aggregate Van { plate: string } criterion Like(p: string) of Van = plate == p "
            "retrieval LikeVans(p: string) of Van { where: Like(p) } repository Vans for Van { } }"
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.criterion-unsupported-target",
        "A criterion looks at something that is no aggregate. What follows `of` is the plain name of an "
        "aggregate, or `bool` for a rule about nothing in particular.",
        wrong="context Depot { criterion Odd of string = true }",
        right="context Depot { aggregate Van { miles: int } criterion Odd of Van = miles % 2 == 1 }",
    ),
    Row(
        "loom.criterion-alias-collision",
        "The alias of a criterion is the name of one of its parameters, so that one hides the other.",
        wrong="context Depot { aggregate Van { miles: int } criterion Far(m: int) of Van as m = m.miles > 9}",
        right="context Depot { aggregate Van { miles: int } criterion Far(m: int) of Van as v = v.miles > m}",
    ),
    Row(
        "loom.criterion-impure",
        "A criterion calls an operation. It only decides, often inside of a database, and changes nothing.",
        wrong=(
            "context Depot { aggregate Van { miles: int operation drive() { miles := 9 } } criterion Far of "
            "Van = this.drive() }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int operation drive() { miles := 9 } } criterion Far of "
            "Van = miles > 9 }"
        ),
    ),
    Row(
        "loom.criterion-cycle",
        "A criterion needs itself to be decided, perhaps by way of others.",
        wrong=(
            "context Depot { aggregate Van { miles: int } criterion Far of Van = Long criterion Long of Van "
            "= Far }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int } criterion Far of Van = Long criterion Long of Van "
            "= miles > 9 }"
        ),
    ),
    Row(
        "loom.criterion-arity",
        "A criterion is given more or fewer arguments than it has parameters.",
        wrong=(
            "context Depot { aggregate Van { miles: int } criterion Far(m: int) of Van = miles > m "
            "repository Vans for Van { find one(): Van? where Far } }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int } criterion Far(m: int) of Van = miles > m "
            "repository Vans for Van { find one(): Van? where Far(9) } }"
        ),
    ),
    Row(
        "loom.criterion-target-mismatch",
        "A criterion on one aggregate is asked about another.",
        wrong=(
            "context Depot { aggregate Van { miles: int } aggregate Bay { size: int } criterion Far of Van = "
            "miles > 9 repository Bays for Bay { find one(): Bay? where Far } }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int } aggregate Bay { size: int } criterion Far of Van = "
            "miles > 9 repository Vans for Van { find one(): Van? where Far } }"
        ),
    ),
    Row(
        "loom.policy-fn-return-type",
        "A policy gives something other than `bool`. It says whether something may be done.",
        wrong="context Depot { policy MayDrive(age: int): int = age }",
        right="context Depot { policy MayDrive(age: int): bool = age > 17 }",
    ),
    Row(
        "loom.policy-fn-cycle",
        "A policy needs itself to be decided, perhaps by way of others.",
        wrong="context Depot { policy MayDrive(): bool = MayPark() policy MayPark(): bool = MayDrive() }",
        right="context Depot { policy MayDrive(): bool = MayPark() policy MayPark(): bool = true }",
    ),
    Row(
        "loom.policy-fn-arity",
        "A policy is given more or fewer arguments than it has parameters.",
        wrong=(
            "context Depot { policy MayDrive(age: int): bool = age > 17 aggregate Van { operation drive() "
            "requires MayDrive() { } } }"
        ),
        right=(
            "context Depot { policy MayDrive(age: int): bool = age > 17 aggregate Van { operation drive() "
            "requires MayDrive(30) { } } }"
        ),
    ),
    # Functions and handlers
    Row(
        "loom.function-toplevel-block",
        "A function of a file or a system has a block. Such functions are written out where they are called, "
        "and so are one expression.",
        wrong="function twice(n: int): int { return n * 2 }",
        right="function twice(n: int): int = n * 2",
    ),
    Row(
        "loom.function-recursive",
        "A function of a file or a system needs itself. Such functions are written out where they are "
        "called, which would never end.",
        wrong="function ping(n: int): int = pong(n) function pong(n: int): int = ping(n)",
        right="function ping(n: int): int = pong(n) function pong(n: int): int = n + 1",
    ),
    Row(
        "loom.extern-handler-has-body",
        "An extern handler has a body. `extern` says that its body is written elsewhere.",
        wrong="context Depot { extern commandHandler wash(count: int) { } }",
        right="context Depot { extern commandHandler wash(count: int); }",
    ),
    Row(
        "loom.handler-missing-body",
        "A handler ends in `;` instead of a body, and is not extern.",
        wrong="context Depot { commandHandler wash(count: int); }",
        right="context Depot { extern commandHandler wash(count: int); }",
    ),
    # Access
    Row(
        "loom.permission-implies-self",
        "A permission implies itself, which says nothing.",
        wrong="system Fleet { subdomain Cars { permissions { edit implies edit } } }",
        right="system Fleet { subdomain Cars { permissions { read edit implies read } } }",
    ),
    Row(
        "loom.permission-implies-unknown",
        "A permission implies one that its subdomain does not have.",
        wrong="system Fleet { subdomain Cars { permissions { edit implies raed } } }",
        right="system Fleet { subdomain Cars { permissions { read edit implies read } } }",
    ),
    Row(
        "loom.tenancy-duplicate",
        "A system says twice by what tenants are told apart.",
        wrong=(
            "system Fleet { user { firm: string } subdomain Cars { context Depot { aggregate Firm { name: "
            "string } } } tenancy by user.firm of Firm tenancy by user.firm of Firm }"
        ),
        right=(
            "system Fleet { user { firm: string } subdomain Cars { context Depot { aggregate Firm { name: "
            "string } } } tenancy by user.firm of Firm }"
        ),
    ),
    Row(
        "loom.orgpath-without-tenancy",
        "The organisation of the current user is read, and nothing says that there are tenants.",
        wrong=(
            "system Fleet { user { firm: string } subdomain Cars { context Depot { aggregate Van { derived "
            "mine: string = currentUser.orgPath } } } }"
        ),
        right=(
            "system Fleet { user { firm: string } subdomain Cars { context Depot { aggregate Firm { name: "
            "string } aggregate Van { derived mine: string = currentUser.orgPath } } } tenancy by user.firm "
            "of Firm }"
        ),
    ),
    Row(
        "loom.duplicate-auth-block",
        "A system says twice how people sign in; keep one `auth` block.",
        wrong=(
            'system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } } auth { '
            'provider: google oidc { clientId: "b" } } }'
        ),
        right='system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } } }',
    ),
    Row(
        "loom.auth-without-user",
        "People sign in, and no `user` block says what is known of them.",
        wrong='system Fleet { auth { provider: google oidc { clientId: "a" } } }',
        right='system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } } }',
    ),
    Row(
        "loom.auth-unknown-provider",
        "Nothing is known of the provider that should sign people in. Any that follows OpenID Connect can be "
        "used as `custom`, with its issuer.",
        wrong=(
            'system Fleet { user { name: string } auth { provider: gogle oidc { issuer: "https://a.test" '
            'clientId: "a" } } }'
        ),
        right='system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } } }',
    ),
    Row(
        "loom.auth-missing-issuer",
        "Nothing says who issues the tokens by which people are known, and the provider has no issuer of its "
        "own.",
        wrong='system Fleet { user { name: string } auth { provider: okta oidc { clientId: "a" } } }',
        right=(
            'system Fleet { user { name: string } auth { provider: okta oidc { issuer: "https://a.test" '
            'clientId: "a" } } }'
        ),
    ),
    Row(
        "loom.auth-missing-client-id",
        "Nothing says under which id the system is known to those who sign people in.",
        wrong="system Fleet { user { name: string } auth { provider: google } }",
        right='system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } } }',
    ),
    Row(
        "loom.auth-unknown-claim-field",
        "A claim is mapped to a field that the `user` block does not have.",
        wrong=(
            'system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } claims: { '
            'nmae: "given_name" } } }'
        ),
        right=(
            'system Fleet { user { name: string } auth { provider: google oidc { clientId: "a" } claims: { '
            'name: "given_name" } } }'
        ),
    ),
)
