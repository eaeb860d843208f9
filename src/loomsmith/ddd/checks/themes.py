"""Layouts and themes."""

from __future__ import annotations

import re
from collections import Counter

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.checks.pages import RESERVED_LAYOUTS
from loomsmith.ddd.syntax import nodes as n

checks = Family()


@checks.on(n.System)
def layouts_have_each_slot_once(system: n.System, inspection: Inspection) -> None:
    for layout in inspection.links.declarations.in_system(system, n.Layout):
        where = anchor(layout, "name")
        if layout.name in RESERVED_LAYOUTS:
            message = f"`layout: {layout.name}` has a meaning of its own: choose another name."
            inspection.report("loom.layout-reserved-name", where, message)
        slots = Counter(slot.name if isinstance(slot, n.LayoutNamedSlot) else "main" for slot in layout.slots)
        if not slots["main"]:
            message = f"{layout.name} has no place for the page: add `main`."
            inspection.report("loom.layout-without-main", where, message)
        for name, count in slots.items():
            if count > 1:
                message = f"{layout.name} has {count} slots named `{name}`: keep one."
                inspection.report("loom.layout-duplicate-slot", where, message)


# Themes

COLOURS = ("primary", "secondary", "accent", "success", "warning", "error", "neutral")
CHOICES: dict[str, tuple[str, ...]] = {
    "radius": ("none", "sm", "md", "lg", "xl"),
    "colorScheme": ("light", "dark", "auto"),
}
FREE = ("fontFamily", "fontFamilyMono")

_HEXADECIMAL = re.compile(r"#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z")
_INKS = ("#ffffff", "#0f172a")
_LEAST_CONTRAST = 4.5


@checks.on(n.System)
def themes_say_what_is_known(system: n.System, inspection: Inspection) -> None:
    for theme in inspection.links.declarations.in_system(system, n.Theme):
        seen: set[str] = set()
        for prop in theme.props:
            if prop.name in seen:
                message = f"This theme says {prop.name!r} before."
                inspection.report("loom.theme-duplicate-property", anchor(prop, "name"), message)
            else:
                seen.add(prop.name)
                _property(prop, inspection)


def _property(prop: n.ThemeProp, inspection: Inspection) -> None:
    name, value = prop.name, prop.value
    if name in CHOICES:
        if value not in CHOICES[name]:
            message = f"{name} is one of {', '.join(CHOICES[name])}, not {value!r}."
            inspection.report("loom.theme-invalid-value", anchor(prop, "value"), message)
    elif name in COLOURS:
        if _HEXADECIMAL.match(value) is None:
            message = f"A colour is written #RGB, #RRGGBB or #RRGGBBAA, not {value!r}."
            inspection.report("loom.theme-invalid-value", anchor(prop, "value"), message)
    elif name not in FREE:
        known = ", ".join((*COLOURS, *CHOICES, *FREE))
        message = f"A theme has no {name!r}: it has {known}."
        inspection.report("loom.theme-unknown-property", anchor(prop, "name"), message)


@checks.on(n.ThemeProp)
def text_on_colours_can_be_read(prop: n.ThemeProp, inspection: Inspection) -> None:
    if prop.name not in COLOURS or _HEXADECIMAL.match(prop.value) is None:
        return
    best = max(contrast(prop.value, ink) for ink in _INKS)
    if best < _LEAST_CONTRAST:
        message = (
            f"Neither light nor dark text can be read on {prop.value}: its contrast is {best:.2f}, and "
            f"{_LEAST_CONTRAST} is needed. Take a lighter or darker shade."
        )
        inspection.report("loom.a11y-theme-contrast", anchor(prop, "value"), message)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours `#RGB`, `#RRGGBB` or `#RRGGBBAA`, from 1 to 21, transparency aside.

    As in the Web Content Accessibility Guidelines 2, "contrast ratio".
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    """The relative luminance, as the guidelines define it."""
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (_linear(int(digits[place : place + 2], 16) / 255) for place in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return float(channel / 12.92 if channel <= 0.03928 else ((channel + 0.055) / 1.055) ** 2.4)
