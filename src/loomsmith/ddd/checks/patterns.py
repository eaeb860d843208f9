"""Whether a regular expression is one in ECMAScript, without flags and with the leniency of the web.

The grammar is that of ECMA-262, section 22.2.1 with its Annex B.1.2: a lone `]`, `{` or `}` stands for
itself, and so does an escaped character without a meaning of its own. In doubt a pattern is accepted.
"""

from __future__ import annotations

import re

_BRACES = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_NAME = re.compile(r"<([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)>")
_MODIFIERS = re.compile(r"[ims]*(?:-[ims]*)?:")
_ESCAPED_UNIT = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|c([A-Za-z])|([0-3][0-7]{0,2}|[4-7][0-7]?)")
_CONTROL = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}

_NOTHING, _REPEATABLE, _NOT_REPEATABLE = "", "repeatable", "fixed"


def fault_in_pattern(pattern: str) -> str | None:
    """What is wrong with a pattern, in words; `None` if nothing is. Takes time linear in its length."""
    units = pattern.encode("utf-16-le", "surrogatepass")
    text = "".join(map(chr, memoryview(units).cast("H")))
    return _Scanner(text).fault()


def _number(digits: str) -> tuple[int, str]:
    """A value that orders runs of digits as numbers, however long they are."""
    digits = digits.lstrip("0")
    return len(digits), digits


class _Scanner:
    """One pass over a pattern in UTF-16 code units, as a pattern without the flag `u` is read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.names: set[str] = set()
        self.references: list[str | None] = []

    def fault(self) -> str | None:
        text, end = self.text, len(self.text)
        groups: list[bool] = []  # of each open group, whether it may be repeated
        before = _NOTHING
        while self.at < end:
            char = text[self.at]
            if char == "(":
                opened = self._open_group()
                if isinstance(opened, str):
                    return opened
                groups.append(opened)
                before = _NOTHING
            elif char == ")":
                if not groups:
                    return "`)` closes no group"
                before = _REPEATABLE if groups.pop() else _NOT_REPEATABLE
                self.at += 1
            elif char == "|":
                before = _NOTHING
                self.at += 1
            elif char in "^$":
                before = _NOT_REPEATABLE
                self.at += 1
            elif char in "*+?" or (char == "{" and _BRACES.match(text, self.at)):
                wrong = self._quantifier(before)
                if wrong is not None:
                    return wrong
                before = _NOT_REPEATABLE
            elif char == "[":
                wrong = self._class()
                if wrong is not None:
                    return wrong
                before = _REPEATABLE
            elif char == "\\":
                if self.at + 1 == end:
                    return "it ends in a backslash"
                before = self._escape()
            else:
                before = _REPEATABLE
                self.at += 1
        if groups:
            return "a group is never closed"
        return self._wrong_reference()

    def _open_group(self) -> str | bool:
        """Read the opening of a group: whether it may be repeated, or what is wrong with it."""
        text = self.text
        self.at += 1
        if not text.startswith("?", self.at):
            return True
        rest = text[self.at + 1 : self.at + 3]
        if rest[:1] in (":", "=", "!"):
            self.at += 2
            return True
        if rest in ("<=", "<!"):
            self.at += 3
            return False
        if rest[:1] == "<":
            name = _NAME.match(text, self.at + 1)
            if name is None:
                return "the name of a group is malformed"
            if name[1] in self.names:
                return f"two groups are named {name[1]!r}"
            self.names.add(name[1])
            self.at = name.end()
            return True
        modifiers = _MODIFIERS.match(text, self.at + 1)
        if modifiers is None:
            return f"`(?{rest[:1]}` opens no group"
        self.at = modifiers.end()
        return True

    def _quantifier(self, before: str) -> str | None:
        braces = _BRACES.match(self.text, self.at)
        if before != _REPEATABLE:
            return f"`{self.text[self.at]}` has nothing to repeat"
        if braces is not None:
            least, comma, most = braces.groups()
            if comma and most and _number(least) > _number(most):
                return f"in `{braces[0]}` the bounds are out of order"
            self.at = braces.end()
        else:
            self.at += 1
        if self.text.startswith("?", self.at):
            self.at += 1
        return None

    def _escape(self) -> str:
        """Read an escape outside of a class; what it is to a quantifier."""
        text = self.text
        char = text[self.at + 1]
        if char == "k":
            name = _NAME.match(text, self.at + 2)
            self.references.append(name[1] if name is not None else None)
            self.at = name.end() if name is not None else self.at + 2
            return _REPEATABLE
        self.at += 2
        return _NOT_REPEATABLE if char in "bB" else _REPEATABLE

    def _wrong_reference(self) -> str | None:
        """`\\k` refers to a named group as soon as the pattern has one."""
        if self.names:
            for name in self.references:
                if name not in self.names:
                    return "`\\k` refers to no group"
        return None

    def _class(self) -> str | None:
        """Read a class from its `[` to its `]`."""
        text, end = self.text, len(self.text)
        self.at += 1
        if text.startswith("^", self.at):
            self.at += 1
        while self.at < end and text[self.at] != "]":
            low = self._class_atom()
            if not text.startswith("-", self.at) or self.at + 1 >= end or text[self.at + 1] == "]":
                continue
            self.at += 1
            high = self._class_atom()
            if low is not None and high is not None and low > high:
                return "a range of a class is out of order"
        if self.at >= end:
            return "a class is never closed"
        self.at += 1
        return None

    def _class_atom(self) -> str | None:
        """Read one member of a class: the code unit it stands for, or `None` if it stands for several."""
        text = self.text
        char = text[self.at]
        self.at += 1
        if char != "\\" or self.at >= len(text):
            return char
        escaped = text[self.at]
        unit = _ESCAPED_UNIT.match(text, self.at)
        if unit is not None:
            self.at = unit.end()
            two, four, control, octal = unit.groups()
            if control is not None:
                return chr(ord(control) % 32)
            return chr(int(octal, 8) if octal is not None else int(two or four, 16))
        self.at += 1
        if escaped in "dDsSwW":
            return None
        return _CONTROL.get(escaped, escaped)
