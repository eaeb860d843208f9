"""What the gate may look at: a working directory, artifacts, metrics and judgments. Nothing else counts."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from loomsmith.base.failures import Failure
from loomsmith.loop.artifacts import artifact_names
from loomsmith.loop.config.model import Config, FileExistsDetector
from loomsmith.loop.files import MAX_ARTIFACT_BYTES, read_text
from loomsmith.loop.paths import OutsideRoots, confined

if TYPE_CHECKING:
    from pathlib import Path

    from loomsmith.base.context import Settings

METRICS_FILE: Final = "metrics.json"


@dataclass(frozen=True, slots=True)
class Judgment:
    """What a judge node said about one validation, which provider served it, and which built the work.

    `builder_provider_id` is blank where the builder is not known.
    """

    validation: str
    provider_id: str
    builder_provider_id: str
    passed: bool
    score: float | None = None
    standard: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that a ruling rests on. The gate reads `workdir` itself, anew at each ruling.

    `missing` says for an artifact's name why it could not be collected. `remarks` are for the log: what was
    found but is no evidence. `ignored` names by kind what a caller gave that is none; None if all counted.
    """

    workdir: Path
    artifacts: Mapping[str, str] = field(default_factory=dict)
    metrics: Mapping[str, float] = field(default_factory=dict)
    judgments: tuple[Judgment, ...] = ()
    missing: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    ignored: dict[str, list[str]] | None = None


def given(workdir: Path, metrics: Mapping[str, Any] | None, artifacts: Mapping[str, Any] | None) -> Evidence:
    """Evidence as a caller passes it: metrics that are JSON numbers, artifacts that are texts.

    Nothing is converted. What is of another type is set aside and named in `ignored`.
    """
    numbers = {name: number(value) for name, value in (metrics or {}).items()}
    texts = artifacts or {}
    ignored = {
        "metrics": sorted(name for name, value in numbers.items() if value is None),
        "artifacts": sorted(name for name, text in texts.items() if not isinstance(text, str)),
    }
    return Evidence(
        workdir=workdir,
        artifacts={name: text for name, text in texts.items() if isinstance(text, str)},
        metrics={name: value for name, value in numbers.items() if value is not None},
        ignored=ignored if any(ignored.values()) else None,
    )


def gather(
    settings: Settings, config: Config, workdir: Path, judgments: tuple[Judgment, ...] = ()
) -> Evidence:
    """Evidence from the files: every path that a `file_exists` check names, and `metrics.json`.

    An artifact is kept under its path as written and under its file name without extension; of two with one
    name the later stands. What cannot be read is left out, with the reason in `missing`.
    """
    artifacts: dict[str, str] = {}
    missing: dict[str, str] = {}
    paths = _artifact_paths(config)
    for path in paths:
        names = artifact_names(path)
        try:
            location = confined(settings, os.path.join(workdir, path), "path")
            text = read_text(location, MAX_ARTIFACT_BYTES)
        except OutsideRoots:
            missing.update(dict.fromkeys(names, "it lies outside the allowed folders (--root)"))
        except Failure as failure:
            missing.update(dict.fromkeys(names, _first_line(failure)))
        else:
            artifacts.update(dict.fromkeys(names, text))
    metrics, remarks = _metrics(settings, workdir)
    remarks += [f"artifact {path}: {missing[path]}" for path in paths if path not in artifacts]
    return Evidence(workdir, artifacts, metrics, judgments, missing, tuple(remarks))


def _first_line(failure: Failure) -> str:
    return str(failure).partition("\n")[0]


def _artifact_paths(config: Config) -> list[str]:
    """The paths that `file_exists` checks name, each once, in the order in which it is named last."""
    detectors = (validation.detector for validation in reversed(config.validations))
    named = (found.path for found in detectors if isinstance(found, FileExistsDetector))
    return list(dict.fromkeys(path for path in named if path.strip()))[::-1]


def _metrics(settings: Settings, workdir: Path) -> tuple[dict[str, float], list[str]]:
    """The numbers of `metrics.json`, and remarks about what in it is none. A missing file is no remark."""
    if not os.path.lexists(workdir / METRICS_FILE):
        return {}, []
    try:
        location = confined(settings, workdir / METRICS_FILE, "path")
        document = json.loads(read_text(location, MAX_ARTIFACT_BYTES))
    except Failure as failure:
        return {}, [f"{METRICS_FILE}: {_first_line(failure)}"]
    except (ValueError, RecursionError) as error:
        return {}, [f"{METRICS_FILE}: it is not JSON ({error})"]
    if not isinstance(document, dict):
        return {}, [f"{METRICS_FILE}: it holds no JSON object of numbers"]
    numbers = {name: number(value) for name, value in document.items()}
    others = sorted(name for name, value in numbers.items() if value is None)
    remarks = [f"{METRICS_FILE}: no number and therefore left out: {', '.join(others)}"] if others else []
    return {name: value for name, value in numbers.items() if value is not None}, remarks


def number(value: object) -> float | None:
    """A JSON number as a double; None for everything else: booleans, texts, what a double cannot hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        double = float(value)
    except OverflowError:
        return None
    return double if math.isfinite(double) else None
