"""Committed files however broken: they form a chain, or are refused by one finding that names a file."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from ddd.evolution.versions import clinic, sound
from loomsmith.ddd import toolkit
from loomsmith.ddd.evolution.chain import digest, read_chain, render
from loomsmith.ddd.evolution.report import evolve

SOURCE = clinic(
    "abstract aggregate Person { name: string  unique (name) } valueobject Dose { grams: int }"
    "aggregate Nurse extends Person { cost: money  marks: string[]  doses: Dose[]  wards: Ward id[] }"
    "aggregate Ward with softDeletable { lead: Person id  contains beds: Bed[]  entity Bed { no: int } }"
)
FILES = [
    file for m in evolve(sound(SOURCE), None, None).migrations for file in render(m, several_systems=False)
]
RECORD = json.loads(FILES[0][1])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, inner in inside for place in ((*path, key), *places(inner, (*path, key)))]


PLACES = places(RECORD)


@examples(150)
@given(place=st.sampled_from(PLACES), value=JSON, removed=st.booleans())
def test_a_record_with_anything_in_any_place_is_read_or_refused(
    place: tuple[Any, ...], value: Any, removed: bool
) -> None:
    record = json.loads(FILES[0][1])
    holder = record
    for key in place[:-1]:
        holder = holder[key]
    if removed:
        del holder[place[-1]]
    else:
        holder[place[-1]] = value
    record["sha256"] = digest(record)
    name = "_".join(str(record.get(key)) for key in ("version", "module", "name")) + ".json"
    answer: Any = toolkit.diff(SOURCE, None, [{"name": name, "content": json.dumps(record)}])
    if not answer["ok"]:
        assert [found["code"] for found in answer["diagnostics"]] == ["loom.migration-chain-invalid"]
        assert name.replace("\\", "/").rsplit("/", 1)[-1] in answer["diagnostics"][0]["message"]
        assert not any(answer[key] for key in ("migrations", "wireChanges", "breaking", "hasBaseline"))


@examples(60)
@given(files=st.lists(st.tuples(st.text(max_size=8), st.text(max_size=20)), max_size=4), ending=st.booleans())
def test_any_files_at_all_are_read_or_refused(files: list[tuple[str, str]], ending: bool) -> None:
    given_files = [
        {"name": name + (".json" if ending else ".sql"), "content": content} for name, content in files
    ]
    answer: Any = toolkit.diff(SOURCE, None, given_files)
    assert answer["ok"] is not bool(files)


def test_a_chain_of_hundreds_of_records_is_read_in_one_go() -> None:
    files = list(FILES)
    parent = RECORD["version"]
    for at in range(300):
        record = RECORD | {"version": str(20260101500001 + at), "name": "Step", "parent": parent}
        record["sha256"] = digest(record)
        parent = record["version"]
        files.append((f"{parent}_Care_Step.json", json.dumps(record)))
    head = read_chain(files).head("Clinic", "Care")
    assert head is not None
    assert head.version == parent
