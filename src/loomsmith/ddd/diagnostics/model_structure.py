"""Codes of checks on the resolved model: names, aggregates, expressions, event sourcing, queries."""

from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.duplicate-valueobject",
        "Two value objects at the root of the file have one name. The root's value objects are seen in "
        "every context, so each needs a name of its own. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-enum",
        "Two enums at the root of the file have one name. The root's enums are seen in every context, "
        "so each needs a name of its own. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-system",
        "Two systems of the file have one name. What is generated is named after its system, so each "
        "needs a name of its own. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-context",
        "Two contexts have one name, whatever system or subdomain they stand in. Addresses, routes and "
        "schemas are named after contexts. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.valueobject-shadows-root",
        "A context declares a value object under the name of one at the root of the file, or the root "
        "has two of one name. Which of them a type means could not be told at a glance. Rename one of "
        "them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.enum-shadows-root",
        "A context declares an enum under the name of one at the root of the file, or the root has two "
        "of one name. Which of them a type means could not be told at a glance. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-table",
        "Aggregates of one system would be kept in the same database table, since their names and "
        "schemas agree. Give one of the contexts a resource with its own `schema:`, or rename an "
        "aggregate.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unique-valueobject-field",
        "A unique key names a field that holds a value object, which takes several columns. Make a "
        "plain field unique, or move the value that must be unique into one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-permission",
        "A subdomain declares a permission more than once. Take the second declaration out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.user-duplicate-field",
        "The `user` block declares a claim more than once. Take the second declaration out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-host-port",
        "Deployables of one system listen on the same port, so they could not run side by side. Give "
        "each its own `port:`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-service-slug",
        "The names of deployables become the same service name once they are written in lower case with "
        "underscores. Rename one of them.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-default-not-constant",
        "The default of a field reads the object that it belongs to. A default is computed before the "
        "object is there. Use literals and functions of literals, or set the value in a create.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.function-block-impure",
        "A function with a block changes something, emits an event, or calls what may do so. Functions "
        "compute a value and have no effect. Move the effect into an operation.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.currentuser-not-in-request-scope",
        "An invariant, a derived property or a function reads the current user. Such rules hold whoever "
        "asks, also when nobody does. Check the user in an operation with `requires`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unknown-permission",
        "A rule names a permission that its subdomain does not declare. Declare it in the `permissions` "
        "block of the subdomain, or correct the name.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.extern-on-private-operation",
        "An operation is both `extern` and `private`. An extern operation is written by hand and called "
        "from outside. Drop one of the two words.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.extern-body-not-precondition",
        "The body of an extern operation holds more than preconditions. What the operation does is "
        "written by hand elsewhere; here stands only what must hold before. Move the rest there.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.lifecycle-body-dropped",
        "The unnamed create or destroy holds a statement that is not generated: only assignments of "
        "parameters to fields of the same name are. Give the field a default, or do the rest in an "
        "operation.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.lifecycle-guard-unreadable",
        "The guard of a create or destroy reads something that is not known when it is asked: before a "
        "create there is no object, and parameters are not passed to guards. Read the current user "
        "only.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.lifecycle-guard-event-sourced",
        "The create of an event-sourced aggregate has a guard, which is not generated. Check in the "
        "workflow or handler that calls it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.named-lifecycle-dropped",
        "A create or destroy is not the one that is generated: that is the unnamed one, for an event- "
        "sourced aggregate the first. Take the name away, or make it an operation.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.stamp-read-before-flush",
        "A body reads a field that a stamp sets. Stamps run when the change is saved, after the body. "
        "Set the value yourself, or read it in a later operation.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unmapped-error-status",
        "An operation returns an error that no api over the subdomain gives an HTTP status, so clients "
        "see 500. Add `httpStatus Name -> 4xx` to the api.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.reserved-structural-error-name",
        "An error payload has the name of an error that generated code raises by itself. Choose another "
        "name.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.aggregate-test-context",
        "A test of an aggregate does what only the aggregate itself may do: it assigns, emits, checks, "
        "or calls a private operation. A test creates the aggregate, calls public operations and "
        "expects results.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.integration-find-must-bind",
        "A test of a context reads from a repository inside an `expect`. Bind what is read with `let` "
        "first, so that the test waits for it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.scaffold-unexpanded",
        "A page calls a content that only the scaffold macros write. Use the macro on the ui, or write "
        "the page out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.distinct-non-scalar",
        "`distinct` is asked of a list of entities or ids. It compares plain values. Map the list to "
        "plain values first.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.join-non-string",
        "`join` is asked of a list of something else than strings. Map the list to strings first.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.reduction-non-comparable",
        "`min` or `max` is asked over values that have no order. Reduce over a number, a string or a time.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-non-union-subject",
        "A match on a subject is asked of something that is no union. Match on conditions instead: "
        "`match { condition => value }`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-unknown-variant",
        "An arm of a match names a type that is no variant of the subject. Correct the name or take the "
        "arm out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-duplicate-variant",
        "An arm of a match names a variant that an earlier arm covers, so it is never reached. Take it out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-non-exhaustive",
        "A match has no arm for some variant and no `else`. Add the arms that are missing, or an `else`.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.emitted-event-unhandled",
        "An action of an event-sourced aggregate emits an event that no applier folds, so the event "
        "would change nothing. Add `apply(e: Event) { ... }`.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.applier-emits",
        "An applier emits an event. It folds an event that has happened into the state, also when old "
        "events are read again. Emit in the operation.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.applier-impure-call",
        "An applier calls something. It folds an event that has happened into the state, also when old "
        "events are read again. Only assign in it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.applier-guard",
        "An applier checks a condition. The event has happened already, so there is nothing left to "
        "refuse. Check in the operation that emits it.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.event-sourced-direct-mutation",
        "An action of an event-sourced aggregate assigns to it. Its state is made from its events "
        "alone. Emit an event, and assign in the applier of that event.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.event-sourcing-backend-unsupported",
        "An event-sourced aggregate stands in a context that no backend hosts, so nothing can keep its "
        "events. Add the context to a deployable on node, dotnet, elixir, python or java.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.stamp-on-event-sourced-invalid",
        "An event-sourced aggregate has a stamp. Stamps assign when a change is saved, and such an "
        "aggregate is not assigned to. Carry the values in its events.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-where-not-queryable",
        "The filter of a find is more than a database can evaluate. Use columns, literals, parameters, "
        "the current user, comparisons and logic; compute the rest before the call.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-where-unknown-field",
        "The filter of a find names something that is no column. Stored fields and the fields of value "
        "objects are columns; derived properties and parts are not.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-where-column-column",
        "The filter of a find compares two columns with each other. Compare a column with a value.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.criterion-not-selectable",
        "A standing filter of an aggregate is more than a database can evaluate, or names something "
        "that is no column. Use stored fields, literals, the current user, comparisons and logic.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-where-not-queryable",
        "The filter of a retrieval is more than a database can evaluate. Use columns, literals, "
        "parameters, the current user, comparisons and logic.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-where-unknown-field",
        "The filter of a retrieval names something that is no column of its aggregate.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-where-column-column",
        "The filter of a retrieval compares two columns with each other. Compare a column with a value.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-sort-unknown-field",
        "A retrieval sorts by something that its aggregate does not have. Correct the name.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-loads-unsupported",
        "A retrieval says what to load. It loads its aggregate whole, and `loads:` has no effect yet. "
        "Leave it out.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-reserved-name",
        "A find has the name of a method that repositories have on some platform. Choose another name.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-find",
        "A repository declares a find more than once. Rename or take out the second one.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.union-find-shape-unsupported",
        "A find returns a union that it cannot give. A find returns its aggregate or nothing, or its "
        "aggregate or an error that says which resource is missing.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-gate-not-current-user",
        "The gate of a find names something else than the current user. A gate is asked before anything "
        "is read. Filter by `where` instead.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-gate-not-current-user",
        "The gate of a projection names something else than the current user. A gate is asked before "
        "anything is read. Filter by `where` instead.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-gate-not-current-user",
        "The gate of a workflow names something else than the current user. A gate is asked before "
        "anything is read.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-mask-not-current-user",
        "The condition of a mask names something else than the current user. It decides for whom the "
        "field is shown, not for which object.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.seed-raw-non-literal-column",
        "A column of a raw seed row is neither a literal nor an enum value. Raw rows are written to the "
        "table as they stand. Use a plain seed for computed values.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.index-suggestion",
        "Queries read a field that no index covers, so they read the whole table. Add the field to "
        "`index:` of the resource that keeps the aggregate.",
        variants=(IR_WARNING,),
    ),
)
