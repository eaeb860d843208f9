"""Requirements: their keys and values, and that none stands above itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from collections.abc import Callable

checks = Family()

TYPES = ("UserStory", "UseCase", "AcceptanceCriteria", "BusinessReq")
STATUSES = ("Draft", "Approved", "InProgress", "Done")
_NEEDED = ("type", "title")


def _one_of(words: tuple[str, ...]) -> Callable[[n.Expr], bool]:
    return lambda value: isinstance(value, n.NameRef) and value.name in words


_KEYS: dict[str, tuple[str, Callable[[n.Expr], bool]]] = {
    "type": (f"one of {', '.join(TYPES)}", _one_of(TYPES)),
    "title": ("a text in quotes", lambda value: isinstance(value, n.StringLiteral)),
    "status": (f"one of {', '.join(STATUSES)}", _one_of(STATUSES)),
    "priority": ("a whole number", lambda value: isinstance(value, n.IntLiteral)),
}
"""What each key takes, in words and as a test of the value."""


@checks.on(n.Requirement)
def requirements_say_what_they_are(requirement: n.Requirement, inspection: Inspection) -> None:
    seen: set[str] = set()
    for prop in requirement.props:
        if prop.name not in _KEYS:
            message = f"A requirement has no {prop.name!r}: it has {', '.join(_KEYS)}."
            inspection.report("loom.requirement-unknown-key", anchor(prop, "name"), message)
            continue
        if prop.name in seen:
            message = f"{requirement.name} says its {prop.name} before."
            inspection.report("loom.requirement-duplicate-key", anchor(prop, "name"), message)
            continue
        seen.add(prop.name)
        words, is_right = _KEYS[prop.name]
        if not is_right(prop.value) and not isinstance(prop.value, n.Missing):
            message = f"The {prop.name} of a requirement is {words}."
            inspection.report("loom.requirement-invalid-value", prop.value, message)
    for key in _NEEDED:
        if key not in seen:
            message = f"{requirement.name} has no {key}: add `{key}: ...`."
            inspection.report("loom.requirement-missing-key", anchor(requirement, "name"), message)


@checks.on(n.File)
def requirements_have_an_end_above(_: n.File, inspection: Inspection) -> None:
    """Tell each requirement from which the way up comes back to one it has passed."""
    ends: dict[n.Requirement, bool] = {}
    for requirement in inspection.links.declarations.of_kind(n.Requirement):
        path: dict[n.Requirement, None] = {}
        current: n.Requirement | None = requirement
        while current is not None and current not in ends and current not in path:
            path[current] = None
            above = inspection.links.target_of(current.parent_requirement)
            current = above if isinstance(above, n.Requirement) else None
        # An open end, or one that is known already; running into the path itself is a circle.
        ended = current is None or ends.get(current, False)
        ends.update(dict.fromkeys(path, ended))
        if not ends[requirement]:
            message = f"The requirements above {requirement.name} go in a circle."
            inspection.report("loom.requirement-cycle", requirement.parent_requirement, message)
