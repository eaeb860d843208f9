"""The example loops: valid, their twins alike, and their checks telling good work from bad."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from loomsmith.loop import gate
from loomsmith.loop.config import load
from loomsmith.loop.config.findings import findings
from loomsmith.loop.evidence import gather
from loomsmith.loop.plan import plan_graph
from loop.checking import context

EXAMPLES = Path(__file__).parents[2] / "examples" / "loops"
LOOPS = sorted(path.parent.name for path in EXAMPLES.glob("*/loop.yaml"))
CONFIGS = sorted(str(path.relative_to(EXAMPLES)) for path in EXAMPLES.glob("*/loop.*"))

has_git = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def _satisfied(loop: str, folder: Path) -> dict[str, bool]:
    """Target to whether the gate is satisfied with a folder, the loop's scripts in it."""
    shutil.copytree(EXAMPLES / loop, folder, dirs_exist_ok=True)
    around = context(script_timeout=30.0)
    config = load(str(folder / "loop.yaml"))
    verdicts = gate.evaluate_all(around, config, gather(around.settings, config, folder))
    return {target: verdict.satisfied for target, verdict in verdicts.items()}


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_there_are_four_loops_two_of_them_with_twins() -> None:
    assert LOOPS == ["changelog", "data-cleanup", "refactor", "research-digest"]
    assert len(CONFIGS) == 6


@pytest.mark.parametrize("config", CONFIGS)
def test_the_loop_is_valid_down_to_the_warnings(config: str) -> None:
    loop = load(str(EXAMPLES / config))
    assert findings(loop) == []
    assert plan_graph(loop.graph).waves


@pytest.mark.parametrize("twin", [config for config in CONFIGS if config.endswith(".md")])
def test_the_twins_are_the_same_loop(twin: str) -> None:
    assert load(str(EXAMPLES / twin)) == load(str(EXAMPLES / twin.replace(".md", ".yaml")))


@pytest.mark.parametrize("loop", LOOPS)
def test_the_readme_has_five_lines(loop: str) -> None:
    lines = (EXAMPLES / loop / "README.md").read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    assert len(lines) == 5


@pytest.mark.parametrize("loop", LOOPS)
def test_nothing_is_satisfied_before_anybody_has_worked(loop: str, tmp_path: Path) -> None:
    assert not any(_satisfied(loop, tmp_path).values())


def test_a_digest_is_held_to_its_quotations(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "sources/a.txt": "We find that moss grows\nfaster in the north.",
            "out/digest.md": '# Week 7, 2026\n\nMoss: "moss grows faster in the north" [a.txt].\n',
        },
    )
    assert _satisfied("research-digest", tmp_path) == {"digest": True, "honest": True, "overall": True}
    _write(tmp_path, {"out/digest.md": '# Week 7, 2026\n\n"moss grows faster in the south" [a.txt]\n'})
    assert _satisfied("research-digest", tmp_path) == {"digest": True, "honest": False, "overall": False}
    _write(tmp_path, {"sources/b.txt": "Never cited."})
    assert not _satisfied("research-digest", tmp_path)["honest"]


def test_a_cleaned_table_is_held_to_the_rows_it_came_from(tmp_path: Path) -> None:
    head = "id,name,email,merged_from\n"
    _write(
        tmp_path,
        {
            "data/contacts.csv": "id,name,email\n1,Ann,a@x.org\n2,Ann B,A@x.org\n3,Bo,b@x.org\n",
            "out/contacts.csv": head + "1,Ann,a@x.org,2\n3,Bo,b@x.org,\n",
            "out/rules.md": "Same address: the same person.\nOtherwise: two people.\n",
        },
    )
    _satisfied("data-cleanup", tmp_path)  # The audit writes the metrics that the next ruling reads.
    assert all(_satisfied("data-cleanup", tmp_path).values())
    _write(tmp_path, {"out/contacts.csv": head + "1,Ann,a@x.org,2\n"})
    assert not _satisfied("data-cleanup", tmp_path)["overall"]
    found = _satisfied("data-cleanup", tmp_path)
    assert found == {"clean": True, "nobody-lost": False, "overall": False, "rules-agreed": True}


def _git(folder: Path, *arguments: str) -> None:
    who = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org"}
    who |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in who.items()}
    around = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *arguments], cwd=folder, env=around, check=True, capture_output=True)


def _status(folder: Path, *command: str) -> int:
    return subprocess.run(command, cwd=folder, check=False, capture_output=True).returncode


@has_git
def test_a_changelog_is_held_to_the_history(tmp_path: Path) -> None:
    _git(tmp_path, "init", "-q", "-b", "main")
    _git(tmp_path, "commit", "-q", "--allow-empty", "-m", "Start (#1)")
    _git(tmp_path, "tag", "v1.0.0")
    for change in ("Mend the lamp (#7)", "Trim the wick (#8)"):
        _git(tmp_path, "commit", "-q", "--allow-empty", "-m", change)
    section = "# Changelog\n\n## [1.1.0] - 2026-03-01\n\n### Fixed\n- The lamp (#7)\n- The wick (#8)\n"
    _write(tmp_path, {"CHANGELOG.md": f"{section}\n## [1.0.0] - 2026-01-01\n- Start (#1)\n"})
    assert all(_satisfied("changelog", tmp_path).values())
    _write(tmp_path, {"CHANGELOG.md": section.replace("- The wick (#8)\n", "")})
    assert _satisfied("changelog", tmp_path) == {"complete": False, "in-form": True, "overall": False}
    _write(tmp_path, {"CHANGELOG.md": f"{section}- Invented (#99)\n"})
    assert not _satisfied("changelog", tmp_path)["complete"]


@has_git
def test_a_refactoring_may_not_touch_the_tests_that_judge_it(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "tests/test_x.py": "def test_x():\n    assert True\n",
            "src/x.py": "def x():\n    return 1\n",
            "docs/billing-map.md": "- `src/x.py`: all of it\n",
        },
    )
    _git(tmp_path, "init", "-q", "-b", "main")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "-q", "-m", "Start")
    script = ["sh", str(EXAMPLES / "refactor" / "scripts" / "tests-untouched.sh")]
    assert _status(tmp_path, *script, "main") == 0
    _write(tmp_path, {"tests/test_x.py": "def test_x():\n    pass\n"})
    assert subprocess.run(script, cwd=tmp_path, check=False, capture_output=True).returncode == 1
    assert (
        subprocess.run([*script[:2], "nowhere"], cwd=tmp_path, check=False, capture_output=True).returncode
        == 2
    )
    assert _status(tmp_path, "python3", str(EXAMPLES / "refactor" / "scripts" / "measure.py"), "src") == 0
    assert _satisfied("refactor", tmp_path)["readable"]
