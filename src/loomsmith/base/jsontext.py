"""JSON as the programs here read and write it: strict on the way in, deterministic on the way out."""

from __future__ import annotations

import json
import json.encoder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

MAX_DEPTH = 200
"""How many arrays and objects may lie inside one another in a text that is read.

A limit of our own, well below every interpreter's: what is read can then be walked and written again."""

_WHITE_SPACE = " \t\n\r"
_INFINITY = float("inf")
_quoted = json.encoder.encode_basestring
_float_text = float.__repr__


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (_INFINITY, -_INFINITY):
        raise ValueError(f"the number {digits[:40]} is beyond the range of a double")
    return value


_decoder = json.JSONDecoder(parse_float=_finite, parse_constant=_refuse_constant)
_ascii_encoder = json.JSONEncoder(
    ensure_ascii=True, check_circular=False, allow_nan=False, separators=(",", ":")
)


def parse(text: str) -> object:
    """The value of a JSON text (RFC 8259). Duplicate keys take the last value.

    Raises ValueError for anything else: NaN and the infinities, numbers beyond a double's range, integers
    beyond the interpreter's limit of digits, more than `MAX_DEPTH` levels.
    """
    text = text.strip(_WHITE_SPACE)
    value: object
    try:
        value, end = _decoder.raw_decode(text)
    except RecursionError:
        raise ValueError(f"nested deeper than {MAX_DEPTH} levels") from None
    if end != len(text):
        raise ValueError(f"something follows the value: char {end}")
    # Fewer brackets than levels allowed: the usual case, and no walk is needed.
    if text.count("[") + text.count("{") > MAX_DEPTH and _depth_exceeds(value, MAX_DEPTH):
        raise ValueError(f"nested deeper than {MAX_DEPTH} levels")
    return value


def _depth_exceeds(value: object, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        inner: list[object] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(child for child in item.values() if isinstance(child, (dict, list)))
            elif isinstance(item, list):
                inner.extend(child for child in item if isinstance(child, (dict, list)))
        if not inner:
            return False
        level = inner
    return True


def well_formed(text: str) -> str:
    """The text with every lone surrogate replaced by U+FFFD, so that it can be encoded as UTF-8."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # UTF-16 joins the pairs that belong together; what is left over is replaced.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def scrub(value: object) -> object:
    """JSON data with `well_formed` strings throughout, keys included."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, dict):
        return {scrub(key): scrub(child) for key, child in value.items()}
    if isinstance(value, (list, tuple)):
        return [scrub(child) for child in value]
    return value


def compact(value: object) -> str:
    """JSON data as one line of pure ASCII; lone surrogates become U+FFFD.

    Raises ValueError for numbers that are not finite and TypeError for what is no JSON data.
    """
    if type(value) is int:
        return int.__repr__(value)
    text = _ascii_encoder.encode(value)
    # Surrogates, paired or lone, are the only escapes that begin so; without them nothing can be wrong.
    return _ascii_encoder.encode(scrub(value)) if "\\ud" in text else text


def pretty(value: object, sort_keys: bool = False) -> str:
    """JSON data over several lines, two blanks a level, non-ASCII unescaped: for a model or person to read.

    Equal to `json.dumps(value, indent=2, ensure_ascii=False)` byte for byte, and several times quicker (the
    standard encoder leaves its compiled half as soon as it has to indent). With `sort_keys` the keys ascend.
    Raises ValueError for numbers that are not finite and TypeError for what is no JSON data.
    """
    parts: list[str] = []
    _write(value, "\n", sort_keys, parts.append)
    return "".join(parts)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if not -_INFINITY < value < _INFINITY:
            raise ValueError(f"{value} cannot be written as JSON")
        return _float_text(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _write(value: object, newline: str, sort_keys: bool, emit: Callable[[str], None]) -> None:
    if isinstance(value, dict):
        if not value:
            emit("{}")
            return
        deeper = newline + "  "
        opening = "{" + deeper
        for key in sorted(value) if sort_keys else value:
            child = value[key]
            emit(opening)
            emit(_quoted(key))
            if isinstance(child, (dict, list, tuple)):
                emit(": ")
                _write(child, deeper, sort_keys, emit)
            else:
                emit(": " + _scalar(child))
            opening = "," + deeper
        emit(newline + "}")
    elif isinstance(value, (list, tuple)):
        if not value:
            emit("[]")
            return
        deeper = newline + "  "
        opening = "[" + deeper
        for child in value:
            emit(opening)
            _write(child, deeper, sort_keys, emit)
            opening = "," + deeper
        emit(newline + "]")
    else:
        emit(_scalar(value))
