"""How names are made from names: cases, plurals, and titles for people.

Names are ASCII words. `SupplyBox` gives `supply_box`, `SupplyBoxes`, `supplyBox`, `Supply Box`.
"""

from __future__ import annotations

import re

_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TITLE_START = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_CONSONANT_Y = re.compile(r"[A-Za-z]y\Z")
_VOWELS = frozenset("aeiouAEIOU")
_SIBILANTS = ("s", "x", "z", "ch", "sh")


def upper_first(name: str) -> str:
    """`name` with its first letter in upper case and the rest as it is."""
    return name[:1].upper() + name[1:]


def lower_first(name: str) -> str:
    """`name` with its first letter in lower case and the rest as it is."""
    return name[:1].lower() + name[1:]


def snake(name: str) -> str:
    """Lower case with `_` between words: `SupplyBox` is `supply_box`, `HTTPCode` is `http_code`."""
    return _WORD_START.sub("_", name).lower()


def plural(name: str) -> str:
    """The regular English plural: `City` is `Cities`, `Box` is `Boxes`, `Tray` is `Trays`."""
    if _CONSONANT_Y.search(name) and name[-2] not in _VOWELS:
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(_SIBILANTS) else "s")


def humanize(name: str) -> str:
    """A title for people: `fullName` is `Full Name`; digits do not split (`line2Text` is `Line2Text`)."""
    return " ".join(upper_first(word) for word in _TITLE_START.sub(" ", name).split(" "))
