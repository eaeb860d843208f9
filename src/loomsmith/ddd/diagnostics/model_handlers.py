"""Codes of checks on the resolved model: handlers, routes, domain services, uses of resources."""

from loomsmith.ddd.diagnostics.model_frames import depot, fleet
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.handler-param-reserved-id",
        "A handler has a parameter named `id`. Say whose id it is: `orderId: Order id`.",
        wrong=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } aggregate "
            "Driver { trips: int operation go() { trips := trips + 1 } } repository Vans for "
            "Van { } repository Drivers for Driver { } queryHandler One(id: Van id): Van { "
            "let v = Vans.getById(id) return v }"
        ),
        right=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } aggregate "
            "Driver { trips: int operation go() { trips := trips + 1 } } repository Vans for "
            "Van { } repository Drivers for Driver { } queryHandler One(van: Van id): Van { "
            "let v = Vans.getById(van) return v }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.query-handler-saves",
        "A query handler changes something. Queries may be repeated at will. Make it a command handler.",
        wrong=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } aggregate "
            "Driver { trips: int operation go() { trips := trips + 1 } } repository Vans for "
            "Van { } repository Drivers for Driver { } queryHandler One(van: Van id): Van { "
            "let v = Vans.getById(van) v.drive() return v }"
        ),
        right=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } aggregate "
            "Driver { trips: int operation go() { trips := trips + 1 } } repository Vans for "
            "Van { } repository Drivers for Driver { } queryHandler One(van: Van id): Van { "
            "let v = Vans.getById(van) return v }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.command-handler-multi-aggregate",
        "A command handler touches several aggregates. One command changes one aggregate in one "
        "transaction. Emit an event, and let a workflow do the rest.",
        wrong=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } aggregate "
            "Driver { trips: int operation go() { trips := trips + 1 } } repository Vans for "
            "Van { } repository Drivers for Driver { } commandHandler Go(van: Van id, "
            "driver: Driver id) { let v = Vans.getById(van) let d = Drivers.getById(driver) "
            "v.drive() d.go() }"
        ),
        right=depot(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } aggregate "
            "Driver { trips: int operation go() { trips := trips + 1 } } repository Vans for "
            "Van { } repository Drivers for Driver { } commandHandler Go(van: Van id) { let "
            "v = Vans.getById(van) v.drive() }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.route-handler-unresolved",
        "A route leads to a handler that its context does not have. Declare the handler, or use "
        "`scaffoldHandlers` on the context.",
        wrong=fleet(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } "
            "repository Vans for Van { } commandHandler Drive(van: Van id) { let v = "
            "Vans.getById(van) v.drive() }",
            'api CarApi from Cars { route POST "/vans/drive" -> Depot.Dirve } ',
        ),
        right=fleet(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } "
            "repository Vans for Van { } commandHandler Drive(van: Van id) { let v = "
            "Vans.getById(van) v.drive() }",
            'api CarApi from Cars { route POST "/vans/drive" -> Depot.Drive } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.read-context-repo-write",
        "A GET route leads to a handler that changes something. Clients and caches repeat GET "
        "requests. Use POST, PUT, PATCH or DELETE.",
        wrong=fleet(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } "
            "repository Vans for Van { } commandHandler Drive(van: Van id) { let v = "
            "Vans.getById(van) v.drive() }",
            'api CarApi from Cars { route GET "/vans/drive" -> Depot.Drive } ',
        ),
        right=fleet(
            "aggregate Van { miles: int operation drive() { miles := miles + 1 } } "
            "repository Vans for Van { } commandHandler Drive(van: Van id) { let v = "
            "Vans.getById(van) v.drive() }",
            'api CarApi from Cars { route POST "/vans/drive" -> Depot.Drive } ',
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-emit",
        "A domain service emits an event. Events are emitted by the aggregate that changes. Let "
        "an operation emit it.",
        wrong=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { emit Rated { n: 1 } return 1 } }"
        ),
        right=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { return v.miles + d.years } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-mutation",
        "A domain service assigns something. Aggregates change by their own operations. Call one.",
        wrong=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { v.miles := 3 return 1 } }"
        ),
        right=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { return v.miles + d.years } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-repo-write",
        "A domain service writes through a repository. What is loaded is saved by the workflow "
        "or handler that loaded it. Take the call out.",
        wrong=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { Vans.save(v) return 1 } }"
        ),
        right=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { return v.miles + d.years } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-workflow-start",
        "A domain service starts a workflow. Start it from a handler, or by an event.",
        wrong=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { Sell.start(v) return 1 } }"
        ),
        right=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { return v.miles + d.years } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-single-aggregate",
        "Every operation of a domain service works on one aggregate alone. Such operations "
        "belong into the aggregate.",
        wrong=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van): int "
            "{ return v.miles } }"
        ),
        right=depot(
            "event Rated { n: int } aggregate Van { miles: int } aggregate Driver { years: "
            "int } repository Vans for Van { } workflow Sell { create(n: int) { let v = "
            "Van.create({ miles: n }) } } domainService Match { operation rate(v: Van, d: "
            "Driver): int { return v.miles + d.years } }"
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.domain-service-infra-call-from-aggregate",
        "An aggregate calls a domain service that reads repositories or changes other "
        "aggregates. An aggregate knows itself alone. Call the service from a workflow or a "
        "handler, and pass the result.",
        wrong=depot(
            "aggregate Driver { years: int } repository Drivers for Driver { } domainService "
            "Match { operation rate(d: Driver id, n: int): int { let driver = "
            "Drivers.getById(d) return driver.years + n } } aggregate Van { miles: int "
            "driver: Driver id operation tune() { miles := Match.rate(driver, 1) } }"
        ),
        right=depot(
            "aggregate Driver { years: int } repository Drivers for Driver { } domainService "
            "Match { operation rate(d: Driver id, n: int): int { return n * 2 } } aggregate "
            "Van { miles: int driver: Driver id operation tune() { miles := "
            "Match.rate(driver, 1) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-op-outside-workflow",
        "A rule or an operation of the model uses a resource. The model does not reach outside. "
        "Use the resource in a workflow, a handler or a service.",
        wrong=fleet(
            "aggregate Van { name: string operation keep() { files.put(name, name) } } "
            "repository Vans for Van { } commandHandler Keep(van: Van id) { let v = "
            'Vans.getById(van) v.keep() files.put("kept", "yes") }',
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        right=fleet(
            'aggregate Van { name: string operation keep() { name := "kept" } } repository '
            "Vans for Van { } commandHandler Keep(van: Van id) { let v = Vans.getById(van) "
            'v.keep() files.put("kept", "yes") }',
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        variants=(IR_ERROR,),
    ),
)
