"""Reports on a whole model: its findings, its outline, what would be generated from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.base.jsontext import pretty
from loomsmith.ddd.analysis import SOURCE_LABEL, analyse
from loomsmith.ddd.diagnostics.row import ERROR, SEVERITIES
from loomsmith.ddd.outline import outline as outline_of
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.toolkit.paging import SOFT_LIMIT, page, page_tree, tree_size
from loomsmith.ddd.toolkit.wire import report_order

if TYPE_CHECKING:
    from loomsmith.ddd.analysis import Analysis

    Json = dict[str, object]

LANGUAGE_VERSION = "0.1.0"

# What the counts of a page take.
_COUNTS = 100

# What the outline may take of a report however many findings there are.
_LEAST_FOR_OUTLINE = 15_000


def validate(source: str, limit: int | None = None, offset: int | None = None, outline: bool = True) -> Json:
    """Everything that is wrong with a model.

    `{"loomVersion", "model", "ok", "summary": {"errors", "warnings", "infos"}, "diagnostics", "outline"}`.
    Where not all diagnostics are shown, because of `limit` and `offset` or because there are too many for
    one answer, `total`, `returned` and `next_offset` say how to go on. `ok` and `summary` speak of all. An
    outline that does not fit beside them is cut like that of `outline`, with counts of its own.
    """
    analysis = analyse(source)
    findings, head = _findings(analysis)
    if not outline:
        return head | page("diagnostics", findings, limit, offset, lambda: _room_beside(head))
    outlined = outline_of(analysis.file)
    held = tree_size(outlined, _LEAST_FOR_OUTLINE)
    room = _room_beside(head) - min(held, _LEAST_FOR_OUTLINE)
    report = head | page("diagnostics", findings, limit, offset, lambda: room)
    report["outline"] = page_tree(outlined, None, None, SOFT_LIMIT - len(pretty(report)))
    return report


def full_report(analysis: Analysis) -> Json:
    """What `validate` returns, with every finding and without the outline, however long it gets."""
    findings, head = _findings(analysis)
    return {**head, "diagnostics": findings}


def outline(source: str, limit: int | None = None, offset: int | None = None) -> Json:
    """The outline of a model, as `validate` has it; any text has one.

    Where not all declarations are shown, because of `limit` and `offset` or because there are too many for
    one answer, `total`, `returned` and `next_offset` say how to go on.
    """
    return page_tree(outline_of(analyse(source).file), limit, offset)


def generate(source: str, limit: int | None = None, offset: int | None = None) -> Json:
    """A report like `validate`'s without outline, and the `deployables` that would be generated.

    `deployables` holds `{"name", "platform", "port"}` each; it is empty where the syntax has errors. Nothing
    is written.
    """
    analysis = analyse(source)
    findings, head = _findings(analysis)
    manifest: Json = {"deployables": _manifest(analysis)}
    return (
        head | page("diagnostics", findings, limit, offset, lambda: _room_beside(head | manifest)) | manifest
    )


def read_model(source: str, limit: int | None = None, offset: int | None = None) -> Json:
    """What clients see of a model: its deployables, and the wire fields of its aggregates.

    `{"systems": [{"name", "deployables", "aggregates"}], "contexts": [{"name", "aggregates"}]}`, an aggregate
    being `{"name", "context", "wire": [{"name", "type", "optional", "source"}]}`. Both lists are empty where
    the syntax has errors; other errors do not matter. Where not all aggregates and deployables are shown,
    because of `limit` and `offset` or because there are too many for one answer, `total`, `returned` and
    `next_offset` say how to go on.
    """
    return page_tree(full_view(analyse(source)), limit, offset)


def full_view(analysis: Analysis) -> Json:
    """What `read_model` returns, with every aggregate, however long it gets."""
    model = analysis.model
    if model is None:
        return {"systems": [], "contexts": []}
    from loomsmith.ddd.model.wire import model_view

    return model_view(model)


def _manifest(analysis: Analysis) -> list[Json]:
    """The deployables of the model; where that could not be resolved, as far as the tree tells."""
    if analysis.has_syntax_errors or analysis.links is None:
        return []
    from loomsmith.ddd.model.lower_systems import lower_deployables
    from loomsmith.ddd.model.wire import manifest
    from loomsmith.ddd.syntax.nodes import System

    if analysis.model is not None:
        systems = [system.deployables for system in analysis.model.systems]
    else:
        nodes = members_of(analysis.file, System)
        systems = [lower_deployables(node, analysis.links) for node in nodes]
    return [entry for deployables in systems for entry in manifest(deployables)]


def _findings(analysis: Analysis) -> tuple[list[Json], Json]:
    """The findings of a report in order, and what stands before them."""
    rows = report_order(analysis, [*analysis.source_findings, *analysis.model_findings])
    counts = dict.fromkeys(SEVERITIES, 0)
    for finding, _ in rows:
        counts[finding.severity] += 1
    head: Json = {
        "loomVersion": LANGUAGE_VERSION,
        "model": SOURCE_LABEL,
        "ok": counts[ERROR] == 0,
        "summary": {f"{severity}s": count for severity, count in counts.items()},
    }
    return [data for _, data in rows], head


def _room_beside(rest: Json) -> int:
    return SOFT_LIMIT - _COUNTS - len(pretty(rest))
