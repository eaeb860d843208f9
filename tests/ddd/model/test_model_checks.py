"""How often the checks on the resolved model tell something, of which places, and what they let pass."""

from __future__ import annotations

import pytest

from ddd.model.model_helpers import told

CRUD = "create(n: int) { n := n } destroy { }"


def in_context(members: str) -> str:
    return f"context X {{ {members} }}"


def in_system(
    members: str, rest: str = "", user: str = "user { id: string grade: int names: string[] }"
) -> str:
    return f"system S {{ {user} subdomain D {{ context X {{ {members} }} }} {rest} }}"


def hosted(members: str, deployable: str = "platform: node", rest: str = "") -> str:
    return in_system(
        members,
        "storage db { type: postgres } resource rows { for: X kind: state use: db } "
        f"deployable d {{ {deployable} contexts: [X] dataSources: [rows] }} {rest}",
    )


# The root


def test_doubled_root_types_are_told_once_and_hide_each_other_in_every_context() -> None:
    text = (
        "valueobject V { n: int } valueobject V { m: int } enum E { a } enum E { b } "
        "context X { } context Y { valueobject V { k: int } }"
    )
    assert told(text) == [
        ("duplicate-enum", "enum E"),
        ("duplicate-valueobject", "valueobject V"),
        ("enum-shadows-root", "X.E"),
        ("enum-shadows-root", "Y.E"),
        ("valueobject-shadows-root", "X.V"),
        ("valueobject-shadows-root", "Y.V"),
    ]


def test_value_objects_of_the_root_count_in_each_context_that_has_none_of_the_name() -> None:
    text = (
        "valueobject V { n: int m: int = n } context X { } "
        "context Y { valueobject V { n: int } } context Z { }"
    )
    assert told(text, "field-default-not-constant") == [
        ("field-default-not-constant", "X/V.m"),
        ("field-default-not-constant", "Z/V.m"),
    ]


def test_error_payloads_of_the_root_count_in_each_context() -> None:
    assert told("error Disallowed { why: string } context X { } context Y { }") == [
        ("reserved-structural-error-name", "X/error Disallowed"),
        ("reserved-structural-error-name", "Y/error Disallowed"),
    ]


def test_every_aggregate_of_one_table_is_told() -> None:
    text = (
        "system S { subdomain D { context X { aggregate A { n: int } } context Y { aggregate A { n: int } } "
        "context Z { aggregate A { n: int } } } storage db { type: postgres } "
        'resource z { for: Z kind: state use: db schema: "apart" } }'
    )
    assert told(text, "duplicate-table") == [("duplicate-table", "S.X.A"), ("duplicate-table", "S.Y.A")]


def test_ports_and_service_names_are_told_once_for_each() -> None:
    text = in_system(
        "enum Z { a }",
        "deployable one { platform: node } deployable One { platform: node } deployable two { "
        "platform: node } "
        "deployable more { platform: java port: 3000 }",
    )
    assert told(text) == [("duplicate-host-port", "S"), ("duplicate-service-slug", "S")]


# Aggregates


@pytest.mark.parametrize(
    ("default", "is_told"),
    [
        ("1 + 2", False),
        ("now()", False),
        ("small", False),
        ("n", True),
        ("this.n", True),
        ("own(1)", True),
        ("(1 + n) * 2", True),
        ("lost", False),
    ],
)
def test_defaults_do_not_read_their_object(default: str, is_told: bool) -> None:
    text = in_context(
        f"enum Size {{ small }} aggregate A {{ n: int f: int = {default} function own(k: int): int = k }}"
    )
    assert told(text) == [("field-default-not-constant", "X/A.f")] * is_told


def test_each_impurity_of_a_block_function_is_told() -> None:
    text = in_context(
        "event Gone { n: int } valueobject V { n: int } aggregate A { n: int xs: int[] "
        "function pure(k: int): int = k function f(k: int): int { n := 1 emit Gone { n: 1 } pure(k) go() "
        "let x = pure(k) + xs.count() + lost(k) let v = V(n: 1) return k } operation go() { n := 1 } }"
    )
    assert told(text, "function-block-impure") == [("function-block-impure", "X/A.function[f]")] * 5


def test_the_current_user_is_told_for_each_name_in_a_rule() -> None:
    text = in_system(
        "aggregate A { n: int invariant currentUser.grade > 1 && currentUser.grade < 9 when "
        "currentUser.grade > 0 "
        "derived d: bool = currentUser.grade > 1 function f(): bool = currentUser.grade > 1 "
        "entity P { n: int invariant currentUser.grade > 1 } } valueobject V { n: int invariant "
        "currentUser.grade > n }"
    )
    places = [place for _, place in told(text, "currentuser-not-in-request-scope")]
    assert places == [
        *["X/A.derived[d]", "X/A.function[f]"],
        *["X/A.invariant"] * 3,
        *["X/P.invariant", "X/V.invariant"],
    ]


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("n := n", 0),
        ("n := 1", 1),
        ("m := 3", 0),
        ("m := 3.0", 0),
        ("k := -1", 0),
        ("s := small", 0),
        ("s := big", 1),
        ("m += 3", 1),
        ("let x = n", 0),
        ("precondition n > 1", 1),
        ("emit Gone { n: n }", 1),
        ("go()", 1),
        ("n := n m := 4 precondition n > 1", 2),
    ],
)
def test_what_a_create_says_beyond_its_parameters_is_dropped(body: str, count: int) -> None:
    text = in_context(
        "event Gone { n: int } enum Size { small, big } "
        "aggregate A { n: int m: decimal = 3 k: int = -1 s: Size = small operation go() { n := 1 } "
        f"create(n: int) {{ {body} }} }}"
    )
    assert told(text) == [("lifecycle-body-dropped", "X/aggregate A.create")] * count


@pytest.mark.parametrize(
    ("guard", "on_create", "on_destroy"),
    [
        ("currentUser.grade > 1", False, False),
        ("lost", False, False),
        ("n > 1", True, False),
        ("this.n > 1", True, False),
        ("d > 1", True, False),
        ("own(1) > 1", True, False),
        ("p > 1", True, True),
        ("currentUser.names.contains(permissions.lost)", False, False),
    ],
)
def test_guards_of_creates_and_destroys_read_what_is_there(
    guard: str, on_create: bool, on_destroy: bool
) -> None:
    text = in_system(
        "aggregate A { n: int derived d: int = n function own(k: int): int = k "
        f"create(p: int) {{ requires {guard} }} destroy(p: int) {{ requires {guard} }} }}"
    )
    expected = [("lifecycle-guard-unreadable", "X/aggregate A.create")] * on_create
    expected += [("lifecycle-guard-unreadable", "X/aggregate A.destroy")] * on_destroy
    assert told(text) == expected


def test_only_the_action_that_is_generated_is_kept() -> None:
    text = in_context(
        "aggregate A { n: int create first(n: int) { n := n } create(n: int) { n := n } create(m: int) { } "
        "destroy scrap { } destroy { } }"
    )
    assert told(text, "named-lifecycle-dropped") == [
        ("named-lifecycle-dropped", "X/aggregate A.create create"),
        ("named-lifecycle-dropped", "X/aggregate A.create first"),
        ("named-lifecycle-dropped", "X/aggregate A.destroy scrap"),
    ]


def test_tests_of_an_aggregate_are_held_wherever_they_stand() -> None:
    text = in_context('aggregate A { n: int } test "apart" for A { n := 1 }')
    assert told(text, "aggregate-test-context") == [("aggregate-test-context", "X/A.test:apart")]
    assert told(in_context('aggregate A { n: int } test "whole" { n := 1 }'), "aggregate-test-context") == []


def test_reads_in_expectations_are_told_once_for_each_of_any_repository() -> None:
    text = in_context(
        "aggregate A { n: int } repository One for A { find one(k: int): A? where this.n == k } "
        "repository Two for A { find two(k: int): A? where this.n == k } "
        'test "t" { expect(A.one(1) == A.one(2)).toBe(true) expect(A.getById(1)).toBe(null) '
        "expect(A.lost(1)).toBe(1) }"
    )
    assert told(text, "integration-find-must-bind") == [("integration-find-must-bind", "X.test:t")] * 2


# Queries


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("this.n > k && !this.b || this.s == s1", ""),
        ("this.spot.row == k", ""),
        ("this.at > now() - days(k) - hours(2)", ""),
        ("days(1) + this.at > now()", ""),
        ("this.s.toLower() == s1.trim()", ""),
        ("this.s.startsWith(s1)", ""),
        ("this.refs.contains(ref)", ""),
        ("this.n == currentUser.grade", ""),
        ("s1.startsWith(this.s)", "not-queryable"),
        ("this.s.endsWith(s1)", "not-queryable"),
        ("this.n + 1 > k", "not-queryable"),
        ("-this.n > k", "not-queryable"),
        ("this.xs.contains(k)", "not-queryable"),
        ("this.other.n > k", "not-queryable"),
        ("lost", "not-queryable"),
        ("this.lost == k", "unknown-field"),
        ("this.spot.lane == k", "unknown-field"),
        ("this.id == ref", "unknown-field"),
        ("this.d == k", "unknown-field"),
        ("this.n == this.n", "column-column"),
        ("this.s == this.s.trim()", "column-column"),
    ],
)
def test_filters_are_what_a_database_can_evaluate(where: str, code: str) -> None:
    text = in_system(
        "valueobject Spot { row: int } aggregate B { n: int } aggregate A { n: int b: bool s: "
        "string at: datetime "
        "spot: Spot xs: int[] refs: B id[] other: B id derived d: int = n } "
        f"repository R for A {{ find f(k: int, s1: string, ref: B id): A? where {where} }}"
    )
    found = [pair for pair in told(text) if pair[0].startswith("find-where")]
    assert found == ([(f"find-where-{code}", "X/R.f")] if code else [])


@pytest.mark.parametrize(
    ("returns", "fits"),
    [
        ("A option", True),
        ("A or Missing", True),
        ("A or Other", False),
        ("A or B", False),
        ("B option", False),
        ("A or Missing or none", False),
    ],
)
def test_unions_that_a_find_may_return(returns: str, fits: bool) -> None:
    if returns.endswith("none"):
        returns = "A or Missing or Other"
    text = in_context(
        "error Missing { resource: string } error Other { n: int } aggregate B { n: int } "
        "aggregate A { n: int } "
        f"repository R for A {{ find f(k: int): {returns} where this.n == k }}"
    )
    assert (told(text, "union-find-shape-unsupported") == []) is fits


def test_finds_that_nobody_wrote_are_no_doubles() -> None:
    handler = (
        "queryHandler {name}(): A paged {{ "
        "let x = R.findAll(Big, page: {{ offset: 0, limit: 5 }}) return x }}"
    )
    text = in_context(
        "aggregate A { n: int } criterion Big of A = n > 1 repository R for A { } "
        + handler.format(name="One")
        + handler.format(name="Two")
    )
    assert told(text, "duplicate-find") == []


def test_an_index_is_suggested_once_for_each_field_that_no_key_covers() -> None:
    text = hosted(
        "aggregate B { n: int } aggregate A with softDeletable { a: string b: string c: string "
        "o: B id f: bool "
        "unique (b) } repository R for A { find x(k: string): A? where this.a == k && this.b == k && c == k "
        "find y(k: string, o: B id): A? where this.a == k && this.o == o && this.f }"
    )
    assert told(text) == [("index-suggestion", "X/A")] * 2


# Workflows


def in_workflow(body: str, more: str = "") -> list[str]:
    text = in_context(
        "event Gone { n: int m: int } aggregate A { n: int note: string? operation go() { n := 1 } "
        "private operation hide() { n := 1 } } "
        "repository R for A { find one(k: int): A where this.n == k find some(k: int): A[] "
        "where this.n == k } "
        f"criterion Big of A = n > 1 retrieval Q of A {{ where: this.n > 1 }} {more} "
        f"workflow W {{ create(k: int, a: A id) {{ {body} }} }}"
    )
    return [code for code, node in told(text) if node == "X/W"]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("let x = R.one(k) x.go()", []),
        ("let x = A.create({ n: 1 }) x.go()", []),
        (
            "let x = R.getById(a) x.hide() x.lost()",
            ["workflow-private-operation", "workflow-unknown-operation"],
        ),
        ("let x = R.some(k) x.go()", ["workflow-load-array-unsupported", "workflow-unknown-binding"]),
        ("let x = R.lost(k) x.go()", ["workflow-unknown-binding", "workflow-unknown-repository-method"]),
        ("let xs = R.run(Q) xs.go()", ["workflow-unknown-binding"]),
        ("let xs = R.run(Q) for x in xs { x.go() y.go() x.lost() }", ["workflow-foreach-unknown-binding"]),
        ("let xs = R.run(Q) for x in xs { let y = R.one(k) y.go() }", []),
        ("let y = R.one(k) let xs = R.run(Q) for x in xs { y.go() }", []),
        ("if let x = R.find(Big) { x.go() } else { x.go() }", ["workflow-foreach-unknown-binding"]),
        ("if let x = R.one(k) { x.go() }", ["iflet-bad-source"]),
        ("for x in k { x.go() }", ["workflow-foreach-source"]),
        (
            "emit Gone { n: 1, x: 1, y: 2 }",
            ["workflow-emit-missing-field", *["workflow-emit-unknown-field"] * 2],
        ),
        ("emit Lost { n: 1 }", ["workflow-emit-unknown-event"]),
        ("let x = A.create({ m: 1 })", ["workflow-create-missing-field", "workflow-create-unknown-field"]),
        ("let xs = R.findAll(Big)", ["findall-no-page"]),
        ("precondition lost", ["workflow-unknown-name"]),
        ("precondition lost > 1", []),
    ],
)
def test_the_statements_of_a_main_body(body: str, codes: list[str]) -> None:
    assert in_workflow(body) == codes


def test_other_bodies_than_the_main_one_are_not_looked_at() -> None:
    text = in_context(
        "aggregate A { n: int } workflow W { create(k: int) { let x = A.create({ n: k }) } "
        "create more(k: int) { lost.go() } handle h(k: int) { lost.go() } }"
    )
    assert told(text) == []


# Handlers and services


def test_a_query_that_gives_a_loaded_thing_to_a_changing_service_saves() -> None:
    members = (
        "aggregate A {{ n: int operation go() {{ n := 1 }} }} aggregate B {{ n: int }} "
        "repository R for A {{ }} "
        "domainService V {{ operation rate(a: A, b: B): int {{ {body} return 1 }} }} "
        "queryHandler Q(a: A id, b: B): int {{ let x = R.getById(a) let r = V.rate(x, b) return r }}"
    )
    assert told(in_context(members.format(body="a.go()")), "query-handler-saves") == [
        ("query-handler-saves", "X/Q")
    ]
    assert told(in_context(members.format(body="b.go()")), "query-handler-saves") == []


def test_a_service_is_impure_as_a_whole() -> None:
    text = in_context(
        "aggregate B { n: int } repository Bs for B { } domainService V { "
        "operation plain(k: int, m: int): int { return k } "
        "operation reads(b: B id, m: int): int { let x = Bs.getById(b) return x.n } } "
        "aggregate A { n: int operation go() { n := V.plain(1, 2) + V.plain(3, 4) } }"
    )
    assert (
        told(text, "domain-service-infra-call-from-aggregate")
        == [("domain-service-infra-call-from-aggregate", "X/A.go")] * 2
    )


# Projections


def test_a_group_over_folded_events_still_needs_the_rows_of_an_aggregate() -> None:
    text = in_context(
        "event Gone { a: A id } aggregate A { n: int } channel C { carries: Gone } "
        "projection Q keyed by a { a: A id n: int on(g: Gone) { n := 1 } } "
        "projection P keyed by a { a: A id n: int on(g: Gone) { n := 1 } from Q as q group by "
        "q.n select n = count }"
    )
    assert ("projection-groupby-source-invalid", "X/P") in told(text)


# Deployment


def test_a_resource_for_a_context_without_aggregates_is_not_needed() -> None:
    text = hosted("enum Z { a }")
    assert told(text) == [("datasource-unused", "S/d")]


def test_denied_documents_cannot_be_filtered_by_elixir_either() -> None:
    text = hosted("aggregate A shape: document { n: int } policy { deny on A }", "platform: elixir")
    assert told(text, "context-filter-unsupported") == [("context-filter-unsupported", "S/d")]


def test_masked_fields_are_masked_in_heirs_too() -> None:
    text = in_system(
        "abstract aggregate B { n: int mask unless currentUser.grade > 1 } aggregate A extends B { m: int }"
    )
    assert told(text, "field-mask-unsupported") == [
        ("field-mask-unsupported", "X/A"),
        ("field-mask-unsupported", "X/B"),
    ]


def test_only_what_an_api_offers_can_be_called_from_afar() -> None:
    members = (
        "system S {{ subdomain D {{ context X {{ aggregate A {{ n: int {lifecycle} operation "
        "go() when n > 1 {{ n := 1 }} }} }} }} "
        "subdomain E {{ context Y {{ aggregate B {{ n: int }} workflow W {{ create(a: A id) {{ "
        "let a1 = far.getAById(a) let a2 = far.goA(a) let a3 = far.canGoA(a) let a4 = far.allA() "
        "let a5 = far.createA(1) let a6 = far.destroyA(a) let b = B.create({{ n: 1 }}) }} }} }} }} "
        "api Cars from D resource far {{ for: Y kind: api use: Cars }} }}"
    )
    assert told(members.format(lifecycle=CRUD), "resource-verb-invalid") == []
    assert (
        told(members.format(lifecycle=""), "resource-verb-invalid") == [("resource-verb-invalid", "Y/W")] * 2
    )
    named = "create named(n: int) { } destroy named { }"
    assert (
        told(members.format(lifecycle=named), "resource-verb-invalid")
        == [("resource-verb-invalid", "Y/W")] * 2
    )


# Pages

VAN = (
    "error Full { n: int } aggregate Van { n: int operation load(by: int, tag: string?): Van or Full "
    "{ return Full { n: by } } operation list(xs: int[]): Van or Full { return Full { n: 1 } } }"
)


def on_page(body: str, action: str = "", view: str = 'page Start { route: "/:id"') -> list[tuple[str, str]]:
    text = in_system(
        VAN,
        f"api Cars from D {{ httpStatus Full -> 409 }} ui Desk {{ api cars: Cars {view} "
        f'state {{ m: string = "" }} {action} body: {body} }} }}',
    )
    return told(text)


ARMS = '{ Van v => m := "in" Full f => m := "full" }'


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ("cars.Van.load(1)", []),
        ('cars.Van.load(1, "a")', []),
        ("cars.Van.load()", ["match-await-arg-mismatch"]),
        ('cars.Van.load(1, "a", 2)', ["match-await-arg-mismatch"]),
        ('cars.Van.load("one")', ["match-await-arg-type"]),
        ("cars.Van.load(1, true)", ["match-await-arg-type"]),
        ("cars.Van.list(1)", []),
    ],
)
def test_awaited_calls_have_the_arguments_of_their_operation(call: str, codes: list[str]) -> None:
    found = on_page('Button { "Go", onClick: go }', f"action go() {{ match await {call} {ARMS} }}")
    assert [code for code, _ in found] == codes


def test_an_average_in_a_page_is_a_sum_and_a_count() -> None:
    text = in_system(
        "enum Z { a }",
        'ui Desk { page P { route: "/" state { ns: int[] = [] } body: Text { ns.avg(n => n) } } }',
    )
    assert told(text) == [("frontend-collection-op-unsupported", "page 'P'")] * 2


def test_effects_that_are_not_awaited_are_told_for_each() -> None:
    found = on_page(
        'Button { "Go", onClick: go }', "action go() { cars.Van.load(1) let x = cars.Van.load(2) }"
    )
    assert found == [("missing-effect-marker", "page 'Start' action 'go'")] * 2


def test_a_name_that_is_no_element_is_told_once_for_each_host() -> None:
    assert on_page("Stack { gauge(1), gauge(2), dial(3) }") == [("unknown-page-element", "page 'Start'")] * 2
