"""Codes of macro expansion and of capabilities."""

from loomsmith.ddd.diagnostics.row import Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.unknown-macro",
        "A `with` clause names neither a macro nor a capability. Macros are built in; capabilities are "
        "built in or declared in the file. Correct the name, declare the capability, or take the call "
        "out.",
        wrong="context Berths { aggregate Ferry with crudich { title: string } }",
        right="context Berths { aggregate Ferry with crudish { title: string } }",
    ),
    Row(
        "loom.macro-target-mismatch",
        "A macro stands on a kind of declaration that it is not made for. Each macro goes on one kind: "
        "an aggregate, a context, an api or a ui. Move the call to a declaration of that kind.",
        wrong="context Berths with crudish { aggregate Ferry { title: string } }",
        right="context Berths { aggregate Ferry with crudish { title: string } }",
    ),
    Row(
        "loom.macro-arg-unknown",
        "A macro call gives an argument that the macro has no parameter for. The whole call adds nothing "
        "until it is put right. Correct the name of the argument or take it out.",
        wrong="context Berths { aggregate Ferry with crudish(update: true) { title: string } }",
        right="context Berths { aggregate Ferry with crudish(updateOnly: true) { title: string } }",
    ),
    Row(
        "loom.macro-arg-duplicate",
        "A macro call gives the same argument twice. Which of the two is meant cannot be told, so the "
        "call adds nothing. Keep one of them.",
        wrong=(
            "context Berths { aggregate Ferry with crudish(updateOnly: true, updateOnly: false) { title: "
            "string } }"
        ),
        right="context Berths { aggregate Ferry with crudish(updateOnly: true) { title: string } }",
    ),
    Row(
        "loom.macro-arg-kind-mismatch",
        "The argument of a macro has another form than its parameter takes. A flag takes `true` or "
        "`false`, a reference one bare name, a list names in brackets, one alone included.",
        wrong=(
            "ui Deck with scaffold(aggregates: Ferry) { }\n"
            "context Berths { aggregate Ferry { title: string } }"
        ),
        right=(
            "ui Deck with scaffold(aggregates: [Ferry]) { }\n"
            "context Berths { aggregate Ferry { title: string } }"
        ),
    ),
    Row(
        "loom.macro-arg-missing",
        "A macro that needs to know which declaration it works on was not told, or was told one that "
        "does not exist. Give the argument, by name: `of: Ferry`.",
        wrong=("ui Deck with scaffoldAggregate { }\ncontext Berths { aggregate Ferry { title: string } }"),
        right=(
            "ui Deck with scaffoldAggregate(of: Ferry) { }\n"
            "context Berths { aggregate Ferry { title: string } }"
        ),
    ),
    Row(
        "loom.macro-arg-unresolved-ref",
        "The argument of a macro names a declaration that is not in the file, or one of another kind. "
        "References in macro arguments are bare names, whatever context or subdomain they stand in.",
        wrong=(
            "ui Deck with scaffoldAggregate(of: Fery) { }\n"
            "context Berths { aggregate Ferry { title: string } }"
        ),
        right=(
            "ui Deck with scaffoldAggregate(of: Ferry) { }\n"
            "context Berths { aggregate Ferry { title: string } }"
        ),
    ),
    Row(
        "loom.capability-host-invalid",
        "A capability stands on a ui or an api. Capabilities bring fields, filters and stamps, which "
        "only aggregates have: put it on an aggregate, or on a context for all its aggregates.",
        wrong=("ui Deck with auditable { }\ncontext Berths { aggregate Ferry { title: string } }"),
        right=("ui Deck { }\ncontext Berths { aggregate Ferry with auditable { title: string } }"),
    ),
    Row(
        "loom.unknown-capability",
        "An `implements` member names no capability. Built in are auditable, softDeletable, tenantOwned, "
        "tenantRegistry and versioned; others are declared with `capability`. Macros go in the `with` "
        "clause.",
        wrong="context Berths { aggregate Ferry { title: string implements Auditable } }",
        right="context Berths { aggregate Ferry { title: string implements auditable } }",
    ),
    Row(
        "loom.version-field-collision",
        "A field `version` of another type than `int` stands where the version of the record belongs. "
        "Every aggregate that keeps its state has such a version, by which concurrent changes are told "
        "apart. Make the field a plain `int`, or give it another name.",
        wrong="context Berths { aggregate Ferry { version: string } }",
        right="context Berths { aggregate Ferry { release: string } }",
    ),
)
