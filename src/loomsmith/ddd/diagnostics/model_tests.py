"""Codes of checks on the resolved model: end-to-end tests."""

from loomsmith.ddd.diagnostics.model_frames import tested
from loomsmith.ddd.diagnostics.row import IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.e2e-unresolved-call",
        "An end-to-end test calls a function that is not there. A test calls "
        "`api.things.method(...)` or `ui.things.method(...)`.",
        wrong=tested("let v = guess(3)"),
        right=tested("let v = api.vans.create({ miles: 3 })"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unresolved-ref",
        "An end-to-end test names something that is neither `api`, `ui` nor bound by a `let` of "
        "the test. Enum values are written as strings.",
        wrong=tested("let v = api.vans.getById(lost)"),
        right=tested("let made = api.vans.create({ miles: 3 }) let v = api.vans.getById(made.id)"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unsupported-statement",
        "An end-to-end test does something else than call, bind with `let`, or expect.",
        wrong=tested("precondition 1 == 1"),
        right=tested("let v = api.vans.create({ miles: 3 }) expect(v.miles).toBe(3)"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unknown-workflow",
        "An end-to-end test starts a workflow that the deployable does not host.",
        wrong=tested("api.workflows.fly({ n: 3 })"),
        right=tested("api.workflows.travel({ n: 3 })"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unknown-aggregate",
        "An end-to-end test names an aggregate that the deployable does not host. Names are "
        "written in lower case or as plurals.",
        wrong=tested("let v = api.boats.create({ miles: 3 })"),
        right=tested("let v = api.vans.create({ miles: 3 })"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.e2e-unknown-method",
        "An end-to-end test calls something that the aggregate or projection does not have: no "
        "create, public operation or find of that name.",
        wrong=tested("let v = api.vans.create({ miles: 3 }) api.vans.fly(v.id)"),
        right=tested("let v = api.vans.create({ miles: 3 }) api.vans.destroy(v.id)"),
        variants=(IR_ERROR,),
    ),
)
