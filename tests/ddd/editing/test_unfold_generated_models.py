"""Models made up at random, rich in what macros look at: unfolding writes what expansion had added."""

import json

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from expanded_models import expanded
from loomsmith.ddd.editing.splice import splice
from loomsmith.ddd.editing.unfold import Unfolding, unfold
from loomsmith.ddd.macros.directory import member_list
from loomsmith.ddd.macros.library import MACROS
from loomsmith.ddd.outline import outline
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import same_tree, walk
from loomsmith.ddd.syntax.nodes import Aggregate, Context, Ui
from loomsmith.ddd.syntax.printer import print_node
from loomsmith.ddd.text import Source

NAMES = ["Boat", "SupplyBox", "City", "HTTPProbe", "aBoat"]
FIELDS = [
    "name",
    "fullName",
    "price",
    "isOpen",
    "madeAt",
    "size",
    "mood",
    "owner",
    "page",
    "secret2",
    "total",
    "x",
]
TYPES = ["string", "int", "long", "decimal", "money", "bool", "datetime", "guid", "json", "File"]
TYPES += ["Mood", "Size", "Boat id", "Part"]
MARKS = ["", "", "", "[]", "?"]
WORDS = ["", "", "", " immutable", " managed", " token", " internal", " secret", " provenanced"]
CAPABILITIES = ["auditable", "softDeletable", "tenantOwned", "tenantRegistry", "versioned", "nested"]


@st.composite
def fields(draw, least=0):
    names = draw(st.lists(st.sampled_from(FIELDS), unique=True, min_size=least, max_size=6))
    choice = st.tuples(st.sampled_from(TYPES), st.sampled_from(MARKS), st.sampled_from(WORDS))
    return [f"{name}: {''.join(draw(choice))}" for name in names]


@st.composite
def clauses(draw, calls, most=3):
    chosen = draw(st.lists(st.sampled_from(calls), max_size=most))
    return f" with {', '.join(chosen)}" if chosen else ""


@st.composite
def aggregates(draw, name):
    calls = ["crudish", "crudish(updateOnly: true)", "softDelete", *CAPABILITIES]
    header = draw(st.sampled_from(["", "", " audited", " persistedAs: eventLog", " shape: document"]))
    members = draw(fields())
    members += draw(
        st.lists(
            st.sampled_from(
                [
                    "entity Part { label: string  cost: money  lid: Size }",
                    "contains parts: Part[]",
                    "contains lid: Part?",
                    'derived display: string = "x"',
                    "operation go(to: int, reason: string?) { }",
                    "operation goAudited() audited { }",
                    "private operation hush() { }",
                    "create() { }",
                    "create opened(a: string) { }",
                    "destroy { }",
                    'stamp onCreate { name := "x" }',
                    "implements auditable",
                    "invariant 1 < 2",
                ]
            ),
            unique=True,
            max_size=6,
        )
    )
    between = draw(st.sampled_from(["\n      ", "  "]))
    close = draw(st.sampled_from(["\n    ", " "]))
    abstract = draw(st.sampled_from(["", "", "", "abstract "]))
    clause = draw(clauses(calls))
    return f"{abstract}aggregate {name}{header}{clause} {{{between}{between.join(members)}{close}}}"


@st.composite
def models(draw):
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=3))
    parts = ["enum Mood { calm, rough }", "valueobject Size { metres: decimal  at: datetime }"]
    parts += [draw(aggregates(name)) for name in names]
    for name in draw(st.lists(st.sampled_from(names), unique=True)):
        finds = draw(
            st.lists(
                st.sampled_from(
                    [
                        f"find all(): {name} paged",
                        f"find byName(name: string, other: string): {name}[] where true",
                        f"find one(x: int): {name}?",
                        "find count(): int",
                    ]
                ),
                unique=True,
            )
        )
        parts.append(f"repository Repo{name} for {name} {{ {' '.join(finds)} }}")
    parts.append(f"criterion Wanted(a: int, b: string) of {names[0]} = true")
    state = " ".join(draw(fields()))
    create = draw(st.sampled_from(["", "create(a: int) { }", "create(a: Boat id) by a { }"]))
    parts.append(f"workflow watchIt {{ {state} {create} }}")
    calls = ["softDeleteByDefault", "scaffoldHandlers", "scaffoldDashboard", "scaffoldPaged(of: Wanted)"]
    clause = draw(clauses([*calls, *CAPABILITIES]))
    uis = [f"scaffoldAggregate(of: {name})" for name in names]
    uis += ["scaffoldWorkflow(of: watchIt)", "scaffoldContext(of: C)", "scaffoldSubdomain(of: D)"]
    uis += ["scaffold(subdomains: [D])", f"scaffold(aggregates: [{names[0]}], workflows: [watchIt])"]
    own = draw(st.sampled_from(["", "api H: P", 'page Home { route: "/" }', "area Boats { page New { } }"]))
    body = "\n    ".join(parts)
    return (
        'capability nested { above: Self id?  label: string  stamp onUpdate { label := "l" } }\n'
        f"subdomain D {{\n  context C{clause} {{\n    {body}\n  }}\n}}\n"
        f"api P from D\nui U{draw(clauses(uis, 2))} {{ {own} }}\n"
    )


def _unordered(value):
    """The value with its lists as multisets."""
    if isinstance(value, dict):
        return {key: _unordered(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted(map(_unordered, value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


@given(models())
@examples(30)
def test_unfolding_keeps_the_syntax_and_for_macros_the_outline(text):
    expansion = expanded(text)
    for host in list(walk(expansion.file)):
        for call in host.with_calls if isinstance(host, Aggregate | Context | Ui) else []:
            found = unfold(Source(text), expansion, call.name, host)
            if not isinstance(found, Unfolding):
                continue
            again = expanded(splice(text, found.edits))
            if call.name in MACROS:
                assert _unordered(outline(again.file)) == _unordered(outline(expansion.file)), call.name


@given(models())
@examples(30)
def test_added_members_read_back_from_their_text_as_they_were_built(text):
    expansion = expanded(text)
    frames = {Aggregate: "context X { aggregate X { %s } }", Context: "context X { %s }", Ui: "ui X { %s }"}
    for host in list(walk(expansion.file)):
        for member in member_list(host) if type(host) in frames else []:
            if member.span is None:
                tree = parse(Source(frames[type(host)] % print_node(member))).tree
                read = next(
                    node for node in walk(tree) if type(node) is type(member) and node.parent is not tree
                )
                assert same_tree(read, member), print_node(member)
