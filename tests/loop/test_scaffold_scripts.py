"""The shell functions that a new loop brings for its detector scripts."""

import hashlib
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

import pytest

SHELLS = [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]


def _run(shell: str, folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    with as_file(files("loomsmith.loop") / "templates" / "compat.sh") as compat:
        command = [shell, "-c", f". '{compat}'\n{script}"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("shell", SHELLS)
def test_files_are_looked_at_and_edited(shell: str, tmp_path: Path) -> None:
    path = tmp_path / "a file"
    path.write_text("one\n")
    (tmp_path / "link").symlink_to(path)
    script = (
        "stat_size 'a file'; stat_mtime link; readlink_f link; sha256 'a file'; sed_i s/one/two/ 'a file'"
    )
    done = _run(shell, tmp_path, script)
    assert (done.returncode, done.stderr) == (0, "")
    digest = hashlib.sha256(b"one\n").hexdigest()
    size, modified, real, shown = done.stdout.splitlines()
    assert (size, real, shown) == ("4", str(path.resolve()), digest)
    assert modified.isdigit()
    assert path.read_text() == "two\n"


@pytest.mark.parametrize("shell", SHELLS)
def test_what_cannot_be_checked_exits_two(shell: str, tmp_path: Path) -> None:
    assert _run(shell, tmp_path, "require sh cat; echo fine").stdout == "fine\n"
    done = _run(shell, tmp_path, "require sh no-such-program; echo fine")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no-such-program is not installed" in done.stderr


@pytest.mark.skipif("bash" not in SHELLS, reason="needs bash")
def test_a_script_for_bash_says_so_elsewhere(tmp_path: Path) -> None:
    assert _run("bash", tmp_path, "need_bash 3").returncode == 0
    assert _run("bash", tmp_path, "need_bash 99").returncode == 2
    if "dash" in SHELLS:
        assert _run("dash", tmp_path, "need_bash 3").returncode == 2
