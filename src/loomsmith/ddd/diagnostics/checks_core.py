"""Codes of the checks on the structure of a model."""

from loomsmith.ddd.diagnostics.row import AST_ERROR, AST_WARNING, IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.validator-check-crashed",
        "A check failed while it looked at this model; the other checks have run. This is a defect of the "
        "toolkit and not of the model: please report it together with the model.",
    ),
    Row(
        "loom.canonical-create-conflict",
        "An aggregate has more than one `create` without a name.",
        wrong="context Depot { aggregate Van { create(a: int) { } create(b: int) { } } }",
        right="context Depot { aggregate Van { create(a: int) { } create lease(b: int) { } } }",
    ),
    Row(
        "loom.canonical-destroy-conflict",
        "An aggregate has more than one `destroy` without a name.",
        wrong="context Depot { aggregate Van { destroy { } destroy { } } }",
        right="context Depot { aggregate Van { destroy { } destroy scrap { } } }",
    ),
    Row(
        "loom.create-name-conflict",
        "Two creates of an aggregate have the same name; rename one.",
        wrong="context Depot { aggregate Van { create lease(a: int) { } create lease(b: int) { } } }",
        right="context Depot { aggregate Van { create lease(a: int) { } create buy(b: int) { } } }",
    ),
    Row(
        "loom.destroy-name-conflict",
        "Two destroys of an aggregate have the same name; rename one.",
        wrong="context Depot { aggregate Van { destroy scrap { } destroy scrap { } } }",
        right="context Depot { aggregate Van { destroy scrap { } destroy sell { } } }",
    ),
    Row(
        "loom.audited-no-commands",
        "An aggregate is `audited` and has nothing that could be recorded: no public operation, create or "
        "destroy.",
        wrong="context Depot { aggregate Van audited { miles: int } }",
        right="context Depot { aggregate Van audited { miles: int operation drive() { miles := 1 } } }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.derived-display-not-string",
        "`derived display` is no string. It is the text by which an aggregate is shown in lists and links.",
        wrong="context Depot { aggregate Van { miles: int derived display: int = miles } }",
        right="context Depot { aggregate Van { miles: int derived display: string = string(miles) } }",
    ),
    Row(
        "loom.derived-inspect-not-string",
        "`derived inspect` is no string. It is the text by which an aggregate is shown to its developers.",
        wrong="context Depot { aggregate Van { miles: int derived inspect: int = miles } }",
        right="context Depot { aggregate Van { miles: int derived inspect: string = string(miles) } }",
    ),
    Row(
        "loom.derived-display-duplicate",
        "An aggregate says twice how it is shown; keep one.",
        wrong=(
            "context Depot { aggregate Van { plate: string derived display: string = plate derived "
            'display: string = "van" } }'
        ),
        right="context Depot { aggregate Van { plate: string derived display: string = plate } }",
    ),
    Row(
        "loom.derived-inspect-duplicate",
        "An aggregate says twice how it is shown to its developers; keep one.",
        wrong=(
            "context Depot { aggregate Van { plate: string derived inspect: string = plate derived "
            'inspect: string = "van" } }'
        ),
        right="context Depot { aggregate Van { plate: string derived inspect: string = plate } }",
    ),
    Row(
        "loom.reserved-derived-on-vo",
        "A value object has a derived value named `display` or `inspect`. These names say how an aggregate "
        "is shown; make it a plain property, or choose another name.",
        wrong='valueobject Spot { derived display: string = "x" }',
        right="valueobject Spot { display: string }",
    ),
    Row(
        "loom.token-nullable",
        "A token is optional. It is compared at every write to notice concurrent changes, and has to be "
        "there.",
        wrong=(
            "context Depot { event Sold { price: int } aggregate Cow persistedAs: eventLog { price: int "
            "version: int? token } }"
        ),
        right=(
            "context Depot { event Sold { price: int } aggregate Cow persistedAs: eventLog { price: int "
            "version: int token } }"
        ),
    ),
    Row(
        "loom.provenanced-never-written",
        "A provenanced property is never assigned by bare name in the aggregate, and nothing outside is "
        "allowed to. There is then no origin to keep.",
        wrong="context Depot { aggregate Van { acres: int provenanced } }",
        right=(
            "context Depot { aggregate Van { acres: int provenanced operation survey(n: int) { acres := n "
            "} } }"
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.unique-on-event-sourced",
        "A `unique` stands on an aggregate that has no table of its own: it is kept as events, as a "
        "document, or inside another.",
        wrong="context Depot { aggregate Van persistedAs: eventLog { plate: string unique (plate) } }",
        right="context Depot { aggregate Van { plate: string unique (plate) } }",
    ),
    Row(
        "loom.unique-duplicate-column",
        "A `unique` lists a property twice; once is enough.",
        wrong="context Depot { aggregate Van { plate: string unique (plate, plate) } }",
        right="context Depot { aggregate Van { plate: string unique (plate) } }",
    ),
    Row(
        "loom.unique-unknown-field",
        "A `unique` lists something that is no property of the aggregate.",
        wrong="context Depot { aggregate Van { plate: string unique (plaque) } }",
        right="context Depot { aggregate Van { plate: string unique (plate) } }",
    ),
    Row(
        "loom.unique-collection-field",
        "A `unique` lists a list, and lists cannot be compared in a table.",
        wrong="context Depot { aggregate Van { tags: string[] unique (tags) } }",
        right="context Depot { aggregate Van { tag: string unique (tag) } }",
    ),
    Row(
        "loom.applier-on-non-event-sourced",
        "An aggregate that keeps no events has an `apply`. Events are applied only where they are what is "
        "kept.",
        wrong="context Depot { event Milked { litres: int } aggregate Cow { apply(e: Milked) { } } }",
        right=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { apply(e: "
            "Milked) { } } }"
        ),
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.event-sourced-multiple-creates",
        "An aggregate that is kept as events has more than one create. Its history begins in one way.",
        wrong=(
            "context Depot { event Sold { price: int } aggregate Cow persistedAs: eventLog { price: int "
            "create() { } create bought(n: int) { } } }"
        ),
        right=(
            "context Depot { event Sold { price: int } aggregate Cow persistedAs: eventLog { price: int "
            "create() { } } }"
        ),
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.duplicate-applier",
        "An event is applied in more than one place; join them.",
        wrong=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { litres: "
            "int apply(e: Milked) { } apply(f: Milked) { } } }"
        ),
        right=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { litres: "
            "int apply(e: Milked) { } } }"
        ),
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.event-sourced-command-mutation",
        "An operation, create or destroy of an aggregate that is kept as events assigns. What it assigns "
        "would be forgotten; emit an event, and assign in its `apply`.",
        wrong=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { litres: "
            "int operation milk(n: int) { litres := n } } }"
        ),
        right=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { litres: "
            "int operation milk(n: int) { emit Milked { litres: n } } apply(e: Milked) { litres := "
            "e.litres } } }"
        ),
    ),
    Row(
        "loom.emitted-event-no-applier",
        "An aggregate that is kept as events emits one that it does not apply.",
        wrong=(
            "context Depot { event Sold { price: int } aggregate Cow persistedAs: eventLog { price: int "
            "operation sell() { emit Sold { price: 1 } } } }"
        ),
        right=(
            "context Depot { event Sold { price: int } aggregate Cow persistedAs: eventLog { price: int "
            "operation sell() { emit Sold { price: 1 } } apply(e: Sold) { price := e.price } } }"
        ),
    ),
    Row(
        "loom.applier-impure",
        "An `apply` does something else than assign. It runs again whenever the events are read.",
        wrong=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { litres: "
            "int apply(e: Milked) { emit Milked { litres: 1 } } } }"
        ),
        right=(
            "context Depot { event Milked { litres: int } aggregate Cow persistedAs: eventLog { litres: "
            "int apply(e: Milked) { litres := e.litres } } }"
        ),
    ),
    Row(
        "loom.on-duplicate-subscription",
        "A workflow reacts to an event in more than one place. The order in which they run is not fixed; "
        "join them.",
        wrong=(
            "context Ferry { event Docked { pier: int } workflow Mooring { pier: int on(e: Docked) { } "
            "on(f: Docked) { } } }"
        ),
        right="context Ferry { event Docked { pier: int } workflow Mooring { pier: int on(e: Docked) { } } }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.workflow-applier-on-non-event-sourced",
        "A workflow that is not `eventSourced` has an `apply`.",
        wrong="context Ferry { event Docked { pier: int } workflow Mooring { apply(e: Docked) { } } }",
        right=(
            "context Ferry { event Docked { pier: int } workflow Mooring eventSourced { apply(e: Docked) "
            "{ } } }"
        ),
    ),
    Row(
        "loom.workflow-duplicate-applier",
        "A workflow applies an event in more than one place.",
        wrong=(
            "context Ferry { event Docked { pier: int } workflow Mooring eventSourced { pier: int "
            "apply(e: Docked) { } apply(f: Docked) { } } }"
        ),
        right=(
            "context Ferry { event Docked { pier: int } workflow Mooring eventSourced { pier: int "
            "apply(e: Docked) { } } }"
        ),
    ),
    Row(
        "loom.workflow-event-sourced-mutation",
        "An `on` or `handle` of an event-sourced workflow assigns. What it assigns would be forgotten; emit "
        "an event, and assign in its `apply`.",
        wrong=(
            "context Ferry { event Docked { pier: int } workflow Mooring eventSourced { pier: int on(e: "
            "Docked) { pier := 3 } } }"
        ),
        right=(
            "context Ferry { event Docked { pier: int } workflow Mooring eventSourced { pier: int "
            "apply(e: Docked) { pier := e.pier } } }"
        ),
    ),
    Row(
        "loom.workflow-emitted-event-no-applier",
        "An event-sourced workflow emits an event that it does not apply.",
        wrong=(
            "context Ferry { event Left { pier: int } workflow Mooring eventSourced { handle leave(n: "
            "int) { emit Left { pier: n } } } }"
        ),
        right=(
            "context Ferry { event Left { pier: int } workflow Mooring eventSourced { pier: int handle "
            "leave(n: int) { emit Left { pier: n } } apply(e: Left) { pier := e.pier } } }"
        ),
    ),
    Row(
        "loom.transactional-with-continuations",
        "A transactional workflow has an `on` or a `handle`. It runs within one transaction and cannot wait "
        "for anything.",
        wrong="context Depot { workflow Mooring transactional { handle shift(n: int) { } } }",
        right="context Depot { workflow Mooring { handle shift(n: int) { } } }",
    ),
    Row(
        "loom.extends-self",
        "An aggregate extends itself; name another one, or nothing.",
        wrong="context Depot { abstract aggregate Van extends Van { } }",
        right="context Depot { abstract aggregate Van { } }",
    ),
    Row(
        "loom.extends-non-abstract",
        "An aggregate extends one that is not abstract. Make the base abstract, or share a value object.",
        wrong="context Depot { aggregate Car { } aggregate Van extends Car { } }",
        right="context Depot { abstract aggregate Car { } aggregate Van extends Car { } }",
    ),
    Row(
        "loom.extends-cycle",
        "Aggregates extend each other in a circle, so that none of them is the base.",
        wrong="context Depot { abstract aggregate A extends B { } abstract aggregate B extends A { } }",
        right="context Depot { abstract aggregate A { } abstract aggregate B extends A { } }",
    ),
    Row(
        "loom.inheritance-modifier-misplaced",
        "`inheritanceUsing` stands on an aggregate that neither is abstract nor extends another.",
        wrong="context Depot { aggregate Van inheritanceUsing: ownTable { } }",
        right="context Depot { abstract aggregate Van inheritanceUsing: ownTable { } }",
    ),
    Row(
        "loom.abstract-aggregate-behavior",
        "An abstract aggregate has an operation, create or destroy. It has no instances; its subtypes have "
        "behaviour.",
        wrong="context Depot { abstract aggregate Car { operation go() { } } }",
        right="context Depot { abstract aggregate Car { } aggregate Van extends Car { operation go() { } } }",
    ),
    Row(
        "loom.es-tph-forced-own-table",
        "A subtype that is kept as events or as a document extends a base whose subtypes share a table. It "
        "cannot lie there; give it a table of its own.",
        wrong=(
            "context Depot { abstract aggregate Car { plate: string } aggregate Van extends Car shape: "
            "document { } }"
        ),
        right=(
            "context Depot { abstract aggregate Car { plate: string } aggregate Van extends Car shape: "
            "document inheritanceUsing: ownTable { } }"
        ),
    ),
    Row(
        "loom.tph-own-override-unsupported",
        "A subtype asks for a table of its own while its base keeps all subtypes in one.",
        wrong=(
            "context Depot { abstract aggregate Car { } aggregate Van extends Car inheritanceUsing: "
            "ownTable { } }"
        ),
        right=(
            "context Depot { abstract aggregate Car inheritanceUsing: ownTable { } aggregate Van extends "
            "Car { } }"
        ),
    ),
    Row(
        "loom.abstract-repository",
        "A repository is declared for an abstract aggregate. Its subtypes have repositories.",
        wrong=(
            "context Depot { abstract aggregate Car { } aggregate Van extends Car { } repository Cars for "
            "Car { } }"
        ),
        right=(
            "context Depot { abstract aggregate Car { } aggregate Van extends Car { } repository Vans for "
            "Van { } }"
        ),
    ),
    Row(
        "loom.polymorphic-id-ref-unsupported",
        "An id refers to an abstract aggregate whose subtypes lie in tables of their own, so that no key "
        "can point to it.",
        wrong=(
            "context Depot { abstract aggregate Car inheritanceUsing: ownTable { plate: string } "
            "aggregate Van extends Car { miles: int } aggregate Trip { car: Car id } }"
        ),
        right=(
            "context Depot { abstract aggregate Car inheritanceUsing: ownTable { plate: string } "
            "aggregate Van extends Car { miles: int } aggregate Trip { van: Van id } }"
        ),
    ),
    Row(
        "loom.polymorphic-id-ref-mixed-strategy",
        "An id refers to an abstract aggregate of whose subtypes some lie in a table of their own, so that "
        "no key can point to all of them.",
        wrong=(
            "context Depot { abstract aggregate Car { plate: string } aggregate Bus extends Car "
            "inheritanceUsing: ownTable shape: document { miles: int } aggregate Van extends Car { miles: "
            "int } aggregate Trip { car: Car id } }"
        ),
        right=(
            "context Depot { abstract aggregate Car { plate: string } aggregate Bus extends Car "
            "inheritanceUsing: ownTable shape: document { miles: int } aggregate Van extends Car { miles: "
            "int } aggregate Trip { van: Van id } }"
        ),
    ),
)
