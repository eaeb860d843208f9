"""Codes of checks on the resolved model: pages, components, stores, mounts, end-to-end tests."""

from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.e2e-unresolved-call",
        "An end-to-end test calls a function that is not there. A test calls `api.things.method(...)` "
        "or `ui.things.method(...)`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unresolved-ref",
        "An end-to-end test names something that is neither `api`, `ui` nor bound by a `let` of the "
        "test. Enum values are written as strings.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unsupported-statement",
        "An end-to-end test does something else than call, bind with `let`, or expect.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unknown-workflow",
        "An end-to-end test starts a workflow that the deployable does not host.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unknown-aggregate",
        "An end-to-end test names an aggregate that the deployable does not host. Names are written in "
        "lower case or as plurals.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unknown-method",
        "An end-to-end test calls something that the aggregate or projection does not have: no create, "
        "public operation or find of that name.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unknown-page-element",
        "A page or component calls something that is no page element, no component, no value object and "
        "no action. Correct the name; the primitives are listed by `loom_list_primitives`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.slot-outside-component",
        "A page has a `Slot`. It marks the place of what a component is given. Write the content out, "
        "or make a component.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.sub-primitive-misplaced",
        "A `Tab` stands elsewhere than directly in `Tabs`, or a `Column` elsewhere than directly in a "
        "`Table` or `DataGrid`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.frontend-collection-op-unsupported",
        "A page uses an operation on lists that does not run in a ui. Read what it gives from a "
        "projection or a find.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.effect-in-lambda",
        "A lambda of a page or component has an effect. Give it a name: declare an action, and name that.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unresolved-action-ref",
        "A callback or a call in an action names something that is no action, no function and no handle "
        "of the ui. Correct the name, or declare the action.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.method-call-unresolved-receiver",
        "A page calls a method of something that it does not know: no parameter, state, store or "
        "handle. Declare an `api` parameter, or correct the name.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.missing-effect-marker",
        "An action calls something that changes data without awaiting it. Write `match await call(...) "
        "{ ... }`, so that the answer is looked at.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.action-op-has-params",
        "An `Action` element runs an operation that has parameters, for which it has no place. Use "
        "`OperationForm`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.action-payload-mismatch",
        "An action named by a form or a table takes another number of parameters than it is given: a "
        "form gives its values (nothing with `into:`), a table the row.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.instance-effect-needs-route-id",
        "A page runs an operation of one thing, and its route does not say which. Give it a route with "
        "a parameter: `/things/:id`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-await-arg-mismatch",
        "An awaited operation is given too many or too few arguments.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-await-arg-type",
        "An awaited operation is given a literal of another kind than its parameter.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datagrid-selection-not-state",
        "The `selection:` of a DataGrid is not the name of a state field of its page or component.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datagrid-selection-not-array",
        "The state field behind the `selection:` of a DataGrid is not of type `string[]`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-kind-invalid",
        'The `kind:` of a Chart is neither "line" nor "bar".',
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-of-not-grouped",
        "A Chart is not of a grouped projection that the ui can read through one of its apis.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-accessor-not-field",
        "An axis of a Chart does not read one field of the projection: write `r => r.day`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-projection-read-unsupported",
        "A page reads a projection that it cannot: a keyed one, one folded from events, or any in a ui "
        "without a client.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datagrid-unsupported-target",
        "A DataGrid stands in a ui that is mounted where no framework has one. Use a Table.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-unsupported-target",
        "A Chart stands in a ui that is mounted where no framework could draw it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-realtime-unsupported",
        "A ui waits for events, and what it is mounted on sends no stream of them that its framework "
        "could read.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.relay-target-not-subscribed",
        "A ui waits for events of a channel, and the backend behind it neither hosts the context of "
        "that channel nor lists a source of it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-id-ref-unknown-aggregate",
        "What a ui shows refers to an aggregate that the system does not have.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-id-ref-unmounted",
        "What a ui shows refers to an aggregate in a context that the deployable does not have.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-id-ref-no-display",
        "What a ui shows refers to an aggregate that cannot be shown by a name. Add `derived display: "
        "string = ...` to it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-url-field-invalid",
        "A store that is kept in the url holds a list, an entity or a value object. Keep plain values there.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-action-view-effect",
        "An action of a store navigates or shows a toast. That is for the actions of pages and components.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-action-cycle",
        "Actions of stores call each other in a circle.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-state-inline-write",
        "A page or component writes the state of a store. Only the actions of the store do. Call one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-lifetime-liveview-invalid",
        "A store is kept longer than in memory in a ui on phoenixLiveView, which keeps stores in memory "
        "alone.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-cross-store-on-liveview-invalid",
        "On phoenixLiveView an action of a store calls another store.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-lifetime-target-unsupported",
        "A store is kept longer than in memory in a ui on feliz or flutter, which keep stores in memory "
        "alone.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.feliz-async-effect-unsupported",
        "A ui on feliz awaits something in a component, or something that is no operation of one thing.",
        variants=(IR_ERROR,),
    ),
)
