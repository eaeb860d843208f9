"""Cron expressions are five fields of numbers, in UTC."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.loop.cron import CronError, parse_cron

MONDAY_0615 = 1_772_432_100  # 2026-03-02 06:15 UTC


def test_all_five_fields_must_match() -> None:
    assert parse_cron("15 6 2 3 1").matches(MONDAY_0615)
    assert parse_cron("15 6 2 3 1").matches(MONDAY_0615 + 59)
    for other in ("16 6 2 3 1", "15 7 2 3 1", "15 6 3 3 1", "15 6 2 4 1", "15 6 2 3 2"):
        assert not parse_cron(other).matches(MONDAY_0615)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("* * * *", "five fields"),
        ("@daily", "five fields"),
        ("60 * * * *", "minute '60' is outside 0-59"),
        ("* * * jan *", "month 'jan' is no number"),
        ("*/0 * * * *", "at least 1"),
        ("9-3 * * * *", "runs backwards"),
        ("+5 * * * *", "no number"),
        ("٣ * * * *", "no number"),
        ("9" * 5000 + " * * * *", "too many digits"),
        ("1,,2 * * * *", "in '1,,2'"),
    ],
)
def test_a_refused_expression_is_answered_with_the_part_at_fault(expression: str, words: str) -> None:
    with pytest.raises(CronError) as refusal:
        parse_cron(expression)
    assert words in str(refusal.value)


@examples(100)
@given(st.text("0123456789*/-, ", max_size=24), st.integers(0, 4_000_000_000))
def test_any_expression_is_parsed_or_refused(expression: str, instant: int) -> None:
    with suppress(CronError):
        parse_cron(expression).matches(instant)
