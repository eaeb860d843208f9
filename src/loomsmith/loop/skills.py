"""Which skills may be fetched at all: their names and the addresses they come from."""

from __future__ import annotations

import re

from loomsmith.loop.config.scalars import WHITE_SPACE

_NAME = re.compile(r"[A-Za-z0-9_@.][A-Za-z0-9_/@.-]{0,63}")
_NEVER_INSTALLED = ("credential", "secret", "exfil", "keylog", "password", "token-steal")


def is_safe_name(name: str) -> bool:
    """Whether a skill's name can neither leave its folder nor be taken for an option."""
    return _NAME.fullmatch(name) is not None and ".." not in name


def is_never_installed(name: str) -> bool:
    """Whether a name promises what no skill has any business doing."""
    lowered = name.lower()
    return any(word in lowered for word in _NEVER_INSTALLED)


def is_acceptable_url(url: str) -> bool:
    """Whether a repository's address is https, with nothing in it that a command could misread."""
    scheme, mark, rest = url.partition("https://")
    if scheme or not mark or not rest or rest.startswith("-"):
        return False
    return not any(character in WHITE_SPACE or character == "\0" for character in rest)
