"""Codes of the checks on tests, requirements, seeds and migrations."""

from loomsmith.ddd.diagnostics.row import AST_WARNING, Row

_DEPOT = "context Depot { aggregate Van { plate: string seats: int } }"


def _unit_test(statements: str, subject: str = "") -> str:
    return (
        'context Depot { aggregate Van { plate: string operation sell() { plate := "" } test "sells" '
        f"{subject}{{ {statements} }} }} }}"
    )


def _e2e_test(statements: str) -> str:
    return (
        "system Fleet { subdomain Cars { context Depot { aggregate Van with crudish { plate: string } } } "
        "storage db { type: postgres } resource vans { for: Depot, kind: state, use: db } "
        "api CarApi from Cars "
        "deployable back { platform: node, contexts: [Depot], dataSources: [vans], serves: CarApi } "
        f'test e2e "sells" against back {{ {statements} }} }}'
    )


def _requirement(properties: str) -> str:
    return f"requirement US-1 {{ {properties} }}"


def _seed(row: str, raw: str = "") -> str:
    return f"context Depot {{ aggregate Van {{ plate: string seats: int }} seed {raw}{{ Van {{ {row} }} }} }}"


def _migration(steps: str) -> str:
    return f'{_DEPOT} migration "first" {{ {steps} }}'


ROWS: tuple[Row, ...] = (
    # Tests
    Row(
        "loom.test-redundant-for",
        "A test says what it is about, and stands in just that.",
        wrong=_unit_test("let a = 1", "for Van "),
        right=_unit_test("let a = 1"),
    ),
    Row(
        "loom.test-needs-target",
        "A test at file level does not say what it is about.",
        wrong=f'{_DEPOT} test "sells" {{ let a = 1 }}',
        right=f'{_DEPOT} test "sells" for Van {{ let a = 1 }}',
    ),
    Row(
        "loom.context-test-unsupported",
        "A test is about a whole context, which no backend runs, so that it has nowhere to run.",
        wrong='context Depot { aggregate Van { plate: string } test "sells" { expect(1).toBe(1) } }',
        right=(
            'system Fleet { subdomain Cars { context Depot { aggregate Van { plate: string } test "sells" { '
            "expect(1).toBe(1) } } } storage db { type: postgres } resource vans { for: Depot, kind: state, "
            "use: db } deployable back { platform: node, contexts: [Depot], dataSources: [vans] } }"
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.expect-without-matcher",
        "An expectation does not say what is expected: it does not end in the call of a matcher.",
        wrong=_unit_test("expect 1 > 0"),
        right=_unit_test("expect(1).toBeGreaterThan(0)"),
    ),
    Row(
        "loom.matcher-arity",
        "A matcher is given more or fewer arguments than it takes.",
        wrong=_unit_test("expect(1).toBe()"),
        right=_unit_test("expect(1).toBe(1)"),
    ),
    Row(
        "loom.matcher-needs-e2e",
        "Instants are compared outside of an end-to-end test. `toBeSameInstant` is for texts that came over "
        "a wire; elsewhere there are values, which `toBe` compares.",
        wrong=_unit_test("expect(now()).toBeSameInstant(now())"),
        right=_unit_test("expect(now()).toBe(now())"),
    ),
    Row(
        "loom.matcher-throw-status",
        "`toThrow` is given something that it cannot compare. In end-to-end tests it takes one status such "
        "as 404, elsewhere nothing.",
        wrong=_e2e_test('expect(api.vans.getById("1")).toThrow("gone")'),
        right=_e2e_test('expect(api.vans.getById("1")).toThrow(404)'),
    ),
    # Requirements
    Row(
        "loom.requirement-unknown-key",
        "A requirement says something that requirements do not say. They have `type`, `title`, `status` and "
        "`priority`.",
        wrong=_requirement('type: UserStory title: "Sell" owner: me'),
        right=_requirement('type: UserStory title: "Sell" priority: 1'),
    ),
    Row(
        "loom.requirement-duplicate-key",
        "A requirement has one of its keys twice; keep one.",
        wrong=_requirement('type: UserStory title: "Sell" title: "Sale"'),
        right=_requirement('type: UserStory title: "Sell"'),
    ),
    Row(
        "loom.requirement-invalid-value",
        "A requirement has a value that its key does not take. `type` is `UserStory`, `UseCase`, "
        "`AcceptanceCriteria` or `BusinessReq`, `status` is `Draft`, `Approved`, `InProgress` or `Done`, "
        "`title` is a text in quotes and `priority` a whole number.",
        wrong=_requirement('type: Story title: "Sell"'),
        right=_requirement('type: UserStory title: "Sell"'),
    ),
    Row(
        "loom.requirement-missing-key",
        "A requirement lacks its `type` or its `title`.",
        wrong=_requirement('title: "Sell"'),
        right=_requirement('type: UserStory title: "Sell"'),
    ),
    Row(
        "loom.requirement-cycle",
        "The requirements above a requirement go in a circle.",
        wrong=(
            'requirement A parent B { type: UseCase title: "a" } requirement B parent A { type: UseCase '
            'title: "b" }'
        ),
        right=(
            'requirement A parent B { type: UseCase title: "a" } requirement B { type: UseCase title: "b" }'
        ),
    ),
    # Seeds
    Row(
        "loom.seed-foreign-aggregate",
        "A row is of an aggregate of another context. Each context seeds its own.",
        wrong=f'{_DEPOT} context Shop {{ seed {{ Van {{ plate: "A 1" seats: 2 }} }} }}'.replace(
            '" seats', '", seats'
        ),
        right=_seed('plate: "A 1", seats: 2'),
    ),
    Row(
        "loom.seed-duplicate-field",
        "A row of a seed gives one field two values; keep one.",
        wrong=_seed('plate: "A 1", seats: 2, seats: 3'),
        right=_seed('plate: "A 1", seats: 2'),
    ),
    Row(
        "loom.seed-id-needs-raw",
        "A row gives its own id. Rows are created as users create them, and get their ids then; a `raw` seed "
        "fills columns, and can give them.",
        wrong=_seed('id: "1", plate: "A 1", seats: 2'),
        right=_seed('id: "1", plate: "A 1", seats: 2', "raw "),
    ),
    Row(
        "loom.seed-raw-column-invalid",
        "A raw row has a record for a value. It fills columns, which hold single values.",
        wrong=_seed("plate: { a: 1 }, seats: 2", "raw "),
        right=_seed('plate: "A 1", seats: 2', "raw "),
    ),
    # Migrations
    Row(
        "loom.migration-duplicate-name",
        "Two migrations have the same name; rename one.",
        wrong=f'{_DEPOT} migration "first" {{ }} migration "first" {{ }}',
        right=f'{_DEPOT} migration "first" {{ }} migration "second" {{ }}',
    ),
    Row(
        "loom.rename-to-self",
        "A step renames something to the name that it has.",
        wrong=_migration("Van.plate -> plate"),
        right=_migration("Van.number -> plate"),
    ),
    Row(
        "loom.rename-duplicate-source",
        "Something is renamed twice. All migrations count: each says what became of a name of the past.",
        wrong=_migration("Van.number -> plate, Van.number -> seats"),
        right=_migration("Van.number -> plate, Van.places -> seats"),
    ),
    Row(
        "loom.rename-duplicate-target",
        "Two things are renamed to one. All migrations count.",
        wrong=_migration("Van.number -> plate, Van.sign -> plate"),
        right=_migration("Van.number -> plate, Van.places -> seats"),
    ),
    Row(
        "loom.migration-sql-empty",
        "The text of an `sql` step is blank, so that there is nothing to run.",
        wrong=_migration('sql " "'),
        right=_migration('sql "select 1"'),
    ),
    Row(
        "loom.backfill-unknown-field",
        "A value is given to existing rows for a property that the aggregate does not have.",
        wrong=_migration("Van.seat = 2"),
        right=_migration("Van.seats = 2"),
    ),
    Row(
        "loom.backfill-duplicate",
        "One migration gives existing rows a value for one property twice.",
        wrong=_migration("Van.seats = 2, Van.seats = 3"),
        right=_migration("Van.seats = 2"),
    ),
)
