"""Codes of checks on the resolved model: workflows, handlers, services, projections."""

from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.duplicate-workflow",
        "A context declares a workflow more than once. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-name-collision",
        "A workflow has the name of an aggregate, a value object, an enum, an event or a repository "
        "that the context sees. Rename the workflow.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-function-uses-state",
        "A function of a workflow reads the state of the workflow. Functions get what they need as "
        "parameters. Pass the value.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.canonical-create-duplicate-workflow",
        "A workflow has more than one create without a name. Name all but one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.create-name-conflict-workflow",
        "Creates of a workflow have one name. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.event-create-overlap-workflow",
        "One event triggers several creates of a workflow, so that each would start an instance of its "
        "own. Keep one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-correlation-required",
        "A workflow takes events, but has no state field of an id type by which the instance that waits "
        "for an event is found. Add one: `order: Order id`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.correlation-field-ambiguous",
        "A workflow takes events and has several state fields of id types, so that it cannot be told "
        "which of them finds the instance. Keep one, and store the others as `guid`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.correlation-type-mismatch",
        "The expression behind `by` is not an id of the aggregate by which the workflow is found. Give "
        "the field of the event that holds that id.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.correlation-uninferrable",
        "An event has no field named like the state field by which the workflow is found, and no `by` "
        "says which one finds it. Add `by event.field`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.reactor-event-uncarried",
        "A workflow waits for an event that no channel carries, so it never arrives. Add the event to a "
        "channel: `channel L { carries: E }`.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.reactor-channel-ambiguous",
        "Several channels of the context carry an event that a workflow waits for, so it arrives more "
        "than once. Let one channel carry it.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.transactional-no-effect",
        "A workflow is transactional, but its main body changes nothing. Take the word away, or move "
        "the change into the body.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.workflow-unknown-name",
        "A condition of a workflow is a name that nothing declares. Correct the name, or pass the value "
        "as a parameter.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-emit-unknown-event",
        "A workflow emits an event that its context does not declare. Events are private to their "
        "context. Declare it there.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-emit-missing-field",
        "A workflow emits an event without a value for each of its fields. Add the value.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-emit-unknown-field",
        "A workflow emits an event with a value for a field that the event does not have. Correct the "
        "name or take it out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-create-missing-field",
        "A workflow creates an aggregate without a value for a field that must be given: one without "
        "`?` and without default. Add the value.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-create-unknown-field",
        "A workflow creates an aggregate with a value for something that a create does not take: a "
        "field that is not there, or one that is managed. Take it out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unknown-repository-method",
        "A workflow loads by a find that the repository does not have. Correct the name, or declare the "
        "find.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-currentuser-find",
        "A workflow loads by a find that filters by the current user. A workflow may run when nobody is "
        "there. Use another find.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-load-array-unsupported",
        "A workflow loads by a find that returns a list. Run a retrieval or a criterion, and loop over "
        "what it finds.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-load-nullable-unsupported",
        "A workflow loads by a find that may return nothing. Branch over a criterion instead: `if let x "
        "= R.find(C(...)) { ... }`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-unknown-criterion",
        "A workflow searches by a criterion that the context does not declare. Correct the name, or "
        "declare the criterion.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-criterion-mismatch",
        "A workflow searches one aggregate by a criterion of another. Use a criterion of the aggregate "
        "of the repository.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-criterion-arity",
        "A workflow gives a criterion more or fewer arguments than it has parameters.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.findall-no-page",
        "A workflow runs over everything that a criterion finds. Say how much at a time: `page: { ... }`.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.workflow-run-unknown-retrieval",
        "A workflow runs a retrieval that the context does not declare. Correct the name, or declare "
        "the retrieval.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-run-retrieval-mismatch",
        "A workflow runs a retrieval of one aggregate on the repository of another. Use the repository "
        "of that aggregate.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-foreach-source",
        "A workflow loops over something else than what it has found. Bind a run of a retrieval or a "
        "criterion with `let`, and loop over that.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-foreach-unknown-binding",
        "In a loop or a branch an operation is called on a name that nothing was loaded or created "
        "under. Load it first.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.iflet-bad-source",
        "A branch asks for something else than one thing found by a criterion. Write `if let x = "
        "R.find(C(...))`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unknown-binding",
        "A workflow calls an operation on a name that nothing was loaded or created under. Load it first.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unknown-operation",
        "A workflow calls an operation that the aggregate does not have. Correct the name, or declare "
        "the operation.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-private-operation",
        "A workflow calls a private operation. Only the aggregate itself may. Make it public, or call "
        "another one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-eventsourced-assign",
        "An event-sourced workflow assigns its own state. The state is made from its events. Emit an "
        "event, and assign in the `apply` of it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-unrecognised-statement",
        "A statement of a workflow has none of the forms that a workflow knows: load, create, call an "
        "operation, emit, loop, branch, assign own state, use a resource or a service.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-verb-invalid",
        "A resource is asked for something that its kind cannot do. See which verbs the kind has, or "
        "use another resource.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-op-in-transaction",
        "A transactional workflow uses a resource. What it does there cannot be taken back with the "
        "transaction. Do it in a workflow that starts on an event.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.handler-param-reserved-id",
        "A handler has a parameter named `id`. Say whose id it is: `orderId: Order id`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.query-handler-saves",
        "A query handler changes something. Queries may be repeated at will. Make it a command handler.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.command-handler-multi-aggregate",
        "A command handler touches several aggregates. One command changes one aggregate in one "
        "transaction. Emit an event, and let a workflow do the rest.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.route-handler-unresolved",
        "A route leads to a handler that its context does not have. Declare the handler, or use "
        "`scaffoldHandlers` on the context.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.read-context-repo-write",
        "A GET route leads to a handler that changes something. Clients and caches repeat GET requests. "
        "Use POST, PUT, PATCH or DELETE.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-emit",
        "A domain service emits an event. Events are emitted by the aggregate that changes. Let an "
        "operation emit it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-mutation",
        "A domain service assigns something. Aggregates change by their own operations. Call one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-repo-write",
        "A domain service writes through a repository. What is loaded is saved by the workflow or "
        "handler that loaded it. Take the call out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-no-workflow-start",
        "A domain service starts a workflow. Start it from a handler, or by an event.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.domain-service-single-aggregate",
        "Every operation of a domain service works on one aggregate alone. Such operations belong into "
        "the aggregate.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.domain-service-infra-call-from-aggregate",
        "An aggregate calls a domain service that reads repositories or changes other aggregates. An "
        "aggregate knows itself alone. Call the service from a workflow or a handler, and pass the "
        "result.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.resource-op-outside-workflow",
        "A rule or an operation of the model uses a resource. The model does not reach outside. Use the "
        "resource in a workflow, a handler or a service.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-key-unknown",
        "A projection is keyed by a field that it does not declare. Declare the field, or correct the name.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-key-not-id",
        "A projection is keyed by a field that is of no id type. Rows are found by the id of what they "
        "are about.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-duplicate-on",
        "A projection folds an event more than once. Keep one `on`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-event-unkeyed",
        "An event that a projection folds has no field named like the key, and no `by` says which one "
        "it is. Add `by event.field`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-fold-impure",
        "A fold of a projection does more than assign. Folds run again when a projection is rebuilt. "
        "Only assign in them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-event-uncarried",
        "A projection folds an event that no channel carries, so it never arrives. Add the event to a "
        "channel.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.projection-query-and-fold-invalid",
        "A projection reads from a source and folds events. It does one or the other. Make two projections.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-fields-without-select",
        "A projection declares fields but selects no values for them. Add `select field = ...`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-shorthand-nonaggregate",
        "A projection shows a workflow or another projection as it is. Only an aggregate can be shown "
        "so. Declare fields and select their values.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-missing",
        "Some selects of a projection are totals over many rows and some are values of one row. Group "
        "by the latter.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-aggregate-arg-not-columnar",
        "A total is taken over something that is no column. Write a column with the alias of its "
        "source: `sum(o.amount)`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-select-unresolved",
        "A select names something that is not there, or calls something that no database knows.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-source-invalid",
        "A grouped projection has no source, or reads from a workflow or a projection. Groups are made "
        "of the rows of an aggregate.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-keyed-invalid",
        "A grouped projection is keyed. Its rows are the groups. Take `keyed by` out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-join-invalid",
        "A grouped projection joins another aggregate. Group without the join.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-no-aggregate",
        "A grouped projection has no total. Add one: `count()`, `sum(o.x)`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-key-not-columnar",
        "A projection groups by something that is neither a column nor the day of a time.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-groupby-select-not-grouped",
        "A select of a grouped projection is neither a total nor one of the columns that it groups by. "
        "Group by it, or take a total.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-not-observable",
        "A projection reads from a workflow whose instances cannot be told apart: it has no state field "
        "of an id type. Add one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-eventsourced-invalid",
        "A projection reads from an event-sourced workflow, whose instances are kept as events. Fold "
        "the events instead.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-join-invalid",
        "A projection of a workflow joins an aggregate. Take the join out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-workflow-source-ignoring-no-effect",
        "A projection of a workflow ignores standing filters, of which there are none. Take `ignoring` out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-self",
        "A projection reads from itself. Read from an aggregate, a workflow or another projection.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-not-materialized",
        "A projection reads from one that is computed when it is read. Read from what that one reads from.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-join-invalid",
        "A projection of a projection joins an aggregate. Take the join out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-source-ignoring-no-effect",
        "A projection of a projection ignores standing filters, of which there are none. Take "
        "`ignoring` out.",
        variants=(IR_ERROR,),
    ),
)
