"""What the store's database promises whoever writes to it, and what it says where it cannot be used."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from loomsmith.loop.store.lock import RunInProgress, RunLock
from loomsmith.loop.store.records import Episode, Proposal, SkillTrial
from loomsmith.loop.store.sqlite import DATABASE, Store, StoreFailure
from loop.privileges import folder_of_an_ordinary_user
from loop.seeding import entry

EPISODE = Episode("r", 0, "n", "builder", "p", "work", 1)


def filled(folder: Path) -> Store:
    store = Store(folder)
    store.append_episode(EPISODE)
    store.append_ledger(entry("r", "one"), entry("r", "two"))
    store.append_trial(SkillTrial("r", 1, "n", "glue", "marketplace", 0.5, False, 5))
    store.append_proposal(Proposal("r", 2, "try_skill", "glue", "worth a try", 10))
    store.close()
    return store


def fill_up(store: Store) -> None:
    for _ in range(1000):
        store.append_episode(Episode("r", 0, "n", "builder", "p", "x" * 9000, 1))


def raw(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / DATABASE, isolation_level=None)


@pytest.mark.parametrize("table", ["episodes", "ledger", "trials", "proposals"])
@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE {table} SET run_id = 'forged'",
        "DELETE FROM {table}",
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table} LIMIT 1",
        "UPDATE OR REPLACE {table} SET seq = seq",
        "REPLACE INTO {table} SELECT * FROM {table}",
    ],
)
def test_appended_records_can_be_neither_changed_nor_removed_even_by_sql(
    tmp_path: Path, table: str, attack: str
) -> None:
    filled(tmp_path)
    connection = raw(tmp_path)
    before = connection.execute(f"SELECT * FROM {table}").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(attack.format(table=table))
    assert connection.execute(f"SELECT * FROM {table}").fetchall() == before
    connection.close()


@pytest.mark.parametrize("attack", ["UPDATE counter SET value = 0", "DELETE FROM counter"])
def test_the_counter_cannot_be_turned_back_even_by_sql(tmp_path: Path, attack: str) -> None:
    filled(tmp_path)
    connection = raw(tmp_path)
    with pytest.raises(sqlite3.IntegrityError, match="only rise"):
        connection.execute(attack)
    connection.close()


def test_writes_are_flushed_and_readers_do_not_block(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.append_ledger(entry("r", "one"))
    writing = store._writing
    assert writing is not None
    assert writing.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"
    assert writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    writing.execute("BEGIN IMMEDIATE")
    assert [found.detail for found in Store(tmp_path).ledger("r")] == ["one"], "read while another writes"
    store.close()


def test_reading_a_folder_that_does_not_exist_answers_empty_and_makes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "state"
    store = Store(folder)
    assert [*store.ledger("r"), *store.runs(), *store.trials()] == []
    assert store.goal_states("r") == {}
    assert list(tmp_path.iterdir()) == []


def test_reading_an_empty_folder_makes_nothing(tmp_path: Path) -> None:
    assert Store(tmp_path).ledger("r") == []
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_is_what_a_crash_at_the_very_start_leaves_and_it_is_used(tmp_path: Path) -> None:
    (tmp_path / DATABASE).touch()
    store = Store(tmp_path)
    assert store.ledger("r") == []
    store.append_ledger(entry("r", "one"))
    assert len(store.ledger("r")) == 1


def test_the_first_write_makes_the_folders(tmp_path: Path) -> None:
    store = Store(tmp_path / "a" / "b")
    store.append_ledger(entry("r", "one"))
    assert len(Store(tmp_path / "a" / "b").ledger("r")) == 1


def test_a_closed_store_leaves_one_file(tmp_path: Path) -> None:
    filled(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [DATABASE]


@pytest.mark.parametrize("below", [".", "below"])
def test_a_state_folder_that_is_a_file_is_named_as_such(tmp_path: Path, below: str) -> None:
    place = tmp_path / "state"
    place.write_text("not a folder")
    store = Store(place / below)
    with pytest.raises(StoreFailure, match="is a file"):
        store.ledger("r")
    with pytest.raises(StoreFailure, match="is a file"):
        store.append_episode(EPISODE)
    assert place.read_text() == "not a folder"


def test_a_store_of_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    filled(tmp_path)
    connection = raw(tmp_path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    content = (tmp_path / DATABASE).read_bytes()
    store = Store(tmp_path)
    with pytest.raises(StoreFailure, match=r"format 2.*newer version"):
        store.ledger("r")
    with pytest.raises(StoreFailure, match=r"format 2.*newer version"):
        store.append_episode(EPISODE)
    assert (tmp_path / DATABASE).read_bytes() == content


def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    connection = raw(tmp_path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    with pytest.raises(StoreFailure, match="not a store of loomsmith"):
        Store(tmp_path).append_episode(EPISODE)
    with pytest.raises(StoreFailure, match="not a store of loomsmith"):
        Store(tmp_path).episodes("r")


@pytest.mark.parametrize("content", [b"not a database at all, but a text\n" * 100, os.urandom(8192)])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    with pytest.raises(StoreFailure, match="not a store"):
        Store(tmp_path).ledger("r")
    with pytest.raises(StoreFailure, match="not a store"):
        Store(tmp_path).append_episode(EPISODE)
    assert (tmp_path / DATABASE).read_bytes() == content


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (os.mkfifo, "a named pipe"),
        (os.mkdir, "a folder"),
        (lambda path: os.symlink("/dev/zero", path), "a device"),
    ],
)
def test_what_has_the_databases_name_and_is_no_file_is_refused_without_waiting_for_it(
    tmp_path: Path, make: Callable[[Path], None], kind: str
) -> None:
    make(tmp_path / DATABASE)
    for use in (lambda store: store.ledger("r"), lambda store: store.append_episode(EPISODE)):
        with pytest.raises(StoreFailure, match=f"is {kind}, not a store"):
            use(Store(tmp_path))


def test_a_damaged_store_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.append_ledger(*(entry("r", "x" * 500) for _ in range(200)))
    store.close()
    content = bytearray((tmp_path / DATABASE).read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    (tmp_path / DATABASE).write_bytes(content)
    with pytest.raises(StoreFailure, match="damaged"):
        store.ledger("r")


def interrupted(folder: Path, copy: Path) -> None:
    """Makes a copy of a store as a crash amid a transaction without a write-ahead log leaves it."""
    store = Store(folder)
    store.append_ledger(*(entry("r", str(i)) for i in range(300)))
    store.close()
    connection = raw(folder)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO ledger SELECT seq + 1000, 'r', 0, kind, 'half', 1, 0, 0, 0 FROM ledger")
    copy.mkdir()
    for name in (DATABASE, f"{DATABASE}-journal"):
        shutil.copyfile(folder / name, copy / name)
    connection.execute("ROLLBACK")
    connection.close()


def test_reading_undoes_what_a_crash_left_half_done(tmp_path: Path) -> None:
    interrupted(tmp_path / "state", tmp_path / "copy")
    with Store(tmp_path / "copy") as store:
        assert [found.detail for found in store.ledger("r")] == [str(i) for i in range(300)]
        store.append_ledger(entry("r", "later"))
        assert len(store.ledger("r")) == 301


def test_what_a_crash_left_half_done_is_not_read_where_it_cannot_be_undone() -> None:
    with folder_of_an_ordinary_user() as folder:
        interrupted(folder / "state", folder / "copy")
        for path in (folder / "copy").iterdir():
            path.chmod(0o444)
        (folder / "copy").chmod(0o555)
        with pytest.raises(StoreFailure, match="journal"):
            Store(folder / "copy").ledger("r")


def test_a_store_that_is_moved_away_is_not_written_to_any_more(tmp_path: Path) -> None:
    store = Store(tmp_path / "state")
    store.append_ledger(entry("r", "one"))
    (tmp_path / "state").rename(tmp_path / "old")
    assert store.ledger("r") == []
    store.append_ledger(entry("r", "two"))
    assert [found.detail for found in Store(tmp_path / "state").ledger("r")] == ["two"]
    assert [found.detail for found in Store(tmp_path / "old").ledger("r")] == ["one"]


# -- permissions ------------------------------------------------------------------------------------------


def test_a_read_only_folder_can_be_read_and_nothing_is_made_in_it() -> None:
    with folder_of_an_ordinary_user() as folder:
        filled(folder)
        (folder / DATABASE).chmod(0o444)
        folder.chmod(0o555)
        store = Store(folder)
        assert [found.detail for found in store.ledger("r")] == ["one", "two"]
        assert [found.output for found in store.episodes("r")] == ["work"]
        assert [path.name for path in folder.iterdir()] == [DATABASE]


def test_a_write_into_a_read_only_folder_fails_and_says_so() -> None:
    with folder_of_an_ordinary_user() as folder:
        filled(folder)
        (folder / DATABASE).chmod(0o444)
        folder.chmod(0o555)
        store = Store(folder)
        with pytest.raises(StoreFailure, match=r"cannot be opened or written.*\n.*permissions"):
            store.append_episode(EPISODE)
        assert len(store.episodes("r")) == 1


def test_a_folder_in_which_no_store_can_be_made_says_so() -> None:
    with folder_of_an_ordinary_user() as folder:
        folder.chmod(0o555)
        with pytest.raises(StoreFailure, match="cannot be opened"):
            Store(folder).append_episode(EPISODE)
        with pytest.raises(StoreFailure, match="cannot be made"):
            Store(folder / "state").append_episode(EPISODE)
        assert Store(folder / "state").episodes("r") == []


def test_a_folder_that_may_not_be_looked_into_says_so() -> None:
    with folder_of_an_ordinary_user() as folder:
        filled(folder)
        folder.chmod(0o000)
        with pytest.raises(StoreFailure, match="cannot be read"):
            Store(folder).ledger("r")


def test_a_read_only_folder_with_a_write_ahead_log_is_not_read_past_it() -> None:
    with folder_of_an_ordinary_user() as folder:
        store = Store(folder / "live")
        store.append_ledger(entry("r", "one"))
        copy = folder / "copy"
        copy.mkdir()
        for name in (DATABASE, f"{DATABASE}-wal"):
            shutil.copyfile(folder / "live" / name, copy / name)
            (copy / name).chmod(0o444)
        copy.chmod(0o555)
        with pytest.raises(StoreFailure, match="write-ahead log"):
            Store(copy).ledger("r")
        copy.chmod(0o755)
        assert len(Store(copy).ledger("r")) == 1
        store.close()


# -- no room ----------------------------------------------------------------------------------------------


def test_a_write_beyond_the_room_there_is_stores_nothing_and_the_store_lives_on(tmp_path: Path) -> None:
    store = filled(tmp_path)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (tmp_path / DATABASE).stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50_000, usual[1]))
    try:
        with pytest.raises(StoreFailure, match="no room on the disk"):
            store.append_ledger(*(entry("r", "x" * 1000) for _ in range(500)))
        assert [found.detail for found in store.ledger("r")] == ["one", "two"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    store.append_ledger(entry("r", "three"))
    assert [found.detail for found in store.ledger("r")] == ["one", "two", "three"]


def test_a_full_disk_stores_nothing_and_says_so(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(tmp_path)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("no small disk can be mounted here")
    try:
        store = Store(tmp_path / "state")
        store.append_ledger(entry("r", "one"))
        with pytest.raises(StoreFailure, match="no room on the disk"):
            fill_up(store)
        kept = store.episodes("r")
        assert [found.detail for found in store.ledger("r")] == ["one"]
        store.close()
        assert store.episodes("r") == kept
        store.close()
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


# -- many processes ---------------------------------------------------------------------------------------

WRITER = """
import sys
from loomsmith.loop.store.records import Episode
from loomsmith.loop.store.sqlite import Store
store = Store(sys.argv[1])
for i in range(int(sys.argv[3])):
    print(store.append_episode(Episode(sys.argv[2], i, "n", "builder", "p", str(i), 1)), flush=True)
"""


def test_several_processes_record_at_once_from_the_first_moment_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), f"run-{i}", "40"], stdout=subprocess.PIPE, text=True
        )
        for i in range(4)
    ]
    reader = Store(folder)
    while any(writer.poll() is None for writer in writers):
        for i in range(4):
            seen = [found.iteration for found in reader.episodes(f"run-{i}")]
            assert seen == list(range(len(seen))), "a reader sees what was recorded first, without gaps"
    numbers: list[int] = []
    for i, writer in enumerate(writers):
        own = [int(line) for line in writer.communicate()[0].split()]
        assert writer.returncode == 0
        assert own == sorted(own)
        assert [found.iteration for found in reader.episodes(f"run-{i}")] == list(range(40))
        numbers += own
    assert len(set(numbers)) == 160, "no number is given twice"


def test_a_store_held_by_another_for_too_long_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loomsmith.loop.store.connection.BUSY_SECONDS", 0.05)
    filled(tmp_path)
    holder = raw(tmp_path)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailure, match="busy"):
        Store(tmp_path).append_episode(EPISODE)
    holder.execute("ROLLBACK")
    holder.close()
    assert len(Store(tmp_path).episodes("r")) == 1


def test_a_second_run_in_the_same_folder_is_refused_naming_the_first(tmp_path: Path) -> None:
    with RunLock(tmp_path / "state", "run-1"):
        with pytest.raises(RunInProgress, match=rf"run run-1, process {os.getpid()}"):
            RunLock(tmp_path / "state", "run-2").acquire()
        Store(tmp_path / "state").append_episode(EPISODE)
    with RunLock(tmp_path / "state", "run-3"):
        pass


def test_a_crash_releases_the_run_lock(tmp_path: Path) -> None:
    source = (
        "import sys, time; from loomsmith.loop.store.lock import RunLock\n"
        "RunLock(sys.argv[1], 'run-1').acquire(); print('held', flush=True); time.sleep(60)"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", source, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(RunInProgress, match="run-1"):
        RunLock(tmp_path, "run-2").acquire()
    holder.kill()
    holder.communicate()
    with RunLock(tmp_path, "run-2"):
        pass
