"""What `loopsmith` writes: other forms of a config, its schema, the folder of a new loop."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from cli.bakery import LOOP, Run
from loomsmith.loop.config import load, loads
from loomsmith.loop.config.loading import Grammar
from loomsmith.loop.scaffold import RefusedFolder, loop_folder, starter_text

GRAMMARS: tuple[Grammar, ...] = ("yaml", "markdown")


# convert and schema


def test_converting_there_and_back_gives_the_same_loop(loopsmith: Run, config: Path) -> None:
    markdown = config.with_name("loop.md")
    status, out, err = loopsmith("convert", config)
    assert (status, err) == (0, "")
    markdown.write_text(out)
    assert load(str(markdown)) == load(str(config))
    again = config.with_name("again.yaml")
    assert loopsmith("convert", markdown, "-o", again) == (0, "", "")
    assert load(str(again)) == load(str(config))


def test_yaml_stays_yaml_where_asked(loopsmith: Run, config: Path) -> None:
    out = loopsmith("convert", "--to-yaml", config)[1]
    assert loads(out) == load(str(config))


def test_converting_makes_folders_and_says_what_it_leaves_out(loopsmith: Run, config: Path) -> None:
    config.write_text(LOOP.replace("non_empty: true", "nonempty: true"))
    target = config.parent / "a" / "b" / "loop.md"
    status, out, err = loopsmith("convert", config, "--out", target)
    assert (status, out) == (0, "")
    assert err == "left out: validations[0].detector.nonempty, which nothing reads\n"
    assert target.read_text().startswith("# bakery\n")


def test_a_file_that_cannot_be_written_gives_one(loopsmith: Run, config: Path) -> None:
    status, _, err = loopsmith("convert", config, "-o", config / "under-a-file")
    assert status == 1
    assert "cannot be written" in err


def test_the_schema_is_printed(loopsmith: Run, tmp_path: Path) -> None:
    assert json.loads(loopsmith("schema")[1])["$schema"].endswith("2020-12/schema")
    assert loopsmith("schema", "-o", tmp_path / "s.json") == (0, "", "")
    assert json.loads((tmp_path / "s.json").read_text())["required"] == ["name", "goals", "validations"]


# new


@pytest.mark.parametrize("markdown", [False, True])
def test_a_new_loop_is_valid_but_for_the_work_to_be_done_by_hand(
    loopsmith: Run, tmp_path: Path, markdown: bool
) -> None:
    folder = tmp_path / "tide tables"
    purpose = 'Print "tide" tables: daily # and well'
    options = ["--markdown"] if markdown else []
    status, out, _ = loopsmith("new", "-p", folder, "--purpose", purpose, *options)
    assert status == 0
    config = folder / ("loop.md" if markdown else "loop.yaml")
    loop = load(str(config))
    assert (loop.name, loop.description) == ("tide tables", purpose)
    findings = json.loads(loopsmith("validate", "--json", config)[1])["findings"]
    assert [finding["id"] for finding in findings] == ["V10"]
    config.write_text(config.read_text().replace("done: false", "done: true"))
    assert loopsmith("validate", "--strict", config)[0] == 0
    for client in ("Claude Code", "Claude Desktop", "Cursor", "VS Code"):
        assert client in out


def test_a_new_loop_has_its_folders_and_files(loopsmith: Run, tmp_path: Path) -> None:
    loopsmith("new", "-p", tmp_path / "loop", "-n", "Night shift")
    for folder in ("proposals", "state", "logs", "out", "generated-skills", ".claude/skills"):
        assert (tmp_path / "loop" / folder).is_dir()
    for name in (".gitignore", "README.md", "marketplaces.json", "permissions.template.json"):
        assert (tmp_path / "loop" / name).is_file()
    assert (tmp_path / "loop" / "README.md").read_text().startswith("# Night shift\n")
    grant = json.loads((tmp_path / "loop" / ".claude" / "settings.local.json").read_text())
    assert "Bash(claude:*)" in grant["permissions"]["allow"]
    for script in ("check.sh", "compat.sh"):
        path = tmp_path / "loop" / "scripts" / script
        assert path.stat().st_mode & stat.S_IXUSR
        assert subprocess.run(["sh", "-n", path], check=False).returncode == 0
    assert not list((tmp_path / "loop").glob("*.cmd"))


def test_the_check_that_a_new_loop_brings_tells_good_from_bad(loopsmith: Run, tmp_path: Path) -> None:
    folder = tmp_path / "loop"
    loopsmith("new", "-p", folder)
    gate = ("gate", folder / "loop.yaml", "--workdir", folder)
    assert "says next to nothing" in loopsmith(*gate)[1]
    (folder / "out" / "result.md").write_text("# Result\n\nAll that was asked for, at some length.\n")
    assert loopsmith(*gate)[0] == 0
    (folder / "out" / "result.md").write_text("# Result\n\nAll that was asked for, TODO at some length.\n")
    assert "still has open ends" in loopsmith(*gate)[1]


@pytest.mark.parametrize("on_path", [True, False])
def test_the_registration_names_a_command_that_starts(
    loopsmith: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, on_path: bool
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    if on_path:
        (programs / "loopsmith").write_text("#!/bin/sh\n")
        (programs / "loopsmith").chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    status, out, _ = loopsmith("new", "-p", tmp_path / "loop")
    assert status == 0
    server = json.loads((tmp_path / "loop" / ".mcp.json").read_text())["mcpServers"]["loopsmith"]
    assert server["args"][-2:] == ["--state", "./state"]
    if on_path:
        assert server["command"] == "loopsmith"
    else:
        assert os.path.isabs(server["command"])
        assert os.access(server["command"], os.X_OK)
        assert "not on PATH" in out


def test_a_given_config_is_written_unchanged(loopsmith: Run, tmp_path: Path, config: Path) -> None:
    text = "# kept as it is\r\n" + LOOP
    config.write_bytes(text.encode())
    assert loopsmith("new", "-p", tmp_path / "a", "--config-file", config)[0] == 0
    assert (tmp_path / "a" / "loop.yaml").read_bytes() == text.encode()
    assert not (tmp_path / "a" / "scripts" / "check.sh").exists()
    markdown = "# lock\n- goals: []\n- validations: []\n"
    assert loopsmith("new", "-p", tmp_path / "b", "--config-stdin", "--markdown", stdin=markdown)[0] == 0
    assert (tmp_path / "b" / "loop.md").read_text() == markdown
    (tmp_path / "given.md").write_text(markdown)
    assert loopsmith("new", "-p", tmp_path / "c", "--config-file", tmp_path / "given.md")[0] == 0
    assert (tmp_path / "c" / "loop.md").read_text() == markdown


@pytest.mark.parametrize(
    ("stdin", "message"), [("", "is empty"), (" \n", "is empty"), ("[", "not a YAML"), (b"\xff", "UTF-8")]
)
def test_a_given_config_that_does_not_parse_makes_nothing(
    loopsmith: Run, tmp_path: Path, stdin: str | bytes, message: str
) -> None:
    status, _, err = loopsmith("new", "-p", tmp_path / "loop", "--config-stdin", stdin=stdin)
    assert status == 1
    assert message in err
    assert not (tmp_path / "loop").exists()


@pytest.mark.parametrize("path", ["", "  ", "/", "~", "here/.."])
def test_folders_where_no_loop_may_be_are_refused(
    loopsmith: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    status, out, _ = loopsmith("new", "--force", "-p", path)
    assert (status, out) == (1, "")


def test_the_own_source_and_files_are_refused(loopsmith: Run, config: Path) -> None:
    inside = Path(sys.modules["loomsmith"].__file__ or "").parent / "loop"
    assert "inside the source" in loopsmith("new", "-p", inside / "x")[2]
    assert not (inside / "x").exists()
    assert "is a file" in loopsmith("new", "-p", config)[2]


def test_a_folder_with_something_in_it_is_refused_unless_forced(loopsmith: Run, config: Path) -> None:
    folder = config.parent
    assert "not empty" in loopsmith("new", "-p", folder)[2]
    (folder / "README.md").write_text("mine")
    (folder / ".mcp.json").write_text('{"mcpServers": {"other": {"command": "x"}}, "more": 1}')
    (folder / ".claude").mkdir()
    (folder / ".claude" / "settings.local.json").write_text('{"permissions": {"deny": ["Bash"]}}')
    status, out, _ = loopsmith("new", "-p", folder, "--force")
    assert status == 0
    assert f"kept     {folder / 'README.md'}" in out
    assert f"merged   {folder / '.mcp.json'}" in out
    assert (folder / "README.md").read_text() == "mine"
    assert config.read_text() == LOOP
    registrations = json.loads((folder / ".mcp.json").read_text())
    assert list(registrations["mcpServers"]) == ["other", "loopsmith"]
    assert registrations["more"] == 1
    settings = json.loads((folder / ".claude" / "settings.local.json").read_text())
    assert settings["permissions"]["deny"] == ["Bash"]
    assert "Read" in settings["permissions"]["allow"]
    assert "merged" not in loopsmith("new", "-p", folder, "--force")[1]


def test_a_settings_file_that_is_no_json_stops_everything(loopsmith: Run, tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("not json")
    status, _, err = loopsmith("new", "-p", tmp_path, "--force")
    assert status == 1
    assert "nothing was changed" in err
    assert [path.name for path in tmp_path.iterdir()] == [".mcp.json"]


def test_a_home_folder_is_known_by_where_it_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "link").symlink_to(home)
    monkeypatch.setenv("HOME", str(tmp_path / "link"))
    assert loop_folder("~/loop", force=False) == home / "loop"
    with pytest.raises(RefusedFolder, match="cannot be used"):
        loop_folder("a\0b", force=True)


def test_names_with_odd_characters_survive_the_starter() -> None:
    for name in ('a "b": c', "#", "~", "true", "a\nb", "é😀", "@PURPOSE@"):
        for grammar in GRAMMARS:
            loop = loads(starter_text(name, name, grammar), grammar)
            assert (loop.name, loop.description) == (name, name)
