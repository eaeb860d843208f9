"""Names made from names."""

import pytest

from loomsmith.ddd.vocabulary.naming import humanize, lower_first, plural, snake, upper_first


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SupplyBox", "supply_box"),
        ("HTTPCode", "http_code"),
        ("seats", "seats"),
        ("line2Text", "line2_text"),
        ("ABTest", "ab_test"),
        ("X", "x"),
        ("already_snake", "already_snake"),
        ("", ""),
    ],
)
def test_snake_splits_words_and_keeps_runs_of_capitals_together(name: str, expected: str) -> None:
    assert snake(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("City", "Cities"),
        ("Tray", "Trays"),
        ("Box", "Boxes"),
        ("Bus", "Buses"),
        ("Quiz", "Quizes"),
        ("Church", "Churches"),
        ("Wish", "Wishes"),
        ("Person", "Persons"),
        ("y", "ys"),
        ("_y", "_ys"),
    ],
)
def test_plurals_are_regular(name: str, expected: str) -> None:
    assert plural(name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fullName", "Full Name"),
        ("SupplyBox", "Supply Box"),
        ("line2Text", "Line2Text"),
        ("due_date", "Due Date"),
    ],
)
def test_humanize_splits_at_capitals_and_underscores_but_not_at_digits(name: str, expected: str) -> None:
    assert humanize(name) == expected


def test_first_letters_change_alone() -> None:
    assert upper_first("supplyBox") == "SupplyBox"
    assert lower_first("SupplyBox") == "supplyBox"
    assert upper_first("") == lower_first("") == ""


def test_snake_is_linear_in_runs_of_capitals() -> None:
    assert snake("A" * 200_000) == "a" * 200_000
