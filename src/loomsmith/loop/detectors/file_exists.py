"""Whether a path exists below the working directory."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from loomsmith.base.failures import Failure
from loomsmith.loop.detectors.outcome import Outcome, Surroundings, cannot_run
from loomsmith.loop.paths import confined

if TYPE_CHECKING:
    from loomsmith.loop.config.model import FileExistsDetector


def detect(detector: FileExistsDetector, around: Surroundings) -> Outcome:
    """Passes if the path exists, links followed; a folder counts. `non_empty` refuses a size of 0."""
    if not detector.path.strip():
        return cannot_run("the path is blank, so there is nothing to look for")
    try:
        location = confined(
            around.context.settings, os.path.join(around.evidence.workdir, detector.path), "path"
        )
        found = os.stat(location)
    except Failure as failure:
        return cannot_run(str(failure).partition("\n")[0])
    except (FileNotFoundError, NotADirectoryError):
        return Outcome(False, f"{location} does not exist")
    except (OSError, ValueError) as error:
        return cannot_run(f"{location} cannot be looked at: {getattr(error, 'strerror', None) or error}")
    if stat.S_ISDIR(found.st_mode):
        return Outcome(True, f"{location} is a folder")
    if detector.non_empty and found.st_size == 0:
        return Outcome(False, f"{location} exists but is empty")
    return Outcome(True, f"{location} exists, {found.st_size} bytes")
