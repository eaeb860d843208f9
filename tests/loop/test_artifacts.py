"""An artifact is known by its path and by its file name without the last extension."""

import pytest

from loomsmith.loop.artifacts import artifact_names, artifact_stem


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("reports/shelf.v2.txt", "shelf.v2"),
        ("a", "a"),
        ("a.", "a"),
        (".env", ".env"),
        (".env.local", ".env"),
        ("out/", "out"),
        ("out.d//", "out"),
        ("out/.", "out"),
        ("/", None),
        ("", None),
        ("a/..", None),
        (".", None),
    ],
)
def test_the_stem_of_a_path(path: str, stem: str | None) -> None:
    assert artifact_stem(path) == stem


def test_a_path_that_is_its_own_stem_has_one_name() -> None:
    assert artifact_names("notes") == ("notes",)
    assert artifact_names("out/notes.md") == ("out/notes.md", "notes")
    assert artifact_names("..") == ("..",)
