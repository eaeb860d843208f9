"""Migration blocks as a ledger: backfills as SQL, SQL that runs once, and where it runs."""

from __future__ import annotations

import pytest

from ddd.evolution.versions import SYSTEM, clinic, sound
from loomsmith.ddd.evolution.blocks import AmbiguousScope
from loomsmith.ddd.evolution.chain import Chain, read_chain, render
from loomsmith.ddd.evolution.migrations import Migration
from loomsmith.ddd.evolution.report import evolve
from loomsmith.ddd.evolution.steps import BackfillColumn, SqlExec

BASE = """
  enum Tone { Low, High }
  aggregate Ward { first: string  last: string  beds: int  rooms: long  born: datetime?  open: bool }
"""


def backfill(type_: str, value: str) -> str:
    """The SQL of a value for a new column of this type."""
    after = BASE.replace("open: bool", f"open: bool  added: {type_}")
    found = evolve(
        sound(clinic(after, f'migration "m" {{ Ward.added = {value} }}')), sound(clinic(BASE)), None
    )
    (step,) = [step for step in found.migrations[0].steps if isinstance(step, BackfillColumn)]
    return step.value_sql


@pytest.mark.parametrize(
    ("type_", "value", "sql"),
    [
        ("string", '"it\'s"', "'it''s'"),
        ("int", "7", "7"),
        ("decimal", "1.50", "1.50"),
        ("bool", "true", "TRUE"),
        ("datetime", "now()", "now()"),
        ("Tone", "High", "'High'"),
        ("Tone", "Tone.High", "'High'"),
        ("string", "first", '"first"'),
        ("int", "-beds", '(-"beds")'),
        ("bool", "!open", '(NOT "open")'),
        ("bool", "born == null", '("born" IS NULL)'),
        ("bool", "null != born", '("born" IS NOT NULL)'),
        ("decimal", "beds / rooms", '(("beds")::numeric / ("rooms")::numeric)'),
        ("string", 'first + " " + last', """(("first" || ' ') || "last")"""),
        ("int", "beds + 1", '("beds" + 1)'),
        ("bool", "beds > 1 && open || beds == 0", '((("beds" > 1) AND "open") OR ("beds" = 0))'),
        ("bool", "beds != 2", '("beds" <> 2)'),
        ("int", "(beds)", '("beds")'),
        ("Tone", "beds > 3 ? High : Low", """(CASE WHEN ("beds" > 3) THEN 'High' ELSE 'Low' END)"""),
    ],
)
def test_values_become_sql(type_: str, value: str, sql: str) -> None:
    assert backfill(type_, value) == sql


def test_a_backfill_of_a_column_that_neither_comes_nor_becomes_required_does_nothing() -> None:
    same = sound(clinic(BASE, 'migration "m" { Ward.beds = 1 }'))
    assert evolve(same, sound(clinic(BASE)), None).migrations == []


# SQL that runs once


def sql_steps(migrations: list[Migration]) -> list[tuple[str, str]]:
    return [
        (migration.module.name, step.sql)
        for migration in migrations
        for step in migration.steps
        if isinstance(step, SqlExec)
    ]


def chain_of(migrations: list[Migration]) -> Chain:
    return read_chain([file for migration in migrations for file in render(migration, several_systems=False)])


def test_sql_runs_after_the_structure_and_is_remembered_by_its_block_and_place() -> None:
    version = sound(clinic(BASE, 'migration "m" { sql "SELECT 1"  sql "SELECT 2;" }'))
    first = evolve(version, None, None).migrations
    assert sql_steps(first) == [("Care", "SELECT 1"), ("Care", "SELECT 2;")]
    assert first[0].schema.applied == ("m#0", "m#1")
    assert evolve(version, None, chain_of(first)).migrations == []
    grown = sound(clinic(BASE, 'migration "m" { sql "SELECT 1"  sql "SELECT 2;"  sql "SELECT 3" }'))
    later = evolve(grown, None, chain_of(first)).migrations
    assert [migration.name for migration in later] == ["DataMigration"]
    assert sql_steps(later) == [("Care", "SELECT 3")]
    assert later[0].schema.applied == ("m#0", "m#1", "m#2")


def test_the_sql_of_a_baseline_has_run() -> None:
    version = sound(clinic(BASE, 'migration "m" { sql "SELECT 1" }'))
    assert evolve(version, version, None).migrations == []


TWO = """
system Clinic {{
  subdomain Care {{ context Visits {{ aggregate Ward {{ no: int }} }} }}
  subdomain Money {{ context Fees {{ aggregate Fee {{ no: int }} }} }}
  storage pg {{ type: postgres }}
  resource visitsDb {{ for: Visits, kind: state, use: pg }}
  resource feesDb {{ for: Fees, kind: state, use: pg }}
  deployable svc {{ platform: node  contexts: [Visits, Fees]  dataSources: [visitsDb, feesDb]  port: 4100 }}
}}
{}
"""


def test_sql_runs_in_the_module_that_its_block_names() -> None:
    version = sound(TWO.format('migration "m" { Fee.no = 1  sql "SELECT 1" }'))
    assert sql_steps(evolve(version, sound(TWO.format("")), None).migrations) == [("Money", "SELECT 1")]


@pytest.mark.parametrize("block", ['sql "SELECT 1"', 'Fee.no = 1  Ward.no = 1  sql "SELECT 1"'])
def test_sql_that_could_run_in_several_modules_is_refused(block: str) -> None:
    version = sound(TWO.format(f'migration "m" {{ {block} }}'))
    with pytest.raises(AmbiguousScope, match=r"'m' could run in several modules \(Care, Money\)"):
        evolve(version, sound(TWO.format("")), None)


def test_sql_without_any_database_is_refused() -> None:
    text = clinic(BASE, 'migration "m" { sql "SELECT 1" }').replace(SYSTEM, "")
    with pytest.raises(AmbiguousScope, match="No module has a database"):
        evolve(sound(text), None, None)


def test_what_a_baseline_left_open_does_not_stop_a_comparison() -> None:
    ambiguous = sound(TWO.format('migration "m" { sql "SELECT 1" }'))
    settled = sound(TWO.format('migration "m" { sql "SELECT 1"  Fee.no = 1 }'))
    assert evolve(settled, ambiguous, None).migrations == []


def test_events_of_a_renamed_aggregate_are_relabelled_once() -> None:
    before = """
      event Opened { no: int }
      aggregate Ward persistedAs: eventLog {
        no: int
        operation open() { emit Opened { no: no } }
        apply(e: Opened) { no := e.no }
      }
    """
    log = SYSTEM.replace("kind: state", "kind: eventLog")
    old = clinic(before).replace(SYSTEM, log)
    new = clinic(before.replace("Ward", "Unit"), 'migration "m" { Ward -> Unit }').replace(SYSTEM, log)
    found = evolve(sound(new), sound(old), None).migrations
    assert sql_steps(found) == [
        (
            "Care",
            """UPDATE "visits"."visits_events" SET "stream_type" = 'Unit' WHERE "stream_type" = 'Ward'""",
        )
    ]
    assert found[0].schema.applied == ("m#eventlog:Ward->Unit",)
    assert evolve(sound(new), sound(new), None).migrations == []
