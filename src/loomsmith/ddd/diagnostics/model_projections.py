"""Codes of checks on the resolved model: projections."""

from loomsmith.ddd.diagnostics.model_frames import depot, viewed
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.projection-key-unknown",
        "A projection is keyed by a field that it does not declare. Declare the field, or correct the name.",
        wrong=viewed(
            "Trips keyed by vna { van: Van id sum: int on(m: Moved) by m.van { sum := sum + m.miles } }"
        ),
        right=viewed(
            "Trips keyed by van { van: Van id sum: int on(m: Moved) by m.van { sum := sum + m.miles } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-key-not-id",
        "A projection is keyed by a field that is of no id type. Rows are found by the id of "
        "what they are about.",
        wrong=viewed(
            "Trips keyed by name { name: string sum: int on(m: Moved) by m.van { sum := sum + m.miles } }"
        ),
        right=viewed(
            "Trips keyed by van { van: Van id sum: int on(m: Moved) by m.van { sum := sum + m.miles } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-duplicate-on",
        "A projection folds an event more than once. Keep one `on`.",
        wrong=viewed(
            "Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } "
            "on(n: Moved) { sum := 0 } }"
        ),
        right=viewed("Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-event-unkeyed",
        "An event that a projection folds has no field named like the key, and no `by` says "
        "which one it is. Add `by event.field`.",
        wrong=viewed("Trips keyed by car { car: Van id sum: int on(m: Moved) { sum := sum + m.miles } }"),
        right=viewed(
            "Trips keyed by car { car: Van id sum: int on(m: Moved) by m.van { sum := sum + m.miles } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-fold-impure",
        "A fold of a projection does more than assign. Folds run again when a projection is "
        "rebuilt. Only assign in them.",
        wrong=viewed(
            "Trips keyed by van { van: Van id sum: int on(m: Moved) { precondition m.miles > "
            "0 sum := sum + m.miles } }"
        ),
        right=viewed("Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-event-uncarried",
        "A projection folds an event that no channel carries, so it never arrives. Add the event "
        "to a channel.",
        wrong=depot(
            "event Moved { van: Van id, miles: int } aggregate Van { label: string } "
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum "
            "+ m.miles } }"
        ),
        right=viewed("Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } }"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.projection-query-and-fold-invalid",
        "A projection reads from a source and folds events. It does one or the other. Make two projections.",
        wrong=viewed(
            "Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } "
            "from Van as v select sum = count }"
        ),
        right=viewed("Trips { sum: int from Van as v select sum = count }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-fields-without-select",
        "A projection declares fields but selects no values for them. Add `select field = ...`.",
        wrong=viewed("Labels { label: string from Van as v }"),
        right=viewed("Labels { label: string from Van as v select label = v.label }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-shorthand-nonaggregate",
        "A projection shows a workflow or another projection as it is. Only an aggregate can be "
        "shown so. Declare fields and select their values.",
        wrong=viewed(
            "Copy { from Trips as t }",
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } } ",
        ),
        right=viewed(
            "Copy { sum: int from Trips as t select sum = t.sum }",
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-missing",
        "Some selects of a projection are totals over many rows and some are values of one row. "
        "Group by the latter.",
        wrong=viewed("Labels { label: string n: int from Van as v select label = v.label, n = count }"),
        right=viewed(
            "Labels { label: string n: int from Van as v group by v.label select label = v.label, n = count }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-aggregate-arg-not-columnar",
        "A total is taken over something that is no column. Write a column with the alias of its "
        "source: `sum(o.amount)`.",
        wrong=viewed("Total { sum: int from Van as v select sum = sum(v.miles + 1) }"),
        right=viewed("Total { sum: int from Van as v select sum = sum(v.miles) }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-select-unresolved",
        "A select names something that is not there, or calls something that no database knows.",
        wrong=viewed("Total { sum: int from Van as v select sum = sum }"),
        right=viewed("Total { sum: int from Van as v select sum = sum(v.miles) }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-source-invalid",
        "A grouped projection has no source, or reads from a workflow or a projection. Groups "
        "are made of the rows of an aggregate.",
        wrong=viewed(
            "Legs { legs: int n: int from Travel as t group by t.legs select legs = t.legs, n = count }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        right=viewed(
            "Labels { label: string n: int from Van as v group by v.label select label = v.label, n = count }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-keyed-invalid",
        "A grouped projection is keyed. Its rows are the groups. Take `keyed by` out.",
        wrong=depot(
            "aggregate Driver { name: string } aggregate Van { label: string driver: Driver "
            "id } projection Driven keyed by driver { driver: Driver id n: int from Van as v "
            "group by v.driver select driver = v.driver, n = count }"
        ),
        right=depot(
            "aggregate Driver { name: string } aggregate Van { label: string driver: Driver "
            "id } projection Driven { driver: Driver id n: int from Van as v group by "
            "v.driver select driver = v.driver, n = count }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-join-invalid",
        "A grouped projection joins another aggregate. Group without the join.",
        wrong=depot(
            "aggregate Driver { name: string } aggregate Van { label: string driver: Driver "
            "id } projection Driven { label: string n: int from Van as v join Driver as d on "
            "v.driver group by v.label select label = v.label, n = count }"
        ),
        right=depot(
            "aggregate Driver { name: string } aggregate Van { label: string driver: Driver "
            "id } projection Driven { label: string n: int from Van as v group by v.label "
            "select label = v.label, n = count }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-no-aggregate",
        "A grouped projection has no total. Add one: `count()`, `sum(o.x)`.",
        wrong=depot(
            "aggregate Driver { name: string } aggregate Van { label: string driver: Driver "
            "id } projection Labels { label: string from Van as v group by v.label select "
            "label = v.label }"
        ),
        right=depot(
            "aggregate Driver { name: string } aggregate Van { label: string driver: Driver "
            "id } projection Labels { label: string from Van as v select label = v.label }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-key-not-columnar",
        "A projection groups by something that is neither a column nor the day of a time.",
        wrong=viewed("Tens { n: int from Van as v group by v.miles + 1 select n = count }"),
        right=viewed("Tens { n: int from Van as v group by v.miles select n = count }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-select-not-grouped",
        "A select of a grouped projection is neither a total nor one of the columns that it "
        "groups by. Group by it, or take a total.",
        wrong=viewed(
            "Labels { miles: int n: int from Van as v group by v.label select miles = v.miles, n = count }"
        ),
        right=viewed(
            "Labels { label: string n: int from Van as v group by v.label select label = v.label, n = count }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-not-observable",
        "A projection reads from a workflow whose instances cannot be told apart: it has no "
        "state field of an id type. Add one.",
        wrong=viewed(
            "Starts { n: int from Travel as t select n = count }",
            'workflow Travel { create(n: int) { let v = Van.create({ label: "x", miles: n }) } } ',
        ),
        right=viewed(
            "Starts { n: int from Travel as t select n = count }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-eventsourced-invalid",
        "A projection reads from an event-sourced workflow, whose instances are kept as events. "
        "Fold the events instead.",
        wrong=viewed(
            "Legs { legs: int from Travel as t select legs = t.legs }",
            "workflow Travel eventSourced { van: Van id legs: int create(van: Van id) { emit "
            "Moved { van: van, miles: 0 } } apply(m: Moved) { legs := 1 } } ",
        ),
        right=viewed(
            "Legs { legs: int from Travel as t select legs = t.legs }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-join-invalid",
        "A projection of a workflow joins an aggregate. Take the join out.",
        wrong=viewed(
            "Legs { label: string from Travel as t join Van as v on t.van select label = v.label }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        right=viewed(
            "Legs { legs: int from Travel as t select legs = t.legs }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-ignoring-no-effect",
        "A projection of a workflow ignores standing filters, of which there are none. Take `ignoring` out.",
        wrong=viewed(
            "Legs { legs: int from Travel as t ignoring * select legs = t.legs }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        right=viewed(
            "Legs { legs: int from Travel as t select legs = t.legs }",
            "workflow Travel { van: Van id legs: int create(van: Van id) { legs := 1 } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-self",
        "A projection reads from itself. Read from an aggregate, a workflow or another projection.",
        wrong=viewed("Trips { sum: int from Trips as t select sum = t.sum }"),
        right=viewed("Trips { sum: int from Van as v select sum = sum(v.miles) }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-not-materialized",
        "A projection reads from one that is computed when it is read. Read from what that one reads from.",
        wrong=viewed(
            "Second { label: string from First as f select label = f.label }",
            "projection First { label: string from Van as v select label = v.label } ",
        ),
        right=viewed("Second { label: string from Van as v select label = v.label }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-join-invalid",
        "A projection of a projection joins an aggregate. Take the join out.",
        wrong=viewed(
            "Copy { label: string from Trips as t join Van as v on t.van select label = v.label }",
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } } ",
        ),
        right=viewed(
            "Copy { sum: int from Trips as t select sum = t.sum }",
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-ignoring-no-effect",
        "A projection of a projection ignores standing filters, of which there are none. Take "
        "`ignoring` out.",
        wrong=viewed(
            "Copy { sum: int from Trips as t ignoring * select sum = t.sum }",
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } } ",
        ),
        right=viewed(
            "Copy { sum: int from Trips as t select sum = t.sum }",
            "projection Trips keyed by van { van: Van id sum: int on(m: Moved) { sum := sum + m.miles } } ",
        ),
        variants=(IR_ERROR,),
    ),
)
