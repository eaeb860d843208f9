"""Tests, requirements, seeds and migrations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.syntax.node import Node

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Ref
    from loomsmith.ddd.syntax.nodes.base import Expr, Stmt
    from loomsmith.ddd.syntax.nodes.code import Object


class TestBlock(Node):
    """`test "..." for X { ... }`."""

    name: str
    target: Ref | None = None
    verifies: Ref | None = None
    body: list[Stmt] = []


class TestE2E(Node):
    """`test e2e "..." against d { ... }`."""

    name: str
    deployable: Ref
    verifies: Ref | None = None
    body: list[Stmt] = []


class Requirement(Node):
    """A requirement; its `parent` clause is `parent_requirement`, since `parent` is the enclosing node."""

    name: str
    parent_requirement: Ref | None = None
    props: list[RequirementProp] = []


class RequirementProp(Node):
    """`key: expr` of a requirement."""

    name: str
    value: Expr


class Solution(Node):
    """`solution ID for R { entitles [...] }`."""

    name: str
    requirement: Ref
    title: str | None = None
    entitles: list[Ref] = []


class TestCase(Node):
    """`testCase ID verifies R { covers [...] }`."""

    name: str
    requirement: Ref
    title: str | None = None
    covers: list[Ref] = []


class Seed(Node):
    """`seed name raw { ... }`."""

    dataset: str | None = None
    raw: bool = False
    rows: list[SeedRow] = []


class SeedRow(Node):
    """`Agg { a: 1 }`."""

    aggregate: Ref
    value: Object


class Migration(Node):
    """`migration "..." { ... }`."""

    name: str
    steps: list[SqlStep | ColumnStep | TableRename] = []


class SqlStep(Node):
    """`sql "..."`."""

    sql: str


class ColumnStep(Node):
    """`Agg.old -> new` or `Agg.field = expr`."""

    aggregate: Ref
    field: str
    renamed_to: str | None = None
    value: Expr | None = None


class TableRename(Node):
    """`Old -> Agg`."""

    from_table: str
    to_aggregate: Ref
