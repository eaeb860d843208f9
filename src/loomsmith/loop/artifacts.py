"""The names of artifacts: what a `file_exists` check finds is known by its path and by its stem."""

from __future__ import annotations


def artifact_stem(path: str) -> str | None:
    """The file name of a path without its last extension, or None where the path names no file.

    `reports/shelf.v2.txt` gives `shelf.v2`; a leading dot starts no extension (`.env` is `.env`), a trailing
    one ends an empty extension (`a.` is `a`), and a trailing slash is dropped.
    """
    while path.endswith(("/", "/.")):
        path = path[: path.rindex("/")]
    name = path.rpartition("/")[2]
    if name in ("", ".", ".."):
        return None
    stem, dot, _ = name.rpartition(".")
    return stem if dot and stem else name


def artifact_names(path: str) -> tuple[str, ...]:
    """The names of the artifact at a path: the path as written, and its stem where it has another."""
    stem = artifact_stem(path)
    return (path,) if stem is None or stem == path else (path, stem)
