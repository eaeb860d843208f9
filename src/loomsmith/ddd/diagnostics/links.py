"""Codes of the linker and of the checks on names."""

from loomsmith.ddd.diagnostics.row import LINK_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.linking-error",
        "A reference names nothing of the wanted kind that can be seen from where it stands. Aggregates, "
        "value objects, enums and contexts are seen from everywhere; events and payloads only inside their "
        "own context; parts only inside their own aggregate. Correct the name, or declare what it names.",
        wrong="context Berths { aggregate Ferry { size: Sise } enum Size { Big, Small } }",
        right="context Berths { aggregate Ferry { size: Size } enum Size { Big, Small } }",
        variants=(LINK_ERROR,),
    ),
    Row(
        "loom.unknown-name",
        "A name in an expression is declared and bound nowhere in the source. It is most likely misspelt; "
        "correct it, or declare what it names.",
        wrong="context Depot { aggregate Van { miles: int derived far: bool = mils > 9 } }",
        right="context Depot { aggregate Van { miles: int derived far: bool = miles > 9 } }",
    ),
    Row(
        "loom.unknown-member",
        "A value has no member of this name. Members are looked up on the record that the value is known to "
        "be, those it inherits included; correct the name, or declare the member.",
        wrong=(
            "context Depot { valueobject Spot { row: int } aggregate Van { spot: Spot derived r: int = "
            "spot.rwo } }"
        ),
        right=(
            "context Depot { valueobject Spot { row: int } aggregate Van { spot: Spot derived r: int = "
            "spot.row } }"
        ),
    ),
    Row(
        "loom.slot-member-access",
        "A slot has no members. It holds a piece of a page that its component places; give the component a "
        "parameter of another type for data.",
        wrong="component Frame(inner: slot) { body: Text { inner.width } }",
        right="component Frame(inner: slot) { body: Stack { inner } }",
    ),
    Row(
        "loom.duplicate-context-type",
        "Two types of one context have the same name. Aggregates, value objects, events and enums share "
        "their names, so that a type reference has one meaning; rename one.",
        wrong="context Depot { enum Size { S } valueobject Size { n: int } }",
        right="context Depot { enum Size { S } valueobject Extent { n: int } }",
    ),
    Row(
        "loom.duplicate-field",
        "Two fields of a record have the same name. Properties, derived values and contained parts share "
        "their names; rename one.",
        wrong="context Depot { aggregate Van { miles: int derived miles: int = 3 } }",
        right="context Depot { aggregate Van { miles: int derived range: int = 3 } }",
    ),
    Row(
        "loom.duplicate-enum-value",
        "An enum lists a value twice; the second adds nothing.",
        wrong="enum Size { Small, Large, Small }",
        right="enum Size { Small, Large }",
    ),
    Row(
        "loom.duplicate-parameter",
        "Two parameters have the same name, so that the body could read only one of them.",
        wrong="context Depot { aggregate Van { operation go(n: int, n: int) { } } }",
        right="context Depot { aggregate Van { operation go(n: int, times: int) { } } }",
    ),
    Row(
        "loom.duplicate-handler",
        "Two handlers of one context have the same name. Command handlers, query handlers and the `handle` "
        "members of workflows are called by name; rename one.",
        wrong="context Town { extern commandHandler paint(); extern queryHandler paint(): int; }",
        right="context Town { extern commandHandler paint(); extern queryHandler coats(): int; }",
    ),
    Row(
        "loom.duplicate-entity-part",
        "Two parts of an aggregate have the same name; rename one.",
        wrong="context Depot { aggregate Van { entity Seat { n: int } entity Seat { m: int } } }",
        right="context Depot { aggregate Van { entity Seat { n: int } entity Bench { m: int } } }",
    ),
    Row(
        "loom.payload-name-conflict",
        "A payload has the name of another payload, a value object or an event of its context. Payloads are "
        "named where types are; rename it.",
        wrong="context Depot { event Sold { n: int } response Sold { n: int } }",
        right="context Depot { event Sold { n: int } response SoldView { n: int } }",
    ),
    Row(
        "loom.payload-duplicate-field",
        "Two fields of a payload have the same name; rename one.",
        wrong="context Depot { response Shelf { size: int, size: int } }",
        right="context Depot { response Shelf { size: int, depth: int } }",
    ),
    Row(
        "loom.ambiguous-part-ref",
        "A reference to a part fits parts of several aggregates. Part names are only unique within their "
        "aggregate; rename one of the parts.",
        wrong=(
            "context Depot { aggregate Van { entity Seat { n: int } } aggregate Bus { entity Seat { n: "
            "int } } aggregate Trip { seat: Seat id } }"
        ),
        right=(
            "context Depot { aggregate Van { entity Seat { n: int } } aggregate Bus { entity Bench { n: "
            "int } } aggregate Trip { seat: Seat id } }"
        ),
    ),
    Row(
        "loom.duplicate-ui",
        "Two uis of a system have the same name; rename one.",
        wrong="system Depot { ui Shop { } ui Shop { } }",
        right="system Depot { ui Shop { } ui Desk { } }",
    ),
    Row(
        "loom.duplicate-api",
        "Two apis of a system have the same name; rename one.",
        wrong=(
            "system Depot { subdomain Sales { } subdomain Stock { } api Web from Sales api Web from Stock }"
        ),
        right=(
            "system Depot { subdomain Sales { } subdomain Stock { } api Web from Sales api Depot from Stock }"
        ),
    ),
    Row(
        "loom.duplicate-storage",
        "Two storages of a system have the same name; rename one.",
        wrong="system Depot { storage db { type: postgres } storage db { type: redis } }",
        right="system Depot { storage db { type: postgres } storage cache { type: redis } }",
    ),
    Row(
        "loom.duplicate-resource",
        "Two resources of a system have the same name; rename one.",
        wrong=(
            "system Market { context Stall { aggregate Crate { label: string } } storage db { type: "
            "postgres } resource rows { for: Stall, kind: state, use: db } resource rows { for: Stall, "
            "kind: replica, use: db } }"
        ),
        right=(
            "system Market { context Stall { aggregate Crate { label: string } } storage db { type: "
            "postgres } resource rows { for: Stall, kind: state, use: db } resource copies { for: Stall, "
            "kind: replica, use: db } }"
        ),
    ),
)
