"""Models made to be slow or deep: what is put in place stays bounded, and nothing nests without end."""

from __future__ import annotations

import pytest

from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.model import expressions as e
from loomsmith.ddd.model import lower_expressions
from loomsmith.ddd.model.values import Model

CRASHES = {"loom.validator-check-crashed", "loom.ir-internal"}


def resolved(text: str) -> Model:
    """The model of a text, whose every stage went well."""
    analysis = Analysis(text)
    assert analysis.syntax_findings == []
    found = (*analysis.source_findings, *analysis.model_findings)
    assert [each.message for each in found if each.code in CRASHES] == []
    assert analysis.model is not None
    return analysis.model


def size_of_finds(model: Model) -> int:
    (context,) = model.contexts()
    finds = [find for repository in context.repositories for find in repository.finds]
    return sum(1 for find in finds for _ in e.deep(find.where))


@pytest.mark.parametrize("parameters", ["", "(k: int)"])
def test_criteria_that_use_each_other_twice_do_not_double_forty_times(parameters: str) -> None:
    given = "(k)" if parameters else ""
    criteria = "".join(
        f"criterion C{n}{parameters} of A = C{n + 1}{given} && C{n + 1}{given}\n" for n in range(40)
    )
    first = "C0(1)" if parameters else "C0"
    model = resolved(
        f"context X {{ aggregate A {{ n: int }} {criteria} criterion C40{parameters} of A = n > 1 "
        f"repository As for A {{ find f(): A? where {first} }} }}"
    )
    assert size_of_finds(model) < 10 * lower_expressions.INLINING_BUDGET


def test_arguments_that_double_at_each_step_stay_bounded() -> None:
    criteria = "".join(f"criterion C{n}(k: int) of A = C{n + 1}(k + k)\n" for n in range(60))
    model = resolved(
        f"context X {{ aggregate A {{ n: int }} {criteria} criterion C60(k: int) of A = n > k "
        "repository As for A { find f(): A? where C0(1) } }"
    )
    assert size_of_finds(model) < 10 * lower_expressions.INLINING_BUDGET


def test_all_that_a_source_puts_in_place_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loomsmith.ddd.model.resolve.INLINING_ALLOWANCE", 2_000)
    criteria = "".join(f"criterion C{n}(k: int) of A = C{n + 1}(k) && C{n + 1}(k)\n" for n in range(10))
    finds = "".join(f"find f{n}(): A? where C0({n})\n" for n in range(100))
    model = resolved(
        f"context X {{ aggregate A {{ n: int }} {criteria} criterion C10(k: int) of A = n > k "
        f"repository As for A {{ {finds} }} }}"
    )
    assert size_of_finds(model) < 20_000


@pytest.mark.parametrize(
    "criteria",
    [
        "criterion C of A = C",
        "criterion C of A = D criterion D of A = C",
        "criterion C(k: int) of A = C(k + 1)",
    ],
)
def test_criteria_in_a_ring_end_in_an_unknown_name(criteria: str) -> None:
    first = "C(1)" if "(k" in criteria else "C"
    model = resolved(
        f"context X {{ aggregate A {{ n: int }} {criteria} "
        f"repository As for A {{ find f(): A? where {first} }} }}"
    )
    (context,) = model.contexts()
    where = context.repositories[0].finds[1].where
    assert any(isinstance(found, e.Name) and found.kind == "unknown" for found in e.deep(where))


def test_long_chains_of_criteria_and_functions_do_not_nest_without_end() -> None:
    criteria = "".join(f"criterion C{n} of A = C{n + 1} && n > {n}\n" for n in range(2_000))
    functions = "".join(f"function f{n}(k: int): int = f{n + 1}(k) + 1\n" for n in range(2_000))
    resolved(
        f"{functions} function f2000(k: int): int = k\n"
        f"context X {{ aggregate A {{ n: int derived d: int = f0(n) }} {criteria} "
        "criterion C2000 of A = n > 1 repository As for A { find f(): A? where C0 } }"
    )


def test_a_long_line_of_heirs_has_all_fields_of_all_bases_in_order() -> None:
    heirs = "".join(f"abstract aggregate A{n} extends A{n - 1} {{ f{n}: int }}\n" for n in range(1, 400))
    model = resolved(f"context X {{ abstract aggregate A0 {{ f0: int }}\n{heirs} }}")
    (context,) = model.contexts()
    last = context.aggregates[-1]
    assert [field.name for field in last.fields] == [*(f"f{n}" for n in range(400)), "version"]


@pytest.mark.parametrize("size", [1, 2, 3, 300])
def test_rings_of_heirs_end(size: int) -> None:
    ring = "".join(
        f"abstract aggregate A{n} extends A{(n + 1) % size} {{ f{n}: int }}\n" for n in range(size)
    )
    model = resolved(f"context X {{ {ring} aggregate Z extends A0 {{ z: int }} }}")
    (context,) = model.contexts()
    fields = [field.name for field in context.aggregates[0].fields]
    assert fields[-2:] == ["f0", "version"]
    if size == 3:
        assert fields == ["f2", "f1", "f0", "version"]


def test_value_objects_in_each_other_and_paths_through_them() -> None:
    nested = "".join(f"valueobject V{n} {{ a: V{n + 1} n: int }}\n" for n in range(2_000))
    path = ".a" * 2_000
    resolved(
        f"context X {{ {nested} valueobject V2000 {{ n: int }} "
        f"aggregate A {{ v: V0 derived d: int = v{path}.n }} "
        f"repository As for A {{ find f(): A? where this.v{path}.n > 1 }} }}"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [("n.max(", ")"), ("f(", ")"), ("(", ")"), ("n > 1 ? n : ", ""), ("match { n > 1 => ", " else => 2 }")],
    ids=["methods", "calls", "parentheses", "ternaries", "matches"],
)
def test_expressions_nested_as_deep_as_the_language_allows(before: str, after: str) -> None:
    depth = 190 if "=>" not in before else 90
    nested = f"{before * depth}n{after * depth}"
    resolved(
        f"context X {{ aggregate A {{ n: int function f(a: int): int = a derived d: int = {nested} }} }}"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [("if let a = As.find(C) { ", " }"), ("for a in n { ", " }")],
    ids=["branches", "loops"],
)
def test_statements_nested_as_deep_as_the_language_allows(before: str, after: str) -> None:
    body = f"{before * 150}{after * 150}"
    resolved(
        "context X { aggregate A { n: int } repository As for A { } criterion C of A = n > 1 "
        f"workflow W {{ create(n: int) {{ {body} }} }} }}"
    )


def test_long_chains_stay_flat() -> None:
    model = resolved(f"context X {{ aggregate A {{ n: int derived d: int = n{' + n' * 20_000} }} }}")
    (context,) = model.contexts()
    (derived, _) = context.aggregates[0].derived
    assert isinstance(derived.expr, e.Chain)
    assert len(derived.expr.rest) == 20_000
