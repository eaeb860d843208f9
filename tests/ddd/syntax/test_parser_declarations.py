"""Declarations and their members: which tree each construct gives, with the places of names and words."""

import pytest

from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import field_span, walk
from loomsmith.ddd.text import Source


def tree(text):
    result = parse(Source(text))
    assert not result.faults, result.faults
    return result.tree


def first(text, kind):
    return next(node for node in walk(tree(text)) if isinstance(node, kind))


def in_context(text, kind):
    return first(f"context C {{ {text} }}", kind)


def in_aggregate(text, kind):
    return first(f"context C {{ aggregate A {{ {text} }} }}", kind)


def texts(refs):
    return [ref.text for ref in refs]


def test_an_empty_file_has_neither_imports_nor_members():
    for text in ("", " \n", "// nothing", "\ufeff"):
        file = tree(text)
        assert (file.imports, file.members) == ([], [])


def test_imports_stand_first_with_or_without_a_semicolon():
    assert [i.path for i in tree('import "./a.ddd"; import "b" enum E { X }').imports] == ["./a.ddd", "b"]


def test_members_keep_their_order_across_kinds():
    file = tree("enum E { X } context C { } enum F { Y }")
    assert [type(member).__name__ for member in file.members] == ["Enum", "Context", "Enum"]


def test_permissions_may_imply_one_or_several():
    block = first(
        "subdomain D { permissions { read, edit implies read own implies [read, edit] } }", n.Permissions
    )
    assert [(entry.name, entry.implies) for entry in block.entries] == [
        ("read", []),
        ("edit", ["read"]),
        ("own", ["read", "edit"]),
    ]


def test_macro_calls_take_named_arguments_of_five_kinds():
    text = 'context C with a, b(x: "s", y: 1, z: true, of: r, list: [p, q], none: [], gap: [ ]) { }'
    calls = first(text, n.Context).with_calls
    assert [call.name for call in calls] == ["a", "b"]
    values = [arg.value for arg in calls[1].args]
    assert values[:3] == ["s", 1, True]
    assert values[3].text == "r"
    assert [ref.text for ref in values[4]] == ["p", "q"]
    assert values[5:] == [[], []]


def test_a_deployable_takes_its_clauses_in_any_order_after_the_platform():
    node = first(
        "deployable d { platform: node { directoryLayout: byLayer, persistence: x } serves: A, B, port: 80"
        " contexts: [C, D,] channels: [c] dataSources: [state] contexts: [E] targets: other"
        ' ui: U { api: e, f: g } hosts: [U, V] auth: ui design: "daisyui@5" favicon: "f.ico" }',
        n.Deployable,
    )
    assert (node.platform, node.persistence, node.directory_layout) == ("node", "x", "byLayer")
    assert (texts(node.serves), node.port, texts(node.contexts)) == (["A", "B"], 80, ["C", "D", "E"])
    assert (texts(node.channels), texts(node.data_sources), node.targets.text) == (["c"], ["state"], "other")
    assert [(b.name, b.source.text) for b in node.ui.bindings] == [("api", "e"), ("f", "g")]
    assert (texts(node.hosts), node.auth, node.design, node.favicon) == (
        ["U", "V"],
        "ui",
        "daisyui@5",
        "f.ico",
    )


def test_a_quoted_platform_loses_its_quotes_and_a_repeated_clause_overrides():
    node = first('deployable d { platform: "rust" port: 1 port: 2 hosts: U }', n.Deployable)
    assert (node.platform, node.port, texts(node.hosts)) == ("rust", 2, ["U"])


def test_storage_resource_and_sources_take_their_clauses_in_fixed_order():
    storage = first(
        'storage s { type: kafka, instance: big connection: env("K") config: { a: "x", b: 1, c: true } }',
        n.Storage,
    )
    assert (storage.type, storage.instance, storage.connection.kind, storage.connection.value) == (
        "kafka",
        "big",
        "env",
        "K",
    )
    assert [(entry.key, entry.value) for entry in storage.config] == [("a", "x"), ("b", 1), ("c", True)]
    resource = first(
        'resource r { for: C kind: state, use: s schema: "p" ttl: 5 isolationLevel: serializable'
        " readonly: true shape: embedded index: [A.x, A.(y, z)] }",
        n.Resource,
    )
    assert (resource.context.text, resource.kind, resource.use.text, resource.schema, resource.ttl) == (
        "C",
        "state",
        "s",
        "p",
        5,
    )
    assert (resource.readonly, resource.shape) == (True, "embedded")
    assert [(index.entity, index.columns) for index in resource.indexes] == [("A", ["x"]), ("A", ["y", "z"])]
    timer = first(
        'system S { timerSource t { for: E cron: "0 * * * *" every: 5m in: "UTC" overlap: allow } }',
        n.TimerSource,
    )
    assert (timer.event.text, timer.cron, timer.every, timer.timezone, timer.overlap) == (
        "E",
        "0 * * * *",
        "5m",
        "UTC",
        "allow",
    )


def test_an_api_has_a_style_then_statuses_then_routes():
    node = first(
        'api A with m from D { urlStyle: resource httpStatus Gone -> 410 route GET "/x" -> C.all }', n.Api
    )
    assert (node.name, node.with_calls[0].name, node.source.text, node.url_style) == (
        "A",
        "m",
        "D",
        "resource",
    )
    assert [(status.error, status.code) for status in node.statuses] == [("Gone", 410)]
    assert [(r.method, r.path, r.context.text, r.handler) for r in node.routes] == [("GET", "/x", "C", "all")]
    assert first("api A", n.Api).routes == []


def test_users_authentication_and_tenancy():
    assert [f.name for f in first("user { id: guid permissions: string[] }", n.UserBlock).fields] == [
        "id",
        "permissions",
    ]
    auth = first(
        'auth { provider: x oidc { issuer: "i" clientId: env("ID"), scopes: ["a"] scopes: ["b"] }'
        ' sessions: jwt claims: { id: "sub", } enforcement: denyByDefault }',
        n.AuthBlock,
    )
    assert (auth.oidc.issuer.kind, auth.oidc.client_id.kind, auth.oidc.scopes) == (
        "literal",
        "env",
        ["a", "b"],
    )
    assert (auth.has_claims, auth.claims[0].field, auth.claims[0].path) == (True, "id", "sub")
    tenancy = first("system S { tenancy by user.org of Org }", n.Tenancy)
    assert (tenancy.claim.text, tenancy.registry.text) == ("org", "Org")


def test_lists_with_loose_commas_take_none_or_one():
    assert [value.name for value in first("enum E { A B, C, }", n.Enum).values] == ["A", "B", "C"]
    assert len(in_context("event E { a: int b: int, c: int, }", n.Event).fields) == 3


def test_payloads_are_records_or_unions():
    record = in_context("query Q { a: int }", n.Payload)
    assert (record.keyword, record.name, record.is_union, len(record.fields)) == ("query", "Q", False, 1)
    union = in_context("error E = A | B[]", n.Payload)
    assert (union.keyword, union.is_union, len(union.variants)) == ("error", True, 2)


def test_policies_are_rules_or_functions():
    rules = in_context("policy { allow write local on A allow deep on B deny on D }", n.PolicyRules)
    assert rules.name is None
    assert [(r.effect, r.write, r.level, r.target) for r in rules.rules] == [
        ("allow", True, "local", "A"),
        ("allow", False, "deep", "B"),
        ("deny", False, None, "D"),
    ]
    assert in_context("policy P { }", n.PolicyRules).name == "P"
    assert in_context("policy P(a: int): bool = a > 1", n.PolicyFunction).params[0].name == "a"
    assert isinstance(in_context("policy P(): bool { true }", n.PolicyFunction).body, n.BoolLiteral)


def test_an_aggregate_takes_its_clauses_between_extends_and_with():
    node = in_context(
        "abstract aggregate A extends B audited shape: document, inheritanceUsing: ownTable crossTenant"
        " persistedAs: eventLog with m { }",
        n.Aggregate,
    )
    assert (node.abstract, node.extends.text, node.audited, node.cross_tenant) == (True, "B", True, True)
    assert (node.shape, node.inheritance_using, node.persisted_as) == ("document", "ownTable", "eventLog")


def test_a_property_takes_flags_then_default_check_and_mask():
    node = in_aggregate(
        'x: string? sensitive(pii, gdpr) provenanced immutable = "a" check x != ""'
        ' message "m" mask unless y.z',
        n.Property,
    )
    assert (node.name, node.provenanced, node.sensitivity, node.access) == (
        "x",
        True,
        ["pii", "gdpr"],
        "immutable",
    )
    assert (node.default.value, node.check_message) == ("a", "m")
    assert isinstance(node.mask_unless, n.Postfix)


@pytest.mark.parametrize(
    "name", ["kind", "filter", "stamp", "implements", "message", "secret", "page", "await"]
)
def test_soft_words_name_properties(name):
    assert in_aggregate(f"{name}: int", n.Property).name == name


def test_a_word_that_starts_a_clause_and_is_followed_by_a_colon_is_a_property():
    projection = in_context(
        "projection P { join: int group: int select: int from A select x = y }", n.Projection
    )
    assert [member.name for member in projection.members] == ["join", "group", "select"]
    assert projection.source.text == "A"
    assert in_context("workflow W { handle: int handle h() { } }", n.Workflow).members[0].name == "handle"


def test_members_of_aggregates():
    contained = in_aggregate("contains x: P[]?", n.Containment)
    assert (contained.name, contained.part.text, contained.many, contained.optional) == ("x", "P", True, True)
    invariant = in_aggregate('private invariant a > 1 when b message "m"', n.Invariant)
    assert (invariant.server_only, invariant.message, invariant.guard.name) == (True, "m", "b")
    assert in_aggregate("unique (a, of)", n.Unique).columns == ["a", "of"]
    operation = in_aggregate(
        "private operation o(a: int, b: int = 2) extern audited: int requires x.y when z { return 1 }",
        n.Operation,
    )
    assert (operation.private, operation.extern, operation.audited, len(operation.params)) == (
        True,
        True,
        True,
        2,
    )
    assert (type(operation.requires), type(operation.when), len(operation.body)) == (n.Postfix, n.NameRef, 1)
    assert in_aggregate("create(a: int) audited { }", n.Create).name is None
    assert in_aggregate("destroy { }", n.Destroy).params == []
    assert in_aggregate("destroy gone(a: int) { }", n.Destroy).name == "gone"
    assert in_aggregate("apply(e: Done) { x := e.x }", n.Apply).event.text == "Done"
    assert in_aggregate("function f(): int { return 1 }", n.Function).expr is None
    assert in_aggregate("stamp onUpdate { a := 1 b() }", n.Stamp).event == "onUpdate"


def test_finds_criteria_and_retrievals():
    find = in_context(
        "repository R for A { find f(a: int): A[] requires x where this.a == a ignoring * }", n.Find
    )
    assert (find.name, find.ignoring.all, find.requires.name) == ("f", True, "x")
    criterion = in_context("criterion K(a: int) of A as it = it.x > a", n.Criterion)
    assert (criterion.alias, type(criterion.body)) == ("it", n.Chain)
    retrieval = in_context(
        "retrieval R of A { where: K(1) sort: [this.a desc, asc asc, b] loads: [c[].d] }", n.Retrieval
    )
    assert [(s.path.segments[-1].name, s.direction) for s in retrieval.sort] == [
        ("a", "desc"),
        ("asc", "asc"),
        ("b", None),
    ]
    assert [(s.name, s.many) for s in retrieval.loads[0].segments] == [("c", True), ("d", False)]
    assert in_context("retrieval R of A { where: K sort: [] loads: [ ] }", n.Retrieval).sort == []
    assert isinstance(in_context("retrieval R of A = K", n.Retrieval).where, n.NameRef)


def test_projections_fold_or_query():
    folded = in_context(
        "projection P(a: int) keyed by k requires x.y { n: int on (e: Done) by e.k { n += 1 } }", n.Projection
    )
    assert (folded.key, [type(m).__name__ for m in folded.members]) == ("k", ["Property", "EventHandler"])
    query = in_context(
        "projection P { n: int from A as a where a.x ignoring X join B as b on a.b == b"
        " group by a.x, b.y select n = a.n, of = 1 }",
        n.Projection,
    )
    assert (query.source.text, query.source_alias, query.ignoring.capabilities) == ("A", "a", ["X"])
    assert (query.joins[0].aggregate.text, query.joins[0].alias, len(query.group_by)) == ("B", "b", 2)
    assert [select.field for select in query.selects] == ["n", "of"]


def test_workflows_services_and_handlers():
    workflow = in_context(
        "workflow W eventSourced transactional(serializable) requires x.y {"
        " create(a: int) by a.b requires c.d { } on (e: Done) { } handle h() { } apply(e: Done) { } n: int }",
        n.Workflow,
    )
    assert (workflow.event_sourced, workflow.transactional, workflow.isolation) == (
        True,
        True,
        "serializable",
    )
    assert [type(member).__name__ for member in workflow.members] == [
        "WorkflowCreate",
        "EventHandler",
        "Handle",
        "Apply",
        "Property",
    ]
    service = in_context(
        'domainService S { operation write(a: int): int { return a } test "t" { } }', n.DomainService
    )
    assert [type(member).__name__ for member in service.members] == ["ServiceOperation", "TestBlock"]
    handler = in_context("extern queryHandler q(a: int): int;", n.Handler)
    assert (handler.kind, handler.extern, handler.body) == ("query", True, None)
    assert in_context("commandHandler c() { }", n.Handler).body == []


def test_statements():
    text = """operation o() {
      precondition a > 1 message "m" requires b.c let write = 1
      emit Done { x: 1, of: 2, }
      for i in a.b(1) { f(i) }
      if let n = a.b { n := 1 } else { }
      match await a.b { Done d => a := 1, Boat id => { } else => b() }
      a.b += 1 f(1, 2) g.h() bare return x
    }"""
    body = in_aggregate(text, n.Operation).body
    assert [type(statement).__name__ for statement in body] == [
        "Precondition",
        "Requires",
        "Let",
        "Emit",
        "For",
        "IfLet",
        "MatchStatement",
        "AssignOrCall",
        "AssignOrCall",
        "AssignOrCall",
        "AssignOrCall",
        "Return",
    ]
    assert [(s.path, s.call, s.op) for s in body[7:11]] == [
        (["a", "b"], False, "+="),
        (["f"], True, None),
        (["g", "h"], True, None),
        (["bare"], False, None),
    ]
    assert (body[5].else_body, len(body[6].arms), len(body[6].else_body)) == ([], 2, 1)


def test_a_statement_ends_where_the_next_token_cannot_continue_it():
    body = in_aggregate("operation o() { let a = x\n b := y z(1) }", n.Operation).body
    assert [type(statement).__name__ for statement in body] == ["Let", "AssignOrCall", "AssignOrCall"]


def test_names_words_and_references_have_their_places():
    text = """context C { aggregate Boat extends Hull audited {
      contains decks: Deck[]
      operation sail() audited { }
    } }"""
    boat = first(text, n.Aggregate)
    assert text[slice(*boat.span)].startswith("aggregate Boat")
    assert text[slice(*field_span(boat, "name"))] == "Boat"
    assert text[slice(*field_span(boat, "audited"))] == "audited"
    assert text[slice(*boat.extends.span)] == "Hull"
    decks, sail = boat.members
    assert text[slice(*decks.part.span)] == "Deck"
    assert text[slice(*field_span(decks, "many"))] == "[]"
    assert text[slice(*sail.span)] == "operation sail() audited { }"
    assert field_span(sail, "extern") is None
