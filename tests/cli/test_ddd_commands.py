"""The `ddd` command line: what it prints, what it writes, and its exit statuses."""

from __future__ import annotations

import io
import json
import os
import re
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from loomsmith.base.failures import Failure
from loomsmith.cli import files
from loomsmith.cli.ddd_app import app, main
from loomsmith.cli.excerpts import finding_text, printable, tally
from loomsmith.ddd.diagnostics import at_source
from loomsmith.ddd.text import Source

GOOD = "context Berths {\n  aggregate Ferry { title: string }\n}\n"
BAD = "context Berths {\n  aggregate Ferry { title: Titel }\n}\n"


@pytest.fixture
def ddd(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs `ddd` in this process: gives its exit status, standard output and standard error."""

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main("ddd", arguments)
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return run


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.ddd"
    path.write_text(GOOD)
    return path


def test_a_clean_model_gives_zero(ddd: Any, model: Path) -> None:
    status, out, err = ddd("parse", str(model))
    assert (status, err) == (0, "")
    assert out == f"{model}: nothing is wrong.\n"


def test_a_faulty_model_gives_one_and_shows_the_line_with_the_fault_underlined(ddd: Any) -> None:
    status, out, _ = ddd("parse", "-", stdin=BAD)
    assert status == 1
    lines = out.splitlines()
    assert lines[0].startswith("error[loom.linking-error]: ")
    assert lines[1] == " --> <standard input>:2:28"
    assert lines[3] == "2 |   aggregate Ferry { title: Titel }"
    assert lines[4] == "  |                            ^^^^^"
    assert lines[-1] == "<standard input>: 1 error."


def test_one_file_gives_a_json_object_and_several_a_list(ddd: Any, model: Path) -> None:
    status, out, _ = ddd("parse", "--json", str(model))
    assert (status, json.loads(out)["ok"], json.loads(out)["file"]) == (0, True, str(model))
    status, out, _ = ddd("parse", "--json", str(model), "-", stdin=BAD)
    assert status == 1
    assert [report["ok"] for report in json.loads(out)] == [True, False]


def test_output_without_a_terminal_has_no_colours(ddd: Any) -> None:
    assert "\x1b" not in ddd("parse", "-", stdin=BAD)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["parse", "no-such.ddd"], "no-such.ddd: there is no such file."),
        (["parse", "."], "not a regular file."),
        (["parse"], "Missing argument 'FILE...'"),
        (["pars", "x"], "Did you mean parse?"),
        (["parse", "--jason", "-"], "No such option"),
        (["patch", "-", "--patches", "-"], "nor read twice"),
    ],
)
def test_what_cannot_be_carried_out_gives_two_and_says_why(
    ddd: Any, arguments: list[str], message: str
) -> None:
    status, out, err = ddd(*arguments)
    assert (status, out) == (2, "")
    assert message in re.sub(r"\s+", " ", err)


def test_text_that_is_not_utf8_is_refused_with_its_line(ddd: Any, tmp_path: Path) -> None:
    path = tmp_path / "latin.ddd"
    path.write_bytes(b"context A { }\n// \xe9\n")
    status, _, err = ddd("parse", str(path))
    assert status == 2
    assert "byte 17, on line 2" in err


def test_files_beyond_the_bound_and_pipes_are_refused(
    ddd: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 10)
    path = tmp_path / "large.ddd"
    path.write_text(GOOD)
    assert ddd("parse", str(path))[0] == 2
    assert ddd("parse", "-", stdin=GOOD)[0] == 2
    os.mkfifo(tmp_path / "pipe")
    assert "not a regular file" in ddd("parse", str(tmp_path / "pipe"))[2]


def test_outline_lists_addresses(ddd: Any, model: Path) -> None:
    status, out, _ = ddd("outline", str(model))
    assert status == 0
    assert out.splitlines()[:3] == [
        "context Berths",
        "  aggregate Berths.Ferry",
        "    aggregate Berths.Ferry.title",
    ]
    assert json.loads(ddd("outline", "--json", str(model))[1])["contexts"][0]["name"] == "Berths"


def test_dump_prints_the_tree(ddd: Any, model: Path) -> None:
    status, out, _ = ddd("dump", str(model))
    assert status == 0
    assert re.search(r"^  members: Context \[0-\d+\] name='Berths'$", out, re.MULTILINE)


def test_explain_shows_examples_and_names_near_codes(ddd: Any) -> None:
    status, out, _ = ddd("explain", "linking-error")
    assert status == 0
    assert "Wrong:" in out
    assert "Right:" in out
    status, out, err = ddd("explain", "loom.linking-eror")
    assert (status, out) == (1, "")
    assert "loom.linking-error" in err
    assert json.loads(ddd("explain", "--json", "nonsense")[1])["error"] == "not-found"


def patches(folder: Path, *given: object) -> str:
    path = folder / "patches.json"
    path.write_text(json.dumps(list(given)))
    return str(path)


ADD = {"op": "add", "target": "aggregate Berths.Ferry", "source": "decks: int"}


def test_patch_prints_the_new_text_and_leaves_the_file(ddd: Any, model: Path) -> None:
    status, out, err = ddd("patch", str(model), "--patches", patches(model.parent, ADD))
    assert (status, err) == (0, "")
    assert "decks: int" in out
    assert model.read_text() == GOOD


def test_patch_writes_the_file_whole_and_keeps_its_mode(ddd: Any, model: Path) -> None:
    model.chmod(0o640)
    status, out, _ = ddd("patch", str(model), "--patches", patches(model.parent, ADD), "--write")
    assert (status, out) == (0, "")
    assert "decks: int" in model.read_text()
    assert stat.S_IMODE(model.stat().st_mode) == 0o640
    assert sorted(path.name for path in model.parent.iterdir()) == ["model.ddd", "patches.json"]


def test_patch_writes_through_a_link(ddd: Any, model: Path) -> None:
    link = model.parent / "link.ddd"
    link.symlink_to(model)
    assert ddd("patch", str(link), "--patches", patches(model.parent, ADD), "--write")[0] == 0
    assert link.is_symlink()
    assert "decks: int" in model.read_text()


def test_patches_that_fail_change_nothing_and_are_named(ddd: Any, model: Path) -> None:
    wrong = {"op": "remove", "target": "aggregate Berths.Fery"}
    status, out, err = ddd("patch", str(model), "--patches", patches(model.parent, ADD, wrong), "--write")
    assert (status, out) == (1, "")
    assert "remove aggregate Berths.Fery: " in err
    assert "`aggregate Berths.Ferry`" in err
    assert model.read_text() == GOOD


@pytest.mark.parametrize("text", ["{}", "[", '"x"', ""])
def test_patches_that_are_no_list_are_a_usage_error(ddd: Any, model: Path, text: str) -> None:
    path = model.parent / "patches.json"
    path.write_text(text)
    assert ddd("patch", str(model), "--patches", str(path))[0] == 2


def test_a_file_that_changed_since_it_was_read_is_not_written(model: Path) -> None:
    read = files.read_text(str(model))
    model.write_text(BAD)
    with pytest.raises(Failure, match="has changed since it was read"):
        files.replace_text(read, "x")
    assert model.read_text() == BAD
    assert [path.name for path in model.parent.iterdir()] == ["model.ddd"]


def test_line_ends_survive_a_patch(ddd: Any, model: Path) -> None:
    model.write_bytes(GOOD.replace("\n", "\r\n").encode())
    replace = {"op": "replace", "target": "aggregate Berths.Ferry.title", "source": "name: string"}
    ddd("patch", str(model), "--patches", patches(model.parent, replace), "--write")
    assert model.read_bytes() == GOOD.replace("title", "name").replace("\n", "\r\n").encode()


def excerpt(text: str, start: int, end: int) -> list[str]:
    finding = at_source("loom.parse-error", "What.", (start, end))
    return click.unstyle(finding_text("f", Source(text), finding, {})).splitlines()


def test_marks_stand_under_the_fault_where_characters_are_wide_or_tabs() -> None:
    text = "\t漢字 x = y"
    lines = excerpt(text, text.index("x"), text.index("x") + 1)
    assert lines[1].endswith("f:1:5")
    assert lines[3] == "1 |     漢字 x = y"
    assert lines[4] == "  | " + " " * (4 + 4 + 1) + "^"


def test_control_characters_never_reach_the_terminal() -> None:
    text = "a \x1b[31mred\x07 \u202e b"
    assert "\x1b" not in "".join(excerpt(text, 2, 3))
    assert printable("\x1b\u2028\u202e\x00") == "\ufffd" * 4


def test_a_very_long_line_is_shown_around_the_fault() -> None:
    text = "x" * 5_000 + "HERE" + "y" * 5_000
    lines = excerpt(text, 5_000, 5_004)
    assert len(lines[3]) < 200
    column = lines[4].index("^")
    assert lines[3][column : column + 4] == "HERE"
    assert lines[4].count("^") == 4


def test_a_fault_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    lines = excerpt("one two\nthree", 4, 10)
    assert lines[4] == "  |     ^^^…"


def test_counts_are_told_without_zeros() -> None:
    assert tally({"errors": 2, "warnings": 1, "infos": 0}) == "2 errors, 1 warning"


def test_the_script_works_as_a_process() -> None:
    script = Path(sys.executable).with_name("ddd")
    child = subprocess.run(
        [script, "parse", "-"], input=GOOD, capture_output=True, encoding="utf-8", check=False
    )
    assert (child.returncode, child.stdout, child.stderr) == (0, "<standard input>: nothing is wrong.\n", "")
    child = subprocess.run([script, "--version"], capture_output=True, encoding="utf-8", check=False)
    assert re.fullmatch(r"ddd \d+\.\d+\.\d+\S*\n", child.stdout)


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    script = Path(sys.executable).with_name("ddd")
    text = "context C { aggregate A {\n" + "".join(f"  f{i}: Gone{i}\n" for i in range(2000)) + "} }"
    with subprocess.Popen(
        [script, "parse", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        child.stdout.close()
        _, err = child.communicate(text.encode())
    assert err == b""


def test_format_lays_files_out_in_place_and_prints_standard_input(ddd: Any, model: Path) -> None:
    untidy = "context Berths {\naggregate Ferry {   title: string }\n}\n"
    model.write_text(untidy)
    assert ddd("format", "--check", str(model))[:2] == (1, f"{model}: would be laid out anew.\n")
    assert model.read_text() == untidy
    assert ddd("format", str(model))[0] == 0
    assert model.read_text() == GOOD
    assert ddd("format", "--check", str(model)) == (0, "", "")
    assert ddd("format", "-", stdin=untidy)[:2] == (0, GOOD)


def test_format_leaves_broken_files_alone(ddd: Any, model: Path) -> None:
    model.write_text("context Berths {")
    status, out, err = ddd("format", str(model))
    assert (status, out) == (1, "")
    assert "the syntax has errors" in err
    assert model.read_text() == "context Berths {"


def test_model_shows_wire_fields(ddd: Any, model: Path) -> None:
    status, out, _ = ddd("model", str(model))
    assert status == 0
    assert [line.split() for line in out.splitlines() if line.strip()][:4:3] == [
        ["aggregate", "Berths.Ferry"],
        ["id", "Ferry", "id", "id"],
    ]
    assert json.loads(ddd("model", "--json", str(model))[1])["contexts"][0]["name"] == "Berths"
    assert ddd("model", "-", stdin="context {")[0] == 1


REPAIRABLE = """\
context Berths {
  aggregate Pier { name: string }
  aggregate Ferry {
    pier: Pier
    others: Pier[]
    name: string
    derived label: string = nmae
  }
}
"""


def test_fix_makes_one_repair_and_prints_or_writes_the_text(ddd: Any, model: Path) -> None:
    model.write_text(REPAIRABLE)
    status, out, err = ddd("fix", str(model), "loom.unknown-name")
    assert (status, err) == (0, "")
    assert out == REPAIRABLE.replace("nmae", "name")
    assert ddd("fix", "--write", str(model), "loom.unknown-name")[:2] == (0, "")
    assert model.read_text() == out


def test_fix_names_the_places_where_a_code_stands_for_several_findings(ddd: Any) -> None:
    status, out, err = ddd("fix", "-", "loom.bare-aggregate-in-type", stdin=REPAIRABLE)
    assert (status, out) == (1, "")
    assert "  aggregate Berths.Ferry" in err
    assert ddd("fix", "--json", "-", "loom.linking-error", stdin=REPAIRABLE)[0] == 1


def test_parse_with_fix_makes_every_repair_that_leaves_no_choice(ddd: Any, model: Path) -> None:
    model.write_text(REPAIRABLE)
    status, out, err = ddd("parse", "--fix", str(model))
    assert (status, out) == (0, f"{model}: nothing is wrong.\n")
    assert err == f"{model}: 3 repairs made.\n"
    assert model.read_text() == (
        REPAIRABLE.replace("nmae", "name")
        .replace("pier: Pier", "pier: Pier id")
        .replace("Pier[]", "Pier id[]")
    )


def test_parse_with_fix_leaves_a_file_alone_where_nothing_can_be_repaired(ddd: Any, model: Path) -> None:
    before = model.stat().st_mtime_ns
    assert ddd("parse", "--fix", str(model))[0] == 0
    assert model.stat().st_mtime_ns == before


def test_parse_with_fix_answers_standard_input_with_the_text(ddd: Any) -> None:
    status, out, err = ddd("parse", "--fix", "-", stdin=REPAIRABLE)
    assert status == 0
    assert out.startswith("context Berths {")
    assert "3 repairs made" in err
    assert "nothing is wrong" in err


def test_help_lists_every_command_and_each_explains_itself(ddd: Any) -> None:
    status, out, _ = ddd("--help")
    assert status == 0
    for name in app.list_commands(click.Context(app)):
        assert re.search(rf"^  {name} ", out, re.MULTILINE)
        if name != "mcp":
            assert ddd(name, "--help")[0] == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_name_the_command(ddd: Any, shell: str) -> None:
    status, out, _ = ddd("completion", shell)
    assert status == 0
    assert "_DDD_COMPLETE" in out


def test_find_shows_the_place_of_a_declaration(ddd: Any, model: Path) -> None:
    status, out, _ = ddd("find", str(model), "Ferry.title")
    assert (status, out) == (0, f"{model}:2:21: aggregate Berths.Ferry.title\n")
    assert (
        json.loads(ddd("find", "--json", str(model), "title", "--kind", "property")[1])["kind"] == "property"
    )


def test_find_names_the_candidates_of_an_ambiguous_symbol(ddd: Any) -> None:
    two = "context C { aggregate A { x: int } aggregate B { x: int } }"
    status, out, err = ddd("find", "-", "x", stdin=two)
    assert (status, out) == (1, "")
    assert err.splitlines()[1:] == ["  aggregate C.A.x", "  aggregate C.B.x"]
    assert "nothing of that name" in ddd("find", "-", "y", stdin=two)[2]


def test_unfold_writes_a_macro_out(ddd: Any, model: Path) -> None:
    model.write_text("context Berths {\n  aggregate Ferry with softDelete {\n    title: string\n  }\n}\n")
    status, out, err = ddd("unfold", str(model), "softDelete", "Ferry")
    assert (status, err) == (0, "")
    assert "operation restore()" in out
    assert "with softDelete" not in out
    assert ddd("unfold", str(model), "audited", "Ferry")[0] == 1


def test_references_shows_each_place_with_its_line(ddd: Any, model: Path) -> None:
    model.write_text("context C {\n  aggregate A {\n    x: int\n    derived y: int = x + x\n  }\n}\n")
    status, out, _ = ddd("references", str(model), "A.x")
    assert status == 0
    assert out.splitlines() == [
        f"{model}:3:5: x: int",
        f"{model}:4:22: derived y: int = x + x",
        f"{model}:4:26: derived y: int = x + x",
    ]
    answer = json.loads(ddd("references", "--json", str(model), "A.x")[1])
    assert list(answer) == ["locations"]
    assert len(answer["locations"]) == 3
    assert ddd("references", str(model), "B")[0] == 1


def test_hover_shows_a_declaration_without_its_fence(ddd: Any, model: Path) -> None:
    model.write_text("context C {\n  aggregate A { x: int? }\n  enum E { One, Two }\n}\n")
    assert ddd("hover", str(model), "A.x")[1] == "x: int?\n"
    assert ddd("hover", str(model), "E")[1] == "enum E\nvalues: One, Two\n"
    assert "```" in json.loads(ddd("hover", "--json", str(model), "E")[1])["markdown"]


def test_rename_prints_or_writes_the_new_text(ddd: Any, model: Path) -> None:
    before = "context C {\n  aggregate A { x: int  derived y: int = x }\n}\n"
    after = before.replace("x: int", "width: int").replace("= x", "= width")
    model.write_text(before)
    assert ddd("rename", str(model), "A.x", "width") == (0, after, "")
    assert model.read_text() == before
    assert ddd("rename", "--write", str(model), "A.x", "width") == (0, "", "")
    assert model.read_text() == after


def test_rename_says_what_is_in_the_way_and_writes_nothing(ddd: Any, model: Path) -> None:
    before = "context C {\n  aggregate A { x: int  y: int }\n}\n"
    model.write_text(before)
    status, out, err = ddd("rename", "--write", str(model), "A.x", "y")
    assert (status, out) == (1, "")
    assert err.splitlines()[-1] == "  aggregate C.A.y"
    assert ddd("rename", "--write", str(model), "A.x", "not a name")[0] == 1
    assert model.read_text() == before


def test_the_page_of_commands_is_what_their_help_says() -> None:
    root = Path(__file__).resolve().parents[2]
    script = runpy.run_path(str(root / "scripts" / "generate_docs.py"))
    written = (root / "docs" / "ddd" / "command-line.md").read_text(encoding="utf-8")
    assert written == script["PAGES"]["docs/ddd/command-line.md"](), "run `make docs`"
