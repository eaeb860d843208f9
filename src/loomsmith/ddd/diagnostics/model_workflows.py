"""Codes of checks on the resolved model: workflows."""

from loomsmith.ddd.diagnostics.model_frames import depot, driven, fleet, waiting
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.duplicate-workflow",
        "A context declares a workflow more than once. Rename one of them.",
        wrong=depot(
            "aggregate Van { miles: int } workflow Travel { create(n: int) { let v = "
            "Van.create({ miles: n }) } } workflow Travel { create(n: int) { let v = "
            "Van.create({ miles: n }) } }"
        ),
        right=depot(
            "aggregate Van { miles: int } workflow Travel { create(n: int) { let v = "
            "Van.create({ miles: n }) } } workflow Return { create(n: int) { let v = "
            "Van.create({ miles: n }) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-name-collision",
        "A workflow has the name of an aggregate, a value object, an enum, an event or a "
        "repository that the context sees. Rename the workflow.",
        wrong=depot(
            "aggregate Van { miles: int } workflow Travel { create(n: int) { let v = "
            "Van.create({ miles: n }) } } workflow Van { create(n: int) { let v = "
            "Van.create({ miles: n }) } }"
        ),
        right=depot(
            "aggregate Van { miles: int } workflow Travel { create(n: int) { let v = "
            "Van.create({ miles: n }) } } workflow Return { create(n: int) { let v = "
            "Van.create({ miles: n }) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-function-uses-state",
        "A function of a workflow reads the state of the workflow. Functions get what they need "
        "as parameters. Pass the value.",
        wrong=depot(
            "aggregate Van { miles: int } workflow Travel { van: Van id legs: int function "
            "twice(): int = legs * 2 create(van: Van id) { legs := 1 } }"
        ),
        right=depot(
            "aggregate Van { miles: int } workflow Travel { van: Van id legs: int function "
            "twice(n: int): int = n * 2 create(van: Van id) { legs := 1 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.canonical-create-duplicate-workflow",
        "A workflow has more than one create without a name. Name all but one.",
        wrong=depot(
            "aggregate Van { miles: int } workflow Travel { create (n: int) { let v = "
            "Van.create({ miles: n }) } create (m: int) { let w = Van.create({ miles: m }) } "
            "}"
        ),
        right=depot(
            "aggregate Van { miles: int } workflow Travel { create (n: int) { let v = "
            "Van.create({ miles: n }) } create back(m: int) { let w = Van.create({ miles: m "
            "}) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.create-name-conflict-workflow",
        "Creates of a workflow have one name. Rename one of them.",
        wrong=depot(
            "aggregate Van { miles: int } workflow Travel { create out(n: int) { let v = "
            "Van.create({ miles: n }) } create out(m: int) { let w = Van.create({ miles: m "
            "}) } }"
        ),
        right=depot(
            "aggregate Van { miles: int } workflow Travel { create out(n: int) { let v = "
            "Van.create({ miles: n }) } create back(m: int) { let w = Van.create({ miles: m "
            "}) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.event-create-overlap-workflow",
        "One event triggers several creates of a workflow, so that each would start an instance "
        "of its own. Keep one of them.",
        wrong=waiting(
            "van: Van id n: int create(b: Booked) by b.van { n := 1 } create more(b: Booked) "
            "by b.van { n := 2 }"
        ),
        right=waiting("van: Van id n: int create(b: Booked) by b.van { n := 1 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-correlation-required",
        "A workflow takes events, but has no state field of an id type by which the instance "
        "that waits for an event is found. Add one: `order: Order id`.",
        wrong=waiting("n: int on(b: Booked) { n := 1 }"),
        right=waiting("van: Van id n: int on(b: Booked) { n := 1 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.correlation-field-ambiguous",
        "A workflow takes events and has several state fields of id types, so that it cannot be "
        "told which of them finds the instance. Keep one, and store the others as `guid`.",
        wrong=waiting("van: Van id driver: Driver id n: int on(b: Booked) { n := 1 }"),
        right=waiting("van: Van id driver: guid n: int on(b: Booked) { n := 1 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.correlation-type-mismatch",
        "The expression behind `by` is not an id of the aggregate by which the workflow is "
        "found. Give the field of the event that holds that id.",
        wrong=waiting("van: Van id n: int on(b: Booked) by b.driver { n := 1 }"),
        right=waiting("van: Van id n: int on(b: Booked) by b.van { n := 1 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.correlation-uninferrable",
        "An event has no field named like the state field by which the workflow is found, and no "
        "`by` says which one finds it. Add `by event.field`.",
        wrong=waiting("booked: Van id n: int on(b: Booked) { n := 1 }"),
        right=waiting("booked: Van id n: int on(b: Booked) by b.van { n := 1 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.reactor-event-uncarried",
        "A workflow waits for an event that no channel carries, so it never arrives. Add the "
        "event to a channel: `channel L { carries: E }`.",
        wrong=waiting("van: Van id n: int on(b: Booked) { n := 1 }", ""),
        right=waiting("van: Van id n: int on(b: Booked) { n := 1 }"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.reactor-channel-ambiguous",
        "Several channels of the context carry an event that a workflow waits for, so it arrives "
        "more than once. Let one channel carry it.",
        wrong=waiting(
            "van: Van id n: int on(b: Booked) { n := 1 }",
            "channel Gate { carries: Booked } channel Door { carries: Booked }",
        ),
        right=waiting("van: Van id n: int on(b: Booked) { n := 1 }"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.transactional-no-effect",
        "A workflow is transactional, but its main body changes nothing. Take the word away, or "
        "move the change into the body.",
        wrong=driven("let v = Vans.getById(van)", workflow="transactional ", create="van: Van id"),
        right=driven("let v = Vans.getById(van) v.drive(3)", workflow="transactional ", create="van: Van id"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.workflow-unknown-name",
        "A condition of a workflow is a name that nothing declares. Correct the name, or pass "
        "the value as a parameter.",
        wrong=driven("precondition fine let v = Van.create({ miles: n })"),
        right=driven("precondition n > 0 let v = Van.create({ miles: n })"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-emit-unknown-event",
        "A workflow emits an event that its context does not declare. Events are private to "
        "their context. Declare it there.",
        wrong=("context Office { event Paid { n: int } } " + driven("emit Paid { n: n }")),
        right=driven("emit Paid { n: n }", "event Paid { n: int } "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-emit-missing-field",
        "A workflow emits an event without a value for each of its fields. Add the value.",
        wrong=driven("emit Gone { n: n }", "event Gone { n: int, at: datetime } "),
        right=driven("emit Gone { n: n, at: now() }", "event Gone { n: int, at: datetime } "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-emit-unknown-field",
        "A workflow emits an event with a value for a field that the event does not have. "
        "Correct the name or take it out.",
        wrong=driven("emit Gone { n: n, driver: 1 }", "event Gone { n: int } "),
        right=driven("emit Gone { n: n }", "event Gone { n: int } "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-create-missing-field",
        "A workflow creates an aggregate without a value for a field that must be given: one "
        "without `?` and without default. Add the value.",
        wrong=driven("let v = Van.create({ })"),
        right=driven("let v = Van.create({ miles: n })"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-create-unknown-field",
        "A workflow creates an aggregate with a value for something that a create does not take: "
        "a field that is not there, or one that is managed. Take it out.",
        wrong=driven("let v = Van.create({ miles: n, colour: 3 })"),
        right=driven("let v = Van.create({ miles: n })"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unknown-repository-method",
        "A workflow loads by a find that the repository does not have. Correct the name, or "
        "declare the find.",
        wrong=driven("let v = Vans.nearest(n)"),
        right=driven("let v = Vans.getById(van)", create="van: Van id"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-currentuser-find",
        "A workflow loads by a find that filters by the current user. A workflow may run when "
        "nobody is there. Use another find.",
        wrong=fleet(
            "aggregate Van { owner: string } repository Vans for Van { find mine(): Van "
            "where this.owner == currentUser.id } workflow Travel { create(n: int) { let v = "
            "Vans.mine() } }"
        ),
        right=fleet(
            "aggregate Van { owner: string } repository Vans for Van { find owned(o: "
            "string): Van where this.owner == o } workflow Travel { create(o: string) { let "
            "v = Vans.owned(o) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-load-array-unsupported",
        "A workflow loads by a find that returns a list. Run a retrieval or a criterion, and "
        "loop over what it finds.",
        wrong=depot(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van[] "
            "where this.miles > n } workflow Travel { create(n: int) { let v = Vans.far(n) } "
            "}"
        ),
        right=depot(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van "
            "where this.miles > n } workflow Travel { create(n: int) { let v = Vans.far(n) } "
            "}"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-load-nullable-unsupported",
        "A workflow loads by a find that may return nothing. Branch over a criterion instead: "
        "`if let x = R.find(C(...)) { ... }`.",
        wrong=depot(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van? "
            "where this.miles > n } workflow Travel { create(n: int) { let v = Vans.far(n) } "
            "}"
        ),
        right=depot(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van "
            "where this.miles > n } workflow Travel { create(n: int) { let v = Vans.far(n) } "
            "}"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-unknown-criterion",
        "A workflow searches by a criterion that the context does not declare. Correct the name, "
        "or declare the criterion.",
        wrong=driven(
            "let vs = Vans.findAll(Fra(n), page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.findAll(Far(n), page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-criterion-mismatch",
        "A workflow searches one aggregate by a criterion of another. Use a criterion of the "
        "aggregate of the repository.",
        wrong=driven(
            "let vs = Vans.findAll(Named, page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.findAll(Far(n), page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-criterion-arity",
        "A workflow gives a criterion more or fewer arguments than it has parameters.",
        wrong=driven(
            "let vs = Vans.findAll(Far, page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.findAll(Far(n), page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-no-page",
        "A workflow runs over everything that a criterion finds. Say how much at a time: `page: { ... }`.",
        wrong=driven(
            "let vs = Vans.findAll(Far(n))",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.findAll(Far(n), page: { offset: 0, limit: 5 })",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.workflow-run-unknown-retrieval",
        "A workflow runs a retrieval that the context does not declare. Correct the name, or "
        "declare the retrieval.",
        wrong=driven(
            "let vs = Vans.run(Odl(n))",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.run(Old(n))",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-run-retrieval-mismatch",
        "A workflow runs a retrieval of one aggregate on the repository of another. Use the "
        "repository of that aggregate.",
        wrong=driven(
            "let vs = Vans.run(All())",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.run(Old(n))",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-foreach-source",
        "A workflow loops over something else than what it has found. Bind a run of a retrieval "
        "or a criterion with `let`, and loop over that.",
        wrong=driven(
            "let vs = n for v in vs { v.drive(1) }",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.run(Old(n)) for v in vs { v.drive(1) }",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-foreach-unknown-binding",
        "In a loop or a branch an operation is called on a name that nothing was loaded or "
        "created under. Load it first.",
        wrong=driven(
            "let vs = Vans.run(Old(n)) for v in vs { w.drive(1) }",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "let vs = Vans.run(Old(n)) for v in vs { v.drive(1) }",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.iflet-bad-source",
        "A branch asks for something else than one thing found by a criterion. Write `if let x = "
        "R.find(C(...))`.",
        wrong=driven(
            "if let v = Vans.run(Old(n)) { v.drive(1) }",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        right=driven(
            "if let v = Vans.find(Far(n)) { v.drive(1) }",
            'criterion Far(n: int) of Van = miles > n criterion Named of Driver = name != "" '
            "retrieval Old(n: int) of Van { where: this.miles > n } retrieval All of Driver "
            '{ where: this.name != "" } aggregate Driver { name: string } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unknown-binding",
        "A workflow calls an operation on a name that nothing was loaded or created under. Load it first.",
        wrong=driven("v.drive(1)", create="van: Van id"),
        right=driven("let v = Vans.getById(van) v.drive(1)", create="van: Van id"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unknown-operation",
        "A workflow calls an operation that the aggregate does not have. Correct the name, or "
        "declare the operation.",
        wrong=driven("let v = Vans.getById(van) v.fly(1)", create="van: Van id"),
        right=driven("let v = Vans.getById(van) v.drive(1)", create="van: Van id"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-private-operation",
        "A workflow calls a private operation. Only the aggregate itself may. Make it public, or "
        "call another one.",
        wrong=depot(
            "aggregate Van { miles: int private operation drive() { miles := miles + 1 } } "
            "repository Vans for Van { } workflow Travel { create(van: Van id) { let v = "
            "Vans.getById(van) v.drive() } }"
        ),
        right=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } "
            "repository Vans for Van { } workflow Travel { create(van: Van id) { let v = "
            "Vans.getById(van) v.drive() } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-eventsourced-assign",
        "An event-sourced workflow assigns its own state. The state is made from its events. "
        "Emit an event, and assign in the `apply` of it.",
        wrong=depot(
            "event Gone { van: Van id } aggregate Van { miles: int } workflow Travel "
            "eventSourced { van: Van id n: int create(van: Van id) { n := 1 } apply(g: Gone) "
            "{ n := 1 } }"
        ),
        right=depot(
            "event Gone { van: Van id } aggregate Van { miles: int } workflow Travel "
            "eventSourced { van: Van id n: int create(van: Van id) { emit Gone { van: van } "
            "} apply(g: Gone) { n := 1 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unrecognised-statement",
        "A statement of a workflow has none of the forms that a workflow knows: load, create, "
        "call an operation, emit, loop, branch, assign own state, use a resource or a service.",
        wrong=depot(
            "valueobject Leg { n: int } aggregate Van { miles: int } workflow Travel { van: "
            "Van id leg: Leg create(van: Van id) { leg.n := 1 } }"
        ),
        right=depot(
            "valueobject Leg { n: int } aggregate Van { miles: int } workflow Travel { van: "
            "Van id leg: Leg create(van: Van id) { leg := Leg { n: 1 } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-verb-invalid",
        "A resource is asked for something that its kind cannot do. See which verbs the kind "
        "has, or use another resource.",
        wrong=fleet(
            "aggregate Van { name: string } workflow Keep { create(name: string) { "
            "files.shrink(name) let v = Van.create({ name: name }) } }",
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        right=fleet(
            "aggregate Van { name: string } workflow Keep { create(name: string) { "
            "files.put(name, name) let v = Van.create({ name: name }) } }",
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-op-in-transaction",
        "A transactional workflow uses a resource. What it does there cannot be taken back with "
        "the transaction. Do it in a workflow that starts on an event.",
        wrong=fleet(
            "aggregate Van { name: string } workflow Keep transactional { create(name: "
            "string) { files.put(name, name) let v = Van.create({ name: name }) } }",
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        right=fleet(
            "aggregate Van { name: string } workflow Keep { create(name: string) { "
            "files.put(name, name) let v = Van.create({ name: name }) } }",
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        variants=(IR_ERROR,),
    ),
)
