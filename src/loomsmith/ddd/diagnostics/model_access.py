"""Codes of checks on the resolved model: who may do what, and where somebody is signed in."""

from loomsmith.ddd.diagnostics.model_frames import closed, desk, fleet, hosted
from loomsmith.ddd.diagnostics.row import IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.auth-no-user-block",
        "A deployable requires users to sign in, but the system has no `user` block that says "
        "what is known of them.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { enum Size { S, L } } } deployable "
            "back { platform: node contexts: [Depot] auth: required } }"
        ),
        right=fleet(
            "enum Size { S, L }", "deployable back { platform: node contexts: [Depot] auth: required } "
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.stamp-principal-without-auth",
        "A stamp writes who is signed in, on a backend where nobody is. Add `auth: required` to "
        "the deployable, and a `user` block to the system.",
        wrong=hosted("aggregate Van with auditable { miles: int }"),
        right=hosted("aggregate Van with auditable { miles: int }", "platform: node auth: required"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.guard-principal-without-auth",
        "A guard asks who is signed in, on a backend where nobody is. Add `auth: required` to "
        "the deployable, and a `user` block to the system.",
        wrong=hosted(
            "aggregate Van { miles: int operation drive() { requires currentUser.grade > 3 miles := 1 } }"
        ),
        right=hosted(
            "aggregate Van { miles: int operation drive() { requires currentUser.grade > 3 miles := 1 } }",
            "platform: node auth: required",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.context-filter-unsupported",
        "A standing filter cannot be run: it reads who is signed in where nobody is, or elixir "
        "is to filter documents.",
        wrong=hosted("aggregate Van shape: document { sold: bool filter !this.sold }", "platform: elixir"),
        right=hosted("aggregate Van shape: document { sold: bool filter !this.sold }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.auth-ui-unsupported-framework",
        "A deployable asks its ui to let users sign in, but the framework of the ui has no way to do so.",
        wrong=desk(
            'page Start { route: "/" body: Text { "Hello" } }',
            rest=(
                "deployable back { platform: node contexts: [Depot] serves: CarApi auth: "
                "required } deployable app { platform: flutter targets: back ui: Desk { "
                "cars: back } auth: ui } "
            ),
        ),
        right=desk(
            'page Start { route: "/" body: Text { "Hello" } }',
            rest=(
                "deployable back { platform: node contexts: [Depot] serves: CarApi auth: "
                "required } deployable app { platform: react targets: back ui: Desk { cars: "
                "back } auth: ui } "
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.current-user-needs-auth-ui",
        "A page or component shows who is signed in, in a deployable without `auth:`. Add `auth: ui`.",
        wrong=desk(
            'page Start { route: "/" body: Text { currentUser.name } }',
            rest=(
                "deployable back { platform: node contexts: [Depot] serves: CarApi } "
                "deployable app { platform: react targets: back ui: Desk { cars: back } } "
            ),
        ),
        right=desk(
            'page Start { route: "/" body: Text { currentUser.name } }',
            rest=(
                "deployable back { platform: node contexts: [Depot] serves: CarApi auth: "
                "required } deployable app { platform: react targets: back ui: Desk { cars: "
                "back } auth: ui } "
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.default-deny-ungated",
        "All is denied by default, and something that can be called has no `requires`, so nobody "
        "could ever call it. Add the gate: `requires currentUser.admin`.",
        wrong=closed("aggregate Van { miles: int operation reset() { miles := 0 } }"),
        right=closed(
            "aggregate Van { miles: int operation reset() { requires currentUser.grade > 1 miles := 0 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.audit-history-ungated",
        "All is denied by default, and the history of an audited aggregate has no gate. It takes "
        "the gate of the find `all`: declare one with `requires`.",
        wrong=closed(
            "aggregate Van { miles: int operation reset() audited { requires "
            "currentUser.grade > 1 miles := 0 } }"
        ),
        right=closed(
            "aggregate Van { miles: int operation reset() audited { requires "
            "currentUser.grade > 1 miles := 0 } } repository Vans for Van { find all(): Van "
            "paged requires currentUser.grade > 1 }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-mask-unsupported",
        "An aggregate has a masked field, and no backend hosts its context to mask it.",
        wrong=fleet("aggregate Van { price: money mask unless currentUser.grade > 3 }"),
        right=hosted(
            "aggregate Van { price: money mask unless currentUser.grade > 3 }",
            "platform: node auth: required",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-mask-projection-source",
        "A projection reads an aggregate with a masked field, which it would show to everyone. "
        "Read another aggregate, or take the mask away.",
        wrong=hosted(
            "aggregate Van { price: money mask unless currentUser.grade > 3 } projection "
            "Count { n: int from Van as v select n = count }",
            "platform: node auth: required",
        ),
        right=hosted(
            "aggregate Van { price: money } projection Count { n: int from Van as v select n = count }",
            "platform: node auth: required",
        ),
        variants=(IR_ERROR,),
    ),
)
