"""Captured rules: their ids, what is captured, and the files."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from ddd.evolution.versions import clinic
from loomsmith.base.failures import Failure
from loomsmith.ddd.evolution.snapshots import snapshot_id
from loomsmith.ddd.toolkit.evolution import checked_time, iso_time, snapshot_at

NOON = "2026-05-04T12:00:00.250Z"


def captured(visits: str, **given: Any) -> dict[str, Any]:
    """The content of the only snapshot file."""
    answer = snapshot_at(clinic(visits), NOON, **given)
    assert answer["ok"], answer["diagnostics"]
    files: Any = answer["files"]
    return json.loads(files[0]["content"]) if files else {}


def rules(visits: str) -> list[tuple[str, str]]:
    """The captured rules as (field, text), in order."""
    found = captured(visits).get("snapshots", {})
    return [(rule["target"]["field"], rule["expression"]["text"]) for rule in found.values()]


@pytest.mark.parametrize(
    ("aggregate", "field", "text", "expected"),
    [("Script", "dose", "strength - n", "242223f1"), ("Script", "by", "n", "840712a5")],
)
def test_ids_are_hashes_of_the_field_and_the_text(
    aggregate: str, field: str, text: str, expected: str
) -> None:
    assert snapshot_id(aggregate, field, text) == expected


def test_ids_count_in_code_units_whatever_the_characters() -> None:
    assert len({snapshot_id("A", "b", text) for text in ("\U0001f600", "\ud83d\ude00", "x", "")}) == 3


def test_only_writes_directly_in_operations_to_fields_written_as_provenanced_are_captured() -> None:
    assert rules(
        "aggregate Ward { no: int? provenanced  plain: int?  all: string[] provenanced"
        "  operation a(n: int) { no := n + 1  plain := n }"
        "  private operation b(t: string) { all += t }"
        "  operation c() { if let n = plain { no := 7 } } }"
    ) == [("no", "n + 1"), ("all", "t")]


def test_inherited_fields_do_not_count() -> None:
    assert rules(
        "abstract aggregate Base { no: int? provenanced }"
        "aggregate Ward extends Base { own: int? provenanced  operation a(n: int) { no := n  own := n } }"
    ) == [("own", "n")]


def test_the_same_rule_at_two_places_is_one_entry_in_the_first_place() -> None:
    visits = (
        "aggregate Ward { no: int? provenanced  nr: int? provenanced"
        "  operation a(n: int) { no := n  nr := n }  operation b(n: int) { no := n } }"
    )
    snapshots = captured(visits)["snapshots"]
    assert [rule["target"]["field"] for rule in snapshots.values()] == ["no", "nr"]
    first = next(iter(snapshots.values()))
    assert first["source"]["span"]["start"] == clinic(visits).rindex("no := n")


def test_white_space_is_part_of_a_rule() -> None:
    one = captured("aggregate Ward { no: int? provenanced  operation a(n: int) { no := n+1 } }")
    other = captured("aggregate Ward { no: int? provenanced  operation a(n: int) { no := n + 1 } }")
    assert one["snapshots"].keys() != other["snapshots"].keys()


def test_spans_count_utf_16_code_units() -> None:
    visits = 'aggregate Ward { no: string? provenanced  operation a() { no := "\U0001f600" } }'
    (rule,) = captured(visits)["snapshots"].values()
    start = clinic(visits).index("no :=")
    assert rule["source"]["span"] == {"start": start, "end": start + len('no := "??"')}


def test_the_answer_is_a_function_of_its_arguments() -> None:
    visits = "aggregate Ward { no: int? provenanced  operation a(n: int) { no := n } }"
    again = [snapshot_at(clinic(visits), NOON, "abc") for _ in range(2)]
    assert again[0] == again[1]
    record = captured(visits, commit_hash="abc")
    assert (record["commitHash"], record["capturedAt"]) == ("abc", NOON)
    guid = uuid.UUID(record["captureId"])
    assert (guid.version, guid.variant) == (8, uuid.RFC_4122)
    files: Any = again[0]["files"]
    assert files[0]["path"] == f".loom/snapshots/20260504T120000Z-{guid}.loomsnap.json"
    later = snapshot_at(clinic(visits), "2027-01-01T00:00:00Z", "abc")["files"]
    assert str(guid) in str(later), "the time of capture is no part of the id"
    assert captured(visits, commit_hash="def")["captureId"] != str(guid)


def test_nothing_to_capture_is_an_empty_list_and_a_broken_model_an_answer_with_its_findings() -> None:
    assert snapshot_at(clinic("aggregate Ward { no: int }"), NOON)["files"] == []
    broken = snapshot_at("system {", NOON)
    assert (broken["ok"], broken["files"]) == (False, [])
    assert broken["diagnostics"]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("2026-05-04T08:15:30.123Z", "2026-05-04T08:15:30.123Z"),
        ("2026-05-04T10:15:30+02:00", "2026-05-04T08:15:30.000Z"),
        ("2026-05-04", "2026-05-04T00:00:00.000Z"),
        ("0999-01-01T00:00:00", "0999-01-01T00:00:00.000Z"),
    ],
)
def test_times_are_turned_to_utc_with_milliseconds(given: str, written: str) -> None:
    assert checked_time(given) == written


@pytest.mark.parametrize("given", ["noon", "", "2026-13-01", "0001-01-01T00:00:00+14:00"])
def test_what_is_no_time_is_refused_with_an_example(given: str) -> None:
    with pytest.raises(Failure, match=r"is no ISO 8601 time\. Write it like"):
        checked_time(given)


def test_the_clock_of_a_call_counts_milliseconds() -> None:
    assert iso_time(1_777_882_530_123) == "2026-05-04T08:15:30.123Z"


@pytest.mark.parametrize("operands", [90, 3_000])
def test_a_long_sum_is_nested_as_far_as_records_go_and_kept_as_text_beyond(operands: int) -> None:
    text = " + ".join(["n"] * operands)
    visits = f"aggregate Ward {{ no: int? provenanced  operation a(n: int) {{ no := {text} }} }}"
    (rule,) = captured(visits)["snapshots"].values()
    assert rule["expression"]["text"] == text
    inner, depth = rule["expression"]["ast"], 0
    while inner["kind"] == "binary":
        assert inner["right"]["name"] == "n"
        inner, depth = inner["left"], depth + 1
    assert depth == min(operands - 1, 98)
    assert inner["kind"] == ("ref" if operands < 100 else "text")
    if operands > 100:
        assert inner["text"] == " + ".join(["n"] * (operands - depth))
