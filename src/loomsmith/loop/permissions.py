"""The grant that an agent needs to serve a loop without asking, and merging it into a settings file."""

from __future__ import annotations

import json
from collections.abc import Iterable

from loomsmith.base.failures import Failure
from loomsmith.loop.config.model import Config, ScriptDetector

_ALWAYS = ("Read", "Write", "Edit", "Glob", "Grep")
_MARKETPLACE = ("Bash(npx skills:*)", "WebFetch(domain:claudemarketplaces.com)")


class SettingsError(Failure):
    """A settings file that a grant cannot be merged into; it is left as it is."""


def grant(config: Config) -> list[str]:
    """The rules, ascending: file tools, each command that the loop runs, the marketplace if it is used."""
    commands = [provider.command for provider in config.providers.providers]
    detectors = (validation.detector for validation in config.validations)
    commands += [detector.command for detector in detectors if isinstance(detector, ScriptDetector)]
    rules = {*_ALWAYS, *(f"Bash({command}:*)" for command in commands)}
    if "marketplace" in config.skills.acquisition_order:
        rules.update(_MARKETPLACE)
    return sorted(rules)


def merge_grant(settings: str | None, rules: Iterable[str]) -> str:
    """The text of a settings file with the rules in `permissions.allow`; None stands for no file.

    What is there stays where it is; missing rules are appended in order. Raises `SettingsError` for a text
    that is not JSON or has something else in that place.
    """
    try:
        document = {} if settings is None else json.loads(settings)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"the settings are not JSON ({error}); nothing was changed") from None
    allow = _member(_member(document, "permissions", {}, "the settings"), "allow", [], "permissions")
    if not isinstance(allow, list):
        raise SettingsError("permissions.allow is no list in the settings; nothing was changed")
    allow.extend(rule for rule in rules if rule not in allow)
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _member(holder: object, key: str, default: object, name: str) -> object:
    if not isinstance(holder, dict):
        raise SettingsError(f"{name} is no object in the settings; nothing was changed")
    return holder.setdefault(key, default)
