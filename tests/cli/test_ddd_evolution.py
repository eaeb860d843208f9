"""`ddd diff`, `ddd migrate` and `ddd snapshot`: what they print, what they write, and their exit statuses."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from loomsmith.base.failures import Failure
from loomsmith.cli.ddd_app import main
from loomsmith.cli.new_files import write_new

MODEL = """system Clinic {{
  subdomain Care {{ context Visits {{ aggregate Patient {{ {fields} }} }} }}
  storage pg {{ type: postgres }}
  resource visitsDb {{ for: Visits, kind: state, use: pg }}
  deployable svc {{ platform: node  contexts: [Visits]  dataSources: [visitsDb]  port: 4100 }}
}}
"""
BASE = MODEL.format(fields="name: string  phone: string?")
LOSSY = MODEL.format(fields="name: string")
GROWN = MODEL.format(fields="name: string  phone: string?  born: datetime?")
RETYPED = MODEL.format(fields="name: int  phone: string?")
BROKEN = MODEL.format(fields="name: strng")
RULED = MODEL.format(fields="dose: int? provenanced  operation set(n: int) { dose := n }")


@pytest.fixture
def ddd(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs `ddd` in a folder of its own: gives its exit status, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOOM_COMMIT_HASH", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main("ddd", arguments)
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


def put(name: str, text: str) -> str:
    Path(name).write_text(text)
    return name


def listing(folder: str = "migrations") -> list[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


# diff


def test_changes_are_grouped_by_what_they_break_with_the_sql_under_each(ddd: Any) -> None:
    status, out, err = ddd("diff", put("old.ddd", BASE), put("new.ddd", LOSSY))
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "Breaking for data",
        "  Care 20260101500001 RemovePhoneFromPatients  loom.migration-destructive",
        "    Column patients.phone goes (a renamed field: `Agg.old -> new`).",
        '  ! ALTER TABLE "visits"."patients" DROP COLUMN "phone";',
        "",
        "Breaking for clients",
        "  aggregate Patient no longer has phone. (property-removed)",
        "",
        "1 migration, 1 change for clients: breaking for clients and data.",
    ]


def test_a_change_that_breaks_nothing_gives_zero(ddd: Any) -> None:
    status, out, _ = ddd("diff", put("old.ddd", BASE), put("new.ddd", GROWN))
    assert status == 0
    assert out.splitlines()[0] == "Compatible"
    assert out.splitlines()[-1] == "1 migration, 1 change for clients: nothing breaks."


def test_equal_models_say_that_nothing_changes(ddd: Any) -> None:
    assert ddd("diff", put("old.ddd", BASE), put("new.ddd", BASE)) == (0, "Nothing changes.\n", "")


@pytest.mark.parametrize(
    ("new", "word", "status"),
    [
        (LOSSY, "breaking", 1),
        (LOSSY, "clients", 1),
        (LOSSY, "destructive", 1),
        (LOSSY, "never", 0),
        (GROWN, "breaking", 0),
        (MODEL.format(fields="name: string  phone: string?  age: int = 1"), "destructive", 1),
    ],
)
def test_fail_on_says_what_makes_the_exit_status_one(ddd: Any, new: str, word: str, status: int) -> None:
    assert ddd("diff", put("old.ddd", BASE), put("new.ddd", new), "--fail-on", word)[0] == status


def test_a_model_that_cannot_be_compared_gives_one_even_where_nothing_is_to_fail(ddd: Any) -> None:
    status, out, err = ddd("diff", put("old.ddd", BASE), put("new.ddd", BROKEN), "--fail-on", "never")
    assert (status, out) == (1, "")
    assert err.startswith("error[loom.linking-error]: ")
    assert "(new.ddd:2:" in err


def test_a_baseline_that_does_not_load_is_told_with_its_own_errors(ddd: Any) -> None:
    status, _, err = ddd("diff", put("old.ddd", BROKEN), put("new.ddd", BASE))
    assert status == 1
    assert [line.split(":")[0] for line in err.splitlines()] == [
        "error[loom.diff-baseline-invalid]",
        "error[loom.linking-error]",
    ]
    assert "(old.ddd:2:" in err


def test_json_is_the_answer_of_the_tool(ddd: Any) -> None:
    status, out, _ = ddd("diff", put("old.ddd", BASE), put("new.ddd", LOSSY), "--json")
    answer = json.loads(out)
    assert status == 1
    assert (answer["ok"], answer["breakingForData"], answer["breakingForClients"]) == (True, True, True)
    status, out, _ = ddd("diff", put("old.ddd", BASE), put("new.ddd", BROKEN), "--json")
    assert (status, json.loads(out)["ok"]) == (1, False)


def test_committed_migrations_are_what_the_database_has(ddd: Any) -> None:
    ddd("migrate", "add", put("model.ddd", GROWN))
    _, out, _ = ddd("diff", put("old.ddd", BASE), "model.ddd", "--migrations", "migrations")
    assert "0 migrations, 1 change for clients" in out
    assert ddd("diff", "old.ddd", "model.ddd", "--migrations", "nowhere")[0] == 2


def test_control_characters_of_a_model_do_not_reach_the_terminal(ddd: Any) -> None:
    text = GROWN + 'migration "m" { Patient.phone -> tel\n sql "select \'\x1b[31m\'" }'
    assert "\x1b" not in ddd("diff", put("old.ddd", BASE), put("new.ddd", text))[1]


# migrate


def test_the_first_migration_makes_a_record_and_a_script(ddd: Any) -> None:
    status, out, err = ddd("migrate", "add", put("model.ddd", BASE))
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "migrations/20260101000000_Care_Initial.json",
        "migrations/20260101000000_Care_Initial.sql",
    ]
    record = json.loads(Path("migrations/20260101000000_Care_Initial.json").read_text())
    assert (record["system"], record["module"], record["parent"]) == ("Clinic", "Care", None)
    assert Path("migrations/20260101000000_Care_Initial.sql").read_text().startswith("CREATE SCHEMA")


def test_later_migrations_follow_the_last_one(ddd: Any) -> None:
    ddd("migrate", "add", put("model.ddd", BASE))
    ddd("migrate", "add", put("model.ddd", GROWN))
    record = json.loads(Path("migrations/20260101500001_Care_AddBornToPatients.json").read_text())
    assert record["parent"] == "20260101000000"
    assert ddd("migrate", "status")[1].splitlines() == [
        "Clinic Care: 2 migrations, now at 20260101500001",
        "  20260101000000  Initial",
        "  20260101500001  AddBornToPatients",
    ]
    assert ddd("migrate", "list")[1].splitlines() == [
        "20260101000000_Care_Initial.json",
        "20260101500001_Care_AddBornToPatients.json",
    ]
    modules = json.loads(ddd("migrate", "status", "--json")[1])["modules"]
    assert [(m["module"], m["head"], len(m["history"])) for m in modules] == [("Care", "20260101500001", 2)]


def test_nothing_is_written_where_nothing_changed(ddd: Any) -> None:
    ddd("migrate", "add", put("model.ddd", BASE))
    status, out, _ = ddd("migrate", "add", "model.ddd")
    assert (status, out) == (0, "model.ddd: nothing to record; migrations is up to date.\n")


def test_a_migration_that_may_lose_data_is_not_recorded_unless_it_is_allowed(ddd: Any) -> None:
    ddd("migrate", "add", put("model.ddd", BASE))
    before = listing()
    status, out, err = ddd("migrate", "add", put("model.ddd", LOSSY))
    assert (status, out, listing()) == (1, "", before)
    assert "loom.migration-destructive" in err
    assert '! ALTER TABLE "visits"."patients" DROP COLUMN "phone";' in err
    assert ddd("migrate", "add", "model.ddd", "--allow-destructive")[0] == 0
    assert len(listing()) == len(before) + 2


def test_a_dry_run_names_the_files_and_shows_the_sql_but_writes_nothing(ddd: Any) -> None:
    status, out, _ = ddd("migrate", "add", put("model.ddd", BASE), "--dry-run")
    assert (status, listing()) == (0, [])
    assert out.splitlines()[:2] == [
        "would write migrations/20260101000000_Care_Initial.json",
        "would write migrations/20260101000000_Care_Initial.sql",
    ]
    assert 'CREATE TABLE "visits"."patients" (' in out


def test_two_systems_name_their_modules_apart(ddd: Any) -> None:
    other = BASE
    for old, new in (
        ("Clinic", "Ward"),
        ("Visits", "Beds"),
        ("visits", "beds"),
        ("svc", "ward"),
        ("pg", "db"),
        ("4100", "4200"),
    ):
        other = other.replace(old, new)
    ddd("migrate", "add", put("model.ddd", BASE + other))
    assert [name for name in listing() if name.endswith(".json")] == [
        "20260101000000_Clinic-Care_Initial.json",
        "20260102000000_Ward-Care_Initial.json",
    ]


def test_a_chain_that_does_not_read_is_refused_with_its_file_and_reason(ddd: Any) -> None:
    ddd("migrate", "add", put("model.ddd", BASE))
    record = Path("migrations/20260101000000_Care_Initial.json")
    record.write_text(record.read_text().replace('"parent": null', '"parent": "1"'))
    before = listing()
    for arguments in (
        ("migrate", "add", put("model.ddd", GROWN)),
        ("migrate", "status"),
        ("migrate", "check"),
    ):
        status, out, err = ddd(*arguments)
        assert (status, out, listing()) == (1, "", before)
        assert "20260101000000_Care_Initial.json: the hash does not fit" in err
    status, out, _ = ddd("migrate", "status", "--json")
    assert (status, json.loads(out)["ok"]) == (1, False)


def test_check_says_what_is_not_recorded_yet(ddd: Any) -> None:
    ddd("migrate", "add", put("model.ddd", BASE))
    assert ddd("migrate", "check", "model.ddd")[0] == 0
    status, out, _ = ddd("migrate", "check", put("model.ddd", GROWN))
    assert status == 1
    assert out.splitlines()[-1] == "model.ddd: not recorded yet; run `ddd migrate add`."


def test_a_model_with_errors_is_not_recorded(ddd: Any) -> None:
    status, _, err = ddd("migrate", "add", put("model.ddd", BROKEN))
    assert (status, listing()) == (1, [])
    assert err.startswith("error[loom.linking-error]")


def test_a_folder_without_migrations_says_so(ddd: Any) -> None:
    assert ddd("migrate", "status") == (0, "migrations: no migrations yet.\n", "")


# New files


def test_files_are_never_overwritten_and_come_all_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("mine")
    with pytest.raises(Failure, match="b: exists already, and is not overwritten; nothing was written"):
        write_new(str(tmp_path), [("a", "new"), ("b", "new"), ("c", "new")])
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"b": "mine"}


def test_a_file_that_cannot_be_filled_takes_the_others_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def failing(source: str, target: Path) -> None:
        if Path(target).name == "b":
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr("loomsmith.cli.new_files.os.replace", failing)
    with pytest.raises(Failure, match="No space left on device; nothing was written"):
        write_new(str(tmp_path), [("a", "new"), ("b", "new")])
    assert list(tmp_path.iterdir()) == []


def test_new_files_have_the_permissions_that_the_user_gives_to_new_files(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("")
    (path,) = write_new(str(tmp_path), [("deep/er/a", "new\n")])
    assert stat.S_IMODE(os.stat(path).st_mode) == stat.S_IMODE(plain.stat().st_mode)


# snapshot


def test_a_snapshot_is_written_below_the_folder_and_names_its_commit(
    ddd: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOOM_COMMIT_HASH", "abc123")
    status, out, _ = ddd("snapshot", put("model.ddd", RULED), "-o", "out")
    path = Path(out.strip())
    assert status == 0
    assert path.parent == Path("out/.loom/snapshots")
    record = json.loads(path.read_text())
    assert (record["commitHash"], record["system"]) == ("abc123", "Clinic")
    assert [s["source"]["path"] for s in record["snapshots"].values()] == ["model.ddd"]


def test_outside_of_a_checkout_a_snapshot_is_uncommitted(ddd: Any) -> None:
    _, out, _ = ddd("snapshot", put("model.ddd", RULED), "-o", "out")
    assert json.loads(Path(out.strip()).read_text())["commitHash"] == "uncommitted"


def test_inside_a_checkout_a_snapshot_names_its_head_and_the_path_from_its_top(
    ddd: Any, tmp_path: Path
) -> None:
    def git(*arguments: str) -> str:
        who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
        return subprocess.run(
            ["git", *who, *arguments], check=True, capture_output=True, text=True, cwd=tmp_path
        ).stdout.strip()

    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "start")
    Path("models").mkdir()
    _, out, _ = ddd("snapshot", put("models/clinic.ddd", RULED), "-o", "out")
    record = json.loads(Path(out.strip()).read_text())
    assert record["commitHash"] == git("rev-parse", "HEAD")
    assert {s["source"]["path"] for s in record["snapshots"].values()} == {"models/clinic.ddd"}


def test_a_model_without_provenanced_writes_has_nothing_to_capture(ddd: Any) -> None:
    status, out, _ = ddd("snapshot", put("model.ddd", BASE), "-o", "out")
    assert (status, "nothing to capture" in out, listing("out")) == (0, True, [])


def test_a_dry_snapshot_writes_nothing(ddd: Any) -> None:
    status, out, _ = ddd("snapshot", put("model.ddd", RULED), "-o", "out", "--dry-run")
    assert (status, out.startswith("would write out/.loom/snapshots/"), listing("out")) == (0, True, [])


def test_a_model_with_errors_is_not_captured(ddd: Any) -> None:
    status, _, err = ddd("snapshot", put("model.ddd", BROKEN), "-o", "out")
    assert (status, listing("out")) == (1, [])
    assert err.splitlines()[-1] == "model.ddd: has errors, so nothing was captured."
