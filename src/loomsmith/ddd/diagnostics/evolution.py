"""Codes of migrations, snapshots and diffs."""

from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.no-system",
        "A comparison was asked for, but the text has no `system`. Tables and the contract with clients "
        "belong to systems, so there is nothing to compare. Put the contexts into a system with a "
        "deployable that hosts them.",
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.diff-baseline-invalid",
        "The baseline of a comparison does not load: it has errors in its syntax, its names or its "
        "structure. Without it nothing can be said about what changes, and it is never taken for an empty "
        "one. Pass the text of an earlier version that validates.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-chain-invalid",
        "The committed migration files do not form a chain: a record cannot be read, was changed after it "
        "was written, lacks its parent, or has a twin. The message names the first such file. Restore the "
        "file from version control; records are never edited by hand.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-scope-ambiguous",
        "A `migration` block has `sql` steps and does not say in which module they run. Several modules "
        "have a database, or none has. Name an aggregate of the module in another step of the same block.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-shape-change",
        "An aggregate is stored in another shape than before (relational, embedded, document, or another "
        "layout of an inheritance). The old table is set aside under the name it had with `__pre_reshape` "
        "behind, and its rows must be moved by hand before the next migration drops it. This is no finding "
        "about a model: `loom_diff` gives it as the `destructiveCode` of a migration.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-ambiguous-rename",
        "A table loses a column and gains another, and nothing says whether that is a rename. The values of "
        "the old column are lost. Declare the rename, `Aggregate.old -> new`, in a `migration` block, or "
        "give the new column its values there. This is no finding about a model: `loom_diff` gives it as the "
        "`destructiveCode` of a migration.",
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.migration-destructive",
        "A migration drops a table or a column, converts values, or makes a column required that old rows "
        "have no value for. Declare renames and values in a `migration` block, or allow the loss with `ddd "
        "migrate add --allow-destructive`. This is no finding about a model: `loom_diff` gives it as the "
        "`destructiveCode` of a migration.",
        variants=(IR_ERROR,),
    ),
)
