"""Where the paths that callers name lead, and whether they may lead there."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from loomsmith.base.failures import Failure

if TYPE_CHECKING:
    from loomsmith.base.context import Settings


class OutsideRoots(Failure):
    """A path leads out of the folders that the operator has allowed."""


def resolve(settings: Settings, path: str, what: str) -> Path:
    """The absolute path that `path` means, symbolic links followed, also where its end does not exist yet.

    Relative paths start from the first root, or the project folder where there is no root. `what` names the
    path in failures. Raises OutsideRoots if roots are given and it lies in none of them.
    """
    return confined(settings, os.path.join(settings.base_folder(), path), what)


def confined(settings: Settings, path: str | os.PathLike[str], what: str) -> Path:
    """`resolve` for a path that does not start from the base folder."""
    try:
        found = Path(os.path.realpath(path))
        roots = [Path(os.path.realpath(root)) for root in settings.roots]
    except (OSError, ValueError) as error:
        raise Failure(f"{what} {os.fspath(path)!r} is not a path that can be followed: {error}.") from None
    if roots and not any(found.is_relative_to(root) for root in roots):
        raise OutsideRoots(
            f"{what} {found} lies outside the folders that this server may look into.\n"
            f"Allowed (--root): {', '.join(map(str, roots))}"
        )
    return found


def state_folder(settings: Settings) -> Path:
    """The state folder that the operator has chosen. It is not confined: no caller can name it."""
    return Path(os.path.realpath(os.path.join(settings.base_folder(), settings.state)))
