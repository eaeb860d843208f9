"""What a change of a model does to the database and to clients, and the rules behind provenanced values."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from loomsmith.base.failures import Failure
from loomsmith.base.wording import counted
from loomsmith.ddd.analysis import analyse
from loomsmith.ddd.diagnostics import at_model
from loomsmith.ddd.diagnostics.row import ERROR
from loomsmith.ddd.toolkit.paging import some_of
from loomsmith.ddd.toolkit.reports import full_report
from loomsmith.ddd.toolkit.wire import report_order

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from loomsmith.base.context import CallContext
    from loomsmith.ddd.analysis import Analysis
    from loomsmith.ddd.diagnostics import Diagnostic
    from loomsmith.ddd.evolution.chain import Chain
    from loomsmith.ddd.evolution.report import Evolution, Version

    Json = dict[str, object]


class Refused(Exception):
    """A comparison cannot be made; `diagnostics` say why, as answers show them."""

    def __init__(self, diagnostics: list[Json], baseline: list[Json] | None = None) -> None:
        super().__init__(str(diagnostics[0].get("message")) if diagnostics else "")
        self.diagnostics = diagnostics
        self.baseline = baseline


def diff(
    source: str, baseline: str | None = None, migrations: Sequence[Mapping[str, object]] | None = None
) -> Json:
    """What changes between `baseline` (an earlier text) and `source`, for the database and for clients.

    `{"ok", "hasBaseline", "migrations", "wireChanges", "breaking", "breakingForClients", "breakingForData",
    "diagnostics"}`. `migrations` are committed migration files, `{"name", "content"}` each: then the end of
    their chain is what the database has, and `baseline` serves clients alone. Of too many diagnostics the
    first are shown, and `total` counts them; `baselineTotal` those of the baseline.
    """
    files = None
    if migrations is not None:
        files = [(str(entry.get("name", "")), str(entry.get("content", ""))) for entry in migrations]
    try:
        return _bounded(report(*compare(source, baseline, files)))
    except Refused as refusal:
        return _bounded(refused_report(refusal))


def report(evolution: Evolution, warnings: list[Json]) -> Json:
    """The answer of `diff` about a comparison."""
    return {"ok": True, **evolution.to_json(), "diagnostics": warnings}


def refused_report(refusal: Refused) -> Json:
    """The answer of `diff` where there is no comparison."""
    from loomsmith.ddd.evolution.report import Evolution

    found: Json = {"ok": False, **Evolution().to_json(), "diagnostics": refusal.diagnostics}
    if refusal.baseline is not None:
        found["baselineDiagnostics"] = refusal.baseline
    return found


def compare(
    source: str, baseline: str | None, files: list[tuple[str, str]] | None
) -> tuple[Evolution, list[Json]]:
    """The comparison behind `diff`, and the warnings to show beside it.

    Raises Refused where the source has errors, the baseline does not load, or the files form no chain.
    """
    from loomsmith.ddd.evolution.blocks import AmbiguousScope
    from loomsmith.ddd.evolution.report import Evolution, evolve

    analysis = analyse(source)
    findings = full_report(analysis)
    shown: list[Json] = findings["diagnostics"]  # type: ignore[assignment]
    if not findings["ok"]:
        raise Refused(shown)
    version = _version(analysis)
    if version is None or not version.model.systems:
        message = "There is no system in this model, so nothing is stored or served."
        return Evolution(), [_shown(analysis, at_model("loom.no-system", message, None))]
    before = _baseline(baseline) if baseline is not None and baseline.strip() else None
    if before is not None and not before.model.systems:
        message = "There is no system in the baseline, so there is nothing to compare with."
        shown = [*shown, _shown(analysis, at_model("loom.no-system", message, None))]
        before = None
    chain = _chain(analysis, files) if files is not None else None
    try:
        return evolve(version, before, chain), shown
    except AmbiguousScope as fault:
        finding = at_model("loom.migration-scope-ambiguous", str(fault), None)
        raise Refused([_shown(analysis, finding)]) from None


def _version(analysis: Analysis) -> Version | None:
    from loomsmith.ddd.evolution.report import Version

    if analysis.model is None or analysis.links is None:
        return None
    return Version(analysis.model, analysis.links)


def _baseline(text: str) -> Version:
    """The earlier version; errors on its resolved model are tolerated, since it is history."""
    analysis = analyse(text)
    errors = [finding for finding in analysis.source_findings if finding.severity == ERROR]
    version = _version(analysis) if not errors else None
    if version is not None:
        return version
    number = counted(len(errors), "error")
    message = f"The baseline does not load: it has {number}. Compare with a text that validates."
    finding = at_model("loom.diff-baseline-invalid", message, None)
    raise Refused([_shown(analysis, finding)], [data for _, data in report_order(analysis, errors)])


def _chain(analysis: Analysis, files: list[tuple[str, str]]) -> Chain:
    from loomsmith.ddd.evolution.chain import ChainInvalid, read_chain

    try:
        return read_chain(files)
    except ChainInvalid as fault:
        finding = at_model("loom.migration-chain-invalid", str(fault), None)
        raise Refused([_shown(analysis, finding)]) from None


def _shown(analysis: Analysis, finding: Diagnostic) -> Json:
    return report_order(analysis, [finding])[0][1]


def snapshot(
    context: CallContext, *, source: str, captured_at: str | None = None, commit_hash: str | None = None
) -> Json:
    """The rules by which provenanced fields get their values, as files to keep.

    `{"ok", "files": [{"path", "content"}], "diagnostics"}`. `captured_at` is an ISO 8601 time in UTC; without
    it the clock of the call is read. Of too many diagnostics the first are shown, and `total` counts them.
    Raises Failure for a time that is none.
    """
    return _bounded(snapshot_at(source, captured_at or iso_time(context.clock()), commit_hash))


def _bounded(answer: Json) -> Json:
    """The answer with as many diagnostics as fit beside what else it holds."""
    for key, total in (("diagnostics", "total"), ("baselineDiagnostics", "baselineTotal")):
        findings = answer.get(key)
        if isinstance(findings, list):
            answer |= some_of(key, findings, total)
    return answer


def snapshot_at(
    source: str, captured_at: str, commit_hash: str | None = None, path: str | None = None
) -> Json:
    """`snapshot` with the time given: a pure function of its arguments. The files name the source `path`."""
    from loomsmith.ddd.evolution.snapshots import SOURCE_PATH, UNCOMMITTED, snapshot_files

    captured_at = checked_time(captured_at)
    analysis = analyse(source)
    findings = [data for _, data in report_order(analysis, analysis.source_findings)]
    version = _version(analysis)
    if version is None:
        if not analysis.has_syntax_errors:
            findings = [data for _, data in report_order(analysis, analysis.model_findings)]
        return {"ok": False, "files": [], "diagnostics": findings}
    files = snapshot_files(
        version.model, analysis.source, captured_at, commit_hash or UNCOMMITTED, path or SOURCE_PATH
    )
    listed = [{"path": path, "content": content} for path, content in files]
    return {"ok": True, "files": listed, "diagnostics": findings}


def iso_time(milliseconds: int) -> str:
    """A time in milliseconds since 1970 (UTC) as ISO 8601 with milliseconds."""
    moment = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"


def checked_time(text: str) -> str:
    """An ISO 8601 time, turned to UTC with milliseconds; Failure says what a time looks like."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Failure(
            f"capturedAt: {text!r} is no ISO 8601 time. Write it like 2026-05-04T08:15:30.123Z."
        ) from None
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
