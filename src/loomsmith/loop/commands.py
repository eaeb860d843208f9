"""Whether the commands that a config names can be run on this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping

from loomsmith.loop.config.model import Config, Provider, ScriptDetector


def why_unusable(provider: Provider, root: str, environment: Mapping[str, str]) -> str | None:
    """Why a provider cannot serve, or None. Of the variables it needs only the presence is looked at."""
    if (problem := why_not_runnable(provider.command, root, environment)) is not None:
        return problem
    missing = [name for name in provider.requires_env if name not in environment]
    return f"not set in the environment: {', '.join(missing)}" if missing else None


def why_not_runnable(command: str, root: str, environment: Mapping[str, str]) -> str | None:
    """Why a command cannot be run, or None. One with a slash starts at `root`, a bare word is on PATH."""
    if "/" not in command:
        found = shutil.which(command, path=environment.get("PATH", os.defpath)) if command.strip() else None
        return None if found else f"{command!r} is not on PATH"
    path = os.path.join(root, command)
    if not os.path.isfile(path):
        return f"{path} is not there"
    return None if os.access(path, os.X_OK) else f"{path} is not executable (chmod +x)"


def broken_detectors(config: Config, root: str, environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The (validation, reason) of each script detector whose command cannot be run."""
    for validation in config.validations:
        if isinstance(validation.detector, ScriptDetector):
            problem = why_not_runnable(validation.detector.command, root, environment)
            if problem is not None:
                yield validation.name, problem
