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
        wrong="create(a: int) { } create(b: int) { }",
        right="create(a: int) { } create lease(b: int) { }",
    ),
    Row(
        "loom.canonical-destroy-conflict",
        "An aggregate has more than one `destroy` without a name.",
        wrong="destroy { } destroy { }",
        right="destroy { } destroy scrap { }",
    ),
    Row(
        "loom.create-name-conflict",
        "Two creates of an aggregate have the same name.",
        wrong="create lease(a: int) { } create lease(b: int) { }",
        right="create lease(a: int) { } create buy(b: int) { }",
    ),
    Row(
        "loom.destroy-name-conflict",
        "Two destroys of an aggregate have the same name.",
        wrong="destroy scrap { } destroy scrap { }",
        right="destroy scrap { } destroy sell { }",
    ),
    Row(
        "loom.audited-no-commands",
        "An aggregate is `audited` and has nothing that could be recorded: no public operation, "
        "create or destroy.",
        wrong="aggregate Van audited { miles: int }",
        right="aggregate Van audited { miles: int operation drive() { miles := 1 } }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.derived-display-not-string",
        "`derived display` is no string. It is the text by which an aggregate is shown in lists and links.",
        wrong="derived display: int = miles",
        right="derived display: string = string(miles)",
    ),
    Row(
        "loom.derived-inspect-not-string",
        "`derived inspect` is no string. It is the text by which an aggregate is shown to its developers.",
        wrong="derived inspect: int = miles",
        right="derived inspect: string = string(miles)",
    ),
    Row(
        "loom.derived-display-duplicate",
        "An aggregate says twice how it is shown.",
    ),
    Row(
        "loom.derived-inspect-duplicate",
        "An aggregate says twice how it is shown to its developers.",
    ),
    Row(
        "loom.reserved-derived-on-vo",
        "A value object has a derived value named `display` or `inspect`. These names say how an "
        "aggregate is shown; make it a plain property, or choose another name.",
        wrong='valueobject Spot { derived display: string = "x" }',
        right="valueobject Spot { display: string }",
    ),
    Row(
        "loom.token-nullable",
        "A token is optional. It is compared at every write to notice concurrent changes, and has to "
        "be there.",
        wrong="version: int? token",
        right="version: int token",
    ),
    Row(
        "loom.provenanced-never-written",
        "A provenanced property is never assigned by bare name in the aggregate, and nothing outside "
        "is allowed to. There is then no origin to keep.",
        wrong="acres: int provenanced",
        right="acres: int provenanced operation survey(n: int) { acres := n }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.unique-on-event-sourced",
        "A `unique` stands on an aggregate that has no table of its own: it is kept as events, as a "
        "document, or inside another.",
        wrong="aggregate Van persistedAs: eventLog { plate: string unique (plate) }",
        right="aggregate Van { plate: string unique (plate) }",
    ),
    Row(
        "loom.unique-duplicate-column",
        "A `unique` lists a property twice.",
        wrong="unique (plate, plate)",
        right="unique (plate)",
    ),
    Row(
        "loom.unique-unknown-field",
        "A `unique` lists something that is no property of the aggregate.",
        wrong="unique (plaque)",
        right="unique (plate)",
    ),
    Row(
        "loom.unique-collection-field",
        "A `unique` lists a list.",
        wrong="tags: string[] unique (tags)",
        right="tag: string unique (tag)",
    ),
    Row(
        "loom.applier-on-non-event-sourced",
        "An aggregate that keeps no events has an `apply`. Events are applied only where they are "
        "what is kept.",
        wrong="aggregate Cow { apply(e: Milked) { } }",
        right="aggregate Cow persistedAs: eventLog { apply(e: Milked) { } }",
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.event-sourced-multiple-creates",
        "An aggregate that is kept as events has more than one create. Its history begins in one way.",
        wrong="create() { } create bought(n: int) { }",
        right="create() { }",
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.duplicate-applier",
        "An event is applied in more than one place.",
        wrong="apply(e: Milked) { } apply(f: Milked) { }",
        right="apply(e: Milked) { }",
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.event-sourced-command-mutation",
        "An operation, create or destroy of an aggregate that is kept as events assigns. What it "
        "assigns would be forgotten; emit an event, and assign in its `apply`.",
        wrong="operation milk(n: int) { litres := n }",
        right="operation milk(n: int) { emit Milked { litres: n } } apply(e: Milked) { litres := e.litres }",
    ),
    Row(
        "loom.emitted-event-no-applier",
        "An aggregate that is kept as events emits one that it does not apply.",
        wrong="operation sell() { emit Sold { price: 1 } }",
        right="operation sell() { emit Sold { price: 1 } } apply(e: Sold) { price := e.price }",
    ),
    Row(
        "loom.applier-impure",
        "An `apply` does something else than assign. It runs again whenever the events are read.",
        wrong="apply(e: Milked) { emit Milked { litres: 1 } }",
        right="apply(e: Milked) { litres := e.litres }",
    ),
    Row(
        "loom.on-duplicate-subscription",
        "A workflow reacts to an event in more than one place. The order in which they run is not "
        "fixed; join them.",
        wrong="on(e: Docked) { } on(f: Docked) { }",
        right="on(e: Docked) { }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.workflow-applier-on-non-event-sourced",
        "A workflow that is not `eventSourced` has an `apply`.",
        wrong="workflow Mooring { apply(e: Docked) { } }",
        right="workflow Mooring eventSourced { apply(e: Docked) { } }",
    ),
    Row(
        "loom.workflow-duplicate-applier",
        "A workflow applies an event in more than one place.",
        wrong="apply(e: Docked) { } apply(f: Docked) { }",
        right="apply(e: Docked) { }",
    ),
    Row(
        "loom.workflow-event-sourced-mutation",
        "An `on` or `handle` of an event-sourced workflow assigns. What it assigns would be "
        "forgotten; emit an event, and assign in its `apply`.",
        wrong="on(e: Docked) { pier := 3 }",
        right="apply(e: Docked) { pier := e.pier }",
    ),
    Row(
        "loom.workflow-emitted-event-no-applier",
        "An event-sourced workflow emits an event that it does not apply.",
    ),
    Row(
        "loom.transactional-with-continuations",
        "A transactional workflow has an `on` or a `handle`. It runs within one transaction and "
        "cannot wait for anything.",
        wrong="workflow Mooring transactional { handle shift(n: int) { } }",
        right="workflow Mooring { handle shift(n: int) { } }",
    ),
    Row(
        "loom.extends-self",
        "An aggregate extends itself.",
        wrong="abstract aggregate Van extends Van { }",
        right="abstract aggregate Van { }",
    ),
    Row(
        "loom.extends-non-abstract",
        "An aggregate extends one that is not abstract.",
        wrong="aggregate Car { } aggregate Van extends Car { }",
        right="abstract aggregate Car { } aggregate Van extends Car { }",
    ),
    Row(
        "loom.extends-cycle",
        "Aggregates extend each other in a circle.",
        wrong="abstract aggregate A extends B { } abstract aggregate B extends A { }",
        right="abstract aggregate A { } abstract aggregate B extends A { }",
    ),
    Row(
        "loom.inheritance-modifier-misplaced",
        "`inheritanceUsing` stands on an aggregate that neither is abstract nor extends another.",
        wrong="aggregate Van inheritanceUsing: ownTable { }",
        right="abstract aggregate Van inheritanceUsing: ownTable { }",
    ),
    Row(
        "loom.abstract-aggregate-behavior",
        "An abstract aggregate has an operation, create or destroy. It has no instances; its subtypes"
        " have behaviour.",
        wrong="abstract aggregate Car { operation go() { } }",
        right="abstract aggregate Car { } aggregate Van extends Car { operation go() { } }",
    ),
    Row(
        "loom.es-tph-forced-own-table",
        "A subtype that is kept as events or as a document extends a base whose subtypes share a "
        "table. It cannot lie there; give it a table of its own.",
        wrong="aggregate Van extends Car shape: document { }",
        right="aggregate Van extends Car shape: document inheritanceUsing: ownTable { }",
    ),
    Row(
        "loom.tph-own-override-unsupported",
        "A subtype asks for a table of its own while its base keeps all subtypes in one.",
        wrong="abstract aggregate Car { } aggregate Van extends Car inheritanceUsing: ownTable { }",
        right="abstract aggregate Car inheritanceUsing: ownTable { } aggregate Van extends Car { }",
    ),
    Row(
        "loom.abstract-repository",
        "A repository is declared for an abstract aggregate. Its subtypes have repositories.",
        wrong="repository Cars for Car { }",
        right="repository Vans for Van { }",
    ),
    Row(
        "loom.polymorphic-id-ref-unsupported",
        "An id refers to an abstract aggregate whose subtypes lie in tables of their own, so that no "
        "key can point to it.",
        wrong="car: Car id",
        right="van: Van id",
    ),
    Row(
        "loom.polymorphic-id-ref-mixed-strategy",
        "An id refers to an abstract aggregate of whose subtypes some lie in a table of their own, so"
        " that no key can point to all of them.",
        wrong="car: Car id",
        right="van: Van id",
    ),
)
