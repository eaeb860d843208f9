"""Codes of checks on the resolved model: what pages and components show and do."""

from loomsmith.ddd.diagnostics.model_frames import desk, start
from loomsmith.ddd.diagnostics.row import IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.unknown-page-element",
        "A page or component calls something that is no page element, no component, no value "
        "object and no action. Correct the name; the primitives are listed by "
        "`loom_list_primitives`.",
        wrong=start("gauge(12)"),
        right=start('Text { "12" }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.slot-outside-component",
        "A page has a `Slot`. It marks the place of what a component is given. Write the content "
        "out, or make a component.",
        wrong=start("Stack { Slot { } }"),
        right=start('Stack { Text { "Hello" } }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.sub-primitive-misplaced",
        "A `Tab` stands elsewhere than directly in `Tabs`, or a `Column` elsewhere than directly "
        "in a `Table` or `DataGrid`.",
        wrong=start('Stack { Tab { "First", Text { "Hello" } } }'),
        right=start('Tabs { Tab { "First", Text { "Hello" } } }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.frontend-collection-op-unsupported",
        "A page uses an operation on lists that does not run in a ui. Read what it gives from a "
        "projection or a find.",
        wrong=start("Text { ns.count }", "state { ns: int[] = [] }"),
        right=start("Text { n }", "state { n: int = 0 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.effect-in-lambda",
        "A lambda of a page or component has an effect. Give it a name: declare an action, and name that.",
        wrong=start('Button { "Go", onClick: e => navigate("/vans") }'),
        right=start('Button { "Go", onClick: go }', 'action go() { navigate("/vans") }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unresolved-action-ref",
        "A callback or a call in an action names something that is no action, no function and no "
        "handle of the ui. Correct the name, or declare the action.",
        wrong=start('Button { "Go", onClick: og }', 'action go() { navigate("/vans") }'),
        right=start('Button { "Go", onClick: go }', 'action go() { navigate("/vans") }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.method-call-unresolved-receiver",
        "A page calls a method of something that it does not know: no parameter, state, store or "
        "handle. Declare an `api` parameter, or correct the name.",
        wrong=start("Text { wind.speed() }"),
        right=start("Text { wind.toUpper() }", 'state { wind: string = "" }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.missing-effect-marker",
        "An action calls something that changes data without awaiting it. Write `match await "
        "call(...) { ... }`, so that the answer is looked at.",
        wrong=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { cars.Van.load(3) }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        right=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load(3) { Van v => '
            'm := "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.action-op-has-params",
        "An `Action` element runs an operation that has parameters, for which it has no place. "
        "Use `OperationForm`.",
        wrong=desk(
            'page Show(van: Van) { route: "/vans/:id" body: Action { van.load } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
        ),
        right=desk(
            'page Show(van: Van) { route: "/vans/:id" body: Action { van.clear } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.action-payload-mismatch",
        "An action named by a form or a table takes another number of parameters than it is "
        "given: a form gives its values (nothing with `into:`), a table the row.",
        wrong=start(
            "CreateForm { of: Van, onSubmit: saved }",
            "state { n: int = 0 } action saved() { n := 1 }",
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
        ),
        right=start(
            "CreateForm { of: Van, onSubmit: saved }",
            "state { n: int = 0 } action saved(van: Van) { n := 1 }",
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.instance-effect-needs-route-id",
        "A page runs an operation of one thing, and its route does not say which. Give it a "
        "route with a parameter: `/things/:id`.",
        wrong=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load(3) { Van v => '
            'm := "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/",
        ),
        right=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load(3) { Van v => '
            'm := "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-await-arg-mismatch",
        "An awaited operation is given too many or too few arguments.",
        wrong=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load() { Van v => m '
            ':= "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        right=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load(3) { Van v => '
            'm := "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-await-arg-type",
        "An awaited operation is given a literal of another kind than its parameter.",
        wrong=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load("three") { Van '
            'v => m := "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        right=start(
            'Button { "Go", onClick: go }',
            'state { m: string = "" } action go() { match await cars.Van.load(3) { Van v => '
            'm := "in" Full f => m := "full" } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "/:id",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datagrid-selection-not-state",
        "The `selection:` of a DataGrid is not the name of a state field of its page or component.",
        wrong=start('DataGrid { rows: [], selection: picked, Column { "Miles", r => r.miles } }'),
        right=start(
            'DataGrid { rows: [], selection: picked, Column { "Miles", r => r.miles } }',
            "state { picked: string[] = [] }",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datagrid-selection-not-array",
        "The state field behind the `selection:` of a DataGrid is not of type `string[]`.",
        wrong=start(
            'DataGrid { rows: [], selection: picked, Column { "Miles", r => r.miles } }',
            'state { picked: string = "" }',
        ),
        right=start(
            'DataGrid { rows: [], selection: picked, Column { "Miles", r => r.miles } }',
            "state { picked: string[] = [] }",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-kind-invalid",
        'The `kind:` of a Chart is neither "line" nor "bar".',
        wrong=start(
            'Chart { kind: "pie", of: cars.ByLabel, x: r => r.label, y: r => r.n }',
            members=(
                "aggregate Van { label: string miles: int } projection ByLabel { label: "
                "string n: int from Van as v group by v.label select label = v.label, n = "
                "count } projection Total { n: int from Van as v select n = count }"
            ),
        ),
        right=start(
            'Chart { kind: "bar", of: cars.ByLabel, x: r => r.label, y: r => r.n }',
            members=(
                "aggregate Van { label: string miles: int } projection ByLabel { label: "
                "string n: int from Van as v group by v.label select label = v.label, n = "
                "count } projection Total { n: int from Van as v select n = count }"
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-of-not-grouped",
        "A Chart is not of a grouped projection that the ui can read through one of its apis.",
        wrong=start(
            'Chart { kind: "bar", of: cars.Total, x: r => r.n, y: r => r.n }',
            members=(
                "aggregate Van { label: string miles: int } projection ByLabel { label: "
                "string n: int from Van as v group by v.label select label = v.label, n = "
                "count } projection Total { n: int from Van as v select n = count }"
            ),
        ),
        right=start(
            'Chart { kind: "bar", of: cars.ByLabel, x: r => r.label, y: r => r.n }',
            members=(
                "aggregate Van { label: string miles: int } projection ByLabel { label: "
                "string n: int from Van as v group by v.label select label = v.label, n = "
                "count } projection Total { n: int from Van as v select n = count }"
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-accessor-not-field",
        "An axis of a Chart does not read one field of the projection: write `r => r.day`.",
        wrong=start(
            'Chart { kind: "bar", of: cars.ByLabel, x: r => r.colour, y: r => r.n }',
            members=(
                "aggregate Van { label: string miles: int } projection ByLabel { label: "
                "string n: int from Van as v group by v.label select label = v.label, n = "
                "count } projection Total { n: int from Van as v select n = count }"
            ),
        ),
        right=start(
            'Chart { kind: "bar", of: cars.ByLabel, x: r => r.label, y: r => r.n }',
            members=(
                "aggregate Van { label: string miles: int } projection ByLabel { label: "
                "string n: int from Van as v group by v.label select label = v.label, n = "
                "count } projection Total { n: int from Van as v select n = count }"
            ),
        ),
        variants=(IR_ERROR,),
    ),
)
