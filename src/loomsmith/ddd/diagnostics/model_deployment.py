"""Codes of checks on the resolved model: what deployables keep and what their platforms can do."""

from loomsmith.ddd.diagnostics.model_frames import fleet, hosted, remote, stored
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.persistence-mode-unsupported",
        "A backend hosts an aggregate and lists no resource that keeps it. Add a resource for "
        "the context (kind `state`, or `eventLog` for an event-sourced aggregate) and name it in "
        "`dataSources:`.",
        wrong=fleet(
            "aggregate Van { miles: int }", "deployable back { platform: python contexts: [Depot] } "
        ),
        right=hosted("aggregate Van { miles: int }", "platform: python"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datasource-unused",
        "A deployable lists a resource that nothing it hosts needs.",
        wrong=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "resource trail { for: Depot kind: eventLog use: db } deployable back { "
            "platform: node contexts: [Depot] dataSources: [rows, trail] } ",
        ),
        right=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "resource trail { for: Depot kind: eventLog use: db } deployable back { "
            "platform: node contexts: [Depot] dataSources: [rows] } ",
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.datasource-knob-unwired",
        "A setting of a resource has no effect yet. Leave it out, so that nobody relies on it.",
        wrong=fleet(
            "enum Size { S, L }",
            "storage fast { type: redis } resource hot { for: Depot kind: cache use: fast ttl: 30 } ",
        ),
        right=fleet(
            "enum Size { S, L }",
            "storage fast { type: redis } resource hot { for: Depot kind: cache use: fast } ",
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.file-field-needs-object-storage",
        "A backend hosts an aggregate with a File field, and lists no resource of kind "
        "`objectStore` to keep the files.",
        wrong=fleet(
            "aggregate Van { photo: File }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore "
            "use: disk } deployable back { platform: node contexts: [Depot] dataSources: "
            "[rows] } ",
        ),
        right=fleet(
            "aggregate Van { photo: File }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore "
            "use: disk } deployable back { platform: node contexts: [Depot] dataSources: "
            "[rows, files] } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.vanilla-document-unsupported",
        "A document kept by elixir has an operation or a find that is more than reads, "
        "arithmetic and comparisons of plain values.",
        wrong=hosted(
            "aggregate Van shape: document { tags: string[] n: int operation mark(t: string) { tags += t } }",
            "platform: elixir",
        ),
        right=hosted(
            "aggregate Van shape: document { tags: string[] n: int operation mark(t: string) "
            "{ n := n + 1 } }",
            "platform: elixir",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.vanilla-op-call-position",
        "On elixir an operation calls a sibling operation in the middle of something. It can "
        "only return what the sibling gives.",
        wrong=hosted(
            "error Full { n: int } aggregate Van { n: int operation take(): Van or Full { "
            "return Full { n: n } } operation two(): Van or Full { let r = take() return r } "
            "}",
            "platform: elixir serves: CarApi",
            rest="api CarApi from Cars { httpStatus Full -> 409 } ",
        ),
        right=hosted(
            "error Full { n: int } aggregate Van { n: int operation take(): Van or Full { "
            "return Full { n: n } } operation two(): Van or Full { return take() } }",
            "platform: elixir serves: CarApi",
            rest="api CarApi from Cars { httpStatus Full -> 409 } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.java-workflow-instance-field-unsupported",
        "On java a workflow whose instances can be read holds an entity. Hold its id.",
        wrong=hosted(
            "aggregate Van { miles: int } workflow Travel { van: Van id best: Van "
            "create(van: Van id) { van := van } }",
            "platform: java",
        ),
        right=hosted(
            "aggregate Van { miles: int } workflow Travel { van: Van id best: string "
            "create(van: Van id) { van := van } }",
            "platform: java",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.java-projection-field-unsupported",
        "On java a projection holds an entity. Hold its id, or its values.",
        wrong=hosted(
            "aggregate Van { miles: int contains seats: Seat[] entity Seat { row: int } } "
            "projection Shown { from Van as v }",
            "platform: java",
        ),
        right=hosted(
            "aggregate Van { miles: int contains seats: Seat[] entity Seat { row: int } } "
            "projection Shown { miles: int from Van as v select miles = v.miles }",
            "platform: java",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.filter-bypass-unknown-capability",
        "An `ignoring` names a capability that the aggregate does not carry.",
        wrong=hosted(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van? "
            "where this.miles > n ignoring softDeletable }",
            resource="index: [Van.miles] ",
        ),
        right=hosted(
            "aggregate Van with softDeletable { miles: int } repository Vans for Van { find "
            "far(n: int): Van? where this.miles > n ignoring softDeletable }",
            resource="index: [Van.miles] ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.filter-bypass-no-filter",
        "An `ignoring` names a capability that brings no filter, so there is nothing to ignore.",
        wrong=hosted(
            "aggregate Van with versioned { miles: int } repository Vans for Van { find "
            "far(n: int): Van? where this.miles > n ignoring versioned }",
            resource="index: [Van.miles] ",
        ),
        right=hosted(
            "aggregate Van with softDeletable { miles: int } repository Vans for Van { find "
            "far(n: int): Van? where this.miles > n ignoring softDeletable }",
            resource="index: [Van.miles] ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.dapper-unsupported",
        "The persistence adapter dapper cannot do something that a hosted context asks for. Use "
        "efcore, or do without.",
        wrong=(
            'migration "first" { Van.miles -> distance } '
            + hosted("aggregate Van { distance: int }", "platform: dotnet { persistence: dapper }")
        ),
        right=(
            'migration "first" { Van.miles -> distance } '
            + hosted("aggregate Van { distance: int }", "platform: dotnet")
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.mikroorm-unsupported",
        "The persistence adapter mikroorm cannot do something that a hosted context asks for. "
        "Use drizzle, or do without.",
        wrong=(
            'migration "first" { Van.miles -> distance } '
            + hosted("aggregate Van { distance: int }", "platform: node { persistence: mikroorm }")
        ),
        right=(
            'migration "first" { Van.miles -> distance } '
            + hosted("aggregate Van { distance: int }", "platform: node")
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-predicate-unsupported",
        "The persistence adapter mikroorm runs comparisons, plain columns, negation and logic; a "
        "filter is more. Use drizzle, or filter by less.",
        wrong=hosted(
            "aggregate Stop { name: string } aggregate Van { stops: Stop id[] } repository "
            "Vans for Van { find via(s: Stop id): Van? where this.stops.contains(s) }",
            "platform: node { persistence: mikroorm }",
            "index: [Van.stops] ",
        ),
        right=hosted(
            "aggregate Stop { name: string } aggregate Van { stops: Stop id[] } repository "
            "Vans for Van { find via(s: Stop id): Van? where this.stops.contains(s) }",
            "platform: node",
            "index: [Van.stops] ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-missing-capability",
        "The storage behind a resource lacks something that the code asks of it. Use another storage.",
        wrong=fleet(
            "aggregate Van { name: string } workflow Keep { create(name: string) { let u = "
            "files.signedUrl(name) let v = Van.create({ name: name }) } }",
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        right=fleet(
            "aggregate Van { name: string } workflow Keep { create(name: string) { let u = "
            "files.get(name) let v = Van.create({ name: name }) } }",
            "storage disk { type: localDisk } resource files { for: Depot kind: objectStore use: disk } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.config-key-unknown",
        "The config of a storage or resource has a key that its storage type does not know.",
        wrong=stored('bucket: "vans", colour: "red"'),
        right=stored('bucket: "vans"'),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.config-key-type",
        "A config key has a value of another type than it takes.",
        wrong=stored("bucket: 12"),
        right=stored('bucket: "vans"'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.config-key-required",
        "A storage lacks a config key that its type cannot do without.",
        wrong=stored('region: "north"'),
        right=stored('bucket: "vans", region: "north"'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-index-non-state",
        "A resource of another kind than `state` asks for indexes. They are made in the tables "
        "of aggregates.",
        wrong=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: eventLog use: db "
            "index: [Van.miles] } ",
        ),
        right=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db "
            "index: [Van.miles] } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-index-unknown-entity",
        "An index is asked for on something that is no aggregate or part of the context.",
        wrong=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db "
            "index: [Car.miles] } ",
        ),
        right=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db "
            "index: [Van.miles] } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-index-unknown-column",
        "An index is asked for on a field that is not there.",
        wrong=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db "
            "index: [Van.miels] } ",
        ),
        right=fleet(
            "aggregate Van { miles: int }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db "
            "index: [Van.miles] } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-api-unserved",
        "A resource uses an api that no backend serves. Add the api to `serves:` of one.",
        wrong=remote(""),
        right=remote(
            "deployable back { platform: node contexts: [Depot] dataSources: [vans] serves: "
            "CarApi } deployable shop { platform: node contexts: [Shop] dataSources: [deals, "
            "cars] port: 3100 } "
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-api-ambiguous-server",
        "A resource uses an api that several backends serve, so it is not clear which one is called.",
        wrong=remote(
            "deployable back { platform: node contexts: [Depot] dataSources: [vans] serves: "
            "CarApi } deployable shop { platform: node contexts: [Shop] dataSources: [deals, "
            "cars] port: 3100 } deployable more { platform: python contexts: [Depot] "
            "dataSources: [vans] serves: CarApi } "
        ),
        right=remote(
            "deployable back { platform: node contexts: [Depot] dataSources: [vans] serves: "
            "CarApi } deployable shop { platform: node contexts: [Shop] dataSources: [deals, "
            "cars] port: 3100 } "
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-api-self-call",
        "A deployable lists a resource that uses an api which it serves itself. Call the code directly.",
        wrong=remote(
            "deployable back { platform: node contexts: [Depot, Shop] dataSources: [vans, "
            "deals, cars] serves: CarApi } "
        ),
        right=remote(
            "deployable back { platform: node contexts: [Depot] dataSources: [vans] serves: "
            "CarApi } deployable shop { platform: node contexts: [Shop] dataSources: [deals, "
            "cars] port: 3100 } "
        ),
        variants=(IR_ERROR,),
    ),
)
