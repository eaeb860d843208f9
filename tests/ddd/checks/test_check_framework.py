"""Checks run apart from each other, and where findings are placed."""

from __future__ import annotations

from loomsmith.ddd.checks.framework import Family, Inspection, anchor, run_families, whole
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.types.inference import Typing
from typed_models import linked


def inspection(text: str) -> Inspection:
    links = linked(text)
    return Inspection(links.file, links, Typing(links))


def test_a_check_gets_the_nodes_of_its_kinds_in_document_order_added_ones_included() -> None:
    family = Family()
    seen: list[str] = []

    @family.on(n.Enum, n.Property)
    def names(node: n.Enum | n.Property, _: Inspection) -> None:
        seen.append(node.name)

    found = inspection("context C { aggregate A { b: int a: int } enum E { X } aggregate D { c: int } }")
    assert run_families([family], found) == []
    assert seen == ["E", "b", "a", "version", "c", "version"]


def test_a_check_that_fails_is_told_once_and_the_others_run() -> None:
    family = Family()

    @family.on(n.Property)
    def falls_over(field: n.Property, inspection: Inspection) -> None:
        inspection.report("loom.duplicate-field", field, "Before.")
        raise ZeroDivisionError(field.name)

    @family.on(n.Enum)
    def goes_on(enum: n.Enum, inspection: Inspection) -> None:
        inspection.report("loom.duplicate-enum-value", enum, "After.")

    text = "context C { aggregate A { a: int b: int } enum E { X } }"
    found = run_families([family], inspection(text))
    assert [finding.code for finding in found] == [
        "loom.duplicate-field",
        "loom.validator-check-crashed",
        "loom.duplicate-enum-value",
    ]
    assert "falls_over" in found[1].message
    assert "ZeroDivisionError" in found[1].message
    assert found[1].span == (0, len(text))


def test_findings_on_added_members_stand_at_the_start() -> None:
    family = Family()

    @family.on(n.Property)
    def told(field: n.Property, inspection: Inspection) -> None:
        inspection.report("loom.duplicate-field", field, "Told.")

    found = run_families([family], inspection("context C { aggregate A { } }"))
    assert [(finding.span, finding.anchor) for finding in found] == [((0, 0), None)]


def test_an_anchor_is_the_clause_or_else_the_whole() -> None:
    text = "context C { aggregate A audited { a: int unique (a, b) } }"
    links = linked(text)
    aggregate, unique = links.nodes[n.Aggregate][0], links.nodes[n.Unique][0]

    def written(span: tuple[int, int] | None) -> str:
        assert span is not None
        return text[span[0] : span[1]]

    assert written(anchor(aggregate, "audited")) == "audited"
    assert written(anchor(aggregate, "persisted_as")) == "aggregate A audited { a: int unique (a, b) }"
    assert written(anchor(unique, "columns")) == "a"
    assert written(anchor(unique, "columns", 1)) == "b"
    assert written(anchor(unique, "columns", 7)) == "unique (a, b)"
    assert written(whole(unique, "columns")) == "a, b"
