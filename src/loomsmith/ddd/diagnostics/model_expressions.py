"""Codes of checks on the resolved model: expressions, matches, and aggregates kept as events."""

from loomsmith.ddd.diagnostics.model_frames import depot, start, van_log
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.scaffold-unexpanded",
        "A page calls a content that only the scaffold macros write. Use the macro on the ui, or "
        "write the page out.",
        wrong=start("Home { }"),
        right=start('Text { "Welcome" }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.distinct-non-scalar",
        "`distinct` is asked of a list of entities or ids. It compares plain values. Map the "
        "list to plain values first.",
        wrong=depot(
            "aggregate Van { contains seats: Seat[] derived kinds: int = "
            "seats.distinct.count entity Seat { row: int } }"
        ),
        right=depot(
            "aggregate Van { contains seats: Seat[] derived kinds: int = seats.map(s => "
            "s.row).distinct.count entity Seat { row: int } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.join-non-string",
        "`join` is asked of a list of something else than strings. Map the list to strings first.",
        wrong=depot('aggregate Van { rows: int[] derived shown: string = rows.join(", ") }'),
        right=depot('aggregate Van { rows: string[] derived shown: string = rows.join(", ") }'),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.reduction-non-comparable",
        "`min` or `max` is asked over values that have no order. Reduce over a number, a string or a time.",
        wrong=depot(
            "aggregate Van { contains seats: Seat[] derived best: bool? = seats.max(s => "
            "s.free) entity Seat { free: bool } }"
        ),
        right=depot(
            "aggregate Van { contains seats: Seat[] derived best: int? = seats.max(s => "
            "s.row) entity Seat { row: int } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-non-union-subject",
        "A match on a subject is asked of something that is no union. Match on conditions "
        "instead: `match { condition => value }`.",
        wrong=depot(
            "aggregate Van { n: int operation probe(): string { return match n { Van => "
            '"van" else => "none" } } }'
        ),
        right=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" else => "none" } '
            "} }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-unknown-variant",
        "An arm of a match names a type that is no variant of the subject. Correct the name or "
        "take the arm out.",
        wrong=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" Lost => "lost" '
            'else => "?" } } }'
        ),
        right=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" NotFound => '
            '"none" } } }'
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-duplicate-variant",
        "An arm of a match names a variant that an earlier arm covers, so it is never reached. Take it out.",
        wrong=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" Van => "again" '
            'else => "?" } } }'
        ),
        right=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" else => "?" } } }'
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.match-non-exhaustive",
        "A match has no arm for some variant and no `else`. Add the arms that are missing, or an `else`.",
        wrong=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" } } }'
        ),
        right=depot(
            "error NotFound { n: int } error Lost { n: int } aggregate Van { n: int "
            "operation look(): Van or NotFound { return NotFound { n: n } } operation "
            'probe(): string { let r = look() return match r { Van => "van" NotFound => '
            '"none" } } }'
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.emitted-event-unhandled",
        "An action of an event-sourced aggregate emits an event that no applier folds, so the "
        "event would change nothing. Add `apply(e: Event) { ... }`.",
        wrong=van_log("operation sell() { emit Sold { van: id } } "),
        right=van_log(
            "sold: bool operation sell() { emit Sold { van: id } } apply(s: Sold) { sold := true } "
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.applier-emits",
        "An applier emits an event. It folds an event that has happened into the state, also "
        "when old events are read again. Emit in the operation.",
        wrong=van_log("", "miles := e.miles emit Sold { van: id }"),
        right=van_log(""),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.applier-impure-call",
        "An applier calls something. It folds an event that has happened into the state, also "
        "when old events are read again. Only assign in it.",
        wrong=van_log("function far(): bool = true ", "far() miles := e.miles"),
        right=van_log("function far(): bool = true "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.applier-guard",
        "An applier checks a condition. The event has happened already, so there is nothing left "
        "to refuse. Check in the operation that emits it.",
        wrong=van_log("", "precondition miles > 0 miles := e.miles"),
        right=van_log("operation drive(n: int) { precondition miles > 0 emit Moved { van: id, miles: n } } "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.event-sourced-direct-mutation",
        "An action of an event-sourced aggregate assigns to it. Its state is made from its "
        "events alone. Emit an event, and assign in the applier of that event.",
        wrong=van_log("operation reset() { miles := 0 } "),
        right=van_log("operation reset() { emit Moved { van: id, miles: 0 } } "),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.event-sourcing-backend-unsupported",
        "An event-sourced aggregate stands in a context that no backend hosts, so nothing can "
        "keep its events. Add the context to a deployable on node, dotnet, elixir, python or "
        "java.",
        wrong=depot(
            "event Moved { miles: int } aggregate Van persistedAs: eventLog { miles: int "
            "create() { emit Moved { miles: 0 } } apply(e: Moved) { miles := e.miles } }"
        ),
        right=van_log(""),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.stamp-on-event-sourced-invalid",
        "An event-sourced aggregate has a stamp. Stamps assign when a change is saved, and such "
        "an aggregate is not assigned to. Carry the values in its events.",
        wrong=van_log("born: datetime managed stamp onCreate { born := now() } "),
        right=van_log("born: datetime managed "),
        variants=(IR_ERROR,),
    ),
)
