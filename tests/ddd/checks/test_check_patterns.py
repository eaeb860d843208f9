"""Which regular expressions are ones in ECMAScript."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgets import examples
from loomsmith.ddd.checks.patterns import fault_in_pattern


@pytest.mark.parametrize(
    "pattern",
    [
        "", "abc", "^a$", "a|b", "a||b", "|", "(a)", "(?:a)", "(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b",
        "(?<n>a)\\k<n>", "(?<$a1>x)", "a*", "a+?", "a??", "a{2}", "a{2,}", "a{2,3}?", "a{,3}", "a{", "}", "]",
        "{", "{}", "x{a}", "[]", "[^]", "[a-z]", "[a-]", "[-a]", "[\\d-z]", "[\\w]", "[\\]]", "[a\\-z]",
        "[[]",
        "\\d\\D\\s\\S\\w\\W\\b\\B", "\\q", "\\u0041", "\\x41", "\\cA", "\\0", "\\1", "(?=a)*", "(?!a){2}",
        "\\k", "[\\x41-\\x5a]", "[\\u0041-Z]", "(a(b(c)))", "a.b", "é+", "😀", "[😀]", "[\\b-\\n]", "(?i:a)",
        "(?ims-:a)", "\\k<n>",
    ],
)  # fmt: skip
def test_these_are(pattern: str) -> None:
    assert fault_in_pattern(pattern) is None


@pytest.mark.parametrize(
    "pattern",
    [
        "(", "(a", "a)", ")", "[", "[a", "[a-", "[^", "*", "+a", "?", "a**", "a+*", "a{2}{3}", "{2}", "a|*",
        "(*a)", "(?*a)", "^*", "$+", "\\b+", "\\B?", "[z-a]", "[\\x5a-\\x41]", "a{3,2}", "a{30,4}", "\\",
        "a\\", "(?<n>a)(?<n>b)", "(?<>a)", "(?<1>a)", "(?<n", "(?<=a)*", "(?<!a)+", "(?P<n>a)", "(?i)a",
        "a++", "a?+", "(?<n>a)\\k<m>", "(?<n>a)\\k", "(?#x)", "(?>a)", "[😀-😁]",
    ],
)  # fmt: skip
def test_these_are_not(pattern: str) -> None:
    assert fault_in_pattern(pattern) is not None


@examples(300)
@given(st.text("ab()[]{}*+?^$|\\-,.:=!<>P01 é😀", max_size=30))
def test_any_text_has_an_answer(pattern: str) -> None:
    fault = fault_in_pattern(pattern)
    assert fault is None or fault.strip()


@pytest.mark.parametrize("piece", ["(", "[a-b]", "a{1,2}", "(?<", "\\", "a|", "(?:", "{", "[", "9"])
def test_very_long_patterns_have_an_answer(piece: str) -> None:
    fault_in_pattern(piece * 100_000)


def test_bounds_of_any_length_are_compared() -> None:
    assert fault_in_pattern("a{" + "9" * 10_000 + "}") is None
    assert fault_in_pattern("a{" + "9" * 10_000 + ",8}") is not None
    assert fault_in_pattern("a{0008,9}") is None
