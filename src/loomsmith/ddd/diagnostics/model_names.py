"""Codes of checks on the resolved model: names that must be unique."""

from loomsmith.ddd.diagnostics.model_frames import depot, fleet
from loomsmith.ddd.diagnostics.row import IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.duplicate-valueobject",
        "Two value objects at the root of the file have one name. The root's value objects are "
        "seen in every context, so each needs a name of its own. Rename one of them.",
        wrong=("valueobject Length { metres: int } valueobject Length { feet: int }"),
        right=("valueobject Length { metres: int } valueobject Height { feet: int }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-enum",
        "Two enums at the root of the file have one name. The root's enums are seen in every "
        "context, so each needs a name of its own. Rename one of them.",
        wrong=("enum Size { S, L } enum Size { Small, Large }"),
        right=("enum Size { S, L }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-system",
        "Two systems of the file have one name. What is generated is named after its system, so "
        "each needs a name of its own. Rename one of them.",
        wrong=("system Fleet { subdomain Cars { } } system Fleet { subdomain Sales { } }"),
        right=("system Fleet { subdomain Cars { } subdomain Sales { } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-context",
        "Two contexts have one name, whatever system or subdomain they stand in. Addresses, "
        "routes and schemas are named after contexts. Rename one of them.",
        wrong=("system Fleet { subdomain Cars { context Depot { } } subdomain Sales { context Depot { } } }"),
        right=("system Fleet { subdomain Cars { context Depot { } } subdomain Sales { context Shop { } } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.valueobject-shadows-root",
        "A context declares a value object under the name of one at the root of the file, or the "
        "root has two of one name. Which of them a type means could not be told at a glance. "
        "Rename one of them.",
        wrong=(
            "valueobject Spot { row: int } "
            + depot("valueobject Spot { lane: int } aggregate Van { spot: Spot }")
        ),
        right=("valueobject Spot { row: int } " + depot("aggregate Van { spot: Spot }")),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.enum-shadows-root",
        "A context declares an enum under the name of one at the root of the file, or the root "
        "has two of one name. Which of them a type means could not be told at a glance. Rename "
        "one of them.",
        wrong=("enum Size { S, L } " + depot("enum Size { Small, Large } aggregate Van { size: Size }")),
        right=("enum Size { S, L } " + depot("aggregate Van { size: Size }")),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-table",
        "Aggregates of one system would be kept in the same database table, since their names "
        "and schemas agree. Give one of the contexts a resource with its own `schema:`, or "
        "rename an aggregate.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { aggregate Van { miles: int } } "
            "context Shop { aggregate Van { price: money } } } }"
        ),
        right=(
            "system Fleet { subdomain Cars { context Depot { aggregate Van { miles: int } } "
            "context Shop { aggregate Offer { price: money } } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unique-valueobject-field",
        "A unique key names a field that holds a value object, which takes several columns. Make "
        "a plain field unique, or move the value that must be unique into one.",
        wrong=depot("valueobject Spot { row: int } aggregate Van { plate: string spot: Spot unique (spot) }"),
        right=depot(
            "valueobject Spot { row: int } aggregate Van { plate: string spot: Spot unique (plate) }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-permission",
        "A subdomain declares a permission more than once. Take the second declaration out.",
        wrong=("system Fleet { subdomain Cars { permissions { drive, drive } context Depot { } } }"),
        right=("system Fleet { subdomain Cars { permissions { drive, sell } context Depot { } } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.user-duplicate-field",
        "The `user` block declares a claim more than once. Take the second declaration out.",
        wrong=("system Fleet { user { id: string id: string } }"),
        right=("system Fleet { user { id: string name: string } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-host-port",
        "Deployables of one system listen on the same port, so they could not run side by side. "
        "Give each its own `port:`.",
        wrong=fleet(
            "enum Size { S, L }",
            "deployable east { platform: node contexts: [Depot] } deployable west { "
            "platform: node contexts: [Depot] } ",
        ),
        right=fleet(
            "enum Size { S, L }",
            "deployable east { platform: node contexts: [Depot] } deployable west { "
            "platform: node contexts: [Depot] port: 3100 } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-service-slug",
        "The names of deployables become the same service name once they are written in lower "
        "case with underscores. Rename one of them.",
        wrong=fleet(
            "enum Size { S, L }",
            "deployable carApi { platform: node contexts: [Depot] } deployable CarApi { "
            "platform: python contexts: [Depot] } ",
        ),
        right=fleet(
            "enum Size { S, L }",
            "deployable carApi { platform: node contexts: [Depot] } deployable salesApi { "
            "platform: python contexts: [Depot] } ",
        ),
        variants=(IR_ERROR,),
    ),
)
