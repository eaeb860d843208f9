"""What is wrong, or worth a second look, in a config that loads. Nothing here touches the disk.

Findings come in a fixed order, section by section. Each has a stable id: `V` for the rules that loops of this
kind have always had, `X` for those that go further, which come after all of the others.
"""

from __future__ import annotations

from loomsmith.loop.config.finding import Finding
from loomsmith.loop.config.further_rules import further_rules
from loomsmith.loop.config.model import Config
from loomsmith.loop.config.rules import rules


def findings(config: Config) -> list[Finding]:
    """All findings of a config, in order."""
    found = list(rules(config))
    found.extend(further_rules(config, {finding.id for finding in found}))
    return found


def is_acceptable(found: list[Finding], strict: bool) -> bool:
    """Whether findings leave a loop valid: no error and, where `strict`, no warning."""
    return not found if strict else all(finding.severity != "error" for finding in found)
