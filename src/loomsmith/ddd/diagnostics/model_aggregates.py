"""Codes of checks on the resolved model: what aggregates, value objects and their tests say."""

from loomsmith.ddd.diagnostics.model_frames import depot, fleet, hosted, logged
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.field-default-not-constant",
        "The default of a field reads the object that it belongs to. A default is computed "
        "before the object is there. Use literals and functions of literals, or set the value in "
        "a create.",
        wrong=depot("aggregate Van { miles: int limit: int = miles + 10 }"),
        right=depot("aggregate Van { miles: int limit: int = 10 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.function-block-impure",
        "A function with a block changes something, emits an event, or calls what may do so. "
        "Functions compute a value and have no effect. Move the effect into an operation.",
        wrong=depot("aggregate Van { miles: int function twice(n: int): int { miles := n return n * 2 } }"),
        right=depot(
            "aggregate Van { miles: int function twice(n: int): int { let half = n return half * 2 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.currentuser-not-in-request-scope",
        "An invariant, a derived property or a function reads the current user. Such rules hold "
        "whoever asks, also when nobody does. Check the user in an operation with `requires`.",
        wrong=fleet("aggregate Van { miles: int invariant miles <= currentUser.grade }"),
        right=fleet(
            "aggregate Van { miles: int operation drive() { requires currentUser.grade > 1 "
            "miles := miles + 1 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unknown-permission",
        "A rule names a permission that its subdomain does not declare. Declare it in the "
        "`permissions` block of the subdomain, or correct the name.",
        wrong=(
            "system Fleet { user { permissions: string[] } subdomain Cars { permissions { drive "
            "} context Depot { aggregate Van { miles: int operation go() { requires "
            "currentUser.permissions.contains(permissions.dive) miles := 1 } } } } }"
        ),
        right=(
            "system Fleet { user { permissions: string[] } subdomain Cars { permissions { drive "
            "} context Depot { aggregate Van { miles: int operation go() { requires "
            "currentUser.permissions.contains(permissions.drive) miles := 1 } } } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.extern-on-private-operation",
        "An operation is both `extern` and `private`. An extern operation is written by hand and "
        "called from outside. Drop one of the two words.",
        wrong=depot("aggregate Van { miles: int private operation drive() extern { } }"),
        right=depot("aggregate Van { miles: int operation drive() extern { } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.extern-body-not-precondition",
        "The body of an extern operation holds more than preconditions. What the operation does "
        "is written by hand elsewhere; here stands only what must hold before. Move the rest "
        "there.",
        wrong=depot(
            "aggregate Van { miles: int operation drive() extern { precondition miles > 0 miles := 0 } }"
        ),
        right=depot("aggregate Van { miles: int operation drive() extern { precondition miles > 0 } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.lifecycle-body-dropped",
        "The unnamed create or destroy holds a statement that is not generated: only assignments "
        "of parameters to fields of the same name are. Give the field a default, or do the rest "
        "in an operation.",
        wrong=depot("aggregate Van { miles: int create(miles: int) { miles := miles + 1 } }"),
        right=depot("aggregate Van { miles: int create(miles: int) { miles := miles } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.lifecycle-guard-unreadable",
        "The guard of a create or destroy reads something that is not known when it is asked: "
        "before a create there is no object, and parameters are not passed to guards. Read the "
        "current user only.",
        wrong=depot("aggregate Van { miles: int create(miles: int) { requires miles > 0 miles := miles } }"),
        right=depot("aggregate Van { miles: int check miles > 0 create(miles: int) { miles := miles } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.lifecycle-guard-event-sourced",
        "The create of an event-sourced aggregate has a guard, which is not generated. Check in "
        "the workflow or handler that calls it.",
        wrong=logged(
            "aggregate Van persistedAs: eventLog { miles: int create(n: int) { requires n > "
            "0 emit Moved { van: id, miles: n } } apply(e: Moved) { miles := e.miles } }"
        ),
        right=logged(
            "aggregate Van persistedAs: eventLog { miles: int create(n: int) { emit Moved { "
            "van: id, miles: n } } apply(e: Moved) { miles := e.miles } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.named-lifecycle-dropped",
        "A create or destroy is not the one that is generated: that is the unnamed one, for an "
        "event- sourced aggregate the first. Take the name away, or make it an operation.",
        wrong=depot("aggregate Van { miles: int destroy scrap { } }"),
        right=depot("aggregate Van { miles: int destroy { } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.stamp-read-before-flush",
        "A body reads a field that a stamp sets. Stamps run when the change is saved, after the "
        "body. Set the value yourself, or read it in a later operation.",
        wrong=fleet(
            "aggregate Van with auditable { miles: int operation drive() { precondition "
            "updatedAt < now() miles := 1 } }"
        ),
        right=fleet(
            "aggregate Van with auditable { miles: int operation drive() { precondition "
            "miles < 9 miles := 1 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.unmapped-error-status",
        "An operation returns an error that no api over the subdomain gives an HTTP status, so "
        "clients see 500. Add `httpStatus Name -> 4xx` to the api.",
        wrong=fleet(
            "error Full { n: int } aggregate Van { n: int operation load(): Van or Full { "
            "return Full { n: n } } }",
            "api CarApi from Cars ",
        ),
        right=fleet(
            "error Full { n: int } aggregate Van { n: int operation load(): Van or Full { "
            "return Full { n: n } } }",
            "api CarApi from Cars { httpStatus Full -> 409 } ",
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.reserved-structural-error-name",
        "An error payload has the name of an error that generated code raises by itself. Choose "
        "another name.",
        wrong=depot("error Disallowed { why: string } aggregate Van { miles: int }"),
        right=depot("error TooFar { why: string } aggregate Van { miles: int }"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.aggregate-test-context",
        "A test of an aggregate does what only the aggregate itself may do: it assigns, emits, "
        "checks, or calls a private operation. A test creates the aggregate, calls public "
        "operations and expects results.",
        wrong=depot('aggregate Van { miles: int test "starts" { miles := 0 } }'),
        right=depot(
            'aggregate Van { miles: int test "starts" { let v = Van.create({ miles: 0 }) '
            "expect(v.miles).toBe(0) } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.integration-find-must-bind",
        "A test of a context reads from a repository inside an `expect`. Bind what is read with "
        "`let` first, so that the test waits for it.",
        wrong=hosted(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van? "
            'where this.miles > n } test "finds" { expect(Van.far(3)).toBe(null) }',
            resource="index: [Van.miles] ",
        ),
        right=hosted(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van? "
            'where this.miles > n } test "finds" { let v = Van.far(3) expect(v).toBe(null) }',
            resource="index: [Van.miles] ",
        ),
        variants=(IR_ERROR,),
    ),
)
