"""Five-field cron expressions, always in UTC.

Minute, hour, day of month, month and day of week (0 and 7 are Sunday) must all match; there are no names, no
`@daily` and no ranges that wrap around.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from loomsmith.base.failures import Failure, shortened


class CronError(Failure):
    """A cron expression that is not accepted; the text says which part and why."""


@dataclass(frozen=True, slots=True)
class Cron:
    """The numbers that each field of an expression matches; Sunday is 0."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]

    def matches(self, seconds: int) -> bool:
        """Whether the minute that holds an instant, in seconds since 1970 UTC, matches."""
        at = datetime.fromtimestamp(seconds, UTC)
        return (
            at.minute in self.minutes
            and at.hour in self.hours
            and at.day in self.days
            and at.month in self.months
            and at.isoweekday() % 7 in self.weekdays
        )


_FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7))
_TERM = re.compile(r"(?:(\*)|([0-9]+)(?:-([0-9]+))?)(?:/([0-9]+))?")
_MOST_DIGITS = 9


def parse_cron(expression: str) -> Cron:
    """The cron of an expression. Raises `CronError`."""
    fields = expression.split()
    if len(fields) != len(_FIELDS):
        raise CronError(
            "a cron expression has five fields, minute hour day month weekday; "
            f"{shortened(expression, 60)!r} has {len(fields)}"
        )
    minutes, hours, days, months, weekdays = (
        _numbers(text, *limits) for text, limits in zip(fields, _FIELDS, strict=True)
    )
    return Cron(minutes, hours, days, months, frozenset(day % 7 for day in weekdays))


def _numbers(text: str, name: str, lowest: int, highest: int) -> frozenset[int]:
    """The numbers of one field."""
    numbers: set[int] = set()
    for term in text.split(","):
        match = _TERM.fullmatch(term)
        if match is None:
            raise CronError(
                f"the {name} {shortened(term, 40)!r} is no number, range or *, with or without a /step"
                + (f" (in {shortened(text, 40)!r})" if term != text else "")
            )
        star, first, last, step = match.groups()
        if max(map(len, (first or "", last or "", step or ""))) > _MOST_DIGITS:
            raise CronError(f"the {name} {shortened(term, 40)!r} has too many digits")
        start = lowest if star else int(first)
        end = highest if star else int(last or first)
        if step is not None and int(step) < 1:
            raise CronError(f"the step of the {name} {term!r} must be at least 1")
        if start > end:
            raise CronError(f"the {name} range {term!r} runs backwards")
        if start < lowest or end > highest:
            raise CronError(f"the {name} {term!r} is outside {lowest}-{highest}")
        numbers.update(range(start, end + 1, int(step or 1)))
    return frozenset(numbers)
