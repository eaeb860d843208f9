"""What the guide for models warns of is found: each claim with a model that goes against it."""

from __future__ import annotations

import pytest

from loomsmith.ddd import toolkit


def aggregate(members: str, beside: str = "") -> str:
    """A context with an event and an aggregate that has these members too, and what stands beside it."""
    fields = 'n: int = 0 s: string = "" m: money = 0 o: int? d: datetime?'
    return f"context C {{ event E {{ a: A id }} aggregate A {{ {fields} {members} }} {beside} }}"


WARNINGS = {
    "an aggregate is no field type": (
        aggregate("b: A"),
        "loom.bare-aggregate-in-type",
    ),
    "an optional is not unwrapped by itself": (
        aggregate("derived x: int = o + 1"),
        "loom.operator-operand-types",
    ),
    "an optional fits no plain target": (
        aggregate("operation p(q: int?) { n := q }"),
        "loom.assign-type",
    ),
    "a negated literal is no literal": (
        aggregate("refund: money = -5"),
        "loom.default-type",
    ),
    "division gives a decimal": (
        aggregate("derived x: int = n / 2"),
        "loom.derived-type",
    ),
    "a text and a number do not compare": (
        aggregate("derived x: bool = s == n"),
        "loom.operator-incomparable",
    ),
    "conditions are exactly bool": (
        aggregate("derived x: int = n ? 1 : 2"),
        "loom.ternary-condition",
    ),
    "a text is not joined with a datetime": (
        aggregate("derived x: string = s + d"),
        "loom.operator-operand-types",
    ),
    "a datetime in a template needs a format": (
        aggregate("derived x: string = `{now()}`"),
        "loom.interp-hole-type",
    ),
    "a find of a list is out of date": (
        aggregate("", "repository R for A { find x(n: int): A[] where this.n == n }"),
        "loom.repository-find-deprecated",
    ),
    "a find asks for stored fields": (
        aggregate("derived x: int = n", "repository R for A { find f(n: int): A? where this.x == n }"),
        "loom.find-where-unknown-field",
    ),
    "a comparison has a field on one side only": (
        aggregate("k: int = 0", "repository R for A { find f(n: int): A? where this.n == this.k }"),
        "loom.find-where-column-column",
    ),
    "a database does not search within texts": (
        aggregate("", "repository R for A { find f(t: string): A? where this.s.contains(t) }"),
        "loom.find-where-not-queryable",
    ),
    "when sees no parameters": (
        aggregate("operation p(q: int) when (q > 1) { n := q }"),
        "loom.when-uses-parameter",
    ),
    "when stands on no private operation": (
        aggregate("private operation p() when (n > 1) { n := 1 }"),
        "loom.when-on-private",
    ),
    "emit gives every field": (
        aggregate("operation p() { emit E { } }"),
        "loom.emit-missing-field",
    ),
    "a create only assigns its parameters": (
        aggregate("create(n: int) { n := n emit E { a: id } }"),
        "loom.lifecycle-body-dropped",
    ),
    "a create has no name": (
        aggregate("create x(n: int) { n := n }"),
        "loom.named-lifecycle-dropped",
    ),
    "a value object has no display": (
        "context C { valueobject V { a: string derived display: string = a } }",
        "loom.reserved-derived-on-vo",
    ),
    "a list of parts is never optional": (
        aggregate("contains p: P[]? entity P { k: int = 1 }"),
        "loom.containment-optional-collection",
    ),
    "an abstract aggregate has no operations": (
        "context C { abstract aggregate A { n: int operation x() { n := 1 } } }",
        "loom.abstract-aggregate-behavior",
    ),
    "only abstract aggregates are extended": (
        "context C { aggregate A { n: int } aggregate B extends A { k: int } }",
        "loom.extends-non-abstract",
    ),
    "an event consumed is carried by a channel": (
        aggregate("", "workflow W { a: A id create(e: E) by e.a { } }"),
        "loom.reactor-event-uncarried",
    ),
    "a workflow with events has one field of an id type": (
        aggregate("", "channel K { carries: E } workflow W { k: int = 0 create(e: E) by e.a { k := 1 } }"),
        "loom.workflow-correlation-required",
    ),
    "a workflow assigns no field of an aggregate": (
        aggregate(
            "", "repository R for A {} workflow W { create(a: A id) { let f = R.getById(a) f.n := 1 } }"
        ),
        "loom.workflow-unrecognised-statement",
    ),
    "a command handler touches one aggregate": (
        aggregate(
            "operation p() { n := 1 }",
            "aggregate B { k: int = 0 operation q() { k := 1 } } repository R for A {} repository S for B "
            "{} commandHandler H(a: A id, b: B id) { let x = R.getById(a) let y = S.getById(b) x.p() y.q() }",
        ),
        "loom.command-handler-multi-aggregate",
    ),
    "a query handler changes nothing": (
        aggregate(
            "operation p() { n := 1 }",
            "repository R for A {} queryHandler H(a: A id): int { let x = R.getById(a) x.p() return 1 }",
        ),
        "loom.query-handler-saves",
    ),
    "an event-sourced operation assigns nothing": (
        (
            "context C { event E { a: A id } aggregate A persistedAs: eventLog { n: int = 0 operation p() { "
            "n := 1 } } }"
        ),
        "loom.event-sourced-command-mutation",
    ),
    "an emitted event of an event-sourced aggregate is applied": (
        (
            "context C { event E { a: A id } aggregate A persistedAs: eventLog { n: int = 0 operation p() { "
            "emit E { a: id } } } }"
        ),
        "loom.emitted-event-no-applier",
    ),
    "a payload is no type of a handler's parameter": (
        aggregate("", "command K { n: int } commandHandler H(k: K) { }"),
        "loom.linking-error",
    ),
    "what is selected beside totals is a group key": (
        aggregate("", "projection P { n: int c: int from A as a group by a.s select n = a.n, c = count() }"),
        "loom.projection-groupby-select-not-grouped",
    ),
    "a projection is folded or computed, not both": (
        aggregate(
            "",
            "channel K { carries: E } projection P keyed by a { a: A id n: int from A as x on(e: E) by e.a "
            "{ n += 1 } }",
        ),
        "loom.parse-error",
    ),
    "the vocabulary of pages is closed": (
        'system S { ui U { page X { route: "/" body: Stackk("a") } } }',
        "loom.unknown-page-element",
    ),
    "a seed is for the aggregates of its context": (
        "context C { seed { B { n: 1 } } } context D { aggregate B { n: int } }",
        "loom.seed-foreign-aggregate",
    ),
    "a derived field is not assigned": (
        aggregate("derived x: int = n operation p() { x := 1 }"),
        "loom.assign-to-derived",
    ),
    "a domain service changes nothing": (
        aggregate("", "domainService X { operation p() { emit E { a: null } } }"),
        "loom.domain-service-no-emit",
    ),
    "a storage serves certain kinds of resource": (
        (
            "system S { context C { aggregate A { n: int } } storage r { type: redis } resource x { for: C, "
            "kind: state, use: r } }"
        ),
        "loom.resource-kind-storage",
    ),
    "a mailer needs a sender": (
        "system S { storage r { type: smtp } }",
        "loom.config-key-required",
    ),
    "node shows no ui": (
        'system S { ui U { page X { route: "/" } } deployable d { platform: node ui: U } }',
        "loom.deployable-ui-not-mountable",
    ),
    "a rename has two names": (
        'context C { aggregate A { n: int } } migration "m" { A.n -> n }',
        "loom.rename-to-self",
    ),
    "auth needs a user block": (
        'system S { auth { provider: google oidc { clientId: "x" } } }',
        "loom.auth-without-user",
    ),
    "a transactional workflow has create alone": (
        aggregate(
            "",
            "channel K { carries: E } workflow W transactional { a: A id create(e: E) by e.a { } on(e: E) "
            "by e.a { } }",
        ),
        "loom.transactional-with-continuations",
    ),
}


@pytest.mark.parametrize(("model", "code"), WARNINGS.values(), ids=WARNINGS)
def test_what_the_guide_warns_of_is_found(model: str, code: str) -> None:
    assert code in [finding["code"] for finding in toolkit.validate(model)["diagnostics"]]  # type: ignore[attr-defined]
